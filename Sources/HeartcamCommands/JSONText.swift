import Glibc

/// A JSON value that keeps its keys in the order they were given.
indirect enum JSONText {
  case null
  case bool(Bool)
  case number(Double)
  case integer(Int)
  case string(String)
  case array([JSONText])
  case object([(String, JSONText)])

  /// A number rounded to so many places; null where there is none or it is not finite.
  static func rounded(_ value: Double?, _ places: Int) -> JSONText {
    guard let value, value.isFinite else { return .null }
    return .number(value.rounded(toPlaces: places))
  }

  static func optional(_ value: String?) -> JSONText { value.map(JSONText.string) ?? .null }

  var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .string(let value): Self.quoted(value)
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let pairs):
      "{" + pairs.map { "\(Self.quoted($0)):\($1.text)" }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case "\u{0}"..<"\u{20}", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}

extension Double {
  /// Rounded to so many decimal places, so that it prints with no more.
  func rounded(toPlaces places: Int) -> Double {
    let scale = pow(10, Double(places))
    let result = (self * scale).rounded() / scale
    return result == 0 ? 0 : result
  }

  /// With exactly so many decimal places.
  func fixed(_ places: Int) -> String {
    let whole = (magnitude * pow(10, Double(places))).rounded()
    guard whole < 1e15 else { return "\(self)" }
    var digits = String(Int64(whole))
    if digits.count <= places {
      digits = String(repeating: "0", count: places + 1 - digits.count) + digits
    }
    let sign = self < 0 && whole != 0 ? "-" : ""
    return places == 0
      ? sign + digits : sign + digits.dropLast(places) + "." + digits.suffix(places)
  }
}
