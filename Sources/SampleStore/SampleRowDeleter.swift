import FoundationEssentials

/// Deletes rows of samples and leaves tombstones, within one transaction.
struct SampleRowDeleter: ~Copyable {
  private let connection: SQLConnection
  private let now: Date
  private var numbers: HistoryNumbers

  /// Rows of the types that have lost a sample.
  private(set) var changedTypes: Set<Int64> = []

  /// - Parameters:
  ///   - count: How many deletions are expected.
  ///   - now: When they happen.
  init(_ connection: SQLConnection, count: Int, at now: Date) {
    self.connection = connection
    self.now = now
    numbers = HistoryNumbers(.tombstone, connection, batch: count)
  }

  /// The sample of a row, and a correlation's members with it.
  mutating func delete(row: Int64) throws(StoreError) {
    let members = try connection.prepare(
      "SELECT member FROM correlation_member WHERE correlation = ?1")
    try members.bind([.integer(row)])
    var parts: [Int64] = []
    while try members.step() { parts.append(members.integer(0)) }
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
    for part in parts { try delete(row: part) }
  }
}
