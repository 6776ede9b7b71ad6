import CSQLite
import FoundationEssentials

/// One compiled statement, finalised when its last user lets it go; used by its connection's
/// thread.
final class SQLiteStatement: EngineStatement, EngineInsertion {
  private let statement: OpaquePointer
  private let connection: SQLiteConnection

  init(_ statement: OpaquePointer, of connection: SQLiteConnection) {
    self.statement = statement
    self.connection = connection
  }

  deinit {
    sqlite3_finalize(statement)
  }

  func reset() { sqlite3_reset(statement) }

  func clear() {
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
  }

  func set(_ integer: Int64, at index: Int32) { sqlite3_bind_int64(statement, index, integer) }

  func set(_ real: Double, at index: Int32) { sqlite3_bind_double(statement, index, real) }

  func setNull(at index: Int32) { sqlite3_bind_null(statement, index) }

  /// Binds sixteen bytes; throws if there is no memory for them.
  func set(_ id: UUID, at index: Int32) throws(StoreError) {
    let code = withUnsafeBytes(of: id.uuid) {
      sqlite3_bind_blob(statement, index, $0.baseAddress, 16, heartcam_sqlite_transient())
    }
    guard code == SQLITE_OK else { throw connection.error(code) }
  }

  func bind(_ value: SQLValue, at index: Int32) throws(StoreError) {
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
    case .identifier(let id): return try set(id, at: index)
    }
    guard code == SQLITE_OK else { throw connection.error(code) }
  }

  /// Moves to the next row; false after the last.
  func step() throws(StoreError) -> Bool {
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw connection.error(code)
    }
  }

  func add() throws(StoreError) {
    defer { reset() }
    _ = try step()
  }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

  func text(_ column: Int32) -> String? {
    guard let bytes = sqlite3_column_text(statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  func blob(_ column: Int32) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(statement, column) else { return [] }
    return Array(
      UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))))
  }

  func uuid(_ column: Int32) -> UUID? {
    guard sqlite3_column_bytes(statement, column) == 16,
      let bytes = sqlite3_column_blob(statement, column)
    else { return nil }
    return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }

  /// SQLite reads one row at a time.
  func integersAtHand(_ column: Int32) -> [Int64]? { nil }

  /// An empty text is a text, not NULL, which a nil pointer would bind.
  private static var empty: UnsafePointer<CChar> {
    let text: StaticString = ""
    return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
