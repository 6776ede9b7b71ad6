import JSONCoding

/// Numbers as people and other programs write them, with a decimal comma or with marks between thousands.
package enum WrittenNumber {
  /// The meaning of a comma where three digits follow it.
  package enum Comma: Sendable {
    case unknown

    /// The decimal point; a point stands between thousands.
    case decimal
    case thousands
  }

  /// Returns the number that a text is; `nil` for others, and for one with an ambiguous comma.
  package static func value(of text: some StringProtocol, comma: Comma = .unknown) -> Double? {
    if comma != .decimal, let number = DecimalNumber.value(of: text) { return number }
    var plain = String(text).filter { !isBlank($0) }
    if plain.count < text.count, !isGrouped(text.split(whereSeparator: isBlank)) { return nil }
    let (points, commas) = (
      plain.split(separator: ".", omittingEmptySubsequences: false),
      plain.split(separator: ",", omittingEmptySubsequences: false)
    )
    switch (points.count, commas.count) {
    case (1, 1): break
    case (2, 1):
      if comma == .decimal, isGrouped(points) { plain = points.joined() }
    case (1, 2):
      let mayDivide = isGrouped(commas) && commas[0] != "0"
      if mayDivide, comma == .unknown { return nil }
      plain = commas.joined(separator: mayDivide && comma == .thousands ? "" : ".")
    case (_, 1): guard isGrouped(points) else { return nil }; plain = points.joined()
    case (1, _): guard isGrouped(commas) else { return nil }; plain = commas.joined()
    case (2, _) where isGrouped(points[0].split(separator: ",")) && !points[1].contains(","):
      plain = points[0].filter { $0 != "," } + "." + points[1]
    case (_, 2) where isGrouped(commas[0].split(separator: ".")) && !commas[1].contains("."):
      plain = commas[0].filter { $0 != "." } + "." + commas[1]
    default: return nil
    }
    return DecimalNumber.value(of: plain)
  }

  /// Returns whether a character may stand within a number behind its sign.
  static func isPart(_ character: Character) -> Bool {
    character.isASCII && (character.isNumber || ".,'".contains(character))
  }

  /// Returns whether a character separates thousands, other than points and commas.
  private static func isBlank(_ character: Character) -> Bool {
    " '\u{A0}\u{202F}\u{2009}\u{2019}".contains(character)
  }

  /// Returns whether all parts but the first have three digits.
  private static func isGrouped(_ parts: [some StringProtocol]) -> Bool {
    let first = parts.first.map { $0.hasPrefix("-") || $0.hasPrefix("+") ? $0.count - 1 : $0.count }
    return (1...3).contains(first ?? 0)
      && parts.dropFirst().allSatisfy { part in
        // A fraction may follow the last of them.
        let digits = part.prefix { $0.isASCII && $0.isNumber }
        return digits.count == 3
          && (digits.endIndex == part.endIndex || ".,".contains(part[digits.endIndex]))
      }
  }
}
