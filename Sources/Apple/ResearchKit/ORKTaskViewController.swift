public import Foundation
internal import StudyTasks

/// Why a task ended.
public enum ORKTaskFinishReason: Int, Sendable {
  case saved = 0
  case discarded, completed, failed, earlyTermination

  /// The engine's reasons have the same order.
  init(_ reason: FinishReason) {
    let number = FinishReason.allCases.firstIndex(of: reason)
    self = number.flatMap(Self.init) ?? .failed
  }

  var reason: FinishReason { FinishReason.allCases[rawValue] }
}

/// The name up to version 2.
@available(*, deprecated, renamed: "ORKTaskFinishReason")
public typealias ORKTaskViewControllerFinishReason = ORKTaskFinishReason

/// Whether a step may be left for the next or the previous one.
public enum ORKStepViewControllerNavigationDirection: Int, Sendable {
  case forward, reverse
}

/// Hears the events of a task. All but the first method may be left out.
public protocol ORKTaskViewControllerDelegate: AnyObject {
  func taskViewController(
    _ taskViewController: ORKTaskViewController, didFinishWith reason: ORKTaskFinishReason,
    error: (any Error)?)

  /// Returns the view controller for a step; `nil` for the standard one.
  func taskViewController(
    _ taskViewController: ORKTaskViewController, viewControllerFor step: ORKStep
  ) -> ORKStepViewController?

  /// Returns whether a step may be shown; otherwise the task stays at the step before. A task whose
  /// first step may not be shown ends with `.earlyTermination`.
  func taskViewController(
    _ taskViewController: ORKTaskViewController, shouldPresent step: ORKStep
  ) -> Bool

  func taskViewController(
    _ taskViewController: ORKTaskViewController, didChange result: ORKTaskResult)

  /// Called when a recorder could not record; the task continues.
  func taskViewController(
    _ taskViewController: ORKTaskViewController, recorder: ORKRecorder,
    didFailWithError error: any Error)

  func taskViewController(
    _ taskViewController: ORKTaskViewController,
    stepViewControllerWillAppear stepViewController: ORKStepViewController)

  func taskViewController(
    _ taskViewController: ORKTaskViewController,
    stepViewControllerWillDisappear stepViewController: ORKStepViewController,
    navigationDirection direction: ORKStepViewControllerNavigationDirection)

  func taskViewControllerSupportsSaveAndRestore(_ taskViewController: ORKTaskViewController) -> Bool
  func taskViewControllerShouldConfirmCancel(_ taskViewController: ORKTaskViewController?) -> Bool
}

extension ORKTaskViewControllerDelegate {
  public func taskViewController(
    _ taskViewController: ORKTaskViewController, viewControllerFor step: ORKStep
  ) -> ORKStepViewController? { nil }

  public func taskViewController(
    _ taskViewController: ORKTaskViewController, shouldPresent step: ORKStep
  ) -> Bool { true }

  public func taskViewController(
    _ taskViewController: ORKTaskViewController, didChange result: ORKTaskResult
  ) {}

  public func taskViewController(
    _ taskViewController: ORKTaskViewController, recorder: ORKRecorder,
    didFailWithError error: any Error
  ) {}

  public func taskViewController(
    _ taskViewController: ORKTaskViewController,
    stepViewControllerWillAppear stepViewController: ORKStepViewController
  ) {}

  public func taskViewController(
    _ taskViewController: ORKTaskViewController,
    stepViewControllerWillDisappear stepViewController: ORKStepViewController,
    navigationDirection direction: ORKStepViewControllerNavigationDirection
  ) {}

  public func taskViewControllerSupportsSaveAndRestore(
    _ taskViewController: ORKTaskViewController
  ) -> Bool { false }

  public func taskViewControllerShouldConfirmCancel(
    _ taskViewController: ORKTaskViewController?
  ) -> Bool { true }
}

