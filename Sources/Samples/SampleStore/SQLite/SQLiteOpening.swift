/// Opens the file, makes sure that it is a store of a schema this program knows, and brings it up
/// to date.
struct SQLiteOpening {
  private let path: String
  private let access: HealthStore.Access

  /// Milliseconds to wait for another program.
  private let busyTimeout: Int32

  private var mode = SQLiteConnection.Mode.readWrite
  private(set) var isReadOnly = false

  /// What was found and mended, or could not be: a sentence each.
  private(set) var warnings: [String] = []

  init(_ path: String, access: HealthStore.Access, busyTimeout: Duration) {
    self.path = path
    self.access = access
    let (seconds, attoseconds) = min(max(.zero, busyTimeout), .seconds(3600)).components
    self.busyTimeout = Int32(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }

  /// What was opened, for further connections.
  var engine: SQLiteEngine { SQLiteEngine(path: path, mode: mode, busyTimeout: busyTimeout) }

  /// The connection; `engine`, `isReadOnly` and `warnings` say how it was opened.
  mutating func open() throws(StoreError) -> SQLiteConnection {
    switch (try StoreFiles.kind(of: path), access) {
    case (.file, _): break
    case (.missing, .readWrite): try StoreFiles.create(path)
    case (.missing, .readOnly):
      throw StoreError(.open, path, .notFound, detail: "there is no such file")
    case (.fragment, _):
      throw StoreError(.open, path, .notAStore, detail: "it is too short for a database")
    case (.other, _):
      throw StoreError(.open, path, .notAStore, detail: "it is not a regular file")
    }
    StoreFiles.alignModes(of: path)
    // Without a log beside it, in a folder that takes none, a database in WAL mode can only be read
    // as one that does not change.
    mode =
      StoreFiles.isFrozen(path) ? .immutable : (access == .readOnly ? .readOnly : .readWrite)
    var (connection, version): (SQLiteConnection, Int64)
    do throws(StoreError) {
      (connection, version) = try openedAndChecked()
    } catch {
      guard mode == .readOnly, error.reason == .readOnly else { throw error }
      // A program was killed in the middle of a change, which only a writer can take back.
      try heal()
      (connection, version) = try openedAndChecked()
    }
    if mode == .readOnly, version > 0, version < SQLiteSchema.version {
      version = try broughtForward(from: version)
    }

    isReadOnly = connection.isReadOnly
    if let network = StoreFiles.network(of: path) {
      warnings.append(
        "\(path) is on a network file system (\(network)), where several machines may damage it; keep it "
          + "on a local disk, or use a PostgreSQL server")
    }
    if isReadOnly {
      // A program was stopped after it had made the file and before it had made a store of it.
      if version == 0, access == .readOnly {
        throw StoreError(.open, path, .notFound, detail: "nothing has been saved into it yet")
      }
      guard version == SQLiteSchema.version else {
        throw StoreError(
          .migrate, path, .readOnly,
          detail:
            "its schema \(version) is older than \(SQLiteSchema.version) and it may not be written")
      }
      if access == .readWrite { warnings.append("\(path) may not be written; it is only read") }
    } else {
      try enterWriteAheadLog(connection)
      if version < SQLiteSchema.version { try Self.migrate(connection) }
    }
    // Only now is it known to be a store, and not somebody's file that happens to bear the name.
    if let warning = StoreFiles.mendModes(of: path) { warnings.append(warning) }
    if let warning = StoreFiles.problem(ofFolderOf: path) { warnings.append(warning) }
    return connection
  }

  private func openedAndChecked() throws(StoreError) -> (SQLiteConnection, Int64) {
    let connection = try SQLiteConnection(path, mode: mode, busyTimeout: busyTimeout, for: .open)
    try connection.run(SQLiteEngine.settings)
    // One snapshot: another program may be making the store between two looks.
    try connection.run("BEGIN")
    let version = try Self.checkedVersion(of: connection)
    try connection.run("COMMIT")
    return (connection, version)
  }

  /// Opens the file for writing once, by which SQLite takes back what was not finished.
  private func heal() throws(StoreError) {
    let writer = try SQLiteConnection(path, mode: .readWrite, busyTimeout: busyTimeout, for: .open)
    _ = try Self.checkedVersion(of: writer)
  }

  /// An older store that is opened to read is still brought up to date, if its file may be written.
  private func broughtForward(from version: Int64) throws(StoreError) -> Int64 {
    let writer = try SQLiteConnection(
      path, mode: .readWrite, busyTimeout: busyTimeout, for: .open)
    guard !writer.isReadOnly else { return version }
    try writer.run(SQLiteEngine.settings)
    try Self.migrate(writer)
    return SQLiteSchema.version
  }

  /// The schema's version, 0 for an empty file; throws if the file belongs to another program or
  /// has a newer schema.
  private static func checkedVersion(of connection: SQLiteConnection) throws(StoreError) -> Int64 {
    let application = try connection.integer("PRAGMA application_id")
    let version = try connection.integer("PRAGMA user_version")
    let tables = try connection.integer("SELECT count(*) FROM sqlite_schema")
    if application == 0, version == 0, tables == 0 { return 0 }
    guard application == SQLiteSchema.applicationID else {
      throw StoreError(
        .open, connection.path, .notAStore, detail: "it is the SQLite database of another program")
    }
    guard version <= SQLiteSchema.version else {
      throw StoreError(
        .open, connection.path, .newerSchema,
        detail:
          "its schema \(version) is newer than \(SQLiteSchema.version), which this program knows")
    }
    return version
  }

  /// Two programs that make the same store at once may both fail to get the lock that the switch
  /// needs without being made to wait, so it is tried again within the usual time.
  private func enterWriteAheadLog(_ connection: SQLiteConnection) throws(StoreError) {
    let deadline = ContinuousClock.now + .milliseconds(Int(busyTimeout))
    while true {
      do {
        return try connection.run("PRAGMA journal_mode = WAL")
      } catch {
        guard error.reason == .busy, ContinuousClock.now < deadline else { throw error }
        StoreFiles.pause(milliseconds: 5)
      }
    }
  }

  private static func migrate(_ connection: SQLiteConnection) throws(StoreError) {
    let operation = connection.operation
    connection.operation = .migrate
    defer { connection.operation = operation }
    try connection.run("BEGIN IMMEDIATE")
    do {
      // Another program may have been here first.
      let version = try checkedVersion(of: connection)
      for next in SQLiteSchema.migrations[Int(version)...] { try connection.run(next) }
      if version > 0, version < SQLiteSchema.firstWithHourSums {
        try HourSums.fill(SQLConnection(.sqlite(connection), location: connection.path))
      }
      try connection.run(
        """
        PRAGMA application_id = \(SQLiteSchema.applicationID);
        PRAGMA user_version = \(SQLiteSchema.version);
        """)
      try connection.run("COMMIT")
    } catch {
      if connection.isInTransaction { try? connection.run("ROLLBACK") }
      throw error
    }
  }
}
