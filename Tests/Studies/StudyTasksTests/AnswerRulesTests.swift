import FoundationEssentials
import SampleStore
import Testing

@testable import StudyTasks

/// Answers by rules of another module, and questions that an order leaves out.
@Suite struct AnswerRulesTests {
  /// Even numbers.
  private struct EvenNumber: AnswerRules, Equatable {
    var hint: String { "an even number" }
    var choices: [AnswerFormat.Choice] { [] }
    var defaultAnswer: Answer? { nil }

    func exampleAnswer(at date: Date) -> Answer { .number(2) }

    func answer(toTyped text: String) throws(InvalidAnswer) -> Answer {
      guard let number = Double(text) else { throw InvalidAnswer(description: hint) }
      return .number(number)
    }

    func check(_ answer: Answer) throws(InvalidAnswer) {
      guard case .number(let number) = answer, number.remainder(dividingBy: 2) == 0
      else { throw InvalidAnswer(description: hint) }
    }

    func isEqual(to other: any AnswerRules) -> Bool { other is Self }
  }

  /// Asks the second question only after a first answer above ten, and shows no step of a name.
  private struct Order: StepOrder {
    var task: StudyTask
    var refused = ""

    func step(after identifier: String?, in result: TaskResult) -> StudyStep? {
      task.step(after: identifier, in: result)
    }

    func step(withIdentifier identifier: String) -> StudyStep? {
      task.step(withIdentifier: identifier)
    }

    func progress(of identifier: String) -> (number: Int, count: Int)? { nil }

    func asks(_ question: Question, of step: StudyStep, in result: TaskResult) -> Bool {
      guard question.identifier == "second" else { return true }
      if case .number(let first)? = result.answer(ofStep: "form", item: "first") {
        return first > 10
      }
      return false
    }

    func allows(_ step: StudyStep) -> Bool { step.identifier != refused }
  }

  private func run(refusing refused: String = "") -> TaskRun {
    let questions = ["first", "second"].map {
      Question(
        identifier: $0, text: $0, format: .custom(EvenNumber()), isOptional: false,
        notes: ["before \($0)"])
    }
    var form = StudyStep(identifier: "form", kind: .form, questions: questions)
    form.details = ["kind": "numbers"]
    let task = StudyTask(
      identifier: "task", steps: [form, StudyStep(identifier: "end", kind: .completion)])
    let run = TaskRun(
      Order(task: task, refused: refused), identifier: "task", folder: nil,
      clock: ManualClock(date: Date(timeIntervalSince1970: 1_800_000_000)), source: nil, seed: 1)
    run.begin()
    return run
  }

  @Test func `rules judge an answer, and what is not asked is not needed`()
    throws
  {
    let run = run()
    #expect(run.questions.map(\.identifier) == ["first"])
    #expect(throws: InvalidAnswer.self) { try run.answer("first", with: .number(3)) }
    try run.answer("first", with: .number(12))
    #expect(run.questions.count == 2 && run.unanswered?.identifier == "second")
    try run.answer("second", with: .number(14))
    // It is not asked any more: its answer is not in the result.
    try run.answer("first", with: .number(2))
    #expect(run.unanswered == nil && run.next())
    let step = try #require(run.result.step("form"))
    #expect(step.items == [.answer("first", .number(2))] && step.details == ["kind": "numbers"])
  }

  @Test func `typed lines answer the questions that are asked`() throws {
    let run = run()
    var dialogue = QuestionDialogue()
    #expect(dialogue.lines(run) == ["before first", "first [an even number]"])
    #expect(throws: InvalidAnswer.self) { try dialogue.answer("", run) }
    #expect(throws: InvalidAnswer.self) { try dialogue.answer("7", run) }
    try dialogue.answer("20", run)
    #expect(dialogue.lines(run) == ["before second", "second [an even number]"])
    try dialogue.answer("4", run)
    #expect(dialogue.open(run) == nil)
  }

  @Test func `a run stays before a step that may not be shown`() throws {
    let run = run(refusing: "end")
    try run.answer("first", with: .number(2))
    run.next()
    #expect(run.step?.identifier == "form" && run.result.steps.isEmpty)
    #expect(self.run(refusing: "form").finishReason == .earlyTermination)
  }

  @Test func `an unknown answer and none are read as they were written`() {
    var result = TaskResult(
      taskIdentifier: "task", runID: .random(), start: Date(timeIntervalSince1970: 1_800_000_000))
    let items: [ItemResult] = [
      .answer("unknown", .dontKnow), .answer("passed", nil),
    ]
    result.steps = [
      StepResult(identifier: "form", start: result.start, end: result.start, items: items)
    ]
    #expect(TaskResult(text: result.text)?.steps.first?.items == items)
  }

  @Test func `formats are equal if their rules are`() {
    #expect(AnswerFormat.custom(EvenNumber()) == .custom(EvenNumber()))
    #expect(AnswerFormat.custom(EvenNumber()) != .timeOfDay)
  }
}
