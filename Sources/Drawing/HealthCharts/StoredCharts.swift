public import Charts
public import SampleStore

/// The charts of what a store holds: the one way from samples to a picture, whoever shows it.
///
/// ```swift
/// let charts = StoredCharts(of: store, matching: SampleQuery(from: start, to: end))
/// let days = CalendarIntervals(by: .day, in: .utc)
/// let chart = try charts.values(of: .bodyMass, by: days, title: "Weight by day")
/// ```
public struct StoredCharts {
  private let store: HealthStore
  private let query: SampleQuery

  /// Makes the charts of a store.
  ///
  /// - Parameter query: The time and the condition of the samples. Its types do not count.
  public init(of store: HealthStore, matching query: SampleQuery = SampleQuery()) {
    self.store = store
    self.query = query
  }

  /// Returns the chart that suits a type: values by interval, blood pressures, or the stages of the last
  /// night; `nil` if nothing is to be drawn.
  ///
  /// - Parameter width: The picture's width in points: no more marks are drawn than can be told apart.
  public func chart(
    of type: SampleType, by intervals: CalendarIntervals, title: String, over period: PeriodAxis,
    width: Double
  ) throws -> (any HealthChart)? {
    switch type {
    case .quantity(let type):
      try values(of: type, by: intervals, title: title, over: period)
    case .category(.sleepAnalysis): try lastNight(endingIn: period.domain, width: width)
    case .correlation(.bloodPressure): try pressures(by: intervals, over: period, width: width)
    default: nil
    }
  }

  // MARK: Quantities

  /// Returns the values of a type by interval: sums of what is counted, else ranges; `nil` if there are none.
  public func values(
    of type: QuantityType, by intervals: CalendarIntervals, title: String,
    over period: PeriodAxis? = nil
  ) throws(StoreError) -> (any HealthChart)? {
    let isSum = type.aggregationStyle == .cumulative
    let rows = try store.statisticsCollection(
      of: type, matching: samples(),
      isSum ? [.cumulativeSum] : [.discreteMin, .discreteMax, .discreteAverage], by: intervals)
    return Self.chart(
      of: rows.populated, of: type, in: type.customaryUnit, title: title, over: period)
  }

  /// Returns the chart of statistics that are at hand; `nil` if they have no values.
  public static func chart(
    of rows: [Statistics], of type: QuantityType, in unit: QuantityUnit, title: String,
    over period: PeriodAxis? = nil
  ) -> (any HealthChart)? {
    if type.aggregationStyle == .cumulative {
      let sums = rows.compactMap { SumsChart.Sum($0, in: unit) }
      return sums.isEmpty
        ? nil : SumsChart(sums: sums, unit: unit.shownText, title: title, period: period)
    }
    let buckets = rows.compactMap { RangesChart.Bucket($0, in: unit) }
    return buckets.isEmpty
      ? nil
      : RangesChart(buckets: buckets, title: title, unit: name(of: unit, for: type), period: period)
  }

  /// A unit as an axis names it: "Beats per minute", "kg".
  static func name(of unit: QuantityUnit, for type: QuantityType) -> String {
    guard unit == .countPerMinute, let events = type.countedEvents else { return unit.shownText }
    return events.prefix(1).uppercased() + events.dropFirst() + " per minute"
  }

  /// Returns the heart rates of two sources, minute by minute, against each other; `nil` if they have no
  /// minute in common.
  public func agreement(
    of first: (bundleIdentifier: String, name: String),
    and second: (bundleIdentifier: String, name: String)
  ) throws(StoreError) -> AgreementChart? {
    guard
      let minutes = CalendarIntervals(
        anchor: Date(timeIntervalSince1970: 0), step: .init(minutes: 1), zone: .utc)
    else { return nil }
    let rows = try store.statisticsCollection(
      of: .heartRate, matching: samples(), [.discreteAverage, .separateBySource], by: minutes)
    let pairs = rows.populated.compactMap { row -> AgreementChart.Pair? in
      func mean(_ bundle: String) -> Double? {
        try? row.bySource[bundle]?.average?.value(in: .countPerMinute)
      }
      guard let one = mean(first.bundleIdentifier), let other = mean(second.bundleIdentifier)
      else { return nil }
      return AgreementChart.Pair(first: one, second: other)
    }
    return pairs.isEmpty
      ? nil : AgreementChart(pairs: pairs, first: first.name, second: second.name)
  }

  // MARK: Blood pressure

