/// A value of one of SQLite's storage classes.
enum SQLiteValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  init(_ text: String?) {
    self = text.map(SQLiteValue.text) ?? .null
  }

  init(_ integer: Int64?) {
    self = integer.map(SQLiteValue.integer) ?? .null
  }
}
