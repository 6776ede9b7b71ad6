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
  public static let heartRate = named("HeartRate")
  public static let restingHeartRate = named("RestingHeartRate")
  public static let walkingHeartRateAverage = named("WalkingHeartRateAverage")
  public static let heartRateRecoveryOneMinute = named("HeartRateRecoveryOneMinute")
  public static let heartRateVariabilitySDNN = named("HeartRateVariabilitySDNN")
  public static let heartRateVariabilityRMSSD = named("HeartRateVariabilityRMSSD")
  public static let respiratoryRate = named("RespiratoryRate")
  public static let oxygenSaturation = named("OxygenSaturation")
  public static let peripheralPerfusionIndex = named("PeripheralPerfusionIndex")
  public static let bloodPressureSystolic = named("BloodPressureSystolic")
  public static let bloodPressureDiastolic = named("BloodPressureDiastolic")
  public static let bodyTemperature = named("BodyTemperature")
  public static let bodyMass = named("BodyMass")
  public static let height = named("Height")
  public static let stepCount = named("StepCount")
  public static let distanceWalkingRunning = named("DistanceWalkingRunning")
  public static let distanceCycling = named("DistanceCycling")
  public static let flightsClimbed = named("FlightsClimbed")
  public static let activeEnergyBurned = named("ActiveEnergyBurned")
  public static let basalEnergyBurned = named("BasalEnergyBurned")
  public static let environmentalAudioExposure = named("EnvironmentalAudioExposure")

  /// Every type of HealthKit's catalogue.
  public static let allKnown: [QuantityType] = QuantityCatalogue.rows.flatMap { row in
    let unit = QuantityUnit.known(row.unit)
    return row.names.map {
      QuantityType(
        identifier: identifierPrefix + $0, canonicalUnit: unit, aggregationStyle: row.style)
    }
  }

  private static let identifierPrefix = "HKQuantityTypeIdentifier"

  private static let known = Dictionary(
    uniqueKeysWithValues: allKnown.map { ($0.identifier, $0) })

  private static func named(_ name: String) -> QuantityType {
    guard let type = known[identifierPrefix + name] else {
      preconditionFailure("\(name) is not in the catalogue")
    }
    return type
  }
}
