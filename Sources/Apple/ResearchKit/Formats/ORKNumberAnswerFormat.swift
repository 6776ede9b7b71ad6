public import Foundation
internal import StudyTasks

/// Whether a number is whole.
public enum ORKNumericAnswerStyle: Int, Sendable {
  case decimal, integer
}

/// The style in which the numbers of a scale are shown.
public enum ORKNumberFormattingStyle: Int, Sendable {
  case `default`, percent
}

/// The units in which a height or a weight is typed; the answer's unit is the same in all.
public enum ORKMeasurementSystem: Int, Sendable {
  case local, metric, USC

  /// Whether numbers are typed in kilograms and centimeters.
  var isMetric: Bool {
    switch self {
    case .metric: true
    case .USC: false
    case .local: Locale.current.measurementSystem != .us
    }
  }
}

/// The precision with which a weight is typed.
public enum ORKNumericPrecision: Int, Sendable {
  case `default`, low, high
}

extension ORKAnswerFormat {
  public static func scale(
    withMaximumValue maximum: Int, minimumValue minimum: Int, defaultValue: Int, step: Int,
    vertical: Bool = false, maximumValueDescription: String? = nil,
    minimumValueDescription: String? = nil
  ) -> ORKScaleAnswerFormat {
    ORKScaleAnswerFormat(
      maximumValue: maximum, minimumValue: minimum, defaultValue: defaultValue, step: step,
      vertical: vertical, maximumValueDescription: maximumValueDescription,
      minimumValueDescription: minimumValueDescription)
  }

  public static func continuousScale(
    withMaximumValue maximum: Double, minimumValue minimum: Double, defaultValue: Double,
    maximumFractionDigits: Int, vertical: Bool = false, maximumValueDescription: String? = nil,
    minimumValueDescription: String? = nil
  ) -> ORKContinuousScaleAnswerFormat {
    ORKContinuousScaleAnswerFormat(
      maximumValue: maximum, minimumValue: minimum, defaultValue: defaultValue,
      maximumFractionDigits: maximumFractionDigits, vertical: vertical,
      maximumValueDescription: maximumValueDescription,
      minimumValueDescription: minimumValueDescription)
  }

  public static func decimalAnswerFormat(withUnit unit: String?) -> ORKNumericAnswerFormat {
    ORKNumericAnswerFormat(style: .decimal, unit: unit)
  }

  public static func integerAnswerFormat(withUnit unit: String?) -> ORKNumericAnswerFormat {
    ORKNumericAnswerFormat(style: .integer, unit: unit)
  }

  public static func heightAnswerFormat(
    with measurementSystem: ORKMeasurementSystem = .local
  ) -> ORKHeightAnswerFormat {
    ORKHeightAnswerFormat(measurementSystem: measurementSystem)
  }

  public static func weightAnswerFormat(
    with measurementSystem: ORKMeasurementSystem = .local,
    numericPrecision: ORKNumericPrecision = .default,
    minimumValue: Double = ORKDoubleDefaultValue, maximumValue: Double = ORKDoubleDefaultValue,
    defaultValue: Double = ORKDoubleDefaultValue
  ) -> ORKWeightAnswerFormat {
    ORKWeightAnswerFormat(
      measurementSystem: measurementSystem, numericPrecision: numericPrecision,
      minimumValue: minimumValue, maximumValue: maximumValue, defaultValue: defaultValue)
  }
}

/// The common base of scales of numbers.
open class _ORKNumberScale: ORKAnswerFormat {
  public let isVertical: Bool
  public let maximumValueDescription: String?
  public let minimumValueDescription: String?
  public var shouldHideRanges = false
  public var shouldHideLabels = false

  fileprivate init(_ isVertical: Bool, _ least: String?, _ greatest: String?) {
    self.isVertical = isVertical
    (minimumValueDescription, maximumValueDescription) = (least, greatest)
    super.init()
  }

  /// Returns numbers between two, with descriptions of these.
  fileprivate func form(_ range: ClosedRange<Double>) -> FormatRules.NumberForm {
    FormatRules.NumberForm(
      range: range, hasBounds: true, leastText: shouldHideRanges ? nil : minimumValueDescription,
      greatestText: shouldHideRanges ? nil : maximumValueDescription)
  }

  public override var questionType: ORKQuestionType { .scale }
  override var resultType: ORKQuestionResult.Type { ORKScaleQuestionResult.self }
}

