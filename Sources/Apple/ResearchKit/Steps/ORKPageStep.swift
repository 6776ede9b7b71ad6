internal import Foundation
internal import StudyTasks

/// A step with pages of its own: forms and instructions, one after the other. It counts as one step, and its
/// results are named `PAGE.ITEM`. Active steps are no pages, as on a phone.
open class ORKPageStep: ORKStep {
  /// The pages.
  public let pageTask: ORKOrderedTask

  public init(identifier: String, pageTask: ORKOrderedTask) {
    self.pageTask = pageTask
    super.init(identifier: identifier)
  }

  public convenience init(identifier: String, steps: [ORKStep]?) {
    self.init(
      identifier: identifier, pageTask: ORKOrderedTask(identifier: identifier, steps: steps))
  }

  public required init(identifier: String) {
    pageTask = ORKOrderedTask(identifier: identifier, steps: [])
    super.init(identifier: identifier)
  }

  open var steps: [ORKStep] { pageTask.steps }

  open override func validateParameters() {
    super.validateParameters()
    pageTask.validateParameters()
  }

  override var problem: String? {
    steps.contains { $0 is ORKActiveStep }
      ? "\(identifier): an active step is no page" : pageTask.problem
  }

  override func engineStep(_ result: ORKTaskResult) -> StudyStep {
    var study = super.engineStep(result)
    study.kind = .form
    var heads: [String] = []
    for page in steps {
      let shown = page.engineStep(result)
      heads += [shown.title, shown.text].filter { !$0.isEmpty }
      for question in shown.questions {
        var question = question
        question.identifier = "\(page.identifier).\(question.identifier)"
        question.notes = heads + question.notes
        study.questions.append(question)
        heads = []
      }
    }
    study.text = ([study.text] + heads).filter { !$0.isEmpty }.joined(separator: "\n")
    return study
  }

  /// Only pages that the task of the pages leads to are asked.
  override func asks(
    _ question: Question, _ given: StepResult, _ result: () -> ORKTaskResult
  ) -> Bool {
    let soFar = ORKTaskResult(
      taskIdentifier: pageTask.identifier, taskRun: UUID(), outputDirectory: nil)
    soFar.results = steps.map { ORKStepResult(answers(given, on: $0), of: $0, in: nil) }
    var page: ORKStep?
    for _ in 0...steps.count {
      page = pageTask.step(after: page, with: soFar)
      guard let page else { return false }
      guard question.identifier.hasPrefix("\(page.identifier).") else { continue }
      var own = question
      own.identifier.removeFirst(page.identifier.count + 1)
      return page.asks(own, answers(given, on: page)) { soFar }
    }
    return false
  }

  /// What was answered on a page, under the page's own names.
  private func answers(_ given: StepResult, on page: ORKStep) -> StepResult {
    let items: [ItemResult] = given.answers.compactMap { name, answer in
      guard name.hasPrefix("\(page.identifier).") else { return nil }
      return .answer(String(name.dropFirst(page.identifier.count + 1)), answer)
    }
    return StepResult(
      identifier: page.identifier, start: given.start, end: given.end, items: items)
  }

  override func results(of given: StepResult, in folder: URL?) -> [ORKResult] {
    steps.flatMap { page in
      page.results(of: answers(given, on: page), in: folder).map { result in
        result.identifier = "\(page.identifier).\(result.identifier)"
        return result
      }
    }
  }
}

/// A step with pages whose order depends on what was answered on them.
open class ORKNavigablePageStep: ORKPageStep {}
