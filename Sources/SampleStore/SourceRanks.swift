/// Whose word counts before whose, for one type.
struct SourceRanks {
  /// By row of `source`.
  private var ranks: [Int64: Int] = [:]
  private(set) var bundles: [Int64: String] = [:]

  /// The list of the type first, then the others as they first saved.
  init(_ connection: borrowing SQLiteConnection, for identifier: String) throws(StoreError) {
    let listed = try Self.list(for: identifier, connection)
    var byBundle = Dictionary(
      listed.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: min)
    let sources = try connection.prepare(
      "SELECT id, bundle_identifier FROM source ORDER BY id", to: "read from")
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
      if let place = preferred.firstIndex(of: bundle) {
        ranks[row] = place - preferred.count
      }
    }
  }

  static func list(
    for identifier: String, _ connection: borrowing SQLiteConnection
  ) throws(StoreError) -> [String] {
    let listed = try connection.prepare(
      "SELECT bundle_identifier FROM source_priority WHERE type = ?1 ORDER BY position",
      to: "read from")
    try listed.bind([.text(identifier)])
    var bundles: [String] = []
    while try listed.step() { bundles.append(listed.text(0) ?? "") }
    return bundles
  }
}
