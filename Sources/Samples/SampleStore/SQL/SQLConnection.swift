/// A connection to a store: cached statements and transactions, whichever engine is behind it.
///
/// One thread uses it at a time. `HealthStore` guards the shared one by a `Mutex`; a reader that
/// streams opens another.
final class SQLConnection {
  /// The differences between engines.
  let dialect: any SQLDialect

  /// The store, as messages name it.
  let location: String

  /// The purpose of the present work, for its errors.
  var operation: StoreError.Operation {
    didSet { engine.operation = operation }
  }

  private let engine: any EngineConnection
  private let cache = StatementCache()
  private var insertions: [RowInsertion: any EngineInsertion] = [:]

  init(_ engine: any EngineConnection, location: String) {
    self.engine = engine
    self.location = location
    dialect = engine.dialect
    operation = engine.operation
  }

  // MARK: Statements

  /// Returns a statement of this text, ready to be bound; it is compiled once.
  func prepare(_ sql: String) throws(StoreError) -> SQLStatement {
    let statement = if let idle = cache.take(sql) { idle } else { try engineStatement(sql) }
    return SQLStatement(statement, sql, from: cache)
  }

  /// Returns a statement that no cache knows.
  func engineStatement(_ sql: String) throws(StoreError) -> any EngineStatement {
    try engine.prepare(sql.withPlaceholders(dialect.placeholderMark))
  }

  /// Returns the rows to insert into a table. There is one insertion of a kind, so each row is
  /// bound and added before another is begun.
  func prepare(_ insertion: RowInsertion) throws(StoreError) -> any EngineInsertion {
    if let known = insertions[insertion] { return known }
    let new = try engine.prepare(insertion)
    insertions[insertion] = new
    return new
  }

  /// Inserts a row, with a value for each column of the table in its order.
  func insert(_ values: [SQLValue], _ insertion: RowInsertion) throws(StoreError) {
    let rows = try prepare(insertion)
    defer { rows.clear() }
    for (index, value) in values.enumerated() { try rows.bind(value, at: Int32(index + 1)) }
    try rows.add()
  }

  /// Returns a statement whose rows may be too many to hold, ready to be bound, for use within
  /// `read` or `write`.
  func prepareToStream(_ sql: String) throws(StoreError) -> SQLStatement {
    let placed = sql.withPlaceholders(dialect.placeholderMark)
    guard let statement = try engine.prepareToStream(placed) else { return try prepare(sql) }
    return SQLStatement(statement, sql, from: StatementCache())
  }

  /// Runs a statement whose rows do not matter.
  func run(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) {
    try prepare(sql).run(values)
  }

