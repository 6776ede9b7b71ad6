import Charts
import CommandLineParsing
import HealthCharts
import JSONCoding
import Measurement
import SampleSelection
import SampleStore

/// A chart of one type of the store over a day, a week, a month, half a year or a year, with the
/// table of its numbers.
struct PageChart {
  enum Span: String {
    case day, week, month
    case halfYear = "half_year"
    case year

    fileprivate var step: CalendarIntervals.Step {
      switch self {
      case .day: .clockHour
      case .week, .month: .day
      case .halfYear, .year: .week
      }
    }

    /// The time from one label of the axis to the next.
    fileprivate func tick(width: Double) -> (unit: Calendar.Component, count: Int) {
      let isNarrow = width < 520
      switch self {
      case .day: return (.hour, isNarrow ? 6 : 3)
      case .week: return (.day, isNarrow ? 2 : 1)
      case .month: return (.day, isNarrow ? 10 : 5)
      case .halfYear: return (.month, isNarrow ? 2 : 1)
      case .year: return (.month, isNarrow ? 3 : 1)
      }
    }

    fileprivate var bucket: String {
      switch self {
      case .day: "hour"
      case .week, .month: "day"
      case .halfYear, .year: "week"
      }
    }
  }

  private let period: DateInterval
  private let chart: (any HealthChart)?
  private let calendar: Calendar
  private let width: Double
  private let span: Span
  private let zone: String

