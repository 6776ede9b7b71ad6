import FoundationEssentials
import HealthCharts
import JSONCoding
import Measurement
import SampleSelection
import SampleStore

/// One figure above a chart: its name, its value in words, and when it was.
struct PageFact {
  let name: String
  let value: SampleWords.Value

  /// The number itself, as the store's statistics have it in the type's customary unit; hours of sleep.
  let number: Double?

  /// The sample or the night that it is of; `nil` if it is of all.
  var when: Date?

  /// Whether `when` is a day and not a moment.
  var isDay = false

  private init(_ name: String, _ value: SampleWords.Value, _ number: Double?) {
    (self.name, self.value, self.number) = (name, value, number)
  }

  private init?(_ name: String, _ quantity: Quantity?, of type: QuantityType, at date: Date? = nil)
  {
    guard let value = SampleWords.Value(quantity, of: type) else { return nil }
    self.init(name, value, try? quantity?.value(in: type.customaryUnit))
    when = date
  }

  var json: JSONValue {
    .object([
      ("name", .string(name)), ("text", .string(value.text)), ("unit", .string(value.unit)),
      ("number", number.map(JSONValue.decimal) ?? .null),
      ("when", .optional(when?.timestamp)), ("is_day", .bool(isDay)),
    ])
  }

  /// The figures of a period, and how many samples it has.
  static func all(
    of type: SampleType, matching query: SampleQuery, _ period: PagePeriod, zone: ZoneRules,
    _ chart: (any HealthChart)?, in store: HealthStore
  ) throws -> (facts: [PageFact], count: Int) {
    if case .quantity(let type) = type {
      return type.aggregationStyle == .cumulative
        ? try sums(of: type, matching: query, period, zone: zone, in: store)
        : try ranges(of: type, matching: query, chart as? RangesChart, in: store)
    }
    var counted = query
    counted.types = [type]
    let count = try store.count(matching: counted)
    switch (type, chart) {
    case (.category(.sleepAnalysis), let nights as NightsChart):
      return (facts(of: nights, period), count)
    case (.category(.sleepAnalysis), is HypnogramChart):
      return (try night(matching: query, in: store), count)
    case (.correlation(.bloodPressure), _):
      return (try pressures(matching: counted, in: store), count)
    default: return ([PageFact("Samples", .init(Double(count).readText), Double(count))], count)
    }
  }

  // MARK: Quantities

  private static func ranges(
    of type: QuantityType, matching query: SampleQuery, _ chart: RangesChart?, in store: HealthStore
  ) throws -> ([PageFact], Int) {
    guard
      let found = try store.statistics(
        of: type, matching: query,
        [.discreteAverage, .discreteMin, .discreteMax, .mostRecent])
    else { return ([], 0) }
    let all = found.all
    let newest = Self("Newest", all.mostRecent, of: type, at: all.mostRecentInterval?.upperBound)
    if all.count == 1 { return ([newest].compactMap(\.self), 1) }
    return (
      [
        Self("Average", all.average, of: type),
        Self(
          "Lowest", all.minimum, of: type,
          at: try time(of: all.minimum, type, query, chart, \.minimum, in: store)),
        Self(
          "Highest", all.maximum, of: type,
          at: try time(of: all.maximum, type, query, chart, \.maximum, in: store)),
        newest,
      ].compactMap { $0 }, all.count
    )
  }

  /// When a value was: only the bar that holds it is searched, for a year may have millions of samples.
  private static func time(
    of value: Quantity?, _ type: QuantityType, _ query: SampleQuery, _ chart: RangesChart?,
    _ end: KeyPath<RangesChart.Bucket, Double>, in store: HealthStore
  ) throws -> Date? {
    guard let value, let written = try? value.writtenValue(in: type.readUnit),
      let bar = chart?.buckets.min(by: {
        abs($0[keyPath: end] - written) < abs($1[keyPath: end] - written)
      })
    else { return nil }
    let margin = Quantity(value.value - abs(value.value) * 1e-9 - 1e-12, value.unit)
    let limit = Quantity(value.value + abs(value.value) * 1e-9 + 1e-12, value.unit)
    var search = query
    search.types = [.quantity(type)]
    (search.from, search.to) = (bar.start, bar.end)
    search.predicate = .all([
      MockSamples.excluded, .quantity(.greaterOrEqual, margin), .quantity(.lessOrEqual, limit),
    ])
    search.limit = 1
    return try store.samples(matching: search).first?.start
  }