/// A recorder that recorded nothing, or not all.
public struct ORKRecorderError: Error, Sendable, CustomStringConvertible {
  /// A sentence.
  public let description: String
}

/// Carries out a task without a screen: `run()` returns once it has ended. A presenter lets time
/// pass and acts as a person would: at the terminal, or as a test's script.
///
/// It belongs to one thread.
open class ORKTaskViewController: NSObject {
  open weak var delegate: (any ORKTaskViewControllerDelegate)?

  /// The task to carry out; it cannot change once it is presented.
  open var task: (any ORKTask)? {
    willSet { if run != nil { fatalError("the task cannot change once it is presented") } }
    didSet { task?.validateParameters() }
  }
  public let taskRunUUID: UUID

  /// Gives the answers that questions are filled in with; a person may answer otherwise.
  open var defaultResultSource: (any ORKTaskResultSource)?

  /// The folder for recorders' files; it is made if it is missing.
  open var outputDirectory: URL? {
    willSet { if run != nil { fatalError("the folder cannot change once the task is presented") } }
  }

  /// Lets time pass and acts as a person would.
  public var presenter: ORKTaskPresenter = ORKTerminalPresenter()

  public private(set) var currentStepViewController: ORKStepViewController?

  private var run: TaskRun?
  private var order: TaskOrder?
  private var events: EventForwarder?
  private var error: (any Error)?
  private var earlier: TaskResult?

  public init(task: (any ORKTask)?, taskRun taskRunUUID: UUID?) {
    self.task = task
    self.taskRunUUID = taskRunUUID ?? UUID()
    super.init()
    task?.validateParameters()
  }

  /// The name of earlier versions.
  @available(*, deprecated, renamed: "init(task:taskRun:)")
  public convenience init(task: (any ORKTask)?, taskRunUUID: UUID?) {
    self.init(task: task, taskRun: taskRunUUID)
  }

  /// Resumes a task that was saved by `restorationData`; the interrupted step starts over.
  public convenience init(
    task: (any ORKTask)?, restorationData: Data?, delegate: (any ORKTaskViewControllerDelegate)?,
    error: UnsafeMutablePointer<NSError?>? = nil
  ) {
    let text = restorationData.flatMap { String(data: $0, encoding: .utf8) }
    let earlier = text.flatMap { TaskResult(text: $0) }
    self.init(task: task, taskRun: earlier?.runID)
    self.earlier = earlier
    self.delegate = delegate
    if restorationData != nil, earlier == nil {
      error?.pointee = CocoaError(.coderReadCorrupt) as NSError
    }
  }

  /// The result so far.
  open var result: ORKTaskResult {
    if let given = run?.result ?? earlier { return converted(given) }
    return ORKTaskResult(
      taskIdentifier: task?.identifier ?? "", taskRun: taskRunUUID,
      outputDirectory: outputDirectory)
  }

  /// The data needed to resume later; `nil` before the task is presented.
  open var restorationData: Data? { run.map { Data($0.result.text.utf8) } }

  /// The step that is shown.
  public var currentStep: ORKStep? { run?.step.flatMap { order?.steps[$0.identifier] } }

  /// Called once, before the first step is shown; an override calls `super`.
  open func viewDidLoad() {}

