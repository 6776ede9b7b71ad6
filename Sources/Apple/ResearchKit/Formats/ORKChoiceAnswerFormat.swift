public import Foundation
internal import StudyTasks

/// Whether one or several may be chosen.
public enum ORKChoiceAnswerStyle: Int, Sendable {
  case singleChoice, multipleChoice
}

/// The value of a choice in a result: a text, a number, or another object that can be copied and coded.
public typealias ORKChoiceValue = any NSCopying & NSSecureCoding & NSObjectProtocol

extension ORKAnswerFormat {
  public static func booleanAnswerFormat() -> ORKBooleanAnswerFormat { ORKBooleanAnswerFormat() }

  public static func choiceAnswerFormat(
    with style: ORKChoiceAnswerStyle, textChoices: [ORKTextChoice]
  ) -> ORKTextChoiceAnswerFormat {
    ORKTextChoiceAnswerFormat(style: style, textChoices: textChoices)
  }

  public static func choiceAnswerFormat(
    with style: ORKChoiceAnswerStyle, colorChoices: [ORKColorChoice]
  ) -> ORKTextChoiceAnswerFormat {
    ORKTextChoiceAnswerFormat(style: style, textChoices: colorChoices)
  }

  public static func choiceAnswerFormat(
    with imageChoices: [ORKImageChoice]
  ) -> ORKTextChoiceAnswerFormat {
    ORKTextChoiceAnswerFormat(style: .singleChoice, textChoices: imageChoices)
  }

  public static func choiceAnswerFormat(
    with imageChoices: [ORKImageChoice], style: ORKChoiceAnswerStyle, vertical: Bool
  ) -> ORKTextChoiceAnswerFormat {
    ORKTextChoiceAnswerFormat(style: style, textChoices: imageChoices)
  }

  public static func valuePickerAnswerFormat(
    with textChoices: [ORKTextChoice]
  ) -> ORKValuePickerAnswerFormat {
    ORKValuePickerAnswerFormat(textChoices: textChoices)
  }

  public static func textScale(
    with textChoices: [ORKTextChoice], defaultIndex: Int, vertical: Bool
  ) -> ORKTextScaleAnswerFormat {
    ORKTextScaleAnswerFormat(
      textChoices: textChoices, defaultIndex: defaultIndex, vertical: vertical)
  }
}

// MARK: - Choices

/// A choice with the value of its result.
open class ORKTextChoice: NSObject {
  public let text: String
  public let detailText: String?
  public let primaryTextAttributedString: NSAttributedString?
  public let detailTextAttributedString: NSAttributedString?
  public let value: ORKChoiceValue

  /// Whether it stands alone: no other may be chosen with it.
  public let exclusive: Bool

  /// A picture, whose name a terminal shows.
  public internal(set) var image: UIImage?

  public init(
    text: String, detailText: String? = nil, value: ORKChoiceValue, exclusive: Bool = false
  ) {
    self.text = text
    self.detailText = detailText
    self.value = value
    self.exclusive = exclusive
    primaryTextAttributedString = nil
    detailTextAttributedString = nil
  }

  public init(
    text: String?, primaryTextAttributedString: NSAttributedString?, detailText: String?,
    detailTextAttributedString: NSAttributedString?, value: ORKChoiceValue, exclusive: Bool
  ) {
    self.text = text ?? primaryTextAttributedString?.string ?? ""
    self.primaryTextAttributedString = primaryTextAttributedString
    self.detailText = detailText
    self.detailTextAttributedString = detailTextAttributedString
    self.value = value
    self.exclusive = exclusive
  }

  public convenience init(text: String, image: UIImage, value: ORKChoiceValue) {
    self.init(text: text, value: value)
    self.image = image
  }

  public class func choice(withText text: String, value: ORKChoiceValue) -> ORKTextChoice {
    ORKTextChoice(text: text, value: value)
  }

  public class func choice(
    withText text: String, detailText: String?, value: ORKChoiceValue, exclusive: Bool
  ) -> ORKTextChoice {
    ORKTextChoice(text: text, detailText: detailText, value: value, exclusive: exclusive)
  }

