/// Opens the file, makes sure that it is a store with the tables that this program knows, and makes
/// them in an empty one.
struct SQLiteOpening {
  private let path: String
  private let access: HealthStore.Access

  /// Milliseconds to wait for another program.
  private let busyTimeout: Int32

  private var mode = SQLiteConnection.Mode.readWrite
  private(set) var isReadOnly = false

  /// The faults that were repaired, or could not be, one sentence each.
  private(set) var warnings: [String] = []

  init(_ path: String, access: HealthStore.Access, busyTimeout: Duration) {
    self.path = path
    self.access = access
    self.busyTimeout = Int32(busyTimeout.milliseconds)
  }

  /// The opened file, for further connections.
  var file: SQLiteFile { SQLiteFile(path: path, mode: mode, busyTimeout: busyTimeout) }

  /// Returns the connection; `file`, `isReadOnly` and `warnings` say how it was opened.
  mutating func open() throws(StoreError) -> SQLiteConnection {
    switch (try StoreFiles.kind(of: path), access) {
    case (.file, _): break
    case (.missing, .readWrite): try StoreFiles.create(path)
    case (.missing, .readOnly):
      throw StoreError(.open, path, .notFound, detail: "there is no such file")
    case (.fragment, _):
      throw StoreError(.open, path, .notAStore, detail: "it is too short for a database")
    case (.other, _):
      throw StoreError(
        .open, path, .notAStore,
        detail: "it, or a file that SQLite keeps beside it, is not a regular file")
    }
    try refuseStranger()
    StoreFiles.alignModes(of: path)
    // Without a log beside it, in a folder that takes none, a database in WAL mode can only be read
    // as one that does not change.
    mode =
      StoreFiles.isFrozen(path) ? .immutable : (access == .readOnly ? .readOnly : .readWrite)
    var (connection, isEmpty): (SQLiteConnection, Bool)
    do throws(StoreError) {
      (connection, isEmpty) = try openedAndChecked()
    } catch {
      guard mode == .readOnly, error.reason == .readOnly else { throw error }
      // A program was killed in the middle of a change, which only a writer can take back.
      try heal()
      (connection, isEmpty) = try openedAndChecked()
    }
    isReadOnly = connection.isReadOnly
    if let network = StoreFiles.network(of: path) {
      warnings.append(
        "\(path) is on a network file system (\(network)), where several machines may damage it; keep it "
          + "on a local disk, or use a PostgreSQL server")
    }
    if isReadOnly {
      // A program was stopped after it had made the file and before it had made a store of it.
      guard !isEmpty else {
        throw access == .readOnly
          ? StoreError(.open, path, .notFound, detail: "nothing has been saved into it yet")
          : StoreError(.create, path, .readOnly, detail: "it is empty and may not be written")
      }
      if access == .readWrite { warnings.append("\(path) may not be written; it is only read") }
    } else {
      try enterWriteAheadLog(connection)
      if isEmpty { try Self.makeTables(connection) }
    }
    // Only now is it certainly a store, and not another file that happens to have the name.
    if let warning = StoreFiles.mendModes(of: path) { warnings.append(warning) }
    if let warning = StoreFiles.problem(ofFolderOf: path) { warnings.append(warning) }
    return connection
  }

  /// Refuses a file whose header says that it is no store of this version.
  ///
  /// It is looked at as a file that does not change, because SQLite would otherwise finish what another
  /// program's log or journal has begun, and leave files beside it. Both numbers are 0 until the log of
  /// a store that was just made has been written back; the tables then decide.
  private func refuseStranger() throws(StoreError) {
    guard
      let glance = try? SQLiteConnection(
        path, mode: .immutable, busyTimeout: busyTimeout, for: .open),
      let application = try? glance.integer("PRAGMA application_id"),
      let version = try? glance.integer("PRAGMA user_version"), application != 0 || version != 0
    else { return }
    try Self.check(application: application, version: version, path)
  }

  private func openedAndChecked() throws(StoreError) -> (SQLiteConnection, isEmpty: Bool) {
    let connection = try SQLiteConnection(path, mode: mode, busyTimeout: busyTimeout, for: .open)
    try connection.run(SQLiteFile.settings)
    // One snapshot: another program may be making the store between two looks.
    try connection.run("BEGIN")
    let isEmpty = try Self.isEmpty(connection)
    try connection.run("COMMIT")
    return (connection, isEmpty)
  }

  /// Opens the file for writing once, so that SQLite takes back unfinished work.
  private func heal() throws(StoreError) {
    let writer = try SQLiteConnection(path, mode: .readWrite, busyTimeout: busyTimeout, for: .open)
    _ = try Self.isEmpty(writer)
  }

  /// Returns whether the file is still empty; throws if its content is not a store with the tables
  /// of this version.
  private static func isEmpty(_ connection: SQLiteConnection) throws(StoreError) -> Bool {
    let application = try connection.integer("PRAGMA application_id")
    let version = try connection.integer("PRAGMA user_version")
    var objects: [String: String] = [:]
    var kinds: [String: String] = [:]
    let kept = try connection.prepare(
      "SELECT name, sql, type FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite^_%' ESCAPE '^'"
    )
    while try kept.step() {
      let name = kept.text(0) ?? ""
      (objects[name], kinds[name]) = (kept.text(1), kept.text(2))
    }
    if application == 0, version == 0, objects.isEmpty { return true }
    try check(application: application, version: version, connection.path)
    for (name, sql) in SQLiteSchema.objects where objects[name] != sql {
      throw StoreError(
        .open, connection.path, .corrupt,
        detail: objects[name] == nil
          ? "it lacks \(name), which every store has"
          : "its \(name) differs from that of other stores")
    }
    // Another author's trigger or view would change saved, deleted and read data.
    for name in objects.keys.sorted()
    where !SQLiteSchema.objects.contains(where: { $0.name == name }) {
      let kind = kinds[name] ?? "table"
      throw StoreError(
        .open, connection.path, .corrupt,
        detail: "somebody has added the \(kind) \(name) to it, which may change what is saved; "
          + "in sqlite3, DROP \(kind.uppercased()) removes it")
    }
    return false
  }

  /// Throws unless the two numbers of a file's header are those of a store of this version.
  private static func check(
    application: Int64, version: Int64, _ path: String
  ) throws(StoreError) {
    guard application == SQLiteSchema.applicationID else {
      throw StoreError(
        .open, path, .notAStore, detail: "it is the SQLite database of another program")
    }
    try StoreTable.check(version: version, at: path)
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

  private static func makeTables(_ connection: SQLiteConnection) throws(StoreError) {
    let operation = connection.operation
    connection.operation = .create
    defer { connection.operation = operation }
    try connection.run("BEGIN IMMEDIATE")
    do {
      // Another program may have been here first.
      if try isEmpty(connection) { try connection.run(SQLiteSchema.creation) }
      try connection.run("COMMIT")
    } catch {
      if connection.isInTransaction { try? connection.run("ROLLBACK") }
      throw error
    }
  }
}
