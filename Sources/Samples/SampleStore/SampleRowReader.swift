import FoundationEssentials
import JSONCoding

/// Reads rows of the table `sample` as samples, one after another, with their parts in other
/// tables.
///
/// The rows may be damaged in ways that the engine cannot see: a row that does not make a sample is
/// reported and left out, and nothing traps.
struct SampleRowReader {
  /// The columns in every statement from which it reads.
  static let columns =
    "sample.id, uuid, type, start_time, end_time, value, given_value, unit, source, device, "
    + "created_time"

  private var source: SampleRows
  private let connection: SQLConnection
  private var metadataRows: SQLStatement?

  /// The metadata of rows that the engine holds already, so that it is asked once for all of them.
  private var metadataAtHand: [Int64: [String: MetadataValue]] = [:]
  private var lookup: LookupTableReader

  /// Whether the store has series of quantities at all; `nil` until it was asked. Most have none, and
  /// then no sample is looked up among them.
  private var hasSeries: Bool?

  /// Whether the rows are members of a correlation, which have no members themselves.
  private let areMembers: Bool

  /// Creates the samples of a query, of some kinds only.
  init(
    _ connection: SQLConnection, _ query: SampleQuery, for client: StoreClient,
    kinds: [SampleKind] = SampleKind.allCases
  ) throws(StoreError) {
    var filter = try SampleFilter(query, for: client, on: connection)
    if query.types?.allSatisfy({ kinds.contains($0.kind) }) != true, kinds.count == 1 {
      filter.require(
        "type IN (SELECT id FROM sample_type WHERE kind = \(kinds[0].rawValue))")
    }
    let limit = max(0, query.limit ?? .max)
    let ending = "ORDER BY \(query.order.sql) LIMIT ?\(filter.values.count + 1)"
    guard let types = try Self.types(of: query, connection) else {
      let statement = try connection.prepareToStream(
        "SELECT \(Self.columns) FROM sample WHERE \(filter.condition) \(ending)")
      try statement.bind(filter.values + [.integer(Int64(limit))])
      self.init(statement, connection)
      return
    }
    filter.require("type = ?\(filter.values.count + 2)")
    var statements: [SQLStatement] = []
    for type in types {
      let statement = try connection.prepareToStream(
        "SELECT \(Self.columns) FROM sample WHERE \(filter.condition) \(ending)")
      try statement.bind(filter.values + [.integer(Int64(limit)), .integer(type)])
      statements.append(statement)
    }
    self.init(
      try SampleRows(
        merging: statements, ascending: query.order == .oldestFirst, limit: limit), connection)
  }

  /// Returns the rows of the types that the query may find, if it wants them in the order of their
  /// starts: the index by time needs one. `nil` for another order, if identifiers say which samples
  /// are wanted, and if the query names one type itself or none that the store knows.
  static func types(
    of query: SampleQuery, _ connection: SQLConnection
  ) throws(StoreError) -> [Int64]? {
    guard query.order == .oldestFirst || query.order == .newestFirst, query.ids == nil,
      query.types?.count != 1
    else { return nil }
    let wanted = query.types.map { Set($0.map(\.identifier)) }
    let types = try connection.rows("SELECT id, identifier FROM sample_type ORDER BY id") {
      wanted?.contains($0.text(1) ?? "") ?? true ? $0.integer(0) : nil
    }.compactMap { $0 }
    return types.isEmpty ? nil : types
  }

  /// Creates the rows of a statement that selects `columns`.
  init(_ rows: SQLStatement, _ connection: SQLConnection, areMembers: Bool = false) {
    self.init(SampleRows(rows), connection, areMembers: areMembers)
  }

  private init(_ rows: SampleRows, _ connection: SQLConnection, areMembers: Bool = false) {
    source = rows
    self.connection = connection
    self.areMembers = areMembers
    lookup = LookupTableReader(connection)
  }

  private var rows: SQLStatement { source.current }

  /// The outcome of a row.
  enum Row {
    case sample(Sample)
    case unreadable(UnreadableSample)
  }

  /// Returns the next row; `nil` after the last.
  mutating func nextRow() throws(StoreError) -> Row? {
    guard try source.step() else { return nil }
    do throws(StoreError) {
      return .sample(try sample())
    } catch {
      guard error.isOfOneRow else { throw error }
      return .unreadable(
        UnreadableSample(
          id: rows.uuid(1), reason: error.detail, members: try readableMembers(),
          number: rows.integer(0)))
    }
  }

  /// Returns the next sample that can be read; `nil` after the last.
  mutating func next(
    unreadable note: (UnreadableSample) -> Void = { _ in }
  ) throws(StoreError) -> Sample? {
    while let row = try nextRow() {
      switch row {
      case .sample(let sample): return sample
      case .unreadable(let row): note(row)
      }
    }
    return nil
  }

  /// The number of the sample that was read last.
  var number: Int64 { rows.integer(0) }

