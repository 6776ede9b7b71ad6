import VisibleText

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

  /// - Parameter indent: The indentation of the line that it begins on; `nil` for one line without spaces.
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

  /// Writes a text in quotes. Characters that a person would not see are escaped.
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
      case let hidden where VisibleText.isHidden(hidden):
        for unit in String(hidden).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
