public import Foundation
internal import Glibc
internal import StudyTasks

/// Lets time pass in a task and acts as a person would.
open class ORKTaskPresenter: NSObject {
  /// Returns the clock of a run.
  func makeClock() -> any StudyClock { SystemClock() }

  /// Lets some time pass.
  func turn(_ controller: ORKTaskViewController, _ run: TaskRun) {}

  /// The object that shows events; `nil` for none.
  var observer: (any RunObserver)? { nil }

  override init() {}
}

/// Shows a task as lines on the terminal, and reads answers from it. Timers of the program run meanwhile.
public final class ORKTerminalPresenter: ORKTaskPresenter {
  private let lines = TaskLines()
  private var hasEnded = false
  private var typed: [UInt8] = []

  public override init() {}

  override var observer: (any RunObserver)? { lines }

  override func turn(_ controller: ORKTaskViewController, _ run: TaskRun) {
    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
    if !hasEnded { readLines(run) }
    if hasEnded, run.active?.state != .running, !run.next() { run.end(.earlyTermination) }
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    _ = poll(&descriptor, hasEnded ? 0 : 1, 50)
  }

  private func readLines(_ run: TaskRun) {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, 0) == 1 else { return }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    hasEnded = count <= 0
    typed += bytes.prefix(max(count, 0))
    while let end = typed.firstIndex(of: 0x0A) {
      lines.take(String(decoding: typed[..<end], as: UTF8.self), run)
      typed.removeFirst(end + 1)
    }
  }
}

/// Carries out a task for a test or a demonstration: on a simulated clock that runs as fast as it
/// can, with answers that are given beforehand.
public final class ORKScriptedPresenter: ORKTaskPresenter {
  /// Answers as a person would type them, by the identifiers of questions; an empty text passes the question.
  /// Others get their defaults, or the first answer that is allowed. So does an answer that is not allowed.
  public var answers: [String: String] = [:]

  /// Called after each second of the clock, with the seconds since the task began: to save samples, to
  /// pause, to cancel.
  public var everySecond: ((ORKTaskViewController, Int) -> Void)?

  /// The identifiers of the steps that were shown.
  public var shownSteps: [String] { log.steps }

  /// The objections to answers that were not allowed, by the identifiers of questions.
  public private(set) var rejectedAnswers: [String: String] = [:]

  private let log = StepLog()
  private let clock = ScriptedClock()
  private var quarters = 0
  private var asked: Set<String> = []
  private var visit = 0
  private var stuck = 0

  /// - Parameter everySecond: Called after each second of the clock.
  public init(everySecond: ((ORKTaskViewController, Int) -> Void)? = nil) {
    self.everySecond = everySecond
  }

  override func makeClock() -> any StudyClock { clock }
  override var observer: (any RunObserver)? { log }

  override func turn(_ controller: ORKTaskViewController, _ run: TaskRun) {
    if visit != log.steps.count { (visit, asked) = (log.steps.count, []) }
    // An answer may show or hide other questions.
    while let question = run.questions.first(where: { !asked.contains($0.identifier) }) {
      asked.insert(question.identifier)
      answer(question, run)
    }
    if let question = run.unanswered { answerByExample(question, run) }
    let place = run.result.steps.count
    if run.active?.state != .running, run.active?.state != .suspended { run.next() }
    // A presenter that may not continue, because a step is not presented, gives up.
    stuck = run.active == nil && run.result.steps.count == place ? stuck + 1 : 0
    if stuck > 240 { run.end(.earlyTermination) }
    clock.now += 0.25
    quarters += 1
    if quarters.isMultiple(of: 4), run.finishReason == nil {
      everySecond?(controller, quarters / 4)
    }
  }

  private func answer(_ question: Question, _ run: TaskRun) {
    if let typed = answers[question.identifier] {
      if typed.isEmpty, question.isOptional {
        try? run.answer(question.identifier, with: nil)
        return
      }
      do throws(InvalidAnswer) {
        try run.answer(question.identifier, with: question.format.answer(toTyped: typed))
        return
      } catch {
        rejectedAnswers[question.identifier] = error.description
      }
    }
    if run.answer(to: question) == nil { answerByExample(question, run) }
  }

  private func answerByExample(_ question: Question, _ run: TaskRun) {
    let example = question.format.exampleAnswer(at: Date())
    do throws(InvalidAnswer) {
      try run.answer(question.identifier, with: example)
    } catch {
      // A text that has to fit a pattern has no example: the script has to answer it.
      if rejectedAnswers[question.identifier] == nil {
        rejectedAnswers[question.identifier] = error.description
      }
    }
  }

  /// Seconds that the script moves, with the dates of the machine: samples of other programs bear them.
  private final class ScriptedClock: StudyClock {
    var now = 0.0
    var date: Date { Date() }
  }

  private final class StepLog: RunObserver {
    private(set) var steps: [String] = []

    func receive(_ event: RunEvent, of run: TaskRun) {
      if case .stepBegan(let step) = event { steps.append(step.identifier) }
    }
  }
}

/// A task as lines of text.
private final class TaskLines: RunObserver {
  private var dialogue = QuestionDialogue()

  func receive(_ event: RunEvent, of run: TaskRun) {
    switch event {
    case .stepBegan(let step):
      print("\n\(step.title.isEmpty ? step.identifier : step.title)")
      if !step.text.isEmpty { print(step.text) }
      dialogue = QuestionDialogue()
      prompt(run)
    case .started(let step):
      print("started, \(Int(step.activity?.duration ?? 0)) s")
    case .notice(let text): print(text)
    case .finished(_, let reason): print("\(reason.rawValue)")
    default: break
    }
    fflush(nil)
  }

  func take(_ line: String, _ run: TaskRun) {
    guard dialogue.open(run) != nil else {
      switch line {
      case "q": run.end(.discarded)
      case "p": run.pause()
      default: run.next()
      }
      return
    }
    do throws(InvalidAnswer) { try dialogue.answer(line, run) } catch {
      print(error.description)
    }
    if dialogue.open(run) == nil { run.next() } else { prompt(run) }
  }

  private func prompt(_ run: TaskRun) {
    let lines = dialogue.lines(run)
    for line in lines { print(line) }
    if lines.isEmpty, run.step?.activity?.startsAutomatically != true {
      print("(return goes on, q ends)")
    }
  }
}
