/// HealthKit's public category types with the values that their samples may have.
enum CategoryCatalogue {
  static let types: [(values: CategoryValues, names: [String])] = [
    (.sleepAnalysis, ["SleepAnalysis"]),
    (.standHour, ["AppleStandHour"]),
    (.mucus, ["CervicalMucusQuality"]),
    (.ovulation, ["OvulationTestResult"]),
    (.pregnancyTest, ["PregnancyTestResult"]),
    (.progesteroneTest, ["ProgesteroneTestResult"]),
    (.menstrualFlow, ["MenstrualFlow"]),
    (.bleeding, ["BleedingAfterPregnancy", "BleedingDuringPregnancy"]),
    (.contraceptive, ["Contraceptive"]),
    // Apple kept the identifier of loud surroundings when it renamed the type.
    (.environmentalAudio, ["AudioExposureEvent"]),
    (.headphoneAudio, ["HeadphoneAudioExposureEvent"]),
    (.cardioFitness, ["LowCardioFitnessEvent"]),
    (.steadiness, ["AppleWalkingSteadinessEvent"]),
    (.appetite, ["AppetiteChanges"]),
    (.presence, ["MoodChanges", "SleepChanges"]),
    (
      .notApplicable,
      [
        "IntermenstrualBleeding", "InfrequentMenstrualCycles", "IrregularMenstrualCycles",
        "PersistentIntermenstrualBleeding", "ProlongedMenstrualPeriods", "Lactation", "Pregnancy",
        "SexualActivity", "MindfulSession", "HighHeartRateEvent", "LowHeartRateEvent",
        "IrregularHeartRhythmEvent", "ToothbrushingEvent", "HandwashingEvent", "SleepApneaEvent",
        "HypertensionEvent",
      ]
    ),
    (
      .severity,
      [
        "AbdominalCramps", "Acne", "BladderIncontinence", "Bloating", "BreastPain",
        "ChestTightnessOrPain", "Chills", "Constipation", "Coughing", "Diarrhea", "Dizziness",
        "DrySkin", "Fainting", "Fatigue", "Fever", "GeneralizedBodyAche", "HairLoss", "Headache",
        "Heartburn", "HotFlashes", "LossOfSmell", "LossOfTaste", "LowerBackPain", "MemoryLapse",
        "Nausea", "NightSweats", "PelvicPain", "RapidPoundingOrFlutteringHeartbeat", "RunnyNose",
        "ShortnessOfBreath", "SinusCongestion", "SkippedHeartbeat", "SoreThroat",
        "VaginalDryness", "Vomiting", "Wheezing",
      ]
    ),
  ]
}
