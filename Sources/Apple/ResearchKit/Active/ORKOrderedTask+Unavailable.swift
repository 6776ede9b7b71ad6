public import Foundation

/// The hands that are tested.
public struct ORKPredefinedTaskHandOption: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let unspecified: Self = []
  public static let left = Self(rawValue: 1 << 1)
  public static let right = Self(rawValue: 1 << 2)
  public static let both: Self = [.left, .right]

  /// The hands, each with the end of its step's identifier.
  fileprivate var hands: [String] {
    let hands = [(Self.left, "left"), (.right, "right")].filter { contains($0.0) }.map(\.1)
    return hands.isEmpty ? [""] : hands
  }
}

/// The limb that is tested.
public struct ORKPredefinedTaskLimbOption: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let unspecified: Self = []
  public static let left = Self(rawValue: 1 << 1)
  public static let right = Self(rawValue: 1 << 2)
  public static let both: Self = [.left, .right]
}

/// Positions of a tremor test that are left out.
public struct ORKTremorActiveTaskOption: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let excludeHandInLap = Self(rawValue: 1 << 0)
  public static let excludeHandAtShoulderHeight = Self(rawValue: 1 << 1)
  public static let excludeHandAtShoulderHeightElbowBent = Self(rawValue: 1 << 2)
  public static let excludeHandToNose = Self(rawValue: 1 << 3)
  public static let excludeQueenWave = Self(rawValue: 1 << 4)
}

// The predefined tasks whose active steps need a phone's screen or sensors. Their instructions are shown; an
// active step says that it is unavailable here, and so does its result.
extension ORKOrderedTask {
  public static func audioTask(
    withIdentifier identifier: String, intendedUseDescription: String?, speechInstruction: String?,
    shortSpeechInstruction: String?, duration: TimeInterval, recordingSettings: [String: Any]?,
    checkAudioLevel: Bool, options: ORKPredefinedTaskOption
  ) -> ORKNavigableOrderedTask {
    let step = ORKAudioStep(identifier: "audio")
    step.stepDuration = duration
    step.title = shortSpeechInstruction ?? "Say \"Aaaah\" as long as you can."
    return task(
      identifier, "Voice", intendedUseDescription ?? "This activity records your voice.",
      speechInstruction ?? "Take a deep breath and say \"Aaaah\" into the microphone.", [step],
      options)
  }

  public static func amslerGridTask(
    withIdentifier identifier: String, intendedUseDescription: String?,
    options: ORKPredefinedTaskOption
  ) -> ORKNavigableOrderedTask {
    let steps = [("amsler.grid.left", ORKAmslerGridEyeSide.left), ("amsler.grid.right", .right)]
      .map { name, side in
        let step = ORKAmslerGridStep(identifier: name)
        step.eyeSide = side
        return step
      }
    return task(
      identifier, "Amsler Grid", intendedUseDescription ?? "This activity tests your vision.",
      "Mark where the lines of the grid look bent, one eye at a time.", steps, options)
  }

  public static func holePegTest(
    withIdentifier identifier: String, intendedUseDescription: String?,
    dominantHand: ORKBodySagittal, numberOfPegs: Int32, threshold: Double, rotated: Bool,
    timeLimit: TimeInterval, options: ORKPredefinedTaskOption
  ) -> ORKNavigableOrderedTask {
    let steps = [true, false].flatMap { isDominant -> [ORKActiveStep] in
      let hand = isDominant ? "dominant" : "non.dominant"
      let place = ORKHolePegTestPlaceStep(identifier: "hole.peg.test.\(hand).place")
      let remove = ORKHolePegTestRemoveStep(identifier: "hole.peg.test.\(hand).remove")
      place.movingDirection = isDominant == (dominantHand == .left) ? .left : .right
      remove.movingDirection = place.movingDirection == .left ? .right : .left
      place.isDominantHandTested = isDominant
      remove.isDominantHandTested = isDominant
      (place.numberOfPegs, remove.numberOfPegs) = (Int(numberOfPegs), Int(numberOfPegs))
      (place.threshold, remove.threshold) = (threshold, threshold)
      place.isRotated = rotated
      (place.stepDuration, remove.stepDuration) = (timeLimit, timeLimit)
      return [place, remove]
    }
    return task(
      identifier, "9-Hole Peg Test", intendedUseDescription ?? "This activity tests your hands.",
      "Put the pegs into the holes and take them out again, with one hand and then the other.",
      steps, options)
  }

