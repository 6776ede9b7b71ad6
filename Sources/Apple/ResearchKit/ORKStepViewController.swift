public import Foundation
internal import StudyTasks

/// Carries out one step without a screen.
open class ORKStepViewController: NSObject {
  public let step: ORKStep?
  public internal(set) weak var taskViewController: ORKTaskViewController?

  public required init(step: ORKStep?) { self.step = step }

  /// Called when the step is about to be shown; then `viewWillAppear` and `viewDidAppear`.
  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) {}
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillDisappear(_ animated: Bool) {}

  open func hasPreviousStep() -> Bool { taskViewController?.previousStep != nil }
  open func hasNextStep() -> Bool {
    taskViewController.map { $0.task?.step(after: step, with: $0.result) != nil } ?? false
  }
  open func goForward() { taskViewController?.goForward() }
  open func goBackward() { taskViewController?.goBackward() }
}

/// Carries out an active step: its timer and its recorders. Overrides call `super`.
open class ORKActiveStepViewController: ORKStepViewController {
  var life: ActiveStepRun?

  public var isStarted: Bool { life.map { $0.state != .ready } ?? false }
  public var isFinished: Bool { life?.state == .finished }
  public var isSuspended: Bool { life?.state == .suspended }

  /// Seconds that have passed.
  public var runtime: TimeInterval { life?.elapsed ?? 0 }

  /// Seconds that are left.
  public var timeRemaining: TimeInterval { life?.remaining ?? 0 }

  /// Starts the timer and the recorders.
  open func start() { life?.start() }

  /// Pauses the timer; the recorders stop and give their files.
  open func suspend() { life?.suspend() }

  /// Goes on with new recorders.
  open func resume() { life?.resume() }

  /// Ends the step; the next follows if `shouldContinueOnFinish` is set.
  open func finish() { life?.finish() }

  /// Called once the step has finished, after the next is shown if it follows by itself.
  open func stepDidFinish() {}
}

/// A view controller as the life of the engine's step, so that overrides are called.
final class ControllerLife: TaskRun.Life {
  private let controller: ORKActiveStepViewController

  init(_ controller: ORKActiveStepViewController) { self.controller = controller }

  func start() { controller.start() }
  func suspend() { controller.suspend() }
  func resume() { controller.resume() }
  func finish() { controller.finish() }
  func stepDidFinish() { controller.stepDidFinish() }
}
