// The values of category samples, with the numbers of the store's catalog.

/// The value of types whose samples only say that something happened.
public enum HKCategoryValue: Int, _HKCategoryValue {
  case notApplicable = 0
}

public enum HKCategoryValueSleepAnalysis: Int, _HKCategoryValue {
  case inBed = 0
  case asleepUnspecified, awake, asleepCore, asleepDeep, asleepREM

  /// The name of earlier versions.
  public static var asleep: Self { .asleepUnspecified }

  /// The stages that count as sleep.
  public static var allAsleepValues: Set<Self> {
    [.asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM]
  }
}

public enum HKCategoryValueAppleStandHour: Int, _HKCategoryValue {
  case stood = 0
  case idle
}

public enum HKCategoryValueSeverity: Int, _HKCategoryValue {
  case unspecified = 0
  case notPresent, mild, moderate, severe
}

public enum HKCategoryValuePresence: Int, _HKCategoryValue {
  case present = 0
  case notPresent
}

public enum HKCategoryValueAppetiteChanges: Int, _HKCategoryValue {
  case unspecified = 0
  case noChange, decreased, increased
}

public enum HKCategoryValueCervicalMucusQuality: Int, _HKCategoryValue {
  case dry = 1
  case sticky, creamy, watery, eggWhite
}

public enum HKCategoryValueOvulationTestResult: Int, _HKCategoryValue {
  case negative = 1
  case luteinizingHormoneSurge, indeterminate, estrogenSurge

  /// The name of earlier versions.
  public static var positive: Self { .luteinizingHormoneSurge }
}

public enum HKCategoryValueMenstrualFlow: Int, _HKCategoryValue {
  case unspecified = 1
  case light, medium, heavy, none
}

public enum HKCategoryValueVaginalBleeding: Int, _HKCategoryValue {
  case unspecified = 1
  case light, medium, heavy, none
}

public enum HKCategoryValuePregnancyTestResult: Int, _HKCategoryValue {
  case negative = 1
  case positive, indeterminate
}

public enum HKCategoryValueProgesteroneTestResult: Int, _HKCategoryValue {
  case negative = 1
  case positive, indeterminate
}

public enum HKCategoryValueContraceptive: Int, _HKCategoryValue {
  case unspecified = 1
  case implant, injection, intrauterineDevice, intravaginalRing, oral, patch
}

public enum HKCategoryValueEnvironmentalAudioExposureEvent: Int, _HKCategoryValue {
  case momentaryLimit = 1
}

public enum HKCategoryValueHeadphoneAudioExposureEvent: Int, _HKCategoryValue {
  case sevenDayLimit = 1
}

public enum HKCategoryValueLowCardioFitnessEvent: Int, _HKCategoryValue {
  case lowFitness = 1
}

public enum HKCategoryValueAppleWalkingSteadinessEvent: Int, _HKCategoryValue {
  case initialLow = 1
  case initialVeryLow, repeatLow, repeatVeryLow
}

/// The name of `HKCategoryValueEnvironmentalAudioExposureEvent` in earlier versions.
public enum HKCategoryValueAudioExposureEvent: Int, _HKCategoryValue {
  case loudEnvironment = 1
}
