public import Foundation
public import HealthKit
internal import StudyTasks

/// A step of a task: base of all others.
///
/// A terminal shows its title, then its texts, body items and pictures' names as lines.
open class ORKStep: NSObject {
  public internal(set) var identifier: String
  open var title: String?
  open var text: String?
  open var detailText: String?
  open var footnote: String?
  open var isOptional = false
  open var shouldTintImages = false

  /// Paragraphs, points and pictures below the text.
  open var bodyItems: [ORKBodyItem]?
  open var image: UIImage?
  open var auxiliaryImage: UIImage?
  open var iconImage: UIImage?
  open var useExtendedPadding = false

  /// The task that the step belongs to.
  open internal(set) weak var task: (any ORKTask)?

  public required init(identifier: String) {
    self.identifier = identifier
  }

  /// Whether a restored task may begin at this step.
  open var isRestorable: Bool { true }

  /// Whether the step counts in "step 2 of 5".
  open var showsProgress: Bool = true

  /// Checks that the step can be carried out; a mistake in it stops the program, as ResearchKit's exception does.
  /// does.
  open func validateParameters() {
    if let problem { fatalError(problem) }
  }

  /// The reason why the step cannot be carried out; `nil` for none.
  var problem: String? { nil }

  /// The type of view controller that carries out the step.
  open var stepViewControllerClass: ORKStepViewController.Type { ORKStepViewController.self }

  /// The types that the step reads from the health store and writes into it.
  open var requestedHealthKitTypesForReading: Set<HKObjectType>? { nil }
  var typesToWrite: Set<HKSampleType> { [] }

  // MARK: - The step in a terminal

  /// Returns the lines below the title.
  /// - Parameter result: The run's result so far.
  func lines(_ result: ORKTaskResult) -> [String] {
    let pictures = [iconImage, image, auxiliaryImage].compactMap { $0?.line }
    return pictures + [text, detailText].compactMap(\.self) + (bodyItems ?? []).flatMap(\.lines)
      + [footnote].compactMap(\.self)
  }

  /// The features that the step needs and this machine lacks; `nil` if it can be carried out.
  var missing: String? { nil }

  /// Returns the engine's form of the step.
  func engineStep(_ result: ORKTaskResult) -> StudyStep {
    let study = StudyStep(
      identifier: identifier, kind: .instruction, title: title ?? "",
      text: lines(result).joined(separator: "\n"), isOptional: isOptional)
    return missing.map(study.unavailable) ?? study
  }

  /// Returns whether a question of the engine's step is asked.
  func asks(_ question: Question, _ given: StepResult, _ result: () -> ORKTaskResult) -> Bool {
    true
  }

  /// Returns the format of a question of the step.
  func answerFormat(of question: String) -> ORKAnswerFormat? { nil }

  /// Returns ResearchKit's objects for the step's results. The delegate has heard of failures.
  func results(of given: StepResult, in folder: URL?) -> [ORKResult] {
    given.answers.compactMap { answerFormat(of: $0)?.result($0, $1).during(given) }
      + given.files.map { ORKFileResult($0, in: folder) } + given.unavailableResults
  }
}

/// A step that shows text.
open class ORKInstructionStep: ORKStep {
  open var attributedDetailText: NSAttributedString?

  override func lines(_ result: ORKTaskResult) -> [String] {
    super.lines(result) + [attributedDetailText?.string].compactMap(\.self)
  }
}

/// The last step of a task.
open class ORKCompletionStep: ORKInstructionStep {
  /// Why the task is over, for apps; nothing is shown of it.
  open var reasonForCompletion = ORKTaskFinishReason.completed
  open override var isRestorable: Bool { false }
}

/// A step with more about another.
open class ORKLearnMoreInstructionStep: ORKInstructionStep {}

/// More about a question or a step. A terminal shows it at once, below a line "Learn more".
open class ORKLearnMoreItem: NSObject {
  /// The text that is tapped on a phone.
  open var text: String?
  open var learnMoreInstructionStep: ORKLearnMoreInstructionStep

  public init(text: String?, learnMoreInstructionStep: ORKLearnMoreInstructionStep) {
    self.text = text
    self.learnMoreInstructionStep = learnMoreInstructionStep
  }

  var lines: [String] {
    let step = learnMoreInstructionStep
    let parts = [step.title, step.text, step.detailText].compactMap(\.self)
    let items = (step.bodyItems ?? []).flatMap(\.lines).map { "  \($0)" }
    return ["\(text ?? "Learn more"): \(parts.joined(separator: ". "))"] + items
  }
}

/// The style of a body item.
public enum ORKBodyItemStyle: Int, Sendable {
  case text, bulletPoint, image, horizontalRule, tag
}

/// A paragraph, a point, a picture or a line below a step's text.
open class ORKBodyItem: NSObject {
  open var text: String?
  open var detailText: String?
  open var bodyItemStyle: ORKBodyItemStyle
  open var image: UIImage?
  open var learnMoreItem: ORKLearnMoreItem?
  open var useCardStyle: Bool
  open var alignImageToTop: Bool

  public init(
    text: String?, detailText: String?, image: UIImage?, learnMoreItem: ORKLearnMoreItem?,
    bodyItemStyle: ORKBodyItemStyle, useCardStyle: Bool = false, alignImageToTop: Bool = false
  ) {
    self.text = text
    self.detailText = detailText
    self.image = image
    self.learnMoreItem = learnMoreItem
    self.bodyItemStyle = bodyItemStyle
    self.useCardStyle = useCardStyle
    self.alignImageToTop = alignImageToTop
  }

  /// Creates a line between others.
  public init(horizontalRule: Void) {
    bodyItemStyle = .horizontalRule
    useCardStyle = false
    alignImageToTop = false
  }

  var lines: [String] {
    let first: String?
    switch bodyItemStyle {
    case .horizontalRule: first = "----"
    case .bulletPoint: first = text.map { "- \($0)" }
    case .tag: first = text.map { "(\($0))" }
    case .text, .image:
      let parts = [image?.line, text].compactMap(\.self)
      first = parts.isEmpty ? nil : parts.joined(separator: " ")
    }
    return [first, detailText.map { "  \($0)" }].compactMap(\.self) + (learnMoreItem?.lines ?? [])
  }
}
