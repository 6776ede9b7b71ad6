import FoundationEssentials

/// Reads rows as samples, one after another.
///
/// The rows come from a file that may be damaged in ways that SQLite cannot see: what does not make a
/// sample throws, and traps nowhere.
struct SampleReader {
  private let samples: SQLiteStatement
  private let metadata: SQLiteStatement
  private let sourceStatement: SQLiteStatement
  private let deviceStatement: SQLiteStatement
  private let typeStatement: SQLiteStatement
  private let unitStatement: SQLiteStatement
  private var sources: [Int64: Source] = [:]
  private var devices: [Int64: Device] = [:]
  private var types: [Int64: QuantityType] = [:]
  private var units: [Int64: QuantityUnit] = [:]

  init(_ connection: borrowing SQLiteConnection, _ query: SampleQuery) throws(StoreError) {
    let operation = "read from"
    let filter = SampleFilter(query)
    let direction = query.order == .newestFirst ? "DESC" : "ASC"
    samples = try connection.prepare(
      """
      SELECT id, uuid, type, start_time, end_time, given_value, unit, source, device
      FROM sample\(filter.condition)
      ORDER BY start_time \(direction), id \(direction) LIMIT ?\(filter.values.count + 1)
      """, to: operation)
    try samples.bind(filter.values + [.integer(Int64(max(0, query.limit ?? .max)))])
    metadata = try connection.prepare(
      "SELECT key, kind, text, number, unit FROM metadata WHERE sample = ?1", to: operation)
    sourceStatement = try connection.prepare(
      """
      SELECT name, bundle_identifier, version, product_type, operating_system_version
      FROM source WHERE id = ?1
      """, to: operation)
    deviceStatement = try connection.prepare(
      """
      SELECT name, manufacturer, model, hardware_version, firmware_version, software_version,
        local_identifier, udi_device_identifier
      FROM device WHERE id = ?1
      """, to: operation)
    typeStatement = try connection.prepare(
      "SELECT identifier, unit, aggregation FROM sample_type WHERE id = ?1", to: operation)
    unitStatement = try connection.prepare("SELECT symbol FROM unit WHERE id = ?1", to: operation)
  }

  /// The next sample, `nil` after the last.
  mutating func next() throws(StoreError) -> QuantitySample? {
    guard try samples.step() else { return nil }
    let row = samples.integer(0)
    guard let id = UUID(bytes: samples.blob(1)), !samples.isNull(5) else {
      throw samples.corruption("a sample has no identifier or no value")
    }
    let type = try type(samples.integer(2))
    let quantity = Quantity(samples.real(5), try unit(samples.integer(6)))
    let device: Device? = samples.isNull(8) ? nil : try device(samples.integer(8))
    do {
      return try QuantitySample(
        id: id, type: type, quantity: quantity,
        start: Date(timeIntervalSinceReferenceDate: samples.real(3)),
        end: Date(timeIntervalSinceReferenceDate: samples.real(4)),
        source: try source(samples.integer(7)), device: device,
        metadata: try metadata(ofRow: row))
    } catch let error as StoreError {
      throw error
    } catch {
      throw samples.corruption("a row is no sample")
    }
  }

  private mutating func metadata(ofRow row: Int64) throws(StoreError) -> [String: MetadataValue] {
    try metadata.bind([.integer(row)])
    var values: [String: MetadataValue] = [:]
    while try metadata.step() {
      let unit = metadata.isNull(4) ? nil : try unit(metadata.integer(4))
      guard let key = metadata.text(0),
        let value = MetadataValue(
          kind: metadata.integer(1), text: metadata.text(2),
          number: metadata.isNull(3) ? nil : metadata.real(3), unit: unit)
      else { throw metadata.corruption("a metadata value cannot be read") }
      values[key] = value
    }
    return values
  }

  private mutating func unit(_ row: Int64) throws(StoreError) -> QuantityUnit {
    if let unit = units[row] { return unit }
    try unitStatement.bind([.integer(row)])
    guard try unitStatement.step(), let symbol = unitStatement.text(0),
      let unit = try? QuantityUnit(symbol)
    else { throw unitStatement.corruption("a unit cannot be read") }
    units[row] = unit
    return unit
  }

  private mutating func type(_ row: Int64) throws(StoreError) -> QuantityType {
    if let type = types[row] { return type }
    try typeStatement.bind([.integer(row)])
    guard try typeStatement.step(), let identifier = typeStatement.text(0),
      let style = AggregationStyle(rawValue: Int(typeStatement.integer(2)))
    else { throw typeStatement.corruption("a sample's type cannot be read") }
    let type = QuantityType(
      identifier: identifier, canonicalUnit: try unit(typeStatement.integer(1)),
      aggregationStyle: style)
    types[row] = type
    return type
  }

  private mutating func source(_ row: Int64) throws(StoreError) -> Source {
    if let source = sources[row] { return source }
    try sourceStatement.bind([.integer(row)])
    guard try sourceStatement.step(), let name = sourceStatement.text(0),
      let bundleIdentifier = sourceStatement.text(1)
    else { throw sourceStatement.corruption("a sample's source cannot be read") }
    let source = Source(
      name: name, bundleIdentifier: bundleIdentifier, version: sourceStatement.text(2),
      productType: sourceStatement.text(3), operatingSystemVersion: sourceStatement.text(4))
    sources[row] = source
    return source
  }

  private mutating func device(_ row: Int64) throws(StoreError) -> Device {
    if let device = devices[row] { return device }
    try deviceStatement.bind([.integer(row)])
    guard try deviceStatement.step() else {
      throw deviceStatement.corruption("a sample's device cannot be read")
    }
    let device = Device(
      name: deviceStatement.text(0), manufacturer: deviceStatement.text(1),
      model: deviceStatement.text(2), hardwareVersion: deviceStatement.text(3),
      firmwareVersion: deviceStatement.text(4), softwareVersion: deviceStatement.text(5),
      localIdentifier: deviceStatement.text(6), udiDeviceIdentifier: deviceStatement.text(7))
    devices[row] = device
    return device
  }
}
