import FoundationEssentials
import JSONCoding

/// Writes samples as rows, within one transaction.
///
/// Values that samples share (units, types, sources, devices) are looked up once per writer, and
/// inserted if missing; a writer does not outlive its transaction, so that none of them can have
/// been rolled back.
struct SampleRowWriter: ~Copyable {
  private let connection: SQLConnection
  private let samples: any EngineInsertion
  private var lookup: LookupTableWriter
  private var numbers: HistoryNumbers
  private var deleter: SampleRowDeleter
  private var hourSums: HourSums
  private let now: Date

  /// The number of the first row, and how many there were.
  private var written: (first: Int64, count: Int64) = (.max, 0)

  /// - Parameters:
  ///   - count: How many rows of samples are expected.
  ///   - now: When samples that are replaced were deleted.
  init(_ connection: SQLConnection, count: Int, now: Date) throws(StoreError) {
    self.connection = connection
    self.now = now
    // First of all, so that no two writers look for the same missing source, or insert it twice.
    numbers = HistoryNumbers(.sample, connection, batch: count)
    try numbers.reserve()
    samples = try connection.prepare(RowInsertion(into: .sample))
    lookup = LookupTableWriter(connection)
    deleter = SampleRowDeleter(connection, at: now)
    hourSums = HourSums(connection)
  }

  /// The columns of `StoreTable.sample`, from 1.
  private enum Place {
    static let type = of("type")
    static let id = of("id")
    static let uuid = of("uuid")
    static let start = of("start_time")
    static let end = of("end_time")
    static let value = of("value")
    static let givenValue = of("given_value")
    static let created = of("created_time")
    static let source = of("source")
    static let unit = of("unit")
    static let device = of("device")

    private static func of(_ column: String) -> Int32 {
      Int32(StoreTable.sample.columns.firstIndex { $0.name == column }! + 1)
    }
  }

  /// Counts a change of each type that was written to, and adds hours up; the last thing within the
  /// transaction.
  mutating func finish() throws(StoreError) {
    let first = written.first
    try connection.expect(
      written.count - Int64(deleter.deleted.count { $0 >= first }),
      "SELECT count(*) FROM sample WHERE id >= ?1", [.integer(first)])
    try hourSums.finish(connection)
    try lookup.noteChanges(of: deleter.changedTypes)
  }

  /// The outcome of a sample.
  enum Written: Equatable {
    /// It is a new row.
    case row(Int64)

    /// The store keeps the same or a newer version of it in this row.
    case newer(Int64)

    var row: Int64 {
      switch self {
      case .row(let row), .newer(let row): row
      }
    }
  }

  /// Writes a sample, and a correlation's members with it.
  ///
  /// - Parameter known: Identifiers that the store has. A correlation's members among them are linked
  ///   and stay as they are; all others are written.
  @discardableResult
  mutating func write(
    _ sample: Sample, linking known: Set<UUID> = []
  ) throws(StoreError) -> Written {
    switch sample {
    case .quantity(let sample): return try write(sample)
    case .category(let sample): return try insert(sample, value: Double(sample.value))
    case .correlation(let sample): return try write(sample, linking: known)
    case .workout(let sample): return try write(sample)
    case .heartbeatSeries(let sample):
      let written = try insert(sample, value: nil)
      guard case .row(let row) = written else { return written }
      try connection.insert(
        [.integer(row), .blob(HeartbeatSeries.bytes(of: sample.beats))],
        RowInsertion(into: .heartbeatSeries))
      return written
    case .record(let sample):
      let written = try insert(sample, value: nil)
      guard case .row(let row) = written else { return written }
      try write(sample.content.json, sample.content.series, sample.content.fields, of: row)
      return written
    }
  }

  /// Throws `sampleDoesNotFit` if a sample of several rows cannot be written beside the store's
  /// content; nothing of it is written yet.
  mutating func check(_ sample: Sample, linking known: Set<UUID>) throws(StoreError) {
    switch sample {
    case .quantity(let sample):
      _ = try converted(sample.quantity, to: lookup.row(of: sample.type).unit)
    case .category, .heartbeatSeries, .record: _ = try lookup.row(of: sample.sampleType)
    case .workout(let sample):
      _ = try lookup.row(of: SampleType.workout)
      for (type, total) in sample.totals { _ = try converted(total, to: lookup.row(of: type).unit) }
    case .correlation(let correlation):
      _ = try lookup.row(of: sample.sampleType)
      for member in correlation.members {
        guard member.source.bundleIdentifier == sample.source.bundleIdentifier else {
          throw connection.failure(
            .sampleDoesNotFit,
            "a member of the sample \(sample.id.shortText) belongs to another source")
        }
        if known.contains(member.id), try !isStored(member) {
          throw connection.failure(
            .sampleDoesNotFit,
            "a member of the sample \(sample.id.shortText) is another sample there")
        }
        try check(member, linking: known)
      }
    }
  }