/// A whole number on a scale. A default outside the scale is ignored.
public final class ORKScaleAnswerFormat: _ORKNumberScale {
  public let maximum: Int
  public let minimum: Int
  public let defaultValue: Int
  public let step: Int

  public init(
    maximumValue: Int, minimumValue: Int, defaultValue: Int, step: Int, vertical: Bool = false,
    maximumValueDescription: String? = nil, minimumValueDescription: String? = nil
  ) {
    guard minimumValue < maximumValue, step >= 1 else {
      fatalError("a scale has at least two values: \(minimumValue) to \(maximumValue) by \(step)")
    }
    maximum = maximumValue
    minimum = minimumValue
    self.defaultValue = defaultValue
    self.step = step
    super.init(vertical, minimumValueDescription, maximumValueDescription)
  }

  override var problem: String? {
    guard minimum >= -10_000, maximum <= 10_000 else {
      return "a scale lies within -10000 to 10000"
    }
    guard (maximum - minimum).isMultiple(of: step) else {
      return "the steps of a scale end at its maximum"
    }
    return (maximum - minimum) / step <= 13 ? nil : "a scale has at most 13 steps"
  }

  override var asked: (form: FormatRules.Form, default: Answer?)? {
    let range = Double(minimum)...Double(maximum)
    var value: Answer?
    if (minimum...maximum).contains(defaultValue) {
      // The nearest step, as on a phone.
      let steps = (Double(defaultValue - minimum) / Double(step)).rounded()
      value = .number(min(Double(minimum) + Double(step) * steps, range.upperBound))
    }
    var form = form(range)
    (form.step, form.fractionDigits) = (Double(step), 0)
    return (.number(form), value)
  }
}

/// A number on a scale. A default outside the scale is ignored.
public final class ORKContinuousScaleAnswerFormat: _ORKNumberScale {
  public let maximum: Double
  public let minimum: Double
  public let defaultValue: Double
  public let maximumFractionDigits: Int

  /// Whether numbers are shown as percentages; `50%` may be typed for 0.5 in any case.
  public var numberStyle = ORKNumberFormattingStyle.default

  public init(
    maximumValue: Double, minimumValue: Double, defaultValue: Double, maximumFractionDigits: Int,
    vertical: Bool = false, maximumValueDescription: String? = nil,
    minimumValueDescription: String? = nil
  ) {
    guard minimumValue < maximumValue else {
      fatalError("a scale's minimum lies below its maximum: \(minimumValue), \(maximumValue)")
    }
    maximum = maximumValue
    minimum = minimumValue
    self.defaultValue = defaultValue
    self.maximumFractionDigits = maximumFractionDigits
    super.init(vertical, minimumValueDescription, maximumValueDescription)
  }

  override var problem: String? {
    minimum >= -10_000 && maximum <= 10_000 ? nil : "a scale lies within -10000 to 10000"
  }

  override var asked: (form: FormatRules.Form, default: Answer?)? {
    var form = form(minimum...maximum)
    // As on a phone, the shown digits count: a slider's value may lie between them.
    if numberStyle == .percent { form.unit = .init(name: "%", scale: 0.01) }
    return (.number(form), form.range.contains(defaultValue) ? .number(defaultValue) : nil)
  }
}

/// The base of formats whose result is a number with a unit.
open class ORKNumberAnswerFormat: ORKAnswerFormat {
  /// The unit of the result.
  var resultUnit: String? { nil }
  var resultDisplayUnit: String? { nil }

  override var resultType: ORKQuestionResult.Type { ORKNumericQuestionResult.self }

  override func prepare(_ result: ORKQuestionResult) {
    guard let result = result as? ORKNumericQuestionResult else { return }
    result.unit = resultUnit
    result.displayUnit = resultDisplayUnit
  }
}

/// A number, with a unit and bounds.
public final class ORKNumericAnswerFormat: ORKNumberAnswerFormat {
  public let style: ORKNumericAnswerStyle
  public let unit: String?

  /// The unit's name for people; `nil` for the unit itself.
  public let displayUnit: String?
  public var minimum: NSNumber?
  public var maximum: NSNumber?

  /// The maximum number of digits after the point; `nil` for any.
  public var maximumFractionDigits: NSNumber?
  public var defaultNumericAnswer: NSNumber?
  public var placeholder: String?