  /// The mark before the text: a picture's name, or a color.
  fileprivate var mark: String? { image?.line }

  /// The line that a person chooses from.
  fileprivate var line: ChoiceLine {
    let detail = detailText ?? detailTextAttributedString?.string
    let parts = [mark, text.isEmpty ? nil : text, detail.map { "(\($0))" }].compactMap(\.self)
    return ChoiceLine(name: text, text: parts.joined(separator: " "), value: value)
  }
}

/// A choice that a person may replace by another text, which is then the value.
open class ORKTextChoiceOther: ORKTextChoice {
  public private(set) var textViewPlaceholderText: String?

  /// Whether the choice alone is an answer, without a text.
  open var textViewInputOptional = true
  open var textViewStartsHidden = true

  public init(
    text: String?, primaryTextAttributedString: NSAttributedString?, detailText: String?,
    detailTextAttributedString: NSAttributedString?, value: ORKChoiceValue, exclusive: Bool,
    textViewPlaceholderText: String?, textViewInputOptional: Bool, textViewStartsHidden: Bool
  ) {
    super.init(
      text: text, primaryTextAttributedString: primaryTextAttributedString, detailText: detailText,
      detailTextAttributedString: detailTextAttributedString, value: value, exclusive: exclusive)
    self.textViewPlaceholderText = textViewPlaceholderText
    self.textViewInputOptional = textViewInputOptional
    self.textViewStartsHidden = textViewStartsHidden
  }

  public override init(
    text: String, detailText: String? = nil, value: ORKChoiceValue, exclusive: Bool = false
  ) {
    super.init(text: text, detailText: detailText, value: value, exclusive: exclusive)
  }

  public class func choice(
    withText text: String, detailText: String?, value: ORKChoiceValue, exclusive: Bool,
    textViewPlaceholderText: String
  ) -> ORKTextChoiceOther {
    let choice = ORKTextChoiceOther(
      text: text, detailText: detailText, value: value, exclusive: exclusive)
    choice.textViewPlaceholderText = textViewPlaceholderText
    return choice
  }
}

/// A choice by a picture; a terminal shows the picture's name and the text.
public final class ORKImageChoice: ORKTextChoice {
  public init(
    normalImage: UIImage?, selectedImage: UIImage?, text: String?, value: ORKChoiceValue
  ) {
    super.init(text: text ?? "", value: value)
    image = normalImage
  }
}

/// A choice by a color; a terminal shows the color's numbers and the text.
public final class ORKColorChoice: ORKTextChoice {
  public let color: UIColor?

  public init(
    color: UIColor?, text: String?, detailText: String?, value: ORKChoiceValue,
    exclusive: Bool = false
  ) {
    self.color = color
    super.init(text: text ?? "", detailText: detailText, value: value, exclusive: exclusive)
  }

  fileprivate override var mark: String? { color?.line }
}

// MARK: - Formats

/// Yes or no, in words that may be set.
public final class ORKBooleanAnswerFormat: ORKAnswerFormat {
  /// The words for yes and no.
  public let (yes, no): (String, String)

  public override convenience init() { self.init(yesString: "Yes", noString: "No") }

  public init(yesString: String, noString: String) {
    (yes, no) = (yesString, noString)
    super.init()
  }

  public override var questionType: ORKQuestionType { .boolean }

  override var asked: (form: FormatRules.Form, default: Answer?)? {
    (.boolean(yes: yes, no: no), nil)
  }

  override var resultType: ORKQuestionResult.Type { ORKBooleanQuestionResult.self }
}

/// A choice of any format: the text to type, the text to show, and the value.
struct ChoiceLine {
  /// The word that is typed for it as an alternative to its number; empty for a picture or a color alone.
  var name: String
  var text: String
  var value: ORKChoiceValue
}

/// The choices of a format as the engine knows them: by texts that differ.
struct ChoiceKeys {
  let choices: [AnswerFormat.Choice]
  let names: [String]
  private let values: [String: ORKChoiceValue]

