/// A unit with a symbol, such as `s` or `mmHg`.
///
/// A value in it times `numerator / denominator`, plus `offset`, is the value in SI base units.
/// Both parts are kept so that a minute is exactly 60 s and a millisecond exactly 1 / 1000 s.
struct UnitAtom: Hashable, Sendable {
  let symbol: String
  let dimension: UnitDimension
  let numerator: Double
  let denominator: Double
  let offset: Double
  let takesPrefix: Bool

  private init(
    _ symbol: String, _ dimension: UnitDimension, _ numerator: Double = 1,
    per denominator: Double = 1, offset: Double = 0, takesPrefix: Bool = false
  ) {
    (self.symbol, self.dimension, self.numerator) = (symbol, dimension, numerator)
    (self.denominator, self.offset, self.takesPrefix) = (denominator, offset, takesPrefix)
  }

  /// Returns the atom of a symbol, without looking for prefixes.
  static func named(_ symbol: some StringProtocol) -> UnitAtom? { table[String(symbol)] }

  /// Moles of a substance with a molar mass in grams. `mol<180.1558800000541>` counts as a mass, so
  /// that glucose in `mmol<...>/L` converts to `mg/dL`.
  static func mole(ofMass mass: String) -> UnitAtom? {
    guard let grams = Double(mass), grams.isFinite, grams > 0 else { return nil }
    return UnitAtom("mol<\(grams)>", .mass, grams, per: 1000, takesPrefix: true)
  }

  private static let force = UnitDimension.mass * .length / (.time ^ 2)
  private static let pressure = force / (.length ^ 2)

  static let pascal = UnitAtom("Pa", pressure, takesPrefix: true)

  private static let table: [String: UnitAtom] = {
    let energy = force * .length
    let power = energy / .time
    let volume = UnitDimension.length ^ 3
    let conductance = (.current ^ 2) / power
    let atoms = [
      // A percentage is a fraction: HealthKit writes 97% as 0.97 in the unit "%".
      UnitAtom("count", .one), UnitAtom("%", .one),
      UnitAtom("s", .time, takesPrefix: true), UnitAtom("min", .time, 60),
      UnitAtom("hr", .time, 3600), UnitAtom("d", .time, 86_400),
      UnitAtom("Hz", .time ^ -1, takesPrefix: true),
      UnitAtom("m", .length, takesPrefix: true), UnitAtom("in", .length, 254, per: 10_000),
      UnitAtom("ft", .length, 3048, per: 10_000), UnitAtom("yd", .length, 9144, per: 10_000),
      UnitAtom("mi", .length, 1_609_344, per: 1000),
      UnitAtom("g", .mass, per: 1000, takesPrefix: true),
      UnitAtom("oz", .mass, 28_349_523_125, per: 1_000_000_000_000),
      UnitAtom("lb", .mass, 45_359_237, per: 100_000_000),
      UnitAtom("st", .mass, 635_029_318, per: 100_000_000),
      UnitAtom("L", volume, per: 1000, takesPrefix: true),
      UnitAtom("l", volume, per: 1000, takesPrefix: true),
      UnitAtom("fl_oz_us", volume, 295_735_295_625, per: 1e16),
      UnitAtom("fl_oz_imp", volume, 284_130_625, per: 1e13),
      UnitAtom("cup_us", volume, 2_365_882_365, per: 1e13),
      UnitAtom("cup_imp", volume, 284_130_625, per: 1e12),
      UnitAtom("pt_us", volume, 473_176_473, per: 1e12),
      UnitAtom("pt_imp", volume, 56_826_125, per: 1e11),
      pascal,
      UnitAtom("mmHg", pressure, 133_322_387_415, per: 1_000_000_000),
      UnitAtom("cmAq", pressure, 980_665, per: 10_000), UnitAtom("atm", pressure, 101_325),
      UnitAtom("inHg", pressure, 3_386_388_640_341, per: 1_000_000_000),
      UnitAtom("J", energy, takesPrefix: true),
      UnitAtom("cal", energy, 4184, per: 1000, takesPrefix: true),
      UnitAtom("Cal", energy, 4184),
      UnitAtom("W", power, takesPrefix: true), UnitAtom("V", power / .current, takesPrefix: true),
      UnitAtom("S", conductance, takesPrefix: true),
      UnitAtom("K", .temperature, takesPrefix: true),
      UnitAtom("degC", .temperature, offset: 273.15),
      UnitAtom("degF", .temperature, 5, per: 9, offset: 459.67 * 5 / 9),
      UnitAtom("mol", .amount, takesPrefix: true), UnitAtom("IU", .internationalUnits),
      UnitAtom("dBASPL", .soundLevel), UnitAtom("dBHL", .hearingLevel),
      UnitAtom("appleEffortScore", .effort), UnitAtom("D", .length ^ -1),
      UnitAtom("pD", .length ^ -1, per: 100),
      UnitAtom("lx", .illuminance, takesPrefix: true),
      UnitAtom("rad", .angle, takesPrefix: true), UnitAtom("deg", .angle, .pi, per: 180),
    ]
    return Dictionary(uniqueKeysWithValues: atoms.map { ($0.symbol, $0) })
  }()
}

/// A power of ten before a unit's symbol, by its exponent: -3 for milli.
struct UnitPrefix: Hashable, Sendable {
  let symbol: String
  let exponent: Int

  static let none = UnitPrefix(symbol: "", exponent: 0)

  /// Longer symbols first, so that "mc" is not read as "m" and "da" not as "d".
  static let all = [
    UnitPrefix(symbol: "mc", exponent: -6), UnitPrefix(symbol: "da", exponent: 1),
    UnitPrefix(symbol: "f", exponent: -15), UnitPrefix(symbol: "p", exponent: -12),
    UnitPrefix(symbol: "n", exponent: -9), UnitPrefix(symbol: "m", exponent: -3),
    UnitPrefix(symbol: "c", exponent: -2), UnitPrefix(symbol: "d", exponent: -1),
    UnitPrefix(symbol: "h", exponent: 2), UnitPrefix(symbol: "k", exponent: 3),
    UnitPrefix(symbol: "M", exponent: 6), UnitPrefix(symbol: "G", exponent: 9),
    UnitPrefix(symbol: "T", exponent: 12),
  ]
}
