public import FoundationEssentials

extension HealthStore {
  /// Saves all the samples or none; when it returns they are on the disk.
  ///
  /// A sample whose identifier the store has already is an error of reason `sampleExists`. A sample
  /// that carries a sync identifier replaces the lower versions that its source saved of its type,
  /// and is left out if the store has the same or a higher version.
  public func save(_ samples: [QuantitySample]) throws(StoreError) {
    try write(samples, rows: samples.count) { sample, writer throws(StoreError) in
      try writer.write(sample)
    }
  }

  /// Saves samples of any kind, all or none; a correlation with its members.
  public func save(_ samples: [Sample]) throws(StoreError) {
    let members = samples.reduce(0) { count, sample in
      if case .correlation(let sample) = sample { count + sample.members.count } else { count }
    }
    try write(samples, rows: samples.count + members) { sample, writer throws(StoreError) in
      try writer.write(sample)
    }
  }

  private func write<Written: HealthSample>(
    _ samples: [Written], rows: Int,
    _ write: (Written, inout SampleRowWriter) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard !samples.isEmpty else { return try requireWritable(to: .save) }
    try self.write { connection throws(StoreError) in
      try requireSharing(of: samples, on: connection)
      var writer = try SampleRowWriter(connection, count: rows, now: Date())
      for sample in samples { try write(sample, &writer) }
      try writer.finish()
    }
  }

  /// Deletes the samples with these identifiers, all or none; an identifier that is not there is
  /// left out.
  ///
  /// A correlation's members are deleted with it, and each leaves a tombstone. A sample of another
  /// source is an error of reason `authorizationDenied`, unless the store was opened as its owner.
  ///
  /// - Returns: How many of the identifiers were there.
  @discardableResult
  public func delete(_ ids: [UUID]) throws(StoreError) -> Int {
    guard !ids.isEmpty else {
      try requireWritable(to: .delete)
      return 0
    }
    return try write(.delete) { connection throws(StoreError) in
      var deleter = SampleRowDeleter(connection, count: ids.count, at: Date())
      var count = 0
      for id in ids {
        guard let (row, bundle) = try row(of: id, connection) else { continue }
        if let own = client.bundleIdentifier, bundle != own {
          throw connection.failure(
            .authorizationDenied, "the sample \(id) was saved by another source")
        }
        try deleter.delete(row: row)
        count += 1
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
    try write(.delete) { connection throws(StoreError) in
      var own = query
      if let bundle = client.bundleIdentifier {
        own.predicate = .all([.sources([bundle])] + (query.predicate.map { [$0] } ?? []))
      }
      let filter = try SampleFilter(own, for: .owner, on: connection)
      // The rows are noted first: what a statement reads may not change while it runs.
      let find = try connection.prepare(
        """
        SELECT id FROM sample WHERE \(filter.condition) ORDER BY \(own.order.sql)
        LIMIT ?\(filter.values.count + 1)
        """)
      try find.bind(filter.values + [.integer(Int64(max(0, query.limit ?? .max)))])
      var rows: [Int64] = []
      while try find.step() { rows.append(find.integer(0)) }
      var deleter = SampleRowDeleter(connection, count: rows.count, at: Date())
      for row in rows { try deleter.delete(row: row) }
      try LookupTableWriter(connection).noteChanges(of: deleter.changedTypes)
      return rows.count
    }
  }

  /// Notes that samples were taken during a workout, for `SamplePredicate.ofWorkout`. An identifier
  /// that is not there is an error of reason `notFound`, and the workout must be the client's own.
  public func add(_ ids: [UUID], toWorkout workout: UUID) throws(StoreError) {
    try write { connection throws(StoreError) in
      func present(_ id: UUID) throws(StoreError) -> (row: Int64, bundle: String?) {
        guard let found = try row(of: id, connection) else {
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

  /// The row of a sample and who saved it; `nil` if there is no such sample.
  private func row(
    of id: UUID, _ connection: SQLConnection
  ) throws(StoreError) -> (row: Int64, bundle: String?)? {
    let find = try connection.prepare(
      """
      SELECT sample.id, bundle_identifier FROM sample JOIN source ON source.id = sample.source
      WHERE uuid = ?1
      """)
    try find.bind([.identifier(id)])
    return try find.step() ? (find.integer(0), find.text(1)) : nil
  }
}
