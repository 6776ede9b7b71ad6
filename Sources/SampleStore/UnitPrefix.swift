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
