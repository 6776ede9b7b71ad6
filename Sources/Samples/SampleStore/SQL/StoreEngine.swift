import FoundationEssentials

// The engines of this build. To add one, add its case to the three enumerations here, and what they
// ask of it in a folder of its own; README.md lists the rest. They are enumerations and not
// protocols because one case costs nothing in the loops over rows, and a switch of two costs a
// branch.

/// Where the samples of a store are kept, and by what.
enum StoreEngine: Sendable {
  case sqlite(SQLiteEngine)
  case postgreSQL(PostgreSQLEngine)

  /// A store that has just been opened.
  struct Opened {
    let engine: StoreEngine
    let connection: SQLConnection
    let isReadOnly: Bool

    /// What was found and mended, or could not be: a sentence each.
    let warnings: [String]
  }

  /// Opens a store, makes it if it is missing, and brings an older schema up to date.
  static func open(
    _ location: StoreLocation, access: HealthStore.Access, busyTimeout: Duration
  ) throws(StoreError) -> Opened {
    switch location.place {
    case .file(let path):
      var opening = SQLiteOpening(path, access: access, busyTimeout: busyTimeout)
      let connection = try opening.open()
      return Opened(
        engine: .sqlite(opening.engine),
        connection: SQLConnection(.sqlite(connection), location: location.description),
        isReadOnly: opening.isReadOnly, warnings: opening.warnings)
    case .server(let server):
      var opening = PostgreSQLOpening(server, access: access, busyTimeout: busyTimeout)
      let connection = try opening.open()
      return Opened(
        engine: .postgreSQL(opening.engine),
        connection: SQLConnection(.postgreSQL(connection), location: location.description),
        isReadOnly: opening.isReadOnly, warnings: opening.warnings)
    }
  }

  /// Whether a store is there that can be read, or could be made; nothing is made or changed.
  static func isAvailable(at location: StoreLocation) -> Bool {
    switch location.place {
    case .file(let path): SQLiteEngine.isAvailable(at: path)
    case .server(let server): PostgreSQLEngine.isAvailable(at: server)
    }
  }

  /// A further connection to the same store, for reading alone.
  func openReader(for operation: StoreError.Operation) throws(StoreError) -> SQLConnection {
    switch self {
    case .sqlite(let engine):
      SQLConnection(.sqlite(try engine.openReader(for: operation)), location: engine.path)
    case .postgreSQL(let engine):
      SQLConnection(
        .postgreSQL(try engine.openReader(for: operation)), location: engine.server.description)
    }
  }

  /// Copies the store as it is at one moment into a new file.
  func backUp(
    to copy: StoreLocation, replacing: Bool, isCancelled: () -> Bool
  ) throws(StoreError) {
    guard let path = copy.path else {
      throw StoreError(
        .copy, copy.description, .locationIsUnusable, detail: "a copy can only be a file")
    }
    switch self {
    case .sqlite(let engine):
      try engine.backUp(to: path, replacing: replacing, isCancelled: isCancelled)
    case .postgreSQL(let engine):
      throw StoreError(
        .backUp, engine.server.description, .other,
        detail: "a server's stores are backed up by its own programs, such as pg_dump")
    }
  }

  /// Whether a path leads to one of the store's files.
  func isKept(in path: String) -> Bool {
    switch self {
    case .sqlite(let engine): StoreFiles.isKept(engine.path, in: path)
    case .postgreSQL: false
    }
  }
}

/// What an engine finds wrong with its own data.
struct EngineProblem {
  let sentence: String

  /// Whether rows break a rule, in tables that are sound; otherwise the tables are damaged.
  let isOfRows: Bool
}

/// A connection of one of the engines.
enum EngineConnection {
  case sqlite(SQLiteConnection)
  case postgreSQL(PostgreSQLConnection)

  var dialect: SQLDialect {
    switch self {
    case .sqlite: .sqlite
    case .postgreSQL: .postgreSQL
    }
  }

  /// What errors say was tried.
  var operation: StoreError.Operation {
    get {
      switch self {
      case .sqlite(let connection): connection.operation
      case .postgreSQL(let connection): connection.operation
      }
    }
    nonmutating set {
      switch self {
      case .sqlite(let connection): connection.operation = newValue
      case .postgreSQL(let connection): connection.operation = newValue
      }
    }
  }

  var isInTransaction: Bool {
    switch self {
    case .sqlite(let connection): connection.isInTransaction
    case .postgreSQL(let connection): connection.isInTransaction
    }
  }

  func beginReading(_ connection: SQLConnection) throws(StoreError) {
    switch self {
    case .sqlite: try connection.run("BEGIN")
    case .postgreSQL(let own): try own.beginReading()
    }
  }

  func endReading(_ connection: SQLConnection) {
    switch self {
    case .sqlite: try? connection.run("COMMIT")
    case .postgreSQL(let own): own.endReading()
    }
  }

  func beginWriting(_ connection: SQLConnection) throws(StoreError) {
    switch self {
    case .sqlite: try connection.run("BEGIN IMMEDIATE")
    case .postgreSQL(let own): try own.beginWriting()
    }
  }

  func commitWriting(_ connection: SQLConnection) throws(StoreError) {
    switch self {
    case .sqlite: try connection.run("COMMIT")
    case .postgreSQL(let own): try own.commitWriting()
    }
  }

  func rollBack(_ connection: SQLConnection) {
    switch self {
    case .sqlite: try? connection.run("ROLLBACK")
    case .postgreSQL(let own): own.rollBack()
    }
  }

