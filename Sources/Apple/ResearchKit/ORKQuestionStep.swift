public import Foundation
internal import StudyTasks

/// A step with one question.
open class ORKQuestionStep: ORKStep {
  open var question: String?
  open var placeholder: String?
  open var answerFormat: ORKAnswerFormat?

  public required init(identifier: String) {
    super.init(identifier: identifier)
    isOptional = true
  }

  public convenience init(
    identifier: String, title: String?, question: String?, answer: ORKAnswerFormat?
  ) {
    self.init(identifier: identifier)
    self.title = title
    self.question = question
    answerFormat = answer
  }

  public convenience init(identifier: String, title: String?, answer: ORKAnswerFormat?) {
    self.init(identifier: identifier, title: title, question: nil, answer: answer)
  }

  public var questionType: ORKQuestionType { answerFormat?.questionType ?? .none }
}

/// A question of a form.
open class ORKFormItem: NSObject {
  public let identifier: String
  open var text: String?
  open var detailText: String?
  open var placeholder: String?
  open var isOptional: Bool
  open var answerFormat: ORKAnswerFormat?

  public init(
    identifier: String, text: String?, answerFormat: ORKAnswerFormat?, optional: Bool = true
  ) {
    self.identifier = identifier
    self.text = text
    self.answerFormat = answerFormat
    isOptional = optional
  }
}

/// A step with several questions.
open class ORKFormStep: ORKStep {
  open var formItems: [ORKFormItem]?

  public required init(identifier: String) {
    super.init(identifier: identifier)
    isOptional = true
  }

  public convenience init(identifier: String, title: String?, text: String?) {
    self.init(identifier: identifier)
    self.title = title
    self.text = text
  }

  open override func validateParameters() {
    let identifiers = (formItems ?? []).map(\.identifier)
    precondition(
      Set(identifiers).count == identifiers.count, "\(identifier): two items have one identifier")
  }
}

/// The kinds of questions.
public enum ORKQuestionType: Int, Sendable {
  case none = 0
  case scale, singleChoice, multipleChoice, multiplePicker, decimal, integer, boolean, text
  case timeOfDay, dateAndTime, date, timeInterval, height, weight, location, SES, age, year
}

/// What may be answered.
open class ORKAnswerFormat: NSObject {
  /// The format for the engine.
  let format: AnswerFormat

  /// What is to be chosen from; empty in other formats.
  let choices: [ORKTextChoice]

  init(_ format: AnswerFormat) {
    self.format = format
    choices = []
  }

  init(_ choices: [ORKTextChoice], allowsSeveral: Bool) {
    self.choices = choices
    format = .choice(
      choices.map { AnswerFormat.Choice(text: $0.text, value: $0.key) },
      allowsSeveral: allowsSeveral)
  }

  open var questionType: ORKQuestionType { .none }

  public static func booleanAnswerFormat() -> ORKBooleanAnswerFormat { ORKBooleanAnswerFormat() }

  public static func scale(
    withMaximumValue maximum: Int, minimumValue minimum: Int, defaultValue: Int, step: Int,
    vertical: Bool = false, maximumValueDescription: String? = nil,
    minimumValueDescription: String? = nil
  ) -> ORKScaleAnswerFormat {
    ORKScaleAnswerFormat(
      maximumValue: maximum, minimumValue: minimum, defaultValue: defaultValue, step: step)
  }

  public static func choiceAnswerFormat(
    with style: ORKChoiceAnswerStyle, textChoices: [ORKTextChoice]
  ) -> ORKTextChoiceAnswerFormat {
    ORKTextChoiceAnswerFormat(style: style, textChoices: textChoices)
  }

  public static func decimalAnswerFormat(withUnit unit: String?) -> ORKNumericAnswerFormat {
    ORKNumericAnswerFormat(style: .decimal, unit: unit)
  }

  public static func integerAnswerFormat(withUnit unit: String?) -> ORKNumericAnswerFormat {
    ORKNumericAnswerFormat(style: .integer, unit: unit)
  }

  public static func textAnswerFormat() -> ORKTextAnswerFormat { ORKTextAnswerFormat() }
}

public final class ORKBooleanAnswerFormat: ORKAnswerFormat {
  public init() { super.init(.boolean) }
  public override var questionType: ORKQuestionType { .boolean }
}

public enum ORKChoiceAnswerStyle: Int, Sendable {
  case singleChoice, multipleChoice
}

/// A choice with the value of its result: a text or a number.
public final class ORKTextChoice: NSObject {
  public let text: String
  public let detailText: String?
  public let value: any NSCopying & NSObjectProtocol

  public init(text: String, detailText: String? = nil, value: any NSCopying & NSObjectProtocol) {
    self.text = text
    self.value = value
    self.detailText = detailText
  }

