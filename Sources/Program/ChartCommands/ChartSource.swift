import Charts
import CommandEnvironment
import CommandLineParsing
import HealthCharts
import MeasureCommands
import Measurement
import Photoplethysmography
import SampleSelection
import SampleStore
import VisibleText

/// Gets the data of a chart.
struct ChartSource {
  let context: CommandContext

  /// The units of what the store holds.
  var units = ReadUnits.current

  /// A chart, and how it is printed if that is otherwise.
  struct Drawn {
    let chart: any HealthChart
    var pages: PulsePages?

    /// The title above each page.
    var title = ""
  }

  /// Gets the data; prints a message and returns `nil` if the store holds nothing to draw.
  func chart(of subject: ChartSubject) throws -> Drawn? {
    switch subject {
    case .kind(.agreement): try storeChart(subject.name) { try agreement($0, $1) }
    case .kind(let kind): try recordingChart(kind)
    case .type(let type): try storeChart(subject.name) { try chart(of: type, $0, $1) }
    }
  }

  // MARK: Recordings

  /// Measures the recording and returns its chart; throws if it shows nothing to draw.
  private func recordingChart(_ kind: ChartKind) throws -> Drawn? {
    let input = RecordingInput(context[ChartOptions.input] ?? "-")
    var options = MeasureOptions.measurement(context)
    options.sandbox = RecordingSandbox.chosen(context)
    let result = try input.measure(
      options, progress: { _ in !Interruption.isRequested },
      isInterrupted: { Interruption.isRequested })
    for warning in result.warnings { report("\(result.input.name): \(warning)") }
    let charts = RecordingCharts(
      readings: result.readings, variability: result.variability, firstTime: result.firstTime)
    switch kind {
    case .readings: return Drawn(chart: charts.readingsChart)
    case .quality: return Drawn(chart: charts.qualityStrip)
    case .pulse:
      guard result.reason == nil else { throw nothing(result) }
      guard context[ChartOptions.output].flatMap({ PictureFormat(path: $0) }) == .pdf else {
        guard context[ChartOptions.output] == nil, context[ChartOptions.data] == nil else {
          return Drawn(chart: charts.waveform())
        }
        // More would be a wall of lines.
        let columns = context[ChartOptions.size].map { Int($0.width) } ?? context.terminal.width
        return Drawn(chart: charts.waveform(seconds: Double(max(columns / 8, 3))))
      }
      let chart = charts.waveform(millimetersPerSecond: 25)
      guard case .sheet(let paper) = context[ChartOptions.page] else {
        return Drawn(chart: chart)
      }
      return Drawn(
        chart: chart, pages: charts.pulsePages(on: paper),
        title: "Pulse of \(VisibleText.text(of: result.input.fileName))")
    case .tachogram, .poincare:
      guard charts.series.intervals.count > 1 else { throw nothing(result) }
      return Drawn(chart: kind == .tachogram ? charts.tachogram : charts.poincare)
    case .spectrum:
      let spectrum = charts.spectrum
      guard !spectrum.table.rows.isEmpty else { throw nothing(result) }
      return Drawn(chart: spectrum)
    case .agreement: return nil
    }
  }

  private func nothing(_ result: RecordingResult) -> CommandError {
    let reason = result.reason?.advice ?? "too few clear beats in a row"
    return .noReading("\(result.input.name): there is nothing to draw: \(reason)")
  }

  // MARK: The store

  /// Reads the store and returns the data to draw; prints a message and returns `nil` without any.
  private func storeChart(
    _ name: String, _ draw: (HealthStore, SampleQuery) throws -> (any HealthChart)?
  ) throws -> Drawn? {
    let location = try StoreOptions.location(context[StoreOptions.location], context)
    guard let store = try StoreAccess.toRead(location) else { return nil }
    let chart = try draw(store, try StoreFilter.personalQuery(context, in: store, zone))
    guard let chart else {
      try StoreFilter.reportNothing(toDraw: name, context, in: store)
      return nil
    }
    return Drawn(chart: chart)
  }

  private func agreement(
    _ store: HealthStore, _ query: SampleQuery
  ) throws -> (any HealthChart)? {
    let sources = try sources(in: store)
    return try StoredCharts(of: store, matching: query).agreement(of: sources[0], and: sources[1])
  }