  private static func sums(
    of type: QuantityType, matching query: SampleQuery, _ period: PagePeriod, zone: ZoneRules,
    in store: HealthStore
  ) throws -> ([PageFact], Int) {
    let isDay = period.barName == "hour" || period.barName.contains("minute")
    let unit = isDay ? period.bars : CalendarIntervals(by: .day, in: zone)
    let rows = try store.statisticsCollection(
      of: type, matching: query, [.cumulativeSum], by: unit
    ).populated.filter { period.bounds.contains($0.start) }
    let sums = rows.compactMap { row in
      (try? row.all.sum?.value(in: type.customaryUnit)).map { (row.start, $0) }
    }
    let count = rows.reduce(0) { $0 + $1.all.count }
    guard let most = sums.max(by: { $0.1 < $1.1 }), let least = sums.min(by: { $0.1 < $1.1 }) else {
      return ([], 0)
    }
    func fact(_ name: String, _ number: Double, _ day: Date? = nil) -> PageFact? {
      var fact = Self(name, Quantity(number, type.customaryUnit), of: type)
      fact?.when = day
      fact?.isDay = !isDay
      return fact
    }
    let total = sums.reduce(0) { $0 + $1.1 }
    let name = isDay ? "hour" : "day"
    return (
      [
        fact("In all", total),
        isDay ? nil : fact("Average a day", total / Double(sums.count)),
        fact("Most in a\(isDay ? "n" : "") \(name)", most.1, most.0),
        isDay ? nil : fact("Least in a day", least.1, least.0),
      ].compactMap { $0 }, count
    )
  }

  // MARK: Others

  private static func hours(_ name: String, _ hours: Double, on day: Date? = nil) -> PageFact {
    var fact = Self(name, .init((hours * 3600).lengthText), hours)
    fact.when = day
    fact.isDay = true
    return fact
  }

  private static func facts(of chart: NightsChart, _ period: PagePeriod) -> [PageFact] {
    guard let mean = chart.mean, let least = chart.nights.min(by: { $0.asleep < $1.asleep }),
      let most = chart.nights.max(by: { $0.asleep < $1.asleep })
    else { return [] }
    let unit = period.barName == "day" ? "night" : "nights, a week's average"
    return [
      hours("Average asleep", mean), hours("Shortest \(unit)", least.asleep, on: least.start),
      hours("Longest \(unit)", most.asleep, on: most.start),
    ]
  }

  private static func night(matching query: SampleQuery, in store: HealthStore) throws -> [PageFact]
  {
    guard let from = query.from, let to = query.to,
      let stages = try StoredCharts(of: store).report(of: from..<to)
    else { return [] }
    return [
      ("Asleep", stages.asleep), ("In bed", stages.inBed), ("Awake", stages.awake),
      ("REM", stages.asleepREM), ("Core", stages.asleepCore), ("Deep", stages.asleepDeep),
    ].filter { $0.1 > 0 }.map { hours($0.0, $0.1 / 3600) }
  }

  private static func pressures(
    matching query: SampleQuery, in store: HealthStore
  ) throws -> [PageFact] {
    var (upper, lower): ([Double], [Double]) = ([], [])
    try store.forEachSampleOfAnyKind(matching: query) { sample in
      guard case .correlation(let pair) = sample, let values = SampleWords.pressure(pair) else {
        return
      }
      upper.append(values.upper)
      lower.append(values.lower)
    }
    guard let high = upper.max(), let low = upper.min(), let lowerHigh = lower.max(),
      let lowerLow = lower.min()
    else { return [] }
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    let unit = QuantityType.bloodPressureSystolic.readUnit.words()
    return [
      Self("Average", .init("\(mean(upper).readText)/\(mean(lower).readText)", unit), nil),
      Self("Systolic", .init("\(low.readText) to \(high.readText)", unit), nil),
      Self("Diastolic", .init("\(lowerLow.readText) to \(lowerHigh.readText)", unit), nil),
    ]
  }
}
