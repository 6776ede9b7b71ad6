/// Reads JSON (RFC 8259) from bytes; of two members with one name the first counts.
package struct JSONParser: Sendable {
  /// Arrays and objects within each other; more are refused.
  package static let deepestNesting = 64

  /// Values within one value; more are refused, because a value takes more memory than text.
  package static let mostValues = 500_000

  private let bytes: [UInt8]
  private var at: Int
  private let end: Int
  private let mostValues: Int

  /// Values read within the present one.
  private var count = 0

  /// Makes a parser of bytes, which may begin with a byte-order mark.
  ///
  /// - Parameter mostValues: Values within one value; more are refused.
  package init(_ bytes: [UInt8], mostValues: Int = Self.mostValues) {
    self.bytes = bytes
    self.mostValues = mostValues
    at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    end = bytes.count
  }

  /// Returns the one value that the bytes hold; throws for anything else.
  package static func value(
    of bytes: [UInt8], mostValues: Int = Self.mostValues
  ) throws(JSONError) -> JSONValue {
    var parser = JSONParser(bytes, mostValues: mostValues)
    let value = try parser.value()
    guard parser.isAtEnd else { throw parser.error("something follows its end") }
    return value
  }

  /// Whether only white space remains.
  package var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return at == end
    }
  }

  /// Returns the next value.
  package mutating func value() throws(JSONError) -> JSONValue {
    count = 0
    return try value(depth: 0)
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    guard depth < Self.deepestNesting else {
      throw JSONError(.nestedTooDeeply, byte: at)
    }
    count += 1
    guard count <= mostValues else { throw JSONError(.tooManyValues, byte: at) }
    skipSpace()
    guard at < end else { throw error("a value is missing") }
    switch bytes[at] {
    case UInt8(ascii: "{"):
      var members: [JSONValue.Member] = []
      try list(UInt8(ascii: "}")) { parser throws(JSONError) in
        parser.skipSpace()
        let key = try parser.string()
        guard parser.take(UInt8(ascii: ":")) else { throw parser.error("a colon is missing") }
        members.append(.init(key: key, value: try parser.value(depth: depth + 1)))
      }
      return .members(members)
    case UInt8(ascii: "["):
      var values: [JSONValue] = []
      try list(UInt8(ascii: "]")) { parser throws(JSONError) in
        values.append(try parser.value(depth: depth + 1))
      }
      return .array(values)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  /// Takes a mark after white space, if it comes next.
  package mutating func take(_ mark: UInt8) -> Bool {
    skipSpace()
    guard at < end, bytes[at] == mark else { return false }
    at += 1
    return true
  }

  private mutating func list(
    _ close: UInt8, _ element: (inout JSONParser) throws(JSONError) -> Void
  ) throws(JSONError) {
    at += 1
    if take(close) { return }
    repeat { try element(&self) } while take(UInt8(ascii: ","))
    guard take(close) else { throw error("a list or object does not end") }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError)
    -> JSONValue
  {
    let count = word.utf8CodeUnitCount
    let matches = word.withUTF8Buffer { bytes[at..<min(end, at + count)].elementsEqual($0) }
    guard matches else { throw error("there is no such word") }
    at += count
    return value
  }

  private mutating func number() throws(JSONError) -> Double {
    let first = at
    if at < end, bytes[at] == UInt8(ascii: "-") { at += 1 }
    let digits = at
    while at < end, (48...57).contains(bytes[at]) { at += 1 }
    guard at > digits, at == digits + 1 || bytes[digits] != UInt8(ascii: "0") else {
      throw error("a number is missing")
    }
    let point = at
    while at < end, (48...57).contains(bytes[at]) || ".eE+-".utf8.contains(bytes[at]) { at += 1 }
    let value = bytes[first..<at].withUnsafeBytes { DecimalNumber.value(of: $0) }
    // A point is followed by a digit: 2.e3 is a number elsewhere.
    let hasFraction =
      at == point || bytes[point] != UInt8(ascii: ".")
      || (point + 1 < at && (48...57).contains(bytes[point + 1]))
    guard let value, hasFraction else { throw error("a number cannot be read") }
    return value
  }

  private mutating func string() throws(JSONError) -> String {
    guard at < end, bytes[at] == UInt8(ascii: "\"") else { throw error("a text is missing") }
    at += 1
    var first = at
    var text = ""
    while true {
      guard at < end else { throw error("a text does not end") }
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        guard let part = String(validating: bytes[first..<at], as: UTF8.self) else {
          throw error("a text is not UTF-8")
        }
        text += part
        at += 1
        if byte == UInt8(ascii: "\"") { return text }
        text.unicodeScalars.append(try escape())
        first = at
      } else {
        guard byte >= 0x20 else { throw error("a text has a control character in it") }
        at += 1
      }
    }
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    guard at < end else { throw error("a text does not end") }
    at += 1
    switch bytes[at - 1] {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let unit = try hexadecimal()
      if let scalar = Unicode.Scalar(unit) { return scalar }
      // The first half of a pair, or half a pair alone, which is not a character.
      if unit < 0xDC00, at + 1 < end, bytes[at] == UInt8(ascii: "\\"),
        bytes[at + 1] == UInt8(ascii: "u")
      {
        at += 2
        let low = try hexadecimal()
        if (0xDC00...0xDFFF).contains(low),
          let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        {
          return scalar
        }
      }
      throw error("half a character stands alone")
    default: throw error("an escape is unknown")
    }
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    guard at + 4 <= end,
      let unit = UInt32(String(decoding: bytes[at..<at + 4], as: UTF8.self), radix: 16),
      bytes[at] != UInt8(ascii: "+"), bytes[at] != UInt8(ascii: "-")
    else { throw error("an escape cannot be read") }
    at += 4
    return unit
  }

  /// Returns the byte at which the value at a path begins. If the path leads nowhere from some
  /// value on, it is that value's.
  package static func byte(of path: some Sequence<JSONKey>, in bytes: [UInt8]) -> Int {
    var parser = JSONParser(bytes)
    parser.skipSpace()
    var found = parser.at
    for key in path {
      guard let isThere = try? parser.enter(key), isThere else { break }
      parser.skipSpace()
      found = parser.at
    }
    return found
  }

  /// Returns the line of a byte, counted from 1.
  package static func line(ofByte byte: Int, in bytes: [UInt8]) -> Int {
    1 + bytes.prefix(byte).count { $0 == 0x0A }
  }

  /// Moves to the value under a key of the value that comes next; returns whether there is one.
  private mutating func enter(_ key: JSONKey) throws(JSONError) -> Bool {
    let (open, close): (UInt8, UInt8) =
      switch key {
      case .name: (UInt8(ascii: "{"), UInt8(ascii: "}"))
      case .index: (UInt8(ascii: "["), UInt8(ascii: "]"))
      }
    guard take(open), !take(close) else { return false }
    var index = 0
    repeat {
      var isWanted = key == .index(index)
      if case .name(let name) = key {
        skipSpace()
        isWanted = try string() == name
        guard take(UInt8(ascii: ":")) else { return false }
      }
      if isWanted { return true }
      _ = try value()
      index += 1
    } while take(UInt8(ascii: ","))
    return false
  }

  private mutating func skipSpace() {
    while at < end, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[at]) { at += 1 }
  }

  /// Returns the error about an expected character at the present position: "a colon is missing".
  package func error(_ problem: String) -> JSONError {
    JSONError(.malformed(problem), byte: at)
  }
}

/// One step from a JSON value to a value within it.
package enum JSONKey: Sendable, Hashable {
  /// To the member of an object.
  case name(String)

  /// To an element of an array, counted from 0.
  case index(Int)
}

extension [JSONKey] {
  /// The path as people write it: `steps[3].duration_s`; empty for the whole.
  package var text: String {
    reduce(into: "") { text, key in
      switch key {
      case .name(let name): text += (text.isEmpty ? "" : ".") + name
      case .index(let index): text += "[\(index)]"
      }
    }
  }
}
