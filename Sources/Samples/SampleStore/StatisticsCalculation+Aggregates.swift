import FoundationEssentials

/// Statistics that SQL computes, one interval at a time.
extension StatisticsCalculation {
  func aggregated(
    _ connection: SQLConnection, _ units: StoredUnits, _ ranks: SourceRanks
  ) throws(StoreError) -> [Int: Bucket] {
    guard let intervals else {
      let run = try AggregateStatements(self, query, connection, units, bounded: false)
      let bucket = try run.bucket(in: nil, ranks)
      return bucket.all.count > 0 ? [0: bucket] : [:]
    }
    let edge = try AggregateStatements(self, query, connection, units, bounded: true)
    // Where an interval lies within the query's range, its bounds imply the range's.
    var inner = edge
    if query.from != nil || query.to != nil {
      var open = query
      (open.from, open.to) = (nil, nil)
      inner = try AggregateStatements(self, open, connection, units, bounded: true)
    }
    var buckets: [Int: Bucket] = [:]
    var next = try edge.start(after: earliestStart(connection))
    while let start = next {
      var index = intervals.index(containing: Date(timeIntervalSinceReferenceDate: start))
      var range = intervals.range(index)
      // Times beyond the calendar belong to no interval.
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

  /// No sample that the query's range admits starts before this: looking for the first one begins
  /// here, and not at the first sample of all.
  private func earliestStart(_ connection: SQLConnection) throws(StoreError) -> Double {
    guard let from = query.from?.timeIntervalSinceReferenceDate else { return -.infinity }
    if query.options.contains(.strictStartDate) { return from }
    let longest =
      try connection.first(
        "SELECT coalesce(max(longest), 0) FROM sample_type WHERE identifier = ?1",
        [.text(type.identifier)]
      ) { $0.real(0) } ?? 0
    // The same bound as in `SampleFilter.interval`.
    return from - longest - 1 - 2e-14 * (abs(from) + longest)
  }

  /// Returns how the engine would find the samples of one interval, or of all.
  func plan(_ connection: SQLConnection) throws(StoreError) -> [String] {
    let units = try StoredUnits(all: connection)
    let statements = try AggregateStatements(
      self, query, connection, units, bounded: intervals != nil)
    return try connection.plan(of: statements.sumsText, statements.values)
      + (statements.nextText.map { next throws(StoreError) in
        try connection.plan(of: next, statements.values)
      } ?? []) + connection.plan(of: Self.seriesText, [.text(type.identifier)])
  }

  private func isInside(_ range: Range<Double>) -> Bool {
    if query.options.contains(.strictEndDate) { return false }
    return (query.from.map { range.lowerBound >= $0.timeIntervalSinceReferenceDate } ?? true)
      && (query.to.map { range.upperBound <= $0.timeIntervalSinceReferenceDate } ?? true)
  }
}

/// The statements that answer for one interval after another.
private struct AggregateStatements {
  /// The statement that adds up one interval, or all samples.
  let sumsText: String

  /// The values of its conditions.
  let values: [SQLValue]

  /// The statement that finds the first start within bounds; `nil` for all samples in one.
  let nextText: String?

  private let sums: SQLStatement

  /// The statement that finds hours whose sums are kept; `nil` if these do not answer the query.
  private let hours: SQLStatement?
  private let latest: SQLStatement?

  /// The statement that reads each value; `nil` if quantiles are not asked for.
  private let each: SQLStatement?
  private let next: SQLStatement?
  private let columns: [Column]

  /// No sample that the query's range admits starts at or after this.
  private let latestStart: Double
  private let separates: Bool

  private enum Column: String {
    case source
    case count = "count(*)"
    case sum = "sum(value)"
    case minimum = "min(value)"
    case maximum = "max(value)"
    case seconds = "sum(end_time - start_time)"
    case start = "min(start_time)"
    case end = "max(end_time)"
  }

  /// - Parameter bounded: Whether the samples' starts lie in a range that is bound each time.
  init(
    _ calculation: StatisticsCalculation, _ query: SampleQuery, _ connection: SQLConnection,
    _ units: StoredUnits, bounded: Bool
  ) throws(StoreError) {
    var filter = try SampleFilter(
      query, for: calculation.client, on: connection, units: units,
      ranges: bounded ? .checked : .indexed)
    values = filter.values
    let (from, to) = ("?\(values.count + 1)", "?\(values.count + 2)")
    let bundle = "?\(values.count + (bounded ? 3 : 1))"
    let options = calculation.options
    separates = options.contains(.separateBySource)
    var columns: [Column] = separates ? [.source, .count] : [.count]
    if options.contains(.discreteAverage) { columns.append(.sum) }
    if options.contains(.discreteMin) { columns.append(.minimum) }
    if options.contains(.discreteMax) { columns.append(.maximum) }
    if options.contains(.duration) { columns.append(.seconds) }
    if !bounded { columns += [.start, .end] }
    self.columns = columns
    // Times beyond are damage; a timeline has no intervals there.
    latestStart = min(
      query.to?.timeIntervalSinceReferenceDate ?? .infinity, StatisticsCalculation.furthestTime)
    nextText =
      bounded
      ? """
      SELECT start_time FROM sample
      WHERE \(filter.condition) AND start_time >= \(from) AND start_time < \(to)
      ORDER BY start_time LIMIT 1
      """ : nil
    next = try nextText.map { text throws(StoreError) in try connection.prepare(text) }
    hours =
      bounded && HourSums.answer(query, for: calculation.client, connection.dialect)
      ? try connection.prepare(
        """
        SELECT hour_start, source, count, sum, minimum, maximum, seconds FROM hour_sum
        WHERE \(filter.condition) AND hour_start >= \(from) AND hour_start < \(to)
        ORDER BY hour_start
        """) : nil
    if bounded { filter.require("start_time >= \(from) AND start_time < \(to)") }
    sumsText = """
      SELECT \(columns.map(\.rawValue).joined(separator: ", ")) FROM sample
      WHERE \(filter.condition)\(separates ? " GROUP BY source" : "")
      """
    sums = try connection.prepare(sumsText)
    each =
      options.contains(.discreteQuantiles)
      ? try connection.prepare("SELECT value FROM sample WHERE \(filter.condition)") : nil
    latest =
      options.contains(.mostRecent)
      ? try connection.prepare(
        """
        SELECT start_time, end_time, value FROM sample WHERE \(filter.condition)
          AND (CAST(\(bundle) AS TEXT) IS NULL
            OR source IN (SELECT id FROM source WHERE bundle_identifier = \(bundle)))
        ORDER BY start_time DESC, end_time DESC, id DESC LIMIT 1
        """) : nil
  }

  /// Returns when the first sample starts at or after a moment.
  func start(after time: Double) throws(StoreError) -> Double? {
    guard let next else { return nil }
    let earliest = max(time, -StatisticsCalculation.furthestTime)
    guard earliest < latestStart else { return nil }
    try next.bind(values + [.real(earliest), .real(latestStart)])
    defer { next.reset() }
    return try next.step() ? next.real(0) : nil
  }

  func bucket(
    in range: Range<Double>?, _ ranks: SourceRanks
  ) throws(StoreError) -> StatisticsCalculation.Bucket {
    var bucket = StatisticsCalculation.Bucket()
    if let range, let hours {
      try addHours(hours, in: range, ranks, to: &bucket)
    } else {
      try addSamples(in: range, ranks, to: &bucket)
    }
    if let each, bucket.all.count > 0 {
      bucket.all.distribution = try distribution(each, bucket.all.count, in: range)
    }
    if latest != nil, bucket.all.count > 0 {
      bucket.all.latest = try latest(of: nil, in: range)
      for bundle in bucket.bySource.keys {
        bucket.bySource[bundle]?.latest = try latest(of: bundle, in: range)
      }
    }
    return bucket
  }

  /// Adds whole hours whose sums are kept, and the samples before, between and after them.
  private func addHours(
    _ hours: SQLStatement, in range: Range<Double>, _ ranks: SourceRanks,
    to bucket: inout StatisticsCalculation.Bucket
  ) throws(StoreError) {
    try forEachHour(hours, in: range) { hour throws(StoreError) in
      switch hour {
      case .kept(let row, let source): add(row, of: ranks.bundles[source] ?? "", to: &bucket)
      case .gap(let gap): try addSamples(in: gap, ranks, to: &bucket)
      }
    }
  }

  private enum Hour {
    /// The sums of the samples of a source in an hour.
    case kept(StatisticsSums, source: Int64)

    /// A time without kept sums.
    case gap(Range<Double>)
  }

  private func forEachHour(
    _ hours: SQLStatement, in range: Range<Double>, _ body: (Hour) throws(StoreError) -> Void
  ) throws(StoreError) {
    var first = HourSums.range(containing: range.lowerBound)
    if first.lowerBound < range.lowerBound { first = HourSums.range(containing: first.upperBound) }
    let end = HourSums.range(containing: range.upperBound).lowerBound
    var next = range.lowerBound
    if first.lowerBound < end {
      try hours.bind(values + [.real(first.lowerBound), .real(end)])
      defer { hours.reset() }
      while try hours.step() {
        let start = Double(hours.integer(0))
        if start > next { try body(.gap(next..<start)) }
        next = start + HourSums.hour
        var row = StatisticsSums()
        row.count = Int(hours.integer(2))
        (row.sum, row.minimum, row.maximum) = (hours.real(3), hours.real(4), hours.real(5))
        row.seconds = hours.real(6)
        try body(.kept(row, source: hours.integer(1)))
      }
    }
    if next < range.upperBound { try body(.gap(next..<range.upperBound)) }
  }

  /// Returns the distribution of the values: single ones, or the sums of hours with many.
  private func distribution(
    _ each: SQLStatement, _ count: Int, in range: Range<Double>?
  ) throws(StoreError) -> ValueDistribution {
    var distribution = ValueDistribution()
    func add(in range: Range<Double>?) throws(StoreError) {
      try each.bind(values + Self.bounds(of: range))
      defer { each.reset() }
      while try each.step() { distribution.add(each.real(0)) }
    }
    guard count > Statistics.exactQuantileCount, let hours, let range else {
      try add(in: range)
      return distribution
    }
    try forEachHour(hours, in: range) { hour throws(StoreError) in
      switch hour {
      case .kept(let row, _): distribution.add(row)
      case .gap(let gap): try add(in: gap)
      }
    }
    return distribution
  }

  private func addSamples(
    in range: Range<Double>?, _ ranks: SourceRanks, to bucket: inout StatisticsCalculation.Bucket
  ) throws(StoreError) {
    try sums.bind(values + Self.bounds(of: range))
    defer { sums.reset() }
    while try sums.step() {
      var row = StatisticsSums()
      var bundle = ""
      var (start, end) = (0.0, 0.0)
      for (index, column) in columns.enumerated() {
        let index = Int32(index)
        switch column {
        case .source: bundle = ranks.bundles[sums.integer(index)] ?? ""
        case .count: row.count = Int(sums.integer(index))
        case .sum: row.sum = sums.real(index)
        case .minimum: row.minimum = sums.real(index)
        case .maximum: row.maximum = sums.real(index)
        case .seconds: row.seconds = sums.real(index)
        case .start: start = sums.real(index)
        case .end: end = sums.real(index)
        }
      }
      guard row.count > 0 else { continue }
      bucket.bounds = (
        min(bucket.bounds?.start ?? start, start), max(bucket.bounds?.end ?? end, end)
      )
      add(row, of: bundle, to: &bucket)
    }
  }

  private func add(
    _ row: StatisticsSums, of bundle: String, to bucket: inout StatisticsCalculation.Bucket
  ) {
    bucket.all.merge(row)
    if separates { bucket.bySource[bundle, default: StatisticsSums()].merge(row) }
  }

  private static func bounds(of range: Range<Double>?) -> [SQLValue] {
    range.map { [.real($0.lowerBound), .real($0.upperBound)] } ?? []
  }

  private func latest(
    of bundle: String?, in range: Range<Double>?
  ) throws(StoreError) -> (start: Double, end: Double, value: Double)? {
    guard let latest else { return nil }
    try latest.bind(values + Self.bounds(of: range) + [SQLValue(bundle)])
    defer { latest.reset() }
    return try latest.step() ? (latest.real(0), latest.real(1), latest.real(2)) : nil
  }
}
