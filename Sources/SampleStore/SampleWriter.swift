import FoundationEssentials

/// Writes samples as rows, within one transaction.
///
/// What samples share (units, types, sources, devices) is looked up once a writer, and made where it
/// is missing; a writer does not outlive its transaction, so that none of it can have been rolled back.
struct SampleWriter: ~Copyable {
  private let sampleStatement: SQLiteStatement
  private var metadataStatement: SQLiteStatement?
  private var shared: SharedRowWriter
  private var deleter: SampleDeleter
  private let location: String
  private let now: Date

  private static let operation = "save to"

  /// - Parameter now: When samples that are replaced were deleted.
  init(_ connection: borrowing SQLiteConnection, now: Date) throws(StoreError) {
    sampleStatement = try connection.prepare(
      """
      INSERT INTO sample
        (uuid, type, start_time, end_time, value, given_value, unit, source, device)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """, to: Self.operation)
    location = connection.location
    self.now = now
    shared = SharedRowWriter(sampleStatement, location: location)
    deleter = SampleDeleter(sampleStatement)
  }

  /// Counts a change of each type that was written to; the last thing within the transaction.
  mutating func finish() throws(StoreError) {
    try shared.noteChanges(of: deleter.changedTypes)
  }

  mutating func write(_ sample: Sample) throws(StoreError) {
    switch sample {
    case .quantity(let sample): try write(sample)
    case .category(let sample):
      _ = try insert(sample, value: Double(sample.value))
    case .correlation(let sample): try write(sample)
    case .workout(let sample): try write(sample)
    case .heartbeatSeries(let sample):
      guard let row = try insert(sample, value: nil) else { return }
      let insert = try sampleStatement.sibling(
        "INSERT INTO heartbeat_series (sample, beats) VALUES (?1, ?2)")
      try insert.run([.integer(row), .blob(HeartbeatSeries.bytes(of: sample.beats))])
    }
  }

  mutating func write(_ sample: QuantitySample) throws(StoreError) {
    let type = try shared.row(of: sample.type)
    let value = try converted(sample.quantity, to: type.unit)
    sampleStatement.set(value, at: 5)
    sampleStatement.set(sample.quantity.value, at: 6)
    sampleStatement.set(try shared.row(of: sample.quantity.unit), at: 7)
    _ = try insert(sample, type: type.row, longest: type.longest)
  }

  private mutating func write(_ sample: Correlation) throws(StoreError) {
    guard let row = try insert(sample, value: nil) else { return }
    let link = try sampleStatement.sibling(
      "INSERT INTO correlation_member (correlation, member) VALUES (?1, ?2)")
    let find = try sampleStatement.sibling("SELECT id FROM sample WHERE uuid = ?1")
    for member in sample.members {
      try write(member)
      // A member that its sync identifier says is there already is not written again.
      try find.bind([.blob(member.id.bytes)])
      if try find.step() { try link.run([.integer(row), .integer(find.integer(0))]) }
      find.reset()
    }
  }

  private mutating func write(_ sample: Workout) throws(StoreError) {
    guard let row = try insert(sample, value: Double(sample.activity.rawValue)) else { return }
    try sampleStatement.sibling("INSERT INTO workout (sample, active_duration) VALUES (?1, ?2)")
      .run([.integer(row), .real(sample.activeDuration)])
    let events = try sampleStatement.sibling(
      "INSERT INTO workout_event (workout, position, kind, start_time, end_time) VALUES (?1, ?2, ?3, ?4, ?5)"
    )
    for (index, event) in sample.events.enumerated() {
      try events.run([
        .integer(row), .integer(Int64(index)), .integer(Int64(event.kind.rawValue)),
        .real(event.start.timeIntervalSinceReferenceDate),
        .real(event.end.timeIntervalSinceReferenceDate),
      ])
    }
    let totals = try sampleStatement.sibling(
      "INSERT INTO workout_total (workout, type, value, given_value, unit) VALUES (?1, ?2, ?3, ?4, ?5)"
    )
    for (type, total) in sample.totals {
      let type = try shared.row(of: type)
      try totals.run([
        .integer(row), .integer(type.row), .real(try converted(total, to: type.unit)),
        .real(total.value), .integer(try shared.row(of: total.unit)),
      ])
    }
  }

