import FoundationEssentials

/// Statistics that SQL computes by itself, an interval at a time.
extension StatisticsEngine {
  func aggregated(
    _ connection: borrowing SQLiteConnection, _ units: StoredUnits, _ ranks: SourceRanks
  ) throws(StoreError) -> [Int: Bucket] {
    guard let intervals else {
      let run = try AggregateStatements(self, query, connection, units, bounded: false)
      let bucket = try run.bucket(in: nil, ranks)
      return bucket.all.count > 0 ? [0: bucket] : [:]
    }
    let edge = try AggregateStatements(self, query, connection, units, bounded: true)
    // Where an interval lies within the query's range, its bounds say all that the range does.
    var inner = edge
    if query.from != nil || query.to != nil {
      var open = query
      (open.from, open.to) = (nil, nil)
      inner = try AggregateStatements(self, open, connection, units, bounded: true)
    }
    var buckets: [Int: Bucket] = [:]
    var next = try edge.start(after: -Double.infinity)
    while let start = next {
      var index = intervals.index(containing: Date(timeIntervalSinceReferenceDate: start))
      var range = intervals.range(index)
      // What lies beyond the calendar belongs to no interval.
      var end = range.contains(start) ? range.lowerBound : start.nextUp
      while range.contains(max(start, range.lowerBound)) {
        let bucket = try (isInside(range) ? inner : edge).bucket(in: range, ranks)
        guard bucket.all.count > 0 else { break }
        buckets[index] = bucket
        end = range.upperBound
        index += 1
        range = intervals.range(index)
      }
      next = try edge.start(after: max(end, start.nextUp))
    }
    return buckets
  }

  /// How the engine would find the samples of one interval, or of all.
  func plan(_ connection: borrowing SQLiteConnection) throws(StoreError) -> [String] {
    let units = try StoredUnits(all: connection)
    return try AggregateStatements(
      self, query, connection, units, bounded: intervals != nil, explains: true
    ).plan()
  }

  private func isInside(_ range: Range<Double>) -> Bool {
    if query.options.contains(.strictEndDate) { return false }
    return (query.from.map { range.lowerBound >= $0.timeIntervalSinceReferenceDate } ?? true)
      && (query.to.map { range.upperBound <= $0.timeIntervalSinceReferenceDate } ?? true)
  }
}

/// The statements that answer for one interval after another.
private struct AggregateStatements {
  private let sums: SQLiteStatement
  private let latest: SQLiteStatement?
  private let next: SQLiteStatement?
  private let values: [SQLiteValue]
  private let columns: [Column]
  private let separates: Bool

  private enum Column: String {
    case source
    case count = "count(*)"
    case sum = "sum(value)"
    case minimum = "min(value)"
    case maximum = "max(value)"
    case seconds = "sum(end_time - start_time)"
    case weighted = "sum(value * (end_time - start_time))"
    case start = "min(start_time)"
    case end = "max(end_time)"
  }

