#if PostgreSQL
import CPostgreSQL
public import SampleStore

extension StoreEngine {
  /// Stores on PostgreSQL servers.
  public static let postgreSQL = StoreEngine(
    schemes: ["postgresql", "postgres"],
    library: { "libpq \(PQlibVersion() / 10_000).\(PQlibVersion() % 10_000)" },
    isAvailable: { $0.server.map(PostgreSQLPlace.isAvailable) ?? false },
    open: { request throws(StoreError) in
      guard let server = request.location.server else {
        throw StoreError(
          .open, request.location.description, .locationIsUnusable, detail: "it names no server")
      }
      var opening = PostgreSQLOpening(
        server, access: request.access, busyTimeout: request.busyTimeout)
      let connection = try opening.open()
      return Opened(
        opening.place, connection, isReadOnly: opening.isReadOnly, warnings: opening.warnings)
    })
}

/// A participant's store on a PostgreSQL server: how to reach it once it was opened.
struct PostgreSQLPlace: StorePlace {
  let server: StoreServer

  /// Milliseconds to wait for another program's lock.
  let busyTimeout: Int64

  /// The participant's schema, and the channel of its changes; `nil` before it is open.
  var schema: String?
  var channel: String?

  func openReader(for operation: StoreError.Operation) throws(StoreError) -> any EngineConnection {
    let connection = try PostgreSQLConnection(
      server, isForReading: true, busyTimeout: busyTimeout, for: operation)
    try connection.choose(schema)
    connection.channelName = channel
    return connection
  }

  func backUp(
    to path: String, replacing: Bool, isCancelled: () -> Bool,
    progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StoreError) {
    throw StoreError(
      .backUp, server.description, .other,
      detail: "a server's stores are backed up by its own programs, such as pg_dump")
  }

  func restore(from backup: any StorePlace, keeping copy: String) throws(StoreError) {
    throw StoreError(
      .restore, server.description, .other,
      detail: "a server's stores are restored by its own programs, such as pg_restore")
  }

  func isKept(in path: String) -> Bool { false }

  /// Returns whether the participant's rows are there and can be read, or can be made.
  static func isAvailable(at server: StoreServer) -> Bool {
    var opening = PostgreSQLOpening(server, access: .readOnly, busyTimeout: .seconds(5))
    do {
      _ = try opening.open()
      return true
    } catch {
      return error.reason == .notFound
    }
  }
}
#endif
