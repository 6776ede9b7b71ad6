#if PostgreSQL
import SampleStore

/// Connects to a server, makes sure that its tables are those that this program knows, makes them in a
/// database without any, and chooses the participant.
struct PostgreSQLOpening {
  private let server: StoreServer
  private let access: HealthStore.Access

  /// Milliseconds to wait for another program's lock.
  private let busyTimeout: Int64

  private(set) var isReadOnly = false

  /// The faults that could not be repaired, one sentence each.
  private(set) var warnings: [String] = []

  init(_ server: StoreServer, access: HealthStore.Access, busyTimeout: Duration) {
    self.server = server
    self.access = access
    self.busyTimeout = busyTimeout.milliseconds
    place = PostgreSQLPlace(server: server, busyTimeout: busyTimeout.milliseconds)
  }

  /// The opened place, for further connections.
  private(set) var place: PostgreSQLPlace

  /// Whether the role made the tables, or may make them.
  private var isOwner = false

  /// Waits for a server that is starting or recovering as long as for a lost one.
  mutating func open() throws(StoreError) -> PostgreSQLConnection {
    let deadline = ContinuousClock.now + PostgreSQLConnection.patience(busyTimeout)
    while true {
      do throws(StoreError) {
        warnings = []
        return try opened()
      } catch {
        guard PostgreSQLFailure.isPassing(error), ContinuousClock.now < deadline else {
          throw error
        }
        PostgreSQLConnection.pause(milliseconds: 100)
      }
    }
  }

  private mutating func opened() throws(StoreError) -> PostgreSQLConnection {
    let connection = try PostgreSQLConnection(
      server, isForReading: access == .readOnly, busyTimeout: busyTimeout, for: .open)
    if let problem = Self.problem(ofVersion: connection.serverVersion) {
      throw StoreError(.open, server.description, .locationIsUnusable, detail: problem)
    }
    let role = try connection.runAll(
      """
      SELECT rolname, rolsuper OR rolbypassrls, current_setting('transaction_read_only'),
        (SELECT pg_has_role(nspowner, 'MEMBER') FROM pg_namespace WHERE nspname = 'heartcam')
      FROM pg_roles WHERE rolname = session_user
      """)
    let name = role.text(0, 0) ?? ""
    guard role.text(0, 1) != "t" else {
      throw StoreError(
        .open, server.description, .permissionDenied,
        detail: "\(name) is a superuser, from whom participants cannot be kept apart")
    }
    isReadOnly = access == .readOnly || role.text(0, 2) == "on"
    isOwner = role.text(0, 3) != "f"
    if isReadOnly, access == .readWrite {
      warnings.append("\(server) takes no changes at the moment; it is only read")
    }
    if try !hasTables(connection) {
      guard !isReadOnly else { throw nothingSaved }
      try make(PostgreSQLSchema.creation, connection) { () throws(StoreError) in
        try hasTables(connection)
      }
    }
    place.schema = "heartcam_\(try number(of: server.participant ?? name, connection))"
    try connection.choose(place.schema)
    try check(connection)
    // A name that only those know who may read the store.
    place.channel = try connection.runAll(
      "SELECT 'heartcam_' || replace(uuid::text, '-', '') FROM store"
    )
    .firstText
    connection.channelName = place.channel
    if !isReadOnly {
      // Each one that ended without a commit in doubt leaves a row.
      try connection.runAll("DELETE FROM writer WHERE at < \(PostgreSQLSchema.now) - 86400")
    }
    return connection
  }

  /// Returns the problem with a server's version, 150018 for 15.18; `nil` for a supported one.
  static func problem(ofVersion version: Int) -> String? {
    version >= 140_000
      ? nil
      : "the server is PostgreSQL \(version / 10_000), and 14 or later is needed"
  }

