import FoundationEssentials

extension HealthStore {
  /// Returns the problems of the store, one sentence each, none for a sound one. It reads the whole store.
  ///
  /// The engine's own check comes first. Then every row is read as the readers of this room do, so
  /// that whatever they leave out is named here. Then come the rules that no single row breaks, or
  /// that readers tolerate.
  public func problems() throws(StoreError) -> [String] {
    try read(.check) { connection throws(StoreError) in
      let damage = try connection.engineProblems()
      guard damage.allSatisfy(\.isOfRows) else { return damage.map(\.sentence) }
      var found = damage.map(\.sentence)
      found += try Self.unreadable(connection).map { reason, rows in
        let id = rows.first?.id.map { ", the first of them \($0)" } ?? ""
        return "samples that cannot be read because \(reason): \(rows.count)\(id)"
      }.sorted()
      found += try Self.unreadableTables(connection)
      for rule in Self.rules(of: connection.dialect) {
        let count =
          try connection.integer("SELECT count(*) FROM (\(rule.find)) AS broken") ?? 0
        if count > 0 { found.append("\(rule.sentence): \(count)") }
      }
      let wrong = try Self.wrongValues(connection).count
      if wrong > 0 {
        found.append("quantities whose number in their type's unit is not the one saved: \(wrong)")
      }
      return found
    }
  }

  /// Repairs the problems that `problems` finds, all of them in one transaction; throws `corrupt`
  /// if the engine itself finds damage, which only a copy can make good.
  ///
  /// Whatever the rest of the store determines is repaired. A correlation without one of its
  /// members is deleted, and its other members stay. A row that makes no sample is deleted last.
  ///
  /// - Returns: The repairs, one sentence each.
  public func repair() throws(StoreError) -> [String] {
    try requireOwner(to: .check)
    return try write(.check) { connection throws(StoreError) in
      if let damage = try connection.engineProblems().first(where: { !$0.isOfRows }) {
        throw connection.failure(.corrupt, damage.sentence)
      }
      var mended: [String] = []
      for rule in Self.rules(of: connection.dialect) {
        let count = try connection.integer("SELECT count(*) FROM (\(rule.find)) AS broken") ?? 0
        guard count > 0 else { continue }
        for sql in rule.mend { try connection.run(sql) }
        try rule.mendOtherwise?(connection)
        mended.append("\(rule.mended): \(count)")
      }
      var deleter = SampleRowDeleter(connection, at: Date())
      let wrong = try Self.wrongValues(connection)
      for row in wrong {
        try connection.run(
          "UPDATE sample SET value = ?2 WHERE id = ?1", [.integer(row.number), .real(row.value)])
      }
      if !wrong.isEmpty {
        mended.append(
          "converted quantities again whose value in the type's unit was wrong: \(wrong.count)")
      }
      for (reason, rows) in try Self.unreadable(connection).sorted(by: { $0.key < $1.key }) {
        for row in rows { deleter.remove(row.number) }
        try deleter.finish()
        mended.append("deleted samples because \(reason): \(rows.count)")
      }
      try LookupTableWriter(connection).noteChanges(
        of: deleter.changedTypes.union(wrong.map(\.type)))
      return mended
    }
  }

  /// Quantities whose number in their type's unit, which statistics and predicates use, is not what the
  /// number that was saved comes to: with the one that it should be.
  private static func wrongValues(
    _ connection: SQLConnection
  ) throws(StoreError) -> [WrongValue] {
    // A unit that cannot be read is reported as such.
    guard let byRow = try? StoredUnits(all: connection).byRow else { return [] }
    let all = try connection.prepareToStream(
      """
      SELECT sample.id, type, value, given_value, sample.unit, sample_type.unit
      FROM sample JOIN sample_type ON sample_type.id = type
      WHERE kind = \(quantity) AND value IS NOT NULL AND given_value IS NOT NULL
        AND (value <> given_value OR sample.unit <> sample_type.unit)
      """)
    var found: [WrongValue] = []
    while try all.step() {
      let value = all.real(2)
      guard let given = byRow[all.integer(4)], let unit = byRow[all.integer(5)],
        let right = try? given.convert(all.real(3), to: unit),
        // A logarithm may differ in its last digits where a library computes it otherwise.
        !(abs(value - right) <= 1e-12 * abs(right))
      else { continue }
      found.append(WrongValue(number: all.integer(0), type: all.integer(1), value: right))
    }
    return found
  }

  private struct WrongValue {
    let number: Int64
    let type: Int64

    /// The number in the type's unit that the row should have.
    let value: Double
  }

  /// Returns the rows that make no sample, by their fault.
  private static func unreadable(
    _ connection: SQLConnection
  ) throws(StoreError) -> [String: [UnreadableSample]] {
    let all = try connection.prepareToStream("SELECT \(SampleRowReader.columns) FROM sample")
    var reader = SampleRowReader(all, connection)
    var found: [String: [UnreadableSample]] = [:]
    while let row = try reader.nextRow() {
      if case .unreadable(let row) = row { found[row.reason, default: []].append(row) }
    }
    return found
  }

