internal import Foundation
internal import HealthKit
internal import JSONCoding

// The forms in JSON of what is no object of ResearchKit's.

extension ORKOrderedTask: ObjectSerialized {}
extension ORKStep: ObjectSerialized {}
extension ORKEarlyTerminationConfiguration: ObjectSerialized {}
extension ORKBodyItem: ObjectSerialized {}
extension ORKLearnMoreItem: ObjectSerialized {}
extension ORKFormItem: ObjectSerialized {}
extension ORKStepNavigationRule: ObjectSerialized {}
extension ORKSkipStepNavigationRule: ObjectSerialized {}
extension ORKStepModifier: ObjectSerialized {}
extension ORKFormItemVisibilityRule: ObjectSerialized {}
extension ORKAnswerFormat: ObjectSerialized {}
extension ORKNoAnswer: ObjectSerialized {}
extension ORKTextChoice: ObjectSerialized {}
extension ORKImageChoice: ObjectSerialized {}
extension ORKColorChoice: ObjectSerialized {}
extension ORKRecorderConfiguration: ObjectSerialized {}
extension ORKBundleAsset: ObjectSerialized {}
extension ORKVocalCue: ObjectSerialized {}
extension ORK3DModelManager: ObjectSerialized {}
extension ORKPermissionType: ObjectSerialized {}
extension ORKConsentDocument: ObjectSerialized {}
extension ORKConsentSection: ObjectSerialized {}
extension ORKConsentSignature: ObjectSerialized {}
extension ORKHealthCondition: ObjectSerialized {}
extension ORKConditionStepConfiguration: ObjectSerialized {}
extension ORKRelativeGroup: ObjectSerialized {}
extension ORKRelatedPerson: ObjectSerialized {}
extension ORKResult: ObjectSerialized {}
extension ORKDevice: ObjectSerialized {}
extension ORKLocation: ObjectSerialized {}

extension ORKBodyItemStyle: JSONSerialized {}
extension ORKCardViewStyle: JSONSerialized {}
extension ORKBulletType: JSONSerialized {}
extension ORKTaskFinishReason: JSONSerialized {}
extension ORKProgressIndicatorType: JSONSerialized {}
extension ORKPasscodeType: JSONSerialized {}
extension ORKPasscodeFlow: JSONSerialized {}
extension ORKNumericPrecision: JSONSerialized {}
extension ORKConsentSectionType: JSONSerialized {}
extension ORKQuestionType: JSONSerialized {}
extension ORKAudioChannel: JSONSerialized {}
extension ORKBodySagittal: JSONSerialized {}
extension ORKAmslerGridEyeSide: JSONSerialized {}
extension ORKPSATPresentationMode: JSONSerialized {}
extension ORKPredefinedTaskLimbOption: JSONSerialized {}
extension ORKRegistrationStepOption: JSONSerialized {}
extension ORKPDFViewerStep.ActionBarOption: JSONSerialized {}
extension UNAuthorizationOptions: JSONSerialized {}
extension ORKTrailMakingTypeIdentifier: JSONSerialized {}
extension ORKSpeechRecognizerLocale: JSONSerialized {}
extension UITextAutocapitalizationType: JSONSerialized {}
extension UITextAutocorrectionType: JSONSerialized {}
extension UITextSpellCheckingType: JSONSerialized {}
extension UIKeyboardType: JSONSerialized {}
extension UITextContentType: JSONSerialized {}

extension ORKChoiceAnswerStyle: NamedSerialized {
  static let names = ["singleChoice", "multipleChoice"]
}

extension ORKDateAnswerStyle: NamedSerialized { static let names = ["dateTime", "date"] }
extension ORKNumericAnswerStyle: NamedSerialized { static let names = ["decimal", "integer"] }
extension ORKMeasurementSystem: NamedSerialized { static let names = ["local", "metric", "USC"] }
extension ORKNumberFormattingStyle: NamedSerialized { static let names = ["default", "percent"] }

