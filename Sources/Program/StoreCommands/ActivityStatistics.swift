import FoundationEssentials
import SampleSelection
import SampleStore

/// Sleep and workouts in numbers, for `heartcam store stats`: their samples have none of their own.
struct ActivityStatistics {
  private let store: HealthStore
  private let query: SampleQuery
  private let intervals: CalendarIntervals?

  private static let hour = Self.unit("hr")
  private static let minute = Self.unit("min")

  /// - Parameter intervals: A row is for one of them; `nil` for all time.
  init(_ store: HealthStore, _ query: SampleQuery, by intervals: CalendarIntervals?) {
    self.store = store
    self.query = query
    self.intervals = intervals
  }

  /// The time in each stage of sleep. A night that lies in two intervals is divided between them; where
  /// sources overlap, the first by priority counts.
  func sleep() throws(StoreError) -> [StatisticsRow] {
    let type = SampleType.category(.sleepAnalysis)
    var query = query
    query.types = [type]
    guard let span = try span(of: query) else { return [] }
    var rows: [StatisticsRow] = []
    for (start, end) in pieces(of: span) {
      let (from, to) = (max(start, query.from ?? start), min(end, query.to ?? end))
      guard from < to else { continue }
      var piece = query
      (piece.from, piece.to) = (from, to)
      let count = try store.count(matching: piece)
      guard count > 0, let report = try store.sleepReport(from: from, to: to) else { continue }
      let stages = try stages(of: report, piece)
      for (name, seconds) in [
        ("asleep", stages.asleep), ("in bed", stages.inBed), ("awake", stages.awake),
        ("core", stages.asleepCore), ("deep", stages.asleepDeep), ("REM", stages.asleepREM),
      ] where seconds > 0 {
        rows.append(
          StatisticsRow(
            type: type, part: name, start: start, end: end, count: count, sum: seconds / 3600,
            unit: Self.hour))
      }
    }
    return rows
  }

  /// The number, length and totals of workouts by their activity. A workout belongs to the interval in
  /// which it starts.
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
        let unit = type.customaryUnit
        guard let value = try? total.value(in: unit) else { continue }
        add("\(name) \(StoreTypes.name(of: .quantity(type)))", value, unit)
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

  /// All sources merged, or the one that was asked for.
  private func stages(
    of report: SleepReport, _ query: SampleQuery
  ) throws(StoreError) -> SleepReport.Stages {
    let wanted = Set(try store.sources(matching: query).map(\.bundleIdentifier))
    guard query.predicate != nil, wanted.count == 1, let bundle = wanted.first else {
      return report.merged
    }
    return report.bySource[bundle] ?? report.merged
  }

  /// When the first sample begins and the last one ends; `nil` if there are none.
  private func span(of query: SampleQuery) throws(StoreError) -> (first: Date, last: Date)? {
    var query = query
    query.limit = 1
    query.order = .oldestFirst
    guard let first = try store.allSamples(matching: query).first else { return nil }
    query.order = .newestFirst
    let last = try store.allSamples(matching: query).first ?? first
    return (first.start, max(first.end, last.end))
  }

  private func pieces(of span: (first: Date, last: Date)) -> [(start: Date, end: Date)] {
    guard let intervals else { return [(span.first, span.last)] }
    let (first, last) = (
      intervals.index(containing: span.first), intervals.index(containing: span.last)
    )
    return (first...last).map { (intervals.boundary($0), intervals.boundary($0 + 1)) }
  }

  private static func unit(_ text: String) -> QuantityUnit { (try? QuantityUnit(text)) ?? .count }
}
