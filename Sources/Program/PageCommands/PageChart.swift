import Charts
import HealthCharts
import JSONCoding
import LivePage
import Measurement
import SampleSelection
import SampleStore

/// A chart of one type over a period: the picture, the text of each mark, and the figures above it.
struct PageChart {
  private let type: SampleType
  private let period: PagePeriod
  let chart: (any HealthChart)?
  private let size: (width: Double, height: Double)
  private let zone: ZoneRules
  let facts: [PageFact]
  private let count: Int

  /// Workouts and sleep behind a day's heart rate.
  private let context: [Stretch]

  /// Which days count as nothing, if some do.
  private let rule: String

  /// The part that is in the list alone, where nothing can be drawn.
  private let note: String?

  private struct Stretch {
    let name: String
    let group: HealthGroup
    let start: Date
    var end: Date
  }

  /// - Parameters:
  ///   - units: The units of the picture and its numbers.
  ///   - now: A day that is not over then does not count in averages of days.
  init(
    type: SampleType, _ period: PagePeriod, zone: ZoneRules, size: (width: Double, height: Double),
    in store: HealthStore, units: ReadUnits = .current, now: Date = Date()
  ) throws {
    (self.type, self.period, self.size, self.zone) = (type, period, size, zone)
    let query = SampleQuery(
      from: period.bounds.lowerBound, to: period.bounds.upperBound, where: ImpersonalSource.excluded
    )
    let isSum =
      if case .quantity(let type) = type { type.aggregationStyle == .cumulative } else { false }
    // For a sum of days, a person has an idea of the usual range.
    let isOfDays = isSum && ["week", "month"].contains(period.barName)
    let title =
      type.readableName + (isOfDays ? " a day, by \(period.barName)" : " by \(period.barName)")
    let axis = period.axis(width: size.width)
    let charts = StoredCharts(of: store, matching: query, in: units)
    var rows: [Statistics] = []
    if case .quantity(let type) = type {
      let parts = isOfDays ? CalendarIntervals(by: .day, in: zone) : period.bars
      rows = try store.statisticsCollection(
        of: type, matching: query,
        isSum ? .cumulativeSum : [.discreteAverage, .discreteMin, .discreteMax, .mostRecent],
        by: parts
      ).populated
      if isOfDays || period.barName == "day" {
        rows = try PageFact.withZeros(rows, of: type, matching: query, by: parts, in: store)
      }
      rows = rows.filter { period.bounds.overlaps($0.start..<$0.end) }
      if isOfDays {
        chart = charts.dailyMeans(
          rows.filter { $0.end <= now }, of: type, by: period.bars, title: title, over: axis)
      } else {
        chart = try charts.values(
          rows, of: type, by: period.bars, in: units.unit(of: type), title: title, over: axis,
          room: StoredCharts.room(inPoints: size.width))
      }
    } else {
      chart = try charts.chart(
        of: type, by: period.bars, title: title, over: axis, width: size.width)
    }
    rule =
      isSum && rows.contains { $0.all.count == 0 }
      ? ". A day without any counts as 0 where steps were counted" : ""
    (facts, count) = try PageFact.all(
      of: type, matching: query, period, zone: zone, rows, chart, in: store, now: now)
    context =
      type == .quantity(.heartRate) && period.isOfHours && chart != nil
      ? try Self.context(matching: query, in: store) : []
    let apart = SampleQuery(
      of: [type], from: query.from, to: query.to, where: ImpersonalSource.all)
    note = chart == nil ? try Self.leftOut(of: apart, in: store) : nil
  }

  /// Returns the samples of a query that no chart and no average counts, as a sentence; `nil` if there are none.
  static func leftOut(of query: SampleQuery, in store: HealthStore) throws(StoreError) -> String? {
    let found = try SourceCount.all(matching: query, in: store).map { "\($0.count) \($0.name)" }
    if found.isEmpty { return nil }
    return "Left out, because they are not your own measurements: \(found.joined(separator: ", "))."
  }

  /// Returns a person's activities meanwhile: workouts, and stretches of sleep.
  private static func context(
    matching query: SampleQuery, in store: HealthStore
  ) throws(StoreError) -> [Stretch] {
    var during = query
    during.types = [.workout, .category(.sleepAnalysis)]
    let asleep = SleepReport.Stage.asleep.map(\.rawValue)
    var stretches: [Stretch] = []
    for sample in try store.allSamples(matching: during) {
      if case .category(let part) = sample, !asleep.contains(part.value) { continue }
      let name = sample.sampleType == .workout ? SampleWords.value(of: sample).text : "Sleep"
      // Being awake for a while does not end a night.
      let last = stretches.lastIndex {
        $0.name == name && $0.end.addingTimeInterval(1800) >= sample.start
      }
      if let last {
        stretches[last].end = max(stretches[last].end, sample.end)
      } else {
        stretches.append(
          Stretch(
            name: name, group: HealthGroup(sample.sampleType), start: sample.start, end: sample.end)
        )
      }
    }
    return stretches
  }