  /// A sample without a quantity; `nil` where the store keeps a newer version of it.
  private mutating func insert(
    _ sample: some HealthSample, value: Double?
  ) throws(StoreError) -> Int64? {
    let type = try shared.row(of: sample.sampleType)
    if let value { sampleStatement.set(value, at: 5) } else { sampleStatement.setNull(at: 5) }
    sampleStatement.setNull(at: 6)
    sampleStatement.setNull(at: 7)
    return try insert(sample, type: type.row, longest: type.longest)
  }

  /// The row, its metadata and what it replaces; the number's three columns are bound already.
  private mutating func insert(
    _ sample: some HealthSample, type: Int64, longest: Double
  ) throws(StoreError) -> Int64? {
    if case .string(let identifier) = sample.metadata[MetadataKey.syncIdentifier],
      case .number(let version) = sample.metadata[MetadataKey.syncVersion],
      try !replaceOlder(identifier, version, type: type, source: sample.source)
    {
      return nil
    }
    let start = sample.start.timeIntervalSinceReferenceDate
    let end = sample.end.timeIntervalSinceReferenceDate
    try shared.note(length: end - start, longest: longest, ofType: type)
    try sampleStatement.set(sample.id, at: 1)
    sampleStatement.set(type, at: 2)
    sampleStatement.set(start, at: 3)
    sampleStatement.set(end, at: 4)
    sampleStatement.set(try shared.row(of: sample.source), at: 8)
    if let device = sample.device {
      sampleStatement.set(try shared.row(of: device), at: 9)
    } else {
      sampleStatement.setNull(at: 9)
    }
    do {
      try sampleStatement.runBound()
    } catch  where error.code == SQLiteConnection.uniquenessViolated {
      throw StoreError(
        Self.operation, location, .sampleExists, code: error.code,
        detail: "the sample \(sample.id) has been saved already")
    }
    let row = sampleStatement.lastInsertedRow
    if !sample.metadata.isEmpty { try write(sample.metadata, of: row) }
    return row
  }

  private mutating func write(
    _ metadata: [String: MetadataValue], of row: Int64
  ) throws(StoreError) {
    if metadataStatement == nil {
      metadataStatement = try sampleStatement.sibling(
        "INSERT INTO metadata (sample, key, kind, text, number, unit) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
      )
    }
    guard let statement = metadataStatement else { return }
    for (key, value) in metadata {
      var unit: Int64?
      if case .quantity(let quantity) = value { unit = try shared.row(of: quantity.unit) }
      let columns = value.columns
      try statement.run([
        .integer(row), .text(key), .integer(columns.kind), columns.text, columns.number,
        SQLiteValue(unit),
      ])
    }
  }

  /// Deletes what the source saved of the type under the identifier in lower versions.
  ///
  /// - Returns: Whether the new version is to be saved: false where it is there, or a higher one.
  private mutating func replaceOlder(
    _ identifier: String, _ version: Double, type: Int64, source: Source
  ) throws(StoreError) -> Bool {
    let find = try sampleStatement.sibling(
      """
      SELECT sample.id, version.number FROM metadata AS identifier
        JOIN metadata AS version ON version.sample = identifier.sample AND version.key = ?2
        JOIN sample ON sample.id = identifier.sample JOIN source ON source.id = sample.source
      WHERE identifier.key = ?1 AND identifier.text = ?3 AND sample.type = ?4
        AND source.bundle_identifier = ?5
      """)
    try find.bind([
      .text(MetadataKey.syncIdentifier), .text(MetadataKey.syncVersion), .text(identifier),
      .integer(type), .text(source.bundleIdentifier),
    ])
    var older: [Int64] = []
    while try find.step() {
      guard find.real(1) < version else { return false }
      older.append(find.integer(0))
    }
    for row in older { try deleter.delete(row: row, at: now) }
    return true
  }

  private func converted(
    _ quantity: Quantity, to unit: QuantityUnit
  ) throws(StoreError) -> Double {
    do {
      return try quantity.value(in: unit)
    } catch {
      throw StoreError(Self.operation, location, .other, detail: error.description)
    }
  }
}