  /// Returns whether the store has this very record: the same value of the same time, type and source.
  private func isStored(_ sample: Sample) throws(StoreError) -> Bool {
    let find = try connection.prepare(
      "SELECT \(SampleRowReader.columns) FROM sample WHERE uuid = ?1")
    try find.bind([.identifier(sample.id)])
    var reader = SampleRowReader(find, connection)
    guard let stored = try reader.next(),
      stored.sampleType.identifier == sample.sampleType.identifier,
      stored.source.bundleIdentifier == sample.source.bundleIdentifier,
      stored.start == sample.start, stored.end == sample.end
    else { return false }
    return switch (stored, sample) {
    case (.quantity(let stored), .quantity(let sample)): stored.quantity == sample.quantity
    case (.category(let stored), .category(let sample)): stored.value == sample.value
    default: false
    }
  }

  @discardableResult
  mutating func write(_ sample: QuantitySample) throws(StoreError) -> Written {
    let type = try lookup.row(of: sample.type)
    let value = try converted(sample.quantity, to: type.unit)
    samples.set(value, at: Place.value)
    samples.set(sample.quantity.value, at: Place.givenValue)
    samples.set(try lookup.row(of: sample.quantity.unit), at: Place.unit)
    let written = try insert(sample, type: type.row, longest: type.longest)
    guard case .row(let row) = written else { return written }
    hourSums.note(
      row: row, ofType: type.row, from: sample.start.timeIntervalSinceReferenceDate)
    if let series = sample.series {
      try connection.insert(
        [.integer(row), .blob(series.numbers.bytes)], RowInsertion(into: .quantitySeries))
    }
    return written
  }

  private mutating func write(
    _ sample: Correlation, linking known: Set<UUID>
  ) throws(StoreError) -> Written {
    try check(.correlation(sample), linking: known)
    let written = try insert(sample, value: nil)
    guard case .row(let row) = written else { return written }
    for member in sample.members {
      if known.contains(member.id) {
        let there = try connection.integer(
          "SELECT id FROM sample WHERE uuid = ?1", [.identifier(member.id)])
        if let there { try link(there, to: row, isOwn: false) }
      } else {
        // In place of a member whose newer version the store has, that version is linked.
        let written = try write(member)
        try link(written.row, to: row, isOwn: written == .row(written.row))
      }
    }
    return written
  }

  private func link(
    _ member: Int64, to correlation: Int64, isOwn: Bool
  ) throws(StoreError) {
    try connection.insert(
      [.integer(correlation), .integer(member), .integer(isOwn ? 1 : 0)],
      RowInsertion(into: .correlationMember, skippingKnown: true))
  }

  private mutating func write(_ sample: Workout) throws(StoreError) -> Written {
    try check(.workout(sample), linking: [])
    let written = try insert(sample, value: Double(sample.activity.rawValue))
    guard case .row(let row) = written else { return written }
    try connection.insert(
      [.integer(row), .real(sample.activeDuration)], RowInsertion(into: .workout))
    for (index, event) in sample.events.enumerated() {
      try connection.insert(
        [
          .integer(row), .integer(Int64(index)), .integer(Int64(event.kind.rawValue)),
          SQLValue(event.start), SQLValue(event.end),
        ], RowInsertion(into: .workoutEvent))
      for (key, value) in event.metadata {
        try connection.insert(
          [.integer(row), .integer(Int64(index))] + columns(of: value, under: key),
          RowInsertion(into: .workoutEventMetadata))
      }
    }
    for (type, total) in sample.totals {
      let type = try lookup.row(of: type)
      try connection.insert(
        [
          .integer(row), .integer(type.row), .real(try converted(total, to: type.unit)),
          .real(total.value), .integer(try lookup.row(of: total.unit)),
        ], RowInsertion(into: .workoutTotal))
    }
    if let json = sample.json { try write(json, nil, [], of: row) }
    return written
  }

  /// Writes the document of a sample, and its fields for predicates.
  private func write(
    _ json: JSONValue, _ series: RecordSeries?, _ fields: [RecordFieldValue], of row: Int64
  ) throws(StoreError) {
    try connection.insert(
      [.integer(row), .text(json.text), series.map { .blob($0.bytes) } ?? .null],
      RowInsertion(into: .record))
    for field in fields {
      let (text, number): (SQLValue, SQLValue) =
        switch field.value {
        case .text(let text): (.text(text), .null)
        case .number(let number): (.null, .real(number))
        }
      try connection.insert(
        [.integer(row), .text(field.key), .integer(Int64(field.position)), text, number],
        RowInsertion(into: .recordField))
    }
  }

  /// Returns a sample without a quantity.
  private mutating func insert(
    _ sample: some HealthSample, value: Double?
  ) throws(StoreError) -> Written {
    let type = try lookup.row(of: sample.sampleType)
    if let value { samples.set(value, at: Place.value) } else { samples.setNull(at: Place.value) }
    samples.setNull(at: Place.givenValue)
    samples.setNull(at: Place.unit)
    return try insert(sample, type: type.row, longest: type.longest)
  }

