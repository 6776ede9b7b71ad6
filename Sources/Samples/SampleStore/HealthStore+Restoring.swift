package import FoundationEssentials

extension HealthStore {
  /// Puts a backup's content in place of the store's own, in one step: a program that has the store open sees
  /// the one or the other, and its live queries notice. The store as it was is copied beside it first.
  ///
  /// If the process ends before, the store is as it was.
  /// - Parameters:
  ///   - backup: A store in a file, which should have been checked.
  ///   - copy: The file into which the store as it was is copied; one that exists is an error of reason
  ///     `fileExists`.
  public func restore(from backup: HealthStore, keeping copy: StoreLocation) throws(StoreError) {
    try requireOwner(to: .restore)
    try requireWritable(to: .restore)
    guard let path = copy.path else {
      throw failure(.restore, .locationIsUnusable, "a copy can only be a file")
    }
    try place.restore(from: backup.place, keeping: path)
  }

  /// Puts a backup in place of a file that is damaged, or is no store any more: the file and those beside it
  /// get another name first, under which nothing of them is lost.
  public static func replaceUnreadable(
    _ location: StoreLocation, with backup: HealthStore, keeping copy: StoreLocation
  ) throws(StoreError) {
    guard let path = location.path, let kept = copy.path else {
      throw StoreError(
        .restore, location.description, .locationIsUnusable,
        detail: "only a store in a file can be replaced")
    }
    try StoreFiles.keep(path, as: kept)
    try backup.backUp(to: location, replacing: true)
  }

  /// Returns the correlations that hold one of some samples, by their identifiers.
  package func correlations(holding ids: [UUID]) throws(StoreError) -> [UUID] {
    try read { connection throws(StoreError) in
      try connection.rows(
        """
        SELECT whole.uuid FROM sample JOIN correlation_member ON member = sample.id
          JOIN sample AS whole ON whole.id = correlation
        WHERE \(connection.dialect.isAmongIdentifiers("sample.uuid", "?1"))
        """, [.identifiers(ids)]
      ) { $0.uuid(0) }.compactMap { $0 }
    }
  }
}
