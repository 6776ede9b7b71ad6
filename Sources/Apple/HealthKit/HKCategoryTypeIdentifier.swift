/// The name of a category type, as exports write it.
public struct HKCategoryTypeIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ name: String) {
    rawValue = "HKCategoryTypeIdentifier" + name
  }
}

extension HKCategoryTypeIdentifier {
  public static let sleepAnalysis = Self("SleepAnalysis")
  public static let appleStandHour = Self("AppleStandHour")
  public static let cervicalMucusQuality = Self("CervicalMucusQuality")
  public static let ovulationTestResult = Self("OvulationTestResult")
  public static let pregnancyTestResult = Self("PregnancyTestResult")
  public static let progesteroneTestResult = Self("ProgesteroneTestResult")
  public static let menstrualFlow = Self("MenstrualFlow")
  public static let bleedingAfterPregnancy = Self("BleedingAfterPregnancy")
  public static let bleedingDuringPregnancy = Self("BleedingDuringPregnancy")
  public static let contraceptive = Self("Contraceptive")
  public static let environmentalAudioExposureEvent = Self("AudioExposureEvent")

  /// The name of earlier versions.
  @available(*, deprecated, renamed: "environmentalAudioExposureEvent")
  public static let audioExposureEvent = environmentalAudioExposureEvent
  public static let headphoneAudioExposureEvent = Self("HeadphoneAudioExposureEvent")
  public static let lowCardioFitnessEvent = Self("LowCardioFitnessEvent")
  public static let appleWalkingSteadinessEvent = Self("AppleWalkingSteadinessEvent")
  public static let appetiteChanges = Self("AppetiteChanges")
  public static let moodChanges = Self("MoodChanges")
  public static let sleepChanges = Self("SleepChanges")
  public static let intermenstrualBleeding = Self("IntermenstrualBleeding")
  public static let infrequentMenstrualCycles = Self("InfrequentMenstrualCycles")
  public static let irregularMenstrualCycles = Self("IrregularMenstrualCycles")
  public static let persistentIntermenstrualBleeding = Self("PersistentIntermenstrualBleeding")
  public static let prolongedMenstrualPeriods = Self("ProlongedMenstrualPeriods")
  public static let lactation = Self("Lactation")
  public static let pregnancy = Self("Pregnancy")
  public static let sexualActivity = Self("SexualActivity")
  public static let mindfulSession = Self("MindfulSession")
  public static let highHeartRateEvent = Self("HighHeartRateEvent")
  public static let lowHeartRateEvent = Self("LowHeartRateEvent")
  public static let irregularHeartRhythmEvent = Self("IrregularHeartRhythmEvent")
  public static let toothbrushingEvent = Self("ToothbrushingEvent")
  public static let handwashingEvent = Self("HandwashingEvent")
  public static let sleepApneaEvent = Self("SleepApneaEvent")
  public static let hypertensionEvent = Self("HypertensionEvent")
  public static let abdominalCramps = Self("AbdominalCramps")
  public static let acne = Self("Acne")
  public static let bladderIncontinence = Self("BladderIncontinence")
  public static let bloating = Self("Bloating")
  public static let breastPain = Self("BreastPain")
  public static let chestTightnessOrPain = Self("ChestTightnessOrPain")
  public static let chills = Self("Chills")
  public static let constipation = Self("Constipation")
  public static let coughing = Self("Coughing")
  public static let diarrhea = Self("Diarrhea")
  public static let dizziness = Self("Dizziness")
  public static let drySkin = Self("DrySkin")
  public static let fainting = Self("Fainting")
  public static let fatigue = Self("Fatigue")
  public static let fever = Self("Fever")
  public static let generalizedBodyAche = Self("GeneralizedBodyAche")
  public static let hairLoss = Self("HairLoss")
  public static let headache = Self("Headache")
  public static let heartburn = Self("Heartburn")
  public static let hotFlashes = Self("HotFlashes")
  public static let lossOfSmell = Self("LossOfSmell")
  public static let lossOfTaste = Self("LossOfTaste")
  public static let lowerBackPain = Self("LowerBackPain")
  public static let memoryLapse = Self("MemoryLapse")
  public static let nausea = Self("Nausea")
  public static let nightSweats = Self("NightSweats")
  public static let pelvicPain = Self("PelvicPain")
  public static let rapidPoundingOrFlutteringHeartbeat = Self("RapidPoundingOrFlutteringHeartbeat")
  public static let runnyNose = Self("RunnyNose")
  public static let shortnessOfBreath = Self("ShortnessOfBreath")
  public static let sinusCongestion = Self("SinusCongestion")
  public static let skippedHeartbeat = Self("SkippedHeartbeat")
  public static let soreThroat = Self("SoreThroat")
  public static let vaginalDryness = Self("VaginalDryness")
  public static let vomiting = Self("Vomiting")
  public static let wheezing = Self("Wheezing")
}
