public import Foundation

/// The units of Foundation's formatters.
extension HKUnit {
  public convenience init(from massFormatterUnit: MassFormatter.Unit) {
    self.init(from: Self.text(of: massFormatterUnit, in: Self.masses))
  }

  public convenience init(from lengthFormatterUnit: LengthFormatter.Unit) {
    self.init(from: Self.text(of: lengthFormatterUnit, in: Self.lengths))
  }

  public convenience init(from energyFormatterUnit: EnergyFormatter.Unit) {
    self.init(from: Self.text(of: energyFormatterUnit, in: Self.energies))
  }

  /// Returns the formatter's unit; `.gram` for a unit that it does not have.
  public class func massFormatterUnit(from unit: HKUnit) -> MassFormatter.Unit {
    masses.first { $0.text == unit.unitString }?.unit ?? .gram
  }

  /// Returns the formatter's unit; `.meter` for a unit that it does not have.
  public class func lengthFormatterUnit(from unit: HKUnit) -> LengthFormatter.Unit {
    lengths.first { $0.text == unit.unitString }?.unit ?? .meter
  }

  /// Returns the formatter's unit; `.joule` for a unit that it does not have.
  public class func energyFormatterUnit(from unit: HKUnit) -> EnergyFormatter.Unit {
    energies.first { $0.text == unit.unitString }?.unit ?? .joule
  }

  private static var masses: [(unit: MassFormatter.Unit, text: String)] {
    [(.gram, "g"), (.kilogram, "kg"), (.ounce, "oz"), (.pound, "lb"), (.stone, "st")]
  }

  private static var lengths: [(unit: LengthFormatter.Unit, text: String)] {
    [
      (.millimeter, "mm"), (.centimeter, "cm"), (.meter, "m"), (.kilometer, "km"), (.inch, "in"),
      (.foot, "ft"), (.yard, "yd"), (.mile, "mi"),
    ]
  }

  private static var energies: [(unit: EnergyFormatter.Unit, text: String)] {
    [(.joule, "J"), (.kilojoule, "kJ"), (.calorie, "cal"), (.kilocalorie, "kcal")]
  }

  /// The text of a formatter's unit: the tables have them all.
  private static func text<Unit: Equatable>(
    of unit: Unit, in table: [(unit: Unit, text: String)]
  ) -> String {
    table.first { $0.unit == unit }?.text ?? "()"
  }
}
