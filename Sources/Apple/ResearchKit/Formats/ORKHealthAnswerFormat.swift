internal import CivilTime
public import Foundation
public import HealthKit
internal import SampleStore
internal import StudyTasks
internal import Synchronization

/// A number in a quantity's unit. The newest sample's that the program may read is filled in; a person may type
/// another.
public final class ORKHealthKitQuantityTypeAnswerFormat: ORKNumberAnswerFormat {
  public let quantityType: HKQuantityType

  /// The unit of the number; `nil` for the one that people of this machine's region prefer.
  public let unit: HKUnit?
  public let numericAnswerStyle: ORKNumericAnswerStyle

  /// Whether the person is asked, before the first question, for leave to read the type.
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

  private var usedUnit: HKUnit { unit ?? HKHealthStore.preferredUnit(of: quantityType) }

  override var resultUnit: String? { usedUnit.unitString }
  override var healthTypes: Set<HKObjectType> { shouldRequestAuthorization ? [quantityType] : [] }

  override var asked: (form: FormatRules.Form, default: Answer?)? {
    let isWhole = numericAnswerStyle == .integer
    var form = FormatRules.NumberForm()
    form.fractionDigits = isWhole ? 0 : nil
    form.unit.name = usedUnit.unitString
    let newest = HKHealthStore().newestQuantity(of: quantityType).map { quantity in
      // People type 97% where HealthKit has 0.97.
      let number = quantity.doubleValue(for: usedUnit)
      let value = usedUnit == .percent() ? Quantity(number, .percent).writtenValue : number
      return Answer.number(isWhole ? value.rounded() : value)
    }
    return (.number(form), newest)
  }
}

extension HKHealthStore {
  /// Returns the quantity of the sample that ended last; `nil` if the store has none that the program may read.
  fileprivate func newestQuantity(of type: HKQuantityType) -> HKQuantity? {
    let found = Mutex<HKQuantity?>(nil)
    let answered = DispatchSemaphore(value: 0)
    let last = NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: false)
    execute(
      HKSampleQuery(sampleType: type, predicate: nil, limit: 1, sortDescriptors: [last]) {
        _, samples, _ in
        found.withLock { $0 = (samples?.first as? HKQuantitySample)?.quantity }
        answered.signal()
      })
    answered.wait()
    return found.withLock { $0 }
  }
}

/// A characteristic of a person: a choice, or a date of birth. The store's value, if the program
/// may read it, is filled in; a person may answer otherwise.
public final class ORKHealthKitCharacteristicTypeAnswerFormat: ORKAnswerFormat {
  public let characteristicType: HKCharacteristicType

  /// Whether the person is asked, before the first question, for leave to read the characteristic.
  public var shouldRequestAuthorization = true
  public var defaultDate: Date?
  public var minimumDate: Date?
  public var maximumDate: Date?
  public var calendar: Calendar?

  public init(characteristicType: HKCharacteristicType) {
    self.characteristicType = characteristicType
    super.init()
  }

  /// The store's name of the characteristic.
  private var key: PersonProfile.Key? { .init(rawValue: characteristicType.identifier) }

  /// The format that stands for the characteristic. Choices have ResearchKit's values: a sex and a type of blood their
  /// names in HealthKit, such as `HKBloodTypeABNegative`; a type of skin the numbers 1 to 6; a wheelchair `false` and
  /// `true`.
  public var impliedAnswerFormat: ORKAnswerFormat {
    func choices(_ texts: [String], _ value: (Int) -> ORKChoiceValue) -> [ORKTextChoice] {
      texts.enumerated().map { ORKTextChoice(text: $1, value: value($0)) }
    }
    // The first choice of the store is that nothing is set.
    func name(_ place: Int) -> ORKChoiceValue { (key?.choices?[place + 1] ?? "") as NSString }
    switch key {
    case .dateOfBirth:
      let now = Date()
      func away(_ unit: Calendar.Component, _ count: Int) -> Date? {
        (calendar ?? .current).date(byAdding: unit, value: count, to: now)
      }
      return ORKDateAnswerFormat(
        style: .date, defaultDate: defaultDate, minimumDate: minimumDate ?? away(.year, -150),
        maximumDate: maximumDate ?? away(.day, 1), calendar: calendar)
    case .biologicalSex:
      return ORKTextChoiceAnswerFormat(
        style: .singleChoice, textChoices: choices(["Female", "Male", "Other"], name))
    case .bloodType:
      return ORKValuePickerAnswerFormat(
        textChoices: choices(["A+", "A-", "B+", "B-", "AB+", "AB-", "O+", "O-"], name))
    case .skinType:
      return ORKValuePickerAnswerFormat(
        textChoices: choices(["I", "II", "III", "IV", "V", "VI"]) { NSNumber(value: $0 + 1) })
    case .wheelchairUse:
      return ORKTextChoiceAnswerFormat(
        style: .singleChoice, textChoices: choices(["No", "Yes"]) { NSNumber(value: $0 == 1) })
    default: return ORKTextAnswerFormat()
    }
  }

  public override var questionType: ORKQuestionType { impliedAnswerFormat.questionType }

  override var healthTypes: Set<HKObjectType> {
    shouldRequestAuthorization ? [characteristicType] : []
  }

  override var asked: (form: FormatRules.Form, default: Answer?)? {
    guard let (form, value) = impliedAnswerFormat.asked else { return nil }
    return (form, (try? stored(form)) ?? value)
  }

  /// Returns the store's value of the characteristic; `nil` if it is not set or may not be read.
  private func stored(_ form: FormatRules.Form) throws -> Answer? {
    let store = HKHealthStore()
    let number: Int
    switch key {
    case .dateOfBirth:
      let date = try store.dateOfBirth()
      return .date(date, secondsFromGMT: CivilMoment(date).offset)
    case .biologicalSex: number = try store.biologicalSex().biologicalSex.rawValue
    case .bloodType: number = try store.bloodType().bloodType.rawValue
    case .skinType: number = try store.fitzpatrickSkinType().skinType.rawValue
    case .wheelchairUse: number = try store.wheelchairUse().wheelchairUse.rawValue
    default: return nil
    }
    guard number > 0, case .choice(let choices) = form else { return nil }
    return .choices([choices.choices[number - 1].value])
  }

  override var resultType: ORKQuestionResult.Type { impliedAnswerFormat.resultType }

  override func prepare(_ result: ORKQuestionResult) { impliedAnswerFormat.prepare(result) }

  override func values(_ keys: [String]) -> [ORKChoiceValue] { impliedAnswerFormat.values(keys) }

  override func keys(_ values: [ORKChoiceValue]) -> [String] { impliedAnswerFormat.keys(values) }
}
