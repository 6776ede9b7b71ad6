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

  /// Measures the recording and returns its chart; throws if it shows nothing to draw.
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
      guard result.reason == nil else { throw nothing(result) }
      let isPaper = arguments[ChartOptions.output].flatMap { PictureFormat(path: $0) } == .pdf
      return charts.waveform(millimetresPerSecond: isPaper ? 25 : nil)
    case .tachogram, .poincare:
      guard charts.series.intervals.count > 1 else { throw nothing(result) }
      return kind == .tachogram ? charts.tachogram : charts.poincare
    case .spectrum:
      let spectrum = charts.spectrum
      guard !spectrum.table.rows.isEmpty else { throw nothing(result) }
      return spectrum
    case .heartRate, .sums, .sleep, .agreement: return nil
    }
  }

  private func nothing(_ result: RecordingResult) -> CommandError {
    let reason = result.reason?.advice ?? "too few clear beats in a row"
    return .noReading("\(result.input.name): there is nothing to draw: \(reason)")
  }

  // MARK: The store

  /// Reads the store and returns its chart; prints a message and returns `nil` if it holds nothing to
  /// draw.
  func storeChart(_ kind: ChartKind) throws -> (any HealthChart)? {
    let location = try StoreOptions.location(arguments[StoreOptions.location], context)
    guard let store = try StoreAccess.toRead(location) else { return nil }
    let query = try StoreFilter.personalQuery(arguments, in: store, zone)
    let charts = StoredCharts(of: store, matching: query)
    let chart: (any HealthChart)?
    switch kind {
    case .sleep:
      // The newest night, unless a time was asked for.
      chart = query.from == nil && query.to == nil ? try charts.lastNight() : try charts.sleep()
    case .sums:
      let (type, unit) = (try sumType(query), arguments[CalendarOptions.by] ?? .day)
      chart = try charts.values(
        of: type, by: CalendarIntervals(by: unit, in: zone),
        title: "\(StoreTypes.name(of: .quantity(type))) by \(unit.rawValue)")
    case .agreement:
      let sources = try sources(in: store)
      chart = try charts.agreement(of: sources[0], and: sources[1])
    default:
      let type = try rateType(query)
      guard let (intervals, title) = try rateIntervals(store, query, type) else {
        chart = nil
        break
      }
      chart = try charts.values(of: type, by: intervals, title: title)
    }
    if chart == nil { report("the store holds nothing to draw; 'heartcam store list' shows it") }
    return chart
  }

  private var zone: ZoneRules { CalendarOptions.zone(arguments, context) }

  private func rateType(_ query: SampleQuery) throws(InvalidValue) -> QuantityType {
    let types = query.types ?? [.quantity(.heartRate)]
    guard let first = types.first, case .quantity(let type) = first, types.count == 1,
      type.canonicalUnit.isCompatible(with: .countPerMinute)
    else { throw InvalidValue("chart heart-rate draws one type in beats a minute") }
    return type
  }

  private func sumType(_ query: SampleQuery) throws(InvalidValue) -> QuantityType {
    let types = query.types ?? [.quantity(.stepCount)]
    guard let first = types.first, case .quantity(let type) = first, types.count == 1,
      type.aggregationStyle == .cumulative
    else { throw InvalidValue("chart sums draws one type that is counted, such as StepCount") }
    return type
  }

  /// The two sources that are compared.
  private func sources(
    in store: HealthStore
  ) throws -> [(bundleIdentifier: String, name: String)] {
    let known = try store.sources(matching: SampleQuery())
    return try arguments.all(StoreFilter.source).map { name in
      guard let source = known.first(where: { $0.name == name || $0.bundleIdentifier == name })
      else { throw InvalidValue("there is no source \(name); 'heartcam store sources' lists them") }
      return (source.bundleIdentifier, name)
    }
  }

  /// The most intervals that can be asked for in seconds: more are not seen apart.
  private static let mostIntervals = 20_000.0

  /// The intervals of a chart of rates, and its title; `nil` if there are no samples.
  private func rateIntervals(
    _ store: HealthStore, _ query: SampleQuery, _ type: QuantityType
  ) throws -> (CalendarIntervals, title: String)? {
    guard let whole = try Self.span(of: store, query, type) else { return nil }
    let name = type == .heartRate ? "Heart rate" : StoreTypes.name(of: .quantity(type))
    let length = max(whole.end.timeIntervalSince(whole.start), 1)
    let every = arguments.isGiven(MeasureOptions.every) ? arguments[MeasureOptions.every] : nil
    if let unit = arguments[CalendarOptions.by]
      ?? (every == nil && length > 2 * 86_400 ? .day : nil)
    {
      return (CalendarIntervals(by: unit, in: zone), "\(name) by \(unit.rawValue)")
    }
    if let every, length / every > Self.mostIntervals {
      throw InvalidValue(
        "--every would make \(Int(length / every)) bars; give more seconds, or --by day")
    }
    // A session in twenty parts, the last moment among them.
    let seconds = every.map { max(Int($0), 1) } ?? Int(length / 20) + 1
    return CalendarIntervals(anchor: whole.start, step: .init(seconds: seconds), zone: zone)
      .map { ($0, name) }
  }

  /// From the start of the first sample to the end of the last; `nil` without samples. Asking for two
  /// samples is quick; statistics of years take as long as those that are drawn.
  private static func span(
    of store: HealthStore, _ query: SampleQuery, _ type: QuantityType
  ) throws(StoreError) -> DateInterval? {
    var ends = query
    ends.types = [.quantity(type)]
    ends.limit = 1
    guard let first = try store.allSamples(matching: ends).first else { return nil }
    ends.order = .newestFirst
    let last = try store.allSamples(matching: ends).first ?? first
    return DateInterval(start: first.start, end: max(first.end, last.end))
  }
}