  /// Returns the first column of the first row as a whole number; `nil` without a row, or for NULL.
  func integer(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> Int64? {
    try first(sql, values) { $0.isNull(0) ? nil : $0.integer(0) } ?? nil
  }

  /// Throws unless a count is what this transaction made it: a trigger may undo its work.
  func expect(_ count: Int64, _ sql: String, _ values: [SQLValue]) throws(StoreError) {
    let found = try integer(sql, values) ?? 0
    guard found == count else {
      throw failure(
        .other,
        "something in the database, such as a trigger, has changed \(abs(found - count)) rows "
          + "otherwise; nothing of this attempt was kept")
    }
  }

  /// Returns the results of a closure for each row.
  func rows<Row>(
    _ sql: String, _ values: [SQLValue] = [], _ row: (SQLStatement) throws(StoreError) -> Row
  ) throws(StoreError) -> [Row] {
    let statement = try prepare(sql)
    try statement.bind(values)
    var rows: [Row] = []
    while try statement.step() { rows.append(try row(statement)) }
    return rows
  }

  /// Returns the result of a closure for the first row; `nil` without a row.
  func first<Row>(
    _ sql: String, _ values: [SQLValue] = [], _ row: (SQLStatement) throws(StoreError) -> Row
  ) throws(StoreError) -> Row? {
    let statement = try prepare(sql)
    try statement.bind(values)
    return try statement.step() ? try row(statement) : nil
  }

  /// Returns how the engine would run a statement, one line per step.
  func plan(of sql: String, _ values: [SQLValue]) throws(StoreError) -> [String] {
    try rows(dialect.explain(sql), values) { $0.text(dialect.explanationColumn) ?? "" }
  }

  // MARK: Transactions

  /// Runs work that reads, all of it from the same state of the store.
  ///
  /// Work changes nothing, so an engine may run it again on a new connection if it has lost the old one.
  func read<Result>(
    _ work: (SQLConnection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    var attempt = 1
    while true {
      do throws(StoreError) {
        defer { endReading() }
        try beginReading()
        try requireInPlace()
        return try work(self)
      } catch {
        guard case .again = try engine.recovery(from: error, attempt: attempt, wasCommitting: false)
        else {
          throw error
        }
        attempt += 1
      }
    }
  }

  /// Runs work in one transaction: all of it is on the disk when this returns, and none of it when
  /// it throws.
  ///
  /// The right to write is taken first if the engine lets one writer in at a time. Work that reads
  /// before it writes can then not be overtaken by another program and fail half-way. Work changes
  /// nothing but the store, so an engine may run it again after a conflict.
  ///
  /// - Parameter deletingParts: Whether rows that are deleted take their parts along; otherwise the work deletes
  ///   them, unless `deletesParts`.
  func write<Result>(
    deletingParts: Bool = true,
    _ work: (SQLConnection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    var attempt = 1
    while true {
      var done: Result?
      do throws(StoreError) {
        try engine.beginWriting(deletingParts: deletingParts)
        try requireInPlace()
        let result = try work(self)
        done = result
        try engine.commitWriting()
        return result
      } catch {
        // A full disk or an I/O error may have rolled back already; then there is nothing to undo.
        if engine.isInTransaction { engine.rollBack() }
        switch try engine.recovery(from: error, attempt: attempt, wasCommitting: done != nil) {
        case .no: throw error
        case .again: attempt += 1
        case .wasDone:
          guard let done else { throw error }
          return done
        }
      }
    }
  }

  /// Whether another file is where the one that is open was.
  var isReplaced: Bool { engine.isReplaced }

  private func requireInPlace() throws(StoreError) {
    if isReplaced {
      throw failure(.other, "its file was replaced or removed since it was opened; open it again")
    }
  }

  /// Whether rows that this transaction deletes take their parts along.
  var deletesParts: Bool { engine.deletesParts }

  /// Begins to read from one state of the store, which lasts until `endReading` or the connection's
  /// end.
  func beginReading() throws(StoreError) {
    try engine.beginReading()
  }

  func endReading() {
    engine.endReading()
    // An I/O error must not leave the connection in a transaction that no other can begin in.
    if engine.isInTransaction { engine.rollBack() }
  }

  // MARK: History and changes

  /// Takes numbers from a history's counter, which this transaction then holds until it ends.
  ///
  /// - Returns: The last of them; the others are the numbers before it.
  func takeNumbers(_ count: Int, from history: History) throws(StoreError) -> Int64 {
    for sql in dialect.takeNumbers(from: history) {
      // Damage may have left anything in the counter.
      if let last = try integer(sql, [.integer(Int64(count))]), (Int64(count)..<Int64.max) ~= last {
        return last
      }
    }
    throw failure(.corrupt, "the store has lost count of its \(history) rows")
  }

  /// Returns a number that differs from the one before if others have changed the store in between;
  /// it costs microseconds.
  func changeStamp() throws(StoreError) -> Int64 { try engine.changeStamp() }

  /// Moves committed data to their final place, outside of a transaction.
  func settle() throws(StoreError) { try engine.settle() }

  // MARK: Errors

  /// Returns the error of the present work.
  func failure(_ reason: StoreError.Reason, _ detail: String) -> StoreError {
    StoreError(operation, location, reason, detail: detail)
  }

  /// Returns the error of a row that the engine accepts and the schema does not allow.
  func corruption(_ detail: String) -> StoreError {
    StoreError(operation, location, .corrupt, detail: detail, isOfOneRow: true)
  }

  /// Returns whether a statement failed because it would have stored a unique value twice.
  func isUniquenessViolation(_ error: StoreError) -> Bool { engine.isUniquenessViolation(error) }

  /// Returns the problems that the engine itself finds in the store.
  func engineProblems() throws(StoreError) -> [EngineProblem] { try engine.problems() }
}
