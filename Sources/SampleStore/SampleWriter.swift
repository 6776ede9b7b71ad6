import FoundationEssentials

/// Writes samples as rows, within one transaction.
///
/// What samples share (units, types, sources, devices) is looked up once a writer, and made where it
/// is missing; a writer does not outlive its transaction, so that none of it can have been rolled back.
struct SampleWriter {
  private let sampleStatement: SQLiteStatement
  private let metadataStatement: SQLiteStatement
  private var units: [QuantityUnit: Int64] = [:]
  private var types: [QuantityType: TypeRow] = [:]
  private var sources: [Source: Int64] = [:]
  private var devices: [Device: Int64] = [:]

  private static let operation = "save to"

  /// A type as the store keeps it: in the unit of whoever saved it first.
  private struct TypeRow {
    let row: Int64
    let unit: QuantityUnit

    /// Seconds, no less than any sample of the type lasts.
    var longest: Double
  }

  init(_ connection: borrowing SQLiteConnection) throws(StoreError) {
    sampleStatement = try connection.prepare(
      """
      INSERT INTO sample
        (uuid, type, start_time, end_time, value, given_value, unit, source, device)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """, to: Self.operation)
    metadataStatement = try connection.prepare(
      "INSERT INTO metadata (sample, key, kind, text, number, unit) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      to: Self.operation)
  }

  mutating func write(
    _ sample: QuantitySample, on connection: borrowing SQLiteConnection
  ) throws(StoreError) {
    let type = try row(of: sample.type, on: connection)
    try note(sample.end.timeIntervalSince(sample.start), of: sample.type, on: connection)
    let value: Double
    do {
      value = try sample.quantity.value(in: type.unit)
    } catch {
      throw StoreError(Self.operation, connection.location, .other, detail: error.description)
    }
    let device: Int64? =
      if let device = sample.device { try row(of: device, on: connection) } else { nil }
    do {
      try sampleStatement.run([
        .blob(sample.id.bytes), .integer(type.row),
        .real(sample.start.timeIntervalSinceReferenceDate),
        .real(sample.end.timeIntervalSinceReferenceDate), .real(value),
        .real(sample.quantity.value), .integer(try row(of: sample.quantity.unit, on: connection)),
        .integer(try row(of: sample.source, on: connection)), SQLiteValue(device),
      ])
    } catch  where error.code == SQLiteConnection.uniquenessViolated {
      throw StoreError(
        Self.operation, connection.location, .sampleExists, code: error.code,
        detail: "the sample \(sample.id) has been saved already")
    }
    guard !sample.metadata.isEmpty else { return }
    let sampleRow = connection.lastInsertedRow
    for (key, value) in sample.metadata {
      var unit: Int64?
      if case .quantity(let quantity) = value {
        unit = try row(of: quantity.unit, on: connection)
      }
      let columns = value.columns
      try metadataStatement.run([
        .integer(sampleRow), .text(key), .integer(columns.kind), columns.text, columns.number,
        SQLiteValue(unit),
      ])
    }
  }

  private mutating func row(
    of unit: QuantityUnit, on connection: borrowing SQLiteConnection
  ) throws(StoreError) -> Int64 {
    if let row = units[unit] { return row }
    let row = try Self.row(in: "unit", ["symbol": .text(unit.description)], on: connection)
    units[unit] = row
    return row
  }

  private mutating func row(
    of type: QuantityType, on connection: borrowing SQLiteConnection
  ) throws(StoreError) -> TypeRow {
    if let known = types[type] { return known }
    let find = try connection.prepare(
      """
      SELECT sample_type.id, unit.symbol, longest FROM sample_type JOIN unit ON unit.id = sample_type.unit
      WHERE identifier = ?1
      """, to: Self.operation)
    try find.bind([.text(type.identifier)])
    let result: TypeRow
    if try find.step() {
      guard let unit = try? QuantityUnit(find.text(1) ?? "") else {
        throw find.corruption("a unit cannot be read")
      }
      result = TypeRow(row: find.integer(0), unit: unit, longest: find.real(2))
    } else {
      let unit = try row(of: type.canonicalUnit, on: connection)
      let insert = try connection.prepare(
        "INSERT INTO sample_type (identifier, kind, unit, aggregation) VALUES (?1, ?2, ?3, ?4)",
        to: Self.operation)
      try insert.run([
        .text(type.identifier), .integer(Int64(SampleKind.quantity.rawValue)), .integer(unit),
        .integer(Int64(type.aggregationStyle.rawValue)),
      ])
      result = TypeRow(row: connection.lastInsertedRow, unit: type.canonicalUnit, longest: 0)
    }
    types[type] = result
    return result
  }

  /// Makes sure that the type's longest length covers one more.
  private mutating func note(
    _ length: Double, of type: QuantityType, on connection: borrowing SQLiteConnection
  ) throws(StoreError) {
    guard let known = types[type], length > known.longest else { return }
    let update = try connection.prepare(
      "UPDATE sample_type SET longest = ?2 WHERE id = ?1", to: Self.operation)
    try update.run([.integer(known.row), .real(length)])
    types[type]?.longest = length
  }

  private mutating func row(
    of source: Source, on connection: borrowing SQLiteConnection
  ) throws(StoreError) -> Int64 {
    if let row = sources[source] { return row }
    let row = try Self.row(
      in: "source",
      [
        "name": .text(source.name), "bundle_identifier": .text(source.bundleIdentifier),
        "version": SQLiteValue(source.version), "product_type": SQLiteValue(source.productType),
        "operating_system_version": SQLiteValue(source.operatingSystemVersion),
      ], on: connection)
    sources[source] = row
    return row
  }

  private mutating func row(
    of device: Device, on connection: borrowing SQLiteConnection
  ) throws(StoreError) -> Int64 {
    if let row = devices[device] { return row }
    let row = try Self.row(
      in: "device",
      [
        "name": SQLiteValue(device.name), "manufacturer": SQLiteValue(device.manufacturer),
        "model": SQLiteValue(device.model), "hardware_version": SQLiteValue(device.hardwareVersion),
        "firmware_version": SQLiteValue(device.firmwareVersion),
        "software_version": SQLiteValue(device.softwareVersion),
        "local_identifier": SQLiteValue(device.localIdentifier),
        "udi_device_identifier": SQLiteValue(device.udiDeviceIdentifier),
      ], on: connection)
    devices[device] = row
    return row
  }

  /// The row with exactly these values, NULL equal to NULL, inserted where there is none.
  private static func row(
    in table: String, _ columns: KeyValuePairs<String, SQLiteValue>,
    on connection: borrowing SQLiteConnection
  ) throws(StoreError) -> Int64 {
    let places = columns.indices.map { "?\($0 + 1)" }
    let conditions = zip(columns, places).map { "\($0.key) IS \($1)" }.joined(separator: " AND ")
    let find = try connection.prepare(
      "SELECT id FROM \(table) WHERE \(conditions)", to: operation)
    try find.bind(columns.map(\.value))
    if try find.step() { return find.integer(0) }
    let names = columns.map(\.key).joined(separator: ", ")
    let insert = try connection.prepare(
      "INSERT INTO \(table) (\(names)) VALUES (\(places.joined(separator: ", ")))", to: operation)
    try insert.run(columns.map(\.value))
    return connection.lastInsertedRow
  }
}
