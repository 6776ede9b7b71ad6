import Charts
import CommandEnvironment
import CommandLineParsing
import HealthCharts
import MeasureCommands
import Measurement
import Photoplethysmography
import SampleSelection
import SampleStore

/// Gets what a chart is drawn from.
struct ChartSource {
  let arguments: Arguments
  let context: CommandContext

  // MARK: Recordings

  /// Measures the recording and returns its chart; prints a message and returns `nil` if it shows
  /// nothing to draw.
  func recordingChart(_ kind: ChartKind) throws -> (any HealthChart)? {
    let input = RecordingInput(arguments[ChartOptions.input] ?? "-")
    var options = MeasureOptions.measurement(arguments)
    options.sandbox = RecordingSandbox.chosen(arguments, context)
    let result = try input.measure(
      options, progress: { _ in !Interruption.isRequested },
      isInterrupted: { Interruption.isRequested })
    for warning in result.warnings { report("\(result.input.name): \(warning)") }
    let charts = RecordingCharts(
      readings: result.readings, variability: result.variability, firstTime: result.firstTime)
    switch kind {
    case .readings: return charts.readingsChart
    case .quality: return charts.qualityStrip
    case .pulse:
      guard result.reason == nil else { return nothing(result) }
      let isPaper = arguments[ChartOptions.output].flatMap { PictureFormat(path: $0) } == .pdf
      return charts.waveform(millimetresPerSecond: isPaper ? 25 : nil)
    case .tachogram, .poincare:
      guard charts.series.intervals.count > 1 else { return nothing(result) }
      return kind == .tachogram ? charts.tachogram : charts.poincare
    case .spectrum:
      let spectrum = charts.spectrum
      guard !spectrum.table.rows.isEmpty else { return nothing(result) }
      return spectrum
    case .heartRate, .sums, .sleep, .agreement: return nil
    }
  }

  private func nothing(_ result: RecordingResult) -> (any HealthChart)? {
    let reason = result.reason?.advice ?? "too few clear beats in a row"
    report("\(result.input.name): there is nothing to draw: \(reason)")
    return nil
  }

  // MARK: The store

  /// Reads the store and returns its chart; prints a message and returns `nil` if it holds nothing to
  /// draw.
  func storeChart(_ kind: ChartKind) throws -> (any HealthChart)? {
    let location = try StoreOptions.location(arguments[StoreOptions.location], context)
    guard let store = try StoreAccess.toRead(location) else { return nil }
    let query = try StoreFilter.personalQuery(arguments, in: store)
    let chart: (any HealthChart)?
    switch kind {
    case .sleep: chart = try sleep(store, query)
    case .sums: chart = try sums(store, query)
    case .agreement: chart = try agreement(store, query)
    default: chart = try heartRate(store, query)
    }
    if chart == nil { report("the store holds nothing to draw; 'heartcam store list' shows it") }
    return chart
  }

  private func heartRate(_ store: HealthStore, _ query: SampleQuery) throws -> (any HealthChart)? {
    var query = query
    let types = query.types ?? [.quantity(.heartRate)]
    guard let first = types.first, case .quantity(let type) = first, types.count == 1,
      type.canonicalUnit.isCompatible(with: .countPerMinute)
    else { throw InvalidValue("chart heart-rate draws one type in beats a minute") }
    guard let whole = try Self.span(of: store, query) else { return nil }
    query.types = nil
    let length = max(whole.end.timeIntervalSince(whole.start), 1)
    let step: CalendarIntervals.Step
    let name: String
    if let bucket = arguments[ChartOptions.bucket] {
      step = Self.step(bucket)
      name = "Heart rate by \(bucket.rawValue)"
    } else if let every = arguments[ChartOptions.every] {
      step = CalendarIntervals.Step(seconds: max(Int(every), 1))
      name = "Heart rate"
    } else if length > 2 * 86_400 {
      step = .day
      name = "Heart rate by day"
    } else {
      // A session in twenty parts, the last moment among them.
      step = CalendarIntervals.Step(seconds: Int(length / 20) + 1)
      name = "Heart rate"
    }
    let isCalendar = step.months > 0 || step.days > 0 || arguments[ChartOptions.bucket] != nil
    guard let intervals = intervals(step, anchor: isCalendar ? nil : whole.start) else {
      return nil
    }
    let collection = try store.statisticsCollection(
      of: type, matching: query, [.discreteMin, .discreteMax, .discreteAverage], by: intervals)
    return HeartRateRangesChart(
      buckets: collection.populated.compactMap { HeartRateRangesChart.Bucket($0) }, title: name)
  }