  /// Returns the period's ends, the figures, the chart as SVG with the place of its plot, and its
  /// numbers; without the chart's parts if there is nothing to draw.
  func json(beside earlier: PageChart?) throws -> JSONValue {
    let before: JSONValue? = earlier.map {
      [
        "from": .string($0.period.bounds.lowerBound.timestamp),
        "facts": .array($0.facts.map(\.json)),
      ]
    }
    var members: [(String, JSONValue)] = [
      ("from", .string(period.bounds.lowerBound.timestamp)),
      ("to", .string(period.bounds.upperBound.timestamp)),
      ("time_zone", .string(zone.identifier)), ("name", .string(type.readableName)),
      ("group", .string(HealthGroup(type).rawValue)), ("bar", .string(period.barName)),
      ("count", .integer(count)), ("facts", .array(facts.map(\.json))),
      ("earlier", before ?? .null),
      ("note", .optional(note)),
    ]
    guard let chart else { return .object(members + [("title", .null), ("svg", .null)]) }
    let (text, plot) = try renderer(chart).placedSVG()
    members += [
      ("title", .string(chart.title)), ("svg", .string(text)),
      ("width", .decimal(size.width)), ("height", .decimal(size.height)),
    ]
    if let plot {
      let place: JSONValue = [
        "left": .rounded(plot.left, 2), "top": .rounded(plot.top, 2),
        "width": .rounded(plot.width, 2), "height": .rounded(plot.height, 2),
        "from": .string(Date(timeIntervalSinceReferenceDate: plot.low).timestamp),
        "to": .string(Date(timeIntervalSinceReferenceDate: plot.high).timestamp),
      ]
      members.append(("plot", place))
    }
    let readable = chart as? any ReadableChart
    let marks = readable?.markTexts ?? []
    return .object(
      members + [
        ("explanation", .string((readable?.markMeaning ?? "") + rule)),
        ("marks", .array(marks.map { Self.json($0.start, $0.end, [("text", .string($0.text))]) })),
        ("columns", .array(chart.table.columns.map { .string(Self.head($0)) })),
        ("rows", .array(chart.table.rows.map { row in JSONValue.array(row.map(Self.cell)) })),
        (
          "context",
          .array(
            context.map {
              Self.json(
                $0.start, $0.end,
                [("name", .string($0.name)), ("group", .string($0.group.rawValue))])
            })
        ),
      ])
  }

  private static func json(
    _ start: Date, _ end: Date, _ more: [(String, JSONValue)]
  ) -> JSONValue {
    .object([("start", .string(start.timestamp)), ("end", .string(end.timestamp))] + more)
  }

  /// The format in which a chart is saved as a file.
  enum FileKind: String {
    case svg, png, csv
  }

  /// Returns the chart as a file with a name; `nil` if there is nothing to draw.
  func file(_ kind: FileKind) throws -> PageResponse? {
    guard let chart else { return nil }
    let (type, bytes): (String, [UInt8])
    switch kind {
    case .svg: (type, bytes) = ("image/svg+xml", Array(try titled(chart).svg(scheme: .light).utf8))
    case .png: (type, bytes) = ("image/png", Array(try titled(chart).png(scheme: .light)))
    case .csv: (type, bytes) = ("text/csv; charset=utf-8", Array(chart.table.csv.utf8))
    }
    let day = CivilMoment(period.bounds.upperBound.addingTimeInterval(-1), in: zone).day
    let name = chart.title.lowercased().filter(\.isASCII).split { !$0.isLetter && !$0.isNumber }
      .joined(separator: "-")
    return PageResponse(type: type, .bytes(bytes)).download(as: "\(name)-\(day).\(kind.rawValue)")
  }

  private func titled(_ chart: some HealthChart) -> ChartRenderer {
    ChartRenderer(
      chart, width: size.width, height: size.height + 30,
      title: "\(chart.title), \(period.bounds.words(in: zone))", zone: zone)
  }

  private func renderer(_ chart: some HealthChart) -> ChartRenderer {
    ChartRenderer(chart, width: size.width, height: size.height, title: "", zone: zone)
  }

  /// Returns a column's name without its unit, in the words of the figures.
  private static func head(_ column: String) -> String {
    let name = column.replacing(/_(bpm|h)$/, with: "")
    let words = [
      "minimum": "Lowest", "maximum": "Highest", "mean": "Average", "mean_of_days": "Average a day",
      "count": "Samples", "p5": "5%", "p25": "25%", "p75": "75%", "p95": "95%",
    ]
    return words[name] ?? ReadableName.sentence(name.split(separator: "_").map(String.init))
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
