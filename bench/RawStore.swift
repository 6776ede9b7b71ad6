import CSQLite
import FoundationEssentials
import SampleStore

/// A store's file through SQLite's C interface alone: the baseline of the store.
final class RawStore {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private var handle: OpaquePointer?
  private var insert: OpaquePointer?

  /// A file that a `HealthStore` has made, with the settings under which that one saves.
  init(path: String) throws {
    try check(sqlite3_open(path, &handle))
    try run(
      """
      PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;
      PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
      """)
  }

  deinit {
    sqlite3_finalize(insert)
    sqlite3_close_v2(handle)
  }

  private func check(_ code: Int32) throws {
    guard [SQLITE_OK, SQLITE_ROW, SQLITE_DONE].contains(code) else {
      throw Failure(description: String(cString: sqlite3_errmsg(handle)))
    }
  }

  func run(_ sql: String) throws {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Returns the rows of a statement, with a number for each column.
  func rows(_ sql: String, _ values: [Double] = []) throws -> [[Double]] {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
    defer { sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() {
      sqlite3_bind_double(statement, Int32(index + 1), value)
    }
    var rows: [[Double]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).map { sqlite3_column_double(statement, $0) })
    }
    return rows
  }

  /// Returns an aggregate of each range, with one prepared statement.
  func aggregates(_ sql: String, over bounds: [Double]) throws -> [[Double]] {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
    defer { sqlite3_finalize(statement) }
    return zip(bounds, bounds.dropFirst()).map { from, to in
      sqlite3_reset(statement)
      sqlite3_bind_double(statement, 1, from)
      sqlite3_bind_double(statement, 2, to)
      sqlite3_step(statement)
      return (0..<sqlite3_column_count(statement)).map { sqlite3_column_double(statement, $0) }
    }
  }

  /// The rows that `HealthStore.save` makes of the same samples, in one transaction; type, unit and
  /// source are rows 1, 2 and 1.
  func save(_ samples: [QuantitySample]) throws {
    if insert == nil {
      try check(
        sqlite3_prepare_v2(
          handle,
          """
          INSERT INTO sample (uuid, type, start_time, end_time, value, given_value, unit, source, device)
          VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
          """, -1, &insert, nil))
    }
    try run("BEGIN IMMEDIATE")
    for sample in samples {
      _ = withUnsafeBytes(of: sample.id.uuid) {
        sqlite3_bind_blob(insert, 1, $0.baseAddress, 16, heartcam_sqlite_transient())
      }
      sqlite3_bind_int64(insert, 2, 1)
      sqlite3_bind_double(insert, 3, sample.start.timeIntervalSinceReferenceDate)
      sqlite3_bind_double(insert, 4, sample.end.timeIntervalSinceReferenceDate)
      sqlite3_bind_double(insert, 5, sample.quantity.value / 60)
      sqlite3_bind_double(insert, 6, sample.quantity.value)
      sqlite3_bind_int64(insert, 7, 2)
      sqlite3_bind_int64(insert, 8, 1)
      sqlite3_bind_null(insert, 9)
      try check(sqlite3_step(insert))
      sqlite3_reset(insert)
    }
    try run("COMMIT")
  }
}