  public init(
    style: ORKNumericAnswerStyle, unit: String? = nil, displayUnit: String? = nil,
    minimum: NSNumber? = nil, maximum: NSNumber? = nil, maximumFractionDigits: NSNumber? = nil
  ) {
    self.style = style
    self.unit = unit
    self.displayUnit = displayUnit
    self.minimum = minimum
    self.maximum = maximum
    self.maximumFractionDigits = maximumFractionDigits
    super.init()
  }

  public override var questionType: ORKQuestionType { style == .decimal ? .decimal : .integer }

  override var problem: String? {
    guard let minimum, let maximum, minimum.doubleValue > maximum.doubleValue else { return nil }
    return "a minimum lies below the maximum"
  }

  override var resultUnit: String? { unit }
  override var resultDisplayUnit: String? { displayUnit }

  override var asked: (form: FormatRules.Form, default: Answer?)? {
    let least = minimum?.doubleValue ?? -1e15
    var form = FormatRules.NumberForm(
      range: least...max(maximum?.doubleValue ?? 1e15, least),
      hasBounds: minimum != nil || maximum != nil)
    form.fractionDigits = style == .integer ? 0 : maximumFractionDigits?.intValue
    form.unit.name = displayUnit ?? unit ?? ""
    return (.number(form), (defaultNumericAnswer?.doubleValue).map(Answer.number))
  }
}

/// A height. It is typed in centimeters, or in feet and inches (`5'11"`), and is in centimeters in the
/// result.
public final class ORKHeightAnswerFormat: ORKNumberAnswerFormat {
  public let measurementSystem: ORKMeasurementSystem

  public init(measurementSystem: ORKMeasurementSystem = .local) {
    self.measurementSystem = measurementSystem
    super.init()
  }

  public override var questionType: ORKQuestionType { .height }
  public var useMetricSystem: Bool { measurementSystem.isMetric }
  override var resultUnit: String? { "cm" }

  override var asked: (form: FormatRules.Form, default: Answer?)? {
    var form = FormatRules.NumberForm(range: 0...300, hasBounds: true)
    form.unit =
      useMetricSystem
      ? .init(name: "cm", scale: 1) : .init(name: "feet and inches", scale: 30.48, smaller: 12)
    return (.number(form), nil)
  }
}

/// A weight. It is typed in kilograms, or in pounds and ounces, and is in kilograms in the result.
public final class ORKWeightAnswerFormat: ORKNumberAnswerFormat {
  public let measurementSystem: ORKMeasurementSystem

  /// 0.5 kg or a pound by default; 1 kg or a pound; 0.01 kg or an ounce.
  public let numericPrecision: ORKNumericPrecision

  /// Bounds and default in the unit that is typed; `ORKDoubleDefaultValue` for the format's own.
  public let minimumValue: Double
  public let maximumValue: Double
  public let defaultValue: Double

  public init(
    measurementSystem: ORKMeasurementSystem = .local,
    numericPrecision: ORKNumericPrecision = .default,
    minimumValue: Double = ORKDoubleDefaultValue, maximumValue: Double = ORKDoubleDefaultValue,
    defaultValue: Double = ORKDoubleDefaultValue
  ) {
    self.measurementSystem = measurementSystem
    self.numericPrecision = numericPrecision
    self.minimumValue = minimumValue
    self.maximumValue = maximumValue
    self.defaultValue = defaultValue
    super.init()
  }

  public override var questionType: ORKQuestionType { .weight }
  public var useMetricSystem: Bool { measurementSystem.isMetric }
  override var resultUnit: String? { "kg" }

  override var problem: String? {
    let bounds = [minimumValue, defaultValue, maximumValue].filter { $0 != ORKDoubleDefaultValue }
    return bounds == bounds.sorted() ? nil : "a weight's default lies between its bounds"
  }

