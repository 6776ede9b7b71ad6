public import Foundation
internal import HealthKit
internal import StudyTasks

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

  open override var stepViewControllerClass: ORKStepViewController.Type {
    ORKActiveStepViewController.self
  }

  open override var requestedHealthKitTypesForReading: Set<HKObjectType>? {
    (recorderConfigurations ?? []).reduce(into: []) {
      $0.formUnion($1.requestedHealthKitTypesForReading ?? [])
    }
  }

  /// The kind of the step for the engine.
  var kind: StudyStep.Kind { .active }

  override var problem: String? {
    stepDuration <= 1e7 ? nil : "\(identifier): a step takes at most ten million seconds"
  }

  override func engineStep(_ result: ORKTaskResult) -> StudyStep {
    var study = super.engineStep(result)
    guard missing == nil else { return study }
    study.kind = kind
    var activity = StepActivity(duration: max(0, stepDuration))
    activity.recorders = (recorderConfigurations ?? []).map(\.settings)
    activity.spokenInstruction = spokenInstruction
    activity.finishedSpokenInstruction = finishedSpokenInstruction
    activity.showsTimer = shouldShowDefaultTimer
    activity.startsAutomatically = shouldStartTimerAutomatically
    activity.continuesOnFinish = shouldContinueOnFinish
    activity.speaksCountdown = shouldSpeakCountDown
    activity.speaksHalfway = shouldSpeakRemainingTimeAtHalfway
    activity.soundsOnStart = shouldPlaySoundOnStart
    activity.soundsOnFinish = shouldPlaySoundOnFinish
    study.activity = activity
    return study
  }
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

  override var problem: String? {
    stepDuration >= 3 ? super.problem : "\(identifier): a countdown takes at least 3 seconds"
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

  override var problem: String? {
    stepDuration >= 5 ? super.problem : "\(identifier): a fitness step takes at least 5 seconds"
  }

  override var kind: StudyStep.Kind { .fitness }
}

/// A walk of some steps.
open class ORKWalkingTaskStep: ORKActiveStep {
  open var numberOfStepsPerLeg = 1

  override var problem: String? {
    numberOfStepsPerLeg >= 1 ? super.problem : "\(identifier): a leg has at least one step"
  }

  override var kind: StudyStep.Kind { .walking }

  override func engineStep(_ result: ORKTaskResult) -> StudyStep {
    var study = super.engineStep(result)
    study.activity?.walkingSteps = numberOfStepsPerLeg
    return study
  }
}

/// A walk of a known distance, which the person ends; the result has the time that it took.
open class ORKTimedWalkStep: ORKActiveStep {
  open var distanceInMeters = 0.0

  public required init(identifier: String) {
    super.init(identifier: identifier)
    isOptional = true
  }

  override var problem: String? {
    guard distanceInMeters > 0 else { return "\(identifier): a walk has a length" }
    return stepDuration > 0 ? super.problem : "\(identifier): a walk has a time limit"
  }

  override func results(of given: StepResult, in folder: URL?) -> [ORKResult] {
    let result = ORKTimedWalkResult(identifier: identifier).during(given)
    result.distanceInMeters = distanceInMeters
    result.timeLimit = stepDuration
    result.duration = given.end.timeIntervalSince(given.start)
    return super.results(of: given, in: folder) + [result]
  }
}

/// The duration of a walk of a given distance.
public final class ORKTimedWalkResult: ORKResult {
  public var distanceInMeters = 0.0
  public var timeLimit: TimeInterval = 0

  /// Seconds that the walk took.
  public var duration: TimeInterval = 0
}
