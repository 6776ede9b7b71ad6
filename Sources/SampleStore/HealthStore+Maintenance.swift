public import FoundationEssentials

extension HealthStore {
  /// Forgets samples that were deleted before a time. Older anchors are answered by `anchorExpired`
  /// from then on.
  ///
  /// - Returns: How many tombstones were removed.
  @discardableResult
  public func purgeTombstones(deletedBefore time: Date) throws(StoreError) -> Int {
    try requireOwner(to: .purge)
    return try write(.purge) { connection throws(StoreError) in
      // In the order of their numbers, up to the first that is to stay: clocks may have been set
      // back.
      let through = try connection.integer(
        """
        SELECT coalesce((SELECT min(id) - 1 FROM tombstone WHERE deleted_at >= ?1),
          (SELECT max(id) FROM tombstone))
        """, [SQLValue(time)])
      guard let through else { return 0 }
      let count = try connection.integer(
        "SELECT count(*) FROM tombstone WHERE id <= ?1", [.integer(through)])
      guard let count, count > 0 else { return 0 }
      try connection.run("DELETE FROM tombstone WHERE id <= ?1", [.integer(through)])
      let greatest = connection.dialect.greatest("purged_through", "?1")
      try connection.run("UPDATE store SET purged_through = \(greatest)", [.integer(through)])
      return Int(count)
    }
  }

  /// Copies the store as it is at one moment into a new file that only its owner can read; others
  /// may continue to save meanwhile.
  ///
  /// The copy is the same store: anchors continue from it, unless they are newer than the copy. A
  /// file that exists already is an error.
  public func backUp(to copy: StoreLocation) throws(StoreError) {
    try requireOwner(to: .backUp)
    try engine.backUp(to: copy)
  }

  /// What is wrong with the store: a sentence each, none for a sound one. It reads the whole store.
  ///
  /// The engine's own check comes first, then what the schema cannot express: that lengths of types
  /// cover their samples, that every kind has its parts, that no number is used twice.
  public func problems() throws(StoreError) -> [String] {
    try read(.check) { connection throws(StoreError) in
      var found = try connection.engineProblems()
      guard found.isEmpty else { return found }
      for (sentence, sql) in Self.rules {
        let count = try connection.integer("SELECT count(*) FROM (\(sql)) AS broken") ?? 0
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
}