  /// Returns the chart that suits a type, over the time of its samples.
  private func chart(
    of type: SampleType, _ store: HealthStore, _ query: SampleQuery
  ) throws -> (any HealthChart)? {
    guard let span = try Self.span(of: store, query, type) else { return nil }
    let charts = StoredCharts(of: store, matching: query, in: units)
    // The newest night, unless a time or intervals were asked for.
    if type == .category(.sleepAnalysis), query.from == nil, query.to == nil,
      !context.isGiven(CalendarOptions.by), !context.isGiven(MeasureOptions.every)
    {
      return try charts.lastNight(in: zone)
    }
    let (intervals, title) = try intervals(of: type, over: span)
    if case .quantity(let type) = type {
      return try charts.values(of: type, by: intervals, title: title, room: room)
    }
    return try charts.chart(
      of: type, by: intervals, title: title, over: period(of: span, by: intervals),
      width: context[ChartOptions.size]?.width ?? 600)
  }

  /// The number of distinguishable ranges: in a terminal, one needs a cell and a gap.
  private var room: Int {
    guard context[ChartOptions.output] == nil else {
      return StoredCharts.room(inPoints: context[ChartOptions.size]?.width)
    }
    let columns = context[ChartOptions.size].map { Int($0.width) } ?? context.terminal.width
    return max(columns / 2, 1)
  }

  /// Returns the whole intervals that a span of time touches: one alone may be a moment.
  private func period(of span: DateInterval, by intervals: CalendarIntervals) -> PeriodAxis {
    PeriodAxis(
      intervals.interval(
        containing: span.start
      ).lowerBound...intervals.interval(containing: span.end).upperBound)
  }

  private var zone: ZoneRules { CalendarOptions.zone(context) }

  /// Returns the two sources that are compared.
  private func sources(
    in store: HealthStore
  ) throws -> [(bundleIdentifier: String, name: String)] {
    let known = try store.sources(matching: SampleQuery())
    return try context.all(StoreFilter.source).map { name in
      guard let source = known.first(where: { $0.name == name || $0.bundleIdentifier == name })
      else { throw InvalidValue("there is no source \(name); 'heartcam store sources' lists them") }
      return (source.bundleIdentifier, name)
    }
  }

  /// The most intervals that can be asked for in seconds: more are not seen apart.
  private static let mostIntervals = 20_000.0

  /// Returns the intervals of a chart over the time of its samples, and its title.
  private func intervals(
    of type: SampleType, over whole: DateInterval
  ) throws -> (CalendarIntervals, title: String) {
    let name = type.readableName
    let length = max(whole.end.timeIntervalSince(whole.start), 1)
    let every = context.isGiven(MeasureOptions.every) ? context[MeasureOptions.every] : nil
    // Counts belong to days; a session of values is drawn in separate parts.
    let isRange: Bool
    if case .quantity(let type) = type {
      isRange = type.aggregationStyle != .cumulative
    } else {
      isRange = false
    }
    if let unit = context[CalendarOptions.by]
      ?? (every == nil && (!isRange || length > 2 * 86_400) ? .day : nil)
    {
      return (CalendarIntervals(by: unit, in: zone), "\(name) by \(unit.rawValue)")
    }
    if let every, length / every > Self.mostIntervals {
      throw InvalidValue(
        "--every would make \(Int(length / every)) bars; give more seconds, or --by day")
    }
    // A session in twenty parts, the last moment among them.
    let seconds = every.map { max(Int($0), 1) } ?? Int(length / 20) + 1
    let intervals = CalendarIntervals(
      anchor: whole.start, step: .init(seconds: seconds), zone: zone)
    return (intervals ?? CalendarIntervals(by: .day, in: zone), name)
  }

  /// From the start of the first sample to the end of the last; `nil` without samples. Asking for two
  /// samples is quick; statistics of years take as long as those that are drawn.
  private static func span(
    of store: HealthStore, _ query: SampleQuery, _ type: SampleType
  ) throws -> DateInterval? {
    var ends = query
    ends.types = [type]
    ends.limit = 1
    var found: [Sample] = []
    for order in [SampleQuery.Order.oldestFirst, .newestFirst] {
      ends.order = order
      try store.forEachSampleOfAnyKind(matching: ends) { found.append($0) }
    }
    guard let first = found.first, let last = found.last else { return nil }
    return DateInterval(start: first.start, end: max(first.end, last.end))
  }
}
