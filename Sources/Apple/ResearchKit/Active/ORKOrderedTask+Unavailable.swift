public import Foundation

/// The hands that are tested.
public struct ORKPredefinedTaskHandOption: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let unspecified: Self = []
  public static let left = Self(rawValue: 1 << 1)
  public static let right = Self(rawValue: 1 << 2)
  public static let both: Self = [.left, .right]
}

/// The limb that is tested.
public typealias ORKPredefinedTaskLimbOption = ORKPredefinedTaskHandOption

/// Positions of a tremor test that are left out.
public struct ORKTremorActiveTaskOption: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
}

/// A side of the body.
public enum ORKBodySagittal: Int, Sendable {
  case left, right
}

/// The presentation of the digits of an addition test.
public struct ORKPSATPresentationMode: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let auditory = Self(rawValue: 1 << 0)
  public static let visual = Self(rawValue: 1 << 1)
}

/// The order of the circles of a trail: numbers, or numbers and letters in turn.
public enum ORKTrailMakingTypeIdentifier: String, Sendable {
  case A, B
}

/// The language that a phone listens for, such as `en-US`.
public struct ORKSpeechRecognizerLocale: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let englishUS = Self(rawValue: "en-US")
}

// The predefined tasks whose active steps need a phone's screen or sensors. Each has its instructions and, in place
// of its active steps, one that names the missing parts, as its result does.
extension ORKOrderedTask {
  public static func audioTask(
    withIdentifier identifier: String, intendedUseDescription: String?, speechInstruction: String?,
    shortSpeechInstruction: String?, duration: TimeInterval, recordingSettings: [String: Any]?,
    checkAudioLevel: Bool, options: ORKPredefinedTaskOption
  ) -> ORKNavigableOrderedTask {
    unavailable(identifier, "Voice", "a microphone", intendedUseDescription, options)
  }

  public static func amslerGridTask(
    withIdentifier identifier: String, intendedUseDescription: String?,
    options: ORKPredefinedTaskOption
  ) -> ORKNavigableOrderedTask {
    unavailable(identifier, "Amsler Grid", "a touch screen", intendedUseDescription, options)
  }

  public static func holePegTest(
    withIdentifier identifier: String, intendedUseDescription: String?,
    dominantHand: ORKBodySagittal, numberOfPegs: Int32, threshold: Double, rotated: Bool,
    timeLimit: TimeInterval, options: ORKPredefinedTaskOption
  ) -> ORKNavigableOrderedTask {
    unavailable(identifier, "9-Hole Peg Test", "a touch screen", intendedUseDescription, options)
  }

  public static func psatTask(
    withIdentifier identifier: String, intendedUseDescription: String?,
    presentationMode: ORKPSATPresentationMode, interStimulusInterval: TimeInterval,
    stimulusDuration: TimeInterval, seriesLength: Int, options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    unavailable(identifier, "PSAT", "a keypad on the screen", intendedUseDescription, options)
  }

  public static func reactionTime(
    withIdentifier identifier: String, intendedUseDescription: String?,
    maximumStimulusInterval: TimeInterval, minimumStimulusInterval: TimeInterval,
    thresholdAcceleration: Double, numberOfAttempts: Int32, timeout: TimeInterval,
    successSound: UInt32, timeoutSound: UInt32, failureSound: UInt32,
    options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    unavailable(identifier, "Reaction Time", "a motion sensor", intendedUseDescription, options)
  }

  public static func normalizedReactionTime(
    withIdentifier identifier: String, intendedUseDescription: String?,
    maximumStimulusInterval: TimeInterval, minimumStimulusInterval: TimeInterval,
    thresholdAcceleration: Double, numberOfAttempts: Int32, timeout: TimeInterval,
    successSound: UInt32, timeoutSound: UInt32, failureSound: UInt32,
    options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    unavailable(identifier, "Reaction Time", "a motion sensor", intendedUseDescription, options)
  }

  public static func spatialSpanMemoryTask(
    withIdentifier identifier: String, intendedUseDescription: String?, initialSpan: Int,
    minimumSpan: Int, maximumSpan: Int, playSpeed: TimeInterval, maximumTests: Int,
    maximumConsecutiveFailures: Int, customTargetImage: UIImage?, customTargetPluralName: String?,
    requireReversal: Bool, options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    unavailable(identifier, "Spatial Memory", "a touch screen", intendedUseDescription, options)
  }

