public import Foundation
internal import StudyTasks

extension ORKAnswerFormat {
  public static func textAnswerFormat(
    withMaximumLength maximumLength: Int = 0
  ) -> ORKTextAnswerFormat { ORKTextAnswerFormat(maximumLength: maximumLength) }

  public static func textAnswerFormat(
    withValidationRegularExpression expression: NSRegularExpression, invalidMessage: String
  ) -> ORKTextAnswerFormat {
    ORKTextAnswerFormat(validationRegularExpression: expression, invalidMessage: invalidMessage)
  }

  public static func emailAnswerFormat() -> ORKEmailAnswerFormat { ORKEmailAnswerFormat() }
  public static func locationAnswerFormat() -> ORKLocationAnswerFormat { ORKLocationAnswerFormat() }
}

/// A text; in a terminal it is one line.
open class ORKTextAnswerFormat: ORKAnswerFormat {
  /// The most characters; 0 for any number.
  open var maximumLength: Int

  /// The expression that a text has to match somewhere.
  open var validationRegularExpression: NSRegularExpression?

  /// The message about a text that does not match; `%@` stands for the text.
  open var invalidMessage: String?
  open var defaultTextAnswer: String?
  open var placeholder: String?
  open var multipleLines = true
  open var isSecureTextEntry = false
  open var autocapitalizationType = UITextAutocapitalizationType.sentences
  open var autocorrectionType = UITextAutocorrectionType.default
  open var spellCheckingType = UITextSpellCheckingType.default
  open var keyboardType = UIKeyboardType.default
  open var textContentType: UITextContentType?

  public init(maximumLength: Int) {
    self.maximumLength = maximumLength
    super.init()
  }

  public override convenience init() { self.init(maximumLength: 0) }

  public init(validationRegularExpression expression: NSRegularExpression, invalidMessage: String) {
    maximumLength = 0
    super.init()
    validationRegularExpression = expression
    self.invalidMessage = invalidMessage
  }

  open override var questionType: ORKQuestionType { .text }

  override var problem: String? {
    guard maximumLength >= 0 else { return "a text's greatest length is not negative" }
    return validationRegularExpression == nil || invalidMessage != nil
      ? nil : "a pattern needs a message for what does not match it"
  }

  var form: FormatRules.TextForm {
    FormatRules.TextForm(
      maximumLength: maximumLength == 0 ? nil : maximumLength,
      pattern: validationRegularExpression?.pattern,
      options: validationRegularExpression?.options.rawValue ?? 0, invalidMessage: invalidMessage)
  }

  override var asked: (form: FormatRules.Form, default: Answer?)? {
    (.text(form), defaultTextAnswer.map(Answer.text))
  }

  override var resultType: ORKQuestionResult.Type { ORKTextQuestionResult.self }
}

/// An address of electronic mail.
public final class ORKEmailAnswerFormat: ORKTextAnswerFormat {
  override var form: FormatRules.TextForm {
    FormatRules.TextForm(
      pattern: #"^[^@\s]+@[^@\s.]+(\.[^@\s.]+)*\.[A-Za-z]{2,}$"#,
      invalidMessage: "%@ is no address such as name@example.org", example: "name@example.org")
  }
}

/// A place. There is no map in a terminal: its name or its coordinates are typed as a text.
public final class ORKLocationAnswerFormat: ORKTextAnswerFormat {
  public override var questionType: ORKQuestionType { .location }
}
