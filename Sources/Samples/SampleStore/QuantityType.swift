/// The measure of a sample, with its name in HealthKit.
///
/// Two types are equal if their identifiers are. Canonical units and aggregation follow the
/// comments of HealthKit's header.
public struct QuantityType: Hashable, Sendable {
  /// `HKQuantityTypeIdentifierHeartRate`, or a name that a program chose.
  public let identifier: String

  /// The unit in which the store compares and sums.
  public let canonicalUnit: QuantityUnit

  /// The way in which samples of the type are combined.
  public let aggregationStyle: AggregationStyle

  /// Makes a type that HealthKit does not have. A store keeps the unit in which it first saved
  /// samples of the identifier.
  public init(
    identifier: String, canonicalUnit: QuantityUnit, aggregationStyle: AggregationStyle
  ) {
    self.identifier = identifier
    self.canonicalUnit = canonicalUnit
    self.aggregationStyle = aggregationStyle
  }

  /// Creates the known type of an identifier; `nil` for any other.
  public init?(knownIdentifier identifier: String) {
    guard let type = Self.known[identifier] else { return nil }
    self = type
  }

  /// Returns whether the identifiers are the same.
  public static func == (a: Self, b: Self) -> Bool { a.identifier == b.identifier }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
  }
}

/// The types that this project names; `allKnown` has the rest.
extension QuantityType {
  /// Beats over time, at any moment of the day.
  public static let heartRate = named("HeartRate")

  /// The heart rate at rest, awake.
  public static let restingHeartRate = named("RestingHeartRate")

  /// The mean heart rate while walking.
  public static let walkingHeartRateAverage = named("WalkingHeartRateAverage")

  /// The fall of the heart rate within a minute after exercise.
  public static let heartRateRecoveryOneMinute = named("HeartRateRecoveryOneMinute")

  /// The standard deviation of normal interbeat intervals.
  public static let heartRateVariabilitySDNN = named("HeartRateVariabilitySDNN")

  /// The root mean square of successive differences of interbeat intervals.
  public static let heartRateVariabilityRMSSD = named("HeartRateVariabilityRMSSD")

  /// Breaths over time.
  public static let respiratoryRate = named("RespiratoryRate")

  /// The share of haemoglobin that carries oxygen.
  public static let oxygenSaturation = named("OxygenSaturation")

  /// The AC amplitude of a fingertip's pulse as a share of its DC level.
  public static let peripheralPerfusionIndex = named("PeripheralPerfusionIndex")

  /// The highest pressure of a beat.
  public static let bloodPressureSystolic = named("BloodPressureSystolic")

  /// The lowest pressure of a beat.
  public static let bloodPressureDiastolic = named("BloodPressureDiastolic")

  /// Glucose in the blood.
  public static let bloodGlucose = named("BloodGlucose")

  /// The temperature of the body.
  public static let bodyTemperature = named("BodyTemperature")

  /// The mass of the body.
  public static let bodyMass = named("BodyMass")

  /// The length of the standing body.
  public static let height = named("Height")

  /// Steps taken.
  public static let stepCount = named("StepCount")

  /// The way covered on foot.
  public static let distanceWalkingRunning = named("DistanceWalkingRunning")

  /// The way covered on a bicycle.
  public static let distanceCycling = named("DistanceCycling")

  /// Floors climbed on stairs.
  public static let flightsClimbed = named("FlightsClimbed")

  /// Energy spent on activity.
  public static let activeEnergyBurned = named("ActiveEnergyBurned")

  /// Energy spent at rest.
  public static let basalEnergyBurned = named("BasalEnergyBurned")

  /// The sound level of the surroundings.
  public static let environmentalAudioExposure = named("EnvironmentalAudioExposure")

  /// The mean heart rate of a live session, which HealthKit does not have. It is not the type of the
  /// session's readings, or statistics would count both.
  public static let sessionHeartRate = QuantityType(
    identifier: "HeartcamSessionHeartRate", canonicalUnit: heartRate.canonicalUnit,
    aggregationStyle: .discreteArithmetic)

  /// The events that a rate of this type counts, as in "beats per minute"; `nil` if the type is no
  /// rate, or counts nothing that has a name.
  public var countedEvents: String? { Self.eventNames[self] }

  private static let eventNames: [QuantityType: String] = [
    .heartRate: "beats", .restingHeartRate: "beats", .walkingHeartRateAverage: "beats",
    .heartRateRecoveryOneMinute: "beats", .sessionHeartRate: "beats", .respiratoryRate: "breaths",
    named("CyclingCadence"): "revolutions",
  ]

  /// Whether it is a way covered, however it was covered.
  package var isDistance: Bool { identifier.hasPrefix(Self.identifierPrefix + "Distance") }

  /// Whether it is a nutrient, which a meal is made of.
  package var isNutrient: Bool { identifier.utf8.starts(with: Self.nutrientPrefix.utf8) }

  private static let nutrientPrefix = identifierPrefix + "Dietary"

  /// Every type of HealthKit's catalog.
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

/// The ways in which samples of a type are combined, numbered as in HealthKit.
public enum AggregationStyle: Int, Sendable {
  /// Summed: steps.
  case cumulative = 0

  /// Averaged with the same weight for each sample.
  case discreteArithmetic = 1

  /// Averaged by how long each sample lasts: heart rate.
  case discreteTemporallyWeighted = 2

  /// Averaged by energy: sound levels.
  case discreteEquivalentContinuousLevel = 3
}