  public static func speechRecognitionTask(
    withIdentifier identifier: String, intendedUseDescription: String?,
    speechRecognizerLocale: ORKSpeechRecognizerLocale, speechRecognitionImage: UIImage?,
    speechRecognitionText: String?, shouldHideTranscript: Bool, allowsEdittingTranscript: Bool,
    options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    unavailable(identifier, "Speech Recognition", "a microphone", intendedUseDescription, options)
  }

  public static func speechInNoiseTask(
    withIdentifier identifier: String, intendedUseDescription: String?,
    options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    unavailable(
      identifier, "Speech in Noise", "calibrated headphones", intendedUseDescription, options)
  }

  public static func stroopTask(
    withIdentifier identifier: String, intendedUseDescription: String?, numberOfAttempts: Int,
    options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    unavailable(identifier, "Stroop", "a touch screen", intendedUseDescription, options)
  }

  public static func toneAudiometryTask(
    withIdentifier identifier: String, intendedUseDescription: String?, speechInstruction: String?,
    shortSpeechInstruction: String?, toneDuration: TimeInterval, options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    unavailable(
      identifier, "Tone Audiometry", "calibrated headphones", intendedUseDescription, options)
  }

  public static func dBHLToneAudiometryTask(
    withIdentifier identifier: String, intendedUseDescription: String?,
    options: ORKPredefinedTaskOption
  ) -> ORKNavigableOrderedTask {
    unavailable(
      identifier, "Tone Audiometry", "calibrated headphones", intendedUseDescription, options)
  }

  public static func towerOfHanoiTask(
    withIdentifier identifier: String, intendedUseDescription: String?, numberOfDisks: UInt,
    options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    unavailable(identifier, "Tower of Hanoi", "a touch screen", intendedUseDescription, options)
  }

  public static func twoFingerTappingIntervalTask(
    withIdentifier identifier: String, intendedUseDescription: String?, duration: TimeInterval,
    handOptions: ORKPredefinedTaskHandOption, options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    unavailable(identifier, "Tapping Speed", "a touch screen", intendedUseDescription, options)
  }

  public static func trailmakingTask(
    withIdentifier identifier: String, intendedUseDescription: String?,
    trailmakingInstruction: String?, trailType: ORKTrailMakingTypeIdentifier,
    options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    unavailable(identifier, "Trail Making", "a touch screen", intendedUseDescription, options)
  }

  public static func kneeRangeOfMotionTask(
    withIdentifier identifier: String, limbOption: ORKPredefinedTaskLimbOption,
    intendedUseDescription: String?, options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    unavailable(
      identifier, "Knee Range of Motion", "a motion sensor", intendedUseDescription, options)
  }

  public static func shoulderRangeOfMotionTask(
    withIdentifier identifier: String, limbOption: ORKPredefinedTaskLimbOption,
    intendedUseDescription: String?, options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    unavailable(
      identifier, "Shoulder Range of Motion", "a motion sensor", intendedUseDescription, options)
  }

  public static func tremorTest(
    withIdentifier identifier: String, intendedUseDescription: String?,
    activeStepDuration: TimeInterval, activeTaskOptions: ORKTremorActiveTaskOption,
    handOptions: ORKPredefinedTaskHandOption, options: ORKPredefinedTaskOption
  ) -> ORKOrderedTask {
    unavailable(identifier, "Tremor Activity", "a motion sensor", intendedUseDescription, options)
  }

  private static func unavailable(
    _ identifier: String, _ title: String, _ missing: String, _ use: String?,
    _ options: ORKPredefinedTaskOption
  ) -> ORKNavigableOrderedTask {
    let step = ORKUnavailableActiveStep(identifier: "activity")
    step.title = title
    step.lacking = missing
    let need = "Its active step needs \(missing)."
    return ORKNavigableOrderedTask(
      identifier: identifier,
      steps: instructions(title, use ?? need, need, options) + [step] + conclusion(options))
  }
}

/// The active step of a task that cannot be carried out here.
private final class ORKUnavailableActiveStep: ORKActiveStep {
  var lacking: String?
  override var missing: String? { lacking }
}
