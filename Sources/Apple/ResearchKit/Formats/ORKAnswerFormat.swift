internal import CivilTime
public import Foundation
internal import HealthKit
internal import StudyTasks

/// The kinds of questions.
public enum ORKQuestionType: Int, Sendable {
  case none = 0
  case scale, singleChoice, multipleChoice, multiplePicker, decimal, integer, boolean, text
  case timeOfDay, dateAndTime, date, timeInterval, height, weight, location, SES, age, year
}

/// A bound or a default that a format chooses itself.
public let ORKDoubleDefaultValue = Double.greatestFiniteMagnitude

/// The base of answer formats: which answers are allowed. Its properties count as they are when its step is shown.
open class ORKAnswerFormat: NSObject {
  /// Whether a person may answer that they do not know, by a question mark in a terminal.
  open var shouldShowDontKnowButton = false

  /// The text of that answer; `nil` for "I don't know".
  open var customDontKnowButtonText: String?

  public override init() {}

  open var questionType: ORKQuestionType { .none }

  /// Checks that the format can be asked; a mistake in it stops the program, as ResearchKit's exception does.
  open func validateParameters() {
    if let problem { fatalError(problem) }
  }

  /// The reason why the format cannot be asked; `nil` for none.
  var problem: String? { nil }

  /// The form of the question, and the answer that an empty line stands for; `nil` for a format that asks nothing.
  var asked: (form: FormatRules.Form, default: Answer?)? { nil }

  /// The types that are read from the health store to fill an answer in, and asked for beforehand.
  var healthTypes: Set<HKObjectType> { [] }

  /// The class of the format's results.
  var resultType: ORKQuestionResult.Type { ORKQuestionResult.self }

  /// Sets the properties of a result other than its answer: a unit, a calendar.
  func prepare(_ result: ORKQuestionResult) {}

  /// Returns the values that the engine's texts of choices stand for.
  func values(_ keys: [String]) -> [ORKChoiceValue] { [] }

  /// Returns the engine's texts for values of choices.
  func keys(_ values: [ORKChoiceValue]) -> [String] { [] }

  /// The format for the engine; `nil` for one that asks nothing.
  final var rules: FormatRules? {
    guard let asked else { return nil }
    let custom = customDontKnowButtonText.flatMap { $0.isEmpty ? nil : $0 }
    var rules = FormatRules(
      asked.form, unknown: shouldShowDontKnowButton ? custom ?? "I don't know" : nil)
    rules.fillIn(asked.default)
    return rules
  }

  /// Returns the engine's form of a result's answer; `nil` for none.
  final func answer(_ result: ORKQuestionResult) -> Answer? {
    if result.noAnswerType is ORKDontKnowAnswer { return .dontKnow }
    switch (asked?.form, result.answer) {
    case (.boolean, let value as NSNumber): return .bool(value.boolValue)
    case (.choice, let values as [ORKChoiceValue]): return .choices(keys(values))
    case (.number, let value as NSNumber): return .number(value.doubleValue)
    case (.interval, let value as NSNumber): return .interval(value.doubleValue)
    case (.text, let text as String): return .text(text)
    case (.date, let date as Date):
      return .date(date, secondsFromGMT: CivilMoment(date).offset)
    case (.timeOfDay, let time as DateComponents):
      return .timeOfDay(hour: time.hour ?? 0, minute: time.minute ?? 0)
    default: return nil
    }
  }

  /// Returns ResearchKit's object for an answer; its properties are `nil` if the question was passed.
  final func result(_ identifier: String, _ answer: Answer?) -> ORKQuestionResult {
    let result = resultType.init(identifier: identifier)
    result.questionType = questionType
    prepare(result)
    switch (answer, result) {
    case (.dontKnow, _): result.noAnswerType = ORKDontKnowAnswer.answer
    case (.bool(let value), let result as ORKBooleanQuestionResult):
      result.booleanAnswer = NSNumber(value: value)
    case (.choices(let keys), let result as ORKChoiceQuestionResult):
      result.choiceAnswers = values(keys)
    case (.number(let value), let result as ORKScaleQuestionResult):
      result.scaleAnswer = NSNumber(value: value)
    case (.number(let value), let result as ORKNumericQuestionResult):
      result.numericAnswer = NSNumber(value: value)
    case (.text(let text), let result as ORKTextQuestionResult): result.textAnswer = text
    case (.date(let date, let seconds), let result as ORKDateQuestionResult):
      result.dateAnswer = date
      result.timeZone = TimeZone(secondsFromGMT: seconds)
    case (.timeOfDay(let hour, let minute), let result as ORKTimeOfDayQuestionResult):
      result.dateComponentsAnswer = DateComponents(hour: hour, minute: minute)
    case (.interval(let seconds), let result as ORKTimeIntervalQuestionResult):
      result.intervalAnswer = NSNumber(value: seconds)
    default: break
    }
    return result
  }
}

/// Why a question was not answered. Two of a class are equal: they hold nothing.
open class ORKNoAnswer: NSObject, NSCopying {
  public override init() {}
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSObject).map { type(of: $0) == type(of: self) } ?? false
  }

  open override var hash: Int { 0 }
}

/// The answer that a person does not know.
public final class ORKDontKnowAnswer: ORKNoAnswer {
  public class var answer: ORKDontKnowAnswer { ORKDontKnowAnswer() }
}
