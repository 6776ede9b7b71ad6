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
    for task in [Self.task(Self.hours), try #require(try again(Self.task(Self.hours)))] {
      let rested = ScriptedRun(task, ["tired": "n", "sleep": "y"])
      #expect((rested.result("sleep") as? ORKBooleanQuestionResult)?.booleanAnswer == true)
      #expect(try Self.sleep(task).title == "sleep")
      let tired = ScriptedRun(task, ["tired": "y", "sleep": "7"])
      #expect((tired.result("sleep") as? ORKNumericQuestionResult)?.numericAnswer == 7)
      let step = try Self.sleep(task)
      #expect(step.title == "Sleep" && step.question == "How many hours?" && !step.isOptional)
      #expect(step.iconImage?.name == "moon" && step.bodyItems?.first?.text == "Last night.")
    }
  }

  @Test func `JSON has the predicate, the keys and their values, objects with their class`() throws
  {
    let text = try json(Self.task(Self.hours))
    #expect(text.contains(#""stepModifiers":{"sleep":{"_class":"ORKKeyValueStepModifier""#))
    #expect(text.contains(#""optional":false,"question":"How many hours?","title":"Sleep""#))
    #expect(text.contains(#""answerFormat":{"_class":"ORKNumericAnswerFormat""#))
    let read = try #require(try again(Self.task(Self.hours)))
    #expect(try json(read) == text)
    let modifier = try #require(
      read.stepModifier(forStepIdentifier: "sleep") as? ORKKeyValueStepModifier)
    #expect(modifier.keyValueMap.count == 6)
  }

  @Test func `a key that the step lacks is refused, and a value that does not fit changes nothing`()
    throws
  {
    let misspelt = try json(Self.task(["titel": "Sleep" as NSString]))
    #expect {
      try ORKESerializer.object(fromJSONData: Data(misspelt.utf8))
    } throws: {
      "\($0)".contains("sleep: a step modifier cannot set titel")
    }
    // The identifier of a step is constant.
    #expect(throws: ORKESerializer.Failure.self) {
      try again(Self.task(["identifier": "x" as NSString]))
    }
    let unfit = Self.task(["title": NSNumber(value: 7), "question": "Well?" as NSString])
    _ = ScriptedRun(unfit, ["tired": "y"])
    #expect(try Self.sleep(unfit).title == "sleep" && Self.sleep(unfit).question == "Well?")
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
    #expect(throws: ORKESerializer.Failure.self) { try json(task) }
    task.removeStepModifier(forStepIdentifier: "tired")
    #expect(task.stepModifier(forStepIdentifier: "tired") == nil)
    _ = ScriptedRun(task)
    #expect(counter.seen.count == 3)
  }
}