extension UIImage: JSONSerialized {
  func serialized() -> JSONValue? { .object([("imageName", .string(name))]) }

  static func read(_ value: JSONValue) throws -> Self {
    guard let image = Self(named: value["imageName"]?.string ?? "") else {
      throw wrong("a picture")
    }
    return image
  }
}

extension UIColor: JSONSerialized {
  func serialized() -> JSONValue? {
    .object([
      ("r", .number(red)), ("g", .number(green)), ("b", .number(blue)), ("a", .number(alpha)),
    ])
  }

  static func read(_ value: JSONValue) throws -> Self {
    let parts = ["r", "g", "b", "a"].compactMap { value[$0]?.number }
    guard parts.count == 4 else { throw wrong("a color with r, g, b and a") }
    return Self(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
  }
}

extension UIEdgeInsets: JSONSerialized {
  func serialized() -> JSONValue? {
    .object([
      ("top", .number(top)), ("left", .number(left)), ("bottom", .number(bottom)),
      ("right", .number(right)),
    ])
  }

  static func read(_ value: JSONValue) throws -> Self {
    let parts = ["top", "left", "bottom", "right"].compactMap { value[$0]?.number }
    guard parts.count == 4 else { throw wrong("insets with top, left, bottom and right") }
    return Self(top: parts[0], left: parts[1], bottom: parts[2], right: parts[3])
  }
}

extension URL: JSONSerialized {
  func serialized() -> JSONValue? { .string(absoluteString) }

  static func read(_ value: JSONValue) throws -> Self {
    guard let url = value.string.flatMap({ URL(string: $0) }) else { throw wrong("an address") }
    return url
  }
}

extension Date: JSONSerialized {
  func serialized() -> JSONValue? {
    .string(DateJSON.formatter(DateJSON.second).string(from: self))
  }

  static func read(_ value: JSONValue) throws -> Self {
    guard
      let date = value.string.flatMap({ DateJSON.formatter(DateJSON.second).date(from: $0) })
    else { throw wrong("a date such as 2026-01-31T09:00:00+0100") }
    return date
  }
}

extension Calendar: JSONSerialized {
  private static let names: [(Calendar.Identifier, String)] = [
    (.gregorian, "gregorian"), (.iso8601, "iso8601"), (.buddhist, "buddhist"),
    (.chinese, "chinese"), (.hebrew, "hebrew"), (.islamic, "islamic"),
    (.islamicCivil, "islamic-civil"), (.japanese, "japanese"), (.persian, "persian"),
    (.indian, "indian"), (.coptic, "coptic"), (.republicOfChina, "roc"),
  ]

  func serialized() -> JSONValue? {
    Self.names.first { $0.0 == identifier }.map { .string($0.1) }
  }

  static func read(_ value: JSONValue) throws -> Self {
    guard let found = names.first(where: { $0.1 == value.string }) else {
      throw wrong("a calendar such as gregorian")
    }
    return Calendar(identifier: found.0)
  }
}

/// A time of day.
extension DateComponents: JSONSerialized {
  func serialized() -> JSONValue? {
    .string(String(format: "%02d:%02d", hour ?? 0, minute ?? 0))
  }

  static func read(_ value: JSONValue) throws -> Self {
    let parts = (value.string ?? "").split(separator: ":").compactMap { Int($0) }
    guard parts.count == 2 else { throw wrong("a time such as 07:30") }
    return DateComponents(hour: parts[0], minute: parts[1])
  }
}

/// Dates as ResearchKit's formats have them: to the minute, in this machine's time zone.
enum DateJSON {
  static let second = "yyyy-MM-dd'T'HH:mm:ssZ"

  static func formatter(_ format: String) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = format
    return formatter
  }

  static func minute(_ date: Date?) -> JSONValue? {
    date.map { .string(formatter("yyyy-MM-dd'T'HH:mm").string(from: $0)) }
  }

