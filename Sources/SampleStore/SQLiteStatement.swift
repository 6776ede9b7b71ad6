import CSQLite
import FoundationEssentials

/// One prepared statement, finalised when its last user lets it go; used by its connection's thread.
final class SQLiteStatement {
  private let statement: OpaquePointer
  private let handle: OpaquePointer
  private let location: String
  private let operation: String

  init(_ statement: OpaquePointer, of handle: OpaquePointer, location: String, operation: String) {
    self.statement = statement
    self.handle = handle
    self.location = location
    self.operation = operation
  }

  deinit {
    sqlite3_finalize(statement)
  }

  /// Forgets the last run and binds new values, the first to `?1`.
  func bind(_ values: [SQLiteValue]) throws(StoreError) {
    sqlite3_reset(statement)
    for (index, value) in values.enumerated() {
      try bind(value, at: Int32(index + 1))
    }
  }

  /// Binds, and runs a statement that gives no row.
  func run(_ values: [SQLiteValue]) throws(StoreError) {
    try bind(values)
    _ = try step()
    sqlite3_reset(statement)
  }

  // Binding one value at a time makes no array and no copy of an enumeration: with a million rows to
  // insert that is a quarter of the time.

  func set(_ integer: Int64, at index: Int32) { sqlite3_bind_int64(statement, index, integer) }

  func set(_ real: Double, at index: Int32) { sqlite3_bind_double(statement, index, real) }

  func setNull(at index: Int32) { sqlite3_bind_null(statement, index) }

  /// Sixteen bytes; throws where there is no memory for them.
  func set(_ id: UUID, at index: Int32) throws(StoreError) {
    let code = withUnsafeBytes(of: id.uuid) {
      sqlite3_bind_blob(statement, index, $0.baseAddress, 16, heartcam_sqlite_transient())
    }
    guard code == SQLITE_OK else {
      throw SQLiteConnection.error(operation, location, code, of: handle)
    }
  }

  /// Runs what is bound, and makes ready to bind again.
  func runBound() throws(StoreError) {
    let code = sqlite3_step(statement)
    defer { sqlite3_reset(statement) }
    guard code == SQLITE_DONE || code == SQLITE_ROW else {
      throw SQLiteConnection.error(operation, location, code, of: handle)
    }
  }

  /// Ends the run, so that the snapshot it reads from is let go.
  func reset() { sqlite3_reset(statement) }

  /// A further statement on the same connection, for the same operation.
  func sibling(_ sql: String) throws(StoreError) -> SQLiteStatement {
    var other: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &other, nil)
    guard code == SQLITE_OK, let other else {
      throw SQLiteConnection.error(operation, location, code, of: handle)
    }
    return SQLiteStatement(other, of: handle, location: location, operation: operation)
  }

  /// The number of the row that the connection inserted last.
  var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Moves to the next row; false after the last.
  func step() throws(StoreError) -> Bool {
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw SQLiteConnection.error(operation, location, code, of: handle)
    }
  }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

  /// The text, NUL characters included; `nil` for NULL.
  func text(_ column: Int32) -> String? {
    guard let bytes = sqlite3_column_text(statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// The bytes; none for NULL.
  func blob(_ column: Int32) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(statement, column) else { return [] }
    return Array(
      UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))))
  }

  /// An identifier; `nil` where the bytes are not sixteen.
  func uuid(_ column: Int32) -> UUID? {
    guard sqlite3_column_bytes(statement, column) == 16,
      let bytes = sqlite3_column_blob(statement, column)
    else { return nil }
    return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }

  /// The error of a row whose bytes SQLite accepts and the schema does not allow.
  func corruption(_ detail: String) -> StoreError {
    StoreError(operation, location, .corrupt, code: SQLITE_CORRUPT, detail: detail)
  }

  private func bind(_ value: SQLiteValue, at index: Int32) throws(StoreError) {
    let transient = heartcam_sqlite_transient()
    let code: Int32
    switch value {
    case .null: code = sqlite3_bind_null(statement, index)
    case .integer(let integer): code = sqlite3_bind_int64(statement, index, integer)
    case .real(let real): code = sqlite3_bind_double(statement, index, real)
    case .text(var text):
      code = text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          sqlite3_bind_text64(
            statement, index, characters.baseAddress ?? Self.empty, UInt64(bytes.count), transient,
            UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let blob):
      code = blob.withUnsafeBytes { bytes in
        sqlite3_bind_blob64(statement, index, bytes.baseAddress, UInt64(bytes.count), transient)
      }
    }
    guard code == SQLITE_OK else {
      throw SQLiteConnection.error(operation, location, code, of: handle)
    }
  }

  /// An empty text is a text, not NULL, which a nil pointer would bind.
  /// Never written to and never freed, so any thread may read it.
  nonisolated(unsafe) private static let empty: UnsafePointer<CChar> = {
    let pointer = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    pointer.initialize(to: 0)
    return UnsafePointer(pointer)
  }()
}
