extension SQLDialect {
  /// SQLite 3.35 or later.
  static let sqlite = SQLDialect(
    placeholderMark: "?",
    isSame: { "\($0) IS \($1)" },
    contains: { "instr(\($0), \($1)) > 0" },
    equalsText: { "\($0) = \($1)" },
    greatest: { "max(\($0), \($1))" },
    sampleTable: {
      switch $0 {
      case .typeAndNumber: "sample INDEXED BY sample_inserted"
      case .number: "sample NOT INDEXED"
      }
    },
    unindexed: { "+\($0)" },
    // A statement has room for some thousands of placeholders only.
    isAmongIdentifiers: { column, identifiers in
      """
      \(column) IN (WITH RECURSIVE place(n) AS (SELECT 1 UNION ALL
        SELECT n + 16 FROM place WHERE n + 16 <= length(\(identifiers)))
        SELECT substr(\(identifiers), n, 16) FROM place)
      """
    },
    isAmongNumbers: { "\($0) IN (SELECT value FROM json_each('[' || \($1) || ']'))" },
    endsWith: { "substr(\($0), -length(\($1))) = \($1)" },
    onConflict: { "ON CONFLICT (\($0))" },
    // AUTOINCREMENT keeps its counters in a table like any other. Numbers that were set there are
    // not given again, by this program or by an older one that lets SQLite number the rows.
    lastNumber: {
      "coalesce((SELECT seq FROM sqlite_sequence WHERE name = '\($0.rawValue)'), 0)"
    },
    takeNumbers: { history in
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
    },
    keepsHourSums: true,
    explain: { "EXPLAIN QUERY PLAN \($0)" },
    explanationColumn: 3)
}