  public static func psatTask(
    withIdentifier identifier: String, intendedUseDescription: String?,
    presentationMode: ORKPSATPresentationMode, interStimulusInterval: TimeInterval,
    stimulusDuration: TimeInterval, seriesLength: Int, options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    let step = ORKPSATStep(identifier: "psat")
    step.presentationMode = presentationMode
    step.interStimulusInterval = interStimulusInterval
    step.stimulusDuration = stimulusDuration
    step.seriesLength = seriesLength
    step.stepDuration = Double(seriesLength + 1) * interStimulusInterval
    return task(
      identifier, "PSAT", intendedUseDescription ?? "This activity tests how fast you add.",
      "Add each digit to the one before it.", [step], options)
  }

  public static func reactionTime(
    withIdentifier identifier: String, intendedUseDescription: String?,
    maximumStimulusInterval: TimeInterval, minimumStimulusInterval: TimeInterval,
    thresholdAcceleration: Double, numberOfAttempts: Int32, timeout: TimeInterval,
    successSound: UInt32, timeoutSound: UInt32, failureSound: UInt32,
    options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    let step = ORKReactionTimeStep(identifier: "reactionTime")
    set(
      step, maximumStimulusInterval, minimumStimulusInterval, thresholdAcceleration,
      numberOfAttempts, timeout, [successSound, timeoutSound, failureSound])
    return task(
      identifier, "Reaction Time", intendedUseDescription ?? "This activity tests how you react.",
      "Shake the device as soon as you see the blue dot.", [step], options)
  }

  public static func normalizedReactionTime(
    withIdentifier identifier: String, intendedUseDescription: String?,
    maximumStimulusInterval: TimeInterval, minimumStimulusInterval: TimeInterval,
    thresholdAcceleration: Double, numberOfAttempts: Int32, timeout: TimeInterval,
    successSound: UInt32, timeoutSound: UInt32, failureSound: UInt32,
    options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    let step = ORKNormalizedReactionTimeStep(identifier: "normalizedReactionTime")
    set(
      step, maximumStimulusInterval, minimumStimulusInterval, thresholdAcceleration,
      numberOfAttempts, timeout, [successSound, timeoutSound, failureSound])
    return task(
      identifier, "Reaction Time", intendedUseDescription ?? "This activity tests how you react.",
      "Shake the device as soon as you see the blue dot.", [step], options)
  }

  private static func set(
    _ step: ORKReactionTimeStep, _ most: TimeInterval, _ least: TimeInterval, _ threshold: Double,
    _ attempts: Int32, _ timeout: TimeInterval, _ sounds: [UInt32]
  ) {
    (step.maximumStimulusInterval, step.minimumStimulusInterval) = (most, least)
    step.thresholdAcceleration = threshold
    step.numberOfAttempts = Int(attempts)
    step.timeout = timeout
    (step.successSound, step.timeoutSound, step.failureSound) = (sounds[0], sounds[1], sounds[2])
  }

  public static func spatialSpanMemoryTask(
    withIdentifier identifier: String, intendedUseDescription: String?, initialSpan: Int,
    minimumSpan: Int, maximumSpan: Int, playSpeed: TimeInterval, maximumTests: Int,
    maximumConsecutiveFailures: Int, customTargetImage: UIImage?, customTargetPluralName: String?,
    requireReversal: Bool, options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    let step = ORKSpatialSpanMemoryStep(identifier: "cognitive.memory.spatialspan")
    (step.initialSpan, step.minimumSpan, step.maximumSpan) = (initialSpan, minimumSpan, maximumSpan)
    step.playSpeed = playSpeed
    step.maximumTests = maximumTests
    step.maximumConsecutiveFailures = maximumConsecutiveFailures
    step.customTargetImage = customTargetImage
    step.customTargetPluralName = customTargetPluralName
    step.requireReversal = requireReversal
    return task(
      identifier, "Spatial Memory",
      intendedUseDescription ?? "This activity tests your memory of places.",
      "Tap the \(customTargetPluralName ?? "flowers") in the order in which they light up.", [step],
      options)
  }

