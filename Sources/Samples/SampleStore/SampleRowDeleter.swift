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
  private var numbers: HistoryNumbers
  private var lookup: LookupTableReader

  /// Rows of the types that have lost a sample.
  private(set) var changedTypes: Set<Int64> = []

  /// - Parameters:
  ///   - count: How many deletions are expected.
  ///   - now: When they happen.
  init(_ connection: SQLConnection, count: Int, at now: Date) {
    self.connection = connection
    self.now = now
    numbers = HistoryNumbers(.tombstone, connection, batch: count)
    lookup = LookupTableReader(connection)
  }

  /// The sample of a row, and what the rules above say of its correlations and members.
  mutating func delete(row: Int64) throws(StoreError) {
    let wholes = try rows("SELECT correlation FROM correlation_member WHERE member = ?1", row)
    try deleteReplaced(row: row)
    for whole in wholes where try !makesCorrelation(whole) { try remove(whole) }
  }

  /// A sample whose newer version takes its place in the correlations that it is a member of.
  mutating func deleteReplaced(row: Int64) throws(StoreError) {
    // Damage may have made a correlation a member of another: that one is left alone.
    let parts = try rows(
      """
      SELECT member FROM correlation_member JOIN sample ON sample.id = member
        JOIN sample_type ON sample_type.id = type
      WHERE correlation = ?1 AND is_own = 1
        AND kind IN (\(SampleKind.quantity.rawValue), \(SampleKind.category.rawValue))
      """, row)
    try remove(row)
    for part in parts {
      let heir = try connection.integer(
        "SELECT min(correlation) FROM correlation_member WHERE member = ?1", [.integer(part)])
      if let heir {
        try connection.run(
          "UPDATE correlation_member SET is_own = 1 WHERE correlation = ?1 AND member = ?2",
          [.integer(heir), .integer(part)])
      } else {
        try remove(part)
      }
    }
  }

  /// The row alone, whatever it is a part of.
  mutating func remove(_ row: Int64) throws(StoreError) {
    guard try connection.integer("SELECT 1 FROM sample WHERE id = ?1", [.integer(row)]) != nil
    else { return }
    let type = try connection.integer(
      """
      INSERT INTO tombstone (id, uuid, type, source, deleted_at, sync_identifier, sync_version)
      SELECT ?3, uuid, type, source, ?2,
        (SELECT text FROM metadata WHERE sample = ?1 AND key = '\(MetadataKey.syncIdentifier)'),
        (SELECT number FROM metadata WHERE sample = ?1 AND key = '\(MetadataKey.syncVersion)')
      FROM sample WHERE id = ?1
      RETURNING type
      """, [.integer(row), SQLValue(now), .integer(try numbers.take())])
    if let type { changedTypes.insert(type) }
    try connection.run("DELETE FROM sample WHERE id = ?1", [.integer(row)])
  }

  /// Whether a correlation's remaining members still make one of its type.
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
