import FoundationEssentials

/// Rows of one table that are sent to the server together, as one array for each column.
///
/// COPY is refused on a table whose rows are kept apart by participant. One message with arrays
/// costs as little: the server makes rows of them without reading any text.
final class PostgreSQLRows {
  /// The tables that take many rows in one transaction.
  struct Table {
    let name: String
    let columns: [(name: String, type: UInt32)]

    /// What follows the rows in the statement.
    var ending = ""

    /// A table refers only to rows of tables with a lower rank.
    let rank: Int

    private typealias Number = PostgreSQLValue.TypeNumber

    private static let all: [Table] = [
      Table(
        name: "sample",
        columns: [
          ("id", Number.int8), ("uuid", Number.uuid), ("type", Number.int4),
          ("start_time", Number.float8), ("end_time", Number.float8), ("value", Number.float8),
          ("given_value", Number.float8), ("unit", Number.int4), ("source", Number.int4),
          ("device", Number.int4), ("created_time", Number.float8),
        ], rank: 0),
      Table(
        name: "metadata",
        columns: [
          ("sample", Number.int8), ("key", Number.text), ("kind", Number.int4),
          ("text", Number.text), ("number", Number.float8), ("unit", Number.int4),
        ], rank: 1),
      Table(
        name: "correlation_member",
        columns: [
          ("correlation", Number.int8), ("member", Number.int8), ("is_own", Number.int4),
        ], ending: " ON CONFLICT DO NOTHING", rank: 2),
    ]

    /// The table that a statement inserts into with a placeholder for every column; `nil` for
    /// another statement.
    init?(of sql: String) {
      guard sql.hasPrefix("INSERT INTO ") else { return nil }
      let words = sql.split { $0 == " " || $0 == "\n" || $0 == "(" || $0 == ")" || $0 == "," }
      guard words.count > 2, let table = Self.all.first(where: { $0.name == words[2] }),
        let end = words.firstIndex(of: "VALUES"),
        words[3..<end].elementsEqual(table.columns.map(\.name), by: { String($0) == $1 })
      else { return nil }
      self = table
    }

    private init(
      name: String, columns: [(name: String, type: UInt32)], ending: String = "", rank: Int
    ) {
      self.name = name
      self.columns = columns
      self.ending = ending
      self.rank = rank
    }

    var statement: String {
      let names = columns.map(\.name).joined(separator: ", ")
      let places = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
      // The participant is looked up once, not for each row.
      return """
        INSERT INTO \(name) (participant, \(names))
        SELECT (SELECT present()), * FROM unnest(\(places))\(ending)
        """
    }
  }

  /// How many rows are sent at most in one message.
  private static let most: Int32 = 4000

  let table: Table
  private unowned let connection: PostgreSQLConnection
  private var present: [SQLValue]
  private var columns: [[UInt8]]
  private var hasNull: [Bool]
  private var count: Int32 = 0
  private lazy var statement = PostgreSQLStatement(table.statement, of: connection)

  init(_ table: Table, of connection: PostgreSQLConnection) {
    self.table = table
    self.connection = connection
    present = Array(repeating: .null, count: table.columns.count)
    columns = Array(repeating: [], count: table.columns.count)
    hasNull = Array(repeating: false, count: table.columns.count)
  }

  func set(_ value: SQLValue, at column: Int) {
    present[column] = value
  }

  /// Forgets the values that were set.
  func clear() {
    for column in present.indices { present[column] = .null }
  }

  /// Adds the row of the values that were set.
  func add() throws(StoreError) {
    for column in present.indices { append(present[column], to: column) }
    count += 1
    connection.wait(for: self)
    if count == Self.most { try connection.flush() }
  }

  /// An element of an array: its length and its bytes; the length of NULL is -1.
  private func append(_ value: SQLValue, to column: Int) {
    func add(_ bytes: UnsafeRawBufferPointer) {
      withUnsafeBytes(of: Int32(bytes.count).bigEndian) { columns[column] += $0 }
      columns[column] += bytes
    }
    switch value {
    case .null:
      withUnsafeBytes(of: Int32(-1).bigEndian) { columns[column] += $0 }
      hasNull[column] = true
    case .integer(let integer) where table.columns[column].type == PostgreSQLValue.TypeNumber.int4:
      withUnsafeBytes(of: Int32(truncatingIfNeeded: integer).bigEndian, add)
    case .integer(let integer): withUnsafeBytes(of: integer.bigEndian, add)
    case .real(let real): withUnsafeBytes(of: real.bitPattern.bigEndian, add)
    case .identifier(let id): withUnsafeBytes(of: id.uuid, add)
    case .text, .blob: (PostgreSQLValue.bytes(of: value) ?? []).withUnsafeBytes(add)
    }
  }

  /// Leaves out the rows that were not sent.
  func forget() {
    for column in columns.indices {
      columns[column].removeAll(keepingCapacity: true)
      hasNull[column] = false
    }
    count = 0
  }

  /// Inserts the rows; throws `sampleExists` if a sample's identifier is there already.
  func send() throws(StoreError) {
    guard count > 0 else { return }
    var identifiers: [UInt8] = []
    for (column, description) in table.columns.enumerated() {
      var array: [UInt8] = []
      array.reserveCapacity(columns[column].count + 20)
      let head = [1, hasNull[column] ? 1 : 0, Int32(bitPattern: description.type), count, 1]
      for number in head { withUnsafeBytes(of: number.bigEndian) { array += $0 } }
      array += columns[column]
      if description.type == PostgreSQLValue.TypeNumber.uuid { identifiers = array }
      statement.set(
        array: array, of: PostgreSQLValue.TypeNumber.arrays[description.type] ?? 0, at: column)
    }
    forget()
    defer { statement.clear() }
    guard table.name == "sample" else {
      _ = try statement.step()
      return
    }
    do {
      _ = try statement.step()
    } catch {
      guard error.code == PostgreSQLFailure.uniquenessViolated else { throw error }
      connection.rollBack()
      throw try known(identifiers, error)
    }
  }

  /// The error that names the sample that is there, or that came twice.
  private func known(
    _ identifiers: [UInt8], _ error: StoreError
  ) throws(StoreError) -> StoreError {
    let find = PostgreSQLStatement(
      """
      SELECT given FROM unnest($1) WITH ORDINALITY AS row (given, place)
      WHERE given IN (SELECT uuid FROM sample)
        OR given IN (SELECT given FROM unnest($1) AS again (given) GROUP BY given HAVING count(*) > 1)
      ORDER BY place LIMIT 1
      """, of: connection)
    find.set(array: identifiers, of: PostgreSQLValue.TypeNumber.uuids, at: 0)
    guard try find.step(), let id = find.uuid(0) else { return error }
    return StoreError(
      error.operation, error.location, .sampleExists, code: error.code,
      detail: "the sample \(id) has been saved already")
  }
}
