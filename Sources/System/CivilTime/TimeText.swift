package import FoundationEssentials

/// Dates and times as files and people write them, to the last bit of a `Date`.
package enum TimeText {
  /// Seconds from 1970 to 2001, where `Date` counts from.
  private static let reference = 978_307_200

  /// `2026-01-31T09:00:00Z`, with as many digits of a second as it takes to read the same date
  /// again; `nil` for a year that is not of four digits.
  package static func iso(_ date: Date) -> String? {
    guard let (whole, fraction) = parts(date), let text = text(whole, between: "T") else {
      return nil
    }
    return text + fraction + "Z"
  }

  /// `2026-01-31 09:00:00 +0000`, the second that contains the moment.
  package static func apple(_ date: Date) -> String? {
    guard let (whole, _) = parts(date), let text = text(whole, between: " ") else { return nil }
    return text + " +0000"
  }

  /// `2026-01-31T09:00:00.125Z`, or without milliseconds, with finer digits cut off; of a date
  /// beyond years of four digits, the nearest that has them.
  package static func stamp(_ date: Date, milliseconds: Bool = true) -> String {
    let moment = CivilMoment(date, in: .utc)
    guard milliseconds else { return "\(moment.day)T\(moment.clock)Z" }
    let time = date.timeIntervalSinceReferenceDate
    let count = time.isFinite ? Int((time - time.rounded(.down)) * 1000) : 0
    return "\(moment.day)T\(moment.clock).\(String(1000 + count).dropFirst())Z"
  }

  /// Returns the whole seconds since 1970 and the remainder, as `.25` or nothing.
  private static func parts(_ date: Date) -> (Int, String)? {
    let time = date.timeIntervalSinceReferenceDate
    guard abs(time) < 1e12 else { return nil }
    let whole = time.rounded(.down)
    guard time != whole else { return (Int(whole) + reference, "") }
    for digits in [3, 6, 9, 12, 15, 18] {
      let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
      let count = ((time - whole) * scale).rounded()
      guard count < scale else { continue }
      let text = String(UInt64(count))
      let padded = String(repeating: "0", count: digits - text.count) + text
      if whole + (Double("0." + padded) ?? 0) == time {
        return (Int(whole) + reference, "." + padded)
      }
    }
    // Too close below a whole second to be distinguished by digits.
    return (Int(time.rounded()) + reference, "")
  }

  private static func text(_ seconds: Int, between: String) -> String? {
    let moment = CivilMoment(time: seconds, offset: 0)
    guard (0...9999).contains(moment.date.year) else { return nil }
    return moment.day + between + moment.clock
  }

  /// Reads an ISO 8601 date or time: a year, a month or a day alone are its start in UTC, as is a
  /// time without an offset; `nil` if the text is neither.
  @inlinable package static func date(iso text: some StringProtocol) -> Date? {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBytes { date($0) }
  }

  /// Reads what Apple's exports write, `2021-12-11 18:04:48 -0700`, and ISO 8601 too.
  package static func date(_ bytes: UnsafeRawBufferPointer) -> Date? {
    var reader = DigitReader(bytes)
    guard let year = reader.number(4) else { return nil }
    var (month, day) = (1, 1)
    if reader.take("-") {
      guard let number = reader.number(2), (1...12).contains(number) else { return nil }
      month = number
      if reader.take("-") {
        guard let number = reader.number(2),
          (1...CivilDate.length(ofMonth: month, in: year)).contains(number)
        else { return nil }
        day = number
      }
    }
    var seconds = CivilDate(year: year, month: month, day: day).dayNumber * 86_400
    guard !reader.isAtEnd else { return moment(seconds, 0) }
    guard reader.take("T") || reader.take("t") || reader.take(" "), let hour = reader.number(2),
      hour <= 24, reader.take(":"), let minute = reader.number(2), minute < 60
    else { return nil }
    var (second, fraction) = (0, 0.0)
    if reader.take(":") {
      guard let number = reader.number(2), number <= 60 else { return nil }
      second = number
      if reader.take(".") || reader.take(",") {
        guard let number = reader.fraction() else { return nil }
        fraction = number
      }
    }
    guard hour < 24 || (minute == 0 && second == 0) else { return nil }
    seconds += hour * 3600 + minute * 60 + second
    _ = reader.take(" ")
    guard !reader.isAtEnd, !reader.take("Z"), !reader.take("z") else {
      return reader.isAtEnd ? moment(seconds, fraction) : nil
    }
    let isWest = reader.take("-")
    guard isWest || reader.take("+"), let hours = reader.number(2), hours <= 18 else { return nil }
    _ = reader.take(":")
    guard let minutes = reader.isAtEnd ? 0 : reader.number(2), minutes < 60, reader.isAtEnd else {
      return nil
    }
    return moment(seconds - (isWest ? -1 : 1) * (hours * 3600 + minutes * 60), fraction)
  }

  /// Returns the day, month or year of a zone that a date without a time means, from its first
  /// moment to the first of the next; `nil` for any other text.
  package static func span(of text: some StringProtocol, in zone: ZoneRules) -> Range<Date>? {
    guard [4, 7, 10].contains(text.utf8.count),
      let first = CivilDate(text + "-01-01".dropFirst(text.utf8.count - 4))
    else { return nil }
    let next =
      switch text.utf8.count {
      case 4: CivilDate(year: first.year + 1, month: 1, day: 1)
      case 7: first.adding(months: 1)
      default: CivilDate(day: first.dayNumber + 1)
      }
    let (start, end) = (zone.date(first), zone.date(next))
    // Clocks of a zone may leave out a whole day.
    return start < end ? start..<end : nil
  }

  /// Returns a date, or a date and a time without an offset, as clocks of a zone show it; `nil` for any other
  /// text. For a time that comes twice it is the first; a time that clocks leave out is as much later.
  package static func date(local text: some StringProtocol, in zone: ZoneRules) -> Date? {
    if let span = span(of: text, in: zone) { return span.lowerBound }
    // Read as UTC first, which shows whether it can be read at all.
    let hasOffset = text.dropFirst(10).contains { "Zz+-".contains($0) }
    guard !hasOffset, text.utf8.count > 10, let date = date(iso: text) else { return nil }
    let whole = date.timeIntervalSince1970.rounded(.down)
    let fraction = date.timeIntervalSince1970 - whole
    return Date(timeIntervalSince1970: Double(zone.time(ofLocal: Int(whole))) + fraction)
  }

  static func moment(_ seconds: Int, _ fraction: Double) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(seconds - reference) + fraction)
  }
}

/// Reads digits and marks from the front of bytes.
struct DigitReader {
  private let bytes: UnsafeRawBufferPointer
  private var at = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { at == bytes.count }

  mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard at < bytes.count, bytes[at] == UInt8(ascii: mark) else { return false }
    at += 1
    return true
  }

  /// Returns a number of exactly n digits.
  mutating func number(_ digits: Int) -> Int? {
    guard at + digits <= bytes.count else { return nil }
    var number = 0
    for index in at..<at + digits {
      let digit = Int(bytes[index]) - 48
      guard (0...9).contains(digit) else { return nil }
      number = number * 10 + digit
    }
    at += digits
    return number
  }

  /// Returns the digits after a point, as a fraction of one.
  mutating func fraction() -> Double? {
    let first = at
    while at < bytes.count, (48...57).contains(bytes[at]) { at += 1 }
    guard at > first, at - first <= 40 else { return nil }
    return Double("0." + String(decoding: bytes[first..<at], as: UTF8.self))
  }
}