  /// - Parameters:
  ///   - bounded: Whether the samples' starts lie in a range that is bound each time.
  ///   - explains: Whether the sums are to be explained, not made.
  init(
    _ engine: StatisticsEngine, _ query: SampleQuery, _ connection: borrowing SQLiteConnection,
    _ units: StoredUnits, bounded: Bool, explains: Bool = false
  ) throws(StoreError) {
    var filter = try SampleFilter(
      query, for: engine.client, units: units, ranges: bounded ? .checked : .indexed)
    values = filter.values
    let (from, to, bundle) = (
      "?\(values.count + 1)", "?\(values.count + 2)", "?\(values.count + 3)"
    )
    let options = engine.options
    let weighs = options.contains(.discreteTemporallyWeightedAverage)
    separates = options.contains(.separateBySource)
    var columns: [Column] = separates ? [.source, .count] : [.count]
    if weighs || options.contains(.discreteAverage) { columns.append(.sum) }
    if options.contains(.discreteMin) { columns.append(.minimum) }
    if options.contains(.discreteMax) { columns.append(.maximum) }
    if weighs || options.contains(.duration) { columns.append(.seconds) }
    if weighs { columns.append(.weighted) }
    if !bounded { columns += [.start, .end] }
    self.columns = columns
    next =
      bounded
      ? try connection.prepare(
        """
        SELECT start_time FROM sample WHERE \(filter.condition) AND start_time >= \(from)
        ORDER BY start_time LIMIT 1
        """, to: "read from") : nil
    if bounded { filter.require("start_time >= \(from) AND start_time < \(to)") }
    sums = try connection.prepare(
      """
      \(explains ? "EXPLAIN QUERY PLAN " : "")SELECT \(columns.map(\.rawValue).joined(separator: ", ")) FROM sample
      WHERE \(filter.condition)\(separates ? " GROUP BY source" : "")
      """, to: "read from")
    latest =
      options.contains(.mostRecent)
      ? try connection.prepare(
        """
        SELECT start_time, end_time, value FROM sample WHERE \(filter.condition)
          AND (\(bundle) IS NULL
            OR source IN (SELECT id FROM source WHERE bundle_identifier = \(bundle)))
        ORDER BY start_time DESC, end_time DESC, id DESC LIMIT 1
        """, to: "read from") : nil
  }

  func plan() throws(StoreError) -> [String] {
    try sums.bind(values)
    var lines: [String] = []
    while try sums.step() { lines.append(sums.text(3) ?? "") }
    return lines
  }

  /// When the first sample starts at or after a moment.
  func start(after time: Double) throws(StoreError) -> Double? {
    guard let next else { return nil }
    try next.bind(values + [.real(time)])
    defer { next.reset() }
    return try next.step() ? next.real(0) : nil
  }

  func bucket(
    in range: Range<Double>?, _ ranks: SourceRanks
  ) throws(StoreError) -> StatisticsEngine.Bucket {
    let bounds: [SQLiteValue] =
      range.map { [.real($0.lowerBound), .real($0.upperBound)] } ?? []
    try sums.bind(values + bounds)
    defer { sums.reset() }
    var bucket = StatisticsEngine.Bucket()
    while try sums.step() {
      var row = StatisticsSums()
      var bundle = ""
      var (start, end) = (0.0, 0.0)
      for (index, column) in columns.enumerated() {
        let place = Int32(index)
        switch column {
        case .source: bundle = ranks.bundles[sums.integer(place)] ?? ""
        case .count: row.count = Int(sums.integer(place))
        case .sum: row.sum = sums.real(place)
        case .minimum: row.minimum = sums.real(place)
        case .maximum: row.maximum = sums.real(place)
        case .seconds: row.seconds = sums.real(place)
        case .weighted: row.weighted = sums.real(place)
        case .start: start = sums.real(place)
        case .end: end = sums.real(place)
        }
      }
      guard row.count > 0 else { continue }
      bucket.all.merge(row)
      bucket.bounds = (
        min(bucket.bounds?.start ?? start, start), max(bucket.bounds?.end ?? end, end)
      )
      if separates { bucket.bySource[bundle, default: StatisticsSums()].merge(row) }
    }
    if latest != nil, bucket.all.count > 0 {
      bucket.all.latest = try latest(of: nil, in: bounds)
      for bundle in bucket.bySource.keys {
        bucket.bySource[bundle]?.latest = try latest(of: bundle, in: bounds)
      }
    }
    return bucket
  }

  private func latest(
    of bundle: String?, in bounds: [SQLiteValue]
  ) throws(StoreError) -> (start: Double, end: Double, value: Double)? {
    guard let latest else { return nil }
    let bounds = bounds.isEmpty ? [.null, .null] : bounds
    try latest.bind(values + bounds + [SQLiteValue(bundle)])
    defer { latest.reset() }
    return try latest.step() ? (latest.real(0), latest.real(1), latest.real(2)) : nil
  }
}