  /// Returns tables other than the samples' that a reader could not read, one sentence each.
  private static func unreadableTables(_ connection: SQLConnection) throws(StoreError) -> [String] {
    var found: [String] = []
    func note(_ read: () throws(StoreError) -> Void) throws(StoreError) {
      do throws(StoreError) {
        try read()
      } catch {
        guard error.isOfOneRow else { throw error }
        found.append(error.detail)
      }
    }
    try note { () throws(StoreError) in _ = try StoredUnits(all: connection) }
    try note { () throws(StoreError) in
      var lookup = LookupTableReader(connection)
      for row in try connection.rows("SELECT id FROM sample_type", [], { $0.integer(0) }) {
        _ = try lookup.type(row)
      }
    }
    return found
  }

  /// A rule of the store, the rows that break it, and their repair.
  private struct Rule {
    let sentence: String
    let find: String
    let mended: String
    var mend: [String] = []

    /// The part of the repair that SQL alone cannot do.
    var mendOtherwise: (@Sendable (SQLConnection) throws(StoreError) -> Void)?

    /// Rows of a table that are removed.
    static func removing(
      _ table: String, where condition: String, _ sentence: String, mended: String
    ) -> Rule {
      Rule(
        sentence: sentence, find: "SELECT 1 FROM \(table) WHERE \(condition)", mended: mended,
        mend: ["DELETE FROM \(table) WHERE \(condition)"])
    }
  }

  /// Types of the catalog get its unit and style; others the unit of their first sample, and an average.
  private static func completeTypes(_ connection: SQLConnection) throws(StoreError) {
    let types = try connection.rows(
      """
      SELECT sample_type.id, identifier, (SELECT min(unit) FROM sample WHERE type = sample_type.id)
      FROM sample_type WHERE kind = \(quantity) AND (unit IS NULL OR aggregation IS NULL)
      """
    ) { find in
      (
        row: find.integer(0), identifier: find.text(1) ?? "",
        unit: find.isNull(2) ? nil : find.integer(2)
      )
    }
    var lookup = LookupTableWriter(connection)
    for type in types {
      let known = QuantityType(knownIdentifier: type.identifier)
      let unit =
        if known == nil, let unit = type.unit { unit } else {
          try lookup.row(of: known?.canonicalUnit ?? .count)
        }
      let style = known?.aggregationStyle ?? .discreteArithmetic
      try connection.run(
        """
        UPDATE sample_type SET unit = coalesce(unit, ?2), aggregation = coalesce(aggregation, ?3)
        WHERE id = ?1
        """, [.integer(type.row), .integer(unit), .integer(Int64(style.rawValue))])
    }
  }

  private static let quantity = SampleKind.quantity.rawValue

  private static func rules(of dialect: any SQLDialect) -> [Rule] {
    (dialect.keepsHourSums ? rules + [hourSums] : rules)
      + History.allCases.map { history in
        Rule(
          sentence: "rows of \(history) with numbers that are yet to be given",
          find: "SELECT 1 FROM \(history) WHERE id > \(dialect.lastNumber(of: history))",
          mended: "gave no number again, for rows of \(history)",
          // Taking one looks at all that are there.
          mendOtherwise: { connection throws(StoreError) in
            _ = try connection.takeNumbers(1, from: history)
          })
      }
  }

  private static let hourSums = Rule(
    sentence: "sums of hours that are not those of their samples",
    find: HourSums.wrongRows,
    mended: "recalculated hourly sums that did not match their samples",
    mend: ["DELETE FROM hour_sum"],
    mendOtherwise: { connection throws(StoreError) in try HourSums.fill(connection) })

