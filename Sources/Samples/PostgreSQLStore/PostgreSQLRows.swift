#if PostgreSQL
import FoundationEssentials
import SampleStore

/// Rows of one table that are sent to the server together, as one array for each column.
///
/// One message with arrays costs as little as COPY: the server makes rows of them without reading any text.
final class PostgreSQLRows: EngineInsertion {
  /// The most rows in one message, and about the most bytes.
  private static let most: (rows: Int32, bytes: Int) = (4000, 8 << 20)

  /// A table's rows refer only to rows of tables with a lower rank.
  let rank: Int

  private let insertion: RowInsertion
  private unowned let connection: PostgreSQLConnection
  private let types: [UInt32]
  private var present: [SQLValue]
  private var columns: [[UInt8]]
  private var hasNull: [Bool]
  private var count: Int32 = 0
  private lazy var statement = PostgreSQLStatement(Self.sql(of: insertion), of: connection)

  init(_ insertion: RowInsertion, of connection: PostgreSQLConnection) {
    self.insertion = insertion
    self.connection = connection
    rank = StoreTable.all.firstIndex(of: insertion.table) ?? StoreTable.all.count
    types = insertion.table.columns.map(PostgreSQLValue.type)
    present = types.map { _ in .null }
    columns = types.map { _ in [] }
    hasNull = types.map { _ in false }
  }

  private static func sql(of insertion: RowInsertion) -> String {
    let places = insertion.table.columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    return """
      INSERT INTO \(insertion.table.name) (\(insertion.columns))
      SELECT * FROM unnest(\(places))\(insertion.ending)
      """
  }

  func bind(_ value: SQLValue, at index: Int32) { present[Int(index) - 1] = value }

  /// Forgets the values that were set.
  func clear() {
    for column in present.indices { present[column] = .null }
  }

  /// Adds the row of the values that were set.
  func add() throws(StoreError) {
    for column in present.indices { append(present[column], to: column) }
    count += 1
    connection.wait(for: self)
    if count == Self.most.rows || size > Self.most.bytes { try connection.flush() }
  }

  private var size: Int { columns.reduce(0) { $0 + $1.count } }

  /// Appends an element of an array: its length and its bytes; the length of NULL is -1.
  private func append(_ value: SQLValue, to column: Int) {
    func add(_ bytes: UnsafeRawBufferPointer) {
      withUnsafeBytes(of: Int32(bytes.count).bigEndian) { columns[column] += $0 }
      columns[column] += bytes
    }
    switch value {
    case .null:
      withUnsafeBytes(of: Int32(-1).bigEndian) { columns[column] += $0 }
      hasNull[column] = true
    case .integer(let integer) where types[column] == PostgreSQLValue.TypeNumber.int4:
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

  /// Inserts the rows; throws `sampleExists` if a sample's identifier is saved already.
  func send() throws(StoreError) {
    guard count > 0 else { return }
    var identifiers: [UInt8] = []
    for (column, type) in types.enumerated() {
      var array: [UInt8] = []
      array.reserveCapacity(columns[column].count + 20)
      let head = [1, hasNull[column] ? 1 : 0, Int32(bitPattern: type), count, 1]
      for number in head { withUnsafeBytes(of: number.bigEndian) { array += $0 } }
      array += columns[column]
      if type == PostgreSQLValue.TypeNumber.uuid { identifiers = array }
      statement.set(
        array: array, of: PostgreSQLValue.TypeNumber.arrays[type] ?? 0, at: column)
    }
    forget()
    defer { statement.clear() }
    guard insertion.table == .sample else {
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

  /// Returns the error that names the sample that is there, or that came twice.
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
      detail: "the sample \(id.shortText) has been saved already")
  }
}
#endif