  /// The value as text, by which the engine knows it.
  var key: String { "\(value)" }
}

public final class ORKTextChoiceAnswerFormat: ORKAnswerFormat {
  public let style: ORKChoiceAnswerStyle

  public init(style: ORKChoiceAnswerStyle, textChoices: [ORKTextChoice]) {
    self.style = style
    super.init(textChoices, allowsSeveral: style == .multipleChoice)
  }

  public var textChoices: [ORKTextChoice] { choices }

  public override var questionType: ORKQuestionType {
    style == .singleChoice ? .singleChoice : .multipleChoice
  }
}

/// One of several texts, chosen on a wheel.
public final class ORKValuePickerAnswerFormat: ORKAnswerFormat {
  public init(textChoices: [ORKTextChoice]) { super.init(textChoices, allowsSeveral: false) }

  public var textChoices: [ORKTextChoice] { choices }
  public override var questionType: ORKQuestionType { .singleChoice }
}

/// A whole number on a scale. A default outside the scale is ignored.
public final class ORKScaleAnswerFormat: ORKAnswerFormat {
  public let maximum: Int
  public let minimum: Int
  public let defaultValue: Int
  public let step: Int

  public init(maximumValue: Int, minimumValue: Int, defaultValue: Int, step: Int) {
    precondition(minimumValue < maximumValue && step >= 1, "a scale has at least two values")
    maximum = maximumValue
    minimum = minimumValue
    self.defaultValue = defaultValue
    self.step = step
    let range = minimumValue...maximumValue
    super.init(
      .scale(
        Double(minimumValue)...Double(maximumValue), step: Double(step),
        default: range.contains(defaultValue) ? Double(defaultValue) : nil))
  }

  public override var questionType: ORKQuestionType { .scale }
}

/// A number on a scale.
public final class ORKContinuousScaleAnswerFormat: ORKAnswerFormat {
  public let maximum: Double
  public let minimum: Double
  public let defaultValue: Double
  public let maximumFractionDigits: Int

  public init(
    maximumValue: Double, minimumValue: Double, defaultValue: Double, maximumFractionDigits: Int
  ) {
    precondition(minimumValue < maximumValue, "a scale has a least and a greatest value")
    maximum = maximumValue
    minimum = minimumValue
    self.defaultValue = defaultValue
    self.maximumFractionDigits = maximumFractionDigits
    let range = minimumValue...maximumValue
    super.init(
      .scale(range, step: nil, default: range.contains(defaultValue) ? defaultValue : nil))
  }

  public override var questionType: ORKQuestionType { .scale }
}

public enum ORKNumericAnswerStyle: Int, Sendable {
  case decimal, integer
}

public final class ORKNumericAnswerFormat: ORKAnswerFormat {
  public let style: ORKNumericAnswerStyle
  public let unit: String?
  public let minimum: NSNumber?
  public let maximum: NSNumber?

  public init(
    style: ORKNumericAnswerStyle, unit: String? = nil, minimum: NSNumber? = nil,
    maximum: NSNumber? = nil
  ) {
    self.style = style
    self.unit = unit
    self.minimum = minimum
    self.maximum = maximum
    let least = minimum?.doubleValue ?? -1e15
    let most = max(maximum?.doubleValue ?? 1e15, least)
    let range = minimum == nil && maximum == nil ? nil : least...most
    super.init(.number(range, unit: unit, isInteger: style == .integer))
  }

  public override var questionType: ORKQuestionType { style == .decimal ? .decimal : .integer }
}

public final class ORKTextAnswerFormat: ORKAnswerFormat {
  public let maximumLength: Int
  public var multipleLines = true

  /// - Parameter maximumLength: 0 for any length.
  public init(maximumLength: Int = 0) {
    self.maximumLength = maximumLength
    super.init(.text(maximumLength: maximumLength == 0 ? nil : maximumLength))
  }

  public override var questionType: ORKQuestionType { .text }
}

public enum ORKDateAnswerStyle: Int, Sendable {
  case dateAndTime, date
}

public final class ORKDateAnswerFormat: ORKAnswerFormat {
  public let style: ORKDateAnswerStyle

  public init(style: ORKDateAnswerStyle) {
    self.style = style
    super.init(.date(hasTime: style == .dateAndTime))
  }

  public override var questionType: ORKQuestionType { style == .date ? .date : .dateAndTime }
}

public final class ORKTimeOfDayAnswerFormat: ORKAnswerFormat {
  public init() { super.init(.timeOfDay) }
  public override var questionType: ORKQuestionType { .timeOfDay }
}

public final class ORKTimeIntervalAnswerFormat: ORKAnswerFormat {
  public init() { super.init(.timeInterval) }
  public override var questionType: ORKQuestionType { .timeInterval }
}