  /// From the start of the first sample to the end of the last; `nil` without samples. Asking for two
  /// samples is quick; statistics of years take as long as those that are drawn.
  private static func span(
    of store: HealthStore, _ query: SampleQuery
  ) throws(StoreError) -> DateInterval? {
    var ends = query
    ends.types = query.types ?? [.quantity(.heartRate)]
    ends.limit = 1
    guard let first = try store.allSamples(matching: ends).first else { return nil }
    ends.order = .newestFirst
    let last = try store.allSamples(matching: ends).first ?? first
    return DateInterval(start: first.start, end: max(first.end, last.end))
  }

  private func sums(_ store: HealthStore, _ query: SampleQuery) throws -> (any HealthChart)? {
    var query = query
    let types = query.types ?? [.quantity(.stepCount)]
    guard let first = types.first, case .quantity(let type) = first, types.count == 1,
      type.aggregationStyle == .cumulative
    else { throw InvalidValue("chart sums draws one type that is counted, such as StepCount") }
    query.types = nil
    let bucket = arguments[ChartOptions.bucket] ?? .day
    guard let intervals = intervals(Self.step(bucket), anchor: nil) else { return nil }
    let unit = type.customaryUnit
    let collection = try store.statisticsCollection(
      of: type, matching: query, [.cumulativeSum], by: intervals)
    let sums = collection.populated.compactMap { SumsChart.Sum($0, in: unit) }
    let name = StoreTypes.name(of: .quantity(type))
    return sums.isEmpty
      ? nil : SumsChart(sums: sums, unit: unit.description, title: "\(name) by \(bucket.rawValue)")
  }

  private func sleep(_ store: HealthStore, _ query: SampleQuery) throws -> (any HealthChart)? {
    var query = query
    query.types = [.category(.sleepAnalysis)]
    var stages: [HypnogramChart.Stage] = []
    try store.forEachSampleOfAnyKind(matching: query) { sample in
      if case .category(let sample) = sample, let stage = HypnogramChart.Stage(sample) {
        stages.append(stage)
      }
    }
    guard let last = stages.max(by: { $0.end < $1.end }) else { return nil }
    // The newest night, unless a time was asked for.
    let isRange = arguments.isGiven(StoreFilter.since) || arguments.isGiven(StoreFilter.until)
    let night = stages.filter { isRange || $0.end > last.end.addingTimeInterval(-16 * 3600) }
    return HypnogramChart(stages: night.sorted { $0.start < $1.start })
  }

  /// Heart rates of two sources, minute by minute.
  private func agreement(_ store: HealthStore, _ query: SampleQuery) throws -> (any HealthChart)? {
    var query = query
    query.types = nil
    let names = arguments.all(StoreFilter.source)
    let known = try store.sources(matching: SampleQuery())
    let identifiers = try names.map { name in
      guard let source = known.first(where: { $0.name == name || $0.bundleIdentifier == name })
      else { throw InvalidValue("there is no source \(name); 'heartcam store sources' lists them") }
      return source.bundleIdentifier
    }
    guard let intervals = intervals(CalendarIntervals.Step(seconds: 60), anchor: nil) else {
      return nil
    }
    let collection = try store.statisticsCollection(
      of: .heartRate, matching: query, [.discreteAverage, .separateBySource], by: intervals)
    let pairs = collection.populated.compactMap { row -> AgreementChart.Pair? in
      guard let first = try? row.bySource[identifiers[0]]?.average?.value(in: .countPerMinute),
        let second = try? row.bySource[identifiers[1]]?.average?.value(in: .countPerMinute)
      else { return nil }
      return AgreementChart.Pair(first: first, second: second)
    }
    return pairs.isEmpty ? nil : AgreementChart(pairs: pairs, first: names[0], second: names[1])
  }

  private static func step(_ bucket: ChartOptions.Bucket) -> CalendarIntervals.Step {
    switch bucket {
    case .hour: .clockHour
    case .day: .day
    case .week: .week
    case .month: .month
    }
  }

  /// A time line in the chart's time zone, from an anchor or from a Monday that begins a year.
  private func intervals(
    _ step: CalendarIntervals.Step, anchor: Date?
  ) -> CalendarIntervals? {
    let calendar = ChartOptions.calendar(arguments)
    let zone =
      arguments[ChartOptions.timeZone].flatMap { ZoneRules(identifier: $0.identifier) }
      ?? .current(environment: context.environment)
    let monday = calendar.date(from: DateComponents(year: 2001, month: 1, day: 1))
    return (anchor ?? monday).flatMap { CalendarIntervals(anchor: $0, step: step, zone: zone) }
  }
}
