/// A JSON value whose objects keep the order of their members.
package indirect enum JSONValue: Hashable, Sendable {
  /// A key of an object with its value.
  package struct Member: Hashable, Sendable {
    package let key: String
    package let value: JSONValue

    /// Makes a member.
    package init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// `null`.
  case null

  /// `true` or `false`.
  case bool(Bool)

  /// Written without a fraction if it is whole: 60. A number that is not finite is written as null.
  case number(Double)

  /// Written with a fraction even if it is whole: 60.0.
  case decimal(Double)

  /// A number without a fraction.
  case integer(Int)

  /// A text.
  case string(String)

  /// Values in their order.
  case array([JSONValue])

  /// Names and values in the order in which they are written.
  case members([Member])

  /// Returns an object of keys and values, in their order.
  package static func object(_ pairs: [(String, JSONValue)]) -> JSONValue {
    .members(pairs.map(Member.init))
  }

  /// Returns an object without the members whose value is `nil`.
  package static func object(present pairs: [(String, JSONValue?)]) -> JSONValue {
    .members(pairs.compactMap { key, value in value.map { Member(key: key, value: $0) } })
  }

  /// Returns an object of texts by their names.
  package static func object(sorted texts: [String: String]) -> JSONValue {
    .object(texts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
  }

  /// Returns an object of numbers by their names, rounded to n decimal places.
  package static func object(sorted numbers: [String: Double], places: Int) -> JSONValue {
    .object(numbers.sorted { $0.key < $1.key }.map { ($0.key, .rounded($0.value, places)) })
  }

  /// Returns a number rounded to n decimal places; null if it is `nil` or not finite.
  package static func rounded(_ value: Double?, _ places: Int) -> JSONValue {
    guard let value, value.isFinite else { return .null }
    return .decimal(value.rounded(toPlaces: places))
  }

  /// Returns a text; null if it is `nil`.
  package static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  /// The value under a key; `nil` if this is not an object, has no such key, or has null there.
  package subscript(key: String) -> JSONValue? {
    guard case .members(let members) = self,
      let value = members.first(where: { $0.key == key })?.value, value != .null
    else { return nil }
    return value
  }

  /// The text; `nil` for anything else.
  package var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The number, whatever its form; `nil` for anything else.
  package var number: Double? {
    switch self {
    case .number(let number), .decimal(let number): number
    case .integer(let number): Double(number)
    default: nil
    }
  }

  /// True or false; `nil` for anything else.
  package var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

  /// The members of an object; `nil` for anything else.
  package var members: [Member]? {
    if case .members(let members) = self { members } else { nil }
  }

  /// The elements of an array, none for anything else.
  package var elements: [JSONValue] { if case .array(let values) = self { values } else { [] } }
}

/// Objects, arrays and texts as literals: `["kind": "heart rate", "bpm": .rounded(rate, 1)]`. A member whose value is `nil` is left
/// out.
extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringInterpolation
{
  /// Makes an object.
  package init(dictionaryLiteral pairs: (String, JSONValue?)...) { self = .object(present: pairs) }

  /// Makes an array.
  package init(arrayLiteral values: JSONValue...) { self = .array(values) }

  /// Makes a text.
  package init(stringLiteral text: String) { self = .string(text) }
}
