import FoundationEssentials

/// Statistics of one quantity type, by interval or all in one, within one snapshot of the store.
///
/// SQL computes minimum, maximum and mean, an interval at a time over an index that holds all they
/// need. Merging depends on the order of samples, and SQL has no function for levels: for these the
/// rows are read once, and none is kept.
struct StatisticsCalculation {
  let type: QuantityType
  let options: StatisticsOptions
  let query: SampleQuery
  let client: StoreClient
  let intervals: CalendarIntervals?

  /// Seconds from 2001 beyond which no sample is: some 30,000 years.
  static let furthestTime = 1e12

  /// Sums of one interval.
  struct Bucket {
    var all = StatisticsSums()
    var merged: SourceMerge.Total?
    var bySource: [String: StatisticsSums] = [:]
    var mergedBySource: [String: SourceMerge.Total] = [:]

    /// The first start and the last end of all samples; only used without intervals.
    var bounds: (start: Double, end: Double)?
  }

  init(
    of type: QuantityType, matching query: SampleQuery, _ options: StatisticsOptions,
    by intervals: CalendarIntervals?, for client: StoreClient
  ) throws(StoreError) {
    let isCumulative = type.aggregationStyle == .cumulative
    guard
      isCumulative
        ? options.isDisjoint(with: .discrete) : !options.contains(.cumulativeSum)
    else {
      throw StoreError(
        .query, nil, .invalidQuery,
        detail: "\(type.identifier) is \(isCumulative ? "" : "not ")cumulative")
    }
    self.type = type
    self.options = options
    self.client = client
    self.intervals = intervals
    var query = query
    query.types = [.quantity(type)]
    self.query = query
  }

  private var isStreamed: Bool {
    [.cumulative, .discreteEquivalentContinuousLevel].contains(type.aggregationStyle)
  }

  func statistics(
    _ connection: SQLConnection
  ) throws(StoreError) -> [Int: Statistics] {
    let units = try StoredUnits(all: connection)
    // A store of many sources has most types of none: their order is worth reading only where samples are.
    let filter = try SampleFilter(query, for: client, on: connection, units: units)
    guard
      try connection.integer(
        "SELECT 1 FROM sample WHERE \(filter.condition) LIMIT 1", filter.values) != nil
    else { return [:] }
    let ranks = try SourceRanks(connection, for: type.identifier)
    let buckets =
      isStreamed
      ? try streamed(connection, units, ranks) : try aggregated(connection, units, ranks)
    let unit = units.unit(of: type)
    return Dictionary(
      uniqueKeysWithValues: buckets.map { index, bucket in
        let start = intervals?.boundary(index)
        let end = intervals?.boundary(index + 1)
        return (
          index,
          Statistics(
            type: type,
            start: start ?? Date(timeIntervalSinceReferenceDate: bucket.bounds?.start ?? 0),
            end: end ?? Date(timeIntervalSinceReferenceDate: bucket.bounds?.end ?? 0),
            all: bucket.all.values(options, in: unit, type.aggregationStyle, merged: bucket.merged),
            bySource: Dictionary(
              uniqueKeysWithValues: bucket.bySource.map { bundle, sums in
                (
                  bundle,
                  sums.values(
                    options, in: unit, type.aggregationStyle,
                    merged: bucket.mergedBySource[bundle])
                )
              }))
        )
      })
  }

  /// All rows in the order of time, once.
  private func streamed(
    _ connection: SQLConnection, _ units: StoredUnits, _ ranks: SourceRanks
  ) throws(StoreError) -> [Int: Bucket] {
    let filter = try SampleFilter(query, for: client, on: connection, units: units)
    let rows = try connection.prepareToStream(
      """
      SELECT start_time, end_time, value, source FROM sample WHERE \(filter.condition)
      ORDER BY start_time, end_time, id
      """)
    try rows.bind(filter.values)
    let isLevel = type.aggregationStyle == .discreteEquivalentContinuousLevel
    let separates = options.contains(.separateBySource)
    var buckets: [Int: Bucket] = [:]
    var merge = SourceMerge(intervals)
    var merges: [String: SourceMerge] = [:]
    var (index, bounds) = (0, -Double.infinity..<Double.infinity)
    if intervals != nil { bounds = 0..<0 }
    while try rows.step() {
      let (start, end, value) = (rows.real(0), rows.real(1), rows.real(2))
      let source = rows.integer(3)
      // Damage that the readers of samples leave out too.
      guard -Self.furthestTime < start, start <= end, end < Self.furthestTime else { continue }
      // A sample of centuries, saved before such were refused, would make an interval for each hour.
      guard intervals == nil || end - start <= SampleLength.longestQuantity else { continue }
      if let intervals, !bounds.contains(start) {
        index = intervals.index(containing: Date(timeIntervalSinceReferenceDate: start))
        bounds = intervals.range(index)
      }
      buckets[index, default: Bucket()].add(from: start, to: end, value, isLevel: isLevel)
      let bundle = separates ? ranks.bundles[source] ?? "" : ""
      if separates {
        buckets[index, default: Bucket()].bySource[bundle, default: StatisticsSums()]
          .add(from: start, to: end, value, isLevel: isLevel)
      }
      guard !isLevel else { continue }
      merge.add(from: start, to: end, value, rank: ranks[source])
      if separates {
        merges[bundle, default: SourceMerge(intervals)].add(from: start, to: end, value, rank: 0)
      }
    }
    guard !isLevel else { return buckets }
    for (index, total) in merge.finish() { buckets[index, default: Bucket()].merged = total }
    for bundle in merges.keys {
      for (index, total) in merges[bundle]?.finish() ?? [:] {
        buckets[index, default: Bucket()].mergedBySource[bundle] = total
        buckets[index]?.bySource[bundle, default: StatisticsSums()].count += 0
      }
    }
    return buckets
  }
}

extension StatisticsCalculation.Bucket {
  mutating func add(from start: Double, to end: Double, _ value: Double, isLevel: Bool) {
    all.add(from: start, to: end, value, isLevel: isLevel)
    bounds = (min(bounds?.start ?? start, start), max(bounds?.end ?? end, end))
  }
}

extension CalendarIntervals {
  /// Interval n in seconds since 2001.
  func range(_ n: Int) -> Range<Double> {
    boundary(n).timeIntervalSinceReferenceDate..<boundary(n + 1).timeIntervalSinceReferenceDate
  }
}