  /// Returns the sample of the present row.
  private mutating func sample() throws(StoreError) -> Sample {
    let row = rows.integer(0)
    guard let id = rows.uuid(1) else { throw connection.corruption("a sample has no identifier") }
    let type = try lookup.type(rows.integer(2))
    let start = Date(timeIntervalSinceReferenceDate: rows.real(3))
    let end = Date(timeIntervalSinceReferenceDate: rows.real(4))
    let source = try lookup.source(rows.integer(8))
    let device: Device? = rows.isNull(9) ? nil : try lookup.device(rows.integer(9))
    let created: Date? = rows.isNull(10) ? nil : Date(timeIntervalSinceReferenceDate: rows.real(10))
    let metadata = try metadata(ofRow: row)
    do {
      let head = try SampleHead(
        id: id, start: start, end: end, source: source, device: device, metadata: metadata,
        created: created)
      switch type {
      case .quantity(let type):
        guard !rows.isNull(6) else { throw connection.corruption("a quantity has no value") }
        let quantity = Quantity(rows.real(6), try lookup.unit(rows.integer(7)))
        return .quantity(
          try QuantitySample(
            head, type: type, quantity: quantity, series: try series(ofRow: row)))
      case .category(let type):
        return .category(try CategorySample(head, type: type, value: try wholeValue()))
      case .correlation(let type):
        return .correlation(try Correlation(head, type: type, members: try members(ofRow: row)))
      case .workout:
        let (events, totals, duration) = try workout(ofRow: row)
        let parts = try workoutParts(ofRow: row)
        return .workout(
          try Workout(
            head, activity: WorkoutActivityType(rawValue: try wholeValue()), events: events,
            totals: totals, activities: parts.activities, statistics: parts.statistics,
            activeDuration: duration))
      case .heartbeatSeries:
        return .heartbeatSeries(try HeartbeatSeries(head, beats: try beats(ofRow: row)))
      case .record(let type):
        return .record(try RecordSample(head, content: try content(of: type, ofRow: row)))
      }
    } catch let error as StoreError {
      throw error
    } catch {
      throw connection.corruption("a row does not make a sample")
    }
  }

  private func wholeValue() throws(StoreError) -> Int {
    guard !rows.isNull(5), let value = Int(exactly: rows.real(5)) else {
      throw connection.corruption("a value is not a whole number")
    }
    return value
  }

  private mutating func metadata(ofRow row: Int64) throws(StoreError) -> [String: MetadataValue] {
    if !metadataAtHand.isEmpty, let values = metadataAtHand.removeValue(forKey: row) {
      return values
    }
    if let numbers = rows.integersAtHand(0) {
      // Rows of several types come in turns; metadata of the others stays.
      metadataAtHand.merge(try metadata(ofRows: numbers)) { $1 }
      return metadataAtHand.removeValue(forKey: row) ?? [:]
    }
    // Asked for each sample, so it is taken from the cache once.
    let statement =
      if let metadataRows {
        metadataRows
      } else {
        try connection.prepare(
          "SELECT key, kind, text, number, unit FROM metadata WHERE sample = ?1")
      }
    metadataRows = statement
    statement.reset()
    statement.set(row, at: 1)
    var values: [String: MetadataValue] = [:]
    while try statement.step() {
      let (key, value) = try metadataEntry(statement, from: 0)
      values[key] = value
    }
    return values
  }

  /// Returns the metadata of each of these rows, in one answer.
  private mutating func metadata(
    ofRows rows: [Int64]
  ) throws(StoreError) -> [Int64: [String: MetadataValue]] {
    var found: [Int64: [String: MetadataValue]] = [:]
    for row in rows { found[row] = [:] }
    let find = try connection.prepare(
      """
      SELECT sample, key, kind, text, number, unit FROM metadata
      WHERE \(connection.dialect.isAmongNumbers("sample", "?1"))
      """)
    try find.bind([.text(rows.map { "\($0)" }.joined(separator: ","))])
    while try find.step() {
      let (key, value) = try metadataEntry(find, from: 1)
      found[find.integer(0)]?[key] = value
    }
    return found
  }

  /// Returns the key and value in the columns key, kind, text, number and unit.
  private mutating func metadataEntry(
    _ statement: SQLStatement, from column: Int32
  ) throws(StoreError) -> (String, MetadataValue) {
    let unit = statement.isNull(column + 4) ? nil : try lookup.unit(statement.integer(column + 4))
    guard let key = statement.text(column),
      let value = MetadataValue(
        kind: statement.integer(column + 1), text: statement.text(column + 2),
        number: statement.isNull(column + 3) ? nil : statement.real(column + 3), unit: unit)
    else { throw connection.corruption("a metadata value cannot be read") }
    return (key, value)
  }

  private func members(ofRow row: Int64) throws(StoreError) -> [Sample] {
    // Damage may make a correlation its own member.
    guard !areMembers else { throw connection.corruption("a correlation is a member of another") }
    let find = try memberRows(ofRow: row)
    var reader = SampleRowReader(find, connection, areMembers: true)
    var members: [Sample] = []
    while try find.step() { members.append(try reader.sample()) }
    return members
  }

