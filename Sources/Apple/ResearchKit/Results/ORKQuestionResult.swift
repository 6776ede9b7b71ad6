public import Foundation
internal import StudyTasks

/// An answer; `nil` in its properties if the question was passed.
open class ORKQuestionResult: ORKResult {
  open var questionType: ORKQuestionType = .none

  /// Why there is no answer: that the person does not know. `nil` if there is one, or the question was passed.
  open var noAnswerType: ORKNoAnswer?

  /// The answer, whatever its type; predicates compare it.
  open var answer: Any? { nil }

  /// The answer as people read it; empty without one.
  final var text: String {
    if noAnswerType != nil { return "I don't know" }
    switch answer {
    case nil: return ""
    case let values as [Any]: return values.map { "\($0)" }.joined(separator: ", ")
    case let date as Date: return ISO8601DateFormatter().string(from: date)
    case let time as DateComponents:
      return String(format: "%02d:%02d", time.hour ?? 0, time.minute ?? 0)
    case let value?: return "\(value)"
    }
  }
}

/// Yes or no.
public final class ORKBooleanQuestionResult: ORKQuestionResult {
  public var booleanAnswer: NSNumber?
  public override var answer: Any? { booleanAnswer }
}

/// The values of the chosen choices.
public final class ORKChoiceQuestionResult: ORKQuestionResult {
  public var choiceAnswers: [ORKChoiceValue]?
  public override var answer: Any? { choiceAnswers }
}

/// A number on a scale.
public final class ORKScaleQuestionResult: ORKQuestionResult {
  public var scaleAnswer: NSNumber?
  public override var answer: Any? { scaleAnswer }
}

/// A number, with the unit of its format.
public final class ORKNumericQuestionResult: ORKQuestionResult {
  public var numericAnswer: NSNumber?
  public var unit: String?

  /// The unit's name for people.
  public var displayUnit: String?
  public override var answer: Any? { numericAnswer }
}

/// A text.
public final class ORKTextQuestionResult: ORKQuestionResult {
  public var textAnswer: String?
  public override var answer: Any? { textAnswer }
}

/// A moment, with the calendar and the time zone in which it was given.
public final class ORKDateQuestionResult: ORKQuestionResult {
  public var dateAnswer: Date?
  public var calendar: Calendar?
  public var timeZone: TimeZone?
  public override var answer: Any? { dateAnswer }
}

/// A length of time in seconds.
public final class ORKTimeIntervalQuestionResult: ORKQuestionResult {
  public var intervalAnswer: NSNumber?
  public override var answer: Any? { intervalAnswer }
}

/// An hour and a minute.
public final class ORKTimeOfDayQuestionResult: ORKQuestionResult {
  public var dateComponentsAnswer: DateComponents?
  public override var answer: Any? { dateComponentsAnswer }
}
