public import Foundation
internal import HealthKit
internal import StudyTasks

/// A question of a form, or a heading of the questions after it.
open class ORKFormItem: NSObject {
  public let identifier: String
  open var text: String?
  open var detailText: String?

  /// The text in an empty field; a terminal asks with it if there is no text.
  open var placeholder: String?
  open var isOptional: Bool
  open internal(set) var answerFormat: ORKAnswerFormat?
  open var learnMoreItem: ORKLearnMoreItem?

  /// Whether a heading has "1 of 3" beside it on a phone.
  open var showsProgress = false
  open var tagText: String?

  /// When the item is shown; `nil` for always. An item that is not shown is not in the result.
  open var visibilityRule: ORKFormItemVisibilityRule?

  /// The form that the item belongs to.
  open internal(set) weak var step: ORKFormStep?

  /// The heading of a section; `nil` of other items.
  let isSection: Bool

  public init(
    identifier: String, text: String?, answerFormat: ORKAnswerFormat?, optional: Bool = true
  ) {
    self.identifier = identifier
    self.text = text
    self.answerFormat = answerFormat
    isOptional = optional
    isSection = answerFormat == nil
  }

  public convenience init(
    identifier: String, text: String?, detailText: String?, learnMoreItem: ORKLearnMoreItem?,
    showsProgress: Bool, answerFormat: ORKAnswerFormat?, tagText: String?, optional: Bool
  ) {
    self.init(identifier: identifier, text: text, answerFormat: answerFormat, optional: optional)
    self.detailText = detailText
    self.learnMoreItem = learnMoreItem
    self.showsProgress = showsProgress
    self.tagText = tagText
  }

  /// Creates a heading of the questions after it.
  public convenience init(
    sectionTitle: String?, detailText: String? = nil, learnMoreItem: ORKLearnMoreItem? = nil,
    showsProgress: Bool = false
  ) {
    self.init(identifier: UUID().uuidString, text: sectionTitle, answerFormat: nil)
    self.detailText = detailText
    self.learnMoreItem = learnMoreItem
    self.showsProgress = showsProgress
  }

  /// The lines beside the text.
  fileprivate var details: [String] {
    [detailText, tagText.map { "(\($0))" }].compactMap(\.self) + (learnMoreItem?.lines ?? [])
  }

  fileprivate var headingLines: [String] { [text].compactMap(\.self) + details }

  /// Returns the item as the engine asks it; `nil` for a heading.
  /// - Parameter headings: The lines of headings before it.
  private func question(after headings: [String]) -> Question? {
    guard let rules = answerFormat?.rules else { return nil }
    return Question(
      identifier: identifier, text: text ?? placeholder ?? "Your answer", format: .custom(rules),
      isOptional: isOptional, notes: headings + details)
  }

  /// Returns the items of a form as the engine asks them, and lines that are left.
  static func questions(_ items: [ORKFormItem]) -> (questions: [Question], rest: [String]) {
    var (questions, headings): ([Question], [String]) = ([], [])
    for item in items {
      if let question = item.question(after: headings) {
        questions.append(question)
        headings = []
      } else {
        headings += item.headingLines
      }
    }
    return (questions, headings)
  }
}

/// Decides whether an item of a form is shown.
open class ORKFormItemVisibilityRule: NSObject {
  /// - Parameter taskResult: The result so far, with the answers to the form's other items.
  open func formItemVisibility(for taskResult: ORKTaskResult?) -> Bool { true }
}

/// Shows an item if a predicate holds for the results so far.
public final class ORKPredicateFormItemVisibilityRule: ORKFormItemVisibilityRule {
  public let predicate: NSPredicate

  public init(predicate: NSPredicate) { self.predicate = predicate }

  public override func formItemVisibility(for taskResult: ORKTaskResult?) -> Bool {
    taskResult.map(predicate.holds) ?? false
  }
}

/// A step with several questions.
open class ORKFormStep: ORKStep {
  open var formItems: [ORKFormItem]? {
    didSet { for item in formItems ?? [] { item.step = self } }
  }
  open var useCardView = true
  open var autoScrollEnabled = true
  open var footerText: String?

  public required init(identifier: String) {
    super.init(identifier: identifier)
    isOptional = true
  }

  public convenience init(identifier: String, title: String?, text: String?) {
    self.init(identifier: identifier)
    self.title = title
    self.text = text
  }

  open override func validateParameters() {
    super.validateParameters()
    for item in formItems ?? [] { item.answerFormat?.validateParameters() }
  }

  override var problem: String? {
    let items = formItems ?? []
    guard !items.isEmpty else { return "\(identifier): a form has items" }
    guard Set(items.map(\.identifier)).count == items.count else {
      return "\(identifier): two items have one identifier"
    }
    return items.lazy.compactMap { item in
      item.answerFormat?.problem.map { "\(item.identifier): \($0)" }
    }.first
  }

  open override var requestedHealthKitTypesForReading: Set<HKObjectType>? {
    (formItems ?? []).reduce(into: []) { $0.formUnion($1.answerFormat?.healthTypes ?? []) }
  }

  override func lines(_ result: ORKTaskResult) -> [String] {
    super.lines(result) + ORKFormItem.questions(formItems ?? []).rest
      + [footerText].compactMap(\.self)
  }

  override func engineStep(_ result: ORKTaskResult) -> StudyStep {
    var study = super.engineStep(result)
    study.kind = .form
    study.questions = ORKFormItem.questions(formItems ?? []).questions
    return study
  }

  override func asks(
    _ question: Question, _ given: StepResult, _ result: () -> ORKTaskResult
  ) -> Bool {
    guard
      let rule = formItems?.first(where: { $0.identifier == question.identifier })?.visibilityRule
    else { return true }
    return rule.formItemVisibility(for: result())
  }

  override func answerFormat(of question: String) -> ORKAnswerFormat? {
    formItems?.first { $0.identifier == question }?.answerFormat
  }
}

extension StepResult {
  /// The answers by the identifiers of their questions.
  var answers: [(String, Answer?)] {
    items.compactMap {
      if case .answer(let identifier, let answer) = $0 { (identifier, answer) } else { nil }
    }
  }

  /// Returns the answer to a question; `nil` without one.
  func answer(_ identifier: String) -> Answer? {
    answers.first { $0.0 == identifier }?.1
  }
}

extension ORKResult {
  /// Returns the result with the dates of its step.
  func during(_ step: StepResult) -> Self {
    (startDate, endDate) = (step.start, step.end)
    return self
  }
}
