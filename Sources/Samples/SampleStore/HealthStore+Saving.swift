public import FoundationEssentials

extension HealthStore {
  /// Saves all the samples or none; when it returns they are on the disk.
  ///
  /// A sample whose identifier the store has already is an error of reason `sampleExists`. A sample
  /// that carries a sync identifier replaces the lower versions that its source saved of its type,
  /// and is left out if the store has the same or a higher version.
  public func save(_ samples: [QuantitySample]) throws(StoreError) {
    try save(samples, count: samples.count) { writer, sample throws(StoreError) in
      try writer.write(sample)
    }
  }

  /// Saves samples of any kind, all or none; a correlation with its members.
  public func save(_ samples: [Sample]) throws(StoreError) {
    let members = samples.reduce(0) { $0 + $1.memberIDs.count }
    try save(samples, count: samples.count + members) { writer, sample throws(StoreError) in
      try writer.write(sample)
    }
  }

  private func save<Kind: HealthSample>(
    _ samples: [Kind], count: Int,
    _ write: (inout SampleRowWriter, Kind) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard !samples.isEmpty else { return try requireWritable(to: .save) }
    try self.write { connection throws(StoreError) in
      try requireSharing(of: samples, on: connection)
      var writer = try SampleRowWriter(connection, count: count, now: Date())
      for sample in samples { try write(&writer, sample) }
      try writer.finish()
    }
  }

  /// The outcome for samples that may have been saved before.
  public struct SavingOutcome: Sendable, Equatable {
    /// Samples that are in the store now and were not before.
    public var saved = 0

    /// Samples that the store had already, or a newer version of them.
    public var known = 0

    /// The identifiers of those that are new.
    package var savedIDs: [UUID] = []

    /// A sample that the store cannot hold beside its present content.
    public struct Refusal: Sendable, Equatable {
      /// Its place among the samples that were given.
      public let index: Int

      /// A sentence without its capital and period.
      public let reason: String
    }

    /// Samples that were left out.
    public var refused: [Refusal] = []

    /// Creates an empty outcome.
    public init() {}
  }

  /// Saves the samples that the store does not have, in one transaction; when it returns they are
  /// on the disk.
  ///
  /// Saved samples never change. A correlation is linked to those of its members that were saved
  /// before, if they are the same records of the same source; otherwise it is refused. A refused
  /// sample does not hinder the others.
  public func saveNew(_ samples: [Sample]) throws(StoreError) -> SavingOutcome {
    guard !samples.isEmpty else {
      try requireWritable(to: .save)
      return SavingOutcome()
    }
    return try write { connection throws(StoreError) in
      try requireSharing(of: samples, on: connection)
      let ids = samples.map(\.id) + samples.lazy.flatMap(\.memberIDs)
      var writer = try SampleRowWriter(connection, count: ids.count, now: Date())
      var known = try Self.stored(ids, connection)
      known.reserveCapacity(ids.count)
      var outcome = SavingOutcome()
      for (index, sample) in samples.enumerated() {
        guard !known.contains(sample.id) else {
          outcome.known += 1
          continue
        }
        do throws(StoreError) {
          switch try writer.write(sample, linking: known) {
          case .row:
            outcome.saved += 1
            outcome.savedIDs.append(sample.id)
            known.insert(sample.id)
            known.formUnion(sample.memberIDs)
          case .newer: outcome.known += 1
          }
        } catch {
          guard error.reason == .sampleDoesNotFit else { throw error }
          outcome.refused.append(.init(index: index, reason: error.detail))
        }
      }
      try writer.finish()
      return outcome
    }
  }

  /// Returns which of these identifiers the store has.
  static func stored(
    _ ids: [UUID], _ connection: SQLConnection
  ) throws(StoreError) -> Set<UUID> {
    Set(
      try connection.rows(
        "SELECT uuid FROM sample WHERE \(connection.dialect.isAmongIdentifiers("uuid", "?1"))",
        [.identifiers(ids)]
      ) { $0.uuid(0) }.compactMap { $0 })
  }

  /// Saves samples of one content, all or none, unless the store has some of it already: a sample
  /// with this text under this key. The question and the saving are one transaction, so that of
  /// several programs at once one saves.
  ///
  /// - Returns: Whether they were saved.
  public func save(
    _ samples: [QuantitySample], unlessSaved content: (key: String, text: String)
  ) throws(StoreError) -> Bool {
    guard !samples.isEmpty else {
      try requireWritable(to: .save)
      return false
    }
    return try write { connection throws(StoreError) in
      try requireSharing(of: samples, on: connection)
      // The writer holds the right to write from here on, whatever the engine.
      var writer = try SampleRowWriter(connection, count: samples.count, now: Date())
      let found = try connection.integer(
        """
        SELECT 1 FROM metadata WHERE key = ?1 AND \(connection.dialect.equalsText("text", "?2"))
        LIMIT 1
        """,
        [.text(content.key), .text(content.text)])
      guard found == nil else { return false }
      var first: Int64?
      for sample in samples {
        let row = try writer.write(sample).row
        first = first ?? row
      }
      if let first {
        try connection.run(
          "INSERT INTO saved_content (key, text, sample) VALUES (?1, ?2, ?3)",
          [.text(content.key), .text(content.text), .integer(first)])
      }
      try writer.finish()
      return true
    }
  }

