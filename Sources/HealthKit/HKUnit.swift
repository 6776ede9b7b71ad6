public import Foundation
internal import SampleStore

/// A unit of the grammar `count/min`, `mL/(kg.min)`, `mmol<180.16>/L`.
///
/// Where HealthKit raises an exception, a unit that cannot be read here is one that fits nothing: numbers
/// in it are not numbers, and saving them throws. `HKUnit(validating:)` throws at once. It is
/// `@unchecked Sendable` because `NSObject` is not: what it holds is constant.
public final class HKUnit: NSObject, @unchecked Sendable {
  /// `nil` for a text that is no unit.
  let unit: QuantityUnit?

  /// In one fixed order, whichever way it was written.
  public let unitString: String

  init(_ unit: QuantityUnit) {
    self.unit = unit
    unitString = unit.description
  }

  public init(from string: String) {
    unit = try? QuantityUnit(string)
    unitString = unit?.description ?? string
  }

  /// The same, but throws `errorInvalidArgument` with what is wrong about the text.
  public init(validating string: String) throws {
    do {
      unit = try QuantityUnit(string)
    } catch {
      throw HKError(error)
    }
    unitString = unit?.description ?? string
  }

  /// Whether it could be read.
  public var isValid: Bool { unit != nil }

  /// Whether there is no unit at all: the unit of ratios, `()`.
  public func isNull() -> Bool { unitString == "()" }

  public func unitMultiplied(by other: HKUnit) -> HKUnit { combined("(\(self)).(\(other))", other) }
  public func unitDivided(by other: HKUnit) -> HKUnit { combined("(\(self))/(\(other))", other) }
  public func reciprocal() -> HKUnit { combined("()/(\(self))", self) }

  public func unitRaised(toPower power: Int) -> HKUnit {
    power == 0 ? HKUnit(from: isValid ? "()" : unitString) : combined("(\(self))^\(power)", self)
  }

  /// What cannot be read stays unreadable, whatever it is combined with.
  private func combined(_ text: String, _ other: HKUnit) -> HKUnit {
    HKUnit(from: isValid && other.isValid ? text : "(\(self)) (\(other))")
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKUnit)?.unitString == unitString
  }

  public override var hash: Int { unitString.hashValue }
  public override var description: String { unitString }
}
