/// The names of types as people read and type them: one table for commands, their completions, the page, task
/// files and the headings of other programs' tables.
extension SampleType {
  /// The identifier without the common part of its kind: "HeartRate", "SleepAnalysis", "Workout".
  public var shortName: String {
    switch self {
    case .workout: "Workout"
    case .heartbeatSeries: "HeartbeatSeries"
    case .record(let type): type.shortName
    default: Self.shortName(ofIdentifier: identifier)
    }
  }

  /// Returns the short name of an identifier as a file writes it.
  package static func shortName(ofIdentifier identifier: String) -> String {
    let prefix = TypeNames.prefixes.first(where: identifier.hasPrefix) ?? ""
    return String(identifier.dropFirst(prefix.count))
  }

  /// The name in words: "Heart rate", "Weight", "Walking asymmetry".
  package var readableName: String { Self.readableName(ofShort: shortName) }

  /// Returns a short name in words, also one that is not in the catalog.
  package static func readableName(ofShort short: String) -> String {
    if let name = TypeNames.words[short] { return name }
    var parts = ReadableName.words(of: short)
    if parts.count > 1, ["Apple", "Dietary", "Heartcam"].contains(parts[0]) { parts.removeFirst() }
    if parts.count > 1, parts.last == "Percentage" { parts.removeLast() }
    return parts.isEmpty ? short : ReadableName.sentence(parts)
  }

  /// Other names that people type for it, the most usual first: "hr", "pulse". Empty for most types.
  package var aliases: [String] { TypeNames.aliases[shortName] ?? [] }

  /// The catalog, and the type of our own that HealthKit does not have.
  package static let allNamed = allKnown + [.quantity(.sessionHeartRate)]

  /// Creates the type that a name means: an identifier, a short name, a name in words or an alias,
  /// in any case, with or without hyphens and spaces. `nil` for any other text.
  public init?(named text: String) {
    let key = TypeNames.key(of: text)
    guard let type = TypeNames.own[key] ?? TypeNames.others[key] else { return nil }
    self = type
  }

  /// Every name that can be typed: short names, then aliases.
  package static let typedNames =
    allNamed.map(\.shortName) + allNamed.flatMap(\.aliases)
}

/// The table behind the names of types.
enum TypeNames {
  /// The common beginning of identifiers of one kind.
  static let prefixes = [
    "HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKCorrelationTypeIdentifier",
  ]

  /// Names in words where the short name's own would not do.
  static let words = [
    "HeartRateVariabilitySDNN": "Variability (SDNN)",
    "HeartRateVariabilityRMSSD": "Variability (RMSSD)",
    "WalkingHeartRateAverage": "Heart rate while walking",
    "HeartRateRecoveryOneMinute": "Heart rate recovery in a minute",
    "DistanceWalkingRunning": "Distance on foot", "DistanceCycling": "Distance by bicycle",
    "DistanceSwimming": "Distance swum", "DistanceWheelchair": "Distance by wheelchair",
    "StepCount": "Steps", "FlightsClimbed": "Floors climbed", "ActiveEnergyBurned": "Active energy",
    "BasalEnergyBurned": "Energy at rest", "BodyMass": "Weight", "VO2Max": "VO₂ max",
    "BodyMassIndex": "Body mass index", "UVExposure": "UV exposure",
    "DietaryEnergyConsumed": "Energy eaten", "DietaryWater": "Water", "SleepAnalysis": "Sleep",
    "AppleExerciseTime": "Exercise", "AppleStandTime": "Time standing",
    "AppleStandHour": "Stand hours",
    "EnvironmentalAudioExposure": "Sound around", "HeadphoneAudioExposure": "Sound in headphones",
    "Workout": "Workouts", "HeartbeatSeries": "Beat-to-beat intervals",
    "AppleSleepingWristTemperature": "Wrist temperature asleep",
    "WalkingDoubleSupportPercentage": "Double support while walking", "NikeFuel": "NikeFuel",
  ]

  /// Other names that people type, by short name.
  static let aliases = [
    "HeartRate": "hr pulse bpm pulse-rate puls herzfrequenz pouls pulso",
    "RestingHeartRate": "resting rhr resting-hr ruhepuls", "WalkingHeartRateAverage": "walking-hr",
    "HeartRateVariabilitySDNN": "hrv sdnn", "HeartRateVariabilityRMSSD": "rmssd",
    "HeartRateRecoveryOneMinute": "recovery hrr", "HeartcamSessionHeartRate": "session",
    "RespiratoryRate": "breathing breathing-rate respiration atemfrequenz",
    "OxygenSaturation": "spo2 oxygen blood-oxygen", "PeripheralPerfusionIndex": "perfusion",
    "BloodPressure": "bp", "BloodPressureSystolic": "systolic",
    "BloodPressureDiastolic": "diastolic", "AtrialFibrillationBurden": "afib",
    "Electrocardiogram": "ecg ekg", "HeartbeatSeries": "beats", "VO2Max": "vo2",
    "BloodGlucose": "glucose blood-sugar blutzucker", "BodyTemperature": "temperature temp",
    "BodyMass": "weight mass gewicht", "BodyMassIndex": "bmi", "LeanBodyMass": "lean-mass",
    "WaistCircumference": "waist", "BodyFatPercentage": "body-fat fat",
    "StepCount": "steps", "DistanceWalkingRunning": "distance",
    "DistanceCycling": "cycling-distance", "DistanceSwimming": "swimming-distance",
    "FlightsClimbed": "floors stairs flights", "ActiveEnergyBurned": "energy calories",
    "DietaryEnergyConsumed": "calories-eaten", "DietaryWater": "water",
    "AppleExerciseTime": "exercise", "SleepAnalysis": "sleep", "MindfulSession": "mindfulness",
    "Workout": "workouts", "EnvironmentalAudioExposure": "noise",
  ].mapValues { $0.split(separator: " ").map(String.init) }

  /// Returns the common form of different spellings of a name.
  static func key(of text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// A name of the catalogue comes before another type's words, which take longer to make.
  static let own = table { [$0.identifier, $0.shortName] }
  static let others = table { [$0.readableName] + $0.aliases }

  private static func table(_ names: (SampleType) -> [String]) -> [String: SampleType] {
    let pairs = SampleType.allNamed.flatMap { type in names(type).map { (key(of: $0), type) } }
    return Dictionary(pairs) { first, _ in first }
  }
}
