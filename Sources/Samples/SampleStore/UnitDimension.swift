/// The powers of base dimensions that a unit is made of; a count is of dimension one.
struct UnitDimension: Hashable, Sendable {
  /// Length, mass, time, temperature, current, amount, international units, angle, sound level,
  /// hearing level, effort, illuminance.
  private(set) var exponents: SIMD16<Int>

  private init(at index: Int?) {
    exponents = .zero
    if let index { exponents[index] = 1 }
  }

  static let one = UnitDimension(at: nil)
  static let length = UnitDimension(at: 0)
  static let mass = UnitDimension(at: 1)
  static let time = UnitDimension(at: 2)
  static let temperature = UnitDimension(at: 3)
  static let current = UnitDimension(at: 4)
  static let amount = UnitDimension(at: 5)
  static let internationalUnits = UnitDimension(at: 6)
  static let angle = UnitDimension(at: 7)

  static let soundLevel = UnitDimension(at: 8)
  static let hearingLevel = UnitDimension(at: 9)
  static let effort = UnitDimension(at: 10)
  static let illuminance = UnitDimension(at: 11)

  static func * (a: Self, b: Self) -> Self {
    var product = a
    product.exponents &+= b.exponents
    return product
  }

  static func ^ (base: Self, power: Int) -> Self {
    var result = base
    result.exponents = base.exponents &* SIMD16(repeating: power)
    return result
  }

  static func / (a: Self, b: Self) -> Self { a * (b ^ -1) }
}