  /// Returns whether the tables are there; throws if they are another program's, or not those of this version.
  private func hasTables(_ connection: PostgreSQLConnection) throws(StoreError) -> Bool {
    // From the tables of the catalog: functions may answer from before another program's changes.
    let found = try connection.runAll(
      """
      SELECT has_schema_privilege(pg_namespace.oid, 'USAGE'), relname IS NOT NULL
      FROM pg_namespace
        LEFT JOIN pg_class ON relnamespace = pg_namespace.oid AND relname = 'version'
      WHERE nspname = 'heartcam'
      """)
    if found.count == 0 { return false }
    guard found.text(0, 0) == "t" else { throw notAdmitted }
    func failure(_ reason: StoreError.Reason, _ detail: String) -> StoreError {
      StoreError(.open, server.description, reason, detail: detail)
    }
    guard found.text(0, 1) == "t",
      let version = try connection.runAll("SELECT version FROM version").number
    else { throw failure(.notAStore, "its schema heartcam is that of another program") }
    if version > 0, version < PostgreSQLSchema.version {
      guard isOwner, !isReadOnly else {
        throw failure(
          .permissionDenied,
          "its tables are older, until a program opens them as the role that owns them")
      }
      try make(PostgreSQLSchema.upgrade(from: version), connection) { () throws(StoreError) in
        try connection.runAll("SELECT version FROM version").number != version
      }
      return try hasTables(connection)
    }
    try StoreTable.check(
      version: Int64(version), at: server.description, known: PostgreSQLSchema.version)
    return true
  }

  /// Throws unless the participant's tables have the columns that this program needs.
  private func check(_ connection: PostgreSQLConnection) throws(StoreError) {
    let columns = try connection.runAll(
      """
      SELECT relname || '.' || attname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
      WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND NOT attisdropped
      """)
    let present = Set((0..<columns.count).map { columns.text($0, 0) })
    for table in StoreTable.all {
      for column in table.columns where !present.contains("\(table.name).\(column.name)") {
        throw StoreError(
          .open, server.description, .corrupt,
          detail: "its table \(table.name) lacks \(column.name)")
      }
    }
  }

  /// Makes tables unless another program was here first.
  private func make(
    _ sql: String, _ connection: PostgreSQLConnection,
    unless isDone: () throws(StoreError) -> Bool
  ) throws(StoreError) {
    let operation = connection.operation
    connection.operation = .create
    defer { connection.operation = operation }
    try connection.runAll("BEGIN; SELECT pg_advisory_xact_lock(\(PostgreSQLSchema.lock))")
    do {
      if try !isDone() { try connection.runAll(sql) }
      try connection.runAll("COMMIT")
    } catch {
      connection.rollBack()
      throw error
    }
  }

  /// Returns the participant's number; a new participant is made if the role made the tables.
  private func number(
    of participant: String, _ connection: PostgreSQLConnection
  ) throws(StoreError) -> Int {
    func answer(_ function: String) throws(StoreError) -> Int? {
      let ask = PostgreSQLStatement("SELECT \(function)($1)", of: connection)
      ask.bind(.text(participant), at: 1)
      return try ask.step() && !ask.isNull(0) ? Int(ask.integer(0)) : nil
    }
    if let number = try answer("place") { return number }
    guard isOwner else { throw notAdmitted }
    guard !isReadOnly else { throw nothingSaved }
    guard let number = try answer("add_participant") else { throw notAdmitted }
    return number
  }

  private var nothingSaved: StoreError {
    StoreError(.open, server.description, .notFound, detail: "nothing has been saved into it yet")
  }

  private var notAdmitted: StoreError {
    StoreError(
      .open, server.description, .permissionDenied,
      detail: "there is no such participant, or this role was not admitted to it")
  }
}

extension PostgreSQLResult {
  /// The first value of the first row, as text.
  var firstText: String? { count > 0 ? text(0, 0) : nil }

  fileprivate var number: Int? { firstText.flatMap { Int($0) } }
}
#endif
