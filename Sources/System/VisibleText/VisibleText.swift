/// Texts from strangers as a person may see them: the one rule for every surface.
///
/// Control characters command a terminal. Format characters are invisible, and some turn the direction of writing, so
/// that a text differs from what it seems to say. Both are written out: U+202E as `\u{202E}`. A byte of a file's name
/// that is no UTF-8 is written as `\xE9`. Escaped text stays as it is when it is escaped again.
package enum VisibleText {
  /// Returns the scalars that represent bytes of a file's name: those that are no UTF-8 (from U+10FF80 on),
  /// and backslashes that could be mistaken for the beginning of an escape (U+10FF5C).
  package static func isByte(_ scalar: Unicode.Scalar) -> Bool {
    (0x10FF80...0x10FFFF).contains(scalar.value) || scalar.value == 0x10FF5C
  }

  /// Returns the scalar that represents a byte of a file's name.
  package static func scalar(ofByte byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(0x10FF00 | UInt32(byte)) ?? "\u{FFFD}"
  }

  /// Returns whether a person would not see the character as it is.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return isByte(scalar)
    }
  }

  /// Returns a text with hidden characters written out.
  /// - Parameter keepsLines: Whether line ends and tabs stay, in our own text of several lines.
  package static func text(of text: String, keepsLines: Bool = false) -> String {
    func isChanged(_ scalar: Unicode.Scalar) -> Bool {
      isHidden(scalar) && !(keepsLines && (scalar == "\n" || scalar == "\t"))
    }
    // Most texts are plain, and bytes are quicker to look through.
    let mayHide = text.utf8.contains {
      $0 >= 0x7F || ($0 < 0x20 && !(keepsLines && ($0 == 0x0A || $0 == 0x09)))
    }
    guard mayHide, text.unicodeScalars.contains(where: isChanged) else { return text }
    return text.unicodeScalars.map { isChanged($0) ? written($0) : String($0) }.joined()
  }

  /// Returns a text with the bytes of names written out and nothing else: for JSON, which has
  /// another form for hidden characters.
  package static func bytes(of text: String) -> String {
    guard text.utf8.contains(0xF4), text.unicodeScalars.contains(where: isByte) else { return text }
    return text.unicodeScalars.map { isByte($0) ? written($0) : String($0) }.joined()
  }

  /// Returns a character as it is written out.
  private static func written(_ scalar: Unicode.Scalar) -> String {
    isByte(scalar)
      ? "\\x" + digits(scalar.value & 0xFF) : "\\u{" + digits(scalar.value) + "}"
  }

  private static func digits(_ value: UInt32) -> String {
    String(value, radix: 16, uppercase: true)
  }

  /// Returns the text of which this is the escaped form: `\xE9` and `\u{202E}` become their characters.
  package static func original(of text: String) -> String {
    guard text.utf8.contains(0x5C) else { return text }
    var result = String.UnicodeScalarView()
    var rest = Substring(text)
    while let first = rest.unicodeScalars.first {
      if first == "\\", let (scalar, count) = escaped(rest) {
        result.append(scalar)
        rest = Substring(rest.unicodeScalars.dropFirst(count))
      } else {
        result.append(first)
        rest = Substring(rest.unicodeScalars.dropFirst())
      }
    }
    return String(result)
  }

  /// Returns the escape at the beginning, and how many scalars it takes; `nil` without one.
  package static func escaped(
    _ text: some StringProtocol
  ) -> (scalar: Unicode.Scalar, count: Int)? {
    let scalars = Array(text.unicodeScalars.prefix(10))
    guard scalars.count >= 4, scalars[0] == "\\" else { return nil }
    if scalars[1] == "x", let byte = number(scalars[2...3]), byte >= 0x80 || byte == 0x5C {
      return (scalar(ofByte: UInt8(byte)), 4)
    }
    guard scalars[1] == "u", scalars[2] == "{", let end = scalars.firstIndex(of: "}"),
      let value = number(scalars[3..<end]), let scalar = Unicode.Scalar(value), isHidden(scalar)
    else { return nil }
    return (scalar, end + 1)
  }

  private static func number(_ digits: ArraySlice<Unicode.Scalar>) -> UInt32? {
    let isPlain = digits.allSatisfy {
      ("0"..."9").contains($0) || ("A"..."F").contains($0)
    }
    return isPlain && (1...6).contains(digits.count)
      ? UInt32(String(String.UnicodeScalarView(digits)), radix: 16) : nil
  }
}
