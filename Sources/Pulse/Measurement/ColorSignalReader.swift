import FFmpegSource
import FileAccess
import FoundationEssentials
import Glibc
import JSONCoding
public import VideoFrames

/// Reads a color signal: lines of comma-separated numbers under a header that names at least
/// `time_s` and one of `red`, `green`, `blue` and `gray`, in any order.
///
/// They are seconds and mean levels from 0 to 255. One or two colors may be missing, or empty in
/// all lines; `gray` is the one level of a camera without color. Columns named `spread`,
/// `clipped_share`, `black_share`, `skin_share`, `key_frame` and the terms of `LightPattern` describe the picture, as
/// `ColorSignalText` writes them; others are ignored. Any other header, or a missing one, belongs to another
/// program's signal, which `SignalForm` interprets. Lines without a number that earlier lines have are
/// skipped and counted, so that a recording cut off in the middle of a line can be read.
public struct ColorSignalReader: ~Copyable {
  /// Lines so far that held no color frame.
  public private(set) var skippedLineCount = 0

  /// Bytes read so far.
  public private(set) var byteCount = 0

  /// Whether the lines ended because `isInterrupted` returned true.
  public private(set) var wasInterrupted = false

  /// When it began, if its times are dates.
  var start: Date? { form?.start }

  /// The form of another program's signal.
  private(set) var form: SignalForm?

  /// Makes the times of another program's signal.
  private var clock = SignalClock()

  /// The lines that were taken, and the lines before the first of them.
  private var (lineCount, headerCount) = (0, 0)

  /// Frames that are averaged to one, as many as a sixtieth of a second has.
  private var bin: (count: Double, time: Double, first: Double, levels: SIMD3<Double>)?

  /// Whether its header says that the signal was simulated.
  private(set) var isSimulated = false

  private let isInterrupted: () -> Bool
  private let name: String
  private let file: OpenFile
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private let hash = ContentHash()

  /// For each field of a line up to the last that is used, which of `ColorSignalText.columns` it gives, a bit
  /// each.
  private var fieldColumns: [UInt16] = []

  /// The numbers of `ColorSignalText.columns` in the line that is read; not a number for one that is missing.
  private var values = SIMD16<Double>(repeating: .nan)

  /// The colors of red, green and blue that had a number in the last line that was read, one bit each.
  private var presentColors = 0

  /// Opens the input and reads its header.
  /// - Parameters:
  ///   - rate: Samples in a second, for a signal without times.
  ///   - isInterrupted: Asked when a signal wakes a read; if it returns true, the lines end there.
  public init(
    _ input: RecordingInput, rate: Double? = nil, isInterrupted: @escaping () -> Bool = { false }
  ) throws(MeasurementError) {
    try self.init(input.openFile(), name: input.name, rate: rate, isInterrupted: isInterrupted)
  }

  /// Reads the header of an open file, which is closed at the end.
  init(
    _ file: consuming OpenFile, name: String, rate: Double? = nil,
    isInterrupted: @escaping () -> Bool
  ) throws(MeasurementError) {
    self.isInterrupted = isInterrupted
    self.name = name
    self.file = file
    guard let header = try nextLine() else {
      throw MeasurementError("measure", name, "it is empty")
    }
    let titles = Self.titles(of: buffer[header])
    isSimulated = titles.contains(ColorSignalText.simulated)
    var columnFields = ColorSignalText.columns.map { titles.firstIndex(of: $0) }
    if columnFields[1...3].allSatisfy({ $0 == nil }),
      let gray = titles.firstIndex(of: ColorSignalText.gray)
    {
      for color in 1...3 { columnFields[color] = gray }
    }
    var isOwn = columnFields[0] != nil && columnFields[1...3].contains { $0 != nil }
    fieldColumns = [UInt16](repeating: 0, count: (columnFields.compactMap(\.self).max() ?? -1) + 1)
    for (column, field) in columnFields.enumerated() {
      if let field { fieldColumns[field] |= 1 << UInt16(column) }
    }
    let begin = position
    position = 0
    while isOwn, buffer[begin...].count(where: { $0 == 0x0A }) < 2, !isAtEnd,
      buffer.count < Self.longestLine
    { try fill() }
    position = begin
    if isOwn, let line = try nextLine() {
      readNumbers(of: line)
      let first = values
      if let next = try nextLine() { readNumbers(of: next) }
      // Counts of a converter, and times in milliseconds or since 1970, are another program's.
      isOwn =
        !(2...125).contains(values[0] - first[0])
        && !(first[0] >= SignalForm.possibleDates.lowerBound)
        && !(1...3).contains { first[$0] > 255 }
      position = begin
    }
    guard isOwn else {
      position = 0
      let mayBeRows = (buffer.firstIndex(of: 0x0A) ?? buffer.count) > 1000
      while buffer.count < 1 << (mayBeRows ? 22 : 16), !isAtEnd { try fill() }
      if mayBeRows, isAtEnd, let columns = Self.columns(ofRows: buffer) { buffer = columns }
      let end = isAtEnd ? buffer.count : (buffer.lastIndex(of: 0x0A) ?? buffer.count)
      let form = try SignalForm(head: Array(buffer[..<end]), rate: rate, name: name)
      headerCount = form.headerCount
      clock = form.clock
      self.form = form
      return
    }
    guard rate == nil else {
      throw MeasurementError("measure", name, "a color signal has true times already")
    }
  }

