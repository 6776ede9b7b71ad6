import CivilTime
import FoundationEssentials
import SampleStore

/// Which of two numbers comes first in dates such as 03/04/2026.
public enum DateOrder: String, Sendable, Codable, CaseIterable {
  /// The day, as in most countries.
  case dayFirst = "day-first"

  /// The month, as in the United States.
  case monthFirst = "month-first"
}

/// How a table is written: what divides its cells, how it writes numbers, and the order of its dates.
struct CSVForm {
  /// What stands between two cells.
  var delimiter = UInt8(ascii: ",")

  /// Which number of dates in digits comes first; `nil` if it has none of which that must be known.
  var dateOrder: DateOrder?

  init() {}

  /// Reads the form of a table from its beginning: the mark that its first line has most often outside
  /// of quotation marks.
  init(head: [UInt8]) {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in head {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, byte == 0x0A || byte == 0x0D { break }
      if !isQuoted { counts[byte, default: 0] += 1 }
    }
    // A heading in words may have a comma.
    let marks = ["\t", ";", ","].map { UInt8(ascii: $0) }
    delimiter = marks.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? delimiter
    if counts[delimiter] == nil { delimiter = UInt8(ascii: ",") }
  }

  /// The number in a cell; `nil` for others, and where a comma may divide thousands.
  func number(_ cell: String) -> Double? {
    // Between semicolons a comma is a decimal one, which is why they are there.
    QuantityUnit.number(decimalComma: cell, isSure: delimiter == UInt8(ascii: ";"))
  }

  /// The moment that a cell stands for; `nil` for others.
  func date(_ cell: String, in zone: ZoneRules) -> Date? {
    if let date = TimeText.date(local: cell, in: zone) { return date }
    let iso: String?
    if let written = WrittenDate(cell) {
      iso = written.iso(dateOrder)
    } else if CivilDate(cell.prefix(10)) != nil, let clock = WrittenDate.clock(cell.dropFirst(11)) {
      iso = "\(cell.prefix(10))T\(clock)"
    } else {
      return TimeText.date(iso: cell)
    }
    return iso.flatMap { TimeText.date(local: $0, in: zone) }
  }

  /// Looks up the order of dates, as far as it can be told.
  mutating func learnOrder(of cells: [String]) throws {
    let dates = cells.compactMap(WrittenDate.init).filter { !$0.hasPoints }
    let (isDay, isMonth) = (
      dates.contains { $0.numbers.0 > 12 }, dates.contains { $0.numbers.1 > 12 }
    )
    if isDay && isMonth {
      throw FormatError(
        .malformed, "some of its dates have the day first, and others the month")
    }
    if isDay || isMonth {
      dateOrder = isDay ? .dayFirst : .monthFirst
    } else if let doubtful = dates.first(where: { $0.numbers.0 != $0.numbers.1 }) {
      throw FormatError(
        .ambiguousDates,
        "dates such as \(doubtful.day) may have the day or the month first")
    }
  }

  /// In words: "semicolons between cells, the day first in dates".
  var description: String {
    var parts: [String] = []
    if delimiter == UInt8(ascii: ";") { parts.append("semicolons between cells") }
    if delimiter == UInt8(ascii: "\t") { parts.append("tabs between cells") }
    if let dateOrder {
      parts.append("the \(dateOrder == .dayFirst ? "day" : "month") first in dates")
    }
    return parts.joined(separator: ", ")
  }
}

/// A date in digits with the year last, and a time of day behind it if there is one: `31.01.2026 9:05`,
/// `1/31/2026 9:05 PM`.
private struct WrittenDate {
  /// The first and the second number.
  let numbers: (Int, Int)

  /// Whether points stand between them, before which the day always comes first.
  let hasPoints: Bool

  /// The date as it was written.
  let day: String

  private let year: Int
  private let time: String

  init?(_ text: String) {
    let parts = text.split(maxSplits: 1) { $0 == " " || $0 == "," || $0 == "T" }
    guard let first = parts.first, let mark = first.first(where: { "./-".contains($0) }) else {
      return nil
    }
    let fields = first.split(separator: mark, omittingEmptySubsequences: false)
    guard fields.count == 3, (1...2).contains(fields[0].utf8.count),
      (1...2).contains(fields[1].utf8.count), fields[2].utf8.count == 4,
      fields.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let one = Int(fields[0]), let two = Int(fields[1]), let year = Int(fields[2])
    else { return nil }
    guard parts.count == 1 || Self.clock(parts[1]) != nil else { return nil }
    (numbers, self.year, hasPoints) = ((one, two), year, mark == ".")
    day = String(first)
    time = parts.count == 1 ? "00:00" : Self.clock(parts[1]) ?? ""
  }

  /// The date and time by ISO 8601, without an offset; `nil` if there is no such day.
  func iso(_ order: DateOrder?) -> String? {
    let isDayFirst = hasPoints || order != .monthFirst
    let date = CivilDate(
      year: year, month: isDayFirst ? numbers.1 : numbers.0,
      day: isDayFirst ? numbers.0 : numbers.1)
    return date.isReal ? "\(date.text)T\(time)" : nil
  }

  /// `9:05 PM` as `21:05`; `nil` for what is no time of day.
  static func clock(_ text: some StringProtocol) -> String? {
    var clock = Substring(text).drop { $0 == " " }
    while clock.last == " " { clock.removeLast() }
    let half = clock.suffix(2).uppercased()
    let isHalf = half == "AM" || half == "PM"
    if isHalf { clock = clock.dropLast(2) }
    while clock.last?.isWhitespace == true { clock.removeLast() }
    var fields = clock.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard (2...3).contains(fields.count), var hour = Int(fields[0]),
      (1...2).contains(fields[0].count),
      (0...23).contains(hour), !isHalf || (1...12).contains(hour)
    else { return nil }
    if isHalf { hour = hour % 12 + (half == "PM" ? 12 : 0) }
    fields[0] = hour < 10 ? "0\(hour)" : "\(hour)"
    let joined = fields.joined(separator: ":")
    return TimeText.date(iso: "2000-01-01T\(joined)") == nil ? nil : joined
  }
}
