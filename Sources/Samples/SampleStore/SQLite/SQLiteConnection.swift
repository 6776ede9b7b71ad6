import CSQLite
import Glibc

/// One open handle of SQLite, closed when its last statement and user let it go; used by one thread
/// at a time.
final class SQLiteConnection: EngineConnection {
  /// The mode in which a file is opened.
  enum Mode: Equatable {
    case readWrite
    case readOnly

    /// The file cannot change: no log beside it is looked for and no lock is taken.
    case immutable
  }

  /// The attempted operation, for errors.
  var operation: StoreError.Operation

  /// The file.
  let path: String

  private let handle: OpaquePointer

  /// - Parameter busyTimeout: Milliseconds to wait for another program's lock.
  init(
    _ path: String, mode: Mode, busyTimeout: Int32, for operation: StoreError.Operation
  ) throws(StoreError) {
    var handle: OpaquePointer?
    let flags =
      SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
      | (mode == .readWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY)
    let code = sqlite3_open_v2(Self.uri(of: path, mode: mode), &handle, flags, nil)
    guard let handle, code == SQLITE_OK else {
      let error = Self.error(.open, path, code, of: handle)
      sqlite3_close_v2(handle)
      throw error
    }
    (self.handle, self.path, self.operation) = (handle, path, operation)
    sqlite3_busy_timeout(handle, busyTimeout)
    _ = heartcam_sqlite_set_defensive(handle)
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// Whether SQLite itself found that it may not write.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  var isReplaced: Bool {
    var isMoved: Int32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &isMoved)
    return isMoved != 0
  }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  var dialect: any SQLDialect { SQLiteDialect() }

  /// Runs statements that give no rows of interest, one after another.
  func run(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Compiles a statement that will be run many times.
  func prepare(_ sql: String) throws(StoreError) -> any EngineStatement { try compiled(sql) }

  func prepareToStream(_ sql: String) -> (any EngineStatement)? { nil }

  func prepare(_ insertion: RowInsertion) throws(StoreError) -> any EngineInsertion {
    try compiled(insertion.sql)
  }

  private func compiled(_ sql: String) throws(StoreError) -> SQLiteStatement {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw error(code) }
    return SQLiteStatement(statement, of: self)
  }

  /// Returns the first column of the first row, as a whole number; 0 without a row.
  func integer(_ sql: String) throws(StoreError) -> Int64 {
    let statement = try prepare(sql)
    return try statement.step() ? statement.integer(0) : 0
  }

  // MARK: Transactions

  func beginReading() throws(StoreError) { try run("BEGIN") }

  func endReading() { try? run("COMMIT") }

  private(set) var deletesParts = true

  /// SQLite looks for a row's parts in every table that may have some, row by row: nine tenths of the time that
  /// deleting many samples takes.
  func beginWriting(deletingParts: Bool) throws(StoreError) {
    if deletingParts != deletesParts {
      try run("PRAGMA foreign_keys = \(deletingParts ? "ON" : "OFF")")
      deletesParts = deletingParts
    }
    try run("BEGIN IMMEDIATE")
  }

  func commitWriting() throws(StoreError) { try run("COMMIT") }

  func rollBack() { try? run("ROLLBACK") }

  /// Returns `.no`: a file exists or not, and waiting for its lock happens within SQLite.
  func recovery(
    from error: StoreError, attempt: Int, wasCommitting: Bool
  ) throws(StoreError) -> StoreRecovery { .no }

  // MARK: Changes and checks

  /// Changes whenever another connection, of whatever process, has committed.
  func changeStamp() throws(StoreError) -> Int64 { try integer("PRAGMA data_version") }

  /// Moves the log's content into the file itself, as far as other programs permit.
  func settle() throws(StoreError) {
    _ = try prepare("PRAGMA wal_checkpoint(TRUNCATE)").step()
  }

  /// Runs SQLite's own check of every page, index and reference.
  func problems() throws(StoreError) -> [EngineProblem] {
    var found: [EngineProblem] = []
    let check = try prepare("PRAGMA integrity_check")
    while try check.step() {
      guard let line = check.text(0), line != "ok" else { continue }
      // SQLite checks conditions of rows too, but only in a file that it may write.
      let isOfRows = line.hasPrefix("CHECK constraint failed") || line.hasPrefix("NULL value in")
      found.append(EngineProblem(sentence: line, isOfRows: isOfRows))
    }
    let references = try prepare("PRAGMA foreign_key_check")
    while try references.step() {
      found.append(
        EngineProblem(
          sentence: "a row of \(references.text(0) ?? "?") refers to nothing", isOfRows: true))
    }
    return found
  }

  /// Copies all pages of another database into this one, in one transaction.
  ///
  /// - Parameter mayGoOn: Asked once no other program can write; `false` leaves everything as it was.
  /// - Returns: Whether it was done.
  func replaceContent(
    with source: SQLiteConnection, if mayGoOn: () throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    guard let copying = sqlite3_backup_init(handle, "main", source.handle, "main") else {
      throw error(sqlite3_errcode(handle))
    }
    // No pages are copied yet, but the lock is taken.
    var code = sqlite3_backup_step(copying, 0)
    var isWanted = true
    do throws(StoreError) {
      if code == SQLITE_OK { isWanted = try mayGoOn() }
    } catch {
      sqlite3_backup_finish(copying)
      throw error
    }
    if code == SQLITE_OK, isWanted { code = sqlite3_backup_step(copying, -1) }
    // Without its last page it takes back its work.
    let end = sqlite3_backup_finish(copying)
    guard isWanted else { return false }
    guard code == SQLITE_DONE, end == SQLITE_OK else {
      throw error(code == SQLITE_DONE ? end : code)
    }
    return true
  }

  // MARK: Canceling

  /// Runs work that ends with an error of reason `cancelled` once the closure returns `true`; it is
  /// asked many times per second.
  func cancelling(
    when isCancelled: () -> Bool, _ work: () throws(StoreError) -> Void
  ) throws(StoreError) {
    let failure = withoutActuallyEscaping(isCancelled) { isCancelled -> StoreError? in
      let question = Question(isCancelled)
      let context = Unmanaged.passUnretained(question).toOpaque()
      // Virtual machine instructions of SQLite between two questions.
      sqlite3_progress_handler(
        handle, 10_000,
        { context in
          let question = Unmanaged<Question>.fromOpaque(context!).takeUnretainedValue()
          return question.ask() ? 1 : 0
        }, context)
      defer { sqlite3_progress_handler(handle, 0, nil, nil) }
      return withExtendedLifetime(question) {
        do throws(StoreError) {
          try work()
          return nil
        } catch {
          return error
        }
      }
    }
    if let failure { throw failure }
  }

  /// A running statement's question.
  private final class Question {
    let ask: () -> Bool

    init(_ ask: @escaping () -> Bool) { self.ask = ask }
  }

  // MARK: Errors

  /// Returns whether a row exists already, by the extended result code.
  func isUniquenessViolation(_ error: StoreError) -> Bool {
    error.code == SQLITE_CONSTRAINT | (8 << 8)
  }

  /// Returns the error of the present work.
  func error(_ code: Int32) -> StoreError { Self.error(operation, path, code, of: handle) }

  /// Returns an error with SQLite's description of its last failure on a handle.
  private static func error(
    _ operation: StoreError.Operation, _ path: String, _ code: Int32, of handle: OpaquePointer?
  ) -> StoreError {
    let system = handle.map { sqlite3_system_errno($0) } ?? 0
    let sentence =
      handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
    return StoreError(
      operation, path, reason(of: code, system: system), code: code, detail: sentence)
  }

  private static func reason(of code: Int32, system: Int32) -> StoreError.Reason {
    switch code & 0xFF {
    case SQLITE_FULL: return .diskFull
    case SQLITE_IOERR where system == ENOSPC || system == EDQUOT: return .diskFull
    case SQLITE_READONLY: return .readOnly
    // SQLite gives up its protocol of locks if another program keeps one of them for long.
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: return .busy
    case SQLITE_INTERRUPT: return .cancelled
    case SQLITE_NOTADB: return .notAStore
    case SQLITE_CORRUPT: return .corrupt
    case SQLITE_PERM, SQLITE_AUTH: return .permissionDenied
    case SQLITE_CANTOPEN where system == EACCES || system == EPERM: return .permissionDenied
    case SQLITE_CANTOPEN where system == ENOSPC || system == EDQUOT: return .diskFull
    case SQLITE_CANTOPEN where system == ENOENT: return .notFound
    default: return .other
    }
  }

  /// Returns a `file:` URI, so that no name (":memory:", "file:...") has a special meaning.
  private static func uri(of path: String, mode: Mode) -> String {
    let plain = path.hasPrefix("/") ? path : "./\(path)"
    return "file:\(plain.percentEncoded(keeping: "/"))\(mode == .immutable ? "?immutable=1" : "")"
  }
}
