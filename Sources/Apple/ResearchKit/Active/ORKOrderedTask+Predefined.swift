public import Foundation
internal import HealthKit

/// Parts of a predefined task that are left out.
public struct ORKPredefinedTaskOption: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let excludeInstructions = Self(rawValue: 1 << 0)
  public static let excludeConclusion = Self(rawValue: 1 << 1)
  public static let excludeAccelerometer = Self(rawValue: 1 << 2)
  public static let excludeDeviceMotion = Self(rawValue: 1 << 3)
  public static let excludePedometer = Self(rawValue: 1 << 4)
  public static let excludeLocation = Self(rawValue: 1 << 5)
  public static let excludeHeartRate = Self(rawValue: 1 << 6)
}

extension ORKOrderedTask {
  /// Walk, then rest: `instruction`, `instruction1`, `countdown`, `fitness.walk`, `fitness.rest`,
  /// `conclusion`. A duration of 0 leaves its step out.
  ///
  /// - Parameter outputDirectory: A folder for files, which the task view controller's own takes the place of.
  public static func fitnessCheck(
    withIdentifier identifier: String, intendedUseDescription: String?,
    walkDuration: TimeInterval, restDuration: TimeInterval, options: ORKPredefinedTaskOption,
    outputDirectory: URL? = nil
  ) -> ORKOrderedTask {
    let walk = spelledOut(walkDuration)
    let rest = spelledOut(restDuration)
    var steps: [ORKActiveStep] = []
    if walkDuration > 0 {
      steps.append(
        fitness(
          "fitness.walk", walkDuration, "Walk as fast as you can for \(walk).",
          recorders(options, motion: true)))
    }
    if restDuration > 0 {
      let step = fitness(
        "fitness.rest", restDuration, "Sit and rest for \(rest).", recorders(options, motion: false)
      )
      step.shouldPlaySoundOnFinish = true
      step.shouldVibrateOnFinish = true
      steps.append(step)
    }
    for recorder in steps.flatMap({ $0.recorderConfigurations ?? [] }) {
      recorder.outputDirectory = outputDirectory
    }
    return task(
      identifier, "Fitness",
      intendedUseDescription
        ?? "This activity monitors your heart rate and how far you can walk in \(walk).",
      "Walk outdoors as fast as you can for \(walk). Then sit and rest for \(rest).", steps, options
    )
  }

  /// Returns a walk of six minutes: `instruction`, `instruction1`, `6mwt`, `followUpQuestion0`, `conclusion`.
  public static func sixMinuteWalk(
    withIdentifier identifier: String, intendedUseDescription: String?,
    options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    var steps = instructions(
      "Six Minute Walk",
      intendedUseDescription
        ?? "This activity monitors your heart rate and how far you can walk in six minutes.",
      "Walk back and forth on a level way for six minutes. You may slow down and rest.", options)
    let walk = fitness(
      "6mwt", 360, "Walk as far as you can for six minutes.", recorders(options, motion: true))
    walk.shouldPlaySoundOnFinish = true
    walk.shouldVibrateOnFinish = true
    walk.shouldSpeakRemainingTimeAtHalfway = true
    walk.shouldSpeakCountDown = true
    steps.append(walk)
    if !options.contains(.excludeConclusion) {
      let form = ORKFormStep(
        identifier: "followUpQuestion0", title: "Six Minute Walk", text: "How was it?")
      form.formItems = [
        ("6mwt.shortnessOfBreath", "How short of breath are you?"),
        ("6mwt.fatigue", "How tired are you?"),
      ].map { identifier, text in
        ORKFormItem(
          identifier: identifier, text: text,
          answerFormat: ORKScaleAnswerFormat(
            maximumValue: 10, minimumValue: 1, defaultValue: 5, step: 1))
      }
      steps.append(form)
    }
    return ORKOrderedTask(identifier: identifier, steps: steps + conclusion(options))
  }

