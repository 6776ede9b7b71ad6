/// Finds the rows that samples share (units, types, sources, devices) and makes those that are missing,
/// within one transaction.
struct SharedRowWriter: ~Copyable {
  /// A type as the store keeps it: in the unit of whoever saved it first.
  struct TypeRow {
    let row: Int64
    let unit: QuantityUnit

    /// Seconds, no less than any sample of the type lasts.
    var longest: Double
  }

  private let statement: SQLiteStatement
  private let location: String
  private var units: [QuantityUnit: Int64] = [:]
  private var types: [String: TypeRow] = [:]
  private var sources: [Source: Int64] = [:]
  private var devices: [Device: Int64] = [:]
  private var longest: [Int64: Double] = [:]

  // Samples come in runs of one type, unit and source; comparing with the last spares the hash.
  private var lastType: (identifier: String, row: TypeRow)?
  private var lastUnit: (unit: QuantityUnit, row: Int64)?
  private var lastSource: (source: Source, row: Int64)?

  init(_ statement: SQLiteStatement, location: String) {
    self.statement = statement
    self.location = location
  }

  mutating func row(of unit: QuantityUnit) throws(StoreError) -> Int64 {
    if let lastUnit, lastUnit.unit == unit { return lastUnit.row }
    if units[unit] == nil {
      units[unit] = try row(in: "unit", ["symbol": .text(unit.description)])
    }
    let row = units[unit] ?? 0
    lastUnit = (unit, row)
    return row
  }

  mutating func row(of type: QuantityType) throws(StoreError) -> TypeRow {
    if let lastType, lastType.identifier == type.identifier { return lastType.row }
    return try row(of: .quantity(type))
  }

  mutating func row(of type: SampleType) throws(StoreError) -> TypeRow {
    let identifier = type.identifier
    if let known = types[identifier] {
      lastType = (identifier, known)
      return known
    }
    let find = try statement.sibling(
      """
      SELECT sample_type.id, unit.symbol, longest, kind
      FROM sample_type LEFT JOIN unit ON unit.id = sample_type.unit WHERE identifier = ?1
      """)
    try find.bind([.text(identifier)])
    let result: TypeRow
    if try find.step() {
      guard find.integer(3) == Int64(type.kind.rawValue) else {
        throw StoreError(
          "save to", location, .other, detail: "\(identifier) is another kind of sample there")
      }
      guard let unit = try? QuantityUnit(find.text(1) ?? "()") else {
        throw find.corruption("a unit cannot be read")
      }
      result = TypeRow(row: find.integer(0), unit: unit, longest: find.real(2))
    } else {
      result = try insert(type)
    }
    types[identifier] = result
    longest[result.row] = result.longest
    lastType = (identifier, result)
    return result
  }

  private mutating func insert(_ type: SampleType) throws(StoreError) -> TypeRow {
    var (unit, aggregation): (Int64?, Int64?)
    var canonical = QuantityUnit.count
    if case .quantity(let type) = type {
      canonical = type.canonicalUnit
      (unit, aggregation) = (try row(of: canonical), Int64(type.aggregationStyle.rawValue))
    }
    try statement.sibling(
      "INSERT INTO sample_type (identifier, kind, unit, aggregation) VALUES (?1, ?2, ?3, ?4)"
    ).run([
      .text(type.identifier), .integer(Int64(type.kind.rawValue)), SQLiteValue(unit),
      SQLiteValue(aggregation),
    ])
    return TypeRow(row: statement.lastInsertedRow, unit: canonical, longest: 0)
  }

  /// Makes sure that the type's longest length covers one more.
  mutating func note(
    length: Double, longest known: Double, ofType row: Int64
  ) throws(StoreError) {
    guard length > known, length > longest[row] ?? 0 else { return }
    try statement.sibling("UPDATE sample_type SET longest = ?2 WHERE id = ?1")
      .run([.integer(row), .real(length)])
    longest[row] = length
  }

  /// Counts one change of each type met, and of others.
  func noteChanges(of others: Set<Int64>) throws(StoreError) {
    let update = try statement.sibling("UPDATE sample_type SET change = change + 1 WHERE id = ?1")
    for row in others.union(longest.keys) { try update.run([.integer(row)]) }
  }

  mutating func row(of source: Source) throws(StoreError) -> Int64 {
    if let lastSource, lastSource.source == source { return lastSource.row }
    if sources[source] == nil { sources[source] = try row(in: "source", source.columns) }
    let row = sources[source] ?? 0
    lastSource = (source, row)
    return row
  }

  mutating func row(of device: Device) throws(StoreError) -> Int64 {
    if let row = devices[device] { return row }
    let row = try row(in: "device", device.columns)
    devices[device] = row
    return row
  }

  /// The row with exactly these values, NULL equal to NULL, inserted where there is none.
  private func row(
    in table: String, _ columns: KeyValuePairs<String, SQLiteValue>
  ) throws(StoreError) -> Int64 {
    let places = columns.indices.map { "?\($0 + 1)" }
    let conditions = zip(columns, places).map { "\($0.key) IS \($1)" }.joined(separator: " AND ")
    let find = try statement.sibling("SELECT id FROM \(table) WHERE \(conditions)")
    try find.bind(columns.map(\.value))
    if try find.step() { return find.integer(0) }
    let names = columns.map(\.key).joined(separator: ", ")
    try statement.sibling(
      "INSERT INTO \(table) (\(names)) VALUES (\(places.joined(separator: ", ")))"
    ).run(columns.map(\.value))
    return statement.lastInsertedRow
  }
}
