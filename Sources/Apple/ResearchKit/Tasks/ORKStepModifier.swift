public import Foundation

/// Changes a step before it is shown.
open class ORKStepModifier: NSObject {
  /// Changes a step.
  /// - Parameter taskResult: The result of the steps before it.
  open func modifyStep(_ step: ORKStep, with taskResult: ORKTaskResult) {}

  /// What keeps a step from being changed; `nil` for nothing.
  func problem(with step: ORKStep) -> String? { nil }
}

/// Gives values to properties of a step if a predicate holds.
///
/// The keys are names of properties as `ORKESerializer` writes them: `title`, `optional`, `answerFormat`. A key that
/// a step does not have ends the program when the task is presented. A value of a wrong type changes nothing, as in
/// ResearchKit's release builds.
public final class ORKKeyValueStepModifier: ORKStepModifier {
  public let resultPredicate: NSPredicate

  /// Texts, numbers, objects of ResearchKit, pictures, and lists of those.
  public let keyValueMap: [String: NSObject]

  public init(resultPredicate: NSPredicate, keyValueMap: [String: NSObject]) {
    self.resultPredicate = resultPredicate
    self.keyValueMap = keyValueMap
  }

  public override func modifyStep(_ step: ORKStep, with taskResult: ORKTaskResult) {
    guard resultPredicate.holds(taskResult) else { return }
    for (name, value) in keyValueMap {
      try? SerializedClass.property(name, of: step)?.set?(step, PropertyJSON.json(value))
    }
  }

  override func problem(with step: ORKStep) -> String? {
    keyValueMap.keys.sorted().first { SerializedClass.property($0, of: step)?.set == nil }
      .map { "\(step.identifier): a step modifier cannot set \($0)" }
  }
}
