internal import Foundation
internal import SampleStore

/// A key path of a predicate's text, and the conditions that it can make.
struct PredicateKey {
  private let path: String

  init(_ path: String) {
    self.path = path
  }

  /// The correct form of a comparison that cannot be made.
  struct Mismatch: Error {
    let sentence: String
  }

  /// Returns the predicate of a factory; a query with one that cannot be made says why.
  func predicate(_ sign: PredicateSign, _ value: PredicateValue?) -> NSPredicate {
    do throws(Mismatch) {
      guard let value else { throw Mismatch(sentence: "a value that a store can compare") }
      return SampleCondition(try condition(sign, value))
    } catch {
      return SampleCondition(.invalid("a predicate needs \(error.sentence)"))
    }
  }

  func condition(
    _ sign: PredicateSign, _ value: PredicateValue
  ) throws(Mismatch) -> SamplePredicate {
    switch (sign, value) {
    case (.isIn, .list(let values)):
      var parts: [SamplePredicate] = []
      var ids: Set<UUID> = []
      for value in values {
        let part = try condition(.equal, value)
        // One condition, however many identifiers there are.
        if case .ids(let some) = part { ids.formUnion(some) } else { parts.append(part) }
      }
      if !ids.isEmpty { parts.append(.ids(ids)) }
      return parts.count == 1 ? parts[0] : .any(parts)
    case (.between, .list(let values)) where values.count == 2:
      return .all([
        try condition(.greaterOrEqual, values[0]), try condition(.lessOrEqual, values[1]),
      ])
    case (.contains, .text(let text)):
      guard let key = metadataKey else { break }
      return .metadataContains(key: key, text)
    case (.compare(let comparison), _): return try condition(comparison, value)
    default: break
    }
    throw Mismatch(
      sentence: "a list after IN, a list of two after BETWEEN, a text after metadata.KEY CONTAINS")
  }

  private var metadataKey: String? {
    path.hasPrefix("metadata.") ? String(path.dropFirst("metadata.".count)) : nil
  }

  private func condition(
    _ comparison: Comparison, _ value: PredicateValue
  ) throws(Mismatch) -> SamplePredicate {
    if let key = metadataKey { return try metadata(key, comparison, value) }
    switch path {
    case HKPredicateKeyPathStartDate: return .start(comparison, try date(value))
    case HKPredicateKeyPathEndDate: return .end(comparison, try date(value))
    case HKPredicateKeyPathUUID:
      guard case .id(let id) = value else { throw wants("a UUID") }
      return try same(comparison, .ids([id]))
    case HKPredicateKeyPathSource:
      guard case .source(let source) = value else { throw wants("an HKSource") }
      return try same(comparison, .sources([source.bundleIdentifier]))
    case "source.bundleIdentifier":
      return try same(comparison, .sources([try text(value)]))
    case HKPredicateKeyPathSourceRevision:
      guard case .revision(let revision) = value else { throw wants("an HKSourceRevision") }
      return try same(comparison, .revision(revision.revision))
    case HKPredicateKeyPathDevice:
      guard case .device(let device) = value else { throw wants("an HKDevice") }
      return try same(comparison, .devices([device.device]))
    case HKPredicateKeyPathQuantity: return .quantity(comparison, try quantity(value))
    case HKPredicateKeyPathCategoryValue:
      guard let number = Int(exactly: try number(value)) else { throw wants("a whole number") }
      return .category(comparison, number)
    case HKPredicateKeyPathWorkoutType:
      guard let number = Int(exactly: try number(value)) else { throw wants("a whole number") }
      return try same(comparison, .workoutActivity(WorkoutActivityType(rawValue: number)))
    case HKPredicateKeyPathWorkoutDuration:
      return .workoutDuration(comparison, try number(value))
    case HKPredicateKeyPathWorkoutTotalEnergyBurned:
      return .workoutTotal(.activeEnergyBurned, comparison, try quantity(value))
    case HKPredicateKeyPathWorkoutTotalDistance:
      // The type may be any of these.
      let (types, way) = (QuantityType.allKnown.filter(\.isDistance), try quantity(value))
      return .any(types.map { .workoutTotal($0, comparison, way) })
    case HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount:
      return .workoutTotal(
        HKQuantityType(.swimmingStrokeCount).quantityType, comparison, try quantity(value))
    case HKPredicateKeyPathWorkoutTotalFlightsClimbed:
      return .workoutTotal(
        HKQuantityType(.flightsClimbed).quantityType, comparison, try quantity(value))
    case HKPredicateKeyPathWorkout:
      guard case .workout(let workout) = value else { throw wants("an HKWorkout") }
      return try same(comparison, .ofWorkout(workout.uuid))
    case HKPredicateKeyPathCorrelation:
      guard case .null = value else { throw wants("NULL") }
      return try same(comparison, .not(.isInCorrelation))
    case HKPredicateKeyPathDateComponents:
      guard case .day(let components) = value, let start = Self.summaryStart(components) else {
        throw wants("date components with a calendar, a year, a month and a day")
      }
      return .start(comparison, start)
    case HKPredicateKeyPathECGClassification:
      return .field(.classification, comparison, try number(value))
    case HKPredicateKeyPathECGSymptomsStatus:
      return .field(.symptoms, comparison, try number(value))
    case HKPredicateKeyPathAverageHeartRate:
      if case .number(let number) = value { return .field(.averageHeartRate, comparison, number) }
      guard let rate = try? quantity(value).value(in: .countPerMinute) else {
        throw wants("a heart rate")
      }
      return .field(.averageHeartRate, comparison, rate)
    case HKPredicateKeyPathClinicalRecordFHIRResourceType:
      return .fieldText(.resourceType, comparison, try text(value))
    case HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier:
      return .fieldText(.resourceIdentifier, comparison, try text(value))
    case HKPredicateKeyPathStatus: return .field(.status, comparison, try number(value))
    default:
      if let property = Self.deviceProperties.first(where: { "device.\($0.path)" == path })?
        .property
      {
        if case .null = value { return try same(comparison, .device(property, among: [])) }
        return try same(comparison, .device(property, among: [try text(value)]))
      }
      throw Mismatch(
        sentence: "a key path that the store can compare, such as startDate, endDate, quantity, "
          + "value, UUID, source, device.name, metadata.KEY, workoutType or duration")
    }
  }

