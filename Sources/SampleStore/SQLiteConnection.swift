import CSQLite
import Glibc

/// One open handle of SQLite, closed when the value ends; used by one thread at a time.
struct SQLiteConnection: ~Copyable {
  enum Mode: Equatable {
    case readWrite
    case readOnly

    /// The file cannot change: no log beside it is looked for and no lock is taken.
    case immutable
  }

  private let handle: OpaquePointer
  let location: String

  /// - Parameter busyTimeout: Milliseconds to wait for another program's lock.
  init(path: String, location: String, mode: Mode, busyTimeout: Int32) throws(StoreError) {
    var handle: OpaquePointer?
    let flags =
      SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
      | (mode == .readWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY)
    let code = sqlite3_open_v2(Self.uri(of: path, mode: mode), &handle, flags, nil)
    guard let handle, code == SQLITE_OK else {
      let error = Self.error("open", location, code, of: handle)
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    self.location = location
    sqlite3_busy_timeout(handle, busyTimeout)
    _ = heartcam_sqlite_set_defensive(handle)
  }

  deinit {
    // Statements that are still alive keep the handle until they end.
    sqlite3_close_v2(handle)
  }

  /// Whether SQLite itself found that it may not write.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// The number of rows that the last statement changed.
  var changes: Int { Int(sqlite3_changes64(handle)) }

  var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// The extended result code of a row that is there already.
  static let uniquenessViolated = SQLITE_CONSTRAINT | (8 << 8)

  /// Runs statements that give no rows of interest.
  func run(_ sql: String, to operation: String) throws(StoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(operation, code) }
  }

  func prepare(_ sql: String, to operation: String) throws(StoreError) -> SQLiteStatement {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    guard code == SQLITE_OK, let statement else { throw error(operation, code) }
    return SQLiteStatement(statement, of: handle, location: location, operation: operation)
  }

  /// The first column of the first row, as a whole number.
  func integer(_ sql: String, to operation: String) throws(StoreError) -> Int64 {
    let statement = try prepare(sql, to: operation)
    return try statement.step() ? statement.integer(0) : 0
  }

  /// Runs work between BEGIN IMMEDIATE and COMMIT: all of it is on the disk when this returns, and
  /// none of it when this throws.
  ///
  /// The lock is taken first, so that work which reads before it writes cannot be overtaken by
  /// another program and fail half-way.
  func transaction<Result>(
    to operation: String, _ work: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try run("BEGIN IMMEDIATE", to: operation)
    do {
      let result = try work()
      try run("COMMIT", to: operation)
      return result
    } catch {
      // A full disk or an I/O error may have rolled back already; then there is nothing to undo.
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  /// Runs work that reads, all of it from the same state of the store.
  func snapshot<Result>(_ work: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    try run("BEGIN", to: "read from")
    defer { sqlite3_exec(handle, "COMMIT", nil, nil, nil) }
    return try work()
  }

  private func error(_ operation: String, _ code: Int32) -> StoreError {
    Self.error(operation, location, code, of: handle)
  }

  /// What SQLite says about its last failure on a handle.
  static func error(
    _ operation: String, _ location: String, _ code: Int32, of handle: OpaquePointer?
  ) -> StoreError {
    let system = handle.map { sqlite3_system_errno($0) } ?? 0
    let sentence =
      handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
    return StoreError(
      operation, location, reason(of: code, system: system), code: code, detail: sentence)
  }

  private static func reason(of code: Int32, system: Int32) -> StoreError.Reason {
    switch code & 0xFF {
    case SQLITE_FULL: return .diskFull
    case SQLITE_IOERR where system == ENOSPC || system == EDQUOT: return .diskFull
    case SQLITE_READONLY: return .readOnly
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy
    case SQLITE_NOTADB: return .notAStore
    case SQLITE_CORRUPT: return .corrupt
    case SQLITE_PERM, SQLITE_AUTH: return .permissionDenied
    case SQLITE_CANTOPEN where system == EACCES || system == EPERM: return .permissionDenied
    case SQLITE_CANTOPEN where system == ENOSPC || system == EDQUOT: return .diskFull
    case SQLITE_CANTOPEN where system == ENOENT: return .notFound
    default: return .other
    }
  }

  /// A `file:` URI, so that no name (":memory:", "file:...") has a meaning of its own.
  private static func uri(of path: String, mode: Mode) -> String {
    let plain = path.hasPrefix("/") ? path : "./\(path)"
    var uri = "file:"
    for byte in plain.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        uri += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return uri + (mode == .immutable ? "?immutable=1" : "")
  }
}