  override var asked: (form: FormatRules.Form, default: Answer?)? {
    let isMetric = useMetricSystem
    let unit =
      isMetric
      ? FormatRules.NumberForm.TypedUnit(name: "kg", scale: 1)
      : .init(
        name: numericPrecision == .high ? "pounds and ounces" : "pounds", scale: 0.453_592_37,
        smaller: numericPrecision == .high ? 16 : nil)
    func value(_ value: Double, _ standard: Double) -> Double {
      (value == ORKDoubleDefaultValue ? standard : value) * unit.scale
    }
    let least = value(minimumValue, 0)
    var form = FormatRules.NumberForm(
      range: least...max(least, value(maximumValue, isMetric ? 657 : 1450)), hasBounds: true)
    form.step =
      switch (numericPrecision, isMetric) {
      case (.default, true): 0.5
      case (.high, true): 0.01
      case (.low, _), (.default, false): 1
      case (.high, false): 1.0 / 16
      }
    form.unit = unit
    let hasDefault = defaultValue != ORKDoubleDefaultValue
    return (.number(form), hasDefault ? .number(defaultValue * unit.scale) : nil)
  }
}

/// An age in years, or the year of birth that it means.
public final class ORKAgeAnswerFormat: ORKNumberAnswerFormat {
  public let minimumAge: Int
  public let maximumAge: Int
  public let minimumAgeCustomText: String?
  public let maximumAgeCustomText: String?

  /// Whether the year of birth is shown beside an age on a phone.
  public let showYear: Bool

  /// Whether the result is the year of birth.
  public let useYearForResult: Bool

  /// Whether the lowest age stands for all ages below it too: its result is `minimumAgeSentinelValue`.
  public let treatMinAgeAsRange: Bool

  /// Whether the highest age stands for all ages above it too: its result is `maximumAgeSentinelValue`.
  public let treatMaxAgeAsRange: Bool
  public let defaultValue: Int

  /// The year in which the person has the age; the present one at first.
  public var relativeYear: Int

  public init(
    minimumAge: Int = 0, maximumAge: Int = 125, minimumAgeCustomText: String? = nil,
    maximumAgeCustomText: String? = nil, showYear: Bool = false, useYearForResult: Bool = false,
    treatMinAgeAsRange: Bool = false, treatMaxAgeAsRange: Bool = false, defaultValue: Int = 0
  ) {
    self.minimumAge = minimumAge
    self.maximumAge = maximumAge
    self.minimumAgeCustomText = minimumAgeCustomText
    self.maximumAgeCustomText = maximumAgeCustomText
    self.showYear = showYear
    self.useYearForResult = useYearForResult
    self.treatMinAgeAsRange = treatMinAgeAsRange
    self.treatMaxAgeAsRange = treatMaxAgeAsRange
    self.defaultValue = defaultValue
    relativeYear = Calendar(identifier: .gregorian).component(.year, from: Date())
    super.init()
  }

  public override convenience init() { self.init(minimumAge: 0) }

  public class func minimumAgeSentinelValue() -> Int { -1 }
  public class func maximumAgeSentinelValue() -> Int { -2 }

  public override var questionType: ORKQuestionType { .age }

  override var problem: String? {
    minimumAge >= 0 && minimumAge < maximumAge && maximumAge <= 150
      ? nil : "ages lie between 0 and 150"
  }

  override var asked: (form: FormatRules.Form, default: Answer?)? {
    var form = FormatRules.NumberForm(
      range: Double(minimumAge)...Double(maximumAge), hasBounds: true, step: 1, fractionDigits: 0,
      leastText: minimumAgeCustomText, greatestText: maximumAgeCustomText)
    if treatMinAgeAsRange {
      form.replacements[Double(minimumAge)] = Double(Self.minimumAgeSentinelValue())
    }
    if treatMaxAgeAsRange {
      form.replacements[Double(maximumAge)] = Double(Self.maximumAgeSentinelValue())
    }
    if useYearForResult { form.yearOfAge = Double(relativeYear) }
    // A wheel is somewhere at first; a value that is not on it cannot be the default.
    return (.number(form), nil)
  }
}

/// The place where people see themselves on a ladder of ten rungs: 1 is the lowest, 10 the highest.
public final class ORKSESAnswerFormat: ORKNumberAnswerFormat {
  public let topRungText: String?
  public let bottomRungText: String?

  public init(topRungText: String?, bottomRungText: String?) {
    self.topRungText = topRungText
    self.bottomRungText = bottomRungText
    super.init()
  }

  public override var questionType: ORKQuestionType { .SES }

  override var asked: (form: FormatRules.Form, default: Answer?)? {
    (
      .number(
        .init(
          range: 1...10, hasBounds: true, step: 1, fractionDigits: 0, leastText: bottomRungText,
          greatestText: topRungText)), nil
    )
  }
}
