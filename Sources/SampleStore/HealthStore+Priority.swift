extension HealthStore {
  /// The bundle identifiers whose samples of a type count before others', the first most; those that are
  /// not listed follow in the order in which they first saved.
  public func sourcePriority(for type: SampleType) throws(StoreError) -> [String] {
    try withConnection { connection throws(StoreError) in
      try SourceRanks.list(for: type.identifier, connection)
    }
  }

  /// Changes whose samples count first; statistics ask for it anew each time.
  ///
  /// Throws `authorizationDenied` where the store was not opened as its owner.
  public func setSourcePriority(
    _ bundleIdentifiers: [String], for type: SampleType
  ) throws(StoreError) {
    try requireWritable(to: "save to")
    guard client == .owner else {
      throw StoreError(
        "save to", location.path, .authorizationDenied,
        detail: "only its owner may say whose samples count first")
    }
    try withConnection { connection throws(StoreError) in
      let clear = try connection.prepare(
        "DELETE FROM source_priority WHERE type = ?1", to: "save to")
      let insert = try connection.prepare(
        "INSERT INTO source_priority (type, position, bundle_identifier) VALUES (?1, ?2, ?3)",
        to: "save to")
      let touch = try connection.prepare(
        "UPDATE sample_type SET change = change + 1 WHERE identifier = ?1", to: "save to")
      try connection.transaction(to: "save to") { () throws(StoreError) in
        try clear.run([.text(type.identifier)])
        for (index, bundle) in bundleIdentifiers.enumerated() {
          try insert.run([.text(type.identifier), .integer(Int64(index)), .text(bundle)])
        }
        try touch.run([.text(type.identifier)])
      }
    }
  }
}