  init(_ lines: [ChoiceLine]) {
    var values: [String: ORKChoiceValue] = [:]
    choices = lines.enumerated().map { index, line in
      // The number 1 and the text "1" are two values.
      var key = "\(line.value)"
      if values[key] != nil { key += "#\(index + 1)" }
      values[key] = line.value
      return AnswerFormat.Choice(text: line.text, value: key)
    }
    names = lines.map(\.name)
    self.values = values
  }

  /// Returns the values that were chosen; a text of the person's own is its own value.
  func answers(_ keys: [String]) -> [ORKChoiceValue] {
    keys.map { values[$0] ?? ($0 as NSString) }
  }

  /// Returns the keys of values, in the order of the values.
  func keys(_ given: [ORKChoiceValue]) -> [String] {
    given.map { value in
      choices.first { values[$0.value]?.isEqual(value) == true }?.value ?? "\(value)"
    }
  }
}

/// The base of formats in which one or several of some choices are the answer.
open class ORKChoicesAnswerFormat: ORKAnswerFormat {
  public let textChoices: [ORKTextChoice]
  fileprivate var allowsSeveral: Bool { false }
  fileprivate var placeOfDefault: Int? { nil }

  init(textChoices: [ORKTextChoice]) {
    self.textChoices = textChoices
    super.init()
  }

  /// The choices, with their lines in a terminal.
  private var lines: [ChoiceLine] { textChoices.map(\.line) }

  open override var questionType: ORKQuestionType {
    allowsSeveral ? .multipleChoice : .singleChoice
  }

  override var problem: String? {
    textChoices.isEmpty ? "a choice needs something to choose from" : nil
  }

  override var asked: (form: FormatRules.Form, default: Answer?)? {
    let keys = ChoiceKeys(lines)
    let choices = keys.choices
    var form = FormatRules.ChoiceForm(
      choices: choices, names: keys.names, allowsSeveral: allowsSeveral)
    for (key, choice) in zip(choices, textChoices) {
      if choice.exclusive { form.exclusive.insert(key.value) }
      if let other = choice as? ORKTextChoiceOther {
        form.others[key.value] = other.textViewInputOptional
      }
    }
    let value = placeOfDefault.flatMap { choices.indices ~= $0 ? choices[$0].value : nil }
    return (.choice(form), value.map { .choices([$0]) })
  }

  override var resultType: ORKQuestionResult.Type { ORKChoiceQuestionResult.self }

  override func values(_ keys: [String]) -> [ORKChoiceValue] { ChoiceKeys(lines).answers(keys) }

  override func keys(_ values: [ORKChoiceValue]) -> [String] { ChoiceKeys(lines).keys(values) }
}

/// One or several of some texts, pictures or colors.
public final class ORKTextChoiceAnswerFormat: ORKChoicesAnswerFormat {
  public let style: ORKChoiceAnswerStyle

  public init(style: ORKChoiceAnswerStyle, textChoices: [ORKTextChoice]) {
    self.style = style
    super.init(textChoices: textChoices)
  }

  fileprivate override var allowsSeveral: Bool { style == .multipleChoice }
}

/// One of several texts, chosen on a wheel.
public final class ORKValuePickerAnswerFormat: ORKChoicesAnswerFormat {
  public override init(textChoices: [ORKTextChoice]) { super.init(textChoices: textChoices) }
}

/// One of several texts on a scale. A default outside them is ignored.
public final class ORKTextScaleAnswerFormat: ORKChoicesAnswerFormat {
  public let isVertical: Bool
  public var shouldHideLabels = false

  /// The place of the default among the choices; one outside them is ignored.
  public let defaultIndex: Int

  public init(textChoices: [ORKTextChoice], defaultIndex: Int, vertical: Bool = false) {
    self.defaultIndex = defaultIndex
    isVertical = vertical
    super.init(textChoices: textChoices)
  }

  fileprivate override var placeOfDefault: Int? { defaultIndex }

  public override var questionType: ORKQuestionType { .scale }

  override var problem: String? {
    (2...8).contains(textChoices.count) ? nil : "a scale of texts has 2 to 8 of them"
  }
}
