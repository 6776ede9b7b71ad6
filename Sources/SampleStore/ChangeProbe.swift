/// Finds out which types have changed, with a connection of its own; used by one thread at a time.
final class ChangeProbe {
  private let connection: SQLiteConnection
  private let version: SQLiteStatement
  private let counts: SQLiteStatement
  private var seenVersion: Int64?
  private var seen: [String: Int64]

  /// - Parameter seen: What was known of every type before.
  init(_ store: HealthStore, seen: [String: Int64]) throws(StoreError) {
    connection = try store.openReader()
    version = try connection.prepare("PRAGMA data_version", to: "watch")
    counts = try Self.counts(connection, for: store.client)
    self.seen = seen
  }

  /// Identifiers of the types that have changed since the last call; it costs microseconds where
  /// nothing was written.
  func changedTypes() throws(StoreError) -> Set<String> {
    defer { version.reset() }
    // Another number tells that another connection, of whatever process, has committed.
    let present = try version.step() ? version.integer(0) : 0
    guard present != seenVersion else { return [] }
    seenVersion = present
    let now = try Self.read(counts)
    defer { seen = now }
    return Set(now.filter { seen[$0.key] != $0.value }.keys)
  }

  /// Changes of every type that the client may know of, by identifier.
  static func counts(
    _ connection: borrowing SQLiteConnection, for client: StoreClient
  ) throws(StoreError) -> SQLiteStatement {
    guard let bundle = client.bundleIdentifier else {
      return try connection.prepare(
        "SELECT identifier, change FROM sample_type WHERE change > 0", to: "watch")
    }
    let granted = Authorization.Status.authorized.rawValue
    let statement = try connection.prepare(
      """
      SELECT identifier, change FROM sample_type JOIN authorization ON authorization.type = identifier
      WHERE change > 0 AND bundle_identifier = ?1 AND (reading = \(granted) OR sharing = \(granted))
      """, to: "watch")
    try statement.bind([.text(bundle)])
    return statement
  }

  static func read(_ statement: SQLiteStatement) throws(StoreError) -> [String: Int64] {
    defer { statement.reset() }
    var counts: [String: Int64] = [:]
    while try statement.step() { counts[statement.text(0) ?? ""] = statement.integer(1) }
    return counts
  }
}
