public import Foundation
internal import StudyTasks

/// A step of a task: base of all others.
open class ORKStep: NSObject {
  public let identifier: String
  open var title: String?
  open var text: String?
  open var detailText: String?
  open var footnote: String?
  open var isOptional = false
  open var shouldTintImages = false
  open var useSurveyMode = true

  /// The task that the step belongs to.
  open internal(set) weak var task: (any ORKTask)?

  public required init(identifier: String) {
    self.identifier = identifier
  }

  /// Whether a restored task may begin at this step.
  open var isRestorable: Bool { true }

  /// Whether the step counts in "step 2 of 5".
  open var showsProgress: Bool = true

  /// Whether the step can be carried out; a mistake in it stops the program, as ResearchKit's exception
  /// does.
  open func validateParameters() {}

  /// The type of view controller that carries out the step.
  open var stepViewControllerClass: ORKStepViewController.Type { ORKStepViewController.self }
}

/// A step that shows text.
open class ORKInstructionStep: ORKStep {
  open var attributedDetailText: NSAttributedString?
}

/// The last step of a task.
open class ORKCompletionStep: ORKInstructionStep {
  open override var isRestorable: Bool { false }
}

/// A step during which something is recorded.
open class ORKActiveStep: ORKStep {
  /// Seconds; 0 for a step that starts finished.
  open var stepDuration: TimeInterval = 0
  open var shouldShowDefaultTimer = true
  open var shouldSpeakCountDown = false
  open var shouldSpeakRemainingTimeAtHalfway = false
  open var shouldStartTimerAutomatically = false
  open var shouldPlaySoundOnStart = false
  open var shouldPlaySoundOnFinish = false
  open var shouldVibrateOnStart = false
  open var shouldVibrateOnFinish = false
  open var shouldUseNextAsSkipButton = false
  open var shouldContinueOnFinish = false
  open var spokenInstruction: String?
  open var finishedSpokenInstruction: String?
  open var recorderConfigurations: [ORKRecorderConfiguration]?

  open override var isRestorable: Bool { false }
  open var hasCountDown: Bool { stepDuration > 0 && shouldShowDefaultTimer }
  open var startsFinished: Bool { stepDuration == 0 }

  open override var stepViewControllerClass: ORKStepViewController.Type {
    ORKActiveStepViewController.self
  }

  /// The kind of the step for the engine.
  var kind: StudyStep.Kind { .active }
}

/// Counts down before an active step.
open class ORKCountdownStep: ORKActiveStep {
  public required init(identifier: String) {
    super.init(identifier: identifier)
    stepDuration = 5
    shouldStartTimerAutomatically = true
    shouldContinueOnFinish = true
    shouldShowDefaultTimer = false
  }

  open override func validateParameters() {
    precondition(stepDuration >= 3, "\(identifier): a countdown takes at least 3 seconds")
  }

  override var kind: StudyStep.Kind { .countdown }
}

/// A step of effort or rest.
open class ORKFitnessStep: ORKActiveStep {
  open var userInfo: [AnyHashable: Any] = [:]

  public required init(identifier: String) {
    super.init(identifier: identifier)
    shouldShowDefaultTimer = false
  }

  open override func validateParameters() {
    precondition(stepDuration >= 5, "\(identifier): a fitness step takes at least 5 seconds")
  }

  override var kind: StudyStep.Kind { .fitness }
}

/// What is spoken at a time during an audio step.
public final class ORKVocalCue: NSObject, Sendable {
  public let time: TimeInterval
  public let spokenText: String

  public init(time: TimeInterval, spokenText: String) {
    self.time = time
    self.spokenText = spokenText
  }
}

/// A sound file of a bundle.
public final class ORKBundleAsset: NSObject, Sendable {
  public let name: String
  public let bundleIdentifier: String
  public let fileExtension: String

  public init(name: String, bundleIdentifier: String, fileExtension: String) {
    self.name = name
    self.bundleIdentifier = bundleIdentifier
    self.fileExtension = fileExtension
  }

  /// Where the file is; `nil` if there is no such bundle or file.
  public var url: URL? {
    Bundle(identifier: bundleIdentifier)?.url(forResource: name, withExtension: fileExtension)
  }
}

/// A fitness step with music. Its vocal cues are kept, but not spoken by this version.
open class ORKAudioFitnessStep: ORKFitnessStep {
  open var audioAsset: ORKBundleAsset?
  open var vocalCues: [ORKVocalCue] = []

  public convenience init(
    identifier: String, audioAsset: ORKBundleAsset, vocalCues: [ORKVocalCue]?
  ) {
    self.init(identifier: identifier)
    self.audioAsset = audioAsset
    self.vocalCues = vocalCues ?? []
    stepDuration = 180
  }
}

/// A walk of some steps.
open class ORKWalkingTaskStep: ORKActiveStep {
  open var numberOfStepsPerLeg = 1

  open override func validateParameters() {
    precondition(numberOfStepsPerLeg >= 1, "\(identifier): a leg has at least one step")
  }

  override var kind: StudyStep.Kind { .walking }
}
