import Foundation
import HealthKit
import ResearchKit
import SampleStore
import TestSupport

/// A task that was carried out by a script, without a terminal and without time.
struct ScriptedRun {
  let controller: ORKTaskViewController
  let presenter = ORKScriptedPresenter()

  /// Refuses some steps, and remembers what it heard.
  final class Delegate: ORKTaskViewControllerDelegate {
    var reason: ORKTaskFinishReason?
    var refused: Set<String> = []
    var asked: [String] = []

    func taskViewController(
      _ taskViewController: ORKTaskViewController, didFinishWith reason: ORKTaskFinishReason,
      error: (any Error)?
    ) {
      self.reason = reason
    }

    func taskViewController(
      _ taskViewController: ORKTaskViewController, shouldPresent step: ORKStep
    ) -> Bool {
      asked.append(step.identifier)
      return !refused.contains(step.identifier)
    }
  }

  let delegate = Delegate()

  /// - Parameters:
  ///   - answers: What is typed, by the identifiers of questions.
  ///   - health: The health store; without it, one that cannot be opened.
  init(
    _ task: ORKTask, _ answers: [String: String] = [:], refusing refused: Set<String> = [],
    in folder: TemporaryFolder? = nil, health: HKHealthStoreSettings? = nil
  ) {
    controller = ORKTaskViewController(task: task, taskRun: nil)
    controller.delegate = delegate
    controller.outputDirectory = folder.map { URL(fileURLWithPath: $0.file("run")) }
    delegate.refused = refused
    presenter.answers = answers
    let nowhere = HKHealthStoreSettings(location: try? StoreLocation(path: "/dev/null/health.db"))
    HKHealthStore.$settings.withValue(health ?? nowhere) { controller.run(presenter) }
  }

  var result: ORKTaskResult { controller.result }

  func result(_ step: String, _ item: String? = nil) -> ORKResult? {
    result.stepResult(forStepIdentifier: step)?.result(forIdentifier: item ?? step)
  }

  /// Asks a question alone: its result, and what was said of what was typed.
  static func ask(
    _ format: ORKAnswerFormat, _ typed: String
  ) -> (result: ORKQuestionResult?, rejection: String?) {
    let step = ORKQuestionStep(identifier: "q", title: "Q", question: "?", answer: format)
    let run = ScriptedRun(ORKOrderedTask(identifier: "task", steps: [step]), ["q": typed])
    return (run.result("q") as? ORKQuestionResult, run.presenter.rejectedAnswers["q"])
  }
}

/// The JSON of an object as text.
func json(_ object: Any) throws -> String {
  String(decoding: try ORKESerializer.jsonData(for: object), as: UTF8.self)
}

/// An object that was written and read again.
func again<Object>(_ object: Object) throws -> Object? {
  try ORKESerializer.object(fromJSONData: ORKESerializer.jsonData(for: object)) as? Object
}