  /// Presents the task and returns when it has ended.
  open func run(_ presenter: ORKTaskPresenter? = nil) {
    guard run == nil else { fatalError("a task view controller presents its task once") }
    viewDidLoad()
    guard let task else { return finish(.failed) }
    if let presenter { self.presenter = presenter }
    let source = HealthStoreSource(
      reading: task.requestedHealthKitTypesForReading ?? [],
      writing: task.requestedHealthKitTypesForWriting ?? [])
    let order = TaskOrder(task, self, source)
    self.order = order
    // The task resumes at the interrupted step, or at the last one before it that may be restored.
    earlier?.openStep = nil
    // The last result of a run that was ended belongs to the interrupted step.
    if let reason = earlier?.finishReason, reason != .completed { _ = earlier?.steps.popLast() }
    while let given = earlier, let last = given.steps.last,
      let next = order.step(after: last.identifier, in: given),
      order.steps[next.identifier]?.isRestorable == false
    {
      earlier?.steps.removeLast()
    }
    var folder: RunFolder?
    do throws(StudyError) {
      folder = try outputDirectory.map { url throws(StudyError) in try RunFolder(using: url.path) }
    } catch {
      self.error = error
      return finish(.failed)
    }
    let clock = self.presenter.makeClock()
    let run = TaskRun(
      order, identifier: task.identifier, folder: folder, clock: clock, source: source, seed: 0,
      runID: taskRunUUID, resuming: earlier)
    let events = EventForwarder(self)
    run.add(events)
    if let observer = self.presenter.observer { run.add(observer) }
    run.makeLife = { [weak self] step, active in self?.life(of: step, active) }
    (self.run, self.events) = (run, events)
    run.begin()
    while run.finishReason == nil {
      self.presenter.turn(self, run)
      run.advance()
    }
    finish(ORKTaskFinishReason(run.finishReason ?? .failed))
  }

  open func goForward() { run?.next() }
  open func goBackward() { if previousStep != nil { run?.back() } }

  /// The step to which the task lets a person go back.
  var previousStep: ORKStep? {
    guard let task, let step = currentStep else { return nil }
    let soFar = result
    soFar.results = (soFar.results ?? []) + [ORKStepResult(identifier: step.identifier)]
    return task.step(before: step, with: soFar)
  }

  /// Ends the task early, as a person's Cancel does; recorded data stay.
  open func cancel(_ reason: ORKTaskFinishReason = .discarded) { run?.end(reason.reason) }

  // MARK: -

  fileprivate func stepBegan(_ step: StudyStep) {
    guard let ork = order?.steps[step.identifier] else { return }
    let needsFolder = (ork as? ORKActiveStep)?.recorderConfigurations?.isEmpty == false
    if needsFolder, outputDirectory == nil {
      error = CocoaError(.fileWriteInvalidFileName)
      run?.end(.failed)
      return
    }
    // An active step's has been made with its life.
    let controller =
      delegate?.taskViewController(self, viewControllerFor: ork)
      ?? ork.stepViewControllerClass.init(step: ork)
    if let former = currentStepViewController { former.viewWillDisappear(false) }
    controller.taskViewController = self
    currentStepViewController = controller
    controller.viewDidLoad()
    delegate?.taskViewController(self, stepViewControllerWillAppear: controller)
    controller.viewWillAppear(false)
    controller.viewDidAppear(false)
  }

  private func life(of step: StudyStep, _ active: ActiveStepRun) -> (any TaskRun.Life)? {
    guard let controller = currentStepViewController as? ORKActiveStepViewController else {
      return nil
    }
    controller.life = active
    return ControllerLife(controller)
  }

  fileprivate func stepEnded(_ result: StepResult) {
    if let controller = currentStepViewController {
      delegate?.taskViewController(
        self, stepViewControllerWillDisappear: controller, navigationDirection: .forward)
    }
    let step = order?.steps[result.identifier]
    for case .failure(let identifier, let sentence) in result.items {
      let configuration = (step as? ORKActiveStep)?.recorderConfigurations?
        .first { $0.identifier == identifier }
      delegate?.taskViewController(
        self,
        recorder: ORKRecorder(identifier: identifier, step: step, configuration: configuration),
        didFailWithError: ORKRecorderError(description: "\(identifier): \(sentence)"))
    }
    delegate?.taskViewController(self, didChange: self.result)
  }

  private func finish(_ reason: ORKTaskFinishReason) {
    currentStepViewController?.viewWillDisappear(false)
    delegate?.taskViewController(self, didFinishWith: reason, error: error)
  }

