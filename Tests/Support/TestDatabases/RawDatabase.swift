import CSQLite

/// The file of a store as any SQLite program sees it, for setting up what the store itself never
/// does.
public final class RawDatabase {
  /// A statement that SQLite refused.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private var handle: OpaquePointer?

  public init(_ path: String) throws {
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw Failure(description: path) }
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  public func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
  }

  /// The first column of every row.
  public func texts(_ sql: String) throws -> [String] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw failure(sql)
    }
    defer { sqlite3_finalize(statement) }
    var texts: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      texts.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
    }
    return texts
  }

  private func failure(_ sql: String) -> Failure {
    Failure(description: "\(sql): \(String(cString: sqlite3_errmsg(handle)))")
  }
}
