public import Foundation

/// Names the result that a predicate tests.
public final class ORKResultSelector: NSObject {
  /// The task of the result; `nil` for the present one.
  public var taskIdentifier: String?

  /// The step of the result; `nil` makes it the one that is named as the result is.
  public var stepIdentifier: String? {
    didSet { stepIdentifier = stepIdentifier ?? resultIdentifier }
  }
  public var resultIdentifier: String

  public init(taskIdentifier: String?, stepIdentifier: String?, resultIdentifier: String) {
    self.taskIdentifier = taskIdentifier
    self.stepIdentifier = stepIdentifier ?? resultIdentifier
    self.resultIdentifier = resultIdentifier
  }

  public convenience init(stepIdentifier: String?, resultIdentifier: String) {
    self.init(
      taskIdentifier: nil, stepIdentifier: stepIdentifier, resultIdentifier: resultIdentifier)
  }

  public convenience init(taskIdentifier: String?, resultIdentifier: String) {
    self.init(
      taskIdentifier: taskIdentifier, stepIdentifier: nil, resultIdentifier: resultIdentifier)
  }

  public convenience init(resultIdentifier: String) {
    self.init(taskIdentifier: nil, stepIdentifier: nil, resultIdentifier: resultIdentifier)
  }
}

/// A condition on results, as an `NSPredicate` that holds for a list of task results and the variable
/// `ORK_TASK_IDENTIFIER`. It has no text.
public final class ORKResultPredicate: NSPredicate {
  private let condition: (_ results: [ORKTaskResult], _ task: String?) -> Bool

  private init(_ condition: @escaping ([ORKTaskResult], String?) -> Bool) {
    self.condition = condition
    super.init(value: false)
  }

  /// Creates a condition of a program's own.
  public convenience init(block: @escaping (ORKTaskResult) -> Bool) {
    self.init { results, _ in results.first.map(block) ?? false }
  }

  public required init?(coder: NSCoder) { nil }

  public override func copy(with zone: NSZone?) -> Any { self }

  public override func evaluate(
    with object: Any?, substitutionVariables variables: [String: Any]?
  ) -> Bool {
    let results = (object as? ORKTaskResult).map { [$0] } ?? object as? [ORKTaskResult] ?? []
    let task = variables?["ORK_TASK_IDENTIFIER"] as? String
    return condition(results, task ?? (results.count == 1 ? results[0].identifier : nil))
  }

  // MARK: - Conditions on answers

  /// Returns a predicate on the result that a selector names.
  private static func result(
    _ selector: ORKResultSelector, _ holds: @escaping (ORKResult) -> Bool
  ) -> NSPredicate {
    ORKResultPredicate { results, task in
      results.contains { result in
        result.identifier == selector.taskIdentifier ?? task
          && (result.results ?? []).contains { step in
            guard let step = step as? ORKStepResult else { return false }
            return step.identifier == selector.stepIdentifier && !step.isPreviousResult
              && (step.results ?? []).contains {
                $0.identifier == selector.resultIdentifier && holds($0)
              }
          }
      }
    }
  }

  /// Returns a predicate on an answer of a kind; without one it does not hold.
  private static func answer<Answer>(
    _ selector: ORKResultSelector, _ holds: @escaping (Answer) -> Bool
  ) -> NSPredicate {
    result(selector) { (($0 as? ORKQuestionResult)?.answer as? Answer).map(holds) ?? false }
  }

  private static func bounds(
    _ selector: ORKResultSelector, _ least: Double, _ most: Double
  ) -> NSPredicate {
    answer(selector) { (number: NSNumber) in
      least <= number.doubleValue && number.doubleValue <= most
    }
  }

  /// Holds if the question was passed, or not asked.
  public static func predicateForNilQuestionResult(
    with selector: ORKResultSelector
  ) -> NSPredicate {
    result(selector) { ($0 as? ORKQuestionResult)?.answer == nil }
  }

  public static func predicateForBooleanQuestionResult(
    with selector: ORKResultSelector, expectedAnswer: Bool
  ) -> NSPredicate {
    answer(selector) { (answer: NSNumber) in answer.boolValue == expectedAnswer }
  }

  public static func predicateForChoiceQuestionResult(
    with selector: ORKResultSelector, expectedAnswerValue: ORKChoiceValue
  ) -> NSPredicate {
    predicateForChoiceQuestionResult(with: selector, expectedAnswerValues: [expectedAnswerValue])
  }

  /// Holds if all of some values were chosen.
  public static func predicateForChoiceQuestionResult(
    with selector: ORKResultSelector, expectedAnswerValues: [ORKChoiceValue]
  ) -> NSPredicate {
    answer(selector) { (chosen: [ORKChoiceValue]) in
      expectedAnswerValues.allSatisfy { value in chosen.contains { $0.isEqual(value) } }
    }
  }