  static func date(_ text: String?) throws -> Date? {
    guard let text, !text.isEmpty else { return nil }
    guard
      let date = ["yyyy-MM-dd'T'HH:mm", second].lazy
        .compactMap({ formatter($0).date(from: text) }).first
    else {
      throw ORKESerializer.Failure(description: "\(text) is no date such as 2026-01-31T09:00")
    }
    return date
  }
}

/// The steps of a task.
enum TaskJSON {
  static func steps(_ fields: SerializedFields) throws -> [ORKStep] {
    let steps: [ORKStep] = try fields("steps")
    guard Set(steps.map(\.identifier)).count == steps.count else {
      throw ORKESerializer.Failure(description: "two steps have one identifier")
    }
    return steps
  }
}

/// The texts of predicates, which have to be of ResearchKit's form.
enum PredicateJSON {
  static func text(_ predicate: NSPredicate) throws -> JSONValue {
    guard let text = ResultPredicateText.text(of: predicate) else {
      throw ORKESerializer.Failure(description: "a predicate of the program's own has no text")
    }
    return .string(text)
  }

  static func predicate(_ text: String) throws -> NSPredicate {
    guard let predicate = ORKResultPredicate(reading: text) else {
      throw ORKESerializer.Failure(description: "the predicate cannot be read: \(text)")
    }
    return predicate
  }
}

/// Regular expressions, with the names of their options.
enum PatternJSON {
  private static let options: [(NSRegularExpression.Options, String)] = [
    (.caseInsensitive, "CaseInsensitive"),
    (.allowCommentsAndWhitespace, "AllowCommentsAndWhitespace"),
    (.ignoreMetacharacters, "IgnoreMetacharacters"),
    (.dotMatchesLineSeparators, "DotMatchesLineSeparators"),
    (.anchorsMatchLines, "AnchorsMatchLines"), (.useUnixLineSeparators, "UseUnixLineSeparators"),
    (.useUnicodeWordBoundaries, "UseUnicodeWordBoundaries"),
  ]

  static func json(_ expression: NSRegularExpression) -> JSONValue {
    let names = options.filter { expression.options.contains($0.0) }
      .map { JSONValue.string("NSRegularExpression\($0.1)") }
    return .object([("pattern", .string(expression.pattern)), ("options", .array(names))])
  }

  static func pattern(_ value: JSONValue) throws -> NSRegularExpression? {
    guard let pattern = value["pattern"]?.string else { return nil }
    let names = (value["options"]?.elements ?? []).compactMap(\.string)
    let chosen = options.filter { names.contains("NSRegularExpression\($0.1)") }.map(\.0)
    guard
      let expression = try? NSRegularExpression(
        pattern: pattern, options: NSRegularExpression.Options(chosen))
    else { throw ORKESerializer.Failure(description: "\(pattern) is no regular expression") }
    return expression
  }
}

/// HealthKit's types by their identifiers.
enum HealthTypeJSON {
  static func quantityType(_ identifier: String) throws -> HKQuantityType {
    guard
      let type = HKObjectType.quantityType(
        forIdentifier: HKQuantityTypeIdentifier(rawValue: identifier))
    else { throw ORKESerializer.Failure(description: "\(identifier) is no quantity") }
    return type
  }

  static func type(_ identifier: String) throws -> HKObjectType {
    if let type = HKObjectType.characteristicType(
      forIdentifier: HKCharacteristicTypeIdentifier(rawValue: identifier))
    {
      return type
    }
    return try sampleType(identifier)
  }

  static func sampleType(_ identifier: String) throws -> HKSampleType {
    if identifier == HKObjectType.workoutType().identifier { return .workoutType() }
    if let type = HKObjectType.categoryType(
      forIdentifier: HKCategoryTypeIdentifier(rawValue: identifier))
    {
      return type
    }
    return try quantityType(identifier)
  }
}
