public import Foundation
internal import SampleStore

/// A unit, written as in `count/min`, `mL/(kg.min)` or `mmol<180.16>/L`.
///
/// A text that is not a unit ends the program, as HealthKit's exception does. `HKUnit(validating:)` throws
/// instead, for texts of others.
public final class HKUnit: NSObject, _HKConstant, Sendable {
  /// The store's unit.
  let unit: QuantityUnit

  /// The unit's text as exports have it (`mL/min·kg`), in one fixed order, independent of how it was
  /// written.
  public let unitString: String

  init(_ unit: QuantityUnit) {
    self.unit = unit
    unitString = unit.exportText
  }

  /// - Precondition: The text is a unit.
  public convenience init(from string: String) {
    do {
      self.init(try QuantityUnit(string))
    } catch {
      fatalError("\(error); HKUnit(validating:) throws for a text of others")
    }
  }

  /// Creates a unit from a text. Throws `errorInvalidArgument`, with the fault of the text, if it
  /// is not a unit.
  public convenience init(validating string: String) throws {
    do {
      self.init(try QuantityUnit(string))
    } catch {
      throw HKError(error)
    }
  }

  /// Returns whether this is the empty unit `()`, that of ratios.
  public func isNull() -> Bool { unitString == "()" }

  public func unitMultiplied(by other: HKUnit) -> HKUnit {
    HKUnit(from: "(\(unit)).(\(other.unit))")
  }

  public func unitDivided(by other: HKUnit) -> HKUnit {
    HKUnit(from: "(\(unit))/(\(other.unit))")
  }

  public func reciprocal() -> HKUnit { HKUnit(from: "()/(\(unit))") }

  public func unitRaised(toPower power: Int) -> HKUnit {
    HKUnit(from: power == 0 ? "()" : "(\(unit))^\(power)")
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKUnit)?.unitString == unitString
  }

  public override var hash: Int { unitString.hashValue }
  public override var description: String { unitString }
}
