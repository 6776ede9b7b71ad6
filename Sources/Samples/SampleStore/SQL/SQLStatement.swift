import FoundationEssentials

/// A prepared statement, lent by a connection; when its last user lets it go, it is reset and kept
/// for the next. Used by its connection's thread.
final class SQLStatement {
  private let engine: any EngineStatement
  private let sql: String
  private let cache: StatementCache

  init(_ engine: any EngineStatement, _ sql: String, from cache: StatementCache) {
    (self.engine, self.sql, self.cache) = (engine, sql, cache)
  }

  deinit {
    engine.clear()
    cache.keep(engine, for: sql)
  }

  /// Forgets the last run and binds new values, the first to `?1`.
  func bind(_ values: [SQLValue]) throws(StoreError) {
    engine.reset()
    for (index, value) in values.enumerated() {
      try engine.bind(value, at: Int32(index + 1))
    }
  }

  /// Binds, and runs a statement whose rows do not matter.
  func run(_ values: [SQLValue]) throws(StoreError) {
    try bind(values)
    _ = try step()
    reset()
  }

  /// Binds one whole number, without an array.
  func set(_ integer: Int64, at index: Int32) { engine.set(integer, at: index) }

  /// Ends the run; the values stay bound.
  func reset() { engine.reset() }

  /// Moves to the next row; false after the last.
  func step() throws(StoreError) -> Bool { try engine.step() }

  func isNull(_ column: Int32) -> Bool { engine.isNull(column) }

  func integer(_ column: Int32) -> Int64 { engine.integer(column) }

  func real(_ column: Int32) -> Double { engine.real(column) }

  /// Returns the text, NUL characters included; `nil` for NULL.
  func text(_ column: Int32) -> String? { engine.text(column) }

  /// Returns the bytes; none for NULL.
  func blob(_ column: Int32) -> [UInt8] { engine.blob(column) }

  /// Returns the identifier, or `nil` if the column holds none.
  func uuid(_ column: Int32) -> UUID? { engine.uuid(column) }

  /// Returns the whole numbers in a column of this row and of those after it that the engine holds
  /// already; `nil` if it holds none ahead.
  func integersAtHand(_ column: Int32) -> [Int64]? { engine.integersAtHand(column) }
}

/// The statements of a connection that are not in use at the moment, by their text.
///
/// A statement that is lent out is not in it. So the same text can be in use twice, such as for a
/// correlation's member while the correlation itself is read.
final class StatementCache {
  /// The number of statements that are kept.
  ///
  /// Predicates make new texts forever; the store's own statements number some forty.
  static let capacity = 64

  private var idle: [String: (statement: any EngineStatement, lastUse: UInt64)] = [:]
  private var clock: UInt64 = 0

  /// The number of statements kept at the moment.
  var count: Int { idle.count }

  func take(_ sql: String) -> (any EngineStatement)? {
    idle.removeValue(forKey: sql)?.statement
  }

  func keep(_ statement: any EngineStatement, for sql: String) {
    if idle.count >= Self.capacity, idle[sql] == nil,
      let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
    {
      idle[oldest] = nil
    }
    clock += 1
    idle[sql] = (statement, clock)
  }
}
