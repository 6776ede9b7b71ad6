extension QuantityUnit {
  /// Reads a unit from a text; throws if the text is not a unit.
  ///
  /// Symbols with prefixes (`ms`, `mcg`, `kcal`), products by `.`, `·` or `*`, quotients by `/`,
  /// powers by `^`, parentheses, and `()` for no unit. Multiplication binds first, as in Apple's
  /// exports: `mL/min·kg` is `mL/(min·kg)`, and all that follows a `/` is divided by.
  public init(_ text: String) throws(UnitError) {
    // The length bounds the depth of parentheses, and with it the stack.
    guard text.utf8.count <= Self.longestText else { throw .unreadable(text, "it is too long") }
    var parser = UnitParser(text: text)
    self.init(powers: try parser.wholeUnit())
    // A store keeps the description, which may be longer, and must be able to read it.
    guard description.utf8.count <= Self.longestText else {
      throw .unreadable(text, "its products and molar masses are too long")
    }
  }

  /// The length of a unit's text in bytes.
  private static let longestText = 128
}

/// Reads a unit by recursive descent.
private struct UnitParser {
  typealias Powers = [QuantityUnit.Symbol: Int]

  let text: String
  var rest: Substring

  init(text: String) {
    self.text = text
    rest = text[...]
  }

  mutating func wholeUnit() throws(UnitError) -> Powers {
    let powers = try product()
    guard rest.isEmpty else { throw error("'\(rest)' is left over") }
    return powers
  }

  /// Checks the powers at every step, so that none can overflow in between.
  private func checked(_ powers: Powers) throws(UnitError) -> Powers {
    guard powers.values.allSatisfy({ abs($0) <= 20 }) else { throw error("a power is too large") }
    return powers
  }

  private func error(_ reason: String) -> UnitError { .unreadable(text, reason) }

  private mutating func product() throws(UnitError) -> Powers {
    var powers = try factor()
    var isDivisor = false
    while let sign = rest.first, ".·*/".contains(sign) {
      rest.removeFirst()
      isDivisor = isDivisor || sign == "/"
      let next = try factor()
      for (symbol, power) in next {
        powers[symbol, default: 0] += isDivisor ? -power : power
      }
      powers = try checked(powers)
    }
    return powers
  }

  private mutating func factor() throws(UnitError) -> Powers {
    let base: Powers
    if rest.first == "(" {
      rest.removeFirst()
      base = rest.first == ")" ? [:] : try product()
      guard rest.popFirst() == ")" else { throw error("a parenthesis is not closed") }
    } else {
      base = [try symbol(): 1]
    }
    guard rest.first == "^" else { return base }
    rest.removeFirst()
    let power = try exponent()
    return try checked(base.mapValues { $0 * power })
  }

  private mutating func exponent() throws(UnitError) -> Int {
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "-") }
    guard let power = Int(digits), abs(power) <= 20, power != 0 else {
      throw error("a power must be a whole number from 1 to 20")
    }
    rest.removeFirst(digits.count)
    return power
  }

  private mutating func symbol() throws(UnitError) -> QuantityUnit.Symbol {
    let name = rest.prefix { $0 == "%" || $0 == "_" || ($0.isASCII && $0.isLetter) }
    guard !name.isEmpty else {
      throw error(rest.isEmpty ? "a symbol is missing" : "'\(rest)' does not begin with a symbol")
    }
    rest.removeFirst(name.count)
    if name.hasSuffix("mol"), rest.first == "<", let end = rest.firstIndex(of: ">") {
      let mass = rest[rest.index(after: rest.startIndex)..<end]
      guard let atom = UnitAtom.mole(ofMass: String(mass)) else {
        throw error("'\(mass)' is not a molar mass")
      }
      rest = rest[rest.index(after: end)...]
      if name == "mol" { return .init(prefix: .none, atom: atom) }
      for prefix in UnitPrefix.all where prefix.symbol == name.dropLast(3) {
        return .init(prefix: prefix, atom: atom)
      }
      throw error("'\(name)' is not a symbol")
    }
    if let atom = UnitAtom.named(name) { return .init(prefix: .none, atom: atom) }
    for prefix in UnitPrefix.all where name.hasPrefix(prefix.symbol) {
      if let atom = UnitAtom.named(name.dropFirst(prefix.symbol.count)), atom.takesPrefix {
        return .init(prefix: prefix, atom: atom)
      }
    }
    throw error("'\(name)' is not a symbol")
  }
}