  public static func predicateForChoiceQuestionResult(
    with selector: ORKResultSelector, matchingPattern pattern: String
  ) -> NSPredicate {
    predicateForChoiceQuestionResult(with: selector, matchingPatterns: [pattern])
  }

  /// Holds if each pattern matches the whole of a value that was chosen.
  public static func predicateForChoiceQuestionResult(
    with selector: ORKResultSelector, matchingPatterns patterns: [String]
  ) -> NSPredicate {
    answer(selector) { (chosen: [ORKChoiceValue]) in
      patterns.allSatisfy { pattern in chosen.contains { matches("\($0)", pattern) } }
    }
  }

  public static func predicateForScaleQuestionResult(
    with selector: ORKResultSelector, expectedAnswer: Int
  ) -> NSPredicate {
    bounds(selector, Double(expectedAnswer), Double(expectedAnswer))
  }

  /// Returns a predicate that holds from a lowest number to a highest; both count.
  public static func predicateForScaleQuestionResult(
    with selector: ORKResultSelector, minimumExpectedAnswerValue: Double = -.infinity,
    maximumExpectedAnswerValue: Double = .infinity
  ) -> NSPredicate {
    bounds(selector, minimumExpectedAnswerValue, maximumExpectedAnswerValue)
  }

  public static func predicateForNumericQuestionResult(
    with selector: ORKResultSelector, expectedAnswer: Int
  ) -> NSPredicate {
    bounds(selector, Double(expectedAnswer), Double(expectedAnswer))
  }

  /// Returns a predicate that holds from a lowest number to a highest; both count.
  public static func predicateForNumericQuestionResult(
    with selector: ORKResultSelector, minimumExpectedAnswerValue: Double = -.infinity,
    maximumExpectedAnswerValue: Double = .infinity
  ) -> NSPredicate {
    bounds(selector, minimumExpectedAnswerValue, maximumExpectedAnswerValue)
  }

  /// Holds from a minimum number of seconds to a maximum; both count.
  public static func predicateForTimeIntervalQuestionResult(
    with selector: ORKResultSelector, minimumExpectedAnswerValue: TimeInterval = -.infinity,
    maximumExpectedAnswerValue: TimeInterval = .infinity
  ) -> NSPredicate {
    bounds(selector, minimumExpectedAnswerValue, maximumExpectedAnswerValue)
  }

  /// Holds if the hour lies within its bounds and the minute, whatever the hour, within its own.
  public static func predicateForTimeOfDayQuestionResult(
    with selector: ORKResultSelector, minimumExpectedHour: Int, minimumExpectedMinute: Int,
    maximumExpectedHour: Int, maximumExpectedMinute: Int
  ) -> NSPredicate {
    answer(selector) { (time: DateComponents) in
      guard let hour = time.hour, let minute = time.minute else { return false }
      return minimumExpectedHour <= hour && hour <= maximumExpectedHour
        && minimumExpectedMinute <= minute && minute <= maximumExpectedMinute
    }
  }

  /// Holds from one date to another; both count, and `nil` is no bound.
  public static func predicateForDateQuestionResult(
    with selector: ORKResultSelector, minimumExpectedAnswer: Date?, maximumExpectedAnswer: Date?
  ) -> NSPredicate {
    answer(selector) { (date: Date) in
      minimumExpectedAnswer ?? date <= date && date <= maximumExpectedAnswer ?? date
    }
  }

  public static func predicateForTextQuestionResult(
    with selector: ORKResultSelector, expectedString: String
  ) -> NSPredicate {
    answer(selector) { (text: String) in text == expectedString }
  }

  /// Holds if a pattern matches the whole text.
  public static func predicateForTextQuestionResult(
    with selector: ORKResultSelector, matchingPattern pattern: String
  ) -> NSPredicate {
    answer(selector) { (text: String) in matches(text, pattern) }
  }

  private static func matches(_ text: String, _ pattern: String) -> Bool {
    text.range(of: "^(?:\(pattern))$", options: .regularExpression) != nil
  }

  public static func predicateForConsent(
    with selector: ORKResultSelector, didConsent: Bool
  ) -> NSPredicate {
    result(selector) { ($0 as? ORKConsentSignatureResult)?.consented == didConsent }
  }
}

extension NSPredicate {
  /// Returns whether it holds for a task's result so far, as ResearchKit asks predicates.
  func holds(_ result: ORKTaskResult) -> Bool { holds(result, with: []) }

  func holds(_ result: ORKTaskResult, with others: [ORKTaskResult]) -> Bool {
    evaluate(
      with: [result] + others, substitutionVariables: ["ORK_TASK_IDENTIFIER": result.identifier])
  }
}