  /// Returns a walk there and back: `instruction`, `instruction1`, `countdown`, `walking.outbound`,
  /// `walking.return`, `walking.rest`, `conclusion`. A rest of 0 leaves its step out.
  public static func shortWalk(
    withIdentifier identifier: String, intendedUseDescription: String?,
    numberOfStepsPerLeg: Int, restDuration: TimeInterval, options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    var steps: [ORKStep] = []
    var motion = options
    motion.insert([.excludeHeartRate, .excludeLocation])
    for (name, text) in [
      ("walking.outbound", "Walk \(numberOfStepsPerLeg) steps straight ahead."),
      ("walking.return", "Turn around and walk back."),
    ] {
      let step = ORKWalkingTaskStep(identifier: name)
      step.numberOfStepsPerLeg = numberOfStepsPerLeg
      steps.append(
        timed(
          step, 1.5 * Double(numberOfStepsPerLeg), text, recorders(motion, motion: true)))
    }
    return task(
      identifier, "Short Walk",
      intendedUseDescription ?? "This activity measures how you walk and how you stand.",
      "Find a place where you can walk about \(numberOfStepsPerLeg) steps straight ahead.",
      steps + stillness(restDuration, motion), options)
  }

  /// Returns a walk of a known distance, there and back, with the time that each way takes:
  /// `instruction`, `timed.walk.form`, `instruction1`, `countdown`, `timed.walk.trial1`,
  /// `timed.walk.turn.around`, `timed.walk.trial2`, `conclusion`. The person ends each way.
  public static func timedWalk(
    withIdentifier identifier: String, intendedUseDescription: String?, distanceInMeters: Double,
    timeLimit: TimeInterval, turnAroundTimeLimit: TimeInterval, includeAssistiveDeviceForm: Bool,
    options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    let length = "\(Int(distanceInMeters.rounded())) meters"
    var steps = instructions(
      "Timed Walk", intendedUseDescription ?? "This activity measures how fast you walk.",
      "Find a place where you can walk about \(length) straight ahead, and walk as fast as is safe.",
      options)
    if includeAssistiveDeviceForm {
      let form = ORKFormStep(identifier: "timed.walk.form", title: "Timed Walk", text: nil)
      form.formItems = [
        ORKFormItem(
          identifier: "timed.walk.form.afo", text: "Do you wear an ankle foot orthosis?",
          answerFormat: ORKBooleanAnswerFormat(), optional: false),
        ORKFormItem(
          identifier: "timed.walk.form.assistance", text: "Do you use an assistive device?",
          answerFormat: ORKValuePickerAnswerFormat(
            textChoices: [
              "None", "Unilateral Cane", "Unilateral Crutch", "Bilateral Cane",
              "Bilateral Crutch", "Walker / Rollator",
            ].map { ORKTextChoice(text: $0, value: $0 as NSString) }), optional: false),
      ]
      form.isOptional = false
      steps.insert(form, at: min(1, steps.count))
    }
    steps.append(ORKCountdownStep(identifier: "countdown"))
    var motion = options
    motion.insert(.excludeHeartRate)
    for (name, limit, text) in [
      ("timed.walk.trial1", timeLimit, "Walk \(length), then go on."),
      ("timed.walk.turn.around", turnAroundTimeLimit, "Turn around."),
      ("timed.walk.trial2", timeLimit, "Walk back, then go on."),
    ] {
      let step = ORKTimedWalkStep(identifier: name)
      step.distanceInMeters = name.contains("turn") ? 1 : distanceInMeters
      steps.append(timed(step, limit, text, recorders(motion, motion: true)))
    }
    return ORKOrderedTask(identifier: identifier, steps: steps + conclusion(options))
  }

  /// Returns a walk back and forth, then a rest: `instruction`, `instruction1`, `countdown`,
  /// `walking.outbound`, `walking.rest`, `conclusion`. A rest of 0 leaves its step out.
  public static func walkBackAndForthTask(
    withIdentifier identifier: String, intendedUseDescription: String?,
    walkDuration: TimeInterval, restDuration: TimeInterval, options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    let (walk, rest) = (spelledOut(walkDuration), spelledOut(restDuration))
    var motion = options
    motion.insert([.excludeHeartRate, .excludeLocation])
    let outbound = fitness(
      "walking.outbound", walkDuration, "Walk back and forth for \(walk).",
      recorders(motion, motion: true))
    return task(
      identifier, "Walk Back and Forth",
      intendedUseDescription ?? "This activity measures how you walk and how you stand.",
      "Walk back and forth for \(walk), as you usually do. Then stand still for \(rest).",
      [outbound] + stillness(restDuration, motion), options)
  }

