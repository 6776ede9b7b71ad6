import Charts
public import SampleStore

/// The charts of a store's content: the one way from samples to a picture, on every surface.
///
/// ```swift
/// let charts = StoredCharts(of: store, matching: SampleQuery(from: start, to: end))
/// let days = CalendarIntervals(by: .day, in: .utc)
/// let chart = try charts.values(of: .bodyMass, by: days, title: "Weight by day")
/// ```
public struct StoredCharts {
  private let store: HealthStore
  private let query: SampleQuery
  private let units: ReadUnits

  /// Makes the charts of a store.
  ///
  /// - Parameter query: The time and the condition of the samples. Its types do not count.
  public init(of store: HealthStore, matching query: SampleQuery = SampleQuery()) {
    self.init(of: store, matching: query, in: .current)
  }

  /// The same in other units than the reader's.
  package init(of store: HealthStore, matching query: SampleQuery, in units: ReadUnits) {
    (self.store, self.query, self.units) = (store, query, units)
  }

  /// Returns the chart that suits a type: values by interval, blood pressures, the stages of a night or one
  /// bar per night, and how often or how long anything else was; `nil` if nothing is to be drawn.
  ///
  /// - Parameter width: The picture's width in points: no more marks are drawn than can be distinguished.
  public func chart(
    of type: SampleType, by intervals: CalendarIntervals, title: String, over period: PeriodAxis,
    width: Double
  ) throws -> (any HealthChart)? {
    switch type {
    case .quantity(let type):
      return try values(
        of: type, by: intervals, title: title, over: period, room: Self.room(inPoints: width))
    case .category(.sleepAnalysis):
      let length = period.domain.upperBound.timeIntervalSince(period.domain.lowerBound)
      return length <= Self.longestDay
        ? try night(over: period, title: title, width: width)
        : try nights(by: intervals, title: title, over: period)
    case .correlation(.bloodPressure):
      return try pressures(by: intervals, over: period, width: width)
    default: return try occurrences(of: type, by: intervals, title: title, over: period)
    }
  }

  /// Returns how many ranges can be distinguished at a width in points; the renderer chooses a `nil` one.
  package static func room(inPoints width: Double?) -> Int { Int((width ?? 600) / 4) }

  /// A day of 25 hours, and something.
  private static let longestDay = 30.0 * 3600

  // MARK: Quantities

  /// Returns the values of a type by interval: sums of counts, else ranges; `nil` without any.
  ///
  /// - Parameter room: The maximum number of separate ranges. If there are more, at most as many
  ///   bands of several intervals each show the median and how far the values spread.
  public func values(
    of type: QuantityType, by intervals: CalendarIntervals, title: String,
    over period: PeriodAxis? = nil, room: Int = .max
  ) throws(StoreError) -> (any HealthChart)? {
    let rows = try store.statisticsCollection(
      of: type, matching: samples(),
      type.aggregationStyle == .cumulative
        ? [.cumulativeSum] : [.discreteMin, .discreteMax, .discreteAverage], by: intervals)
    return try values(
      rows.populated, of: type, by: intervals, in: units.unit(of: type), title: title, over: period,
      room: room)
  }

  /// Returns the chart of given statistics by interval; `nil` if they have no values.
  ///
  /// - Parameters:
  ///   - rows: The statistics of the samples that these charts are of.
  ///   - room: As for charts without given statistics.
  public func values(
    _ rows: [Statistics], of type: QuantityType, by intervals: CalendarIntervals,
    in unit: QuantityUnit, title: String, over period: PeriodAxis? = nil, room: Int = .max
  ) throws(StoreError) -> (any HealthChart)? {
    let rows = rows.filter { drawn(period).overlaps($0.start..<$0.end) }
    let color = HealthGroup(.quantity(type)).color
    let words = unit.words(for: type)
    if type.aggregationStyle == .cumulative {
      let sums = rows.compactMap { SumsChart.Sum($0, in: unit) }
      return sums.isEmpty
        ? nil
        : SumsChart(
          sums: sums, unit: words, title: title, color: color, period: period, now: Date())
    }
    let name = Self.name(of: unit, for: type)
    if rows.count > max(room, 2), let joined = Self.joined(intervals, rows, atMost: max(room, 2)) {
      let bands = try store.statisticsCollection(
        of: type, matching: samples(), [.discreteMin, .discreteMax, .discreteQuantiles],
        by: joined
      ).populated.filter { drawn(period).overlaps($0.start..<$0.end) }
      return BandsChart(
        bands: bands.compactMap { BandsChart.Band($0, in: unit) },
        title: title + (title.isEmpty ? "" : ", ") + "\(joined.step.words) a band", unit: name,
        words: words, color: color, period: period)
    }
    let buckets = rows.compactMap { RangesChart.Bucket($0, in: unit) }
    guard !buckets.isEmpty else { return nil }
    var chart = RangesChart(
      buckets: buckets, title: title, unit: name, words: words, color: color, leastWidth: 3,
      period: period)
    // The mean of levels is that of their energy, which buckets do not have.
    if type.aggregationStyle == .discreteEquivalentContinuousLevel { chart.means = .eachBucket }
    chart.leastSpan = Self.leastSpan(of: type)
    return chart
  }

