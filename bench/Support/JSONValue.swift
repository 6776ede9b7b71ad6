/// A JSON value that keeps its keys in the order they were given.
package indirect enum JSONValue: Sendable {
  case null
  case number(Double)
  case integer(Int)
  case string(String)
  case array([JSONValue])
  case object([(String, JSONValue)])

  /// A number rounded to so many places; null where there is none or it is not finite.
  package static func rounded(_ value: Double?, _ places: Int) -> JSONValue {
    guard let value, value.isFinite else { return .null }
    return .number(value.rounded(toPlaces: places))
  }

  package static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  /// Indented by two spaces; what holds no other list or object stands on one line.
  package var text: String { text(indent: "") + "\n" }

  private func text(indent: String) -> String {
    switch self {
    case .null: return "null"
    case .number(let value): return value.isFinite ? value.plain : "null"
    case .integer(let value): return "\(value)"
    case .string(let value): return Self.quoted(value)
    case .array(let values):
      return Self.list(values.map { ("", $0) }, "[", "]", isFlat: isFlat, indent)
    case .object(let pairs):
      let named = pairs.map { (Self.quoted($0) + ": ", $1) }
      return Self.list(named, "{", "}", isFlat: isFlat, indent)
    }
  }

  private static func list(
    _ items: [(String, JSONValue)], _ open: String, _ close: String, isFlat: Bool, _ indent: String
  ) -> String {
    if isFlat {
      return open + items.map { $0 + $1.text(indent: "") }.joined(separator: ", ") + close
    }
    let deeper = indent + "  "
    return open + "\n"
      + items.map { deeper + $0 + $1.text(indent: deeper) }.joined(separator: ",\n")
      + "\n\(indent)\(close)"
  }

  private var isFlat: Bool {
    switch self {
    case .array(let values): values.allSatisfy { !$0.isContainer }
    case .object(let pairs): pairs.allSatisfy { !$1.isContainer }
    default: true
    }
  }

  private var isContainer: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }

  private static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\u{0}"..<"\u{20}", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