  /// Returns whether the bytes are the beginning of a signal: text whose first line names the time
  /// column, or lines of numbers.
  static func isHeader(_ bytes: some Collection<UInt8>) -> Bool {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return titles(of: Array(line)[...]).contains("time_s") || SignalForm.isPlausible(bytes)
  }

  /// Returns whether a line of headings names a time, and a color or a pulse.
  package static func isHeading(_ line: some StringProtocol) -> Bool {
    SignalForm.namesSignal(line)
  }

  /// What distinguishes this signal from others, by the lines read so far.
  public var contentIdentity: String { hash.description }

  /// The notes for a person about the way it is read, one sentence each.
  var notes: [String] {
    let breaks = clock.breakCount == 1 ? "once" : "\(clock.breakCount) times"
    return (form?.notes ?? [])
      + (clock.breakCount == 0
        ? [] : ["its clock begins again \(breaks): what follows is read after a pause"])
  }

  /// Returns the next color frame; `nil` at the end.
  public mutating func next() throws(MeasurementError) -> ColorSample? {
    while let line = try nextLine() {
      if line.allSatisfy({ buffer[$0] == UInt8(ascii: " ") }) { continue }
      if let form {
        guard headerCount == 0 else {
          headerCount -= 1
          continue
        }
        lineCount += 1
        guard let (time, levels) = numbers(of: line, form) else {
          skippedLineCount += 1
          continue
        }
        if let sample = averaged(form.timeField == nil ? time : clock.time(time), levels) {
          return sample
        }
        continue
      }
      if let sample = sample(in: line) { return sample }
      skippedLineCount += 1
    }
    return averaged()
  }

