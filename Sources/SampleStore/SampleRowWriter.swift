import FoundationEssentials

/// Writes samples as rows, within one transaction.
///
/// What samples share (units, types, sources, devices) is looked up once a writer, and made if it
/// is missing; a writer does not outlive its transaction, so that none of it can have been rolled
/// back.
struct SampleRowWriter: ~Copyable {
  private let connection: SQLConnection
  private let sampleStatement: SQLStatement
  private var metadataStatement: SQLStatement?
  private var lookup: LookupTableWriter
  private var numbers: HistoryNumbers
  private var deleter: SampleRowDeleter
  private let now: Date

  /// - Parameters:
  ///   - count: How many rows of samples are expected.
  ///   - now: When samples that are replaced were deleted.
  init(_ connection: SQLConnection, count: Int, now: Date) throws(StoreError) {
    self.connection = connection
    self.now = now
    // First of all, so that no two writers look for the same missing source, or insert it twice.
    numbers = HistoryNumbers(.sample, connection, batch: count)
    try numbers.reserve()
    sampleStatement = try connection.prepare(
      """
      INSERT INTO sample
        (id, uuid, type, start_time, end_time, value, given_value, unit, source, device)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      """)
    lookup = LookupTableWriter(connection)
    deleter = SampleRowDeleter(connection, count: 1, at: now)
  }

  /// Counts a change of each type that was written to; the last thing within the transaction.
  mutating func finish() throws(StoreError) {
    try lookup.noteChanges(of: deleter.changedTypes)
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
      try connection.run(
        "INSERT INTO heartbeat_series (sample, beats) VALUES (?1, ?2)",
        [.integer(row), .blob(HeartbeatSeries.bytes(of: sample.beats))])
    }
  }

  mutating func write(_ sample: QuantitySample) throws(StoreError) {
    let type = try lookup.row(of: sample.type)
    let value = try converted(sample.quantity, to: type.unit)
    sampleStatement.set(value, at: 6)
    sampleStatement.set(sample.quantity.value, at: 7)
    sampleStatement.set(try lookup.row(of: sample.quantity.unit), at: 8)
    _ = try insert(sample, type: type.row, longest: type.longest)
  }

  private mutating func write(_ sample: Correlation) throws(StoreError) {
    guard let row = try insert(sample, value: nil) else { return }
    for member in sample.members {
      try write(member)
      // A member that its sync identifier says is there already is not written again.
      if let member = try connection.integer(
        "SELECT id FROM sample WHERE uuid = ?1", [.identifier(member.id)])
      {
        try connection.run(
          "INSERT INTO correlation_member (correlation, member) VALUES (?1, ?2)",
          [.integer(row), .integer(member)])
      }
    }
  }

  private mutating func write(_ sample: Workout) throws(StoreError) {
    guard let row = try insert(sample, value: Double(sample.activity.rawValue)) else { return }
    try connection.run(
      "INSERT INTO workout (sample, active_duration) VALUES (?1, ?2)",
      [.integer(row), .real(sample.activeDuration)])
    for (index, event) in sample.events.enumerated() {
      try connection.run(
        """
        INSERT INTO workout_event (workout, position, kind, start_time, end_time)
        VALUES (?1, ?2, ?3, ?4, ?5)
        """,
        [
          .integer(row), .integer(Int64(index)), .integer(Int64(event.kind.rawValue)),
          SQLValue(event.start), SQLValue(event.end),
        ])
    }
    for (type, total) in sample.totals {
      let type = try lookup.row(of: type)
      try connection.run(
        """
        INSERT INTO workout_total (workout, type, value, given_value, unit)
        VALUES (?1, ?2, ?3, ?4, ?5)
        """,
        [
          .integer(row), .integer(type.row), .real(try converted(total, to: type.unit)),
          .real(total.value), .integer(try lookup.row(of: total.unit)),
        ])
    }
  }

  /// A sample without a quantity; `nil` if the store keeps a newer version of it.
  private mutating func insert(
    _ sample: some HealthSample, value: Double?
  ) throws(StoreError) -> Int64? {
    let type = try lookup.row(of: sample.sampleType)
    if let value { sampleStatement.set(value, at: 6) } else { sampleStatement.setNull(at: 6) }
    sampleStatement.setNull(at: 7)
    sampleStatement.setNull(at: 8)
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
    try lookup.note(length: end - start, longest: longest, ofType: type)
    let row = try numbers.take()
    sampleStatement.set(row, at: 1)
    try sampleStatement.set(sample.id, at: 2)
    sampleStatement.set(type, at: 3)
    sampleStatement.set(start, at: 4)
    sampleStatement.set(end, at: 5)
    sampleStatement.set(try lookup.row(of: sample.source), at: 9)
    if let device = sample.device {
      sampleStatement.set(try lookup.row(of: device), at: 10)
    } else {
      sampleStatement.setNull(at: 10)
    }
    do {
      try sampleStatement.runBound()
    } catch  where connection.isUniquenessViolation(error) {
      throw StoreError(
        error.operation, error.location, .sampleExists, code: error.code,
        detail: "the sample \(sample.id) has been saved already")
    }
    if !sample.metadata.isEmpty { try write(sample.metadata, of: row) }
    return row
  }

  private mutating func write(
    _ metadata: [String: MetadataValue], of row: Int64
  ) throws(StoreError) {
    let statement =
      if let metadataStatement {
        metadataStatement
      } else {
        try connection.prepare(
          """
          INSERT INTO metadata (sample, key, kind, text, number, unit)
          VALUES (?1, ?2, ?3, ?4, ?5, ?6)
          """)
      }
    metadataStatement = statement
    for (key, value) in metadata {
      var unit: Int64?
      if case .quantity(let quantity) = value { unit = try lookup.row(of: quantity.unit) }
      let columns = value.columns
      try statement.run([
        .integer(row), .text(key), .integer(columns.kind), columns.text, columns.number,
        SQLValue(unit),
      ])
    }
  }

  /// Deletes what the source saved of the type under the identifier in lower versions.
  ///
  /// - Returns: Whether the new version is to be saved: false if the store has it or a higher one.
  private mutating func replaceOlder(
    _ identifier: String, _ version: Double, type: Int64, source: Source
  ) throws(StoreError) -> Bool {
    let find = try connection.prepare(
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
    for row in older { try deleter.delete(row: row) }
    return true
  }

  private func converted(
    _ quantity: Quantity, to unit: QuantityUnit
  ) throws(StoreError) -> Double {
    do {
      return try quantity.value(in: unit)
    } catch {
      throw connection.failure(.other, error.description)
    }
  }
}
