import FoundationEssentials

/// A JSON value as Foundation reads it: what the program writes is not judged by the program's own reader.
indirect enum JSONValue: Hashable, Sendable, Codable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case members([String: JSONValue])

  static func integer(_ value: Int) -> JSONValue { .number(Double(value)) }

  static func object(_ pairs: [(String, JSONValue)]) -> JSONValue {
    .members(Dictionary(uniqueKeysWithValues: pairs))
  }

  /// Reads one value.
  static func value(of text: some Sequence<UInt8>) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: Data(text))
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // The commonest first: each wrong guess throws an error.
    if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode([String: JSONValue].self) {
      self = .members(value)
    } else if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else {
      self = .array(try container.decode([JSONValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value):
      try Int(exactly: value).map { try container.encode($0) } ?? container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .members(let members): try container.encode(members)
    }
  }

  /// The value as text.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: (try? encoder.encode(self)) ?? Data(), as: UTF8.self)
  }

  /// The value under a key; `nil` if this is not an object, has no such key, or has null there.
  subscript(key: String) -> JSONValue? {
    guard case .members(let members) = self, let value = members[key], value != .null
    else { return nil }
    return value
  }

  var string: String? { if case .string(let text) = self { text } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  var members: [String: JSONValue]? {
    if case .members(let members) = self { members } else { nil }
  }

  /// The elements of an array, none for anything else.
  var elements: [JSONValue] { if case .array(let values) = self { values } else { [] } }
}