  public static func speechRecognitionTask(
    withIdentifier identifier: String, intendedUseDescription: String?,
    speechRecognizerLocale: ORKSpeechRecognizerLocale, speechRecognitionImage: UIImage?,
    speechRecognitionText: String?, shouldHideTranscript: Bool, allowsEdittingTranscript: Bool,
    options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    let step = ORKSpeechRecognitionStep(identifier: "speech.recognition")
    step.text = speechRecognitionText
    step.speechRecognitionText = speechRecognitionText
    step.speechRecognitionImage = speechRecognitionImage
    step.speechRecognizerLocale = speechRecognizerLocale
    step.shouldHideTranscript = shouldHideTranscript
    return task(
      identifier, "Speech Recognition", intendedUseDescription ?? "This activity records speech.",
      "Read the text aloud, or describe the picture.", [step], options)
  }

  public static func speechInNoiseTask(
    withIdentifier identifier: String, intendedUseDescription: String?,
    options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    task(
      identifier, "Speech in Noise", intendedUseDescription ?? "This activity tests your hearing.",
      "Repeat the sentences that you hear.", [ORKSpeechInNoiseStep(identifier: "speech.in.noise")],
      options)
  }

  public static func stroopTask(
    withIdentifier identifier: String, intendedUseDescription: String?, numberOfAttempts: Int,
    options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    let step = ORKStroopStep(identifier: "stroop")
    step.numberOfAttempts = numberOfAttempts
    return task(
      identifier, "Stroop", intendedUseDescription ?? "This activity tests your attention.",
      "Choose the first letter of the colour in which a word is shown.", [step], options)
  }

  public static func toneAudiometryTask(
    withIdentifier identifier: String, intendedUseDescription: String?, speechInstruction: String?,
    shortSpeechInstruction: String?, toneDuration: TimeInterval, options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    let step = ORKToneAudiometryStep(identifier: "tone.audiometry")
    step.toneDuration = toneDuration
    step.title = shortSpeechInstruction
    return task(
      identifier, "Tone Audiometry", intendedUseDescription ?? "This activity tests your hearing.",
      speechInstruction ?? "Tap as soon as you hear a tone.", [step], options)
  }

  public static func dBHLToneAudiometryTask(
    withIdentifier identifier: String, intendedUseDescription: String?,
    options: ORKPredefinedTaskOption
  ) -> ORKNavigableOrderedTask {
    let steps = [ORKAudioChannel.left, .right].map { ear in
      let step = ORKdBHLToneAudiometryStep(
        identifier: "dBHL.tone.audiometry.\(ear == .left ? "left" : "right")")
      step.earPreference = ear
      return step
    }
    return task(
      identifier, "Tone Audiometry", intendedUseDescription ?? "This activity tests your hearing.",
      "Tap as soon as you hear a tone, in one ear and then in the other.", steps, options)
  }

  public static func towerOfHanoiTask(
    withIdentifier identifier: String, intendedUseDescription: String?, numberOfDisks: UInt,
    options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    let step = ORKTowerOfHanoiStep(identifier: "towerOfHanoi")
    step.numberOfDisks = numberOfDisks
    return task(
      identifier, "Tower of Hanoi", intendedUseDescription ?? "This activity tests how you plan.",
      "Move all disks to the marked platform, never a larger one onto a smaller one.", [step],
      options)
  }

  public static func twoFingerTappingIntervalTask(
    withIdentifier identifier: String, intendedUseDescription: String?, duration: TimeInterval,
    handOptions: ORKPredefinedTaskHandOption, options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    let steps = handOptions.hands.map { hand in
      let step = ORKTappingIntervalStep(
        identifier: ["tapping", hand].filter { !$0.isEmpty }.joined(separator: "."))
      step.stepDuration = duration
      return step
    }
    return task(
      identifier, "Tapping Speed", intendedUseDescription ?? "This activity tests your fingers.",
      "Tap the two buttons by turns, as fast as you can.", steps, options)
  }