  /// The properties of a device by HealthKit's keys and by their places in key paths.
  static let deviceProperties:
    [(key: String, path: String, property: SamplePredicate.DeviceProperty)] = [
      (HKDevicePropertyKeyName, "name", .name),
      (HKDevicePropertyKeyManufacturer, "manufacturer", .manufacturer),
      (HKDevicePropertyKeyModel, "model", .model),
      (HKDevicePropertyKeyHardwareVersion, "hardwareVersion", .hardwareVersion),
      (HKDevicePropertyKeyFirmwareVersion, "firmwareVersion", .firmwareVersion),
      (HKDevicePropertyKeySoftwareVersion, "softwareVersion", .softwareVersion),
      (HKDevicePropertyKeyLocalIdentifier, "localIdentifier", .localIdentifier),
      (HKDevicePropertyKeyUDIDeviceIdentifier, "UDIDeviceIdentifier", .udiDeviceIdentifier),
    ]

  /// Returns the start of the day of a summary. Summaries are kept by days of the Gregorian calendar.
  private static func summaryStart(_ components: DateComponents) -> Date? {
    guard var calendar = components.calendar else { return nil }
    var day = components
    if calendar.identifier != .gregorian {
      calendar.timeZone = .gmt
      var gregorian = Calendar(identifier: .gregorian)
      gregorian.timeZone = .gmt
      (day.calendar, day.timeZone) = (nil, nil)
      guard let date = calendar.date(from: day) else { return nil }
      day = gregorian.dateComponents([.year, .month, .day], from: date)
    }
    guard let year = day.year, let month = day.month, let number = day.day else { return nil }
    return ActivitySummary(year: year, month: month, day: number, values: [:])?.start
  }

  /// Returns the predicate on metadata. As in Foundation, a missing value is unequal to every value.
  private func metadata(
    _ key: String, _ comparison: Comparison, _ value: PredicateValue
  ) throws(Mismatch) -> SamplePredicate {
    if case .null = value { return try same(comparison, .not(.hasMetadata(key: key))) }
    if comparison == .notEqual { return .not(try metadata(key, .equal, value)) }
    func compared(_ value: MetadataValue) -> SamplePredicate {
      .metadata(key: key, comparison, value)
    }
    switch value {
    case .number(let number):
      // A Bool is the number 0 or 1.
      let flags = [false, true].filter { comparison.holds($0 ? 1 : 0, number) }
      return .any(
        [compared(.number(number))] + flags.map { .metadata(key: key, .equal, .bool($0)) })
    case .bool(let bool): return try metadata(key, comparison, .number(bool ? 1 : 0))
    case .text(let text): return compared(.string(text))
    case .date(let date): return compared(.date(date))
    case .quantity(let quantity): return compared(.quantity(quantity))
    default: throw wants("a text, a number, a date, a quantity, YES, NO or NULL")
    }
  }

  private func same(
    _ comparison: Comparison, _ predicate: SamplePredicate
  ) throws(Mismatch) -> SamplePredicate {
    switch comparison {
    case .equal: return predicate
    case .notEqual: return .not(predicate)
    default: throw Mismatch(sentence: "=, != or IN after \(path)")
    }
  }

  private func date(_ value: PredicateValue) throws(Mismatch) -> Date {
    guard case .date(let date) = value else { throw wants("a date") }
    return date
  }

  private func number(_ value: PredicateValue) throws(Mismatch) -> Double {
    guard case .number(let number) = value else { throw wants("a number") }
    return number
  }

  private func text(_ value: PredicateValue) throws(Mismatch) -> String {
    guard case .text(let text) = value else { throw wants("a text") }
    return text
  }

  private func quantity(_ value: PredicateValue) throws(Mismatch) -> Quantity {
    guard case .quantity(let quantity) = value else { throw wants("an HKQuantity") }
    return quantity
  }

  private func wants(_ what: String) -> Mismatch { Mismatch(sentence: "\(what) beside \(path)") }
}
