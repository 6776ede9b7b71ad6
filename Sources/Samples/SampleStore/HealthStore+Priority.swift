extension HealthStore {
  /// Returns the bundle identifiers whose samples of a type count before others, the first most;
  /// those that are not listed follow in the order in which they first saved.
  public func sourcePriority(for type: SampleType) throws(StoreError) -> [String] {
    try read { connection throws(StoreError) in
      try SourceRanks.list(for: type.identifier, connection)
    }
  }

  /// Changes whose samples count first; statistics read the list each time.
  ///
  /// Throws `authorizationDenied` unless the store was opened as its owner.
  public func setSourcePriority(
    _ bundleIdentifiers: [String], for type: SampleType
  ) throws(StoreError) {
    guard client == .owner else {
      throw failure(
        .save, .authorizationDenied, "only its owner may say whose samples count first")
    }
    try write { connection throws(StoreError) in
      try connection.run(
        "DELETE FROM source_priority WHERE type = ?1", [.text(type.identifier)])
      try SourceRanks.insert(bundleIdentifiers, for: type.identifier, connection)
      try connection.run(
        "UPDATE sample_type SET change = change + 1 WHERE identifier = ?1",
        [.text(type.identifier)])
    }
  }
}

/// The priority of sources, for one type.
struct SourceRanks {
  /// The ranks by row of `source`; the lowest counts first.
  private var ranks: [Int64: Int] = [:]
  private(set) var bundles: [Int64: String] = [:]

  /// Creates the list of the type first, then the others as they first saved.
  init(_ connection: SQLConnection, for identifier: String) throws(StoreError) {
    let listed = try Self.list(for: identifier, connection)
    var byBundle = Dictionary(
      listed.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: min)
    let sources = try connection.prepare(
      "SELECT id, bundle_identifier FROM source ORDER BY id")
    while try sources.step() {
      let bundle = sources.text(1) ?? ""
      let rank = byBundle[bundle] ?? byBundle.count
      byBundle[bundle] = rank
      ranks[sources.integer(0)] = rank
      bundles[sources.integer(0)] = bundle
    }
  }

  subscript(source: Int64) -> Int { ranks[source] ?? .max - 1 }

  /// Puts some before all others.
  mutating func prefer(_ preferred: [String]) {
    for (row, bundle) in bundles {
      if let index = preferred.firstIndex(of: bundle) {
        ranks[row] = index - preferred.count
      }
    }
  }

  static func list(
    for identifier: String, _ connection: SQLConnection
  ) throws(StoreError) -> [String] {
    try connection.rows(
      "SELECT bundle_identifier FROM source_priority WHERE type = ?1 ORDER BY position",
      [.text(identifier)]
    ) { $0.text(0) ?? "" }
  }

  /// Makes the list of a type that has none.
  static func insert(
    _ bundles: [String], for identifier: String, _ connection: SQLConnection
  ) throws(StoreError) {
    for (position, bundle) in bundles.enumerated() {
      try connection.run(
        "INSERT INTO source_priority (type, position, bundle_identifier) VALUES (?1, ?2, ?3)",
        [.text(identifier), .integer(Int64(position)), .text(bundle)])
    }
  }
}
