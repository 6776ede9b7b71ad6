public import Foundation
internal import SampleStore
internal import Synchronization

public enum HKActivityMoveMode: Int, Sendable, CaseIterable {
  case activeEnergy = 1
  case appleMoveTime = 2
}

/// The three rings of a day, as the store has them: the values reached, and their goals.
public final class HKActivitySummary: NSObject, _HKConstant, Sendable {
  fileprivate let summary: ActivitySummary

  init(_ summary: ActivitySummary) {
    self.summary = summary
  }

  /// Returns the day in a calendar, which is part of the answer.
  public func dateComponents(for calendar: Calendar) -> DateComponents {
    var gregorian = Calendar(identifier: .gregorian)
    gregorian.timeZone = calendar.timeZone
    let day = DateComponents(year: summary.year, month: summary.month, day: summary.day, hour: 12)
    var components = calendar.dateComponents(
      [.era, .year, .month, .day], from: gregorian.date(from: day) ?? summary.start)
    components.calendar = calendar
    return components
  }

  public var activityMoveMode: HKActivityMoveMode {
    HKActivityMoveMode(rawValue: summary.moveMode) ?? .activeEnergy
  }

  public var isPaused: Bool { summary.isPaused }
  public var activeEnergyBurned: HKQuantity { value(.activeEnergyBurned, "kcal") }
  public var activeEnergyBurnedGoal: HKQuantity { value(.activeEnergyBurnedGoal, "kcal") }
  public var appleMoveTime: HKQuantity { value(.appleMoveTime, "min") }
  public var appleMoveTimeGoal: HKQuantity { value(.appleMoveTimeGoal, "min") }
  public var appleExerciseTime: HKQuantity { value(.appleExerciseTime, "min") }
  public var appleExerciseTimeGoal: HKQuantity { value(.appleExerciseTimeGoal, "min") }
  public var appleStandHours: HKQuantity { value(.appleStandHours, "count") }
  public var appleStandHoursGoal: HKQuantity { value(.appleStandHoursGoal, "count") }

  public var exerciseTimeGoal: HKQuantity? { known(.appleExerciseTimeGoal) }
  public var standHoursGoal: HKQuantity? { known(.appleStandHoursGoal) }

  private func known(_ value: ActivitySummary.Value) -> HKQuantity? {
    summary.values[value].map(HKQuantity.init(_:))
  }

  /// Returns a value; 0 for an unknown one.
  private func value(_ value: ActivitySummary.Value, _ unit: String) -> HKQuantity {
    known(value) ?? HKQuantity(0, unit)
  }
}

/// The type of activity summaries, which are no samples in HealthKit.
///
/// It is `@unchecked Sendable` as `HKObjectType` is: its content is constant.
public final class HKActivitySummaryType: HKObjectType, @unchecked Sendable {
  static let shared = HKActivitySummaryType(identifier: RecordType.activitySummary.identifier)

  override var permission: SampleType? { .record(.activitySummary) }
}

extension HKObjectType {
  public class func activitySummaryType() -> HKActivitySummaryType { HKActivitySummaryType.shared }
}

extension HKHealthStore {
  /// Returns the summaries that an `HKQuery` predicate finds, in the order of days. A day's last one counts.
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
/// It is `@unchecked Sendable` as `HKQuery` is: its mutable state is behind a lock.
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

  /// Receives the summaries that are new or changed, after every later change. Set it before the query
  /// is executed.
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
    let known = Mutex<Set<ActivitySummary>>([])
    session.answer(
      { try HKHealthStore.summaries(matching: search, in: $0) },
      following: update == nil ? nil : live
    ) { isFirst, result in
      let all = result.value
      let earlier = known.withLock { known in
        defer { known = Set((all ?? []).map(\.summary)) }
        return known
      }
      let changed = all?.filter { !earlier.contains($0.summary) }
      if isFirst {
        self.handler(self, changed, result.error)
      } else if changed != [] {
        update?(self, changed, result.error)
      }
    }
  }

  override func fail(_ error: HKError) { handler(self, nil, error) }
}

extension HKQuery {
  public class func predicateForActivitySummary(
    with dateComponents: DateComponents
  ) -> NSPredicate {
    predicate(HKPredicateKeyPathDateComponents, .equalTo, dateComponents)
  }

  /// Returns a predicate for days from one to another, both included. Their calendars count; without one,
  /// a query is `errorInvalidArgument`.
  public class func predicate(
    forActivitySummariesBetweenStart startDateComponents: DateComponents,
    end endDateComponents: DateComponents
  ) -> NSPredicate {
    PredicateKey(HKPredicateKeyPathDateComponents)
      .predicate(.between, .list([.day(startDateComponents), .day(endDateComponents)]))
  }
}
