#if PostgreSQL
import SampleStore

/// PostgreSQL 14 or later.
struct PostgreSQLDialect: SQLDialect {
  let placeholderMark: Character = "$"

  func isSame(_ left: String, _ right: String) -> String {
    "\(left) IS NOT DISTINCT FROM \(right)"
  }

  func contains(_ text: String, _ part: String) -> String { "strpos(\(text), \(part)) > 0" }

  // An index holds no text longer than a third of a page, so it holds the beginnings of all.
  func equalsText(_ column: String, _ text: String) -> String {
    "(\(column) = \(text) AND \(column)_beginning = left(\(text), \(PostgreSQLSchema.beginning)))"
  }

  func greatest(_ left: String, _ right: String) -> String { "greatest(\(left), \(right))" }

  // Statistics of the tables' contents choose the index.
  func sampleTable(_ index: SampleIndex) -> String { "sample" }

  func unindexed(_ column: String) -> String { column }

  func isAmongIdentifiers(_ column: String, _ identifiers: String) -> String {
    """
    \(column) IN (SELECT encode(substring(\(identifiers) FROM place FOR 16), 'hex')::uuid
      FROM generate_series(1, length(\(identifiers)), 16) AS place)
    """
  }

  func isAmongNumbers(_ column: String, _ numbers: String) -> String {
    "\(column) = ANY (('{' || \(numbers) || '}')::bigint[])"
  }

  func listed(_ numbers: String) -> String {
    """
    (SELECT number, place FROM unnest(('{' || \(numbers) || '}')::bigint[])
      WITH ORDINALITY AS entry (number, place))
    """
  }

  func lastNumber(of history: History) -> String {
    "coalesce((SELECT last FROM history WHERE name = '\(history.rawValue)'), 0)"
  }

  func takeNumbers(from history: History) -> [String] {
    [
      """
      UPDATE history SET last = greatest(last, (SELECT max(id) FROM \(history.rawValue))) + ?1
      WHERE name = '\(history.rawValue)' RETURNING last
      """
    ]
  }

  var keepsHourSums: Bool { false }

  func explain(_ sql: String) -> String { "EXPLAIN \(sql)" }

  var explanationColumn: Int32 { 0 }
}
#endif
