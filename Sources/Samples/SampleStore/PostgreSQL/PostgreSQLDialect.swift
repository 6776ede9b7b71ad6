extension SQLDialect {
  /// PostgreSQL 14 or later.
  static let postgreSQL = SQLDialect(
    placeholderMark: "$",
    isSame: { "\($0) IS NOT DISTINCT FROM \($1)" },
    contains: { "strpos(\($0), \($1)) > 0" },
    // An index holds no text longer than a third of a page, so it holds the beginnings of all.
    equalsText: {
      "(\($0) = \($1) AND \($0)_beginning = left(\($1), \(PostgreSQLSchema.beginning)))"
    },
    greatest: { "greatest(\($0), \($1))" },
    // Statistics of the tables' contents choose the index.
    sampleTable: { _ in "sample" },
    unindexed: { $0 },
    isAmongIdentifiers: { column, identifiers in
      """
      \(column) IN (SELECT encode(substring(\(identifiers) FROM place FOR 16), 'hex')::uuid
        FROM generate_series(1, length(\(identifiers)), 16) AS place)
      """
    },
    isAmongNumbers: { "\($0) = ANY (('{' || \($1) || '}')::bigint[])" },
    endsWith: { "substring(uuid_send(\($0)) FROM 17 - length(\($1))) = \($1)" },
    onConflict: { "ON CONFLICT (participant, \($0))" },
    lastNumber: {
      "coalesce((SELECT last FROM history WHERE name = '\($0.rawValue)'), 0)"
    },
    takeNumbers: {
      ["UPDATE history SET last = last + ?1 WHERE name = '\($0.rawValue)' RETURNING last"]
    },
    keepsHourSums: false,
    explain: { "EXPLAIN \($0)" },
    explanationColumn: 0)
}
