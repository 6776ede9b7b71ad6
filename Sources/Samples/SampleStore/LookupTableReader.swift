/// Reads the lookup tables, whose rows many samples share: units, types, sources and devices. Each
/// row is read once.
struct LookupTableReader {
  private let connection: SQLConnection
  private var sources: [Int64: Source] = [:]
  private var devices: [Int64: Device] = [:]
  private var types: [Int64: SampleType] = [:]
  private var units: [Int64: QuantityUnit] = [:]

  init(_ connection: SQLConnection) {
    self.connection = connection
  }

  mutating func unit(_ row: Int64) throws(StoreError) -> QuantityUnit {
    if let unit = units[row] { return unit }
    let find = try connection.prepare("SELECT symbol FROM unit WHERE id = ?1")
    try find.bind([.integer(row)])
    guard try find.step(), let symbol = find.text(0), let unit = try? QuantityUnit(symbol)
    else { throw connection.corruption("a unit cannot be read") }
    units[row] = unit
    return unit
  }

  mutating func type(_ row: Int64) throws(StoreError) -> SampleType {
    if let type = types[row] { return type }
    let find = try connection.prepare(
      "SELECT identifier, kind, unit, aggregation FROM sample_type WHERE id = ?1")
    try find.bind([.integer(row)])
    guard try find.step(), let identifier = find.text(0),
      let kind = SampleKind(rawValue: Int(truncatingIfNeeded: find.integer(1))),
      let type = SampleType(
        kind, identifier, unit: kind == .quantity ? try unit(find.integer(2)) : nil,
        style: AggregationStyle(rawValue: Int(truncatingIfNeeded: find.integer(3))))
    else { throw connection.corruption("a sample's type cannot be read") }
    types[row] = type
    return type
  }

  mutating func source(_ row: Int64) throws(StoreError) -> Source {
    if let source = sources[row] { return source }
    let find = try connection.prepare(
      """
      SELECT name, bundle_identifier, version, product_type, operating_system_version
      FROM source WHERE id = ?1
      """)
    try find.bind([.integer(row)])
    guard try find.step(), let name = find.text(0), let bundleIdentifier = find.text(1)
    else { throw connection.corruption("a sample's source cannot be read") }
    let source = Source(
      name: name, bundleIdentifier: bundleIdentifier, version: find.text(2),
      productType: find.text(3), operatingSystemVersion: find.text(4))
    sources[row] = source
    return source
  }

  mutating func device(_ row: Int64) throws(StoreError) -> Device {
    if let device = devices[row] { return device }
    let columns = Device.properties.map { $0.name }.joined(separator: ", ")
    let find = try connection.prepare("SELECT \(columns) FROM device WHERE id = ?1")
    try find.bind([.integer(row)])
    guard try find.step() else { throw connection.corruption("a sample's device cannot be read") }
    var device = Device()
    for (column, property) in Device.properties.enumerated() {
      device[keyPath: property.path] = find.text(Int32(column))
    }
    devices[row] = device
    return device
  }
}
