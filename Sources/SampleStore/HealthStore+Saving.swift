public import FoundationEssentials

extension HealthStore {
  /// Saves all the samples or none; when it returns they are on the disk.
  ///
  /// A sample whose identifier the store has already is an error of reason `sampleExists`. One that
  /// carries a sync identifier replaces the lower versions that its source saved of its type, and is
  /// passed over where the same or a higher version is there.
  public func save(_ samples: [QuantitySample]) throws(StoreError) {
    try write(samples) { sample, writer throws(StoreError) in try writer.write(sample) }
  }

  /// Saves samples of any kind, all or none; a correlation with its members.
  public func save(_ samples: [Sample]) throws(StoreError) {
    try write(samples) { sample, writer throws(StoreError) in try writer.write(sample) }
  }

  private func write<Written: HealthSample>(
    _ samples: [Written],
    _ write: (Written, inout SampleWriter) throws(StoreError) -> Void
  ) throws(StoreError) {
    try requireWritable(to: "save to")
    guard !samples.isEmpty else { return }
    try withConnection { connection throws(StoreError) in
      var writer = try SampleWriter(connection, now: Date())
      try connection.transaction(to: "save to") { () throws(StoreError) in
        try requireSharing(of: samples, on: connection)
        for sample in samples { try write(sample, &writer) }
        try writer.finish()
      }
    }
  }

  /// Deletes the samples with these identifiers, all or none; an identifier that is not there is passed over.
  ///
  /// A correlation's members go with it, and each leaves a tombstone. What another source saved is an
  /// error of reason `authorizationDenied`, unless the store was opened as its owner.
  ///
  /// - Returns: How many of the identifiers were there.
  @discardableResult
  public func delete(_ ids: [UUID]) throws(StoreError) -> Int {
    try requireWritable(to: "delete from")
    guard !ids.isEmpty else { return 0 }
    return try withConnection { connection throws(StoreError) in
      let find = try connection.prepare(
        """
        SELECT sample.id, bundle_identifier FROM sample JOIN source ON source.id = sample.source
        WHERE uuid = ?1
        """, to: "delete from")
      return try connection.transaction(to: "delete from") { () throws(StoreError) in
        var deleter = SampleDeleter(find)
        let now = Date()
        var count = 0
        for id in ids {
          try find.bind([.blob(id.bytes)])
          guard try find.step() else { continue }
          if let own = client.bundleIdentifier, find.text(1) != own {
            throw StoreError(
              "delete from", location.path, .authorizationDenied,
              detail: "the sample \(id) was saved by another source")
          }
          try deleter.delete(row: find.integer(0), at: now)
          count += 1
        }
        find.reset()
        try SharedRowWriter(find, location: location.path).noteChanges(of: deleter.changedTypes)
        return count
      }
    }
  }

  /// Deletes what a query finds and the client saved; of others' samples nothing, whatever it says.
  ///
  /// - Returns: How many.
  @discardableResult
  public func delete(matching query: SampleQuery) throws(StoreError) -> Int {
    try requireWritable(to: "delete from")
    return try withConnection { connection throws(StoreError) in
      try connection.transaction(to: "delete from") { () throws(StoreError) in
        var own = query
        if let bundle = client.bundleIdentifier {
          own.predicate = .all([.sources([bundle])] + (query.predicate.map { [$0] } ?? []))
        }
        let filter = try SampleFilter(
          own, for: .owner, units: StoredUnits(connection, for: own))
        // The rows are noted first: what a statement reads it may not change under way.
        let find = try connection.prepare(
          """
          SELECT id FROM sample WHERE \(filter.condition) ORDER BY \(own.order.sql)
          LIMIT ?\(filter.values.count + 1)
          """, to: "delete from")
        try find.bind(filter.values + [.integer(Int64(max(0, query.limit ?? .max)))])
        var rows: [Int64] = []
        while try find.step() { rows.append(find.integer(0)) }
        find.reset()
        var deleter = SampleDeleter(find)
        let now = Date()
        for row in rows { try deleter.delete(row: row, at: now) }
        try SharedRowWriter(find, location: location.path).noteChanges(of: deleter.changedTypes)
        return rows.count
      }
    }
  }

  /// Notes that samples were taken during a workout, for `SamplePredicate.ofWorkout`; what is not there is
  /// an error of reason `notFound`, and the workout must be the client's own.
  public func add(_ ids: [UUID], toWorkout workout: UUID) throws(StoreError) {
    try requireWritable(to: "save to")
    try withConnection { connection throws(StoreError) in
      let find = try connection.prepare(
        """
        SELECT sample.id, bundle_identifier FROM sample JOIN source ON source.id = sample.source
        WHERE uuid = ?1
        """, to: "save to")
      let insert = try connection.prepare(
        "INSERT OR IGNORE INTO workout_sample (workout, sample) VALUES (?1, ?2)", to: "save to")
      try connection.transaction(to: "save to") { () throws(StoreError) in
        func row(of id: UUID, own: Bool) throws(StoreError) -> Int64 {
          try find.bind([.blob(id.bytes)])
          defer { find.reset() }
          guard try find.step() else {
            throw StoreError(
              "save to", location.path, .notFound, detail: "there is no sample \(id)")
          }
          if own, let bundle = client.bundleIdentifier, find.text(1) != bundle {
            throw StoreError(
              "save to", location.path, .authorizationDenied,
              detail: "the workout \(id) was saved by another source")
          }
          return find.integer(0)
        }
        let workoutRow = try row(of: workout, own: true)
        for id in ids {
          try insert.run([.integer(workoutRow), .integer(try row(of: id, own: false))])
        }
      }
    }
  }

  func requireWritable(to operation: String) throws(StoreError) {
    guard !isReadOnly else {
      throw StoreError(operation, location.path, .readOnly, detail: "it may only be read")
    }
  }
}

extension UUID {
  var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
