extension JSONValue {
  /// On one line, without spaces.
  package var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  /// Over several lines, each level indented by two spaces, with a line end after the last. What
  /// holds no other array or object stands on one line.
  package var indentedText: String {
    var text = ""
    write(to: &text, indent: "")
    return text + "\n"
  }

  /// - Parameter indent: What stands before the line that it begins on; `nil` for one line without spaces.
  private func write(to text: inout String, indent: String? = nil) {
    switch self {
    case .array(let values):
      Self.write(values, "[", "]", to: &text, indent, { $0 }) { _, _ in }
    case .members(let members):
      Self.write(members, "{", "}", to: &text, indent, \.value) { member, text in
        Self.write(member.key, to: &text)
        text += indent == nil ? ":" : ": "
      }
    default: writeScalar(to: &text)
    }
  }

  private static func write<Item>(
    _ items: [Item], _ open: String, _ close: String, to text: inout String, _ indent: String?,
    _ value: (Item) -> JSONValue, _ writeKey: (Item, inout String) -> Void
  ) {
    let isFlat = indent == nil || items.allSatisfy { !value($0).isContainer }
    let deeper = indent.map { $0 + "  " }
    let (between, before) =
      indent == nil ? (",", "") : isFlat ? (", ", "") : (",", "\n" + (deeper ?? ""))
    text += open
    for (index, item) in items.enumerated() {
      if index > 0 { text += between }
      text += before
      writeKey(item, &text)
      value(item).write(to: &text, indent: deeper)
    }
    text += isFlat ? close : "\n" + (indent ?? "") + close
  }

  private var isContainer: Bool {
    switch self {
    case .array, .members: true
    default: false
    }
  }

  private func writeScalar(to text: inout String) {
    switch self {
    case .null, .array, .members: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += value.isFinite ? DecimalNumber.text(value) : "null"
    case .decimal(let value): text += value.isFinite ? "\(value)" : "null"
    case .integer(let value): text += "\(value)"
    case .string(let value): Self.write(value, to: &text)
    }
  }

  /// Writes a text in quotes. Control characters are escaped, and so are those that turn the direction of
  /// writing, and U+2028 and U+2029, at which some programs end a line.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    defer { text += "\"" }
    // Most texts have nothing to escape.
    let isPlain = string.utf8.allSatisfy {
      (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain {
      text += string
      return
    }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{202E}", "\u{61C}",
        "\u{200E}", "\u{200F}", "\u{2066}"..."\u{2069}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      // What stands for a byte of a file's name that is no UTF-8 (`FileName` of FileAccess).
      case "\u{10FF80}"..."\u{10FFFF}":
        text += String(scalar).utf16.map { "\\u" + String($0, radix: 16) }.joined()
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
