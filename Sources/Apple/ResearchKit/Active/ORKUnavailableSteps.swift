public import Foundation

/// The ear that is tested.
public enum ORKAudioChannel: Int, Sendable {
  case left, right
}

/// A side of the body.
public enum ORKBodySagittal: Int, Sendable {
  case left, right
}

/// The eye that is tested.
public enum ORKAmslerGridEyeSide: Int, Sendable {
  case notSpecified, left, right
}

/// How the digits of a test of addition are given.
public struct ORKPSATPresentationMode: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let auditory = Self(rawValue: 1 << 0)
  public static let visual = Self(rawValue: 1 << 1)
}

/// The order of the circles of a trail: numbers, or numbers and letters in turn.
public struct ORKTrailMakingTypeIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let A = Self(rawValue: "A")
  public static let B = Self(rawValue: "B")
}

/// The language that a phone listens for.
public struct ORKSpeechRecognizerLocale: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let englishUS = Self(rawValue: "en-US")
  public static let englishUK = Self(rawValue: "en-GB")
  public static let german = Self(rawValue: "de-DE")
  public static let spanish = Self(rawValue: "es-ES")
  public static let french = Self(rawValue: "fr-FR")
  public static let chineseChina = Self(rawValue: "zh-CN")
  public static let japanese = Self(rawValue: "ja-JP")
}

// Steps that need what a machine without a phone's screen and sensors lacks. Their settings are kept and
// serialized. When one is shown, it says that it is unavailable here, and so does its result.

/// Would show a grid to draw on. Unavailable here: it needs a touch screen.
open class ORKAmslerGridStep: ORKActiveStep {
  open var eyeSide: ORKAmslerGridEyeSide = .notSpecified

  override var missing: String? { "a touch screen" }
}

/// Would record the person's voice. Unavailable here: it needs a microphone.
open class ORKAudioStep: ORKActiveStep {
  open var useRecordButton: Bool = false

  override var missing: String? { "a microphone" }
}

/// Would play tones of known loudness. Unavailable here: it needs calibrated headphones.
open class ORKdBHLToneAudiometryStep: ORKActiveStep {
  open var toneDuration: TimeInterval = 1
  open var maxRandomPreStimulusDelay: TimeInterval = 2
  open var postStimulusDelay: TimeInterval = 1
  open var maxNumberOfTransitionsPerFrequency: Int = 20
  open var initialdBHLValue: Double = 30
  open var dBHLStepDownSize: Double = 10
  open var dBHLStepUpSize: Double = 5
  open var dBHLMinimumThreshold: Double = -10
  open var headphoneType: String?
  open var earPreference: ORKAudioChannel = .left
  open var frequencyList: [NSNumber]?

  override var missing: String? { "calibrated headphones" }
}

/// Would measure how loud the surroundings are. Unavailable here: it needs a microphone.
open class ORKEnvironmentSPLMeterStep: ORKActiveStep {
  open var thresholdValue: Double = 35
  open var samplingInterval: TimeInterval = 1
  open var requiredContiguousSamples: Int = 5

  override var missing: String? { "a microphone" }
}

/// Would let pegs be put into holes. Unavailable here: it needs a touch screen.
open class ORKHolePegTestPlaceStep: ORKActiveStep {
  open var movingDirection: ORKBodySagittal = .left
  open var isDominantHandTested: Bool = true
  open var numberOfPegs: Int = 9
  open var threshold: Double = 0.2
  open var isRotated: Bool = false

  override var missing: String? { "a touch screen" }
}

/// Would let pegs be taken out of holes. Unavailable here: it needs a touch screen.
open class ORKHolePegTestRemoveStep: ORKActiveStep {
  open var movingDirection: ORKBodySagittal = .left
  open var isDominantHandTested: Bool = true
  open var numberOfPegs: Int = 9
  open var threshold: Double = 0.2

  override var missing: String? { "a touch screen" }
}

/// Would show digits to add one after the other. Unavailable here: it needs a keypad on the screen.
open class ORKPSATStep: ORKActiveStep {
  open var presentationMode: ORKPSATPresentationMode = .auditory
  open var interStimulusInterval: TimeInterval = 3
  open var stimulusDuration: TimeInterval = 1
  open var seriesLength: Int = 60

