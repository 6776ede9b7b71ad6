public import FoundationEssentials

extension HealthStore {
  /// Forgets samples that were deleted before a time. Followers whose anchors are older are told
  /// `anchorExpired` from then on.
  ///
  /// - Returns: How many tombstones were taken away.
  @discardableResult
  public func purgeTombstones(deletedBefore time: Date) throws(StoreError) -> Int {
    try requireWritable(to: "purge")
    try requireOwner(to: "purge")
    return try withConnection { connection throws(StoreError) in
      // In the order of their numbers, up to the first that is to stay: clocks may have been set back.
      let last = try connection.prepare(
        """
        SELECT coalesce((SELECT min(id) - 1 FROM tombstone WHERE deleted_at >= ?1),
          (SELECT max(id) FROM tombstone))
        """, to: "purge")
      let delete = try connection.prepare("DELETE FROM tombstone WHERE id <= ?1", to: "purge")
      let note = try connection.prepare(
        "UPDATE store SET purged_through = max(purged_through, ?1)", to: "purge")
      return try connection.transaction(to: "purge") { () throws(StoreError) in
        try last.bind([.real(time.timeIntervalSinceReferenceDate)])
        guard try last.step(), !last.isNull(0) else { return 0 }
        let through = last.integer(0)
        last.reset()
        try delete.run([.integer(through)])
        let count = connection.changes
        if count > 0 { try note.run([.integer(through)]) }
        return count
      }
    }
  }

  /// Copies the store as it is at one moment into a new file, which only its owner can read; others may
  /// go on saving meanwhile.
  ///
  /// The copy is the same store: anchors go on from it, unless they are newer than the copy. A file that
  /// is there already is an error.
  public func backUp(to copy: StoreLocation) throws(StoreError) {
    try requireOwner(to: "back up")
    guard try StoreFiles.kind(of: copy) == .missing else {
      throw StoreError("back up to", copy.path, .other, detail: "there is such a file already")
    }
    try StoreFiles.create(copy)
    do {
      // VACUUM INTO writes into an empty file, and reads in one transaction.
      let connection = try openReader()
      let statement = try connection.prepare("VACUUM INTO ?1", to: "back up")
      try statement.run([.text(copy.path)])
      try StoreFiles.synchronize(copy)
    } catch {
      StoreFiles.remove(copy)
      throw error
    }
  }

  /// What is wrong with the store: a sentence each, none for a sound one. It reads the whole file.
  ///
  /// SQLite's own check of every page, index and reference, then what the schema cannot say by itself:
  /// that lengths of types cover their samples, that every kind has its parts, that no number is used twice.
  public func problems() throws(StoreError) -> [String] {
    try withConnection { connection throws(StoreError) in
      var found: [String] = []
      let check = try connection.prepare("PRAGMA integrity_check", to: "check")
      while try check.step() {
        if let line = check.text(0), line != "ok" { found.append(line) }
      }
      let references = try connection.prepare("PRAGMA foreign_key_check", to: "check")
      while try references.step() {
        found.append("a row of \(references.text(0) ?? "?") refers to nothing")
      }
      guard found.isEmpty else { return found }
      for (sentence, sql) in Self.rules {
        let count = try connection.integer("SELECT count(*) FROM (\(sql))", to: "check")
        if count > 0 { found.append("\(sentence): \(count)") }
      }
      return found
    }
  }

  /// A sentence for each rule, and what finds the rows that break it.
  private static let rules: [(String, String)] = [
    (
      "samples longer than their type's longest",
      """
      SELECT 1 FROM sample JOIN sample_type ON sample_type.id = type
        WHERE end_time - start_time > longest
      """
    ),
    (
      "samples without their value or unit",
      """
      SELECT 1 FROM sample JOIN sample_type ON sample_type.id = type WHERE
        CASE kind WHEN \(SampleKind.quantity.rawValue)
          THEN value IS NULL OR given_value IS NULL OR sample.unit IS NULL
        WHEN \(SampleKind.category.rawValue) THEN value IS NULL
        WHEN \(SampleKind.workout.rawValue)
          THEN value IS NULL OR NOT EXISTS (SELECT 1 FROM workout WHERE workout.sample = sample.id)
        WHEN \(SampleKind.heartbeatSeries.rawValue)
          THEN NOT EXISTS (SELECT 1 FROM heartbeat_series AS series WHERE series.sample = sample.id)
        ELSE NOT EXISTS (SELECT 1 FROM correlation_member WHERE correlation = sample.id) END
      """
    ),
    (
      "quantity types without a unit or an aggregation",
      """
      SELECT 1 FROM sample_type WHERE kind = \(SampleKind.quantity.rawValue)
        AND (unit IS NULL OR aggregation IS NULL)
      """
    ),
    (
      "purged tombstones that are still there",
      "SELECT 1 FROM tombstone WHERE id <= (SELECT purged_through FROM store)"
    ),
    ("a store without an identity", "SELECT 1 WHERE (SELECT count(*) FROM store) <> 1"),
  ]

  private func requireOwner(to operation: String) throws(StoreError) {
    guard client == .owner else {
      throw StoreError(
        operation, location.path, .authorizationDenied, detail: "only its owner may do that")
    }
  }
}
