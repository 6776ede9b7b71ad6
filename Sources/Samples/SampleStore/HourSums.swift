/// The sums of the samples of single hours, so that statistics of a year need not read each sample.
///
/// For an hour of a type, the table `hour_sum` has either no row, or one row per source with the sums of all
/// samples that start in that hour. So a missing row costs time, and never makes a number wrong. Triggers
/// remove the rows of an hour in which a sample was deleted or changed. This type removes or rebuilds them
/// where samples were added, in the same transaction. Hours with few samples have none.
///
/// Only SQLite keeps them: a server's rows are guarded one by one, and its statistics take the time of
/// plain SQL.
struct HourSums {
  /// Seconds. Hours begin at whole multiples of it since 2001 in UTC, whatever the time zone.
  static let hour = 3600.0

  /// The minimum number of samples that an hour must get at once to be summed immediately.
  private static let manyAtOnce = 32

  /// An hour that gets fewer is added up later, if it has this many.
  private static let many = 256

  /// The number of samples between two looks at hours that get few at a time: summing takes a
  /// millisecond, more than saving one sample does.
  private static let turn: Int64 = 64

  /// A transaction that touches more hours with few samples each is no live measurement.
  private static let mostHoursLookedAt = 8

  private struct Hour: Hashable {
    let type: Int64

    /// Seconds since 2001.
    let start: Int64

    var before: Hour { Hour(type: type, start: start - Int64(HourSums.hour)) }
    var values: [SQLValue] { [.integer(type), .integer(start)] }
  }

  private let isKept: Bool
  private var counts: [Hour: Int] = [:]

  // Samples come in the order of time; comparing with the last hour spares the hash.
  private var last: (hour: Hour, range: Range<Double>, count: Int)?

  /// The first and the last row that was added.
  private var rows: ClosedRange<Int64>?

  init(_ connection: SQLConnection) { isKept = connection.dialect.keepsHourSums }

  /// Returns the hour in which a moment lies, in seconds since 2001.
  static func range(containing time: Double) -> Range<Double> {
    var start = (time / hour).rounded(.down) * hour
    // The quotient may have been rounded up to a whole number.
    if start > time { start -= hour }
    return start..<start + hour
  }

  // MARK: - Saving

  /// Notes a quantity that was added.
  mutating func note(row: Int64, ofType type: Int64, from start: Double) {
    guard isKept, abs(start) < StatisticsCalculation.furthestTime else { return }
    rows = min(rows?.lowerBound ?? row, row)...max(rows?.upperBound ?? row, row)
    if let last, last.hour.type == type, last.range.contains(start) {
      self.last?.count += 1
      return
    }
    keepLast()
    let range = Self.range(containing: start)
    last = (Hour(type: type, start: Int64(range.lowerBound)), range, 1)
  }

  private mutating func keepLast() {
    if let last { counts[last.hour, default: 0] += last.count }
    last = nil
  }

  /// Makes the table true again; the last thing within the transaction.
  mutating func finish(_ connection: SQLConnection) throws(StoreError) {
    keepLast()
    guard let rows else { return }
    let isTurn = rows.upperBound / Self.turn > (rows.lowerBound - 1) / Self.turn
    var types: [Int64: (isSummed: Bool, hasSums: Bool)] = [:]
    var lookedAt: Set<Hour> = []
    for (hour, count) in counts {
      let type =
        if let known = types[hour.type] { known } else { try Self.state(of: hour.type, connection) }
      types[hour.type] = type
      if type.isSummed, count >= Self.manyAtOnce {
        try Self.addUp(hour, connection)
        types[hour.type]?.hasSums = true
        continue
      }
      if type.hasSums { try Self.remove(hour, connection) }
      if type.isSummed, isTurn, counts.count <= Self.mostHoursLookedAt {
        lookedAt.formUnion([hour.before, hour])
      }
    }
    for hour in lookedAt where try Self.waits(hour, connection) {
      try Self.addUp(hour, connection)
    }
  }

  /// Returns whether statistics add up a type's samples, and whether any hour of it has rows.
  private static func state(
    of type: Int64, _ connection: SQLConnection
  ) throws(StoreError) -> (isSummed: Bool, hasSums: Bool) {
    let isSummed = try connection.integer(
      "SELECT 1 FROM sample_type WHERE id = ?1 AND \(summedTypes)", [.integer(type)])
    let hasSums = try connection.integer(
      "SELECT 1 FROM hour_sum WHERE type = ?1 LIMIT 1", [.integer(type)])
    return (isSummed != nil, hasSums != nil)
  }

  /// Returns whether an hour has many samples and no rows.
  private static func waits(_ hour: Hour, _ connection: SQLConnection) throws(StoreError) -> Bool {
    let known = try connection.integer(
      "SELECT 1 FROM hour_sum WHERE type = ?1 AND hour_start = ?2 LIMIT 1", hour.values)
    guard known == nil else { return false }
    let count = try connection.integer(
      """
      SELECT count(*) FROM (SELECT 1 FROM sample WHERE \(isOfHour) LIMIT \(many)) AS found
      """, hour.values)
    return count == Int64(many)
  }

  private static func remove(_ hour: Hour, _ connection: SQLConnection) throws(StoreError) {
    try connection.run("DELETE FROM hour_sum WHERE type = ?1 AND hour_start = ?2", hour.values)
  }

