/// The differences between engines in SQL.
///
/// The statements of this room keep to what SQLite and PostgreSQL share: `RETURNING`, `ON CONFLICT
/// ... DO`, `NULLS FIRST`, `TRUE` and `FALSE`, and `"authorization"` in quotes, because the word is
/// reserved. A placeholder that is only asked whether it is NULL is cast to its type. Everything else
/// that differs is a property or function of this protocol.
package protocol SQLDialect: Sendable {
  /// The mark before a placeholder's number. Statements are written with `?1`, `?2` and so on.
  var placeholderMark: Character { get }

  /// Returns the SQL for two values that are equal, or both NULL.
  func isSame(_ left: String, _ right: String) -> String

  /// Returns the SQL for a text that contains another, case-sensitively.
  func contains(_ text: String, _ part: String) -> String

  /// Returns the SQL for a column that equals a text, by an index if possible; it may have its table's name
  /// before it.
  func equalsText(_ column: String, _ text: String) -> String

  /// Returns the SQL for the greater of two numbers.
  func greatest(_ left: String, _ right: String) -> String

  /// Returns the SQL for the table `sample`, read by an index that is named, or in the order of `id`.
  func sampleTable(_ index: SampleIndex) -> String

  /// Returns the SQL for a column that must not decide which index is used.
  func unindexed(_ column: String) -> String

  /// Returns the SQL for a column that equals one of the identifiers in one value: 16 bytes each, in a row.
  func isAmongIdentifiers(_ column: String, _ identifiers: String) -> String

  /// Returns the SQL for a column that equals one of the whole numbers in one text, separated by commas.
  func isAmongNumbers(_ column: String, _ numbers: String) -> String

  /// Returns the whole numbers in one text, with commas between them: a table with the columns
  /// `number` and `place`, which counts from 1.
  func listed(_ numbers: String) -> String

  /// Returns the SQL for the last number that a history has given; 0 before the first.
  func lastNumber(of history: History) -> String

  /// Statements that take `?1` further numbers from a history and return the last of them. They are
  /// tried in this order until one returns a row.
  func takeNumbers(from history: History) -> [String]

  /// Whether the store keeps the sums of single hours: see `HourSums`.
  var keepsHourSums: Bool { get }

  /// Explains how the engine would run a statement.
  func explain(_ sql: String) -> String

  /// The column of an explanation that holds its text.
  var explanationColumn: Int32 { get }
}

/// The way to read `sample` when the engine should not choose an index.
package enum SampleIndex {
  /// One type's rows in the order of saving.
  case typeAndNumber

  /// All rows in the order of saving.
  case number
}

extension String {
  /// Returns a statement with another mark before its placeholders' numbers.
  func withPlaceholders(_ mark: Character) -> String {
    guard mark != "?" else { return self }
    var result = ""
    var isQuoted = false
    for character in self {
      if character == "'" { isQuoted.toggle() }
      result.append(character == "?" && !isQuoted ? mark : character)
    }
    return result
  }
}
