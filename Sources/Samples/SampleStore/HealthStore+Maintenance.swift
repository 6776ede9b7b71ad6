public import FoundationEssentials

extension HealthStore {
  /// Forgets samples that were deleted before a time. Older anchors are answered by `anchorExpired`
  /// from then on.
  ///
  /// - Returns: How many of them are not in the store again.
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
        """
        SELECT count(*) FROM tombstone WHERE id <= ?1
        AND NOT EXISTS (SELECT 1 FROM sample WHERE sample.uuid = tombstone.uuid)
        """, [.integer(through)])
      try connection.run("DELETE FROM tombstone WHERE id <= ?1", [.integer(through)])
      try connection.expect(
        0, "SELECT count(*) FROM tombstone WHERE id <= ?1", [.integer(through)])
      let greatest = connection.dialect.greatest("purged_through", "?1")
      try connection.run("UPDATE store SET purged_through = \(greatest)", [.integer(through)])
      return Int(count ?? 0)
    }
  }

  /// Moves saved data from SQLite's log into the database file, which empties the log unless
  /// another program is reading. Saved data is safe without it too.
  public func settle() throws(StoreError) {
    guard !isReadOnly else { return }
    try withConnection(.save) { connection throws(StoreError) in try connection.settle() }
  }

  /// Copies the store as it is at one moment into a new file that only its owner can read; others
  /// may continue to save meanwhile.
  ///
  /// The copy is the same store: anchors continue from it, unless they are newer than the copy. It
  /// gets its name only when it is complete and on the disk; if the program ends before, nothing has
  /// the name, or the file that was there.
  ///
  /// - Parameters:
  ///   - replacing: Whether a file of the name is replaced; otherwise that is an error of reason
  ///     `fileExists`. The store's own files are never replaced.
  ///   - isCancelled: Asked now and then; `true` ends the copying with an error of reason
  ///     `cancelled`.
  ///   - progress: Takes now and then how many bytes have been written, and about how many there will be.
  public func backUp(
    to copy: StoreLocation, replacing: Bool = false, isCancelled: () -> Bool = { false },
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(StoreError) {
    try requireOwner(to: .backUp)
    guard let path = copy.path else {
      throw StoreError(
        .copy, copy.description, .locationIsUnusable, detail: "a copy can only be a file")
    }
    try place.backUp(
      to: path, replacing: replacing, isCancelled: isCancelled, progress: progress)
  }

  /// Returns whether a path leads to one of the files that the store is kept in, by whatever name.
  public func isKept(in path: String) -> Bool { place.isKept(in: path) }
}
