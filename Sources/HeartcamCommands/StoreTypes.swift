import CommandLineParsing
import FoundationEssentials
import Glibc
import SampleStore

/// How types, dates and identifiers of samples are written on the command line.
enum StoreTypes {
  /// What identifiers of one kind share.
  private static let prefixes = [
    "HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKCorrelationTypeIdentifier",
  ]

  /// The known types without the prefix that they share.
  static let names = SampleType.allKnown.map { name(of: $0) }

  private static let known = Dictionary(
    zip(names, SampleType.allKnown), uniquingKeysWith: { first, _ in first })

  static func name(of type: SampleType) -> String {
    switch type {
    case .workout: return "Workout"
    case .heartbeatSeries: return "HeartbeatSeries"
    default:
      let identifier = type.identifier
      let prefix = prefixes.first(where: identifier.hasPrefix) ?? ""
      return String(identifier.dropFirst(prefix.count))
    }
  }

  /// A short name or a whole identifier, in whatever case; an unknown name is none.
  static let type = ValueReader<SampleType>(completion: .choices(names)) {
    text throws(InvalidValue) in
    if let type = known[text] ?? SampleType(knownIdentifier: text) { return type }
    if let name = names.first(where: { $0.lowercased() == text.lowercased() }) {
      return known[name] ?? .quantity(.heartRate)
    }
    for (prefix, make) in zip(prefixes, [quantity, category, correlation])
    where text.hasPrefix(prefix) && text.count > prefix.count {
      return make(text)
    }
    // The list of all names would hide what went wrong.
    let near = names.filter { $0.lowercased().contains(text.lowercased()) }.prefix(3)
    throw InvalidValue(
      "must be a type such as HeartRate, StepCount or SleepAnalysis"
        + (near.isEmpty || text.isEmpty ? "" : "; did you mean \(near.joined(separator: ", "))?"))
  }

  /// The unit in which a person reads a type: rates by the minute.
  static func readableUnit(of type: QuantityType) -> QuantityUnit {
    type.canonicalUnit == .countPerSecond ? .countPerMinute : type.canonicalUnit
  }

  static let unit = ValueReader<QuantityUnit> { text throws(InvalidValue) in
    do {
      return try QuantityUnit(text)
    } catch {
      throw InvalidValue("must be a unit such as count/min: \(error)")
    }
  }

  private static func quantity(_ identifier: String) -> SampleType {
    .quantity(
      QuantityType(
        identifier: identifier, canonicalUnit: .count, aggregationStyle: .discreteArithmetic))
  }

  private static func category(_ identifier: String) -> SampleType {
    .category(CategoryType(identifier: identifier))
  }

  private static func correlation(_ identifier: String) -> SampleType {
    .correlation(CorrelationType(identifier: identifier))
  }

  static let identifier = ValueReader<UUID> { text throws(InvalidValue) in
    guard let id = UUID(uuidString: text) else {
      throw InvalidValue("must be an identifier as 'heartcam store list --json' prints it")
    }
    return id
  }

  static let date = ValueReader<Date>(
    text: { $0.formatted(Date.ISO8601FormatStyle()) }
  ) { text throws(InvalidValue) in
    if let day = localDay(text) { return day }
    for style in [
      Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true),
    ] {
      if let date = try? style.parse(text) { return date }
    }
    throw InvalidValue("must be a day like 2026-01-31 or a time like 2026-01-31T09:00:00Z")
  }

  /// Midnight of a day in this machine's time zone.
  static func localDay(_ text: String) -> Date? {
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
