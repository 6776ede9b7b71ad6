/// The error of bytes that are no JSON, or JSON that is refused; names the byte but no content.
package struct JSONError: Error, Equatable, CustomStringConvertible {
  /// The kinds of failures.
  package enum Reason: Sendable, Equatable {
    /// The bytes break a rule of JSON: "a colon is missing".
    case malformed(String)

    /// Arrays and objects lie within each other deeper than `JSONParser.deepestNesting`.
    case nestedTooDeeply

    /// One value holds more values than `JSONParser.mostValues`.
    case tooManyValues
  }

  /// The kind of the failure.
  package let reason: Reason

  /// The position of the error, counted from the first byte.
  package let byte: Int

  init(_ reason: Reason, byte: Int) {
    self.reason = reason
    self.byte = byte
  }

  /// One sentence without a period.
  package var description: String {
    switch reason {
    case .malformed(let problem): "it is no JSON: \(problem) at byte \(byte)"
    case .nestedTooDeeply: "the JSON is nested too deeply at byte \(byte)"
    case .tooManyValues: "the JSON has too many values in one at byte \(byte)"
    }
  }
}
