import Charts
import CommandLineParsing
import HealthCharts
import JSONCoding
import Measurement
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
    var newest = SampleQuery(of: [type], where: MockSource.isNotInvented, limit: 1)
    newest.order = .newestFirst
    let moment = try date ?? store.allSamples(matching: newest).first?.start ?? Date()
    period = try Self.period(span, around: moment, calendar)
    let query = SampleQuery(
      from: period.start, to: period.end, where: MockSource.isNotInvented)
    let name = StoreTypes.name(of: type)
    let monday = calendar.date(from: DateComponents(year: 2001, month: 1, day: 1)) ?? period.start
    guard let intervals = CalendarIntervals(anchor: monday, step: span.step, zone: zone) else {
      throw InvalidValue("the range is too long")
    }
    switch type {
    case .quantity(let type) where type.aggregationStyle == .cumulative:
      chart = try Self.sums(
        type, query, intervals, title: "\(name) by \(span.bucket)", in: store)
    case .quantity(let type):
      chart = try Self.ranges(
        type, query, intervals, title: "\(name) by \(span.bucket)", in: store)
    case .category(.sleepAnalysis): chart = try Self.night(period, in: store)
    case .correlation(.bloodPressure): chart = try Self.pressures(query, in: store)
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
    // A night has its own ends; what else is drawn shows where in the period it lies.
    guard !(chart is HypnogramChart) else {
      return try ChartRenderer(
        chart, width: width, height: height, title: "", calendar: calendar
      ).svg()
    }
    return try ChartRenderer(
      chart.chartXScale(domain: period.start...period.end).chartXAxis {
        let (unit, count) = span.tick(width: width)
        AxisMarks(values: .stride(by: unit, count: count)) {
          AxisGridLine()
          AxisTick()
          AxisValueLabel(centered: span == .week)
        }
      }, width: width, height: height, title: "", calendar: calendar
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
    in store: HealthStore
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
    return HeartRateRangesChart(buckets: buckets, title: title, unit: text)
  }

  private static func sums(
    _ type: QuantityType, _ query: SampleQuery, _ intervals: CalendarIntervals, title: String,
    in store: HealthStore
  ) throws -> (any HealthChart)? {
    let collection = try store.statisticsCollection(
      of: type, matching: query, [.cumulativeSum], by: intervals)
    let unit = type.customaryUnit
    let sums = collection.populated.compactMap { SumsChart.Sum($0, in: unit) }
    return sums.isEmpty ? nil : SumsChart(sums: sums, unit: unit.shownText, title: title)
  }

  /// The stages of the last night that ends in the period.
  private static func night(
    _ period: DateInterval, in store: HealthStore
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
    return HypnogramChart(stages: night.sorted { $0.start < $1.start }, title: "The last night")
  }

  /// Each blood pressure, from its lower to its upper number.
  private static func pressures(
    _ query: SampleQuery, in store: HealthStore
  ) throws -> (any HealthChart)? {
    var query = query
    query.types = [.correlation(.bloodPressure)]
    query.limit = 2000
    var buckets: [HeartRateRangesChart.Bucket] = []
    for case .correlation(let pair) in try store.allSamples(matching: query) {
      guard let upper = pair.quantities(of: .bloodPressureSystolic).first?.quantity,
        let lower = pair.quantities(of: .bloodPressureDiastolic).first?.quantity,
        let high = try? upper.value(in: QuantityType.bloodPressureSystolic.customaryUnit),
        let low = try? lower.value(in: QuantityType.bloodPressureSystolic.customaryUnit)
      else { continue }
      buckets.append(
        HeartRateRangesChart.Bucket(
          start: pair.start, end: max(pair.end, pair.start.addingTimeInterval(1)), minimum: low,
          maximum: high, mean: (low + high) / 2, count: 1))
    }
    guard !buckets.isEmpty else { return nil }
    return HeartRateRangesChart(
      buckets: buckets, title: "Blood pressure, diastolic to systolic", unit: "mmHg")
  }
}
