import Foundation
import HealthKit
import ResearchKit
import SampleStore
import TestSupport
import Testing

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

/// The JSON of a task's result as text, its members in the order of their names; another result is that of a step.
func json(_ result: ORKResult) throws -> String {
  let task =
    result as? ORKTaskResult
    ?? ORKTaskResult(taskIdentifier: "task", taskRun: UUID(), outputDirectory: nil)
  if task !== result { task.results = [ORKStepResult(stepIdentifier: "step", results: [result])] }
  let object = try ORKESerializer.jsonObject(for: task)
  return String(
    decoding: try JSONSerialization.data(withJSONObject: object, options: .sortedKeys),
    as: UTF8.self)
}

/// An answer to a question in the JSON that `ResearchStudyTool` writes.
func writtenAnswer(_ run: String, _ step: String, _ item: String) throws -> [String: Any] {
  let data = try Data(contentsOf: URL(fileURLWithPath: run + "/research-kit.json"))
  var found = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  for name in [step, item] {
    let results = try #require(found["results"] as? [[String: Any]])
    found = try #require(results.last { $0["identifier"] as? String == name }, "\(name)")
  }
  return found
}
