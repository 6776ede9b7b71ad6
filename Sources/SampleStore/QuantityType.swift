/// What a sample measures, named as HealthKit names it.
///
/// Types are equal where their identifiers are. Canonical units and aggregation follow the comments
/// of HealthKit's header.
public struct QuantityType: Hashable, Sendable {
  /// `HKQuantityTypeIdentifierHeartRate`, or a name of one's own.
  public let identifier: String

  /// The unit in which the store compares and sums.
  public let canonicalUnit: QuantityUnit

  public let aggregationStyle: AggregationStyle

  /// A type of one's own; a store keeps the unit with which it first met the identifier.
  public init(
    identifier: String, canonicalUnit: QuantityUnit, aggregationStyle: AggregationStyle
  ) {
    self.identifier = identifier
    self.canonicalUnit = canonicalUnit
    self.aggregationStyle = aggregationStyle
  }

  /// The known type of an identifier; `nil` for any other.
  public init?(knownIdentifier identifier: String) {
    guard let type = Self.known[identifier] else { return nil }
    self = type
  }

  public static func == (a: Self, b: Self) -> Bool { a.identifier == b.identifier }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
  }
}

extension QuantityType {
  public static let heartRate = named("HeartRate", .countPerSecond, .discreteTemporallyWeighted)
  public static let restingHeartRate = named("RestingHeartRate", .countPerSecond)
  public static let walkingHeartRateAverage = named("WalkingHeartRateAverage", .countPerSecond)
  public static let heartRateRecoveryOneMinute = named(
    "HeartRateRecoveryOneMinute", .countPerSecond)
  public static let heartRateVariabilitySDNN = named("HeartRateVariabilitySDNN", .millisecond)
  public static let respiratoryRate = named("RespiratoryRate", .countPerSecond)
  public static let oxygenSaturation = named("OxygenSaturation", .percent)
  public static let peripheralPerfusionIndex = named("PeripheralPerfusionIndex", .percent)
  public static let bloodPressureSystolic = named("BloodPressureSystolic", .millimeterOfMercury)
  public static let bloodPressureDiastolic = named("BloodPressureDiastolic", .millimeterOfMercury)
  public static let bodyTemperature = named("BodyTemperature", .degreeCelsius)
  public static let bodyMass = named("BodyMass", .kilogram)
  public static let height = named("Height", .meter)
  public static let stepCount = named("StepCount", .count, .cumulative)
  public static let distanceWalkingRunning = named("DistanceWalkingRunning", .meter, .cumulative)
  public static let flightsClimbed = named("FlightsClimbed", .count, .cumulative)
  public static let activeEnergyBurned = named("ActiveEnergyBurned", .kilocalorie, .cumulative)
  public static let basalEnergyBurned = named("BasalEnergyBurned", .kilocalorie, .cumulative)

  /// Every type that this version knows by name.
  public static let allKnown: [QuantityType] = [
    heartRate, restingHeartRate, walkingHeartRateAverage, heartRateRecoveryOneMinute,
    heartRateVariabilitySDNN, respiratoryRate, oxygenSaturation, peripheralPerfusionIndex,
    bloodPressureSystolic, bloodPressureDiastolic, bodyTemperature, bodyMass, height, stepCount,
    distanceWalkingRunning, flightsClimbed, activeEnergyBurned, basalEnergyBurned,
  ]

  private static let known = Dictionary(
    uniqueKeysWithValues: allKnown.map { ($0.identifier, $0) })

  private static func named(
    _ name: String, _ unit: QuantityUnit, _ style: AggregationStyle = .discreteArithmetic
  ) -> QuantityType {
    QuantityType(
      identifier: "HKQuantityTypeIdentifier\(name)", canonicalUnit: unit, aggregationStyle: style)
  }
}
