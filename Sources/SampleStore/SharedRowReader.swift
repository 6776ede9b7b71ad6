import FoundationEssentials

/// Reads what belongs to samples from the other tables, and remembers what they share.
struct SharedRowReader {
  private let connection: SQLiteStatement
  private var metadata: SQLiteStatement?
  private var sources: [Int64: Source] = [:]
  private var devices: [Int64: Device] = [:]
  private var types: [Int64: SampleType] = [:]
  private var units: [Int64: QuantityUnit] = [:]

  /// - Parameter connection: Any statement of the connection.
  init(_ connection: SQLiteStatement) {
    self.connection = connection
  }

  mutating func metadata(ofRow row: Int64) throws(StoreError) -> [String: MetadataValue] {
    if metadata == nil {
      metadata = try connection.sibling(
        "SELECT key, kind, text, number, unit FROM metadata WHERE sample = ?1")
    }
    guard let statement = metadata else { return [:] }
    try statement.bind([.integer(row)])
    var values: [String: MetadataValue] = [:]
    while try statement.step() {
      let unit = statement.isNull(4) ? nil : try unit(statement.integer(4))
      guard let key = statement.text(0),
        let value = MetadataValue(
          kind: statement.integer(1), text: statement.text(2),
          number: statement.isNull(3) ? nil : statement.real(3), unit: unit)
      else { throw statement.corruption("a metadata value cannot be read") }
      values[key] = value
    }
    return values
  }

  mutating func unit(_ row: Int64) throws(StoreError) -> QuantityUnit {
    if let unit = units[row] { return unit }
    let find = try connection.sibling("SELECT symbol FROM unit WHERE id = ?1")
    try find.bind([.integer(row)])
    guard try find.step(), let symbol = find.text(0), let unit = try? QuantityUnit(symbol)
    else { throw find.corruption("a unit cannot be read") }
    units[row] = unit
    return unit
  }

  mutating func type(_ row: Int64) throws(StoreError) -> SampleType {
    if let type = types[row] { return type }
    let find = try connection.sibling(
      "SELECT identifier, kind, unit, aggregation FROM sample_type WHERE id = ?1")
    try find.bind([.integer(row)])
    guard try find.step(), let identifier = find.text(0),
      let kind = SampleKind(rawValue: Int(truncatingIfNeeded: find.integer(1)))
    else { throw find.corruption("a sample's type cannot be read") }
    let type: SampleType
    switch kind {
    case .quantity:
      guard let style = AggregationStyle(rawValue: Int(truncatingIfNeeded: find.integer(3))) else {
        throw find.corruption("a sample's type cannot be read")
      }
      type = .quantity(
        QuantityType(
          identifier: identifier, canonicalUnit: try unit(find.integer(2)),
          aggregationStyle: style))
    case .category: type = .category(CategoryType(identifier: identifier))
    case .correlation: type = .correlation(CorrelationType(identifier: identifier))
    case .workout: type = .workout
    case .heartbeatSeries: type = .heartbeatSeries
    }
    types[row] = type
    return type
  }

  mutating func source(_ row: Int64) throws(StoreError) -> Source {
    if let source = sources[row] { return source }
    let find = try connection.sibling(
      """
      SELECT name, bundle_identifier, version, product_type, operating_system_version
      FROM source WHERE id = ?1
      """)
    try find.bind([.integer(row)])
    guard try find.step(), let name = find.text(0), let bundleIdentifier = find.text(1)
    else { throw find.corruption("a sample's source cannot be read") }
    let source = Source(
      name: name, bundleIdentifier: bundleIdentifier, version: find.text(2),
      productType: find.text(3), operatingSystemVersion: find.text(4))
    sources[row] = source
    return source
  }

  mutating func device(_ row: Int64) throws(StoreError) -> Device {
    if let device = devices[row] { return device }
    let find = try connection.sibling(
      """
      SELECT name, manufacturer, model, hardware_version, firmware_version, software_version,
        local_identifier, udi_device_identifier
      FROM device WHERE id = ?1
      """)
    try find.bind([.integer(row)])
    guard try find.step() else { throw find.corruption("a sample's device cannot be read") }
    let device = Device(
      name: find.text(0), manufacturer: find.text(1), model: find.text(2),
      hardwareVersion: find.text(3), firmwareVersion: find.text(4), softwareVersion: find.text(5),
      localIdentifier: find.text(6), udiDeviceIdentifier: find.text(7))
    devices[row] = device
    return device
  }

  mutating func beats(_ row: Int64) throws(StoreError) -> [HeartbeatSeries.Beat] {
    let find = try connection.sibling("SELECT beats FROM heartbeat_series WHERE sample = ?1")
    try find.bind([.integer(row)])
    guard try find.step(), let beats = HeartbeatSeries.beats(of: find.blob(0)) else {
      throw find.corruption("a heartbeat series cannot be read")
    }
    return beats
  }

  mutating func workout(_ row: Int64) throws(StoreError) -> (
    events: [WorkoutEvent], totals: [QuantityType: Quantity], activeDuration: Double
  ) {
    let find = try connection.sibling("SELECT active_duration FROM workout WHERE sample = ?1")
    try find.bind([.integer(row)])
    guard try find.step() else { throw find.corruption("a workout cannot be read") }
    let duration = find.real(0)
    let rows = try connection.sibling(
      "SELECT kind, start_time, end_time FROM workout_event WHERE workout = ?1 ORDER BY position")
    try rows.bind([.integer(row)])
    var events: [WorkoutEvent] = []
    while try rows.step() {
      guard let kind = WorkoutEvent.Kind(rawValue: Int(truncatingIfNeeded: rows.integer(0))) else {
        throw rows.corruption("a workout's event cannot be read")
      }
      events.append(
        WorkoutEvent(
          kind: kind, start: Date(timeIntervalSinceReferenceDate: rows.real(1)),
          end: Date(timeIntervalSinceReferenceDate: rows.real(2))))
    }
    let sums = try connection.sibling(
      "SELECT type, given_value, unit FROM workout_total WHERE workout = ?1")
    try sums.bind([.integer(row)])
    var totals: [QuantityType: Quantity] = [:]
    while try sums.step() {
      guard case .quantity(let type) = try type(sums.integer(0)) else {
        throw sums.corruption("a workout's total cannot be read")
      }
      totals[type] = Quantity(sums.real(1), try unit(sums.integer(2)))
    }
    return (events, totals, duration)
  }
}
