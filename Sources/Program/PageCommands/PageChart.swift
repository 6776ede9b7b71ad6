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

    /// The periods of a zone.
    fileprivate func periods(in zone: ZoneRules) -> CalendarIntervals {
      switch self {
      case .day: CalendarIntervals(by: .day, in: zone)
      case .week: CalendarIntervals(by: .week, in: zone)
      case .month: CalendarIntervals(by: .month, in: zone)
      case .halfYear: CalendarIntervals(by: .month, count: 6, in: zone)
      case .year: CalendarIntervals(by: .year, in: zone)
      }
    }

    /// What a bar stands for.
    fileprivate var bar: CalendarUnit {
      switch self {
      case .day: .hour
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
  }

  private let period: Range<Date>
  private let chart: (any HealthChart)?
  private let width: Double
  private let zone: ZoneRules

  /// - Parameters:
  ///   - date: A moment of the period; `nil` for the one that holds the newest sample.
  init(
    type: SampleType, span: Span, around date: Date?, zone: ZoneRules, width: Double,
    in store: HealthStore
  ) throws {
    self.width = width
    self.zone = zone
    var newest = SampleQuery(of: [type], where: MockSamples.excluded, limit: 1)
    newest.order = .newestFirst
    let moment = try date ?? store.allSamples(matching: newest).first?.start ?? Date()
    guard abs(moment.timeIntervalSince1970) < 4e10 else {
      throw InvalidValue("the date is out of reach")
    }
    period = span.periods(in: zone).interval(containing: moment)
    let query = SampleQuery(
      from: period.lowerBound, to: period.upperBound, where: MockSamples.excluded)
    // What is drawn shows where in the period it lies; a night has its own ends.
    let (unit, count) = span.tick(width: width)
    let axis = PeriodAxis(
      period.lowerBound...period.upperBound, by: unit, count: count, isCentered: span == .week)
    chart = try StoredCharts(of: store, matching: query).chart(
      of: type, by: CalendarIntervals(by: span.bar, in: zone),
      title: "\(StoreTypes.name(of: type)) by \(span.bar.rawValue)", over: axis, width: width)
  }

  /// The period's ends, the chart as SVG and its numbers; without the last two if there is nothing.
  func json() throws -> JSONValue {
    let members: [(String, JSONValue)] = [
      ("from", .string(period.lowerBound.timestamp)), ("to", .string(period.upperBound.timestamp)),
      ("time_zone", .string(zone.identifier)),
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
    return try ChartRenderer(chart, width: width, height: height, title: "", zone: zone).svg()
  }

  private static func cell(_ cell: ChartTable.Cell) -> JSONValue {
    switch cell {
    case .number(let value, let decimals): .rounded(value, decimals)
    case .date(let date): .string(date.timestamp)
    case .text(let text): .string(text)
    case .missing: .null
    }
  }
}
