internal import Foundation
internal import StudyTasks

/// Shows the answers: of the run so far, or of an earlier one.
open class ORKReviewStep: ORKStep {
  /// The steps that are shown; those of the task before this one if it is embedded in it.
  public internal(set) var steps: [ORKStep]?

  /// Has the answers that are shown; `nil` for the present run.
  public internal(set) var resultSource: (any ORKTaskResultSource)?
  open var excludeInstructionSteps = false

  /// Whether it shows separate steps, not those of its task.
  public internal(set) var isStandalone = false

  public class func standaloneReviewStep(
    withIdentifier identifier: String, steps: [ORKStep]?, resultSource: (any ORKTaskResultSource)?
  ) -> ORKReviewStep {
    let step = ORKReviewStep(identifier: identifier)
    (step.steps, step.resultSource, step.isStandalone) = (steps, resultSource, true)
    return step
  }

  public class func embeddedReviewStep(withIdentifier identifier: String) -> ORKReviewStep {
    ORKReviewStep(identifier: identifier)
  }

  override func lines(_ result: ORKTaskResult) -> [String] {
    let source: any ORKTaskResultSource = resultSource ?? result
    let shown: [ORKStep]
    if isStandalone {
      shown = steps ?? []
    } else {
      shown = (result.results ?? []).compactMap { task?.step(withIdentifier: $0.identifier) }
    }
    return super.lines(result)
      + shown.flatMap { step -> [String] in
        if step is ORKInstructionStep {
          guard !excludeInstructionSteps else { return [] }
          return ["- " + ([step.title, step.text, step.detailText].compactMap(\.self).first ?? "")]
        }
        return ["- \(step.title ?? step.identifier)"]
          + Self.answers(of: step, source.stepResult(forStepIdentifier: step.identifier))
      }
  }

  /// Returns one line per question of a step, with its answer.
  private static func answers(of step: ORKStep, _ given: ORKStepResult?) -> [String] {
    let questions: [(identifier: String, text: String)]
    switch step {
    case let step as ORKFormStep:
      questions = (step.formItems ?? []).filter { $0.answerFormat != nil }
        .map { ($0.identifier, $0.text ?? $0.placeholder ?? $0.identifier) }
    case let step as ORKQuestionStep:
      questions = [(step.identifier, step.question ?? step.title ?? step.identifier)]
    default: questions = []
    }
    return questions.map { question in
      let answer =
        (given?.result(forIdentifier: question.identifier) as? ORKQuestionResult)?.text ?? ""
      return "    \(question.text): \(answer.isEmpty ? "not answered" : answer)"
    }
  }
}
