/// The units that have a name. A percentage is a share of one: 97% is 0.97.
extension HKUnit {
  // Mass
  public class func gram() -> HKUnit { HKUnit(from: "g") }
  public class func gramUnit(with prefix: HKMetricPrefix) -> HKUnit { prefix.unit("g") }
  public class func ounce() -> HKUnit { HKUnit(from: "oz") }
  public class func pound() -> HKUnit { HKUnit(from: "lb") }
  public class func stone() -> HKUnit { HKUnit(from: "st") }

  // Length
  public class func meter() -> HKUnit { HKUnit(from: "m") }
  public class func meterUnit(with prefix: HKMetricPrefix) -> HKUnit { prefix.unit("m") }
  public class func inch() -> HKUnit { HKUnit(from: "in") }
  public class func foot() -> HKUnit { HKUnit(from: "ft") }
  public class func yard() -> HKUnit { HKUnit(from: "yd") }
  public class func mile() -> HKUnit { HKUnit(from: "mi") }

  // Volume
  public class func liter() -> HKUnit { HKUnit(from: "L") }
  public class func literUnit(with prefix: HKMetricPrefix) -> HKUnit { prefix.unit("L") }
  public class func fluidOunceUS() -> HKUnit { HKUnit(from: "fl_oz_us") }
  public class func fluidOunceImperial() -> HKUnit { HKUnit(from: "fl_oz_imp") }
  public class func pintUS() -> HKUnit { HKUnit(from: "pt_us") }
  public class func pintImperial() -> HKUnit { HKUnit(from: "pt_imp") }
  public class func cupUS() -> HKUnit { HKUnit(from: "cup_us") }
  public class func cupImperial() -> HKUnit { HKUnit(from: "cup_imp") }

  // Pressure
  public class func pascal() -> HKUnit { HKUnit(from: "Pa") }
  public class func pascalUnit(with prefix: HKMetricPrefix) -> HKUnit { prefix.unit("Pa") }
  public class func millimeterOfMercury() -> HKUnit { HKUnit(from: "mmHg") }
  public class func inchesOfMercury() -> HKUnit { HKUnit(from: "inHg") }
  public class func centimeterOfWater() -> HKUnit { HKUnit(from: "cmAq") }
  public class func atmosphere() -> HKUnit { HKUnit(from: "atm") }
  public class func decibelAWeightedSoundPressureLevel() -> HKUnit { HKUnit(from: "dBASPL") }

  // Time
  public class func second() -> HKUnit { HKUnit(from: "s") }
  public class func secondUnit(with prefix: HKMetricPrefix) -> HKUnit { prefix.unit("s") }
  public class func minute() -> HKUnit { HKUnit(from: "min") }
  public class func hour() -> HKUnit { HKUnit(from: "hr") }
  public class func day() -> HKUnit { HKUnit(from: "d") }

  // Energy and power
  public class func joule() -> HKUnit { HKUnit(from: "J") }
  public class func jouleUnit(with prefix: HKMetricPrefix) -> HKUnit { prefix.unit("J") }
  public class func kilocalorie() -> HKUnit { HKUnit(from: "kcal") }
  public class func calorie() -> HKUnit { HKUnit(from: "cal") }
  public class func smallCalorie() -> HKUnit { HKUnit(from: "cal") }
  public class func largeCalorie() -> HKUnit { HKUnit(from: "Cal") }
  public class func watt() -> HKUnit { HKUnit(from: "W") }
  public class func wattUnit(with prefix: HKMetricPrefix) -> HKUnit { prefix.unit("W") }

  // Temperature
  public class func degreeCelsius() -> HKUnit { HKUnit(from: "degC") }
  public class func degreeFahrenheit() -> HKUnit { HKUnit(from: "degF") }
  public class func kelvin() -> HKUnit { HKUnit(from: "K") }

  // Electricity, frequency, light and angles
  public class func siemen() -> HKUnit { HKUnit(from: "S") }
  public class func siemenUnit(with prefix: HKMetricPrefix) -> HKUnit { prefix.unit("S") }
  public class func volt() -> HKUnit { HKUnit(from: "V") }
  public class func voltUnit(with prefix: HKMetricPrefix) -> HKUnit { prefix.unit("V") }
  public class func hertz() -> HKUnit { HKUnit(from: "Hz") }
  public class func hertzUnit(with prefix: HKMetricPrefix) -> HKUnit { prefix.unit("Hz") }
  public class func lux() -> HKUnit { HKUnit(from: "lx") }
  public class func luxUnit(with prefix: HKMetricPrefix) -> HKUnit { prefix.unit("lx") }
  public class func radianAngle() -> HKUnit { HKUnit(from: "rad") }
  public class func radianAngleUnit(with prefix: HKMetricPrefix) -> HKUnit { prefix.unit("rad") }
  public class func degreeAngle() -> HKUnit { HKUnit(from: "deg") }
  public class func diopter() -> HKUnit { HKUnit(from: "D") }
  public class func prismDiopter() -> HKUnit { HKUnit(from: "pD") }

  // Counts and scores
  public class func count() -> HKUnit { HKUnit(from: "count") }
  public class func percent() -> HKUnit { HKUnit(from: "%") }
  public class func internationalUnit() -> HKUnit { HKUnit(from: "IU") }
  public class func appleEffortScore() -> HKUnit { HKUnit(from: "appleEffortScore") }
  public class func decibelHearingLevel() -> HKUnit { HKUnit(from: "dBHL") }

  /// Returns the unit of a substance in moles, which counts as a mass, from its grams a mole.
  public class func moleUnit(withMolarMass grams: Double) -> HKUnit {
    HKUnit(from: "mol<\(grams)>")
  }

  public class func moleUnit(with prefix: HKMetricPrefix, molarMass grams: Double) -> HKUnit {
    HKUnit(from: "\(prefix.symbol)mol<\(grams)>")
  }
}

/// The molar mass of glucose, in grams a mole.
public let HKUnitMolarMassBloodGlucose = 180.1558800000541

/// A power of ten before a unit.
public enum HKMetricPrefix: Int, Sendable, CaseIterable {
  case none = 0
  case pico, nano, micro, milli, centi, deci, deca, hecto, kilo, mega, giga, tera, femto

  /// The symbols in the order of the numbers.
  private static let symbols = [
    "", "p", "n", "mc", "m", "c", "d", "da", "h", "k", "M", "G", "T", "f",
  ]

  var symbol: String { Self.symbols[rawValue] }

  /// Returns the unit with this prefix.
  func unit(_ text: String) -> HKUnit { HKUnit(from: symbol + text) }
}
