public import Foundation
internal import SampleStore
internal import Synchronization

public enum HKActivityMoveMode: Int, Sendable, CaseIterable {
  case activeEnergy = 1
  case appleMoveTime = 2
}

/// The three rings of a day: what was reached, and what was aimed at.
///
/// It is `@unchecked Sendable` because it is open: what changes is guarded by a `Mutex`.
open class HKActivitySummary: NSObject, NSCopying, @unchecked Sendable {
  private let values: Mutex<Values>

  private struct Values {
    var quantities: [ActivitySummary.Value: HKQuantity] = [:]
    var day = DateComponents()
    var moveMode = HKActivityMoveMode.activeEnergy
    var isPaused = false
  }

  public override init() {
    values = Mutex(Values())
  }

  init(_ summary: ActivitySummary) {
    var values = Values()
    values.quantities = summary.values.mapValues(HKQuantity.init(_:))
    values.day = DateComponents(
      era: 1, year: summary.year, month: summary.month, day: summary.day)
    values.moveMode = HKActivityMoveMode(rawValue: summary.moveMode) ?? .activeEnergy
    values.isPaused = summary.isPaused
    self.values = Mutex(values)
  }

  /// Creates a summary of a day, which HealthKit lets only its own app do.
  public convenience init(dateComponents: DateComponents) {
    self.init()
    values.withLock { $0.day = dateComponents }
  }

  /// Returns the day in a calendar, which is part of the answer.
  open func dateComponents(for calendar: Calendar) -> DateComponents {
    var gregorian = Calendar(identifier: .gregorian)
    gregorian.timeZone = calendar.timeZone
    let day = values.withLock { $0.day }
    var components =
      if let noon = gregorian.date(
        from: DateComponents(year: day.year, month: day.month, day: day.day, hour: 12))
      {
        calendar.dateComponents([.era, .year, .month, .day], from: noon)
      } else {
        day
      }
    components.calendar = calendar
    return components
  }

  open var activityMoveMode: HKActivityMoveMode {
    get { values.withLock { $0.moveMode } }
    set { values.withLock { $0.moveMode = newValue } }
  }

  open var isPaused: Bool {
    get { values.withLock { $0.isPaused } }
    set { values.withLock { $0.isPaused = newValue } }
  }

  open var activeEnergyBurned: HKQuantity {
    get { self[.activeEnergyBurned, "kcal"] }
    set { self[.activeEnergyBurned] = newValue }
  }

  open var activeEnergyBurnedGoal: HKQuantity {
    get { self[.activeEnergyBurnedGoal, "kcal"] }
    set { self[.activeEnergyBurnedGoal] = newValue }
  }

  open var appleMoveTime: HKQuantity {
    get { self[.appleMoveTime, "min"] }
    set { self[.appleMoveTime] = newValue }
  }

  open var appleMoveTimeGoal: HKQuantity {
    get { self[.appleMoveTimeGoal, "min"] }
    set { self[.appleMoveTimeGoal] = newValue }
  }

  open var appleExerciseTime: HKQuantity {
    get { self[.appleExerciseTime, "min"] }
    set { self[.appleExerciseTime] = newValue }
  }

  open var exerciseTimeGoal: HKQuantity? {
    get { self[.appleExerciseTimeGoal] }
    set { self[.appleExerciseTimeGoal] = newValue }
  }

  /// The name of earlier versions.
  open var appleExerciseTimeGoal: HKQuantity {
    get { self[.appleExerciseTimeGoal, "min"] }
    set { self[.appleExerciseTimeGoal] = newValue }
  }

  open var appleStandHours: HKQuantity {
    get { self[.appleStandHours, "count"] }
    set { self[.appleStandHours] = newValue }
  }

  open var standHoursGoal: HKQuantity? {
    get { self[.appleStandHoursGoal] }
    set { self[.appleStandHoursGoal] = newValue }
  }

  /// The name of earlier versions.
  open var appleStandHoursGoal: HKQuantity {
    get { self[.appleStandHoursGoal, "count"] }
    set { self[.appleStandHoursGoal] = newValue }
  }

  private subscript(value: ActivitySummary.Value, unit: String) -> HKQuantity {
    self[value] ?? HKQuantity(0, unit)
  }

  private subscript(value: ActivitySummary.Value) -> HKQuantity? {
    get { values.withLock { $0.quantities[value] } }
    set { values.withLock { $0.quantities[value] = newValue } }
  }

  /// Returns the record that the store saves; throws if there is no such day.
  func storeSample(from source: Source) throws -> Sample {
    let values = values.withLock { $0 }
    guard let year = values.day.year, let month = values.day.month, let day = values.day.day,
      let summary = ActivitySummary(
        year: year, month: month, day: day, moveMode: values.moveMode.rawValue,
        isPaused: values.isPaused, values: values.quantities.mapValues(\.storeQuantity))
    else { throw HKError.invalid("a summary needs a year, a month and a day") }
    return .record(
      try RecordSample(
        content: .activitySummary(summary), start: summary.start, end: summary.start,
        source: source))
  }

  open func copy(with zone: NSZone?) -> Any {
    let copy = HKActivitySummary()
    let values = values.withLock { $0 }
    copy.values.withLock { $0 = values }
    return copy
  }
}

/// The type of activity summaries, which are no samples in HealthKit.
///
/// It is `@unchecked Sendable` as `HKObjectType` is: what it holds is constant.
public final class HKActivitySummaryType: HKObjectType, @unchecked Sendable {
  static let shared = HKActivitySummaryType(identifier: RecordType.activitySummary.identifier)