  public static func trailmakingTask(
    withIdentifier identifier: String, intendedUseDescription: String?,
    trailmakingInstruction: String?, trailType: ORKTrailMakingTypeIdentifier,
    options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    let step = ORKTrailmakingStep(identifier: "trailmaking")
    step.trailType = trailType
    return task(
      identifier, "Trail Making", intendedUseDescription ?? "This activity tests your attention.",
      trailmakingInstruction ?? "Tap the circles in order.", [step], options)
  }

  public static func kneeRangeOfMotionTask(
    withIdentifier identifier: String, limbOption: ORKPredefinedTaskLimbOption,
    intendedUseDescription: String?, options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    let step = ORKRangeOfMotionStep(identifier: "knee.range.of.motion")
    step.limbOption = limbOption
    return task(
      identifier, "Knee Range of Motion",
      intendedUseDescription ?? "This activity tests how far your knee bends.",
      "Hold the device on your leg and bend the knee.", [step], options)
  }

  public static func shoulderRangeOfMotionTask(
    withIdentifier identifier: String, limbOption: ORKPredefinedTaskLimbOption,
    intendedUseDescription: String?, options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    let step = ORKShoulderRangeOfMotionStep(identifier: "shoulder.range.of.motion")
    step.limbOption = limbOption
    return task(
      identifier, "Shoulder Range of Motion",
      intendedUseDescription ?? "This activity tests how far your shoulder moves.",
      "Hold the device on your arm and raise it.", [step], options)
  }

  public static func tremorTest(
    withIdentifier identifier: String, intendedUseDescription: String?,
    activeStepDuration: TimeInterval, activeTaskOptions: ORKTremorActiveTaskOption,
    handOptions: ORKPredefinedTaskHandOption, options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    let positions: [(ORKTremorActiveTaskOption, String, String)] = [
      (.excludeHandInLap, "tremor.handInLap", "Hold the device in your lap."),
      (
        .excludeHandAtShoulderHeight, "tremor.handAtShoulderLength",
        "Hold the device out at the height of your shoulder."
      ),
      (
        .excludeHandAtShoulderHeightElbowBent, "tremor.handAtShoulderLengthWithElbowBent",
        "Hold the device at the height of your shoulder, with the elbow bent."
      ),
      (.excludeHandToNose, "tremor.handToNose", "Bring the device to your nose, again and again."),
      (.excludeQueenWave, "tremor.handQueenWave", "Wave with the device, turning your wrist."),
    ]
    let steps = handOptions.hands.flatMap { hand in
      positions.filter { !activeTaskOptions.contains($0.0) }.map { _, name, text in
        let step = ORKActiveStep(
          identifier: [name, hand].filter { !$0.isEmpty }.joined(separator: "."))
        step.title = text
        step.stepDuration = activeStepDuration
        step.recorderConfigurations = [
          ORKAccelerometerRecorderConfiguration(identifier: "ac1_acc", frequency: 100),
          ORKDeviceMotionRecorderConfiguration(identifier: "ac1_motion", frequency: 100),
        ]
        step.lacking = "a motion sensor"
        return step
      }
    }
    return task(
      identifier, "Tremor Activity",
      intendedUseDescription ?? "This activity measures how your hands tremble.",
      "Sit down, and hold the device as each step says.", steps, options)
  }

  /// Two instructions, the steps, and a conclusion.
  private static func task(
    _ identifier: String, _ title: String, _ first: String, _ second: String,
    _ steps: [ORKActiveStep], _ options: ORKPredefinedTaskOption
  ) -> ORKNavigableOrderedTask {
    for step in steps where step.title == nil { step.title = title }
    return ORKNavigableOrderedTask(
      identifier: identifier,
      steps: instructions(title, first, second, options) + steps + conclusion(options))
  }
}
