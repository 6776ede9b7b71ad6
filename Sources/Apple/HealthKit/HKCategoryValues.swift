// The values of category samples, with the numbers of the store's catalogue.

/// The value of types whose samples only say that something happened.
public enum HKCategoryValue: Int, Sendable, CaseIterable {
  case notApplicable = 0
}

public enum HKCategoryValueSleepAnalysis: Int, Sendable, CaseIterable {
  case inBed = 0
  case asleepUnspecified = 1
  case awake = 2
  case asleepCore = 3
  case asleepDeep = 4
  case asleepREM = 5

  /// The name of earlier versions.
  public static var asleep: Self { .asleepUnspecified }

  /// The stages that count as sleep.
  public static var allAsleepValues: Set<Self> {
    [.asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM]
  }
}

public enum HKCategoryValueAppleStandHour: Int, Sendable, CaseIterable {
  case stood = 0
  case idle = 1
}

public enum HKCategoryValueSeverity: Int, Sendable, CaseIterable {
  case unspecified = 0
  case notPresent = 1
  case mild = 2
  case moderate = 3
  case severe = 4
}

public enum HKCategoryValuePresence: Int, Sendable, CaseIterable {
  case present = 0
  case notPresent = 1
}

public enum HKCategoryValueAppetiteChanges: Int, Sendable, CaseIterable {
  case unspecified = 0
  case noChange = 1
  case decreased = 2
  case increased = 3
}

public enum HKCategoryValueCervicalMucusQuality: Int, Sendable, CaseIterable {
  case dry = 1
  case sticky = 2
  case creamy = 3
  case watery = 4
  case eggWhite = 5
}

public enum HKCategoryValueOvulationTestResult: Int, Sendable, CaseIterable {
  case negative = 1
  case luteinizingHormoneSurge = 2
  case indeterminate = 3
  case estrogenSurge = 4

  /// The name of earlier versions.
  public static var positive: Self { .luteinizingHormoneSurge }
}

public enum HKCategoryValueMenstrualFlow: Int, Sendable, CaseIterable {
  case unspecified = 1
  case light = 2
  case medium = 3
  case heavy = 4
  case none = 5
}

public enum HKCategoryValueVaginalBleeding: Int, Sendable, CaseIterable {
  case unspecified = 1
  case light = 2
  case medium = 3
  case heavy = 4
  case none = 5
}

public enum HKCategoryValuePregnancyTestResult: Int, Sendable, CaseIterable {
  case negative = 1
  case positive = 2
  case indeterminate = 3
}

public enum HKCategoryValueProgesteroneTestResult: Int, Sendable, CaseIterable {
  case negative = 1
  case positive = 2
  case indeterminate = 3
}

public enum HKCategoryValueContraceptive: Int, Sendable, CaseIterable {
  case unspecified = 1
  case implant = 2
  case injection = 3
  case intrauterineDevice = 4
  case intravaginalRing = 5
  case oral = 6
  case patch = 7
}

public enum HKCategoryValueEnvironmentalAudioExposureEvent: Int, Sendable, CaseIterable {
  case momentaryLimit = 1
}

public enum HKCategoryValueHeadphoneAudioExposureEvent: Int, Sendable, CaseIterable {
  case sevenDayLimit = 1
}

public enum HKCategoryValueLowCardioFitnessEvent: Int, Sendable, CaseIterable {
  case lowFitness = 1
}

public enum HKCategoryValueAppleWalkingSteadinessEvent: Int, Sendable, CaseIterable {
  case initialLow = 1
  case initialVeryLow = 2
  case repeatLow = 3
  case repeatVeryLow = 4
}

/// The name of `HKCategoryValueEnvironmentalAudioExposureEvent` in earlier versions.
public enum HKCategoryValueAudioExposureEvent: Int, Sendable, CaseIterable {
  case loudEnvironment = 1
}
