import FoundationEssentials
import Measurement
package import SampleStore

/// Samples as a person reads them who knows no identifier and no code of a unit.
package enum SampleWords {
  /// A number or a word, and the unit behind it, which may be empty.
  package struct Value: Hashable, Sendable {
    package var text: String
    package var unit: String

    package init(_ text: String, _ unit: String = "") {
      (self.text, self.unit) = (text, unit)
    }

    /// A quantity in the unit in which people read its type.
    package init?(_ quantity: Quantity?, of type: QuantityType) {
      guard let number = try? quantity?.writtenValue(in: type.readUnit) else { return nil }
      self.init(number.readText, type.readUnit.words(for: type))
    }
  }

  // MARK: Types

  /// The name of a type in words: "Heart rate", "Walking asymmetry".
  package static func name(of type: SampleType) -> String {
    name(ofShort: StoreTypes.name(of: type))
  }

  /// A short name in words.
  package static func name(ofShort short: String) -> String {
    if let name = names[short] { return name }
    var parts = words(of: short)
    if parts.count > 1, ["Apple", "Dietary", "Heartcam"].contains(parts[0]) { parts.removeFirst() }
    if parts.count > 1, parts.last == "Percentage" { parts.removeLast() }
    return sentence(parts)
  }

  private static let names = [
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

  /// `AsleepREM` as "Asleep", "REM".
  private static func words(of name: String) -> [String] {
    name.matches(of: /[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+|[0-9]+/).map { String($0.output) }
  }

  /// Words as the beginning of a sentence; what is in capitals stays so.
  private static func sentence(_ words: [String]) -> String {
    words.enumerated().map { index, word in
      if index > 0 { return word.count > 1 && word == word.uppercased() ? word : word.lowercased() }
      return word.prefix(1).uppercased() + word.dropFirst()
    }.joined(separator: " ")
  }

  // MARK: Samples

  /// What a sample says: its number with its unit, or what its kind has in place of one.
  package static func value(of sample: Sample) -> Value {
    switch sample {
    case .quantity(let sample):
      return Value(sample.quantity, of: sample.type)
        ?? Value(
          sample.quantity.writtenValue.readText, sample.quantity.unit.words(for: sample.type))
    case .category(let sample): return Value(text(of: sample))
    case .correlation(let sample):
      guard let pair = pressure(sample) else {
        return Value("\(sample.members.count)", sample.members.count == 1 ? "part" : "parts")
      }
      return Value(
        "\(pair.upper.readText)/\(pair.lower.readText)",
        QuantityType.bloodPressureSystolic.readUnit.words())
    case .workout(let sample):
      return Value("\(activity(of: sample)), \(sample.activeDuration.lengthText)")
    case .heartbeatSeries, .record: return Value(SampleText.value(sample))
    }
  }

  /// "Running"; "Another activity" for a number that has no name.
  private static func activity(of workout: Workout) -> String {
    guard let name = workout.activity.name else { return "Another activity" }
    return sentence(words(of: String(name.dropFirst("HKWorkoutActivityType".count))))
  }

  /// The two numbers of a blood pressure; `nil` for another correlation.
  package static func pressure(_ sample: Correlation) -> (upper: Double, lower: Double)? {
    let unit = QuantityType.bloodPressureSystolic.readUnit
    guard sample.type == .bloodPressure,
      let upper = sample.quantities(of: .bloodPressureSystolic).first?.quantity,
      let lower = sample.quantities(of: .bloodPressureDiastolic).first?.quantity,
      let high = try? upper.value(in: unit), let low = try? lower.value(in: unit)
    else { return nil }
    return (high, low)
  }

  /// "Asleep, core"; the length of something that is noted and has no value.
  private static func text(of sample: CategorySample) -> String {
    guard let values = sample.type.values, let name = values.text(of: sample.value) else {
      return "Value \(sample.value)"
    }
    let label = String(name.dropFirst(values.name.count))
    if label == "NotApplicable" {
      let length = sample.end.timeIntervalSince(sample.start)
      return length > 0 ? length.lengthText : "Noted"
    }
    var parts = words(of: label)
    if parts.count > 1, parts[0] == "Asleep" {
      parts.removeFirst()
      if parts == ["Unspecified"] { return "Asleep" }
      return "Asleep, " + parts.map { $0 == "REM" ? $0 : $0.lowercased() }.joined(separator: " ")
    }
    return sentence(parts)
  }
}
