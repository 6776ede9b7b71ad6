package import FoundationEssentials

/// A value that a statement binds, of one of the kinds that every engine stores.
package enum SQLValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// The identifier of a sample or of a store.
  case identifier(UUID)

  /// Identifiers one after another, for `SQLDialect.isAmongIdentifiers`.
  static func identifiers(_ ids: some Sequence<UUID>) -> SQLValue {
    var bytes: [UInt8] = []
    for id in ids { withUnsafeBytes(of: id.uuid) { bytes.append(contentsOf: $0) } }
    return .blob(bytes)
  }

  init(_ text: String?) {
    self = text.map(SQLValue.text) ?? .null
  }

  init(_ integer: Int64?) {
    self = integer.map(SQLValue.integer) ?? .null
  }

  init(_ date: Date) {
    self = .real(date.timeIntervalSinceReferenceDate)
  }
}
