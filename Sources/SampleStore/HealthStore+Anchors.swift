import FoundationEssentials

extension HealthStore {
  /// What was saved and deleted since an anchor, of the samples that a query matches; its limit and order
  /// do not matter. Without an anchor everything that is there was added and nothing deleted.
  ///
  /// Deletions are told by type alone: what else the sample was like is gone with it. An anchor may be
  /// used for other types than before: it is a place in the history of all.
  ///
  /// Throws `anchorExpired` where tombstones after the anchor were purged or the store is a copy older
  /// than it, and `anchorUnusable` where it is another store's; then one begins again without.
  ///
  /// - Parameter limit: At most so many, deletions and additions together, and at least one; `nil` for all.
  public func changes(
    since anchor: QueryAnchor?, matching query: SampleQuery, limit: Int? = nil
  ) throws(StoreError) -> StoreChanges {
    try withConnection { connection throws(StoreError) in
      try connection.snapshot { () throws(StoreError) in
        try changes(since: anchor, matching: query, max(1, limit ?? .max), connection)
      }
    }
  }

  private func changes(
    since given: QueryAnchor?, matching query: SampleQuery, _ limit: Int,
    _ connection: borrowing SQLiteConnection
  ) throws(StoreError) -> StoreChanges {
    let present = try presentAnchor(connection)
    let since =
      given
      ?? QueryAnchor(store: present.anchor.store, sample: 0, tombstone: present.anchor.tombstone)
    guard since.store == present.anchor.store else {
      throw StoreError(
        "query", location.path, .anchorUnusable, detail: "the anchor is another store's")
    }
    guard since.sample <= present.anchor.sample, since.tombstone <= present.anchor.tombstone,
      since.sample >= 0, since.tombstone >= present.purgedThrough
    else {
      throw StoreError(
        "query", location.path, .anchorExpired,
        detail: "the store no longer knows what was deleted since the anchor")
    }
    var deleted: [DeletedObject] = []
    var lastTombstone = present.anchor.tombstone
    if since.tombstone < present.anchor.tombstone {
      let rows = try tombstones(after: since.tombstone, query.types, limit, connection)
      deleted = rows.map(\.object)
      if rows.count == limit, let last = rows.last { lastTombstone = last.row }
    }
    // Additions wait until all deletions are told, or a sample saved again would be taken away.
    guard lastTombstone == present.anchor.tombstone, deleted.count < limit else {
      return StoreChanges(
        added: [], deleted: deleted,
        anchor: QueryAnchor(store: since.store, sample: since.sample, tombstone: lastTombstone),
        hasMore: true)
    }
    let room = limit - deleted.count
    let added = try additions(after: since.sample, query, room, connection)
    let isCut = added.count == room
    return StoreChanges(
      added: added.map(\.sample), deleted: deleted,
      anchor: QueryAnchor(
        store: since.store,
        sample: isCut ? added.last?.row ?? present.anchor.sample : present.anchor.sample,
        tombstone: present.anchor.tombstone),
      hasMore: isCut)
  }

  /// The store's present end, and the last tombstone that was purged.
  private func presentAnchor(
    _ connection: borrowing SQLiteConnection
  ) throws(StoreError) -> (anchor: QueryAnchor, purgedThrough: Int64) {
    // AUTOINCREMENT remembers the last numbers given, whatever was deleted since.
    let find = try connection.prepare(
      """
      SELECT uuid, purged_through,
        coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'sample'), 0),
        coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'tombstone'), 0)
      FROM store
      """, to: "query")
    guard try find.step() else { throw find.corruption("the store has no identity") }
    return (
      QueryAnchor(store: find.blob(0), sample: find.integer(2), tombstone: find.integer(3)),
      find.integer(1)
    )
  }

  private func additions(
    after row: Int64, _ query: SampleQuery, _ limit: Int, _ connection: borrowing SQLiteConnection
  ) throws(StoreError) -> [(sample: Sample, row: Int64)] {
    var filter = try SampleFilter(
      query, for: client, units: StoredUnits(connection, for: query), ranges: .checked)
    let places = (filter.values.count + 1, filter.values.count + 2)
    filter.require("sample.id > ?\(places.0)")
    // A single type has an index in the order of saving; of several the table itself is read from the
    // anchor on.
    let table = query.types?.count == 1 ? "sample INDEXED BY sample_inserted" : "sample NOT INDEXED"
    let statement = try connection.prepare(
      """
      SELECT \(SampleReader.columns) FROM \(table) WHERE \(filter.condition)
      ORDER BY sample.id LIMIT ?\(places.1)
      """, to: "query")
    try statement.bind(filter.values + [.integer(row), .integer(Int64(limit))])
    var reader = SampleReader(statement, for: client)
    var added: [(Sample, Int64)] = []
    while let sample = try reader.next() { added.append((sample, statement.integer(0))) }
    return added
  }

  private func tombstones(
    after row: Int64, _ types: [SampleType]?, _ limit: Int,
    _ connection: borrowing SQLiteConnection
  ) throws(StoreError) -> [(object: DeletedObject, row: Int64)] {
    var values: [SQLiteValue] = [.integer(row), .integer(Int64(limit))]
    var condition = "id > ?1"
    if let types {
      let places = types.map { type in
        values.append(.text(type.identifier))
        return "?\(values.count)"
      }
      condition +=
        " AND type IN (SELECT id FROM sample_type WHERE identifier IN (\(places.joined(separator: ", "))))"
    }
    if let bundle = client.bundleIdentifier {
      values.append(.text(bundle))
      let own = "?\(values.count)"
      condition += """
         AND (source IN (SELECT id FROM source WHERE bundle_identifier = \(own))
          OR type IN (SELECT sample_type.id FROM sample_type
            JOIN authorization ON authorization.type = identifier
            WHERE bundle_identifier = \(own) AND reading = \(Authorization.Status.authorized.rawValue)))
        """
    }
    let statement = try connection.prepare(
      """
      SELECT id, uuid, type, sync_identifier, sync_version FROM tombstone
      WHERE \(condition) ORDER BY id LIMIT ?2
      """, to: "query")
    try statement.bind(values)
    var shared = SharedRowReader(statement)
    var deleted: [(DeletedObject, Int64)] = []
    while try statement.step() {
      guard let id = statement.uuid(1) else {
        throw statement.corruption("a tombstone has no identifier")
      }
      var metadata: [String: MetadataValue] = [:]
      if let identifier = statement.text(3) {
        metadata[MetadataKey.syncIdentifier] = .string(identifier)
        metadata[MetadataKey.syncVersion] = .number(statement.real(4))
      }
      let type = try shared.type(statement.integer(2))
      deleted.append(
        (DeletedObject(id: id, type: type, metadata: metadata), statement.integer(0)))
    }
    return deleted
  }
}
