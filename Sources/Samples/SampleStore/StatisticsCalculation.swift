import FoundationEssentials

/// Statistics of one quantity type, by interval or all in one, within one snapshot of the store.
///
/// SQL computes minimum, maximum and mean, an interval at a time over an index that holds all they
/// need. Merging and the time that instants stand for depend on the order of samples, and SQL has no function
/// for levels: for these the rows are read once, and none is kept.
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
    (self.type, self.options, self.client, self.intervals) = (type, options, client, intervals)
    var query = query
    query.types = [.quantity(type)]
    self.query = query
  }

  private func isStreamed(_ connection: SQLConnection) throws(StoreError) -> Bool {
    switch type.aggregationStyle {
    case .cumulative, .discreteEquivalentContinuousLevel: return true
    case .discreteTemporallyWeighted where options.contains(.discreteAverage): return true
    case .discreteArithmetic, .discreteTemporallyWeighted: return try hasSeries(connection)
    }
  }

  /// Returns whether a sample of the type has single quantities, which then count each for itself.
  private func hasSeries(_ connection: SQLConnection) throws(StoreError) -> Bool {
    try connection.integer(Self.seriesText, [.text(type.identifier)]) != nil
  }

  /// Asks the series, which are few or none, for their samples. In a join, SQLite would read each
  /// of the type's samples, and look for its series.
  static let seriesText = """
    SELECT 1 FROM quantity_series
    WHERE (SELECT type FROM sample WHERE sample.id = quantity_series.sample)
      = (SELECT id FROM sample_type WHERE identifier = ?1)
    LIMIT 1
    """

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
      try isStreamed(connection)
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

  /// Returns all rows in the order of time, once.
  private func streamed(
    _ connection: SQLConnection, _ units: StoredUnits, _ ranks: SourceRanks
  ) throws(StoreError) -> [Int: Bucket] {
    let filter = try SampleFilter(query, for: client, on: connection, units: units)
    let hasSeries = try hasSeries(connection)
    let rows = try connection.prepareToStream(
      """
      SELECT start_time, end_time, value, source\(hasSeries ? ", id, unit" : "") FROM sample
      WHERE \(filter.condition) ORDER BY start_time, end_time, id
      """)
    try rows.bind(filter.values)
    var sums = StreamedSums(self, ranks)
    while try rows.step() {
      let (start, end, value) = (rows.real(0), rows.real(1), rows.real(2))
      let source = rows.integer(3)
      // Damage that the readers of samples leave out too.
      guard -Self.furthestTime < start, start <= end, end < Self.furthestTime else { continue }
      // A sample of centuries, saved before such were refused, would make an interval for each hour.
      guard intervals == nil || end - start <= SampleLength.longestQuantity else { continue }
      if hasSeries, let unit = units.byRow[rows.integer(5)],
        let series = try series(ofRow: rows.integer(4), connection)
      {
        sums.cover(start, end)
        sums.add(series.entries, in: unit, as: units.unit(of: type), of: source)
      } else {
        sums.add(from: start, to: end, value, of: source)
      }
    }
    return sums.finish()
  }

  private func series(
    ofRow row: Int64, _ connection: SQLConnection
  ) throws(StoreError) -> QuantitySeries? {
    try connection.first(
      "SELECT quantities FROM quantity_series WHERE sample = ?1", [.integer(row)]
    ) { QuantitySeries(bytes: $0.blob(0)) } ?? nil
  }
}

/// The sums of samples that come in the order of their starts, and of the single quantities in them.
private struct StreamedSums {
  private struct Entry {
    let start: Double
    let end: Double
    let value: Double
    let source: Int64
  }

  private let intervals: CalendarIntervals?
  private let ranks: SourceRanks
  private let isLevel: Bool
  private let isMerged: Bool
  private let isWeighted: Bool
  private let separates: Bool
  private let empty: StatisticsCalculation.Bucket
  private var buckets: [Int: StatisticsCalculation.Bucket] = [:]
  private var merge: SourceMerge
  private var merges: [String: SourceMerge] = [:]
  private var index = 0
  private var bounds = -Double.infinity..<Double.infinity

  /// Quantities of series that begin later than the sample that came last, the latest first.
  private var waiting: [Entry] = []

  /// The instants of a source at the last start of its samples: how many, the sum of their values, the interval
  /// that they belong to, and the seconds since the start before.
  private struct Held {
    let start: Double
    let index: Int
    let step: Double?
    var count = 0.0
    var sum = 0.0
  }

  private var held: [Int64: Held] = [:]
  private var covered: (start: Double, end: Double)?

