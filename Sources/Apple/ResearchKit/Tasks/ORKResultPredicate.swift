public import Foundation

/// Names the result that a predicate tests.
public final class ORKResultSelector: NSObject {
  /// The task of the result; `nil` for the one that goes on.
  public let taskIdentifier: String?
  public let stepIdentifier: String
  public let resultIdentifier: String

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

/// A condition on results: an `NSPredicate` with the text that ResearchKit's functions of this name give it.
/// It holds for a list of task results, with the variable `ORK_TASK_IDENTIFIER`.
///
/// The Foundation of Linux reads no texts of predicates, so this class does it for those of this form.
public final class ORKResultPredicate: NSPredicate {
  let condition: PredicateExpression

  init(_ condition: PredicateExpression) {
    self.condition = condition
    super.init(value: false)
  }

  /// A condition of a program's own.
  public convenience init(block: @escaping (ORKTaskResult) -> Bool) {
    self.init(.program(block))
  }

  /// A predicate from a text such as ResearchKit writes into a task's JSON; `nil` for another text.
  convenience init?(reading text: String) {
    var reader = PredicateReader(text, [])
    guard let condition = reader.predicate(), reader.isAtEnd else { return nil }
    self.init(condition)
  }

  public required init?(coder: NSCoder) { nil }

  public override func copy(with zone: NSZone?) -> Any { self }
  public override var predicateFormat: String { condition.text }

  public override func evaluate(
    with object: Any?, substitutionVariables variables: [String: Any]?
  ) -> Bool {
    let results = (object as? ORKTaskResult).map { [$0] } ?? object as? [ORKTaskResult] ?? []
    var known: [String: Any] = ["SELF": results]
    for (name, value) in variables ?? [:] { known["$\(name)"] = value }
    if known["$ORK_TASK_IDENTIFIER"] == nil, results.count == 1 {
      known["$ORK_TASK_IDENTIFIER"] = results[0].identifier
    }
    return condition.holds(known)
  }

  // MARK: - Conditions on answers

  /// A predicate on one result: conditions on `$z`, with `%@` for their values in order.
  private static func matching(
    _ selector: ORKResultSelector, _ conditions: [String], _ values: [Any?]
  ) -> NSPredicate {
    let task = selector.taskIdentifier.map { _ in "%@" } ?? "$ORK_TASK_IDENTIFIER"
    let text =
      "SUBQUERY(SELF, $x, $x.identifier == \(task) AND SUBQUERY($x.results, $y, "
      + "$y.identifier == %@ AND $y.isPreviousResult == 0 AND SUBQUERY($y.results, $z, "
      + (["$z.identifier == %@"] + conditions).joined(separator: " AND ")
      + ").@count > 0).@count > 0).@count > 0"
    let names: [Any?] =
      (selector.taskIdentifier.map { [$0] } ?? []) + [
        selector.stepIdentifier, selector.resultIdentifier,
      ]
    var reader = PredicateReader(text, names + values)
    guard let condition = reader.predicate() else { preconditionFailure("\(text) is read") }
    return ORKResultPredicate(condition)
  }

  private static func bounds(
    _ selector: ORKResultSelector, _ least: Any?, _ most: Any?
  ) -> NSPredicate {
    let parts = [("$z.answer >= %@", least), ("$z.answer <= %@", most)].filter { $0.1 != nil }
    return matching(selector, parts.map(\.0), parts.map(\.1))
  }

  /// Holds if the question was passed, or not asked.
  public static func predicateForNilQuestionResult(
    with selector: ORKResultSelector
  ) -> NSPredicate {
    matching(selector, ["$z.answer == nil"], [])
  }

  public static func predicateForBooleanQuestionResult(
    with selector: ORKResultSelector, expectedAnswer: Bool
  ) -> NSPredicate {
    matching(selector, ["$z.answer == %@"], [expectedAnswer ? 1.0 : 0])
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
    matching(
      selector,
      expectedAnswerValues.map { _ in "SUBQUERY($z.answer, $w, $w == %@).@count > 0" },
      expectedAnswerValues)
  }

  public static func predicateForChoiceQuestionResult(
    with selector: ORKResultSelector, matchingPattern pattern: String
  ) -> NSPredicate {
    predicateForChoiceQuestionResult(with: selector, matchingPatterns: [pattern])
  }

  /// Holds if each pattern matches the whole of a chosen value.
  public static func predicateForChoiceQuestionResult(
    with selector: ORKResultSelector, matchingPatterns patterns: [String]
  ) -> NSPredicate {
    matching(
      selector, patterns.map { _ in "SUBQUERY($z.answer, $w, $w MATCHES %@).@count > 0" }, patterns)
  }

  public static func predicateForScaleQuestionResult(
    with selector: ORKResultSelector, expectedAnswer: Int
  ) -> NSPredicate {
    matching(selector, ["$z.answer == %@"], [Double(expectedAnswer)])
  }

  /// Holds from a least number to a greatest; both count.
  public static func predicateForScaleQuestionResult(
    with selector: ORKResultSelector, minimumExpectedAnswerValue: Double,
    maximumExpectedAnswerValue: Double
  ) -> NSPredicate {
    bounds(selector, minimumExpectedAnswerValue, maximumExpectedAnswerValue)
  }

