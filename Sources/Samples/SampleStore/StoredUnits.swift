/// The units of a store. A condition on quantities compares each value in the unit it is stored in.
struct StoredUnits {
  private(set) var rows: [(row: Int64, unit: QuantityUnit)] = []

  /// The units by their rows.
  var byRow: [Int64: QuantityUnit] {
    Dictionary(uniqueKeysWithValues: rows.map { ($0.row, $0.unit) })
  }

  /// The unit of each type's values, by the type's identifier.
  private(set) var units: [String: QuantityUnit] = [:]

  /// Returns the unit in which the store keeps a type: that of the first sample.
  func unit(of type: QuantityType) -> QuantityUnit { units[type.identifier] ?? type.canonicalUnit }

  /// Reads them if a query needs them; a unit's row and a type's unit never change.
  init(for query: SampleQuery, _ connection: SQLConnection) throws(StoreError) {
    let hasQuantities = query.metadata.values.contains {
      if case .quantity = $0 { true } else { false }
    }
    if hasQuantities || query.predicate != nil { try read(connection) }
  }

  init(all connection: SQLConnection) throws(StoreError) {
    try read(connection)
  }

  private mutating func read(_ connection: SQLConnection) throws(StoreError) {
    rows = try connection.rows("SELECT id, symbol FROM unit") { all throws(StoreError) in
      guard let unit = try? QuantityUnit(all.text(1) ?? "") else {
        throw connection.corruption("a unit cannot be read")
      }
      return (all.integer(0), unit)
    }
    let types = try connection.prepare(
      "SELECT identifier, unit FROM sample_type WHERE unit IS NOT NULL")
    let byRow = byRow
    while try types.step() {
      guard let unit = byRow[types.integer(1)], let identifier = types.text(0) else {
        throw connection.corruption("a type's unit cannot be read")
      }
      units[identifier] = unit
    }
  }
}
