internal import Foundation
internal import StudyTasks

/// A step that needs what this machine lacks is shown as text, with what it lacks. The result says so: an
/// `ORKResult` with the step's identifier has it in `userInfo`, as `unavailable`, and so has the step's own.
extension StudyStep {
  private static let key = "unavailable"

  /// The step as text that says what is missing.
  func unavailable(_ missing: String) -> StudyStep {
    var step = self
    step.kind = .instruction
    step.activity = nil
    step.questions = []
    let sentence = "This step is unavailable here: it needs \(missing), and this machine has none."
    step.text = [step.text, sentence].filter { !$0.isEmpty }.joined(separator: "\n")
    step.details[Self.key] = missing
    return step
  }
}

extension StepResult {
  /// The results of a step that could not be carried out; none of another.
  var unavailableResults: [ORKResult] {
    guard let missing = details["unavailable"] else { return [] }
    let result = ORKResult(identifier: identifier).during(self)
    result.userInfo = ["unavailable": missing]
    return [result]
  }
}