  /// Inserts the row and its metadata, and replaces older versions; the number's three columns are bound.
  private mutating func insert(
    _ sample: some HealthSample, type: Int64, longest: Double
  ) throws(StoreError) -> Written {
    let head = sample.head
    var inherited = Links()
    if case .string(let identifier) = head.metadata[MetadataKey.syncIdentifier],
      case .number(let version) = head.metadata[MetadataKey.syncVersion]
    {
      switch try replaceOlder(identifier, version, type: type, source: head.source) {
      case .newerIsThere(let row): return .newer(row)
      case .replaced(let links): inherited = links
      }
    }
    let start = head.start.timeIntervalSinceReferenceDate
    let end = head.end.timeIntervalSinceReferenceDate
    try lookup.note(length: end - start, longest: longest, ofType: type)
    let row = try numbers.take()
    written = (min(written.first, row), written.count + 1)
    samples.set(row, at: Place.id)
    try samples.set(head.id, at: Place.uuid)
    samples.set(type, at: Place.type)
    samples.set(start, at: Place.start)
    samples.set(end, at: Place.end)
    samples.set(try lookup.row(of: head.source), at: Place.source)
    if let device = head.device {
      samples.set(try lookup.row(of: device), at: Place.device)
    } else {
      samples.setNull(at: Place.device)
    }
    if let created = head.created {
      samples.set(created.timeIntervalSinceReferenceDate, at: Place.created)
    } else {
      samples.setNull(at: Place.created)
    }
    do {
      try samples.add()
    } catch  where connection.isUniquenessViolation(error) {
      throw StoreError(
        error.operation, error.location, .sampleExists, code: error.code,
        detail: "the sample \(head.id.shortText) has been saved already")
    }
    if !head.metadata.isEmpty { try write(head.metadata, of: row) }
    for (correlation, isOwn) in inherited.correlations {
      try link(row, to: correlation, isOwn: isOwn)
    }
    for workout in inherited.workouts {
      try connection.run(
        "INSERT INTO workout_sample (workout, sample) VALUES (?1, ?2)",
        [.integer(workout), .integer(row)])
    }
    return .row(row)
  }

  private mutating func write(
    _ metadata: [String: MetadataValue], of row: Int64
  ) throws(StoreError) {
    for (key, value) in metadata {
      try connection.insert(
        [.integer(row)] + columns(of: value, under: key), RowInsertion(into: .metadata))
    }
  }

  /// Returns the columns key, kind, text, number and unit.
  private mutating func columns(
    of value: MetadataValue, under key: String
  ) throws(StoreError) -> [SQLValue] {
    var unit: Int64?
    if case .quantity(let quantity) = value { unit = try lookup.row(of: quantity.unit) }
    let columns = value.columns
    return [.text(key), .integer(columns.kind), columns.text, columns.number, SQLValue(unit)]
  }

  /// The correlations and workouts of which a sample is a part.
  private struct Links {
    var correlations: [(row: Int64, isOwn: Bool)] = []
    var workouts: Set<Int64> = []
  }

  private enum Replacement {
    /// Lower versions are deleted; the new one takes their place in their correlations and workouts.
    case replaced(Links)

    /// The store has the same or a higher version, in this row.
    case newerIsThere(Int64)
  }

  /// Deletes the source's samples of the type under the identifier in lower versions.
  private mutating func replaceOlder(
    _ identifier: String, _ version: Double, type: Int64, source: Source
  ) throws(StoreError) -> Replacement {
    let find = try connection.prepare(
      """
      SELECT sample.id, version.number FROM metadata AS identifier
        JOIN metadata AS version ON version.sample = identifier.sample AND version.key = ?2
        JOIN sample ON sample.id = identifier.sample JOIN source ON source.id = sample.source
      WHERE identifier.key = ?1 AND \(connection.dialect.equalsText("identifier.text", "?3"))
        AND sample.type = ?4 AND source.bundle_identifier = ?5
      """)
    try find.bind([
      .text(MetadataKey.syncIdentifier), .text(MetadataKey.syncVersion), .text(identifier),
      .integer(type), .text(source.bundleIdentifier),
    ])
    var older: [Int64] = []
    while try find.step() {
      guard find.real(1) < version else { return .newerIsThere(find.integer(0)) }
      older.append(find.integer(0))
    }
    var links = Links()
    for row in older {
      links.correlations += try connection.rows(
        "SELECT correlation, is_own FROM correlation_member WHERE member = ?1", [.integer(row)]
      ) { ($0.integer(0), $0.integer(1) == 1) }
      links.workouts.formUnion(
        try connection.rows(
          "SELECT workout FROM workout_sample WHERE sample = ?1", [.integer(row)]
        ) { $0.integer(0) })
      try deleter.deleteReplaced(row: row)
    }
    // The new sample may have the old one's identifier.
    try deleter.finish()
    return .replaced(links)
  }

  private func converted(
    _ quantity: Quantity, to unit: QuantityUnit
  ) throws(StoreError) -> Double {
    do {
      return try quantity.value(in: unit)
    } catch {
      throw connection.failure(.sampleDoesNotFit, error.description)
    }
  }
}