  override var missing: String? { "a keypad on the screen" }
}

/// Would measure how far a limb bends. Unavailable here: it needs a motion sensor.
open class ORKRangeOfMotionStep: ORKActiveStep {
  open var limbOption: ORKPredefinedTaskLimbOption = .unspecified

  override var missing: String? { "a motion sensor" }
}

/// Would measure how fast the person moves the device. Unavailable here: it needs a motion sensor.
open class ORKReactionTimeStep: ORKActiveStep {
  open var maximumStimulusInterval: TimeInterval = 10
  open var minimumStimulusInterval: TimeInterval = 4
  open var timeout: TimeInterval = 3
  open var numberOfAttempts: Int = 3
  open var thresholdAcceleration: Double = 0.5
  open var successSound: UInt32 = 0
  open var timeoutSound: UInt32 = 0
  open var failureSound: UInt32 = 0

  override var missing: String? { "a motion sensor" }
}

/// Would show a pattern to tap from memory. Unavailable here: it needs a touch screen.
open class ORKSpatialSpanMemoryStep: ORKActiveStep {
  open var initialSpan: Int = 3
  open var minimumSpan: Int = 2
  open var maximumSpan: Int = 15
  open var playSpeed: TimeInterval = 1
  open var maximumTests: Int = 5
  open var maximumConsecutiveFailures: Int = 3
  open var requireReversal: Bool = false
  open var customTargetImage: UIImage?
  open var customTargetPluralName: String?

  override var missing: String? { "a touch screen" }
}

/// Would play sentences in noise. Unavailable here: it needs calibrated headphones.
open class ORKSpeechInNoiseStep: ORKActiveStep {
  open var speechFileNameWithExtension: String?
  open var noiseFileNameWithExtension: String?
  open var filterFileNameWithExtension: String?
  open var targetSentence: String?
  open var gainAppliedToNoise: Double = 0
  open var willAudioLoop: Bool = false

  override var missing: String? { "calibrated headphones" }
}

/// Would write down what the person says. Unavailable here: it needs a microphone.
open class ORKSpeechRecognitionStep: ORKActiveStep {
  open var speechRecognitionText: String?
  open var speechRecognitionImage: UIImage?
  open var speechRecognizerLocale: ORKSpeechRecognizerLocale = .englishUS
  open var shouldHideTranscript: Bool = false

  override var missing: String? { "a microphone" }
}

/// Would show names of colours in other colours. Unavailable here: it needs a touch screen.
open class ORKStroopStep: ORKActiveStep {
  open var numberOfAttempts: Int = 10

  override var missing: String? { "a touch screen" }
}

/// Would count taps of two fingers. Unavailable here: it needs a touch screen.
open class ORKTappingIntervalStep: ORKActiveStep {
  override var missing: String? { "a touch screen" }
}

/// Would play tones. Unavailable here: it needs calibrated headphones.
open class ORKToneAudiometryStep: ORKActiveStep {
  open var toneDuration: TimeInterval = 20
  open var isPracticeStep: Bool = false

  override var missing: String? { "calibrated headphones" }
}

/// Would wait for a touch. Unavailable here: it needs a touch screen.
open class ORKTouchAnywhereStep: ORKActiveStep {
  override var missing: String? { "a touch screen" }
}

/// Would let disks be moved. Unavailable here: it needs a touch screen.
open class ORKTowerOfHanoiStep: ORKActiveStep {
  open var numberOfDisks: UInt = 3

  override var missing: String? { "a touch screen" }
}

/// Would let circles be joined in order. Unavailable here: it needs a touch screen.
open class ORKTrailmakingStep: ORKActiveStep {
  open var trailType: ORKTrailMakingTypeIdentifier = .B

  override var missing: String? { "a touch screen" }
}

/// Measures how fast a person moves the device, with a new interval for each attempt. Unavailable here: it
/// needs a motion sensor.
open class ORKNormalizedReactionTimeStep: ORKReactionTimeStep {
  open var currentInterval: Double = 0
}

/// Would measure how far a shoulder bends. Unavailable here: it needs a motion sensor.
open class ORKShoulderRangeOfMotionStep: ORKRangeOfMotionStep {}
