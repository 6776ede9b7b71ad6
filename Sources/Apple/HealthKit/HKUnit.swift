public import Foundation
internal import SampleStore

/// A unit, written as in `count/min`, `mL/(kg.min)` or `mmol<180.16>/L`.
///
/// If a text is not a unit, HealthKit raises an exception. Here the unit fits no other: numbers in
/// it are NaN, and saving them throws. `HKUnit(validating:)` throws at once.
public final class HKUnit: NSObject, _HKConstant, NSSecureCoding, Sendable {
  /// The store's unit; `nil` if the text is not a unit.
  let unit: QuantityUnit?

  /// The unit's text as exports have it (`mL/min·kg`), in one fixed order, independent of how it was
  /// written.
  public let unitString: String

  init(_ unit: QuantityUnit) {
    self.unit = unit
    unitString = unit.exportText
  }

  public init(from string: String) {
    unit = try? QuantityUnit(string)
    unitString = unit?.exportText ?? string
  }

  /// Creates a unit from a text. Throws `errorInvalidArgument`, with what is wrong about the text,
  /// if it is not a unit.
  public init(validating string: String) throws {
    do {
      unit = try QuantityUnit(string)
    } catch {
      throw HKError(error)
    }
    unitString = unit?.exportText ?? string
  }

  /// Whether the text was a unit.
  public var isValid: Bool { unit != nil }

  /// Returns whether this is the empty unit `()`, that of ratios.
  public func isNull() -> Bool { unitString == "()" }

  public func unitMultiplied(by other: HKUnit) -> HKUnit { combined("(\(self)).(\(other))", other) }
  public func unitDivided(by other: HKUnit) -> HKUnit { combined("(\(self))/(\(other))", other) }
  public func reciprocal() -> HKUnit { combined("()/(\(self))", self) }

  public func unitRaised(toPower power: Int) -> HKUnit {
    power == 0 ? HKUnit(from: isValid ? "()" : unitString) : combined("(\(self))^\(power)", self)
  }

  /// Combines two units. The result is invalid if either is.
  private func combined(_ text: String, _ other: HKUnit) -> HKUnit {
    HKUnit(from: isValid && other.isValid ? text : "(\(self)) (\(other))")
  }

  public func encode(with coder: NSCoder) {
    coder.encode(unitString as NSString, forKey: "unit")
  }

  public required convenience init?(coder: NSCoder) {
    guard let text = coder.decodeObject(of: NSString.self, forKey: "unit") else { return nil }
    self.init(from: text.description)
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKUnit)?.unitString == unitString
  }

  public override var hash: Int { unitString.hashValue }
  public override var description: String { unitString }
}
