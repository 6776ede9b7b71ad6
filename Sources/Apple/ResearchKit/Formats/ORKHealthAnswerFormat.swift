public import Foundation
public import HealthKit
internal import StudyTasks

/// A number in a quantity's unit. Nothing is read from the health store: the person types it.
public final class ORKHealthKitQuantityTypeAnswerFormat: ORKNumberAnswerFormat {
  public let quantityType: HKQuantityType
  public let unit: HKUnit?
  public let numericAnswerStyle: ORKNumericAnswerStyle
  public var shouldRequestAuthorization = true

  public init(quantityType: HKQuantityType, unit: HKUnit?, style: ORKNumericAnswerStyle) {
    self.quantityType = quantityType
    self.unit = unit
    numericAnswerStyle = style
    super.init()
  }

  public override var questionType: ORKQuestionType {
    numericAnswerStyle == .decimal ? .decimal : .integer
  }

  override var problem: String? {
    unit.map { quantityType.is(compatibleWith: $0) } ?? true
      ? nil : "\(quantityType.identifier) has no such unit"
  }

  override var resultUnit: String? { unit?.unitString }

  override var asked: (form: FormatRules.Form, default: Answer?)? {
    var form = FormatRules.NumberForm()
    form.fractionDigits = numericAnswerStyle == .integer ? 0 : nil
    form.unit.name = unit?.unitString ?? ""
    return (.number(form), nil)
  }
}

/// A characteristic of a person: a choice, or a date of birth. Nothing is read from the health store.
public final class ORKHealthKitCharacteristicTypeAnswerFormat: ORKAnswerFormat {
  public let characteristicType: HKCharacteristicType
  public var shouldRequestAuthorization = true
  public var defaultDate: Date?
  public var minimumDate: Date?
  public var maximumDate: Date?
  public var calendar: Calendar?

  public init(characteristicType: HKCharacteristicType) {
    self.characteristicType = characteristicType
    super.init()
  }

  /// The format that stands for the characteristic: its choices have the values of HealthKit's enumerations.
  public var impliedAnswerFormat: ORKAnswerFormat {
    let names: [String]
    switch HKCharacteristicTypeIdentifier(rawValue: characteristicType.identifier) {
    case .dateOfBirth:
      return ORKDateAnswerFormat(
        style: .date, defaultDate: defaultDate, minimumDate: minimumDate,
        maximumDate: maximumDate ?? Date(), calendar: calendar)
    case .biologicalSex: names = ["Female", "Male", "Other"]
    case .bloodType: names = ["A+", "A-", "B+", "B-", "AB+", "AB-", "O+", "O-"]
    case .fitzpatrickSkinType: names = ["I", "II", "III", "IV", "V", "VI"]
    case .wheelchairUse: names = ["No", "Yes"]
    default: return ORKTextAnswerFormat()
    }
    return ORKValuePickerAnswerFormat(
      textChoices: names.enumerated().map {
        ORKTextChoice(text: $1, value: NSNumber(value: $0 + 1))
      })
  }

  public override var questionType: ORKQuestionType { impliedAnswerFormat.questionType }
  override var asked: (form: FormatRules.Form, default: Answer?)? { impliedAnswerFormat.asked }

  override func emptyResult(_ identifier: String) -> ORKQuestionResult {
    impliedAnswerFormat.emptyResult(identifier)
  }

  override func fill(_ result: ORKQuestionResult, with answer: Answer) {
    impliedAnswerFormat.fill(result, with: answer)
  }
}
