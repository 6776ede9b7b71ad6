/// What engines say differently in SQL.
///
/// The statements of this room keep to what SQLite and PostgreSQL share: `RETURNING`, `ON CONFLICT
/// ... DO`, `NULLS FIRST`, `TRUE` and `FALSE`, and `"authorization"` in quotes, because the word is
/// reserved. A placeholder that is only asked whether it is NULL is cast to its type. Everything else
/// that differs is a property of this value.
struct SQLDialect: Sendable {
  /// The mark before a placeholder's number. Statements are written with `?1`, `?2` and so on.
  let placeholderMark: Character

  /// Two values that are equal, or both NULL.
  let isSame: @Sendable (_ left: String, _ right: String) -> String

  /// A text that contains another, case-sensitively.
  let contains: @Sendable (_ text: String, _ part: String) -> String

  /// A column that equals a text, by an index if there is one; the column may have its table's name
  /// before it.
  let equalsText: @Sendable (_ column: String, _ text: String) -> String

  /// The greater of two numbers.
  let greatest: @Sendable (_ left: String, _ right: String) -> String

  /// The table `sample`, read by an index that is named, or in the order of `id`.
  let sampleTable: @Sendable (SampleIndex) -> String

  /// A column that must not decide which index is used.
  let unindexed: @Sendable (_ column: String) -> String

  /// A column that equals one of the identifiers in one value: 16 bytes each, one after another.
  let isAmongIdentifiers: @Sendable (_ column: String, _ identifiers: String) -> String

  /// A column that equals one of the whole numbers in one text, with commas between them.
  let isAmongNumbers: @Sendable (_ column: String, _ numbers: String) -> String

  /// An identifier that ends with these bytes.
  let endsWith: @Sendable (_ column: String, _ bytes: String) -> String

  /// The clause of an insertion that names what may be there already.
  let onConflict: @Sendable (_ columns: String) -> String

  /// The last number that a history has given, as an expression; 0 before the first.
  let lastNumber: @Sendable (History) -> String

  /// Statements that take `?1` further numbers from a history and return the last of them. They are
  /// tried in this order until one returns a row.
  let takeNumbers: @Sendable (History) -> [String]

  /// Whether the store keeps what single hours add up to: see `HourSums`.
  let keepsHourSums: Bool

  /// Explains how the engine would run a statement.
  let explain: @Sendable (_ sql: String) -> String

  /// The column of an explanation that holds its text.
  let explanationColumn: Int32

  /// How `sample` is read when the engine should not choose an index.
  enum SampleIndex {
    /// One type's rows in the order of saving.
    case typeAndNumber

    /// All rows in the order of saving.
    case number
  }

  /// A statement with this dialect's placeholders.
  func placed(_ sql: String) -> String {
    guard placeholderMark != "?" else { return sql }
    var result = ""
    var isQuoted = false
    for character in sql {
      if character == "'" { isQuoted.toggle() }
      result.append(character == "?" && !isQuoted ? placeholderMark : character)
    }
    return result
  }
}
