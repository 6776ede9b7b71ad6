package import FoundationEssentials

extension HealthStore {
  /// Returns the samples that match a query and were saved or deleted since an anchor. The query's
  /// limit and order do not matter. Without an anchor everything that is there was added, and the
  /// deletions that are still kept are named.
  ///
  /// Deletions are matched by type alone: the rest of a deleted sample is gone. An anchor may be
  /// used for other types than before: it is a place in the history of all.
  ///
  /// Throws `anchorExpired` if tombstones after the anchor were purged or the store is a copy older
  /// than the anchor, and `anchorUnusable` if the anchor belongs to another store. The caller then
  /// begins again without an anchor.
  ///
  /// - Parameter limit: The most deletions and additions together, at least one; `nil` for all.
  public func changes(
    since anchor: QueryAnchor?, matching query: SampleQuery, limit: Int? = nil
  ) throws(StoreError) -> StoreChanges {
    try read(.query) { connection throws(StoreError) in
      try changes(since: anchor, matching: query, max(1, limit ?? .max), connection)
    }
  }

  private func changes(
    since given: QueryAnchor?, matching query: SampleQuery, _ limit: Int,
    _ connection: SQLConnection
  ) throws(StoreError) -> StoreChanges {
    let present = try presentAnchor(connection)
    let since =
      given
      ?? QueryAnchor(store: present.anchor.store, sample: 0, tombstone: present.purgedThrough)
    guard since.store == present.anchor.store else {
      throw connection.failure(.anchorUnusable, "the anchor belongs to another store")
    }
    guard since.sample <= present.anchor.sample, since.tombstone <= present.anchor.tombstone,
      since.sample >= 0, since.tombstone >= present.purgedThrough
    else {
      throw connection.failure(
        .anchorExpired, "the store no longer knows what was deleted since the anchor")
    }
    var deleted: [DeletedObject] = []
    var lastTombstone = present.anchor.tombstone
    if since.tombstone < present.anchor.tombstone {
      let rows = try tombstones(after: since.tombstone, query.types, limit, connection)
      deleted = rows.map(\.object)
      if rows.count == limit, let last = rows.last { lastTombstone = last.row }
    }
    // Additions wait until all deletions are reported, or a sample saved again would be removed.
    guard lastTombstone == present.anchor.tombstone, deleted.count < limit else {
      return StoreChanges(
        added: [], deleted: deleted,
        anchor: QueryAnchor(store: since.store, sample: since.sample, tombstone: lastTombstone),
        hasMore: true)
    }
    let room = limit - deleted.count
    let added = try additions(after: since.sample, query, room, connection)
    return StoreChanges(
      added: added.samples, deleted: deleted,
      anchor: QueryAnchor(
        store: since.store, sample: added.lastRow ?? present.anchor.sample,
        tombstone: present.anchor.tombstone),
      hasMore: added.lastRow != nil)
  }

  /// Returns the store's present end, and the last tombstone that was purged.
  private func presentAnchor(
    _ connection: SQLConnection
  ) throws(StoreError) -> (anchor: QueryAnchor, purgedThrough: Int64) {
    let lastNumber = connection.dialect.lastNumber(of:)
    let find = try connection.prepare(
      "SELECT uuid, purged_through, \(lastNumber(.sample)), \(lastNumber(.tombstone)) FROM store")
    guard try find.step(), let store = find.uuid(0) else {
      throw connection.corruption("the store has no identity")
    }
    return (
      QueryAnchor(store: store.bytes, sample: find.integer(2), tombstone: find.integer(3)),
      find.integer(1)
    )
  }

  /// An anchor after everything that has happened.
  package var presentAnchor: QueryAnchor {
    get throws(StoreError) {
      try read(.query) { connection throws(StoreError) in try presentAnchor(connection).anchor }
    }
  }

