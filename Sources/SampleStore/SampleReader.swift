import FoundationEssentials

/// Reads rows of the table `sample` as samples, one after another.
///
/// The rows come from a file that may be damaged in ways that SQLite cannot see: what does not make a
/// sample throws, and traps nowhere.
struct SampleReader {
  /// What every statement that it reads from selects.
  static let columns =
    "sample.id, uuid, type, start_time, end_time, value, given_value, unit, source, device"

  private let samples: SQLiteStatement
  private var shared: SharedRowReader
  private let client: StoreClient

  /// A query's samples, of some kinds only.
  init(
    _ connection: borrowing SQLiteConnection, _ query: SampleQuery, for client: StoreClient,
    kinds: [SampleKind] = SampleKind.allCases
  ) throws(StoreError) {
    let operation = "read from"
    var filter = try SampleFilter(
      query, for: client, units: StoredUnits(connection, for: query))
    if query.types?.allSatisfy({ kinds.contains($0.kind) }) != true, kinds.count == 1 {
      filter.require(
        "type IN (SELECT id FROM sample_type WHERE kind = \(kinds[0].rawValue))")
    }
    let statement = try connection.prepare(
      """
      SELECT \(Self.columns) FROM sample WHERE \(filter.condition)
      ORDER BY \(query.order.sql) LIMIT ?\(filter.values.count + 1)
      """, to: operation)
    try statement.bind(filter.values + [.integer(Int64(max(0, query.limit ?? .max)))])
    self.init(statement, for: client)
  }

  /// The rows of a statement that selects `columns`.
  init(_ statement: SQLiteStatement, for client: StoreClient) {
    samples = statement
    shared = SharedRowReader(statement)
    self.client = client
  }

  /// The next sample, `nil` after the last.
  mutating func next() throws(StoreError) -> Sample? {
    guard try samples.step() else { return nil }
    return try sample()
  }

  /// The sample of the row at which the statement stands.
  mutating func sample() throws(StoreError) -> Sample {
    let row = samples.integer(0)
    guard let id = samples.uuid(1) else {
      throw samples.corruption("a sample has no identifier")
    }
    let type = try shared.type(samples.integer(2))
    let start = Date(timeIntervalSinceReferenceDate: samples.real(3))
    let end = Date(timeIntervalSinceReferenceDate: samples.real(4))
    let source = try shared.source(samples.integer(8))
    let device: Device? = samples.isNull(9) ? nil : try shared.device(samples.integer(9))
    let metadata = try shared.metadata(ofRow: row)
    do {
      switch type {
      case .quantity(let type):
        guard !samples.isNull(6) else { throw samples.corruption("a quantity has no value") }
        let quantity = Quantity(samples.real(6), try shared.unit(samples.integer(7)))
        return .quantity(
          try QuantitySample(
            id: id, type: type, quantity: quantity, start: start, end: end, source: source,
            device: device, metadata: metadata))
      case .category(let type):
        return .category(
          try CategorySample(
            id: id, type: type, value: try wholeValue(), start: start, end: end, source: source,
            device: device, metadata: metadata))
      case .correlation(let type):
        return .correlation(
          try Correlation(
            id: id, type: type, members: try members(ofRow: row), start: start, end: end,
            source: source, device: device, metadata: metadata))
      case .workout:
        let (events, totals, duration) = try shared.workout(row)
        return .workout(
          try Workout(
            id: id, activity: WorkoutActivityType(rawValue: try wholeValue()), events: events,
            totals: totals, activeDuration: duration, start: start, end: end, source: source,
            device: device, metadata: metadata))
      case .heartbeatSeries:
        return .heartbeatSeries(
          try HeartbeatSeries(
            id: id, beats: try shared.beats(row), start: start, source: source, device: device,
            metadata: metadata))
      }
    } catch let error as StoreError {
      throw error
    } catch {
      throw samples.corruption("a row is no sample")
    }
  }

  private func wholeValue() throws(StoreError) -> Int {
    guard !samples.isNull(5), let value = Int(exactly: samples.real(5)) else {
      throw samples.corruption("a value is not a whole number")
    }
    return value
  }

  private func members(ofRow row: Int64) throws(StoreError) -> [Sample] {
    let find = try samples.sibling(
      """
      SELECT \(Self.columns) FROM correlation_member JOIN sample ON sample.id = member
      WHERE correlation = ?1
      """)
    try find.bind([.integer(row)])
    var reader = SampleReader(find, for: client)
    var members: [Sample] = []
    while let member = try reader.next() {
      // Damage may make a correlation its own member.
      guard member.sampleType.kind != .correlation else {
        throw find.corruption("a correlation is a member of another")
      }
      members.append(member)
    }
    return members
  }
}