  /// Returns the minimum span of a type's axis, in the unit in which people read it.
  private static func leastSpan(of type: QuantityType) -> Double {
    switch type {
    case .heartRate, .restingHeartRate, .walkingHeartRateAverage: 20
    case .bodyMass: 2
    case .bodyTemperature: 1
    default: 0
    }
  }

  /// Returns the counts of an average day of each interval, such as a week; `nil` without any.
  ///
  /// - Parameters:
  ///   - days: The sums of days, those that are over.
  ///   - intervals: The intervals of the bars. Their days without samples do not count.
  package func dailyMeans(
    _ days: [Statistics], of type: QuantityType, by intervals: CalendarIntervals, title: String,
    over period: PeriodAxis
  ) -> SumsChart? {
    let unit = units.unit(of: type)
    let sums = days.compactMap { SumsChart.Sum($0, in: unit) }
    guard !sums.isEmpty else { return nil }
    func mean(_ sums: [SumsChart.Sum]) -> Double {
      sums.reduce(0) { $0 + $1.value } / Double(sums.count)
    }
    let bars = intervals.grouped(sums, by: \.start) { start, end, days in
      SumsChart.Sum(start: start, end: end, value: mean(days))
    }
    let words = unit.words(for: type)
    return SumsChart(
      sums: bars, unit: words + (words.isEmpty ? "per day" : " per day"), title: title,
      color: HealthGroup(.quantity(type)).color, period: period, column: "mean_of_days",
      mean: mean(sums))
  }

  /// Joins intervals, as few to one as give at most a number of them, two and more, over all rows. Two are always
  /// enough, and needed if the anchor lies between.
  private static func joined(
    _ intervals: CalendarIntervals, _ rows: [Statistics], atMost most: Int
  ) -> CalendarIntervals? {
    guard let first = rows.first, let last = rows.last else { return nil }
    let length = first.end.timeIntervalSince(first.start)
    var count = max(Int(last.end.timeIntervalSince(first.start) / length) / (most + 1), 2)
    while true {
      let joined = intervals.joined(count)
      if joined.index(containing: last.start) - joined.index(containing: first.start) < most {
        return joined
      }
      count += 1
    }
  }

  /// Returns the time whose intervals are drawn: a sample that reaches into the period may begin before it.
  private func drawn(_ period: PeriodAxis?) -> Range<Date> {
    period.map { $0.domain.lowerBound..<max($0.domain.lowerBound, $0.domain.upperBound) }
      ?? Date.distantPast..<Date.distantFuture
  }

  /// Returns a unit as an axis names it: "Beats per minute", "kg".
  static func name(of unit: QuantityUnit, for type: QuantityType) -> String {
    guard unit == .countPerMinute, let events = type.countedEvents else {
      return unit.words(for: type)
    }
    return events.prefix(1).uppercased() + events.dropFirst() + " per minute"
  }