  init(_ calculation: StatisticsCalculation, _ ranks: SourceRanks) {
    intervals = calculation.intervals
    self.ranks = ranks
    isLevel = calculation.type.aggregationStyle == .discreteEquivalentContinuousLevel
    isMerged = calculation.type.aggregationStyle == .cumulative
    isWeighted = calculation.type.aggregationStyle == .discreteTemporallyWeighted
    separates = calculation.options.contains(.separateBySource)
    var empty = StatisticsCalculation.Bucket()
    if calculation.options.contains(.discreteQuantiles) {
      empty.all.distribution = ValueDistribution()
    }
    self.empty = empty
    merge = SourceMerge(calculation.intervals)
    if intervals != nil { bounds = 0..<0 }
  }

  /// Notes the interval of a sample whose quantities are added one by one.
  mutating func cover(_ start: Double, _ end: Double) {
    covered = (min(covered?.start ?? start, start), max(covered?.end ?? end, end))
  }

  mutating func add(
    _ entries: [QuantitySeries.Entry], in unit: QuantityUnit, as stored: QuantityUnit,
    of source: Int64
  ) {
    for entry in entries {
      let (start, end) = (
        entry.start.timeIntervalSinceReferenceDate, entry.end.timeIntervalSinceReferenceDate
      )
      guard let value = try? Quantity(entry.value, unit).value(in: stored), value.isFinite else {
        continue
      }
      waiting.append(Entry(start: start, end: max(start, end), value: value, source: source))
    }
    waiting.sort { $0.start > $1.start }
  }

  mutating func add(from start: Double, to end: Double, _ value: Double, of source: Int64) {
    addWaiting(before: start)
    add(Entry(start: start, end: end, value: value, source: source))
  }

  private mutating func addWaiting(before time: Double) {
    while let next = waiting.last, next.start < time {
      waiting.removeLast()
      add(next)
    }
  }

  private mutating func add(_ entry: Entry) {
    let (start, end) = (entry.start, entry.end)
    if let intervals, !bounds.contains(start) {
      index = intervals.index(containing: Date(timeIntervalSinceReferenceDate: start))
      bounds = intervals.range(index)
    }
    buckets[index, default: empty].add(from: start, to: end, entry.value, isLevel: isLevel)
    let bundle = separates ? ranks.bundles[entry.source] ?? "" : ""
    if separates {
      buckets[index, default: .init()].bySource[bundle, default: StatisticsSums()]
        .add(from: start, to: end, entry.value, isLevel: isLevel)
    }
    if isWeighted { hold(entry) }
    guard isMerged else { return }
    merge.add(from: start, to: end, entry.value, rank: ranks[entry.source])
    if separates {
      merges[bundle, default: SourceMerge(intervals)].add(
        from: start, to: end, entry.value, rank: 0)
    }
  }

  /// Notes where a sample starts, up to which the instants of its source before it count.
  private mutating func hold(_ entry: Entry) {
    let last = held[entry.source]
    if last?.start != entry.start {
      if let last { release(last, of: entry.source, until: entry.start) }
      held[entry.source] = Held(
        start: entry.start, index: index, step: last.map { entry.start - $0.start })
    }
    guard entry.start == entry.end else { return }
    held[entry.source]?.count += 1
    held[entry.source]?.sum += entry.value
  }

  /// Weighs instants by the time that they cover: see `StatisticsOptions.longestHold`.
  private mutating func release(_ held: Held, of source: Int64, until next: Double?) {
    guard held.count > 0 else { return }
    let longest = StatisticsOptions.longestHold
    let seconds =
      [next.map { $0 - held.start }, held.step].lazy.compactMap(\.self).first { $0 <= longest }
      ?? longest
    func weigh(_ sums: inout StatisticsSums) {
      sums.heldSeconds += seconds * held.count
      sums.held += seconds * held.sum
    }
    weigh(&buckets[held.index, default: empty].all)
    if separates {
      weigh(
        &buckets[held.index, default: empty].bySource[ranks.bundles[source] ?? "", default: .init()]
      )
    }
  }

  mutating func finish() -> [Int: StatisticsCalculation.Bucket] {
    addWaiting(before: .infinity)
    for (source, last) in held.sorted(by: { $0.key < $1.key }) {
      release(last, of: source, until: nil)
    }
    if intervals == nil, let covered, let own = buckets[0]?.bounds {
      buckets[0]?.bounds = (min(covered.start, own.start), max(covered.end, own.end))
    }
    guard isMerged else { return buckets }
    for (index, total) in merge.finish() { buckets[index, default: .init()].merged = total }
    for bundle in merges.keys {
      for (index, total) in merges[bundle]?.finish() ?? [:] {
        buckets[index, default: .init()].mergedBySource[bundle] = total
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
  /// Returns interval n in seconds since 2001.
  func range(_ n: Int) -> Range<Double> {
    boundary(n).timeIntervalSinceReferenceDate..<boundary(n + 1).timeIntervalSinceReferenceDate
  }
}
