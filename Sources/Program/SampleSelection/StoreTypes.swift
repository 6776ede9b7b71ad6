import CommandEnvironment
package import CommandLineParsing
package import FoundationEssentials
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
    if text.lowercased() == QuantityType.sessionHeartRate.identifier.lowercased() {
      return .quantity(.sessionHeartRate)
    }
    if let name = names.first(where: { $0.lowercased() == text.lowercased() }) {
      return known[name] ?? .quantity(.heartRate)
    }
    for (prefix, make) in zip(prefixes, [quantity, category, correlation])
    where text.hasPrefix(prefix) && text.count > prefix.count {
      return make(text)
    }
    // The list of all names would hide what went wrong.
    throw InvalidValue(
      "must be a type such as HeartRate, StepCount or SleepAnalysis"
        + (near(text).map { "; did you mean \($0.joined(separator: ", "))?" } ?? ""))
  }

  /// Up to three names that have a text in them; `nil` for none.
  package static func near(_ text: String) -> [String]? {
    let near = names.filter { $0.lowercased().contains(text.lowercased()) }.prefix(3)
    return near.isEmpty || text.isEmpty ? nil : Array(near)
  }

  package static let unit = ValueReader<QuantityUnit> { text throws(InvalidValue) in
    do {
      return try QuantityUnit(spelled: text)
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
      case .whole(let id):
        if try store.count(matching: SampleQuery(ids: [id])) == 1 { return id }
        report("there is no sample \(id) in \(store.location)")
        return nil
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

  /// A date that is read in the zone of a command.
  package static let typedDate = ValueReader<TypedDate> { text throws(InvalidValue) in
    if let date = TypedDate(text) { return date }
    throw InvalidValue(
      "must be a day like 2026-01-31, a time of this machine's zone like 2026-01-31T09:00, a time like "
        + "2026-01-31T09:00:00Z, now, today, yesterday, or -7d, -12h and the like")
  }

  /// A date in this machine's zone.
  package static let date = ValueReader<Date>(
    text: { TimeText.stamp($0, milliseconds: false) }
  ) { text throws(InvalidValue) in
    let typed = try typedDate.read(text)
    do throws(UnknownZone) { return typed.date(in: try ZoneRules.local.get()) } catch {
      throw InvalidValue("\(error)")
    }
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