  /// Returns how often something was noted in each interval, or for how many minutes if it takes time and
  /// has no other value, as a workout; `nil` if there is nothing of the type.
  ///
  /// A sample counts in the interval in which it starts.
  func occurrences(
    of type: SampleType, by intervals: CalendarIntervals, title: String, over period: PeriodAxis
  ) throws -> OccurrencesChart? {
    var counts: [Int: [OccurrencesChart.Word: Double]] = [:]
    var minutes: [Int: [OccurrencesChart.Word: Double]] = [:]
    var longest = 0.0
    try store.forEachSampleOfAnyKind(matching: samples(of: type)) { sample in
      guard drawn(period).contains(sample.start) else { return }
      let word = OccurrencesChart.Word(sample)
      let index = intervals.index(containing: sample.start)
      if word.text == nil { longest = max(longest, sample.duration) }
      counts[index, default: [:]][word, default: 0] += 1
      minutes[index, default: [:]][word, default: 0] += sample.duration / 60
    }
    // A sample that lasts for days, as a pregnancy does, has no minutes of a day.
    let isTimed = longest > 0 && longest < 86_400
    let bars = (isTimed ? minutes : counts).sorted { $0.key < $1.key }.map { index, values in
      OccurrencesChart.Bar(
        start: intervals.boundary(index), end: intervals.boundary(index + 1), values: values)
    }
    return bars.isEmpty
      ? nil
      : OccurrencesChart(
        bars: bars, unit: isTimed ? "minutes" : "samples", title: title,
        color: HealthGroup(type).color, period: period)
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

  /// Returns each blood pressure, from its lower to its upper number; `nil` without any. If they
  /// are too many to distinguish, it is the lowest and the highest of each interval.
  public func pressures(
    by intervals: CalendarIntervals, over period: PeriodAxis? = nil, width: Double
  ) throws -> RangesChart? {
    let unit = units.unit(of: .bloodPressureSystolic)
    var buckets: [RangesChart.Bucket] = []
    try store.forEachSampleOfAnyKind(matching: samples(of: .correlation(.bloodPressure))) {
      sample in
      guard case .correlation(let pair) = sample,
        let upper = pair.quantities(of: .bloodPressureSystolic).first?.quantity,
        let lower = pair.quantities(of: .bloodPressureDiastolic).first?.quantity,
        let high = try? upper.value(in: unit), let low = try? lower.value(in: unit)
      else { return }
      buckets.append(
        RangesChart.Bucket(
          start: pair.start, end: max(pair.end, pair.start.addingTimeInterval(1)), minimum: low,
          maximum: high, mean: (low + high) / 2, count: 1))
    }
    guard !buckets.isEmpty else { return nil }
    if buckets.count > Int(width / 6) {
      buckets = intervals.grouped(buckets, by: \.start) { start, end, pairs in
        RangesChart.Bucket(
          start: start, end: end, minimum: pairs.reduce(.infinity) { min($0, $1.minimum) },
          maximum: pairs.reduce(-.infinity) { max($0, $1.maximum) },
          mean: pairs.reduce(0) { $0 + $1.mean } / Double(pairs.count), count: pairs.count)
      }
    }
    var chart = RangesChart(
      buckets: buckets, title: "Blood pressure, diastolic to systolic", unit: unit.words(),
      words: unit.words(), leastWidth: 5, period: period)
    chart.means = .nothing
    return chart
  }

  // MARK: Sleep

  /// Returns one bar a night, or the mean of the nights of each longer interval; `nil` without any night.
  func nights(
    by intervals: CalendarIntervals, title: String, over period: PeriodAxis
  ) throws -> NightsChart? {
    var query = query
    (query.from, query.to) = (period.domain.lowerBound, period.domain.upperBound)
    let nights = try store.nights(matching: query, in: intervals.zone)
    let bars = intervals.grouped(nights, by: \.day.lowerBound) { start, end, nights in
      // For a night in which only the time in bed is recorded, the length of sleep is unknown.
      let known = nights.filter { $0.report.asleep != nil }
      return NightsChart.Night(
        start: start, end: end, meanOf: (known.isEmpty ? nights : known).map(\.report))
    }
    return bars.isEmpty ? nil : NightsChart(nights: bars, title: title, period: period)
  }

  /// Returns the stages of a period of at most a day; `nil` without any.
  func night(over period: PeriodAxis, title: String, width: Double?) throws -> HypnogramChart? {
    var query = samples(of: .category(.sleepAnalysis))
    (query.from, query.to) = (period.domain.lowerBound, period.domain.upperBound)
    let stages = try stages(matching: query).compactMap { stage -> HypnogramChart.Stage? in
      var part = stage
      part.start = max(stage.start, period.domain.lowerBound)
      part.end = min(stage.end, period.domain.upperBound)
      return part.start < part.end ? part : nil
    }
    guard let first = stages.map(\.start).min(), let last = stages.map(\.end).max() else {
      return nil
    }
    // A night is a third of a day: the rest of it would be empty.
    return HypnogramChart(
      stages: width.map { Self.drawn(stages, width: $0) } ?? stages, title: title,
      period: PeriodAxis(first.addingTimeInterval(-600)...last.addingTimeInterval(600)))
  }

  /// Returns the stages of the last night, from noon to noon; `nil` without any.
  ///
  /// - Parameter width: The picture's width in points; `nil` to draw every stage.
  public func lastNight(in zone: ZoneRules, width: Double? = nil) throws -> HypnogramChart? {
    var query = samples(of: .category(.sleepAnalysis))
    (query.order, query.limit) = (.newestFirst, 1)
    guard let last = try store.nights(matching: query, in: zone).last else { return nil }
    return try night(
      over: PeriodAxis(last.interval.lowerBound...last.interval.upperBound),
      title: "The last night",
      width: width)
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

  /// Returns the stages that can be distinguished: if there are more than a third of the pixels,
  /// the longest stage of each three pixels represents the others.
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

  /// Returns the query without its types, or of one type.
  private func samples(of type: SampleType? = nil) -> SampleQuery {
    var query = query
    query.types = type.map { [$0] }
    return query
  }
}

extension CalendarIntervals {
  /// Returns the results for the elements in each interval that has some, in the order of time.
  fileprivate func grouped<Element, Value>(
    _ elements: [Element], by date: (Element) -> Date, _ make: (Date, Date, [Element]) -> Value
  ) -> [Value] {
    Dictionary(grouping: elements) { index(containing: date($0)) }.sorted { $0.key < $1.key }
      .map { make(boundary($0.key), boundary($0.key + 1), $0.value) }
  }
}

extension CalendarIntervals.Step {
  /// The length in words, such as "3 days".
  fileprivate var words: String {
    let parts = [(months, "month"), (days, "day")].filter { $0.0 > 0 }.map { number, name in
      "\(number) \(name)\(number == 1 ? "" : "s")"
    }
    return (parts + (seconds > 0 ? [Double(seconds).lengthText] : [])).joined(separator: " ")
  }
}
