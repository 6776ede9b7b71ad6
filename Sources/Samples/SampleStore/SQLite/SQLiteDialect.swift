/// SQLite 3.37 or later.
struct SQLiteDialect: SQLDialect {
  let placeholderMark: Character = "?"

  func isSame(_ left: String, _ right: String) -> String { "\(left) IS \(right)" }

  func contains(_ text: String, _ part: String) -> String { "instr(\(text), \(part)) > 0" }

  func equalsText(_ column: String, _ text: String) -> String { "\(column) = \(text)" }

  func greatest(_ left: String, _ right: String) -> String { "max(\(left), \(right))" }

  func sampleTable(_ index: SampleIndex) -> String {
    switch index {
    case .typeAndNumber: "sample INDEXED BY sample_inserted"
    case .number: "sample NOT INDEXED"
    }
  }

  func unindexed(_ column: String) -> String { "+\(column)" }

  // A statement has room for some thousands of placeholders only.
  func isAmongIdentifiers(_ column: String, _ identifiers: String) -> String {
    """
    \(column) IN (WITH RECURSIVE place(n) AS (SELECT 1 UNION ALL
      SELECT n + 16 FROM place WHERE n + 16 <= length(\(identifiers)))
      SELECT substr(\(identifiers), n, 16) FROM place)
    """
  }

  func isAmongNumbers(_ column: String, _ numbers: String) -> String {
    "\(column) IN (SELECT value FROM json_each('[' || \(numbers) || ']'))"
  }

  func listed(_ numbers: String) -> String {
    "(SELECT value AS number, key + 1 AS place FROM json_each('[' || \(numbers) || ']'))"
  }

  // AUTOINCREMENT keeps its counters in a table like any other, and gives no number again that was set
  // there.
  func lastNumber(of history: History) -> String {
    "coalesce((SELECT seq FROM sqlite_sequence WHERE name = '\(history.rawValue)'), 0)"
  }

  func takeNumbers(from history: History) -> [String] {
    let highest = "(SELECT coalesce(max(id), 0) FROM \(history.rawValue))"
    return [
      """
      UPDATE sqlite_sequence SET seq = max(coalesce(CAST(seq AS INTEGER), 0), \(highest)) + ?1
      WHERE name = '\(history.rawValue)' RETURNING seq
      """,
      """
      INSERT INTO sqlite_sequence (name, seq) VALUES ('\(history.rawValue)', \(highest) + ?1)
      RETURNING seq
      """,
    ]
  }

  var keepsHourSums: Bool { true }

  func explain(_ sql: String) -> String { "EXPLAIN QUERY PLAN \(sql)" }

  var explanationColumn: Int32 { 3 }
}
