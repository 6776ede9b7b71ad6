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
/// The keys are `title`, `text`, `detailText`, `footnote`, `optional`, `image`, `iconImage` and `bodyItems`; of a
/// question `question`, `placeholder` and `answerFormat` too; of a form `formItems`; of an active step `stepDuration`
/// and `spokenInstruction`. Another key, or a value that is not of the property's type, ends the program when the task
/// is presented.
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
      // A modifier may be set after the task is presented.
      do throws(Mistake) { try Self.change(name, to: value, of: step)() } catch {
        fatalError(error.sentence)
      }
    }
  }

  override func problem(with step: ORKStep) -> String? {
    for (name, value) in keyValueMap.sorted(by: { $0.key < $1.key }) {
      do throws(Mistake) { _ = try Self.change(name, to: value, of: step) } catch {
        return error.sentence
      }
    }
    return nil
  }

  private struct Mistake: Error {
    let sentence: String
  }

  /// Returns what gives a value to a property.
  private static func change(
    _ name: String, to value: NSObject, of step: ORKStep
  ) throws(Mistake) -> () -> Void {
    func fitting<Value>(_ type: Value.Type) throws(Mistake) -> Value {
      if let fitting = value as? Value { return fitting }
      throw Mistake(
        sentence:
          "\(step.identifier): a step modifier cannot set \(name) to \(value), which is no \(type)")
    }
    func set<Step: ORKStep, Value>(
      _ step: Step, _ path: ReferenceWritableKeyPath<Step, Value?>
    ) throws(Mistake) -> () -> Void {
      let new = try fitting(Value.self)
      return { step[keyPath: path] = new }
    }
    switch (name, step) {
    case ("title", _): return try set(step, \.title)
    case ("text", _): return try set(step, \.text)
    case ("detailText", _): return try set(step, \.detailText)
    case ("footnote", _): return try set(step, \.footnote)
    case ("optional", _):
      let isOptional = try fitting(Bool.self)
      return { step.isOptional = isOptional }
    case ("image", _): return try set(step, \.image)
    case ("iconImage", _): return try set(step, \.iconImage)
    case ("bodyItems", _): return try set(step, \.bodyItems)
    case ("question", let step as ORKQuestionStep): return try set(step, \.question)
    case ("placeholder", let step as ORKQuestionStep): return try set(step, \.placeholder)
    case ("answerFormat", let step as ORKQuestionStep): return try set(step, \.answerFormat)
    case ("formItems", let step as ORKFormStep): return try set(step, \.formItems)
    case ("stepDuration", let step as ORKActiveStep):
      let duration = try fitting(Double.self)
      return { step.stepDuration = duration }
    case ("spokenInstruction", let step as ORKActiveStep):
      return try set(step, \.spokenInstruction)
    default:
      throw Mistake(sentence: "\(step.identifier): a step modifier cannot set \(name)")
    }
  }
}
