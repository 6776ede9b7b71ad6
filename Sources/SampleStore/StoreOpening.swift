/// Opens the file, makes sure that it is a store of a schema this program knows, and brings it up to date.
struct StoreOpening {
  /// What every connection is set to. Temporary tables stay in memory, so that no sample reaches a
  /// temporary file; a schema from elsewhere cannot call functions.
  static let settings = """
    PRAGMA foreign_keys = ON;
    PRAGMA synchronous = FULL;
    PRAGMA temp_store = MEMORY;
    PRAGMA trusted_schema = OFF;
    PRAGMA cell_size_check = ON;
    """

  let location: StoreLocation
  let access: HealthStore.Access

  /// Milliseconds to wait for another program.
  let busyTimeout: Int32

  private(set) var mode = SQLiteConnection.Mode.readWrite
  private(set) var isReadOnly = false
  private(set) var warnings: [String] = []

  init(location: StoreLocation, access: HealthStore.Access, busyTimeout: Int32) {
    self.location = location
    self.access = access
    self.busyTimeout = busyTimeout
  }

  /// The connection; `mode`, `isReadOnly` and `warnings` say how it was had.
  mutating func open() throws(StoreError) -> SQLiteConnection {
    let path = location.path
    // Without a log beside it, in a folder that takes none, a database in WAL mode can only be read
    // as one that does not change.
    mode =
      StoreFiles.isFrozen(location) ? .immutable : (access == .readOnly ? .readOnly : .readWrite)
    let connection = try SQLiteConnection(
      path: path, location: path, mode: mode, busyTimeout: busyTimeout)
    try connection.run(Self.settings, to: "open")
    // One snapshot: another program may be making the store between two looks.
    try connection.run("BEGIN", to: "open")
    var version = try Self.checkedVersion(of: connection)
    try connection.run("COMMIT", to: "open")
    if mode == .readOnly, version > 0, version < Schema.version {
      version = try broughtForward(from: version)
    }

    isReadOnly = connection.isReadOnly
    if StoreFiles.isOnNetwork(location) {
      warnings.append("\(path) lies on a network file system, where several machines may damage it")
    }
    if isReadOnly {
      // A program was stopped after it had made the file and before it had made a store of it.
      if version == 0, access == .readOnly {
        throw StoreError("open", path, .notFound, detail: "nothing has been saved into it yet")
      }
      guard version == Schema.version else {
        throw StoreError(
          "migrate", path, .readOnly,
          detail: "its schema \(version) is older than \(Schema.version) and it may not be written")
      }
      if access == .readWrite { warnings.append("\(path) may not be written; it is only read") }
    } else {
      try enterWriteAheadLog(connection)
      if version < Schema.version { try Self.migrate(connection) }
    }
    // Only now is it known to be a store, and not somebody's file that happens to bear the name.
    if let warning = StoreFiles.mendModes(of: location) { warnings.append(warning) }
    return connection
  }

  /// An older store that is opened to read is still brought up to date, where its file may be written.
  private func broughtForward(from version: Int64) throws(StoreError) -> Int64 {
    let path = location.path
    let writer = try SQLiteConnection(
      path: path, location: path, mode: .readWrite, busyTimeout: busyTimeout)
    guard !writer.isReadOnly else { return version }
    try writer.run(Self.settings, to: "open")
    try Self.migrate(writer)
    return Schema.version
  }

  /// The schema's version, 0 for an empty file; throws where the file belongs to another program or to a newer one.
  private static func checkedVersion(
    of connection: borrowing SQLiteConnection
  ) throws(StoreError) -> Int64 {
    let application = try connection.integer("PRAGMA application_id", to: "open")
    let version = try connection.integer("PRAGMA user_version", to: "open")
    let tables = try connection.integer("SELECT count(*) FROM sqlite_schema", to: "open")
    if application == 0, version == 0, tables == 0 { return 0 }
    guard application == Schema.applicationID else {
      throw StoreError(
        "open", connection.location, .notAStore,
        detail: "it is the SQLite database of another program")
    }
    guard version <= Schema.version else {
      throw StoreError(
        "open", connection.location, .newerSchema,
        detail: "its schema \(version) is newer than \(Schema.version), which this program knows")
    }
    return version
  }

  /// Two programs that make the same store at once may both fail to get the lock that the switch
  /// needs without being made to wait, so it is tried again within the usual time.
  private func enterWriteAheadLog(
    _ connection: borrowing SQLiteConnection
  ) throws(StoreError) {
    let deadline = ContinuousClock.now + .milliseconds(Int(busyTimeout))
    while true {
      do {
        return try connection.run("PRAGMA journal_mode = WAL", to: "open")
      } catch {
        guard error.reason == .busy, ContinuousClock.now < deadline else { throw error }
        StoreFiles.pause(milliseconds: 5)
      }
    }
  }

  private static func migrate(_ connection: borrowing SQLiteConnection) throws(StoreError) {
    try connection.transaction(to: "migrate") { () throws(StoreError) in
      // Another program may have been here first.
      let version = try checkedVersion(of: connection)
      for next in Schema.migrations[Int(version)...] {
        try connection.run(next, to: "migrate")
      }
      try connection.run(
        """
        PRAGMA application_id = \(Schema.applicationID);
        PRAGMA user_version = \(Schema.version);
        """, to: "migrate")
    }
  }
}
