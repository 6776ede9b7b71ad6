import FFmpegSource
import FileAccess
import Glibc
public import VideoFrames

/// Reads a colour signal: lines of comma-separated numbers under a header that names at least
/// `time_s` and one of `red`, `green`, `blue` and `gray`, in any order.
///
/// They are seconds and mean levels from 0 to 255. One or two colours may be missing, or empty in
/// all lines; `gray` is the one level of a camera without colour. Columns named `spread`,
/// `clipped_share`, `black_share`, `skin_share` and `key_frame` describe the picture, as
/// `ColorSignalText` writes them; others are ignored. Lines that lack a number which earlier lines
/// have are skipped and counted, so that a recording cut off in the middle of a line can be read.
public struct ColorSignalReader: ~Copyable {
  /// Lines so far that held no colour frame.
  public private(set) var skippedLineCount = 0

  /// Bytes read so far.
  public private(set) var byteCount = 0

  /// Whether the lines ended because `isInterrupted` returned true.
  public private(set) var wasInterrupted = false

  private let isInterrupted: () -> Bool
  private let name: String
  private let file: OpenFile
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private let hash = ContentHash()

  /// The field of each of `ColorSignalText.columns` in a line; `nil` for one that is missing.
  private var columnFields: [Int?] = []

  /// Whether red, green and blue had a number in the last line that was read.
  private var presentColors: [Bool]?

  /// Opens the input and reads its header.
  /// - Parameter isInterrupted: Asked when a signal wakes a read; if it returns true, the lines end there.
  public init(
    _ input: RecordingInput, isInterrupted: @escaping () -> Bool = { false }
  ) throws(MeasurementError) {
    try self.init(input.openFile(), name: input.name, isInterrupted: isInterrupted)
  }

  /// Reads the header of an open file, which is closed at the end.
  init(
    _ file: consuming OpenFile, name: String, isInterrupted: @escaping () -> Bool
  ) throws(MeasurementError) {
    self.isInterrupted = isInterrupted
    self.name = name
    self.file = file
    guard let header = try nextLine() else {
      throw MeasurementError("measure", name, "it is empty")
    }
    let titles = Self.titles(of: header)
    columnFields = ColorSignalText.columns.map { titles.firstIndex(of: $0) }
    if columnFields[1...3].allSatisfy({ $0 == nil }),
      let gray = titles.firstIndex(of: ColorSignalText.gray)
    {
      for color in 1...3 { columnFields[color] = gray }
    }
    guard columnFields[0] != nil else {
      throw MeasurementError(
        "measure", name, "the header of a colour signal lacks the column time_s")
    }
    guard columnFields[1...3].contains(where: { $0 != nil }) else {
      throw MeasurementError(
        "measure", name,
        "the header of a colour signal names no colour: red, green, blue or gray")
    }
  }

  /// Whether the bytes are the beginning of a header: text whose first line names the time column.
  static func isHeader(_ bytes: some Sequence<UInt8>) -> Bool {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return titles(of: Array(line)).contains("time_s")
  }

  /// What distinguishes this signal from others, by the lines read so far.
  public var contentIdentity: String { hash.description }

  /// The next colour frame; `nil` at the end.
  public mutating func next() throws(MeasurementError) -> ColorSample? {
    while let line = try nextLine() {
      if line.allSatisfy({ $0 == UInt8(ascii: " ") }) { continue }
      if let sample = sample(in: line) { return sample }
      skippedLineCount += 1
    }
    return nil
  }

  private mutating func sample(in line: [UInt8]) -> ColorSample? {
    let fields = line.split(separator: 0x2C, omittingEmptySubsequences: false)
    let values = columnFields.map { index -> Double? in
      guard let index, index < fields.count else { return nil }
      return Self.trimmed(fields[index]).flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
    }
    let colors = values[1...3].map { $0 != nil }
    guard let time = values[0], colors.contains(true),
      zip(presentColors ?? colors, colors).allSatisfy({ $1 || !$0 })
    else { return nil }
    presentColors = colors
    return ColorSample(
      time: time, red: values[1] ?? .nan, green: values[2] ?? .nan, blue: values[3] ?? .nan,
      spread: values[4], clippedShare: values[5], blackShare: values[6], skinShare: values[7],
      isKeyFrame: values[8].map { $0 != 0 })
  }

  /// The next line without its end; `nil` at the end.
  private mutating func nextLine() throws(MeasurementError) -> [UInt8]? {
    while true {
      if let end = buffer[position...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        return Self.withoutReturn(buffer[position..<end])
      }
      guard !isAtEnd else {
        defer { position = buffer.count }
        return position < buffer.count ? Self.withoutReturn(buffer[position...]) : nil
      }
      guard buffer.count - position < Self.longestLine else {
        throw MeasurementError("measure", name, "a line is longer than \(Self.longestLine) bytes")
      }
      try fill()
    }
  }

  private static let longestLine = 1 << 20

  private mutating func fill() throws(MeasurementError) {
    buffer.removeFirst(position)
    position = 0
    let filled = buffer.count
    var count = 0
    do throws(FileError) {
      count = try file.withDescriptor { descriptor throws(FileError) in
        try descriptor.read(1 << 16, appendingTo: &buffer, isCancelled: isInterrupted)
      }
    } catch {
      guard error.code == EINTR else { throw MeasurementError("read", name, "\(error)") }
      wasInterrupted = true
    }
    if count == 0 { isAtEnd = true }
    buffer.withUnsafeBufferPointer { hash.update(UnsafeBufferPointer(rebasing: $0[filled...])) }
    byteCount += count
  }

  private static func withoutReturn(_ line: ArraySlice<UInt8>) -> [UInt8] {
    Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
  }

  private static func titles(of header: [UInt8]) -> [String] {
    // A spreadsheet may have written a byte-order mark before it.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = header.starts(with: mark) ? header.dropFirst(3) : header[...]
    return text.split(separator: 0x2C, omittingEmptySubsequences: false).map {
      trimmed($0) ?? ""
    }
  }

  /// The field without blanks and quotation marks; `nil` if it is not UTF-8.
  private static func trimmed(_ field: ArraySlice<UInt8>) -> String? {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x22, 0x0D]
    let inner = field.drop { blanks.contains($0) }
    let last = inner.lastIndex { !blanks.contains($0) }
    return String(validating: last.map { inner[...$0] } ?? [], as: UTF8.self)
  }
}
