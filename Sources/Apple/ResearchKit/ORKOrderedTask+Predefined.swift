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
  public static let excludeAudio = Self(rawValue: 1 << 7)
}

extension ORKOrderedTask {
  /// Walk, then rest: `instruction`, `instruction1`, `countdown`, `fitness.walk`, `fitness.rest`,
  /// `conclusion`. A duration of 0 leaves its step out.
  public static func fitnessCheck(
    withIdentifier identifier: String, intendedUseDescription: String?,
    walkDuration: TimeInterval, restDuration: TimeInterval, options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    let walk = spelledOut(walkDuration)
    let rest = spelledOut(restDuration)
    var steps = instructions(
      "Fitness",
      intendedUseDescription
        ?? "This activity monitors your heart rate and how far you can walk in \(walk).",
      "Walk outdoors as fast as you can for \(walk). Then sit and rest for \(rest).", options)
    steps.append(ORKCountdownStep(identifier: "countdown"))
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
    return ORKOrderedTask(identifier: identifier, steps: steps + conclusion(options))
  }

  /// The same with a folder for files, which the task view controller's own takes the place of.
  public static func fitnessCheck(
    withIdentifier identifier: String, intendedUseDescription: String?,
    walkDuration: TimeInterval, restDuration: TimeInterval, options: ORKPredefinedTaskOption,
    outputDirectory: URL?
  ) -> ORKOrderedTask {
    let task = fitnessCheck(
      withIdentifier: identifier, intendedUseDescription: intendedUseDescription,
      walkDuration: walkDuration, restDuration: restDuration, options: options)
    for step in task.steps {
      for recorder in (step as? ORKActiveStep)?.recorderConfigurations ?? [] {
        recorder.outputDirectory = outputDirectory
      }
    }
    return task
  }

  /// A walk of six minutes: `instruction`, `instruction1`, `6mwt`, `followUpQuestion0`, `conclusion`.
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

  /// A walk there and back: `instruction`, `instruction1`, `countdown`, `walking.outbound`,
  /// `walking.return`, `walking.rest`, `conclusion`. A rest of 0 leaves its step out.
  public static func shortWalk(
    withIdentifier identifier: String, intendedUseDescription: String?,
    numberOfStepsPerLeg: Int, restDuration: TimeInterval, options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    let rest = spelledOut(restDuration)
    var steps = instructions(
      "Short Walk",
      intendedUseDescription ?? "This activity measures how you walk and how you stand.",
      "Find a place where you can walk about \(numberOfStepsPerLeg) steps straight ahead.", options)
    steps.append(ORKCountdownStep(identifier: "countdown"))
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
    if restDuration > 0 {
      motion.insert(.excludePedometer)
      let step = fitness(
        "walking.rest", restDuration, "Stand still for \(rest).", recorders(motion, motion: false))
      step.shouldPlaySoundOnFinish = true
      steps.append(step)
    }
    return ORKOrderedTask(identifier: identifier, steps: steps + conclusion(options))
  }

  // MARK: -

  private static func instructions(
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

  private static func conclusion(_ options: ORKPredefinedTaskOption) -> [ORKStep] {
    guard !options.contains(.excludeConclusion) else { return [] }
    let step = ORKCompletionStep(identifier: "conclusion")
    step.title = "Activity Complete"
    step.text = "Your data will be analyzed and you will be notified when your results are ready."
    return [step]
  }

  private static func fitness(
    _ identifier: String, _ duration: TimeInterval, _ text: String,
    _ recorders: [ORKRecorderConfiguration]
  ) -> ORKActiveStep {
    timed(ORKFitnessStep(identifier: identifier), duration, text, recorders)
  }

  /// Lets a step begin and end by itself.
  private static func timed(
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

  private static func recorders(
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

  /// "15 seconds", "1 minute, 30 seconds".
  static func spelledOut(_ duration: TimeInterval) -> String {
    let seconds = Int(duration.rounded())
    let parts = [(seconds / 60, "minute"), (seconds % 60, "second")].filter { $0.0 > 0 }
    guard !parts.isEmpty else { return "0 seconds" }
    return parts.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ")
  }
}
