import Testing

@testable import VisibleText

/// What a person would not see in a text.
struct VisibleTextTests {
  /// Every scalar that there is.
  static let scalars = (0...UInt32(0x10FFFF)).compactMap { Unicode.Scalar($0) }

  /// Characters that turn the direction of writing, by Unicode's list.
  static let directions: [Unicode.Scalar] = [
    "\u{61C}", "\u{200E}", "\u{200F}", "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}",
    "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}",
  ]

  @Test func `every control, format and direction character is written out, and no other`() {
    var count = 0
    for scalar in Self.scalars {
      let category = scalar.properties.generalCategory
      let isHidden =
        [.control, .format, .lineSeparator, .paragraphSeparator].contains(category)
        || scalar.properties.isBidiControl
      if VisibleText.isByte(scalar) { continue }
      let text = "a\(scalar)b"
      let shown = VisibleText.text(of: text)
      let hex = String(scalar.value, radix: 16, uppercase: true)
      if isHidden != (shown == "a\\u{\(hex)}b") || isHidden == (shown == text) {
        Issue.record("U+\(hex): \(shown)")
      }
      count += isHidden ? 1 : 0
    }
    #expect(count > 200)
    #expect(Self.directions.allSatisfy(VisibleText.isHidden))
  }

  @Test func `what is written out stays, and gives the text back`() {
    for scalar in Self.scalars where VisibleText.isHidden(scalar) {
      let text = "é\(scalar)\\"
      let shown = VisibleText.text(of: text)
      #expect(VisibleText.text(of: shown) == shown)
      #expect(VisibleText.original(of: shown).unicodeScalars.elementsEqual(text.unicodeScalars))
    }
    for text in ["", "\\", "\\x4", "\\xZZ", "\\x41", "\\u{", "\\u{41}", "\\u{}", "a\\nb"] {
      #expect(VisibleText.original(of: text) == text && VisibleText.text(of: text) == text)
    }
  }

  @Test func `lines stay only where they are asked for`() {
    #expect(VisibleText.text(of: "a\n\tb\r", keepsLines: true) == "a\n\tb\\u{D}")
    #expect(VisibleText.text(of: "a\n\tb") == "a\\u{A}\\u{9}b")
    #expect(VisibleText.bytes(of: "\u{202E}\u{10FFE9}\u{10FF5C}") == "\u{202E}\\xE9\\x5C")
  }
}