  /// The identity of this store alone; a backup and its restored copy share it.
  package var identity: UUID {
    get throws(StoreError) {
      let bytes = try read(.query) { connection throws(StoreError) in
        try presentAnchor(connection).anchor.store
      }
      return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
  }

  /// Returns an anchor after every sample and before every deletion that the store remembers.
  func beginningOfDeletions() throws(StoreError) -> QueryAnchor {
    try read(.query) { connection throws(StoreError) in
      let (present, purgedThrough) = try presentAnchor(connection)
      return QueryAnchor(store: present.store, sample: present.sample, tombstone: purgedThrough)
    }
  }

  /// Returns an anchor before every sample and after every deletion.
  func beginning() throws(StoreError) -> QueryAnchor {
    let present = try presentAnchor
    return QueryAnchor(store: present.store, sample: 0, tombstone: present.tombstone)
  }

  /// Returns the samples, and the last row that was read if there may be more.
  private func additions(
    after row: Int64, _ query: SampleQuery, _ limit: Int, _ connection: SQLConnection
  ) throws(StoreError) -> (samples: [Sample], lastRow: Int64?) {
    var filter = try SampleFilter(query, for: client, on: connection, ranges: .checked)
    let (after, most) = ("?\(filter.values.count + 1)", "?\(filter.values.count + 2)")
    filter.require("sample.id > \(after)")
    // A single type has an index in the order of saving; for several the table itself is read from
    // the anchor on.
    let table = connection.dialect.sampleTable(
      query.types?.count == 1 ? .typeAndNumber : .number)
    let statement = try connection.prepareToStream(
      """
      SELECT \(SampleRowReader.columns) FROM \(table) WHERE \(filter.condition)
      ORDER BY sample.id LIMIT \(most)
      """)
    try statement.bind(filter.values + [.integer(row), .integer(Int64(limit))])
    var reader = SampleRowReader(statement, connection)
    var added: [Sample] = []
    var (count, last) = (0, Int64(0))
    while let next = try reader.nextRow() {
      (count, last) = (count + 1, reader.number)
      if case .sample(let sample) = next { added.append(sample) }
    }
    return (added, count == limit ? last : nil)
  }

  private func tombstones(
    after row: Int64, _ types: [SampleType]?, _ limit: Int,
    _ connection: SQLConnection
  ) throws(StoreError) -> [(object: DeletedObject, row: Int64)] {
    var values: [SQLValue] = [.integer(row), .integer(Int64(limit))]
    var condition = "id > ?1"
    if let types {
      let placeholders = types.map { type in
        values.append(.text(type.identifier))
        return "?\(values.count)"
      }
      let list = placeholders.isEmpty ? "NULL" : placeholders.joined(separator: ", ")
      condition += " AND type IN (SELECT id FROM sample_type WHERE identifier IN (\(list)))"
    }
    if let bundle = client.bundleIdentifier {
      values.append(.text(bundle))
      let own = "?\(values.count)"
      condition += """
         AND (source IN (SELECT id FROM source WHERE bundle_identifier = \(own))
          OR type IN (SELECT sample_type.id FROM sample_type
            JOIN "authorization" ON "authorization".type = identifier
            WHERE bundle_identifier = \(own) AND reading = \(Authorization.Status.authorized.rawValue)))
        """
    }
    var lookup = LookupTableReader(connection)
    return try connection.rows(
      """
      SELECT id, uuid, type, sync_identifier, sync_version FROM tombstone
      WHERE \(condition) ORDER BY id LIMIT ?2
      """, values
    ) { row throws(StoreError) in
      guard let id = row.uuid(1) else {
        throw connection.corruption("a tombstone has no identifier")
      }
      var metadata: [String: MetadataValue] = [:]
      if let identifier = row.text(3) {
        metadata[MetadataKey.syncIdentifier] = .string(identifier)
        metadata[MetadataKey.syncVersion] = .number(row.real(4))
      }
      let type = try lookup.type(row.integer(2))
      return (DeletedObject(id: id, type: type, metadata: metadata), row.integer(0))
    }
  }
}