  /// Steps onto a cube and down in time with sound for three minutes, with heart rate: `instruction`,
  /// `instruction1`, `countdown`, `tecumseh.cube`, `conclusion`. The sound is played by no one here.
  public static func tecumsehCubeTask(
    withIdentifier identifier: String, intendedUseDescription: String?,
    audioBundleIdentifier: String, audioResourceName: String, audioFileExtension: String,
    options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    let stepping = fitness(
      "tecumseh.cube", 180, "Step up and down for 3 minutes.", recorders(options, motion: true))
    return task(
      identifier, "Tecumseh Cube Test",
      intendedUseDescription
        ?? "This activity monitors your heart rate while you step up and down.",
      "Step onto a cube of 8 inches and down again, 24 times per minute, for three minutes.",
      [stepping], options)
  }

  // MARK: -

  /// Returns instructions, a countdown, the activity itself, and the conclusion.
  private static func task(
    _ identifier: String, _ title: String, _ first: String, _ second: String,
    _ steps: [ORKStep], _ options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    let begin =
      instructions(title, first, second, options) + [ORKCountdownStep(identifier: "countdown")]
    return ORKOrderedTask(identifier: identifier, steps: begin + steps + conclusion(options))
  }

  static func instructions(
    _ title: String, _ first: String, _ second: String, _ options: ORKPredefinedTaskOption
  ) -> [ORKStep] {
    guard !options.contains(.excludeInstructions) else { return [] }
    return [("instruction", first), ("instruction1", second)].map { identifier, text in
      let step = ORKInstructionStep(identifier: identifier)
      step.title = title
      step.text = text
      return step
    }
  }

  static func conclusion(_ options: ORKPredefinedTaskOption) -> [ORKStep] {
    guard !options.contains(.excludeConclusion) else { return [] }
    let step = ORKCompletionStep(identifier: "conclusion")
    step.title = "Activity Complete"
    step.text = "Your data will be analyzed and you will be notified when your results are ready."
    return [step]
  }

  static func fitness(
    _ identifier: String, _ duration: TimeInterval, _ text: String,
    _ recorders: [ORKRecorderConfiguration]
  ) -> ORKActiveStep {
    timed(ORKFitnessStep(identifier: identifier), duration, text, recorders)
  }

  /// Returns a rest after a walk; no step for a duration of 0.
  private static func stillness(
    _ duration: TimeInterval, _ options: ORKPredefinedTaskOption
  ) -> [ORKStep] {
    guard duration > 0 else { return [] }
    let step = fitness(
      "walking.rest", duration, "Stand still for \(spelledOut(duration)).",
      recorders(options, motion: false))
    step.shouldPlaySoundOnFinish = true
    return [step]
  }

  /// Lets a step begin and end by itself.
  static func timed(
    _ step: ORKActiveStep, _ duration: TimeInterval, _ text: String,
    _ recorders: [ORKRecorderConfiguration]
  ) -> ORKActiveStep {
    step.stepDuration = duration
    step.title = text
    step.spokenInstruction = text
    step.recorderConfigurations = recorders
    step.shouldStartTimerAutomatically = true
    step.shouldContinueOnFinish = true
    step.shouldPlaySoundOnStart = true
    step.shouldVibrateOnStart = true
    return step
  }

  static func recorders(
    _ options: ORKPredefinedTaskOption, motion: Bool
  ) -> [ORKRecorderConfiguration] {
    var found: [ORKRecorderConfiguration] = []
    if motion, !options.contains(.excludePedometer) {
      found.append(ORKPedometerRecorderConfiguration(identifier: "pedometer"))
    }
    if !options.contains(.excludeAccelerometer) {
      found.append(
        ORKAccelerometerRecorderConfiguration(identifier: "accelerometer", frequency: 100))
    }
    if !options.contains(.excludeDeviceMotion) {
      found.append(ORKDeviceMotionRecorderConfiguration(identifier: "deviceMotion", frequency: 100))
    }
    if motion, !options.contains(.excludeLocation) {
      found.append(ORKLocationRecorderConfiguration(identifier: "location"))
    }
    if !options.contains(.excludeHeartRate) {
      found.append(
        ORKHealthQuantityTypeRecorderConfiguration(
          identifier: "heartRate", healthQuantityType: HKQuantityType(.heartRate),
          unit: HKUnit(from: "count/min")))
    }
    return found
  }

  /// Spells out a duration: "15 seconds", "1 minute, 30 seconds".
  static func spelledOut(_ duration: TimeInterval) -> String {
    let seconds = Int(duration.rounded())
    let parts = [(seconds / 60, "minute"), (seconds % 60, "second")].filter { $0.0 > 0 }
    guard !parts.isEmpty else { return "0 seconds" }
    return parts.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ")
  }
}