  /// Returns each blood pressure, from its lower to its upper number; `nil` if there are none. If there
  /// are too many to be seen apart, it is the lowest and the highest of each interval.
  public func pressures(
    by intervals: CalendarIntervals, over period: PeriodAxis? = nil, width: Double
  ) throws -> RangesChart? {
    let unit = QuantityType.bloodPressureSystolic.customaryUnit
    let most = Int(width / 6)
    var single: [RangesChart.Bucket] = []
    var joined: [Int: RangesChart.Bucket] = [:]
    try store.forEachSampleOfAnyKind(matching: samples(of: .correlation(.bloodPressure))) {
      sample in
      guard case .correlation(let pair) = sample,
        let upper = pair.quantities(of: .bloodPressureSystolic).first?.quantity,
        let lower = pair.quantities(of: .bloodPressureDiastolic).first?.quantity,
        let high = try? upper.value(in: unit), let low = try? lower.value(in: unit)
      else { return }
      let mean = (low + high) / 2
      if single.count <= most {
        single.append(
          RangesChart.Bucket(
            start: pair.start, end: max(pair.end, pair.start.addingTimeInterval(1)), minimum: low,
            maximum: high, mean: mean, count: 1))
      }
      let index = intervals.index(containing: pair.start)
      if let known = joined[index] {
        let count = known.count + 1
        joined[index]?.count = count
        joined[index]?.minimum = min(known.minimum, low)
        joined[index]?.maximum = max(known.maximum, high)
        joined[index]?.mean = known.mean + (mean - known.mean) / Double(count)
      } else {
        joined[index] = RangesChart.Bucket(
          start: intervals.boundary(index), end: intervals.boundary(index + 1), minimum: low,
          maximum: high, mean: mean, count: 1)
      }
    }
    guard !single.isEmpty else { return nil }
    let buckets = single.count > most ? joined.sorted { $0.key < $1.key }.map(\.value) : single
    return RangesChart(
      buckets: buckets, title: "Blood pressure, diastolic to systolic", unit: unit.shownText,
      leastWidth: 5, period: period)
  }

  // MARK: Sleep

  /// How long before its end a night may have begun, in seconds.
  private static let longestNight = 16.0 * 3600

  /// Returns the stages of the last night; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - period: The time in which the night ends; `nil` for the newest of all.
  ///   - width: The picture's width in points; `nil` to draw every stage.
  public func lastNight(
    endingIn period: ClosedRange<Date>? = nil, width: Double? = nil
  ) throws -> HypnogramChart? {
    var query = samples(of: .category(.sleepAnalysis))
    if let period {
      (query.from, query.to) = (period.lowerBound - Self.longestNight, period.upperBound)
    }
    let stages = try stages(matching: query)
    let (first, end) = (period?.lowerBound ?? .distantPast, period?.upperBound ?? .distantFuture)
    guard let last = stages.map(\.end).filter({ $0 <= end }).max(), last > first else { return nil }
    let night = stages.filter { $0.end > last - Self.longestNight && $0.end <= last }
    return HypnogramChart(
      stages: width.map { Self.drawn(night, width: $0) } ?? night, title: "The last night")
  }

  /// Returns all stages of sleep; `nil` if there are none.
  public func sleep() throws -> HypnogramChart? {
    let stages = try stages(matching: samples(of: .category(.sleepAnalysis)))
    return stages.isEmpty ? nil : HypnogramChart(stages: stages)
  }

  private func stages(matching query: SampleQuery) throws -> [HypnogramChart.Stage] {
    var stages: [HypnogramChart.Stage] = []
    try store.forEachSampleOfAnyKind(matching: query) { sample in
      if case .category(let sample) = sample, let stage = HypnogramChart.Stage(sample) {
        stages.append(stage)
      }
    }
    return stages.sorted { $0.start < $1.start }
  }

  /// The stages as far as they can be seen: if there are more than a third of the pixels, the longest
  /// stage of each three pixels stands for the others.
  private static func drawn(
    _ stages: [HypnogramChart.Stage], width: Double
  ) -> [HypnogramChart.Stage] {
    let places = Int(width / 3)
    guard stages.count > places, let start = stages.first?.start,
      let end = stages.map(\.end).max()
    else { return stages }
    let step = end.timeIntervalSince(start) / Double(places)
    var seconds = [[String: Double]](repeating: [:], count: places)
    for stage in stages {
      let (from, to) = (stage.start.timeIntervalSince(start), stage.end.timeIntervalSince(start))
      for place in min(Int(from / step), places - 1)...min(Int(to / step), places - 1) {
        let shared = min(to, Double(place + 1) * step) - max(from, Double(place) * step)
        if shared > 0 { seconds[place][stage.name, default: 0] += shared }
      }
    }
    var drawn: [HypnogramChart.Stage] = []
    for (place, names) in seconds.enumerated() {
      guard let name = names.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key else {
        continue
      }
      let from = start.addingTimeInterval(Double(place) * step)
      let to = place + 1 == places ? end : start.addingTimeInterval(Double(place + 1) * step)
      if drawn.last?.name == name, drawn.last?.end == from {
        drawn[drawn.count - 1].end = to
      } else {
        drawn.append(HypnogramChart.Stage(start: from, end: to, name: name))
      }
    }
    return drawn
  }

  /// The query without its types, or of one type.
  private func samples(of type: SampleType? = nil) -> SampleQuery {
    var query = query
    query.types = type.map { [$0] }
    return query
  }
}