  /// Deletes the samples with these identifiers, all or none; an identifier that is not there is
  /// left out.
  ///
  /// Deleting a correlation also deletes the members that were saved with it, unless another
  /// correlation holds them. Deleting a member also deletes a correlation that cannot exist without
  /// it, such as a blood pressure without one of its two numbers; the other member stays. Each leaves a tombstone. A sample of another
  /// source is an error of reason `authorizationDenied`, unless the store was opened as its owner.
  ///
  /// - Returns: How many of the identifiers were there.
  @discardableResult
  public func delete(_ ids: [UUID]) throws(StoreError) -> Int {
    guard !ids.isEmpty else {
      try requireWritable(to: .delete)
      return 0
    }
    return try write(.delete, deletingParts: false) { connection throws(StoreError) in
      var deleter = SampleRowDeleter(connection, at: Date())
      var count = 0
      for start in stride(from: 0, to: ids.count, by: SampleRowDeleter.most) {
        let ids = ids[start..<min(start + SampleRowDeleter.most, ids.count)]
        let there = try rows(of: ids, connection)
        var rows: [Int64] = []
        for id in ids {
          guard let (row, bundle) = there[id] else { continue }
          if let own = client.bundleIdentifier, bundle != own {
            throw connection.failure(
              .authorizationDenied, "the sample \(id.shortText) was saved by another source")
          }
          rows.append(row)
        }
        count += try deleter.delete(rows)
      }
      try LookupTableWriter(connection).noteChanges(of: deleter.changedTypes)
      return count
    }
  }

  /// Deletes the samples that a query finds and the client saved, and never another source's.
  ///
  /// - Returns: How many.
  @discardableResult
  public func delete(matching query: SampleQuery) throws(StoreError) -> Int {
    try write(.delete, deletingParts: false) { connection throws(StoreError) in
      var own = query
      if let bundle = client.bundleIdentifier {
        own.predicate = .all([.sources([bundle])] + (query.predicate.map { [$0] } ?? []))
      }
      let filter = try SampleFilter(own, for: .owner, on: connection)
      // The rows are noted first: a statement's input may not change while it runs.
      let rows = try connection.rows(
        """
        SELECT id FROM sample WHERE \(filter.condition) ORDER BY \(own.order.sql)
        LIMIT ?\(filter.values.count + 1)
        """, filter.values + [.integer(Int64(max(0, query.limit ?? .max)))]
      ) { $0.integer(0) }
      var deleter = SampleRowDeleter(connection, at: Date())
      try deleter.delete(rows)
      try LookupTableWriter(connection).noteChanges(of: deleter.changedTypes)
      return rows.count
    }
  }

  /// Notes that samples were taken during a workout, for `SamplePredicate.ofWorkout`. An identifier
  /// that is not there is an error of reason `notFound`, and the workout must be the client's own.
  public func add(_ ids: [UUID], toWorkout workout: UUID) throws(StoreError) {
    try write { connection throws(StoreError) in
      let there = try rows(of: ids + [workout], connection)
      func present(_ id: UUID) throws(StoreError) -> (row: Int64, bundle: String?) {
        guard let found = there[id] else {
          throw connection.failure(.notFound, "there is no sample \(id)")
        }
        return found
      }
      let (workoutRow, bundle) = try present(workout)
      if let own = client.bundleIdentifier, bundle != own {
        throw connection.failure(
          .authorizationDenied, "the workout \(workout) was saved by another source")
      }
      for id in ids {
        try connection.run(
          "INSERT INTO workout_sample (workout, sample) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
          [.integer(workoutRow), .integer(try present(id).row)])
      }
    }
  }

  /// Returns the rows of the samples that are there and who saved them, by their identifiers.
  private func rows(
    of ids: some Sequence<UUID>, _ connection: SQLConnection
  ) throws(StoreError) -> [UUID: (row: Int64, bundle: String?)] {
    let found = try connection.rows(
      """
      SELECT uuid, sample.id, bundle_identifier FROM sample JOIN source ON source.id = sample.source
      WHERE \(connection.dialect.isAmongIdentifiers("uuid", "?1"))
      """, [.identifiers(ids)]
    ) { ($0.uuid(0), ($0.integer(1), $0.text(2))) }
    return Dictionary(
      found.compactMap { id, sample in id.map { ($0, sample) } }, uniquingKeysWith: { $1 })
  }
}
