#if PostgreSQL
import FoundationEssentials
import SampleStore

/// A statement of a connection, which prepares itself on the server when it is run a second time;
/// used by its connection's thread.
final class PostgreSQLStatement: EngineStatement {
  private let connection: PostgreSQLConnection
  private let sql: String

  /// Whether the rows are fetched in portions, so that memory does not hold all of them.
  private let isStreamed: Bool

  private var values: PostgreSQLConnection.Values

  private var result: PostgreSQLResult?
  private var row: Int32 = -1

  /// The cursor that further rows come from.
  private var cursor: String?
  private var portion = 0

  private var runs = 0
  private var prepared: (name: String, types: [UInt32], generation: Int)?

  init(_ sql: String, of connection: PostgreSQLConnection, isStreamed: Bool = false) {
    self.sql = sql
    self.connection = connection
    self.isStreamed = isStreamed
    let count = Self.placeholders(in: sql)
    values = .init(
      types: Array(repeating: 0, count: count), bytes: Array(repeating: nil, count: count))
  }

  deinit {
    if let prepared { connection.abandon(prepared.name, of: prepared.generation) }
  }

  /// Returns the highest number of a placeholder.
  private static func placeholders(in sql: String) -> Int {
    var highest = 0
    var number: Int?
    for byte in sql.utf8 {
      if byte == UInt8(ascii: "$") {
        number = 0
      } else if let digits = number, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        number = digits * 10 + Int(byte - UInt8(ascii: "0"))
        highest = max(highest, number ?? 0)
      } else {
        number = nil
      }
    }
    return highest
  }

  // MARK: Binding

  func bind(_ value: SQLValue, at index: Int32) {
    let place = Int(index) - 1
    // A NULL is of whatever type the others were.
    if value != .null { values.types[place] = PostgreSQLValue.type(of: value) }
    values.bytes[place] = PostgreSQLValue.bytes(of: value)
  }

  /// Binds an array in binary form.
  func set(array: [UInt8], of type: UInt32, at place: Int) {
    values.types[place] = type
    values.bytes[place] = array
  }

  // MARK: Running

  /// Rows of the first portion, and of each one after it.
  private static let portions = (first: 200, next: 4000)

  /// Moves to the next row; false after the last.
  func step() throws(StoreError) -> Bool {
    if result == nil { try run() }
    row += 1
    if row < result?.count ?? 0 { return true }
    guard let cursor, result?.count == Int32(portion) else { return false }
    portion = Self.portions.next
    result = try fetch(from: cursor)
    row = 0
    return result?.count ?? 0 > 0
  }

  private func run() throws(StoreError) {
    try connection.flush()
    runs += 1
    row = -1
    if isStreamed, connection.isInTransaction {
      let name = connection.freshName()
      _ = try connection.run("DECLARE \(name) NO SCROLL CURSOR FOR \(sql)", values)
      cursor = name
      portion = Self.portions.first
      result = try fetch(from: name)
      return
    }
    // One that runs once is not worth a message for its preparation.
    guard runs > 1 else {
      result = try connection.run(sql, values)
      return
    }
    if prepared?.types != values.types || prepared?.generation != connection.generation {
      if let prepared { connection.abandon(prepared.name, of: prepared.generation) }
      prepared = nil
      let name = connection.freshName()
      try connection.prepare(name, sql, values.types)
      prepared = (name, values.types, connection.generation)
    }
    result = try connection.run(prepared: prepared?.name ?? "", values)
  }

  private func fetch(from cursor: String) throws(StoreError) -> PostgreSQLResult {
    try connection.flush()
    return try connection.run(
      "FETCH FORWARD \(portion) FROM \(cursor)", .init(types: [], bytes: []))
  }

  /// Ends the run; the values stay bound.
  func reset() {
    result = nil
    row = -1
    // The transaction's end closes a cursor that was left.
    if let cursor, connection.isInTransaction {
      _ = try? connection.runAll("CLOSE \(cursor)")
    }
    cursor = nil
  }

  /// Ends the run and forgets the values.
  func clear() {
    reset()
    for place in values.bytes.indices { values.bytes[place] = nil }
  }

  // MARK: Rows

  private func bytes(_ column: Int32) -> (UnsafeRawBufferPointer, type: UInt32)? {
    guard let result, !result.isNull(row, column) else { return nil }
    return (result.bytes(row, column), result.type(column))
  }

  func isNull(_ column: Int32) -> Bool { result?.isNull(row, column) ?? true }

  func integer(_ column: Int32) -> Int64 {
    bytes(column).map { PostgreSQLValue.integer($0.0, $0.type) } ?? 0
  }

  func real(_ column: Int32) -> Double {
    bytes(column).map { PostgreSQLValue.real($0.0, $0.type) } ?? 0
  }

  func text(_ column: Int32) -> String? { bytes(column).map { PostgreSQLValue.text($0.0) } }

  func blob(_ column: Int32) -> [UInt8] { bytes(column).map { Array($0.0) } ?? [] }

  func uuid(_ column: Int32) -> UUID? {
    guard let (bytes, _) = bytes(column), bytes.count == 16 else { return nil }
    return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }

  /// Returns the numbers in a column of this row and of those after it that are here already.
  func integersAtHand(_ column: Int32) -> [Int64]? {
    guard let result, row >= 0 else { return [] }
    let type = result.type(column)
    return (row..<result.count).map { PostgreSQLValue.integer(result.bytes($0, column), type) }
  }
}
#endif
