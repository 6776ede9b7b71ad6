import CSQLite
import Testing

/// The file of a store as any SQLite program sees it, for setting up what the store itself never
/// does.
final class RawDatabase {
  private var handle: OpaquePointer?

  init(_ path: String) throws {
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  func run(_ sql: String) throws {
    try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK, "\(sql)")
  }

  /// The first column of every row.
  func texts(_ sql: String) throws -> [String] {
    var statement: OpaquePointer?
    try #require(sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, "\(sql)")
    defer { sqlite3_finalize(statement) }
    var texts: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      texts.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
    }
    return texts
  }
}
