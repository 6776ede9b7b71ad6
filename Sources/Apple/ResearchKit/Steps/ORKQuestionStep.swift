internal import HealthKit
internal import StudyTasks

/// A step with one question.
open class ORKQuestionStep: ORKStep {
  open var question: String?
  open var placeholder: String?
  open var answerFormat: ORKAnswerFormat?
  open var useCardView = true
  open var learnMoreItem: ORKLearnMoreItem?
  open var tagText: String?

  public required init(identifier: String) {
    super.init(identifier: identifier)
    isOptional = true
  }

  public convenience init(
    identifier: String, title: String?, question: String?, answer: ORKAnswerFormat?,
    learnMoreItem: ORKLearnMoreItem? = nil
  ) {
    self.init(identifier: identifier)
    self.title = title
    self.question = question
    self.learnMoreItem = learnMoreItem
    answerFormat = answer
  }

  public convenience init(identifier: String, title: String?, answer: ORKAnswerFormat?) {
    self.init(identifier: identifier, title: title, question: nil, answer: answer)
  }

  public var questionType: ORKQuestionType { answerFormat?.questionType ?? .none }

  open override func validateParameters() {
    super.validateParameters()
    answerFormat?.validateParameters()
  }

  override var problem: String? { answerFormat?.problem.map { "\(identifier): \($0)" } }

  open override var requestedHealthKitTypesForReading: Set<HKObjectType>? {
    answerFormat?.healthTypes
  }

  override func engineStep(_ result: ORKTaskResult) -> StudyStep {
    var study = super.engineStep(result)
    study.kind = .question
    guard let rules = answerFormat?.rules else { return study }
    let notes = [tagText.map { "(\($0))" }].compactMap(\.self) + (learnMoreItem?.lines ?? [])
    study.questions = [
      Question(
        identifier: identifier, text: question ?? title ?? placeholder ?? "",
        format: .custom(rules), isOptional: isOptional, notes: notes)
    ]
    return study
  }

  override func answerFormat(of question: String) -> ORKAnswerFormat? { answerFormat }
}