  private static func addUp(_ hour: Hour, _ connection: SQLConnection) throws(StoreError) {
    try remove(hour, connection)
    try connection.run(
      """
      INSERT INTO hour_sum
        (type, hour_start, source, count, sum, minimum, maximum, seconds, weighted)
      SELECT ?1, ?2, source, count(*), sum(value), min(value), max(value),
        sum(end_time - start_time), sum(value * (end_time - start_time))
      FROM sample WHERE \(isOfHour) GROUP BY source
      """, hour.values)
  }

  private static let isOfHour = "type = ?1 AND start_time >= ?2 AND start_time < ?2 + 3600"

  /// The types whose samples are added up: discrete ones, but for levels.
  private static let summedTypes = """
    kind = \(SampleKind.quantity.rawValue) AND aggregation IN
      (\(AggregationStyle.discreteArithmetic.rawValue), \
    \(AggregationStyle.discreteTemporallyWeighted.rawValue))
    """

  // MARK: - Asking

  /// Returns whether a query depends on type, time and source alone, and sets no bounds on values.
  static func answer(
    _ query: SampleQuery, for client: StoreClient, _ dialect: any SQLDialect
  ) -> Bool {
    dialect.keepsHourSums && client.bundleIdentifier == nil && query.from == nil && query.to == nil
      && query.ids == nil && query.metadata.isEmpty
      && query.predicate?.concernsSourcesAlone ?? true
  }

  /// Returns each source's number of samples of one type, by its row; hours without sums are counted one by one.
  ///
  /// - Parameter filter: The filter of a query that `answer` allows.
  static func countsBySource(
    _ filter: SampleFilter, _ connection: SQLConnection
  ) throws(StoreError) -> [Int64: Int] {
    var counts: [Int64: Int] = [:]
    let first = filter.values.count + 1
    let others = try connection.prepare(
      """
      SELECT source FROM sample
      WHERE \(filter.condition) AND start_time >= ?\(first) AND start_time < ?\(first + 1)
      """)
    func count(_ range: Range<Double>) throws(StoreError) {
      guard !range.isEmpty else { return }
      try others.bind(filter.values + [.real(range.lowerBound), .real(range.upperBound)])
      while try others.step() { counts[others.integer(0), default: 0] += 1 }
    }
    var end = -Double.infinity
    let hours = try connection.prepare(
      """
      SELECT hour_start, source, count FROM hour_sum WHERE \(filter.condition) ORDER BY hour_start
      """)
    try hours.bind(filter.values)
    while try hours.step() {
      let start = Double(hours.integer(0))
      // The second source of an hour begins where the first does.
      try count(end..<max(end, start))
      end = start + hour
      counts[hours.integer(1), default: 0] += Int(hours.integer(2))
    }
    try count(end..<Double.infinity)
    return counts
  }

  // MARK: - All at once

  /// Adds up every hour that has many samples, for a store that has no sums yet.
  static func fill(_ connection: SQLConnection) throws(StoreError) {
    guard connection.dialect.keepsHourSums else { return }
    let types = try connection.rows("SELECT id FROM sample_type WHERE \(summedTypes)") {
      $0.integer(0)
    }
    for type in types {
      var time = -StatisticsCalculation.furthestTime
      while let start = try firstStart(of: type, from: time, connection),
        start < StatisticsCalculation.furthestTime
      {
        let range = range(containing: start)
        let hour = Hour(type: type, start: Int64(range.lowerBound))
        if try waits(hour, connection) { try addUp(hour, connection) }
        time = range.upperBound
      }
    }
  }

  private static func firstStart(
    of type: Int64, from time: Double, _ connection: SQLConnection
  ) throws(StoreError) -> Double? {
    try connection.first(
      """
      SELECT start_time FROM sample WHERE type = ?1 AND start_time >= ?2 ORDER BY start_time LIMIT 1
      """, [.integer(type), .real(time)]
    ) { $0.real(0) }
  }

  /// Rows that differ from the sums of their samples. Sums may differ by the order of adding.
  static let wrongRows = """
    SELECT 1 FROM hour_sum AS kept WHERE
      count <> (SELECT count(*) FROM sample WHERE \(isOfRow))
      OR minimum IS NOT (SELECT min(value) FROM sample WHERE \(isOfRow))
      OR maximum IS NOT (SELECT max(value) FROM sample WHERE \(isOfRow))
      OR NOT abs(sum - (SELECT sum(value) FROM sample WHERE \(isOfRow))) <= 1e-9 * abs(sum)
      OR NOT abs(seconds - (SELECT sum(end_time - start_time) FROM sample WHERE \(isOfRow)))
        <= 1e-9 * seconds
      OR NOT abs(weighted
          - (SELECT sum(value * (end_time - start_time)) FROM sample WHERE \(isOfRow)))
        <= 1e-9 * abs(weighted)
    UNION ALL
    SELECT 1 FROM hour_sum AS kept GROUP BY type, hour_start
      HAVING sum(count) <> (SELECT count(*) FROM sample WHERE \(isOfKeptHour))
    """

  private static let isOfKeptHour = """
    type = kept.type AND start_time >= kept.hour_start AND start_time < kept.hour_start + 3600
    """

  private static let isOfRow = "\(isOfKeptHour) AND source = kept.source"
}
