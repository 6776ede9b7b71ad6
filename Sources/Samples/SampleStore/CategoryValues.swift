/// The numbers that samples of a category may have, each with its label in exports.
public struct CategoryValues: Hashable, Sendable {
  /// The name of the enumeration: `HKCategoryValueSleepAnalysis`.
  public let name: String

  /// Values and labels without the enumeration's name, in the order of the values.
  public let cases: [Case]

  /// One value and its label.
  public struct Case: Hashable, Sendable {
    /// The number that samples carry.
    public let value: Int

    /// The name without the enumeration's: `AsleepCore`.
    public let label: String
  }

  init(_ name: String, from first: Int, _ labels: String) {
    self.name = "HKCategoryValue\(name)"
    cases = labels.split(separator: " ").enumerated().map {
      Case(value: first + $0.offset, label: String($0.element))
    }
  }

  /// Returns whether samples may have this value.
  public func contains(_ value: Int) -> Bool { cases.contains { $0.value == value } }

  /// Returns the full name of a value, such as `HKCategoryValueSleepAnalysisAsleepCore`; `nil` for
  /// other values.
  public func text(of value: Int) -> String? {
    cases.first { $0.value == value }.map { name + $0.label }
  }

  /// Returns the value of a full name, also of names in earlier versions; `nil` for other texts.
  public func value(of text: String) -> Int? {
    if name == Self.sleepAnalysis.name, text == name + "Asleep" { return 1 }
    // The later name of the same values.
    if name == Self.menstrualFlow.name, text.hasPrefix(Self.bleeding.name) {
      return Self.bleeding.value(of: text)
    }
    return cases.first { name + $0.label == text }?.value
  }

  /// Returns the value that a person's word means, in any case: a full name, a label such as `AsleepREM`, or
  /// a usual word of other programs, such as "light" for a stage of sleep; `nil` for other texts.
  public func value(written text: String) -> Int? {
    if let value = value(of: text) { return value }
    let key = TypeNames.key(of: text)
    if let known = cases.first(where: { TypeNames.key(of: $0.label) == key }) { return known.value }
    guard self == Self.sleepAnalysis else { return nil }
    return Self.sleepWords.firstIndex { $0.contains(key) }
  }

  /// Other programs' words for the stages of sleep, by value.
  private static let sleepWords: [[String]] = [
    ["bed", "inbett"], ["asleep", "sleep", "sleeping", "unspecified"],
    ["wake", "restless", "awakeinbed", "wach", "outofbed"], ["core", "light", "leicht", "leger"],
    ["deep", "tief", "profond"], ["rem"],
  ]

  static let notApplicable = CategoryValues("", from: 0, "NotApplicable")
  static let sleepAnalysis = CategoryValues(
    "SleepAnalysis", from: 0, "InBed AsleepUnspecified Awake AsleepCore AsleepDeep AsleepREM")
  static let standHour = CategoryValues("AppleStandHour", from: 0, "Stood Idle")
  static let severity = CategoryValues(
    "Severity", from: 0, "Unspecified NotPresent Mild Moderate Severe")
  static let presence = CategoryValues("Presence", from: 0, "Present NotPresent")
  static let appetite = CategoryValues(
    "AppetiteChanges", from: 0, "Unspecified NoChange Decreased Increased")
  static let mucus = CategoryValues(
    "CervicalMucusQuality", from: 1, "Dry Sticky Creamy Watery EggWhite")
  static let ovulation = CategoryValues(
    "OvulationTestResult", from: 1,
    "Negative LuteinizingHormoneSurge Indeterminate EstrogenSurge")
  static let menstrualFlow = CategoryValues(
    "MenstrualFlow", from: 1, "Unspecified Light Medium Heavy None")
  static let bleeding = CategoryValues(
    "VaginalBleeding", from: 1, "Unspecified Light Medium Heavy None")
  static let pregnancyTest = CategoryValues(
    "PregnancyTestResult", from: 1, "Negative Positive Indeterminate")
  static let progesteroneTest = CategoryValues(
    "ProgesteroneTestResult", from: 1, "Negative Positive Indeterminate")
  static let contraceptive = CategoryValues(
    "Contraceptive", from: 1,
    "Unspecified Implant Injection IntrauterineDevice "
      + "IntravaginalRing Oral Patch")
  static let environmentalAudio = CategoryValues(
    "EnvironmentalAudioExposureEvent", from: 1, "MomentaryLimit")
  static let headphoneAudio = CategoryValues(
    "HeadphoneAudioExposureEvent", from: 1, "SevenDayLimit")
  static let cardioFitness = CategoryValues("LowCardioFitnessEvent", from: 1, "LowFitness")
  static let steadiness = CategoryValues(
    "AppleWalkingSteadinessEvent", from: 1, "InitialLow InitialVeryLow RepeatLow RepeatVeryLow")
}
