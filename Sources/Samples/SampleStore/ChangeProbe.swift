/// Finds out which types have changed, through a separate connection; used by one thread at a time.
final class ChangeProbe {
  private let connection: SQLConnection
  private let client: StoreClient
  private var stamp: Int64?
  private var seen: [String: Int64]

  /// - Parameter seen: The change count of every type seen so far.
  init(_ store: HealthStore, seen: [String: Int64]) throws(StoreError) {
    connection = try store.openReader(for: .watch)
    client = store.client
    self.seen = seen
  }

  /// Identifiers of the types that have changed since the last call; it costs microseconds if
  /// nothing was written.
  func changedTypes() throws(StoreError) -> Set<String> {
    let present = try connection.changeStamp()
    guard present != stamp else { return [] }
    stamp = present
    let now = try connection.read { connection throws(StoreError) in
      try Self.counts(connection, for: client)
    }
    defer { seen = now }
    return Set(now.filter { seen[$0.key] != $0.value }.keys)
  }

  /// Returns how many transactions have touched each type that the client may access, by identifier.
  static func counts(
    _ connection: SQLConnection, for client: StoreClient
  ) throws(StoreError) -> [String: Int64] {
    let rows: SQLStatement
    if let bundle = client.bundleIdentifier {
      let granted = Authorization.Status.authorized.rawValue
      rows = try connection.prepare(
        """
        SELECT identifier, change FROM sample_type
          JOIN "authorization" ON "authorization".type = identifier
        WHERE change > 0 AND bundle_identifier = ?1 AND (reading = \(granted) OR sharing = \(granted))
        """)
      try rows.bind([.text(bundle)])
    } else {
      rows = try connection.prepare("SELECT identifier, change FROM sample_type WHERE change > 0")
    }
    var counts: [String: Int64] = [:]
    while try rows.step() { counts[rows.text(0) ?? ""] = rows.integer(1) }
    return counts
  }
}
