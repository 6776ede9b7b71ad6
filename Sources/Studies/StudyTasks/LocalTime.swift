import FoundationEssentials
import Glibc

/// Dates as ResearchKit writes them, in this machine's time zone.
enum LocalTime {
  /// `2026-01-31T09:00:00+0100`: whole seconds, rounded down.
  static func text(_ date: Date) -> String {
    let time = parts(date)
    let offset = time.tm_gmtoff / 60
    return day(time) + "T"
      + [time.tm_hour, time.tm_min, time.tm_sec].map(two).joined(separator: ":")
      + (offset < 0 ? "-" : "+") + two(Int32(abs(offset) / 60)) + two(Int32(abs(offset) % 60))
  }

  /// `20260131090000`, for names of files.
  static func compact(_ date: Date) -> String {
    let time = parts(date)
    return day(time).filter { $0 != "-" }
      + [time.tm_hour, time.tm_min, time.tm_sec].map(two).joined()
  }

  /// Seconds by which local time is ahead of UTC at a date.
  static func secondsFromGMT(at date: Date) -> Int { parts(date).tm_gmtoff }

  /// A typed day, `2026-01-31`, or a day with a time, `2026-01-31 09:00`.
  static func date(of text: String, hasTime: Bool) -> Answer? {
    let words = text.split { $0 == " " || $0 == "T" }
    guard let word = words.first, words.count == (hasTime ? 2 : 1) else { return nil }
    let numbers = word.split(separator: "-").map { Int32($0) }
    guard numbers.count == 3, let year = numbers[0], let month = numbers[1], let day = numbers[2],
      (1800...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday, time.tm_isdst) = (year - 1900, month - 1, day, -1)
    if hasTime {
      guard let (hour, minute) = clock(of: words[1]), hour < 24 else { return nil }
      (time.tm_hour, time.tm_min) = (Int32(hour), Int32(minute))
    }
    let seconds = mktime(&time)
    // A 31st of February has become a day of March.
    guard time.tm_mday == day else { return nil }
    return .date(Date(timeIntervalSince1970: Double(seconds)), secondsFromGMT: time.tm_gmtoff)
  }

  /// Two numbers with a colon between them, the second below 60.
  static func clock(of text: some StringProtocol) -> (Int, Int)? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = Int(parts[0]), let second = Int(parts[1]),
      (0..<100_000).contains(first), (0..<60).contains(second)
    else { return nil }
    return (first, second)
  }

  private static func parts(_ date: Date) -> tm {
    // A damaged file may hold any number: such a time is that of 1970.
    let given = date.timeIntervalSince1970.rounded(.down)
    var seconds = abs(given) < 1e11 ? time_t(given) : 0
    var time = tm()
    localtime_r(&seconds, &time)
    return time
  }

  private static func day(_ time: tm) -> String {
    "\(time.tm_year + 1900)-\(two(time.tm_mon + 1))-\(two(time.tm_mday))"
  }

  private static func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + "\(number)" }
}
