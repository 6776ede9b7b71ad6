import CommandEnvironment
package import CommandLineParsing
package import FoundationEssentials
import Glibc
import Measurement
package import SampleStore

/// How types, dates and identifiers of samples are written on the command line.
package enum StoreTypes {
  /// What identifiers of one kind share.
  private static let prefixes = [
    "HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKCorrelationTypeIdentifier",
  ]

  /// The known types without the prefix that they share.
  package static let names = SampleType.allKnown.map { name(of: $0) }

  private static let known = Dictionary(
    zip(names, SampleType.allKnown), uniquingKeysWith: { first, _ in first })

  package static func name(of type: SampleType) -> String {
    switch type {
    case .workout: return "Workout"
    case .heartbeatSeries: return "HeartbeatSeries"
    case .record(let type): return type.shortName
    default:
      let identifier = type.identifier
      let prefix = prefixes.first(where: identifier.hasPrefix) ?? ""
      return String(identifier.dropFirst(prefix.count))
    }
  }

  /// The short name of an identifier as a file writes it.
  package static func shortName(ofIdentifier identifier: String) -> String {
    let prefix = prefixes.first(where: identifier.hasPrefix) ?? ""
    return String(identifier.dropFirst(prefix.count))
  }

  /// The quantity type of an identifier or a short name; `nil` for anything else.
  package static func quantityType(_ name: String) -> QuantityType? {
    guard case .quantity(let type) = known[name] ?? SampleType(knownIdentifier: name) else {
      return nil
    }
    return type
  }

  /// Reads a short name or a whole identifier, in any case. An unknown name is refused.
  package static let type = ValueReader<SampleType>(completion: .choices(names)) {
    text throws(InvalidValue) in
    if let type = known[text] ?? SampleType(knownIdentifier: text) { return type }
    // What does not change about the person, for permissions.
    let characteristic = PersonProfile.Key.allCases.first {
      $0.rawValue == text || $0.rawValue == "HKCharacteristicTypeIdentifier" + text
    }
    if let characteristic { return characteristic.permission }
    let sessionAverage = HeartRateLog.sessionAverage
    if text.lowercased() == sessionAverage.identifier.lowercased() {
      return .quantity(sessionAverage)
    }
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

  package static let unit = ValueReader<QuantityUnit> { text throws(InvalidValue) in
    do {
      // As people say it; HealthKit has no such unit.
      return text.lowercased() == "bpm" ? .countPerMinute : try QuantityUnit(text)
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

  /// A sample's identifier, or the end of one.
  package enum Identifier: Sendable {
    case whole(UUID)

    /// The last bytes.
    case short([UInt8])

    /// The digits of the short form.
    package static let digits = 8

    /// As `list` prints it.
    package static func short(_ id: UUID) -> String { id.uuidString.suffix(digits).lowercased() }

    /// Returns the one sample that is meant. Prints a message and returns `nil` if no sample or several fit.
    package func resolved(in store: HealthStore) throws(StoreError) -> UUID? {
      switch self {
      case .whole(let id): return id
      case .short(let bytes):
        let found = try store.identifiers(endingWith: bytes)
        if found.count == 1 { return found[0] }
        let text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        report(
          found.isEmpty
            ? "there is no sample whose identifier ends with \(text) in \(store.location)"
            : "several samples end with \(text): name it whole, as 'heartcam store list --json' does"
        )
        return nil
      }
    }
  }

  package static let identifier = ValueReader<Identifier> { text throws(InvalidValue) in
    if let id = UUID(uuidString: text) { return .whole(id) }
    let digits = text.compactMap(\.hexDigitValue)
    guard digits.count == text.count, digits.count >= Identifier.digits, digits.count <= 12,
      digits.count.isMultiple(of: 2)
    else {
      throw InvalidValue("must be an identifier as 'heartcam store list' prints it")
    }
    return .short(
      stride(from: 0, to: digits.count, by: 2).map { UInt8(16 * digits[$0] + digits[$0 + 1]) })
  }

  package static let date = ValueReader<Date>(
    text: { $0.formatted(Date.ISO8601FormatStyle()) }
  ) { text throws(InvalidValue) in
    if let day = localDay(text) ?? localTime(text) ?? relative(text, to: Date()) { return day }
    for style in [
      Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true),
    ] {
      if let date = try? style.parse(text) { return date }
    }
    throw InvalidValue(
      "must be a day like 2026-01-31, a time of this machine's zone like 2026-01-31T09:00, a time like "
        + "2026-01-31T09:00:00Z, now, today, yesterday, or -7d, -12h and the like")
  }

  /// A day and a time of day without an offset, in this machine's time zone. Of a time that comes
  /// twice it is the first; a time that a change of the clock leaves out is as much later.
  package static func localTime(_ text: String) -> Date? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
    guard parts.count == 2, localDay(String(parts[0])) != nil else { return nil }
    let date = parts[0].split(separator: "-").compactMap { Int32($0) }
    let clock = parts[1].split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(clock.count), clock.allSatisfy({ $0.count == 2 }),
      let hour = Int32(clock[0]), let minute = Int32(clock[1]),
      let second = clock.count == 3 ? Int32(clock[2]) : 0, (0..<24).contains(hour),
      (0..<60).contains(minute), (0..<60).contains(second)
    else { return nil }
    func moment(_ isSummer: Int32) -> (date: Date, isShown: Bool) {
      var time = tm()
      (time.tm_year, time.tm_mon, time.tm_mday) = (date[0] - 1900, date[1] - 1, date[2])
      (time.tm_hour, time.tm_min, time.tm_sec) = (hour, minute, second)
      time.tm_isdst = isSummer
      let seconds = mktime(&time)
      let isShown = time.tm_hour == hour && time.tm_min == minute && time.tm_mday == date[2]
      return (Date(timeIntervalSince1970: Double(seconds)), isShown)
    }
    for isSummer: Int32 in [1, 0] {
      let found = moment(isSummer)
      if found.isShown { return found.date }
    }
    return moment(0).date
  }

  /// `now`, `today` and `yesterday` for their first moment, and `-7d`, `-12h`, `-30min`, `-2w` for so
  /// long before now.
  package static func relative(_ text: String, to now: Date) -> Date? {
    switch text {
    case "now": return now
    case "today": return startOfDay(now, daysBefore: 0)
    case "yesterday": return startOfDay(now, daysBefore: 1)
    default: break
    }
    guard text.hasPrefix("-") else { return nil }
    let digits = text.dropFirst().prefix { $0.isASCII && $0.isNumber }
    guard let count = Double(digits), count < 1e6 else { return nil }
    switch text.dropFirst(1 + digits.count) {
    case "min": return now - 60 * count
    case "h": return now - 3600 * count
    case "d": return now - 86_400 * count
    case "w": return now - 7 * 86_400 * count
    default: return nil
    }
  }

  private static func startOfDay(_ now: Date, daysBefore days: Int32) -> Date? {
    var moment = time_t(now.timeIntervalSince1970.rounded(.down))
    var time = tm()
    guard localtime_r(&moment, &time) != nil else { return nil }
    (time.tm_hour, time.tm_min, time.tm_sec, time.tm_isdst) = (0, 0, 0, -1)
    time.tm_mday -= days
    return Date(timeIntervalSince1970: Double(mktime(&time)))
  }

  /// Midnight of a day in this machine's time zone.
  package static func localDay(_ text: String) -> Date? {
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

extension Authorization.Status {
  /// The word for it in JSON and tables.
  package var word: String {
    switch self {
    case .notDetermined: "not_determined"
    case .denied: "denied"
    case .authorized: "authorized"
    }
  }
}
