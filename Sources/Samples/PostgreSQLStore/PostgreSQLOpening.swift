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

  /// What was found and could not be mended: a sentence each.
  private(set) var warnings: [String] = []

  init(_ server: StoreServer, access: HealthStore.Access, busyTimeout: Duration) {
    self.server = server
    self.access = access
    self.busyTimeout = busyTimeout.milliseconds
  }

  var place: PostgreSQLPlace { PostgreSQLPlace(server: server, busyTimeout: busyTimeout) }

  /// Waits for a server that is starting or recovering as long as for one that is lost on the way.
  mutating func open() throws(StoreError) -> PostgreSQLConnection {
    let deadline = ContinuousClock.now + PostgreSQLConnection.patience
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
      SELECT rolname, rolsuper OR rolbypassrls, current_setting('transaction_read_only')
      FROM pg_roles WHERE rolname = session_user
      """)
    let name = role.text(0, 0) ?? ""
    guard role.text(0, 1) != "t" else {
      throw StoreError(
        .open, server.description, .permissionDenied,
        detail: "\(name) is a superuser, from whom participants cannot be kept apart")
    }
    isReadOnly = access == .readOnly || role.text(0, 2) == "on"
    if isReadOnly, access == .readWrite {
      warnings.append("\(server) takes no changes at the moment; it is only read")
    }
    if try !hasTables(connection) {
      guard !isReadOnly else { throw nothingSaved }
      try makeTables(connection)
    }
    try makeViews(connection)
    let participant = server.participant ?? name
    connection.channelName = "heartcam_\(try number(of: participant, name, connection))"
    if !isReadOnly {
      // Those that ended without a commit in doubt leave a row each.
      try connection.runAll("DELETE FROM writer WHERE at < now() - interval '1 day'")
    }
    return connection
  }

  /// What is wrong with a server's version, 150018 for 15.18; `nil` if nothing is.
  static func problem(ofVersion version: Int) -> String? {
    version >= 140_000
      ? nil
      : "the server is PostgreSQL \(version / 10_000), and 14 or later is needed"
  }

  /// Whether the tables are there; throws if they are another program's, or not those of this version.
  private func hasTables(_ connection: PostgreSQLConnection) throws(StoreError) -> Bool {
    // From the tables of the catalogue: functions may answer from before another program's changes.
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
    try StoreTable.check(version: Int64(version), at: server.description)
    let columns = try connection.runAll(
      """
      SELECT relname || '.' || attname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
      WHERE relnamespace = 'heartcam'::regnamespace AND relkind = 'r' AND NOT attisdropped
      """)
    let present = Set((0..<columns.count).map { columns.text($0, 0) })
    for table in StoreTable.all {
      for column in table.columns where !present.contains("\(table.name).\(column.name)") {
        throw failure(.corrupt, "its table \(table.name) lacks \(column.name)")
      }
    }
    return true
  }

  private func makeTables(_ connection: PostgreSQLConnection) throws(StoreError) {
    let operation = connection.operation
    connection.operation = .create
    defer { connection.operation = operation }
    try connection.runAll("BEGIN; SELECT pg_advisory_xact_lock(\(PostgreSQLSchema.lock))")
    do {
      // Another program may have been here first.
      if try !hasTables(connection) { try connection.runAll(PostgreSQLSchema.creation) }
      try connection.runAll("COMMIT")
    } catch {
      connection.rollBack()
      throw error
    }
  }

  /// Adds the views to tables that are older, if the role made them.
  private func makeViews(_ connection: PostgreSQLConnection) throws(StoreError) {
    guard !isReadOnly,
      try connection.runAll(
        """
        SELECT to_regclass('heartcam.heart_rates') IS NULL AND pg_has_role(nspowner, 'MEMBER')
        FROM pg_namespace WHERE nspname = 'heartcam'
        """
      ).text(0, 0) == "t"
    else { return }
    try connection.runAll("BEGIN; SELECT pg_advisory_xact_lock(\(PostgreSQLSchema.lock))")
    do {
      try connection.runAll("SET LOCAL search_path = heartcam; \(PostgreSQLSchema.views); COMMIT")
    } catch {
      connection.rollBack()
      throw error
    }
  }

  /// The participant's number; a new participant is made if the role made the tables.
  private func number(
    of participant: String, _ role: String, _ connection: PostgreSQLConnection
  ) throws(StoreError) -> Int {
    if let number = try connection.runAll("SELECT present()").number { return number }
    let isOwner = try connection.runAll(
      """
      SELECT pg_has_role(nspowner, 'MEMBER') FROM pg_namespace WHERE nspname = 'heartcam'
      """
    ).text(0, 0)
    guard isOwner == "t" else { throw notAdmitted }
    guard !isReadOnly else { throw nothingSaved }
    let add = PostgreSQLStatement("SELECT add_participant($1)", of: connection)
    add.bind(.text(participant), at: 1)
    _ = try add.step()
    guard let number = try connection.runAll("SELECT present()").number else { throw notAdmitted }
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
  /// The first value of the first row, as text, read as a number.
  fileprivate var number: Int? { count > 0 ? text(0, 0).flatMap { Int($0) } : nil }
}
#endif
