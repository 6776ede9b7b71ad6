import FoundationEssentials
import SampleSelection
import SampleStore

/// Sleep and workouts in numbers, for `heartcam store stats`: their samples have no numbers.
struct ActivityStatistics {
  private let store: HealthStore
  private let query: SampleQuery
  private let intervals: CalendarIntervals?
  private let unit: (QuantityType) -> QuantityUnit

  private static let hour = Self.unit("hr")
  private static let minute = Self.unit("min")

  /// - Parameters:
  ///   - intervals: A row is for one of them; `nil` for all time.
  ///   - unit: The unit of a total of a type.
  init(
    _ store: HealthStore, _ query: SampleQuery, by intervals: CalendarIntervals?,
    unit: @escaping (QuantityType) -> QuantityUnit
  ) {
    (self.store, self.query, self.intervals, self.unit) = (store, query, intervals, unit)
  }

  /// Returns the time in each stage of sleep: of the nights that end on the days of a row, which is
  /// for an interval or for all time. Only hours are shorter than nights, and cut them.
  func sleep(by unit: CalendarUnit?, in zone: ZoneRules) throws -> [StatisticsRow] {
    let type = SampleType.category(.sleepAnalysis)
    var rows: [(start: Date, end: Date, report: SleepReport)] = []
    func add(_ interval: Range<Date>, _ report: SleepReport) {
      if let last = rows.last, unit == nil || last.start == interval.lowerBound {
        rows[rows.count - 1] = (last.start, interval.upperBound, last.report + report)
      } else {
        rows.append((interval.lowerBound, interval.upperBound, report))
      }
    }
    if let intervals, unit == .hour {
      for (hour, report) in try store.sleepReports(matching: query, by: intervals) {
        add(hour, report)
      }
    } else {
      for night in try store.nights(matching: query, in: zone) {
        let interval = intervals?.interval(containing: night.day.lowerBound)
        add(interval ?? night.report.span, night.report)
      }
    }
    return rows.flatMap { row in
      let parts: [(String, [SleepReport.Stage])] = [
        ("asleep", SleepReport.Stage.asleep), ("in bed", [.inBed]), ("awake", [.awake]),
        ("core", [.asleepCore]), ("deep", [.asleepDeep]), ("REM", [.asleepREM]),
      ]
      return parts.compactMap { (name, parts) -> StatisticsRow? in
        let count = parts.reduce(0) { $0 + (row.report.counts[$1] ?? 0) }
        guard count > 0 || name == "asleep" && row.report.asleep != nil else { return nil }
        return StatisticsRow(
          type: type, part: name, start: row.start, end: row.end, count: count,
          sum: parts.reduce(0) { $0 + row.report[$1] } / 3600, unit: Self.hour)
      }
    }
  }

  /// Returns the number, length and totals of workouts by their activity. A workout belongs to the
  /// interval in which it starts.
  func workouts() throws -> [StatisticsRow] {
    struct Key: Hashable {
      let index: Int
      let part: String
    }
    var query = query
    query.types = [.workout]
    query.order = .oldestFirst
    var rows: [Key: StatisticsRow] = [:]
    var span: (first: Date, last: Date)?
    try store.forEachSampleOfAnyKind(matching: query) { sample in
      guard case .workout(let workout) = sample else { return }
      span = (span?.first ?? workout.start, max(span?.last ?? workout.end, workout.end))
      let index = intervals?.index(containing: workout.start) ?? 0
      let name = workout.activity.shortName
      func add(_ part: String, _ value: Double, _ unit: QuantityUnit) {
        let key = Key(index: index, part: part)
        var row =
          rows[key]
          ?? StatisticsRow(
            type: .workout, part: part, start: intervals?.boundary(index) ?? workout.start,
            end: intervals?.boundary(index + 1) ?? workout.end, count: 0, sum: 0, unit: unit)
        row.count += 1
        let sum = (row.sum ?? 0) + value
        (row.sum, row.average) = (sum, sum / Double(row.count))
        row.least = min(row.least ?? value, value)
        row.greatest = max(row.greatest ?? value, value)
        row.newest = value
        rows[key] = row
      }
      add(name, workout.activeDuration / 60, Self.minute)
      for (type, total) in workout.totals {
        let unit = unit(type)
        guard let value = try? total.value(in: unit) else { continue }
        add("\(name) \(SampleType.quantity(type).shortName)", value, unit)
      }
    }
    return rows.sorted { ($0.key.index, $0.key.part) < ($1.key.index, $1.key.part) }.map {
      key, row in
      guard intervals == nil, let span else { return row }
      var whole = row
      (whole.start, whole.end) = span
      return whole
    }
  }

  // MARK: -

  private static func unit(_ text: String) -> QuantityUnit { (try? QuantityUnit(text)) ?? .count }
}
