import Foundation
import ResearchKit
import Testing

/// Steps that are changed before they are shown.
@Suite struct StepModifierTests {
  private static let isTired = ORKResultPredicate.predicateForBooleanQuestionResult(
    with: ORKResultSelector(resultIdentifier: "tired"), expectedAnswer: true)

  private static func question(_ identifier: String) -> ORKQuestionStep {
    ORKQuestionStep(
      identifier: identifier, title: identifier, question: "?", answer: ORKBooleanAnswerFormat())
  }

  /// A question, and one that is changed if the first is answered with yes.
  private static func task(_ values: [String: NSObject]) -> ORKNavigableOrderedTask {
    let task = ORKNavigableOrderedTask(
      identifier: "evening", steps: [question("tired"), question("sleep")])
    task.setStepModifier(
      ORKKeyValueStepModifier(resultPredicate: isTired, keyValueMap: values),
      forStepIdentifier: "sleep")
    return task
  }

  private static func sleep(_ task: ORKNavigableOrderedTask) throws -> ORKQuestionStep {
    try #require(task.step(withIdentifier: "sleep") as? ORKQuestionStep)
  }

  private static let hours: [String: NSObject] = [
    "title": "Sleep" as NSString, "question": "How many hours?" as NSString,
    "optional": NSNumber(value: false),
    "answerFormat": ORKNumericAnswerFormat(style: .integer, unit: "h", minimum: 0, maximum: 24),
    "iconImage": UIImage(named: "moon") ?? UIImage(),
    "bodyItems": NSArray(
      object: ORKBodyItem(
        text: "Last night.", detailText: nil, image: nil, learnMoreItem: nil, bodyItemStyle: .text)),
  ]

  @Test func `a step is changed before it is shown if the predicate holds, and else is not`() throws
  {
    let task = Self.task(Self.hours)
    let rested = ScriptedRun(task, ["tired": "n", "sleep": "y"])
    #expect((rested.result("sleep") as? ORKBooleanQuestionResult)?.booleanAnswer == true)
    #expect(try Self.sleep(task).title == "sleep")
    let tired = ScriptedRun(task, ["tired": "y", "sleep": "7"])
    #expect((tired.result("sleep") as? ORKNumericQuestionResult)?.numericAnswer == 7)
    let step = try Self.sleep(task)
    #expect(step.title == "Sleep" && step.question == "How many hours?" && !step.isOptional)
    #expect(step.iconImage?.name == "moon" && step.bodyItems?.first?.text == "Last night.")
  }

  private final class Counter: ORKStepModifier {
    var seen: [String] = []

    override func modifyStep(_ step: ORKStep, with taskResult: ORKTaskResult) {
      seen.append("\(step.identifier) after \(taskResult.results?.count ?? 0)")
    }
  }

  @Test func `a modifier of the program's own gets its step and the result so far, each time`() {
    let counter = Counter()
    let task = Self.task(Self.hours)
    for step in task.steps {
      task.setStepModifier(counter, forStepIdentifier: step.identifier)
    }
    _ = ScriptedRun(task)
    #expect(counter.seen == ["tired after 0", "sleep after 1"])
    task.removeStepModifier(forStepIdentifier: "tired")
    #expect(task.stepModifier(forStepIdentifier: "tired") == nil)
    _ = ScriptedRun(task)
    #expect(counter.seen.count == 3)
  }
}
