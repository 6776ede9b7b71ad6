import CommandLineParsing
import FoundationEssentials
import Glibc
import SampleStore

/// How types, dates and identifiers of samples are written on the command line.
enum StoreTypes {
  private static let prefix = "HKQuantityTypeIdentifier"

  /// The known types without the prefix that they share.
  static let names = QuantityType.allKnown.map { name(of: $0) }

  static func name(of type: QuantityType) -> String {
    type.identifier.hasPrefix(prefix)
      ? String(type.identifier.dropFirst(prefix.count)) : type.identifier
  }

  /// - Parameter name: One of `names`.
  static func type(named name: String) -> QuantityType {
    QuantityType.allKnown.first { self.name(of: $0) == name } ?? .heartRate
  }

  static let identifier = ValueReader<UUID> { text throws(InvalidValue) in
    guard let id = UUID(uuidString: text) else {
      throw InvalidValue("must be an identifier as 'heartcam store list --json' prints it")
    }
    return id
  }

  static let date = ValueReader<Date> { text throws(InvalidValue) in
    if let day = localDay(text) { return day }
    for style in [
      Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true),
    ] {
      if let date = try? style.parse(text) { return date }
    }
    throw InvalidValue("must be a day like 2026-01-31 or a time like 2026-01-31T09:00:00Z")
  }

  /// Midnight of a day in this machine's time zone.
  private static func localDay(_ text: String) -> Date? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.map(\.count) == [4, 2, 2], let year = Int32(parts[0]),
      let month = Int32(parts[1]), let day = Int32(parts[2]), (1...12).contains(month),
      (1...31).contains(day)
    else { return nil }
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (year - 1900, month - 1, day)
    time.tm_isdst = -1
    let seconds = mktime(&time)
    // A 31st of February has become a day of March.
    guard time.tm_mday == day else { return nil }
    return Date(timeIntervalSince1970: Double(seconds))
  }
}
