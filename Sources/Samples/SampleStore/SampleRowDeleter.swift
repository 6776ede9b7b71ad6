import FoundationEssentials

/// Deletes rows of samples and leaves tombstones, within one transaction.
///
/// Two rules keep correlations whole. Deleting a correlation also deletes the members that were saved
/// with it; one that another correlation holds too stays, and belongs to that one from then on.
/// Deleting a member also deletes every correlation that cannot exist without it; the other members
/// stay as samples.
struct SampleRowDeleter: ~Copyable {
  private let connection: SQLConnection
  private let now: Date
  private var lookup: LookupTableReader

  /// Rows that `finish` deletes, in the order of their tombstones. They are in no correlation any more.
  private var waiting: [Int64] = []
  private var gone: Set<Int64> = []

  /// Rows that are gone.
  private(set) var deleted: [Int64] = []

  /// The maximum number of rows that one statement deletes.
  static let most = 2000

  /// Rows of the types that have lost a sample.
  private(set) var changedTypes: Set<Int64> = []

  /// - Parameter now: When the deletions happen.
  init(_ connection: SQLConnection, at now: Date) {
    self.connection = connection
    self.now = now
    lookup = LookupTableReader(connection)
  }

  /// Deletes the samples of rows, one after another, and the correlations and members that follow
  /// from the rules above.
  ///
  /// - Returns: How many there were: one may have been deleted with another before it.
  @discardableResult
  mutating func delete(_ rows: [Int64]) throws(StoreError) -> Int {
    var count = 0
    for start in stride(from: 0, to: rows.count, by: Self.most) {
      let rows = rows[start..<min(start + Self.most, rows.count)]
      let linked = try linked(rows)
      for row in rows where !gone.contains(row) {
        count += 1
        if linked.contains(row) { try delete(row: row) } else { remove(row) }
      }
      try finish()
    }
    return count
  }

  /// Returns those of some rows that are correlations or their members.
  private func linked(_ rows: ArraySlice<Int64>) throws(StoreError) -> Set<Int64> {
    let columns = ["correlation", "member"].map { column in
      """
      SELECT \(column) FROM correlation_member WHERE \(connection.dialect.isAmongNumbers(column, "?1"))
      """
    }
    return Set(
      try connection.rows(columns.joined(separator: " UNION "), [Self.list(rows)]) {
        $0.integer(0)
      })
  }

  private static func list(_ rows: ArraySlice<Int64>) -> SQLValue {
    .text(rows.map(String.init).joined(separator: ","))
  }

  private mutating func delete(row: Int64) throws(StoreError) {
    let wholes = try rows("SELECT correlation FROM correlation_member WHERE member = ?1", row)
    try deleteReplaced(row: row)
    for whole in wholes where try !makesCorrelation(whole) { try unlink(whole) }
  }

  /// Notes a sample whose newer version takes its place in the correlations that it is a member of.
  mutating func deleteReplaced(row: Int64) throws(StoreError) {
    // Damage may have made a correlation a member of another: that one is left alone.
    let parts = try rows(
      """
      SELECT member FROM correlation_member JOIN sample ON sample.id = member
        JOIN sample_type ON sample_type.id = type
      WHERE correlation = ?1 AND is_own = 1
        AND kind IN (\(SampleKind.quantity.rawValue), \(SampleKind.category.rawValue))
      """, row)
    try unlink(row)
    for part in parts {
      let heir = try connection.integer(
        "SELECT min(correlation) FROM correlation_member WHERE member = ?1", [.integer(part)])
      if let heir {
        try connection.run(
          "UPDATE correlation_member SET is_own = 1 WHERE correlation = ?1 AND member = ?2",
          [.integer(heir), .integer(part)])
      } else {
        try unlink(part)
      }
    }
  }

  /// Notes the row alone, whatever it is a part of; `finish` deletes it.
  mutating func remove(_ row: Int64) {
    if gone.insert(row).inserted { waiting.append(row) }
  }

  private mutating func unlink(_ row: Int64) throws(StoreError) {
    remove(row)
    try connection.run(
      "DELETE FROM correlation_member WHERE correlation = ?1 OR member = ?1", [.integer(row)])
  }

  /// Deletes the rows that were noted, with all that is a part of them.
  mutating func finish() throws(StoreError) {
    for start in stride(from: 0, to: waiting.count, by: Self.most) {
      let rows = waiting[start..<min(start + Self.most, waiting.count)]
      let list = Self.list(rows)
      let last = try connection.takeNumbers(rows.count, from: .tombstone)
      changedTypes.formUnion(
        try connection.rows(
          """
          INSERT INTO tombstone (id, uuid, type, source, deleted_at, sync_identifier, sync_version)
          SELECT ?3 + place, uuid, type, source, ?2,
            (SELECT text FROM metadata
              WHERE sample = listed.number AND key = '\(MetadataKey.syncIdentifier)'),
            (SELECT metadata.number FROM metadata
              WHERE sample = listed.number AND key = '\(MetadataKey.syncVersion)')
          FROM \(connection.dialect.listed("?1")) AS listed JOIN sample ON sample.id = listed.number
          RETURNING type
          """, [list, SQLValue(now), .integer(last - Int64(rows.count))]
        ) { $0.integer(0) })
      if !connection.deletesParts {
        for part in Self.parts
        where try connection.integer("SELECT 1 FROM \(part.table) LIMIT 1") != nil {
          try delete(list, from: part.table, by: part.column)
        }
      }
      try delete(list, from: StoreTable.sample.name, by: "id")
      try connection.expect(
        0, "SELECT count(*) FROM sample WHERE \(connection.dialect.isAmongNumbers("id", "?1"))",
        [list])
    }
    deleted += waiting
    waiting = []
    gone = []
  }

  private func delete(
    _ list: SQLValue, from table: String, by column: String
  ) throws(StoreError) {
    try connection.run(
      "DELETE FROM \(table) WHERE \(connection.dialect.isAmongNumbers(column, "?1"))", [list])
  }

  /// The tables with parts of samples, and parts of those: each holds the number of its sample.
  private static let parts: [(table: String, column: String)] = StoreTable.all.flatMap { table in
    (table.columns.filter { $0.reference?.isPart == true }.map(\.name)
      + (table.whole?.columns.prefix(1) ?? [])).map { (table.name, $0) }
  }

  /// Returns whether a correlation's remaining members still make one of its type.
  private mutating func makesCorrelation(_ row: Int64) throws(StoreError) -> Bool {
    guard let type = try rows("SELECT type FROM sample WHERE id = ?1", row).first,
      case .correlation(let type) = try lookup.type(type)
    else { return true }
    let types = try rows(
      """
      SELECT type FROM correlation_member JOIN sample ON sample.id = member WHERE correlation = ?1
      """, row)
    var members: [SampleType] = []
    for type in types { members.append(try lookup.type(type)) }
    return type.admits(members)
  }

  private func rows(_ sql: String, _ row: Int64) throws(StoreError) -> [Int64] {
    try connection.rows(sql, [.integer(row)]) { $0.integer(0) }
  }
}
