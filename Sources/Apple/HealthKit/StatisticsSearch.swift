internal import Foundation
internal import SampleStore

/// The type, the condition and the options of statistics. They are read from HealthKit's objects
/// when the query is created.
struct StatisticsSearch: Sendable {
  let type: HKQuantityType
  let search: SampleSearch
  let options: HKStatisticsOptions

  func statistics(in store: HealthStore) throws -> HKStatistics? {
    let query = try search.readingQuery(in: store)
    guard
      let found = try store.statistics(
        of: type.quantityType, matching: query, options.options)
    else { return nil }
    return HKStatistics(found, sources: try sources(in: store))
  }

  func collection(
    in store: HealthStore, by intervals: Result<CalendarIntervals, HKError>
  ) throws -> HKStatisticsCollection {
    let found = try store.statisticsCollection(
      of: type.quantityType, matching: search.readingQuery(in: store), options.options,
      by: intervals.get())
    return HKStatisticsCollection(found, sources: try sources(in: store))
  }

  /// Returns the sources that have samples, or `nil` unless they were asked for separately.
  func sources(in store: HealthStore) throws -> [HKSource]? {
    guard options.contains(.separateBySource) else { return nil }
    var seen: Set<String> = []
    return try store.sources(matching: search.readingQuery(in: store)).filter {
      seen.insert($0.bundleIdentifier).inserted
    }.map { HKSource(name: $0.name, bundleIdentifier: $0.bundleIdentifier) }
  }

  /// Returns the rule that cuts time into intervals of calendar components, counted from an anchor.
  /// The time zone is that of the components, of their calendar, or of this machine, by the system's rules.
  static func intervals(
    from anchor: Date, by components: DateComponents
  ) -> Result<CalendarIntervals, HKError> {
    let rules: ZoneRules
    if let zone = components.timeZone ?? components.calendar?.timeZone {
      guard let known = ZoneRules(zone) else {
        return .failure(
          .invalid("the time zone \(zone.identifier) is not in the system's database"))
      }
      rules = known
    } else {
      switch ZoneRules.local {
      case .success(let local): rules = local
      case .failure(let unknown): return .failure(.invalid("\(unknown)"))
      }
    }
    let step = CalendarIntervals.Step(
      years: components.year ?? 0, months: (components.month ?? 0) + 3 * (components.quarter ?? 0),
      weeks: (components.weekOfYear ?? 0) + (components.weekOfMonth ?? 0),
      days: components.day ?? 0, hours: components.hour ?? 0, minutes: components.minute ?? 0,
      seconds: components.second ?? 0)
    guard let intervals = CalendarIntervals(anchor: anchor, step: step, zone: rules) else {
      return .failure(.invalid("the components make no interval of time"))
    }
    return .success(intervals)
  }
}