  fileprivate func converted(_ given: TaskResult) -> ORKTaskResult {
    let result = ORKTaskResult(
      taskIdentifier: given.taskIdentifier, taskRun: given.runID, outputDirectory: outputDirectory)
    (result.startDate, result.endDate) = (given.start, given.end)
    result.finishReason = given.finishReason
    result.results = given.steps.map {
      ORKStepResult($0, of: order?.steps[$0.identifier], in: outputDirectory)
    }
    return result
  }
}

/// An app's task as the engine's order of steps.
private final class TaskOrder: StepOrder {
  /// The steps that have been met, by their identifiers.
  private(set) var steps: [String: ORKStep] = [:]

  /// The result of each step, also of those that were left backward.
  private var given: [String: StepResult] = [:]

  private let task: any ORKTask
  private unowned let controller: ORKTaskViewController
  private let source: HealthStoreSource

  init(_ task: any ORKTask, _ controller: ORKTaskViewController, _ source: HealthStoreSource) {
    self.task = task
    self.controller = controller
    self.source = source
    for step in (task as? ORKOrderedTask)?.steps ?? [] { steps[step.identifier] = step }
  }

  func step(after identifier: String?, in result: TaskResult) -> StudyStep? {
    let step = identifier.flatMap { steps[$0] ?? task.step(withIdentifier: $0) }
    guard step != nil || identifier == nil else { return nil }
    for step in result.steps { given[step.identifier] = step }
    let soFar = controller.converted(result)
    return task.step(after: step, with: soFar).map { study($0, soFar) }
  }

  func step(withIdentifier identifier: String) -> StudyStep? {
    (steps[identifier] ?? task.step(withIdentifier: identifier)).map {
      study($0, controller.result)
    }
  }

  func progress(of identifier: String) -> (number: Int, count: Int)? {
    guard let step = steps[identifier] else { return nil }
    let progress = task.progress(ofCurrentStep: step, with: controller.result)
    guard progress.shouldBePresented, progress.total > 0 else { return nil }
    return (Int(progress.current) + 1, Int(progress.total))
  }

  func asks(_ question: Question, of step: StudyStep, in result: TaskResult) -> Bool {
    guard let ork = steps[step.identifier], let given = result.steps.last else { return true }
    return ork.asks(question, given) { controller.converted(result) }
  }

  func allows(_ step: StudyStep) -> Bool {
    guard let ork = steps[step.identifier] else { return true }
    return controller.delegate?.taskViewController(controller, shouldPresent: ork) ?? true
  }

  /// The engine's form of a step. A question may be filled in from the health store, so leave is asked for first.
  private func study(_ step: ORKStep, _ result: ORKTaskResult) -> StudyStep {
    steps[step.identifier] = step
    if !(step is ORKInstructionStep) { source.requestAuthorization() }
    var study = step.engineStep(result)
    let source = controller.defaultResultSource
    let found = source?.stepResult(forStepIdentifier: step.identifier)
    let former =
      source?.alwaysCheckForDefaultResult() == true && found != nil
      ? nil : given[step.identifier]
    guard found != nil || former != nil else { return study }
    for (index, question) in study.questions.enumerated() {
      guard case .custom(let format) = question.format, var rules = format.rules as? FormatRules
      else { continue }
      let name = question.identifier
      if let former {
        rules.fillIn(former.answer(name))
      } else if let result = found?.result(forIdentifier: name) as? ORKQuestionResult {
        rules.fillIn(step.answerFormat(of: name)?.answer(result))
      }
      study.questions[index].format = .custom(rules)
    }
    return study
  }
}

/// Reports the engine's events to the controller.
private final class EventForwarder: RunObserver {
  private unowned let controller: ORKTaskViewController

  init(_ controller: ORKTaskViewController) { self.controller = controller }

  func receive(_ event: RunEvent, of run: TaskRun) {
    switch event {
    case .stepBegan(let step): controller.stepBegan(step)
    case .stepEnded(_, let result): controller.stepEnded(result)
    default: break
    }
  }
}