  override var permission: SampleType? { .record(.activitySummary) }
}

extension HKObjectType {
  public class func activitySummaryType() -> HKActivitySummaryType { HKActivitySummaryType.shared }
}

extension HKHealthStore {
  /// Saves summaries, which HealthKit lets only its own app do. Of several of a day the last counts.
  public func save(_ summaries: [HKActivitySummary]) async throws {
    let source = settings.source
    try await perform { store in
      try store.save(summaries.map { try $0.storeSample(from: source) })
    }
  }

  /// The summaries that a predicate of `HKQuery` finds, in the order of days.
  static func summaries(
    matching search: SampleSearch, in store: HealthStore
  ) throws -> [HKActivitySummary] {
    var days: [Date: ActivitySummary] = [:]
    for case .record(let sample) in try store.allSamples(matching: search.readingQuery(in: store)) {
      if case .activitySummary(let summary) = sample.content { days[summary.start] = summary }
    }
    return days.sorted { $0.key < $1.key }.map { HKActivitySummary($0.value) }
  }
}

extension SampleSearch {
  init(summaries predicate: NSPredicate?) {
    types = .success([.record(.activitySummary)])
    condition = SampleCondition.read(predicate)
  }
}

/// A query for the rings of days; with an update handler, it also follows later changes.
///
/// It is `@unchecked Sendable` as `HKQuery` is: what changes is behind a lock.
public final class HKActivitySummaryQuery: HKQuery, @unchecked Sendable {
  private let handler: ResultsHandler
  private let update = Mutex<ResultsHandler?>(nil)

  public typealias ResultsHandler =
    @Sendable (HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?) -> Void

  @preconcurrency
  public init(predicate: NSPredicate?, resultsHandler: @escaping ResultsHandler) {
    handler = resultsHandler
    super.init(HKActivitySummaryType.shared, predicate, SampleSearch(summaries: predicate))
  }

  /// Receives the summaries after every later change. Set it before the query is executed.
  @preconcurrency
  public var updateHandler: ResultsHandler? {
    get { update.withLock { $0 } }
    set { update.withLock { $0 = newValue } }
  }

  override func begin(in session: QuerySession) {
    let (search, update) = (search, updateHandler)
    let interval = session.healthStore.settings.updateInterval
    let live = { @Sendable (store: HealthStore) in
      try store.liveChanges(
        since: nil, matching: search.readingQuery(in: store), limit: nil, every: interval
      ).map { _ in try HKHealthStore.summaries(matching: search, in: store) }
    }
    session.answer(
      { try HKHealthStore.summaries(matching: search, in: $0) },
      following: update == nil ? nil : live
    ) { isFirst, result in
      (isFirst ? self.handler : update ?? self.handler)(self, result.value, result.error)
    }
  }

  override func fail(_ error: HKError) { handler(self, nil, error) }
}

/// A query for the rings of days, for use with `await`.
public struct HKActivitySummaryQueryDescriptor: Sendable {
  public typealias Results = HKQueryResults<[HKActivitySummary]>

  private let search: SampleSearch

  public init(predicate: NSPredicate? = nil) {
    search = SampleSearch(summaries: predicate)
  }

  public func result(for healthStore: HKHealthStore) async throws -> [HKActivitySummary] {
    try await healthStore.perform { try HKHealthStore.summaries(matching: search, in: $0) }
  }

  /// Answers now, and again after each change until the task is cancelled.
  public func results(for healthStore: HKHealthStore) -> Results {
    Results { [search] in
      let answers = try await healthStore.perform { store in
        try store.liveChanges(
          since: nil, matching: search.readingQuery(in: store), limit: nil,
          every: healthStore.settings.updateInterval)
      }
      var iterator = answers.makeAsyncIterator()
      return {
        guard try await iterator.next() != nil else { return nil }
        return try await healthStore.perform {
          try HKHealthStore.summaries(matching: search, in: $0)
        }
      }
    }
  }
}

extension HKQuery {
  public class func predicateForActivitySummary(
    with dateComponents: DateComponents
  ) -> NSPredicate {
    predicate(
      forActivitySummariesBetweenStart: dateComponents, end: dateComponents)
  }

  /// The day in the Gregorian calendar, by which summaries are kept.
  private static func gregorianDay(of components: DateComponents) -> DateComponents {
    guard var calendar = components.calendar, calendar.identifier != .gregorian else {
      return components
    }
    calendar.timeZone = .gmt
    var gregorian = Calendar(identifier: .gregorian)
    gregorian.timeZone = .gmt
    var day = components
    (day.calendar, day.timeZone) = (nil, nil)
    return calendar.date(from: day).map {
      gregorian.dateComponents([.year, .month, .day], from: $0)
    } ?? components
  }

  /// Returns a predicate for days from one to another, both included. Their calendars count.
  public class func predicate(
    forActivitySummariesBetweenStart startDateComponents: DateComponents,
    end endDateComponents: DateComponents
  ) -> NSPredicate {
    func start(_ components: DateComponents) -> Date? {
      let day = gregorianDay(of: components)
      guard let year = day.year, let month = day.month, let number = day.day else { return nil }
      return ActivitySummary(year: year, month: month, day: number, values: [:])?.start
    }
    guard let first = start(startDateComponents), let last = start(endDateComponents) else {
      return SampleCondition(.invalid("a day needs a year, a month and a day"))
    }
    return SampleCondition(.all([.start(.greaterOrEqual, first), .start(.lessOrEqual, last)]))
  }
}
