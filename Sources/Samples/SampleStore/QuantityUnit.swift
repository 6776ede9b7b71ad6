internal import Glibc

/// A unit such as `count/min`, `ms` or `mL/(kg.min)`, read from HealthKit's notation.
///
/// Two units are equal if they have the same symbols with the same powers, in whatever order they
/// were written; `ms` and `s` are compatible, not equal.
public struct QuantityUnit: Hashable, Sendable, CustomStringConvertible {
  struct Symbol: Hashable, Sendable {
    let prefix: UnitPrefix
    let atom: UnitAtom

    var text: String { prefix.symbol + atom.symbol }
  }

  /// In the order of `description`, so that the rounding of a conversion is always the same; no
  /// power is zero.
  private let powers: [(symbol: Symbol, power: Int)]

  /// The unit in a fixed order: symbols by name, those divided by last, `()` for none.
  public let description: String

  let dimension: UnitDimension

  init(powers: [Symbol: Int]) {
    let sorted = powers.filter { $0.value != 0 }.map { (symbol: $0.key, power: $0.value) }.sorted {
      ($0.symbol.atom.symbol, $0.symbol.text) < ($1.symbol.atom.symbol, $1.symbol.text)
    }
    self.powers = sorted
    description = Self.text(of: sorted)
    dimension = sorted.reduce(.one) { $0 * ($1.symbol.atom.dimension ^ $1.power) }
  }

  /// Returns whether the symbols and powers are the same.
  public static func == (a: Self, b: Self) -> Bool { a.description == b.description }

  /// Hashes the description.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(description)
  }

  /// The unit as Apple's exports write it: `mL/min·kg`, with everything after the `/` divided by, time
  /// first.
  public var exportText: String {
    func list(_ sign: Int) -> [String] {
      let part = powers.filter { $0.power.signum() == sign }
      let times = part.filter { $0.symbol.atom.dimension == .time }
      return (times + part.filter { $0.symbol.atom.dimension != .time }).map(Self.text)
    }
    let (above, below) = (list(1), list(-1))
    let top = above.isEmpty ? "()" : above.joined(separator: "·")
    return below.isEmpty ? top : "\(top)/\(below.joined(separator: "·"))"
  }

  /// Returns whether quantities can be converted between the two. A sound pressure level converts
  /// to a pressure.
  public func isCompatible(with other: QuantityUnit) -> Bool {
    dimension == other.dimension || isSoundLevel && other.isPressure
      || isPressure && other.isSoundLevel
  }

  private var isSoundLevel: Bool { dimension == .soundLevel }

  private var isPressure: Bool { dimension == Self.pascal.dimension }

  private static let pascal = QuantityUnit(powers: [
    Symbol(prefix: .none, atom: .pascal): 1
  ])

  /// The pressure of 0 dB in air, in pascal (ISO 1683).
  private static let soundReference = 20e-6

  /// Returns the same unit for a substance with the given molar mass: `mmol/L` as `mmol<180.15>/L`.
  func replacingMoles(by mole: UnitAtom) -> QuantityUnit {
    var replaced: [Symbol: Int] = [:]
    for (symbol, power) in powers {
      let atom = symbol.atom.symbol == "mol" ? mole : symbol.atom
      replaced[Symbol(prefix: symbol.prefix, atom: atom), default: 0] += power
    }
    return QuantityUnit(powers: replaced)
  }

  /// Converts a value in this unit to another; throws if the dimensions differ.
  public func convert(_ value: Double, to other: QuantityUnit) throws(UnitError) -> Double {
    guard self != other else { return value }
    guard isCompatible(with: other) else { throw .incompatible(self, with: other) }
    if isSoundLevel, other.isPressure {
      return try Self.pascal.convert(Self.soundReference * pow(10, value / 20), to: other)
    }
    if isPressure, other.isSoundLevel {
      return 20 * log10(try convert(value, to: Self.pascal) / Self.soundReference)
    }
    let (from, to) = (scale, other.scale)
    // One multiplication and one division: 72 count/min is 72 / 60 count/s rounded once.
    let (up, down) = (from.numerator * to.denominator, from.denominator * to.numerator)
    if offset == other.offset { return value * up / down }
    return (value * from.numerator / from.denominator + offset - other.offset) * to.denominator
      / to.numerator
  }

  private var scale: (numerator: Double, denominator: Double) {
    var (numerator, denominator) = (1.0, 1.0)
    var ten = 0
    for (symbol, power) in powers {
      for _ in 0..<abs(power) {
        numerator *= power > 0 ? symbol.atom.numerator : symbol.atom.denominator
        denominator *= power > 0 ? symbol.atom.denominator : symbol.atom.numerator
      }
      ten += symbol.prefix.exponent * power
    }
    for _ in 0..<abs(ten) {
      if ten > 0 { numerator *= 10 } else { denominator *= 10 }
    }
    return (numerator, denominator)
  }

  /// The zero point counts only if the unit is a temperature by itself; in a compound it is a
  /// difference.
  private var offset: Double {
    guard powers.count == 1, let (symbol, power) = powers.first, power == 1 else { return 0 }
    return symbol.atom.offset
  }

  private static func text(of powers: [(symbol: Symbol, power: Int)]) -> String {
    func list(_ sign: Int) -> [String] {
      powers.filter { $0.power.signum() == sign }.map(text)
    }
    let (above, below) = (list(1), list(-1))
    let top = above.isEmpty ? "()" : above.joined(separator: ".")
    guard !below.isEmpty else { return top }
    return below.count == 1 ? "\(top)/\(below[0])" : "\(top)/(\(below.joined(separator: ".")))"
  }

  private static func text(_ part: (symbol: Symbol, power: Int)) -> String {
    part.symbol.text + (abs(part.power) == 1 ? "" : "^\(abs(part.power))")
  }
}

/// The error of a text that is not a unit, or of units that do not convert; no values are named.
public struct UnitError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The error as one line.
  public let description: String

  static func unreadable(_ text: String, _ reason: String) -> UnitError {
    UnitError(description: "'\(text.prefix(60))' is not a unit: \(reason)")
  }

  static func incompatible(_ unit: QuantityUnit, with other: QuantityUnit) -> UnitError {
    UnitError(description: "the unit \(unit) cannot be converted to \(other)")
  }
}

extension QuantityUnit {
  /// The unit as people write it: without the molar mass that a file's `mmol<180.1558800000541>/L` carries.
  package var shownText: String { description.replacing(/<[0-9.]+>/, with: "") }
}
