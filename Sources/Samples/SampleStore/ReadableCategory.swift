/// Categories as people read them: no name of an enumeration.
extension CategorySample {
  /// The noted value: "Asleep, core"; `nil` if it says only that the event occurred.
  package var words: String? {
    guard let name = type.values?.text(of: value), let values = type.values else {
      return "Value \(value)"
    }
    let label = String(name.dropFirst(values.name.count))
    if label == "NotApplicable" { return nil }
    var parts = ReadableName.words(of: label)
    if parts.count > 1, parts[0] == "Asleep" {
      parts.removeFirst()
      if parts == ["Unspecified"] { return "Asleep" }
      return "Asleep, " + parts.map { $0 == "REM" ? $0 : $0.lowercased() }.joined(separator: " ")
    }
    return ReadableName.sentence(parts)
  }
}

extension CategoryValues {
  /// Returns the strength of a value, for sorting: "Severe" is stronger than "Mild", "Stood" than "Idle".
  package func strength(of value: Int) -> Int {
    [Self.standHour, .presence].contains(self) ? -value : value
  }
}

/// Names of a program's as people read them.
package enum ReadableName {
  /// A pattern within a function would be parsed anew for each name.
  private nonisolated(unsafe) static let word = /[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+|[0-9]+/

  /// `AsleepREM` as "Asleep", "REM".
  package static func words(of name: String) -> [String] {
    name.matches(of: word).map { String($0.output) }
  }

  /// Returns words as the beginning of a sentence; capitals stay.
  package static func sentence(_ words: [String]) -> String {
    words.enumerated().map { index, word in
      if index > 0 { return word.count > 1 && word == word.uppercased() ? word : word.lowercased() }
      return word.prefix(1).uppercased() + word.dropFirst()
    }.joined(separator: " ")
  }
}
