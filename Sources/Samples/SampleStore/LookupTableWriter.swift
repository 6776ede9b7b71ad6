/// Finds rows of the lookup tables, which many samples share (units, types, sources, devices), and
/// inserts those that are missing, within one transaction.
struct LookupTableWriter: ~Copyable {
  /// A type as the store keeps it: in the unit of the first program that saved it.
  struct TypeRow {
    let row: Int64
    let kind: Int64
    let unit: QuantityUnit

    /// Seconds, no less than any sample of the type lasts.
    var longest: Double
  }

  private let connection: SQLConnection
  private var units: [QuantityUnit: Int64] = [:]
  private var types: [String: TypeRow] = [:]
  private var sources: [Source: Int64] = [:]
  private var devices: [Device: Int64] = [:]
  private var longest: [Int64: Double] = [:]

  // Samples come in runs of one type, unit and source; comparing with the last spares the hash.
  private var lastType: (identifier: String, row: TypeRow)?
  private var lastUnit: (unit: QuantityUnit, row: Int64)?
  private var lastSource: (source: Source, row: Int64)?

  init(_ connection: SQLConnection) {
    self.connection = connection
  }

  mutating func row(of unit: QuantityUnit) throws(StoreError) -> Int64 {
    if let lastUnit, lastUnit.unit == unit { return lastUnit.row }
    let row =
      if let known = units[unit] {
        known
      } else {
        try row(in: "unit", [("symbol", .text(unit.description))])
      }
    units[unit] = row
    lastUnit = (unit, row)
    return row
  }

  mutating func row(of type: QuantityType) throws(StoreError) -> TypeRow {
    if let lastType, lastType.identifier == type.identifier,
      lastType.row.kind == SampleType.quantity(type).kind.rawValue
    {
      return lastType.row
    }
    return try row(of: .quantity(type))
  }

  mutating func row(of type: SampleType) throws(StoreError) -> TypeRow {
    let identifier = type.identifier
    let kind = Int64(type.kind.rawValue)
    if let known = types[identifier] {
      guard known.kind == kind else { throw isOtherKind(identifier) }
      lastType = (identifier, known)
      return known
    }
    let find = try connection.prepare(
      """
      SELECT sample_type.id, unit.symbol, longest, kind
      FROM sample_type LEFT JOIN unit ON unit.id = sample_type.unit WHERE identifier = ?1
      """)
    try find.bind([.text(identifier)])
    let result: TypeRow
    if try find.step() {
      guard find.integer(3) == kind else { throw isOtherKind(identifier) }
      guard let unit = try? QuantityUnit(find.text(1) ?? "()") else {
        throw connection.corruption("a unit cannot be read")
      }
      result = TypeRow(row: find.integer(0), kind: kind, unit: unit, longest: find.real(2))
    } else {
      result = try insert(type)
    }
    types[identifier] = result
    longest[result.row] = result.longest
    lastType = (identifier, result)
    return result
  }

  private func isOtherKind(_ identifier: String) -> StoreError {
    connection.failure(.sampleDoesNotFit, "\(identifier) is another kind of sample there")
  }

  private mutating func insert(_ type: SampleType) throws(StoreError) -> TypeRow {
    var (unit, aggregation): (Int64?, Int64?)
    var canonical = QuantityUnit.count
    if case .quantity(let type) = type {
      canonical = type.canonicalUnit
      (unit, aggregation) = (try row(of: canonical), Int64(type.aggregationStyle.rawValue))
    }
    let row = try inserted(
      into: "sample_type",
      [
        ("identifier", .text(type.identifier)), ("kind", .integer(Int64(type.kind.rawValue))),
        ("unit", SQLValue(unit)), ("aggregation", SQLValue(aggregation)),
      ])
    return TypeRow(row: row, kind: Int64(type.kind.rawValue), unit: canonical, longest: 0)
  }

  /// Makes sure that the type's longest length is no less than this one.
  mutating func note(
    length: Double, longest known: Double, ofType row: Int64
  ) throws(StoreError) {
    guard length > known, length > longest[row] ?? 0 else { return }
    try connection.run(
      "UPDATE sample_type SET longest = ?2 WHERE id = ?1", [.integer(row), .real(length)])
    longest[row] = length
  }

  /// Counts one change of each type met, and of others.
  func noteChanges(of others: Set<Int64>) throws(StoreError) {
    // In one order, so that no two writers wait for each other.
    for row in others.union(longest.keys).sorted() {
      try connection.run(
        "UPDATE sample_type SET change = change + 1 WHERE id = ?1", [.integer(row)])
    }
  }

  mutating func row(of source: Source) throws(StoreError) -> Int64 {
    if let lastSource, lastSource.source == source { return lastSource.row }
    let row =
      if let known = sources[source] { known } else { try row(in: "source", source.columns) }
    sources[source] = row
    lastSource = (source, row)
    return row
  }

  mutating func row(of device: Device) throws(StoreError) -> Int64 {
    if let row = devices[device] { return row }
    let row = try row(in: "device", device.columns)
    devices[device] = row
    return row
  }

  /// Returns the row with exactly these values, NULL equal to NULL; inserts a missing one.
  private func row(
    in table: String, _ columns: [(key: String, value: SQLValue)]
  ) throws(StoreError) -> Int64 {
    let conditions = columns.indices.map {
      connection.dialect.isSame(columns[$0].key, "?\($0 + 1)")
    }
    let found = try connection.integer(
      "SELECT id FROM \(table) WHERE \(conditions.joined(separator: " AND "))",
      columns.map { $0.value })
    return if let found { found } else { try inserted(into: table, columns) }
  }

  /// Returns the identifier of a new row.
  private func inserted(
    into table: String, _ columns: [(key: String, value: SQLValue)]
  ) throws(StoreError) -> Int64 {
    let names = columns.map { $0.key }.joined(separator: ", ")
    let placeholders = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    let row = try connection.integer(
      "INSERT INTO \(table) (\(names)) VALUES (\(placeholders)) RETURNING id",
      columns.map { $0.value })
    guard let row else { throw connection.failure(.corrupt, "a new row has no number") }
    return row
  }
}
