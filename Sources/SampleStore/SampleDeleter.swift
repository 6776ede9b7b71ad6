import FoundationEssentials

/// Deletes rows of samples and leaves tombstones, within one transaction.
struct SampleDeleter: ~Copyable {
  private let connection: SQLiteStatement
  private var statements:
    (bury: SQLiteStatement, members: SQLiteStatement, delete: SQLiteStatement)?

  /// Rows of the types that have lost a sample.
  private(set) var changedTypes: Set<Int64> = []

  /// - Parameter connection: Any statement of the connection.
  init(_ connection: SQLiteStatement) {
    self.connection = connection
  }

  private mutating func prepare() throws(StoreError) -> (
    bury: SQLiteStatement, members: SQLiteStatement, delete: SQLiteStatement
  ) {
    if let statements { return statements }
    let prepared = (
      bury: try connection.sibling(
        """
        INSERT INTO tombstone (uuid, type, source, deleted_at, sync_identifier, sync_version)
        SELECT uuid, type, source, ?2,
          (SELECT text FROM metadata WHERE sample = ?1 AND key = '\(MetadataKey.syncIdentifier)'),
          (SELECT number FROM metadata WHERE sample = ?1 AND key = '\(MetadataKey.syncVersion)')
        FROM sample WHERE id = ?1
        RETURNING type
        """),
      members: try connection.sibling(
        "SELECT member FROM correlation_member WHERE correlation = ?1"),
      delete: try connection.sibling("DELETE FROM sample WHERE id = ?1")
    )
    statements = prepared
    return prepared
  }

  /// The sample of a row, and a correlation's members with it.
  mutating func delete(row: Int64, at now: Date) throws(StoreError) {
    let (bury, members, delete) = try prepare()
    try members.bind([.integer(row)])
    var parts: [Int64] = []
    while try members.step() { parts.append(members.integer(0)) }
    members.reset()
    try bury.bind([.integer(row), .real(now.timeIntervalSinceReferenceDate)])
    while try bury.step() { changedTypes.insert(bury.integer(0)) }
    bury.reset()
    try delete.run([.integer(row)])
    for part in parts { try self.delete(row: part, at: now) }
  }
}