  public static func predicateForScaleQuestionResult(
    with selector: ORKResultSelector, minimumExpectedAnswerValue: Double
  ) -> NSPredicate {
    bounds(selector, minimumExpectedAnswerValue, nil)
  }

  public static func predicateForScaleQuestionResult(
    with selector: ORKResultSelector, maximumExpectedAnswerValue: Double
  ) -> NSPredicate {
    bounds(selector, nil, maximumExpectedAnswerValue)
  }

  public static func predicateForNumericQuestionResult(
    with selector: ORKResultSelector, expectedAnswer: Int
  ) -> NSPredicate {
    predicateForScaleQuestionResult(with: selector, expectedAnswer: expectedAnswer)
  }

  public static func predicateForNumericQuestionResult(
    with selector: ORKResultSelector, minimumExpectedAnswerValue: Double,
    maximumExpectedAnswerValue: Double
  ) -> NSPredicate {
    bounds(selector, minimumExpectedAnswerValue, maximumExpectedAnswerValue)
  }

  public static func predicateForNumericQuestionResult(
    with selector: ORKResultSelector, minimumExpectedAnswerValue: Double
  ) -> NSPredicate {
    bounds(selector, minimumExpectedAnswerValue, nil)
  }

  public static func predicateForNumericQuestionResult(
    with selector: ORKResultSelector, maximumExpectedAnswerValue: Double
  ) -> NSPredicate {
    bounds(selector, nil, maximumExpectedAnswerValue)
  }

  public static func predicateForTextQuestionResult(
    with selector: ORKResultSelector, expectedString: String
  ) -> NSPredicate {
    matching(selector, ["$z.answer == %@"], [expectedString])
  }

  /// Holds if a pattern matches the whole text.
  public static func predicateForTextQuestionResult(
    with selector: ORKResultSelector, matchingPattern pattern: String
  ) -> NSPredicate {
    matching(selector, ["$z.answer MATCHES %@"], [pattern])
  }

  public static func predicateForTimeIntervalQuestionResult(
    with selector: ORKResultSelector, minimumExpectedAnswerValue: TimeInterval,
    maximumExpectedAnswerValue: TimeInterval
  ) -> NSPredicate {
    bounds(selector, minimumExpectedAnswerValue, maximumExpectedAnswerValue)
  }

  public static func predicateForTimeIntervalQuestionResult(
    with selector: ORKResultSelector, minimumExpectedAnswerValue: TimeInterval
  ) -> NSPredicate {
    bounds(selector, minimumExpectedAnswerValue, nil)
  }

  public static func predicateForTimeIntervalQuestionResult(
    with selector: ORKResultSelector, maximumExpectedAnswerValue: TimeInterval
  ) -> NSPredicate {
    bounds(selector, nil, maximumExpectedAnswerValue)
  }

  /// Holds if hour and minute each lie within bounds, as ResearchKit compares them.
  public static func predicateForTimeOfDayQuestionResult(
    with selector: ORKResultSelector, minimumExpectedHour: Int, minimumExpectedMinute: Int,
    maximumExpectedHour: Int, maximumExpectedMinute: Int
  ) -> NSPredicate {
    matching(
      selector,
      [
        "$z.answer.hour >= %@", "$z.answer.minute >= %@", "$z.answer.hour <= %@",
        "$z.answer.minute <= %@",
      ],
      [minimumExpectedHour, minimumExpectedMinute, maximumExpectedHour, maximumExpectedMinute].map {
        Double($0)
      })
  }

  public static func predicateForDateQuestionResult(
    with selector: ORKResultSelector, minimumExpectedAnswerDate: Date?,
    maximumExpectedAnswerDate: Date?
  ) -> NSPredicate {
    bounds(selector, minimumExpectedAnswerDate, maximumExpectedAnswerDate)
  }

  public static func predicateForConsent(
    with selector: ORKResultSelector, didConsent: Bool
  ) -> NSPredicate {
    matching(selector, ["$z.consented == %@"], [didConsent ? 1.0 : 0])
  }
}

extension NSPredicate {
  /// Whether it holds for a task's result so far, as ResearchKit asks predicates.
  func holds(_ result: ORKTaskResult) -> Bool { holds(result, with: []) }

  func holds(_ result: ORKTaskResult, with others: [ORKTaskResult]) -> Bool {
    evaluate(
      with: [result] + others, substitutionVariables: ["ORK_TASK_IDENTIFIER": result.identifier])
  }
}

/// The texts of predicates on results.
enum ResultPredicateText {
  /// The text of a predicate; `nil` for one of a program's own, which has none.
  static func text(of predicate: NSPredicate) -> String? {
    switch predicate {
    case let predicate as ORKResultPredicate:
      return predicate.condition.hasText ? predicate.predicateFormat : nil
    case let predicate as NSCompoundPredicate:
      let parts = predicate.subpredicates.compactMap(text)
      guard parts.count == predicate.subpredicates.count else { return nil }
      let joined: String? =
        switch predicate.compoundPredicateType {
        case .not: parts.first.map { "NOT (\($0))" }
        case .and: parts.map { "(\($0))" }.joined(separator: " AND ")
        case .or: parts.map { "(\($0))" }.joined(separator: " OR ")
        }
      // As it is written after it has been read, without parentheses that change nothing.
      return joined.flatMap(ORKResultPredicate.init(reading:))?.predicateFormat
    default: return nil
    }
  }
}
