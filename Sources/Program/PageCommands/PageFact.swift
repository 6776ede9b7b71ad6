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

  /// The workout within which it was.
  private var during: String?

  private init(_ name: String, _ value: SampleWords.Value, _ number: Double?) {
    (self.name, self.value, self.number) = (name, value, number)
  }

  private init?(_ name: String, _ quantity: Quantity?, of type: QuantityType, at date: Date? = nil)
  {
    guard let quantity else { return nil }
    self.init(
      name, SampleWords.Value(quantity, of: type),
      try? quantity.writtenValue(in: type.customaryUnit))
    when = date
  }

  var json: JSONValue {
    [
      "name": .string(name), "text": .string(value.text), "unit": .string(value.unit),
      "number": number.map(JSONValue.decimal) ?? .null, "when": .optional(when?.timestamp),
      "is_day": .bool(isDay), "during": .optional(during),
    ]
  }

  /// Returns the figures of a period, and how many samples it has.
  ///
  /// - Parameters:
  ///   - rows: For a quantity, the statistics of its bars; for sums, those of its days if these are shorter.
  ///   - now: A day that is not over then is not among the lowest.
  static func all(
    of type: SampleType, matching query: SampleQuery, _ period: PagePeriod, zone: ZoneRules,
    _ rows: [Statistics], _ chart: (any HealthChart)?, in store: HealthStore, now: Date
  ) throws -> (facts: [PageFact], count: Int) {
    if case .quantity(let type) = type {
      return type.aggregationStyle == .cumulative
        ? sums(of: type, rows, period, zone: zone, now: now)
        : try ranges(of: type, matching: query, rows, in: store)
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

  /// Returns the figures of a period from the statistics of its bars. These are of the same samples as those
  /// of the period in one, and the store keeps them ready; levels alone have no mean of means.
  private static func ranges(
    of type: QuantityType, matching query: SampleQuery, _ rows: [Statistics], in store: HealthStore
  ) throws -> ([PageFact], Int) {
    let count = rows.reduce(0) { $0 + $1.all.count }
    guard let last = rows.last?.all, count > 0 else { return ([], 0) }
    let isOfDay = last.mostRecentInterval?.isOfDay ?? false
    var newest = Self(
      "Newest", last.mostRecent, of: type,
      at: isOfDay ? last.mostRecentInterval?.lowerBound : last.mostRecentInterval?.upperBound)
    newest?.isDay = isOfDay
    if count == 1 { return ([newest].compactMap(\.self), 1) }
    let unit = type.canonicalUnit
    func extreme(
      _ name: String, _ value: KeyPath<Statistics.Values, Quantity?>,
      _ isFirst: (Double, Double) -> Bool
    ) throws -> PageFact? {
      guard let (bar, number) = Self.extreme(rows, value, unit, isFirst) else { return nil }
      let date = try time(of: number, type, query, bar.start..<bar.end, value, isFirst, in: store)
      return Self(name, Quantity(number, unit), of: type, at: date)
    }
    var highest = try extreme("Highest", \.maximum, >)
    if type == .heartRate, let moment = highest?.when {
      let workouts = SampleQuery(
        of: [.workout], from: moment, to: moment.addingTimeInterval(1),
        where: ImpersonalSource.excluded)
      highest?.during = try store.allSamples(matching: workouts).first.map(SampleWords.value)?.text
    }
    let average: Quantity?
    if type.aggregationStyle == .discreteEquivalentContinuousLevel {
      average = try store.statistics(of: type, matching: query, .discreteAverage)?.all.average
    } else {
      let sum = rows.reduce(0) { sum, row in
        sum + ((try? row.all.average?.value(in: unit)) ?? 0) * row.all.averageWeight
      }
      average = Quantity(sum / rows.reduce(0) { $0 + $1.all.averageWeight }, unit)
    }
    return (
      [
        Self("Average", average, of: type), try extreme("Lowest", \.minimum, <), highest,
        newest,
      ].compactMap(\.self), count
    )
  }

  /// Returns the row with the lowest or the highest value, and that value.
  private static func extreme(
    _ rows: [Statistics], _ value: KeyPath<Statistics.Values, Quantity?>, _ unit: QuantityUnit,
    _ isFirst: (Double, Double) -> Bool
  ) -> (row: Statistics, number: Double)? {
    rows.compactMap { row in (try? row.all[keyPath: value]?.value(in: unit)).map { (row, $0) } }
      .min { isFirst($0.1, $1.1) }
  }

  /// Returns when a value was. The hours of its bar come first: a year may have millions of samples.
  private static func time(
    of number: Double, _ type: QuantityType, _ query: SampleQuery, _ bar: Range<Date>,
    _ value: KeyPath<Statistics.Values, Quantity?>, _ isFirst: (Double, Double) -> Bool,
    in store: HealthStore
  ) throws -> Date? {
    var search = query
    (search.from, search.to) = (bar.lowerBound, bar.upperBound)
    let hours = try store.statisticsCollection(
      of: type, matching: search, [.discreteMin, .discreteMax],
      by: CalendarIntervals(by: .hour, in: .utc)
    ).populated.filter { bar.overlaps($0.start..<$0.end) }
    if let hour = extreme(hours, value, type.canonicalUnit, isFirst)?.row {
      (search.from, search.to) = (hour.start, hour.end)
    }
    // A number that has been converted may differ in its last digit.
    let margin = abs(number) * 1e-9 + 1e-12
    search.types = [.quantity(type)]
    search.predicate = .all([
      ImpersonalSource.excluded,
      .quantity(.greaterOrEqual, Quantity(number - margin, type.canonicalUnit)),
      .quantity(.lessOrEqual, Quantity(number + margin, type.canonicalUnit)),
    ])
    search.limit = 1
    return try store.samples(matching: search).first?.start
  }

  /// Returns the sums of days with 0 for each day on which steps were counted and nothing of the type was: a device was
  /// there. What a person writes down, such as water, is unknown on other days.
  static func withZeros(
    _ rows: [Statistics], of type: QuantityType, matching query: SampleQuery,
    by days: CalendarIntervals, in store: HealthStore
  ) throws(StoreError) -> [Statistics] {
    guard type.aggregationStyle == .cumulative, HealthGroup(.quantity(type)) == .activity,
      !rows.isEmpty, let from = query.from, let to = query.to,
      rows.count <= days.index(containing: to - 1) - days.index(containing: from)
    else { return rows }
    let known = Set(rows.map(\.start))
    var none = Statistics.Values()
    none.sum = Quantity(0, type.customaryUnit)
    let steps = try store.statisticsCollection(
      of: .stepCount, matching: query, .cumulativeSum, by: days)
    let zeros = steps.populated.filter { !known.contains($0.start) }.map {
      Statistics(type: type, start: $0.start, end: $0.end, all: none)
    }
    return (rows + zeros).sorted { $0.start < $1.start }
  }

  /// Returns the figures of counts, by hour or by day; the average and the minimum are those of days that are over.
  private static func sums(
    of type: QuantityType, _ rows: [Statistics], _ period: PagePeriod, zone: ZoneRules, now: Date
  ) -> ([PageFact], Int) {
    let isDay = !period.isOfHours
    let units = isDay ? CalendarIntervals(by: .day, in: zone) : period.bars
    let sums = Dictionary(grouping: rows) { units.index(containing: $0.start) }
      .compactMapValues { rows -> Double? in
        let parts = rows.compactMap { try? $0.all.sum?.value(in: type.customaryUnit) }
        return parts.isEmpty ? nil : parts.reduce(0, +)
      }.sorted { $0.key < $1.key }
    let count = rows.reduce(0) { $0 + $1.all.count }
    guard let most = sums.max(by: { $0.value < $1.value }) else { return ([], 0) }
    func fact(_ name: String, _ number: Double, _ index: Int? = nil) -> PageFact? {
      var fact = Self(name, Quantity(number, type.customaryUnit), of: type)
      fact?.when = index.map(units.boundary)
      fact?.isDay = isDay
      return fact
    }
    func sum(_ sums: [(key: Int, value: Double)]) -> Double { sums.reduce(0) { $0 + $1.value } }
    let whole = fact("In all", sum(sums))
    guard isDay else {
      let article =
        ["hour": "an ", "minute": "a ", "quarter of an hour": "a "][period.barName] ?? ""
      let name = "Most in \(article)\(period.barName)"
      return ([whole, fact(name, most.value, most.key)].compactMap(\.self), count)
    }
    let over = sums.filter { units.boundary($0.key + 1) <= now }
    return (
      [
        whole,
        over.isEmpty ? nil : fact("Average a day", sum(over) / Double(over.count)),
        fact("Most in a day", most.value, most.key),
        over.min { $0.value < $1.value }.flatMap { fact("Least in a day", $0.value, $0.key) },
      ].compactMap(\.self), count
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
    let known = chart.nights.compactMap { night in night.asleep.map { (night, $0) } }
    guard let mean = chart.mean, let least = known.min(by: { $0.1 < $1.1 }),
      let most = known.max(by: { $0.1 < $1.1 })
    else { return [] }
    if known.reduce(0, { $0 + $1.0.count }) == 1 {
      return [hours("Asleep", mean, on: least.0.start)]
    }
    let unit = period.barName == "day" ? "night" : "nights, a \(period.barName)'s average"
    return [
      hours("Average asleep", mean), hours("Shortest \(unit)", least.1, on: least.0.start),
      hours("Longest \(unit)", most.1, on: most.0.start),
    ]
  }

  private static func night(matching query: SampleQuery, in store: HealthStore) throws -> [PageFact]
  {
    guard let from = query.from, let to = query.to,
      let stages = try store.sleepReport(from: from, to: to, where: query.predicate)
    else { return [] }
    return [
      ("Asleep", stages.asleep ?? 0), ("In bed", stages[.inBed]), ("Awake", stages[.awake]),
      ("REM", stages[.asleepREM]), ("Core", stages[.asleepCore]), ("Deep", stages[.asleepDeep]),
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
    func mean(_ values: [Double]) -> Double {
      (values.reduce(0, +) / Double(values.count)).rounded()
    }
    let unit = QuantityType.bloodPressureSystolic.readUnit.words()
    return [
      Self("Average", .init("\(mean(upper).readText)/\(mean(lower).readText)", unit), nil),
      Self("Systolic", .init("\(low.readText) to \(high.readText)", unit), nil),
      Self("Diastolic", .init("\(lowerLow.readText) to \(lowerHigh.readText)", unit), nil),
    ]
  }
}