  /// - Parameters:
  ///   - date: A moment of the period; `nil` for the one that holds the newest sample.
  init(
    type: SampleType, span: Span, around date: Date?, zone: ZoneRules, width: Double,
    in store: HealthStore
  ) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: zone.identifier) ?? .gmt
    calendar.locale = Locale(identifier: "en_GB")
    calendar.firstWeekday = 2
    self.calendar = calendar
    self.width = width
    self.span = span
    self.zone = zone.identifier
    var newest = SampleQuery(of: [type], where: MockSamples.excluded, limit: 1)
    newest.order = .newestFirst
    let moment = try date ?? store.allSamples(matching: newest).first?.start ?? Date()
    period = try Self.period(span, around: moment, calendar)
    let query = SampleQuery(
      from: period.start, to: period.end, where: MockSamples.excluded)
    let name = StoreTypes.name(of: type)
    let monday = calendar.date(from: DateComponents(year: 2001, month: 1, day: 1)) ?? period.start
    guard let intervals = CalendarIntervals(anchor: monday, step: span.step, zone: zone) else {
      throw InvalidValue("the range is too long")
    }
    // What is drawn shows where in the period it lies; a night has its own ends.
    let (unit, count) = span.tick(width: width)
    let axis = PeriodAxis(
      period.start...period.end, by: unit, count: count, isCentered: span == .week)
    switch type {
    case .quantity(let type) where type.aggregationStyle == .cumulative:
      chart = try Self.sums(
        type, query, intervals, title: "\(name) by \(span.bucket)", axis, in: store)
    case .quantity(let type):
      chart = try Self.ranges(
        type, query, intervals, title: "\(name) by \(span.bucket)", axis, in: store)
    case .category(.sleepAnalysis): chart = try Self.night(period, width: width, in: store)
    case .correlation(.bloodPressure):
      chart = try Self.pressures(query, intervals, width: width, axis, in: store)
    default: chart = nil
    }
  }

  /// The period's ends, the chart as SVG and its numbers; without the last two if there is nothing.
  func json() throws -> JSONValue {
    let members: [(String, JSONValue)] = [
      ("from", .string(period.start.timestamp)), ("to", .string(period.end.timestamp)),
      ("time_zone", .string(zone)),
    ]
    guard let chart else { return .object(members + [("title", .null), ("svg", .null)]) }
    let rows = chart.table.rows.map { row in JSONValue.array(row.map(Self.cell)) }
    return .object(
      members + [
        ("title", .string(chart.title)), ("svg", .string(try svg(chart))),
        ("columns", .array(chart.table.columns.map(JSONValue.string))), ("rows", .array(rows)),
      ])
  }

  private func svg(_ chart: some HealthChart) throws -> String {
    let height = min(max(width * 0.5, 220), 360)
    return try ChartRenderer(
      chart, width: width, height: height, title: "", calendar: calendar
    ).svg()
  }

  private static func cell(_ cell: ChartTable.Cell) -> JSONValue {
    switch cell {
    case .number(let value, let decimals): .rounded(value, decimals)
    case .date(let date): .string(date.timestamp)
    case .text(let text): .string(text)
    case .missing: .null
    }
  }

  private static func period(
    _ span: Span, around date: Date, _ calendar: Calendar
  ) throws(InvalidValue) -> DateInterval {
    let component: Calendar.Component =
      switch span {
      case .day: .day
      case .week: .weekOfYear
      case .month: .month
      case .halfYear, .year: .year
      }
    guard abs(date.timeIntervalSince1970) < 4e10,
      var period = calendar.dateInterval(of: component, for: date)
    else { throw InvalidValue("the date is out of reach") }
    if span == .halfYear, let middle = calendar.date(byAdding: .month, value: 6, to: period.start) {
      period =
        date < middle
        ? DateInterval(start: period.start, end: middle)
        : DateInterval(start: middle, end: period.end)
    }
    return period
  }

  private static func ranges(
    _ type: QuantityType, _ query: SampleQuery, _ intervals: CalendarIntervals, title: String,
    _ axis: PeriodAxis, in store: HealthStore
  ) throws -> (any HealthChart)? {
    let collection = try store.statisticsCollection(
      of: type, matching: query, [.discreteMin, .discreteMax, .discreteAverage], by: intervals)
    let unit = type.customaryUnit
    let buckets = collection.populated.compactMap { HeartRateRangesChart.Bucket($0, in: unit) }
    guard !buckets.isEmpty else { return nil }
    let text =
      unit.isCompatible(with: .countPerMinute)
        && StoreTypes.name(of: .quantity(type)).contains("Heart")
      ? "Beats per minute" : unit.shownText
    return HeartRateRangesChart(buckets: buckets, title: title, unit: text, period: axis)
  }

  private static func sums(
    _ type: QuantityType, _ query: SampleQuery, _ intervals: CalendarIntervals, title: String,
    _ axis: PeriodAxis, in store: HealthStore
  ) throws -> (any HealthChart)? {
    let collection = try store.statisticsCollection(
      of: type, matching: query, [.cumulativeSum], by: intervals)
    let unit = type.customaryUnit
    let sums = collection.populated.compactMap { SumsChart.Sum($0, in: unit) }
    return sums.isEmpty
      ? nil : SumsChart(sums: sums, unit: unit.shownText, title: title, period: axis)
  }

  /// The stages of the last night that ends in the period.
  private static func night(
    _ period: DateInterval, width: Double, in store: HealthStore
  ) throws -> (any HealthChart)? {
    var stages: [HypnogramChart.Stage] = []
    let query = SampleQuery(
      of: [.category(.sleepAnalysis)], from: period.start.addingTimeInterval(-86_400),
      to: period.end)
    try store.forEachSampleOfAnyKind(matching: query) { sample in
      if case .category(let sample) = sample, let stage = HypnogramChart.Stage(sample) {
        stages.append(stage)
      }
    }
    guard let last = stages.map(\.end).filter({ $0 <= period.end }).max(), last > period.start
    else {
      return nil
    }
    let night = stages.filter { $0.end > last.addingTimeInterval(-16 * 3600) && $0.end <= last }
    return HypnogramChart(
      stages: Self.drawn(night.sorted { $0.start < $1.start }, width: width),
      title: "The last night")
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

  /// Each blood pressure, from its lower to its upper number; if there are too many to be seen apart,
  /// the lowest and the highest of each interval.
  private static func pressures(
    _ query: SampleQuery, _ intervals: CalendarIntervals, width: Double, _ axis: PeriodAxis,
    in store: HealthStore
  ) throws -> (any HealthChart)? {
    var query = query
    query.types = [.correlation(.bloodPressure)]
    let most = Int(width / 6)
    var single: [HeartRateRangesChart.Bucket] = []
    var joined: [Int: HeartRateRangesChart.Bucket] = [:]
    try store.forEachSampleOfAnyKind(matching: query) { sample in
      guard case .correlation(let pair) = sample,
        let upper = pair.quantities(of: .bloodPressureSystolic).first?.quantity,
        let lower = pair.quantities(of: .bloodPressureDiastolic).first?.quantity,
        let high = try? upper.value(in: QuantityType.bloodPressureSystolic.customaryUnit),
        let low = try? lower.value(in: QuantityType.bloodPressureSystolic.customaryUnit)
      else { return }
      let mean = (low + high) / 2
      if single.count <= most {
        single.append(
          HeartRateRangesChart.Bucket(
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
        joined[index] = HeartRateRangesChart.Bucket(
          start: intervals.boundary(index), end: intervals.boundary(index + 1), minimum: low,
          maximum: high, mean: mean, count: 1)
      }
    }
    guard !single.isEmpty else { return nil }
    let buckets = single.count > most ? joined.sorted { $0.key < $1.key }.map(\.value) : single
    return HeartRateRangesChart(
      buckets: buckets, title: "Blood pressure, diastolic to systolic", unit: "mmHg",
      leastWidth: 5, period: axis)
  }
}