  /// Returns the time and the levels in a line of another program's signal.
  private func numbers(
    of line: Range<Int>, _ form: SignalForm
  ) -> (time: Double, levels: SIMD3<Double>)? {
    buffer.withUnsafeBytes { bytes in
      var time = form.timeField == nil ? form.time(nil, count: lineCount - 1) : nil
      var levels = SIMD3<Double>(repeating: .nan)
      var (field, start) = (0, line.lowerBound)
      for end in line.lowerBound...line.upperBound
      where end == line.upperBound || bytes[end] == form.delimiter {
        let cell = Self.trimmed(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        start = end + 1
        // Blanks in a row divide once.
        if cell.isEmpty, form.delimiter == UInt8(ascii: " ") { continue }
        if field == form.timeField { time = form.time(cell, count: 0) }
        for color in 0..<3 where form.colorFields[color] == field {
          levels[color] = form.level(cell).map { form.gain * $0 + form.offset } ?? .nan
        }
        field += 1
      }
      let isWhole = (0..<3).allSatisfy { form.colorFields[$0] == nil || !levels[$0].isNaN }
      guard let time, isWhole else { return nil }
      return (time, levels)
    }
  }

  /// Returns the frame that is complete when another comes, or at the end: a sensor of 1,000 Hz has
  /// no more of a pulse than one of 60 Hz.
  private mutating func averaged(
    _ time: Double? = nil, _ levels: SIMD3<Double> = .zero
  ) -> ColorSample? {
    let last = bin
    guard let time else {
      bin = nil
      return last.map(Self.mean)
    }
    guard let last, time >= last.first, time - last.first < 1.0 / 90 else {
      bin = (1, time, time, levels)
      return last.map(Self.mean)
    }
    bin = (last.count + 1, last.time + time, last.first, last.levels + levels)
    return nil
  }

  private static func mean(
    of bin: (count: Double, time: Double, first: Double, levels: SIMD3<Double>)
  ) -> ColorSample {
    let levels = bin.levels / bin.count
    return ColorSample(time: bin.time / bin.count, red: levels.x, green: levels.y, blue: levels.z)
  }

  private mutating func sample(in line: Range<Int>) -> ColorSample? {
    readNumbers(of: line)
    var colors = 0
    for color in 1...3 where !values[color].isNaN { colors |= 1 << color }
    guard !values[0].isNaN, colors != 0, presentColors & ~colors == 0 else { return nil }
    presentColors = colors
    func known(_ value: Double) -> Double? { value.isNaN ? nil : value }
    return ColorSample(
      time: values[0], red: values[1], green: values[2], blue: values[3],
      spread: known(values[4]), clippedShare: known(values[5]), blackShare: known(values[6]),
      skinShare: known(values[7]), isKeyFrame: known(values[8]).map { $0 != 0 },
      pattern: pattern)
  }

  /// The terms of the pattern, if all are there.
  private var pattern: LightPattern? {
    guard !values[9].isNaN else { return nil }
    var terms = SIMD8<Double>.zero
    for index in 0..<LightPattern.termCount {
      guard !values[9 + index].isNaN else { return nil }
      terms[index] = values[9 + index]
    }
    return LightPattern(terms: terms)
  }

  /// Fills `values`; allocates nothing.
  private mutating func readNumbers(of line: Range<Int>) {
    var values = SIMD16<Double>(repeating: .nan)
    buffer.withUnsafeBytes { bytes in
      var rest = UnsafeRawBufferPointer(rebasing: bytes[line])
      for columns in fieldColumns {
        var (value, end) = DecimalNumber.beginning(of: rest) ?? (.nan, 0)
        if end < rest.count, rest[end] != UInt8(ascii: ",") {
          end = Self.fieldEnd(in: rest)
          let field = Self.trimmed(UnsafeRawBufferPointer(rebasing: rest[..<end]))
          value = columns == 0 ? .nan : DecimalNumber.value(of: field) ?? .nan
        }
        var left = columns
        while left != 0 {
          values[left.trailingZeroBitCount] = value
          left &= left - 1
        }
        guard end < rest.count else { break }
        rest = UnsafeRawBufferPointer(rebasing: rest[(end + 1)...])
      }
    }
    self.values = values
  }

  /// Returns the place in `buffer` of the next line without its end; `nil` at the end.
  private mutating func nextLine() throws(MeasurementError) -> Range<Int>? {
    while true {
      if let end = endOfLine {
        defer { position = end + 1 }
        return withoutReturn(position..<end)
      }
      guard !isAtEnd else {
        defer { position = buffer.count }
        return position < buffer.count ? withoutReturn(position..<buffer.count) : nil
      }
      guard buffer.count - position < Self.longestLine else {
        throw MeasurementError("measure", name, "a line is longer than \(Self.longestLine) bytes")
      }
      try fill()
    }
  }

  private var endOfLine: Int? {
    buffer.withUnsafeBytes { bytes in
      guard let rest = bytes.baseAddress.map({ $0 + position }),
        let end = memchr(rest, 0x0A, bytes.count - position)
      else { return nil }
      return position + (UnsafeRawPointer(end) - rest)
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

  private func withoutReturn(_ line: Range<Int>) -> Range<Int> {
    !line.isEmpty && buffer[line.upperBound - 1] == UInt8(ascii: "\r")
      ? line.lowerBound..<line.upperBound - 1 : line
  }

  /// Returns one line per place of some long rows of numbers, as UBFC-rPPG writes them; `nil` for any other text.
  private static func columns(ofRows text: [UInt8]) -> [UInt8]? {
    let rows = text.split(separator: 0x0A).map { line in
      line.split { " \t\r,;".utf8.contains($0) }
    }.filter { !$0.isEmpty }
    guard (2...6).contains(rows.count), rows.allSatisfy({ $0.count == rows[0].count }) else {
      return nil
    }
    return Array(
      rows[0].indices.map { place in rows.map { $0[place] }.joined(separator: [0x2C]) }
        .joined(separator: [0x0A]))
  }

  private static func titles(of header: ArraySlice<UInt8>) -> [String] {
    // A spreadsheet may have written a byte-order mark before it.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = header.starts(with: mark) ? header.dropFirst(3) : header
    return text.split(separator: 0x2C, omittingEmptySubsequences: false).map { field in
      field.withUnsafeBytes { String(validating: trimmed($0), as: UTF8.self) ?? "" }
    }
  }

  /// Returns where the first field of the rest of a line ends.
  private static func fieldEnd(in rest: UnsafeRawBufferPointer) -> Int {
    guard let start = rest.baseAddress, let comma = memchr(start, 0x2C, rest.count) else {
      return rest.count
    }
    return UnsafeRawPointer(comma) - start
  }

  /// Returns the field without spaces and quotation marks.
  private static func trimmed(_ field: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    func isBlank(_ byte: UInt8) -> Bool {
      byte == 0x20 || byte == 0x09 || byte == 0x22 || byte == 0x27 || byte == 0x0D
    }
    var (start, end) = (0, field.count)
    while start < end, isBlank(field[start]) { start += 1 }
    while start < end, isBlank(field[end - 1]) { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: field[start..<end])
  }
}
