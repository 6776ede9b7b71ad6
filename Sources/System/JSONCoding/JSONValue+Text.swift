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

  private func write(to text: inout String) {
    switch self {
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .members(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    default: writeScalar(to: &text)
    }
  }

  private func write(to text: inout String, indent: String) {
    let items: [(key: String?, value: JSONValue)]
    let (open, close): (String, String)
    switch self {
    case .array(let values):
      items = values.map { (nil, $0) }
      (open, close) = ("[", "]")
    case .members(let members):
      items = members.map { ($0.key, $0.value) }
      (open, close) = ("{", "}")
    default: return writeScalar(to: &text)
    }
    let isFlat = items.allSatisfy { !$0.value.isContainer }
    let deeper = indent + "  "
    text += open
    for (index, item) in items.enumerated() {
      if index > 0 { text += isFlat ? ", " : "," }
      if !isFlat { text += "\n" + deeper }
      if let key = item.key {
        Self.write(key, to: &text)
        text += ": "
      }
      item.value.write(to: &text, indent: deeper)
    }
    text += isFlat ? close : "\n" + indent + close
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