  /// Finds out what to do after a failure, and makes ready for it.
  ///
  /// - Parameters:
  ///   - attempt: The number of the attempt that failed, from 1.
  ///   - wasCommitting: Whether the failure came from the commit of a transaction that writes.
  func recovery(
    from error: StoreError, _ attempt: Int, wasCommitting: Bool
  ) throws(StoreError) -> StoreRecovery {
    switch self {
    // A file is there or not; whoever waits for its lock waits within SQLite.
    case .sqlite: .no
    case .postgreSQL(let connection):
      try PostgreSQLEngine.recovery(
        from: error, connection, attempt: attempt, wasCommitting: wasCommitting)
    }
  }

  func prepare(_ sql: String) throws(StoreError) -> EngineStatement {
    switch self {
    case .sqlite(let connection): .sqlite(try connection.prepare(sql))
    case .postgreSQL(let connection): .postgreSQL(PostgreSQLStatement(sql, of: connection))
    }
  }

  func changeStamp(_ connection: SQLConnection) throws(StoreError) -> Int64 {
    switch self {
    case .sqlite: try SQLiteEngine.changeStamp(connection)
    case .postgreSQL(let own): try PostgreSQLEngine.changeStamp(own)
    }
  }

  func waitForChange(atMost interval: Duration) async throws {
    switch self {
    // SQLite does not notify other processes of a commit, so its counter is read each interval.
    case .sqlite: try await Task.sleep(for: interval)
    case .postgreSQL(let own): try await PostgreSQLEngine.waitForChange(own, atMost: interval)
    }
  }

  func isUniquenessViolation(_ error: StoreError) -> Bool {
    switch self {
    case .sqlite: error.code == SQLiteConnection.uniquenessViolated
    case .postgreSQL: error.code == PostgreSQLFailure.uniquenessViolated
    }
  }

  func settle(_ connection: SQLConnection) throws(StoreError) {
    switch self {
    case .sqlite: try SQLiteEngine.settle(connection)
    case .postgreSQL: break
    }
  }

  func problems(_ connection: SQLConnection) throws(StoreError) -> [EngineProblem] {
    switch self {
    case .sqlite: try SQLiteEngine.problems(connection)
    case .postgreSQL: try PostgreSQLEngine.problems(connection)
    }
  }
}

/// A statement of one of the engines. Columns count from 0, placeholders from 1.
enum EngineStatement {
  case sqlite(SQLiteStatement)
  case postgreSQL(PostgreSQLStatement)

  func bind(_ value: SQLValue, at index: Int32) throws(StoreError) {
    switch self {
    case .sqlite(let statement): try statement.bind(value, at: index)
    case .postgreSQL(let statement): try statement.bind(value, at: index)
    }
  }

  func set(_ integer: Int64, at index: Int32) {
    switch self {
    case .sqlite(let statement): statement.set(integer, at: index)
    case .postgreSQL(let statement): statement.set(integer, at: index)
    }
  }

  func set(_ real: Double, at index: Int32) {
    switch self {
    case .sqlite(let statement): statement.set(real, at: index)
    case .postgreSQL(let statement): statement.set(real, at: index)
    }
  }

  func set(_ id: UUID, at index: Int32) throws(StoreError) {
    switch self {
    case .sqlite(let statement): try statement.set(id, at: index)
    case .postgreSQL(let statement): try statement.set(id, at: index)
    }
  }

  func setNull(at index: Int32) {
    switch self {
    case .sqlite(let statement): statement.setNull(at: index)
    case .postgreSQL(let statement): statement.setNull(at: index)
    }
  }

  func step() throws(StoreError) -> Bool {
    switch self {
    case .sqlite(let statement): try statement.step()
    case .postgreSQL(let statement): try statement.step()
    }
  }

  /// Ends the run; the values stay bound.
  func reset() {
    switch self {
    case .sqlite(let statement): statement.reset()
    case .postgreSQL(let statement): statement.reset()
    }
  }

  /// Ends the run and forgets the values.
  func clear() {
    switch self {
    case .sqlite(let statement): statement.clear()
    case .postgreSQL(let statement): statement.clear()
    }
  }

  func isNull(_ column: Int32) -> Bool {
    switch self {
    case .sqlite(let statement): statement.isNull(column)
    case .postgreSQL(let statement): statement.isNull(column)
    }
  }

  func integer(_ column: Int32) -> Int64 {
    switch self {
    case .sqlite(let statement): statement.integer(column)
    case .postgreSQL(let statement): statement.integer(column)
    }
  }

  func real(_ column: Int32) -> Double {
    switch self {
    case .sqlite(let statement): statement.real(column)
    case .postgreSQL(let statement): statement.real(column)
    }
  }

  func text(_ column: Int32) -> String? {
    switch self {
    case .sqlite(let statement): statement.text(column)
    case .postgreSQL(let statement): statement.text(column)
    }
  }

  func blob(_ column: Int32) -> [UInt8] {
    switch self {
    case .sqlite(let statement): statement.blob(column)
    case .postgreSQL(let statement): statement.blob(column)
    }
  }

  func uuid(_ column: Int32) -> UUID? {
    switch self {
    case .sqlite(let statement): statement.uuid(column)
    case .postgreSQL(let statement): statement.uuid(column)
    }
  }

  func integersAtHand(_ column: Int32) -> [Int64]? {
    switch self {
    case .sqlite: nil
    case .postgreSQL(let statement): statement.integersAtHand(column)
    }
  }

  func corruption(_ detail: String) -> StoreError {
    switch self {
    case .sqlite(let statement): statement.corruption(detail)
    case .postgreSQL(let statement): statement.corruption(detail)
    }
  }
}
