import CivilTime
import FoundationEssentials
public import SampleStore

/// Reads tables and other programs' files of records, by the table of forms and by their headings.
public struct RecordReader: SampleInput {
  private var source: any RecordSource
  private var samples: RecordSamples
  private var waiting: [Sample] = []
  private var isFinished = false

  /// The items left out or repaired so far.
  public let log: ImportLog

  /// The line of the record that was read last, counted from 1; 0 in a file without lines.
  public private(set) var line = 0

  /// A description of how the file is read.
  let reading: String

  /// The number of records at the beginning from which the style is inferred.
  private static let mostRecords = 2000

  /// Looks at the beginning of a file, and reads it from there. Throws `FormatError` if nothing in it can be
  /// understood, or its dates could mean either.
  /// - Parameters:
  ///   - head: The first bytes of the source.
  ///   - make: Makes the engine that takes bytes apart.
  init(
    _ source: any ByteSource, head: [UInt8], form: HealthForm, _ hints: ImportHints,
    by make: (any ByteSource, ImportLog) -> any RecordSource
  ) throws {
    var trial = make(PrefixedSource(head), ImportLog())
    var records: [Record] = []
    do {
      while records.count < Self.mostRecords, let record = try trial.next() {
        records.append(record)
      }
    } catch let error as FormatError where records.isEmpty && error.reason != .damaged {
      throw error
    } catch is FormatError {
      // The beginning ends in the middle of something.
    }
    log = ImportLog()
    self.source = make(source, log)
    var style = try RecordSamples.Style(records, hints, form)
    // What is missing throughout, and who else is in it, is said before anything is read.
    var first = try RecordSamples(style: style, hints, log: ImportLog())
    for record in records { _ = try first.samples(of: record) }
    style.steps = first.sums.compactMapValues(Self.step)
    samples = try RecordSamples(style: style, hints, log: log)
    namesPeople = hints.person == nil && records.contains { $0.reading.has(.person) }
    var texts: [String] = []
    for text in records.lazy.map(\.reading.description)
    where texts.count < 6 && !texts.contains(text) {
      texts.append(text)
    }
    let day = first.clock.usesDay ? ["on the day in the file's name"] : []
    reading =
      ([form.name].filter { !$0.isEmpty } + [(texts + style.words + day).joined(separator: "; ")])
      .joined(separator: ": ")
  }

  /// The shortest time between sums; `nil` if there is none, and for what only grows, which is no sum of its own time.
  private static func step(_ sums: [(start: Date, value: Double)]) -> TimeInterval? {
    let sums = sums.sorted { $0.start < $1.start }
    let pairs = zip(sums, sums.dropFirst())
    guard sums.count < 4 || pairs.contains(where: { $0.value > $1.value }) else { return nil }
    return pairs.map { $1.start.timeIntervalSince($0.start) }.filter { $0 > 0 }.min()
  }

  /// Reads all records to throw `FormatError` if they are about several people, unless one is wanted.
  static func checkPeople(in records: any RecordSource) throws {
    var records = records
    var people: Set<String> = []
    while people.count < 10, let record = try? records.next() {
      let field = record.reading.fields.first { $0.meaning == .person }
      if let person = field.flatMap({ record[$0] }) { people.insert(person) }
    }
    if people.count > 1 { throw FormatError.severalPeople(people.sorted()) }
  }

  /// Whether records name the person that they are about.
  private(set) var namesPeople = false

  /// Bytes of the file read so far.
  public var bytesRead: Int { source.bytesRead }

  /// Returns the next sample; `nil` at the end.
  public mutating func next() throws -> Sample? {
    while waiting.isEmpty {
      guard !isFinished else { return nil }
      if let record = try source.next() {
        line = record.line
        waiting = try samples.samples(of: record).reversed()
      } else {
        isFinished = true
        waiting = samples.finish().reversed()
      }
    }
    return waiting.popLast()
  }
}

extension RecordSamples.Style {
  /// Infers the style of a file from its first records. Throws `FormatError` if the order of its dates is ambiguous.
  init(_ records: [Record], _ hints: ImportHints, _ form: HealthForm) throws {
    order = hints.dateOrder ?? form.dateOrder
    if order == nil { order = try Self.order(of: records) }
    let numbers = records.flatMap { record in
      record.reading.fields.filter(\.meaning.isValue).compactMap { field in
        record[field].map { (field: field, text: $0, type: record.reading.type) }
      }
    }
    comma = Self.comma(in: numbers.map { ($0.field.meaning, $0.text) })
    isDaily =
      !records.isEmpty
      && records.allSatisfy { record in
        let times = record.reading.fields.filter { [.date, .time, .end].contains($0.meaning) }
        return times.allSatisfy { field in
          let text = record[field] ?? ""
          let isDay = form.isUTC && RecordClock.day(text, nil) != nil && Double(text) != nil
          return field.meaning == .date && (isDay || WrittenDate(text)?.second ?? -1 == 0)
        }
      }
    var values: [QuantityType: [Double]] = [:]
    for (field, text, type) in numbers where field.unit == nil {
      guard case .quantity(let type)? = field.meaning.type ?? type,
        let number = WrittenNumber.value(of: text, comma: comma)
      else { continue }
      values[type, default: []].append(number)
    }
    for (type, numbers) in values {
      // A temperature of 98.6 is in degrees Fahrenheit, if they all are.
      let doubtful = numbers.filter { !type.usualUnits(of: $0).isEmpty }
      guard let first = doubtful.first, 2 * doubtful.count > numbers.count else { continue }
      var common = Set(type.usualUnits(of: first))
      for number in doubtful { common.formIntersection(type.usualUnits(of: number)) }
      guard common.count == 1, let unit = common.first.flatMap({ try? QuantityUnit($0) }) else {
        continue
      }
      units[type.identifier] = unit
    }
  }

