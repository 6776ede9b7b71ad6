public import Foundation
import Glibc

/// The offsets of a time zone from 1800 to 2500, as the system's own `zdump` prints them.
///
/// This reference reads the same zone data as the code under test. Foundation has its own data, of another year.
public struct SystemZone: Sendable {
  private let offsets: [(start: Double, seconds: Int)]

  public init(_ identifier: String) throws {
    let lines = try Self.zdump(identifier)
    var offsets: [(start: Double, seconds: Int)] = []
    for line in lines {
      let words = line.split(separator: " ")
      guard words.count > 9, words[6] == "UT",
        let offset = words.last?.split(separator: "=").last.flatMap({ Int($0) }),
        let instant = Self.instant(day: words[3], month: words[2], year: words[5], time: words[4])
      else { continue }
      if offsets.last?.seconds != offset { offsets.append((instant, offset)) }
    }
    guard !offsets.isEmpty || identifier == "UTC" else {
      throw ZoneError(description: "zdump printed no offset of \(identifier)")
    }
    self.offsets = offsets.isEmpty ? [(0, 0)] : offsets
  }

  /// Returns the offset at a date, in seconds east of Greenwich.
  public func offset(at date: Date) -> Int {
    let time = date.timeIntervalSince1970
    return (offsets.last { $0.start <= time } ?? offsets[0]).seconds
  }

  /// Returns the date whose clock time is n components after that of another date.
  ///
  /// Years, months and days follow the Gregorian calendar; hours and less are durations. Throws if clocks skip or
  /// repeat that time.
  public func date(byAdding components: DateComponents, times n: Int, to date: Date) throws -> Date
  {
    var days = DateComponents()
    days.year = components.year.map { $0 * n }
    days.month = components.month.map { $0 * n }
    days.day = ((components.day ?? 0) + 7 * (components.weekOfYear ?? 0)) * n
    let duration = Double(
      (3600 * (components.hour ?? 0) + 60 * (components.minute ?? 0) + (components.second ?? 0)) * n
    )
    guard days.year ?? days.month ?? 0 != 0 || days.day != 0 else { return date + duration }
    var calendar = Calendar(identifier: .gregorian)
    guard let greenwich = TimeZone(secondsFromGMT: 0) else {
      throw ZoneError(description: "there is no GMT")
    }
    calendar.timeZone = greenwich
    // Clock times are computed as if they were Greenwich's.
    guard let clock = calendar.date(byAdding: days, to: date + Double(offset(at: date))) else {
      throw ZoneError(description: "\(days) from \(date) is out of reach")
    }
    return try self.date(ofClock: clock) + duration
  }

  /// Returns the date at which the zone's clocks show a time, which is given as if it were Greenwich's.
  public func date(ofClock clock: Date) throws -> Date {
    let moments = Set(offsets.map(\.seconds)).map { clock - Double($0) }
      .filter { $0 + Double(offset(at: $0)) == clock }
    guard moments.count == 1 else {
      throw ZoneError(description: "clocks show \(clock) \(moments.count) times")
    }
    return moments[0]
  }

  private static func instant(
    day: Substring, month: Substring, year: Substring, time: Substring
  ) -> Double? {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let parts = time.split(separator: ":").compactMap { Int32($0) }
    guard let day = Int32(day), let year = Int32(year), parts.count == 3,
      let month = months.firstIndex(of: String(month))
    else { return nil }
    var fields = tm()
    fields.tm_year = year - 1900
    fields.tm_mon = Int32(month)
    fields.tm_mday = day
    (fields.tm_hour, fields.tm_min, fields.tm_sec) = (parts[0], parts[1], parts[2])
    return Double(timegm(&fields))
  }

  private static func zdump(_ identifier: String) throws -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/zdump")
    process.arguments = ["-v", "-c", "1800,2500", identifier]
    process.environment = ["LC_ALL": "C", "TZ": "UTC"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

public struct ZoneError: Error, CustomStringConvertible {
  public let description: String
}
