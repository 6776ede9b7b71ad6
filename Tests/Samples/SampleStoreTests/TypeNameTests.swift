import Testing

@testable import SampleStore

/// The one table of the names of types.
struct TypeNameTests {
  @Test func `every name of a type leads back to it, however it is spelled`() {
    for type in SampleType.allNamed {
      let names = [type.identifier, type.shortName, type.readableName] + type.aliases
      for name in names {
        for spelling in [
          name, name.lowercased(), name.uppercased(), name.replacing("-", with: " "),
          name.replacing("-", with: ""),
        ] {
          #expect(SampleType(named: spelling) == type, "\(spelling)")
        }
      }
    }
  }

  @Test func `no two types share a name, and each alias belongs to a type`() {
    let short = Set(SampleType.allNamed.map(\.shortName))
    #expect(short.count == SampleType.allNamed.count)
    #expect(Set(TypeNames.aliases.keys).isSubset(of: short))
    #expect(Set(TypeNames.words.keys).isSubset(of: short))
    let keys = SampleType.typedNames.map(TypeNames.key)
    // An alias may be a name in words, too, but no other type's.
    #expect(Set(keys).count == keys.count)
  }

  @Test(arguments: [
    ("hr", "HeartRate"), ("heart-rate", "HeartRate"), ("Heart Rate", "HeartRate"),
    ("heart_rate", "HeartRate"), ("HKQuantityTypeIdentifierHeartRate", "HeartRate"),
    ("weight", "BodyMass"), ("STEPS", "StepCount"), ("bp", "BloodPressure"),
    ("blood-pressure", "BloodPressure"), ("sleep", "SleepAnalysis"), ("SpO2", "OxygenSaturation"),
    ("hrv", "HeartRateVariabilitySDNN"), ("resting", "RestingHeartRate"),
    ("caffeine", "DietaryCaffeine"),
    ("ecg", "Electrocardiogram"), ("workouts", "Workout"),
  ])
  func `people's words mean types`(word: String, name: String) {
    #expect(SampleType(named: word)?.shortName == name)
  }

  @Test(arguments: [
    "", "-", "h", "hartrate", "heartrates", "HKQuantityTypeIdentifier",
    "HKQuantityTypeIdentifierSleep",
    "HKCategoryTypeIdentifierHeartRate", "心拍", "heart.rate.of.mine",
  ])
  func `other words mean none`(word: String) {
    #expect(SampleType(named: word) == nil)
  }
}