  private static func order(of records: [Record]) throws -> DateOrder? {
    var orders: Set<DateOrder> = []
    var doubtful: String?
    for record in records {
      for field in record.reading.fields where [.date, .time, .end].contains(field.meaning) {
        // Most dates begin with the year.
        guard let text = record[field], !text.prefix(4).allSatisfy(\.isNumber),
          let date = WrittenDate(text), date.doubtful != nil
        else { continue }
        if let order = date.shownOrder { orders.insert(order) } else { doubtful = doubtful ?? text }
      }
    }
    if orders.count > 1 {
      throw FormatError(
        .malformed, "some of its dates have the day first, and others the month")
    }
    if orders.isEmpty, let doubtful {
      throw FormatError(
        .ambiguousDates,
        "dates such as \(doubtful.prefix { $0 != " " }) may have the day or the month first")
    }
    return orders.first
  }

  private static func comma(in cells: [(FieldMeaning, String)]) -> WrittenNumber.Comma {
    for (meaning, text) in cells where text.contains(",") {
      if text.hasPrefix("[") { continue }
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      let last = parts[parts.count - 1].prefix { $0.isASCII && $0.isNumber }
      if parts.count > 2 || text.contains(".") && text.last(where: { ".,".contains($0) }) == "." {
        return .thousands
      }
      if last.count != 3 || text.contains(".") { return .decimal }
      // Steps have no fractions, and nobody weighs 78,250 kg.
      guard case .quantity(let type)? = meaning.type else { continue }
      if type.canonicalUnit == .count { return .thousands }
      let isPossible = [WrittenNumber.Comma.thousands, .decimal].map { comma in
        WrittenNumber.value(of: text, comma: comma).map {
          type.plausibility(of: type.quantity(asWritten: $0, in: nil)) == .plausible
        }
      }
      if isPossible == [false, true] { return .decimal }
    }
    return .unknown
  }

  /// In words: "the day first in dates".
  fileprivate var words: [String] {
    var words: [String] = []
    if let order { words.append("the \(order == .dayFirst ? "day" : "month") first in dates") }
    for (_, unit) in units.sorted(by: { $0.key < $1.key }) { words.append("in \(unit)") }
    return words
  }
}

/// The bytes of a text in UTF-16 as UTF-8, without its mark.
final class TranscodingSource: ByteSource {
  private let source: any ByteSource
  private let isBigEndian: Bool
  private var units: [UInt16] = []
  private var half: UInt8?
  private var ready: ArraySlice<UInt8> = []

  /// Returns the text in UTF-8 of a source that may begin with a byte-order mark, which is left out.
  static func plain(_ source: PrefixedSource) throws -> any ByteSource {
    let head = source.prefix
    func skip(_ count: Int) throws {
      var mark = [UInt8](repeating: 0, count: count)
      _ = try mark.withUnsafeMutableBytes { try source.read(into: $0) }
    }
    if head.starts(with: [0xEF, 0xBB, 0xBF]) {
      try skip(3)
      return source
    }
    guard head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) else { return source }
    try skip(2)
    return TranscodingSource(source, isBigEndian: head[0] == 0xFE)
  }

  private init(_ source: any ByteSource, isBigEndian: Bool) {
    (self.source, self.isBigEndian) = (source, isBigEndian)
  }

  var bytesRead: Int { source.bytesRead }

  func read(into memory: UnsafeMutableRawBufferPointer) throws -> Int {
    while ready.isEmpty {
      var block = [UInt8](repeating: 0, count: 1 << 14)
      let count = try block.withUnsafeMutableBytes { try source.read(into: $0) }
      if count == 0, units.isEmpty { return 0 }
      for byte in block[..<count] {
        guard let first = half else {
          half = byte
          continue
        }
        half = nil
        units.append(
          isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first))
      }
      // The first half of a pair waits for the second.
      let isOpen = count > 0 && units.last.map { UTF16.isLeadSurrogate($0) } == true
      let last = isOpen ? units.popLast() : nil
      ready = Array(String(decoding: units, as: UTF16.self).utf8)[...]
      units = last.map { [$0] } ?? []
      if count == 0, ready.isEmpty { return 0 }
    }
    let count = min(memory.count, ready.count)
    memory.copyBytes(from: ready.prefix(count))
    ready = ready.dropFirst(count)
    return count
  }
}
