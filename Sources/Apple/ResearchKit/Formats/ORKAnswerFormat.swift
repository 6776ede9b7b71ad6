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

/// How the button "I don't know" looks on a phone; a terminal shows its text.
public enum ORKDontKnowButtonStyle: Int, Sendable {
  case standard, circleChoice
}

/// What may be answered. Its properties count as they are when its step is shown.
open class ORKAnswerFormat: NSObject {
  /// Whether a person may answer that they do not know, by a question mark in a terminal.
  open var shouldShowDontKnowButton = false

  /// What that answer is called; `nil` for "I don't know".
  open var customDontKnowButtonText: String?
  open var dontKnowButtonStyle = ORKDontKnowButtonStyle.standard

  public override init() {}

  open var questionType: ORKQuestionType { .none }

  /// Whether the format can be asked; a mistake in it stops the program, as ResearchKit's exception does.
  open func validateParameters() {
    if let problem { fatalError(problem) }
  }

  /// What keeps the format from being asked; `nil` for nothing.
  var problem: String? { nil }

  /// What is asked, and what nothing typed stands for; `nil` for a format that asks nothing.
  var asked: (form: FormatRules.Form, default: Answer?)? { nil }

  /// What is read from the health store to fill an answer in, and asked for beforehand.
  var healthTypes: Set<HKObjectType> { [] }

  /// Returns an empty result of the format's class.
  func emptyResult(_ identifier: String) -> ORKQuestionResult {
    ORKQuestionResult(identifier: identifier)
  }

  /// Puts an answer into a result that `emptyResult` made.
  func fill(_ result: ORKQuestionResult, with answer: Answer) {}

  /// The format for the engine; `nil` for one that asks nothing.
  final var rules: FormatRules? {
    guard let asked else { return nil }
    let custom = customDontKnowButtonText.flatMap { $0.isEmpty ? nil : $0 }
    var rules = FormatRules(
      asked.form, unknown: shouldShowDontKnowButton ? custom ?? "I don't know" : nil)
    // A default that is not allowed is none.
    if let value = asked.default, (try? rules.check(value, among: [:])) != nil {
      rules.defaultAnswer = value
    }
    return rules
  }

  /// ResearchKit's object for an answer; its properties are `nil` if the question was passed.
  final func result(_ identifier: String, _ answer: Answer?) -> ORKQuestionResult {
    let result = emptyResult(identifier)
    result.questionType = questionType
    switch answer {
    case nil: break
    case .dontKnow?: result.noAnswerType = ORKDontKnowAnswer.answer
    case let answer?: fill(result, with: answer)
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
