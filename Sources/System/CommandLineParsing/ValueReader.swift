/// The conversion of a value's text to a `Value`, and the completions that a shell may offer in its place.
public struct ValueReader<Value: Sendable>: Sendable {
  /// The function from a text to its value; it throws a description of the wanted value instead.
  public let read: @Sendable (String) throws(InvalidValue) -> Value

  /// The function from a value to its text, as help shows a default.
  public let text: @Sendable (Value) -> String

  /// The completions that a shell may offer.
  public let completion: CompletionKind

  /// Makes a reader of a function.
  /// - Parameters:
  ///   - completion: The completions that a shell may offer.
  ///   - text: Returns the text of a value; its description by default.
  ///   - read: Returns the value of a text; throws a description of the wanted value instead.
  public init(
    completion: CompletionKind = .none,
    text: @escaping @Sendable (Value) -> String = { "\($0)" },
    read: @escaping @Sendable (String) throws(InvalidValue) -> Value
  ) {
    self.read = read
    self.text = text
    self.completion = completion
  }
}

extension ValueReader where Value == String {
  /// Any text, empty too.
  public static var text: Self {
    Self { text throws(InvalidValue) in text }
  }

  /// Reads a path or a word for one; whether the file exists is not checked.
  /// - Parameter words: Words that mean files, which shells offer, too.
  public static func file(extensions: [String] = [], words: [String] = []) -> Self {
    Self(completion: .file(extensions: extensions, words: words)) { text throws(InvalidValue) in
      try nonEmpty(text, "must be the name of a file")
    }
  }

  /// Reads a path of a folder; whether it exists is not checked.
  public static var directory: Self {
    Self(completion: .directory) { text throws(InvalidValue) in
      try nonEmpty(text, "must be the name of a folder")
    }
  }

  /// Reads one of a few words.
  public static func oneOf(_ words: [String]) -> Self {
    Self(completion: .choices(words)) { text throws(InvalidValue) in
      guard words.contains(text) else { throw unknownChoice(text, among: words) }
      return text
    }
  }
}

extension ValueReader where Value == Double {
  /// Reads a finite decimal number within a range.
  public static func number(
    in range: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
  ) -> Self {
    Self(text: shortest) { text throws(InvalidValue) in
      guard let number = decimal(text) else { throw InvalidValue("must be a number") }
      guard range.contains(number) else {
        throw InvalidValue(
          range.upperBound == .greatestFiniteMagnitude
            ? "must be at least \(shortest(range.lowerBound))"
            : "must lie between \(shortest(range.lowerBound)) and \(shortest(range.upperBound))")
      }
      return number
    }
  }
}

extension ValueReader where Value == Int {
  /// Reads a whole number within a range.
  public static func integer(in range: ClosedRange<Int> = Int.min...Int.max) -> Self {
    Self { text throws(InvalidValue) in
      guard let number = Int(text) else { throw InvalidValue("must be a whole number") }
      guard range.contains(number) else {
        throw InvalidValue(
          range.upperBound == .max
            ? "must be at least \(range.lowerBound)"
            : "must lie between \(range.lowerBound) and \(range.upperBound)")
      }
      return number
    }
  }
}

extension ValueReader
where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// One of the cases, by its raw value.
  public static var choice: Self { choice(among: Array(Value.allCases)) }

  /// Reads one of some cases, by its raw value.
  public static func choice(among cases: [Value]) -> Self {
    let words = cases.map(\.rawValue)
    return Self(completion: .choices(words), text: \.rawValue) { text throws(InvalidValue) in
      guard words.contains(text), let value = Value(rawValue: text) else {
        throw unknownChoice(text, among: words)
      }
      return value
    }
  }
}

private func nonEmpty(_ text: String, _ reason: String) throws(InvalidValue) -> String {
  guard !text.isEmpty else { throw InvalidValue(reason) }
  return text
}

private func unknownChoice(_ text: String, among words: [String]) -> InvalidValue {
  let list = "must be one of \(words.joined(separator: ", "))"
  guard let near = Suggestion.nearest(to: text, among: words) else { return InvalidValue(list) }
  return InvalidValue("\(list); did you mean '\(near)'?")
}

/// Returns a finite number in decimal notation: `Double.init` alone would let "nan", "inf" and "0x1p3" pass.
func decimal(_ text: String) -> Double? {
  guard text.allSatisfy({ ("0"..."9").contains($0) || "+-.eE".contains($0) }),
    let number = Double(text), number.isFinite
  else { return nil }
  return number
}

@Sendable private func shortest(_ number: Double) -> String {
  Int(exactly: number).map(String.init) ?? String(number)
}