  /// The rules in the order of repair: later ones rely on earlier ones.
  private static let rules: [Rule] =
    missingReferences + [
      Rule(
        sentence: "quantity types without a unit or an aggregation",
        find: """
          SELECT 1 FROM sample_type WHERE kind = \(quantity)
            AND (unit IS NULL OR aggregation IS NULL)
          """,
        mended: "gave types a unit and an aggregation",
        mendOtherwise: completeTypes),
      Rule(
        sentence: "samples longer than their type's longest",
        find: """
          SELECT 1 FROM sample JOIN sample_type ON sample_type.id = type
            WHERE end_time - start_time > longest
          """,
        mended: "corrected types whose longest sample was not known, for samples",
        mend: [
          """
          UPDATE sample_type SET longest = (SELECT max(end_time - start_time) FROM sample
              WHERE sample.type = sample_type.id)
          WHERE longest < (SELECT max(end_time - start_time) FROM sample
              WHERE sample.type = sample_type.id)
          """
        ]),
      Rule(
        sentence: "samples without their value or unit",
        find: """
          SELECT 1 FROM sample JOIN sample_type ON sample_type.id = type WHERE
            CASE kind WHEN \(quantity)
              THEN value IS NULL OR given_value IS NULL OR sample.unit IS NULL
            WHEN \(SampleKind.category.rawValue) THEN value IS NULL
            WHEN \(SampleKind.workout.rawValue)
              THEN value IS NULL
                OR NOT EXISTS (SELECT 1 FROM workout WHERE workout.sample = sample.id)
            WHEN \(SampleKind.heartbeatSeries.rawValue)
              THEN NOT EXISTS
                (SELECT 1 FROM heartbeat_series AS series WHERE series.sample = sample.id)
            WHEN \(SampleKind.record.rawValue)
              THEN NOT EXISTS (SELECT 1 FROM record WHERE record.sample = sample.id)
            ELSE NOT EXISTS (SELECT 1 FROM correlation_member WHERE correlation = sample.id) END
          """,
        mended: "completed samples from what was left of their values",
        mend: [
          // Both numbers are the same if the unit is the type's.
          """
          UPDATE sample SET given_value = value,
            unit = (SELECT unit FROM sample_type WHERE sample_type.id = type)
          WHERE value IS NOT NULL AND (given_value IS NULL OR unit IS NULL)
            AND type IN (SELECT id FROM sample_type WHERE kind = \(quantity))
          """,
          """
          UPDATE sample SET value = given_value
          WHERE value IS NULL AND given_value IS NOT NULL
            AND unit = (SELECT unit FROM sample_type WHERE sample_type.id = type)
          """,
          // Incomplete rows make no sample.
          """
          UPDATE sample SET given_value = NULL WHERE value IS NULL AND given_value IS NOT NULL
            AND type IN (SELECT id FROM sample_type WHERE kind = \(quantity))
          """,
        ]),
      // Years of four digits.
      .removing(
        "sample", where: "start_time < -63145526400 OR end_time >= 252423993600",
        "samples with dates that no file can hold",
        mended: "removed samples with dates that no file can hold"),
      .removing(
        "correlation_member", where: "correlation = member",
        "correlations that are their own member",
        mended: "removed correlations from their own members"),
      .removing(
        "tombstone", where: "id <= (SELECT purged_through FROM store)",
        "purged tombstones that are still there", mended: "removed purged tombstones"),
      .removing(
        "tombstone", where: "length(uuid) <> 16", "tombstones without an identifier",
        mended: "removed tombstones without an identifier"),
      .removing(
        "\"authorization\"",
        where: "sharing NOT BETWEEN 0 AND 2 OR reading NOT BETWEEN 0 AND 2",
        "permissions that cannot be read", mended: "withdrew permissions that could not be read"),
      Rule(
        sentence: "a store without an identity",
        find: "SELECT 1 WHERE (SELECT count(*) FROM store WHERE length(uuid) = 16) <> 1",
        mended: "gave the store an identity", mend: ["DELETE FROM store"],
        mendOtherwise: { connection throws(StoreError) in
          try connection.run(
            "INSERT INTO store (id, uuid) VALUES (1, ?1)", [.identifier(.random())])
        }),
    ]

  /// References to rows that are not there: the engine's check finds them too.
  private static let missingReferences: [Rule] =
    [
      Rule(
        sentence: "samples without their source",
        find: "SELECT 1 FROM sample WHERE source NOT IN (SELECT id FROM source)",
        mended: "gave samples an unknown source",
        mend: [
          """
          INSERT INTO source (id, name, bundle_identifier)
          SELECT DISTINCT source, 'Unknown', 'unknown' FROM sample
          WHERE source NOT IN (SELECT id FROM source)
          """
        ])
    ]
    + StoreTable.all.flatMap { table in
      table.columns.compactMap { column in
        column.reference.flatMap { missing(column, $0, of: table) }
      }
    }

  /// Returns the rule for rows whose column refers to nothing: they say nothing without it, or
  /// remain without it. A sample of no type is one of those that cannot be read.
  private static func missing(
    _ column: StoreTable.Column, _ reference: StoreTable.Reference, of table: StoreTable
  ) -> Rule? {
    let (name, column, isOptional) = (table.name, column.name, column.isOptional)
    if table == .sample, !isOptional { return nil }
    // A list of all keys may be more than a server holds in memory.
    let condition =
      "\(column) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM \(reference.table.name) AS whole "
      + "WHERE whole.\(reference.table.key[0]) = \(name).\(column))"
    let sentence = "rows of \(name) whose \(column) is missing"
    guard isOptional, !reference.isVital else {
      return .removing(name, where: condition, sentence, mended: "removed \(sentence)")
    }
    return Rule(
      sentence: sentence, find: "SELECT 1 FROM \(name) WHERE \(condition)",
      mended: "rows of \(name) that have no \(column) any more",
      mend: ["UPDATE \(name) SET \(column) = NULL WHERE \(condition)"])
  }
}