  /// Returns the members of the present row that can be read, whatever the row is.
  private func readableMembers() throws(StoreError) -> [Sample] {
    guard !areMembers else { return [] }
    var reader = SampleRowReader(
      try memberRows(ofRow: rows.integer(0)), connection, areMembers: true)
    var members: [Sample] = []
    while let member = try reader.next() { members.append(member) }
    return members
  }

  private func memberRows(ofRow row: Int64) throws(StoreError) -> SQLStatement {
    let find = try connection.prepare(
      """
      SELECT \(Self.columns) FROM correlation_member JOIN sample ON sample.id = member
      WHERE correlation = ?1
      """)
    try find.bind([.integer(row)])
    return find
  }

  private func beats(ofRow row: Int64) throws(StoreError) -> [HeartbeatSeries.Beat] {
    let bytes = try connection.first(
      "SELECT beats FROM heartbeat_series WHERE sample = ?1", [.integer(row)]
    ) { $0.blob(0) }
    guard let beats = bytes.flatMap(HeartbeatSeries.beats) else {
      throw connection.corruption("a heartbeat series cannot be read")
    }
    return beats
  }

  private mutating func series(ofRow row: Int64) throws(StoreError) -> QuantitySeries? {
    if hasSeries == nil {
      hasSeries =
        try connection.integer("SELECT 1 WHERE EXISTS (SELECT 1 FROM quantity_series)") != nil
    }
    guard hasSeries == true else { return nil }
    return try connection.first(
      "SELECT quantities FROM quantity_series WHERE sample = ?1", [.integer(row)]
    ) { find throws(StoreError) in
      guard let series = QuantitySeries(bytes: find.blob(0)) else {
        throw connection.corruption("a series of quantities cannot be read")
      }
      return series
    }
  }

  private func document(
    ofRow row: Int64
  ) throws(StoreError) -> (json: JSONValue, series: RecordSeries?)? {
    try connection.first(
      "SELECT document, series FROM record WHERE sample = ?1", [.integer(row)]
    ) { find throws(StoreError) in
      guard let json = try? JSONParser.value(of: Array((find.text(0) ?? "").utf8)) else {
        throw connection.corruption("a record cannot be read")
      }
      if find.isNull(1) { return (json, nil) }
      guard let series = RecordSeries(bytes: find.blob(1)) else {
        throw connection.corruption("the numbers of a record cannot be read")
      }
      return (json, series)
    }
  }

  private func content(
    of type: RecordType, ofRow row: Int64
  ) throws(StoreError) -> RecordContent {
    guard let (json, series) = try document(ofRow: row),
      let content = RecordContent(type: type, json: json, series: series)
    else { throw connection.corruption("a record cannot be read") }
    return content
  }

  private func workoutParts(
    ofRow row: Int64
  ) throws(StoreError) -> (
    activities: [WorkoutActivity], statistics: [QuantityType: WorkoutStatistics]
  ) {
    guard let (json, _) = try document(ofRow: row) else { return ([], [:]) }
    guard let parts = Workout.parts(of: json) else {
      throw connection.corruption("the activities of a workout cannot be read")
    }
    return parts
  }

  private mutating func workout(ofRow row: Int64) throws(StoreError) -> (
    events: [WorkoutEvent], totals: [QuantityType: Quantity], activeDuration: Double
  ) {
    let duration = try connection.first(
      "SELECT active_duration FROM workout WHERE sample = ?1", [.integer(row)]
    ) { $0.real(0) }
    guard let duration else { throw connection.corruption("a workout cannot be read") }
    let entries = try connection.prepare(
      """
      SELECT position, key, kind, text, number, unit FROM workout_event_metadata WHERE workout = ?1
      """)
    try entries.bind([.integer(row)])
    var metadata: [Int64: [String: MetadataValue]] = [:]
    while try entries.step() {
      let (key, value) = try metadataEntry(entries, from: 1)
      metadata[entries.integer(0), default: [:]][key] = value
    }
    let events = try connection.rows(
      """
      SELECT kind, start_time, end_time, position FROM workout_event WHERE workout = ?1
      ORDER BY position
      """, [.integer(row)]
    ) { rows throws(StoreError) in
      guard let kind = WorkoutEvent.Kind(rawValue: Int(truncatingIfNeeded: rows.integer(0))) else {
        throw connection.corruption("a workout's event cannot be read")
      }
      return WorkoutEvent(
        kind: kind, start: Date(timeIntervalSinceReferenceDate: rows.real(1)),
        end: Date(timeIntervalSinceReferenceDate: rows.real(2)),
        metadata: metadata[rows.integer(3)] ?? [:])
    }
    let sums = try connection.prepare(
      "SELECT type, given_value, unit FROM workout_total WHERE workout = ?1")
    try sums.bind([.integer(row)])
    var totals: [QuantityType: Quantity] = [:]
    while try sums.step() {
      guard case .quantity(let type) = try lookup.type(sums.integer(0)) else {
        throw connection.corruption("a workout's total cannot be read")
      }
      totals[type] = Quantity(sums.real(1), try lookup.unit(sums.integer(2)))
    }
    return (events, totals, duration)
  }
}
