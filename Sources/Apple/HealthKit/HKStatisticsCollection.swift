public import Foundation
internal import SampleStore

/// Statistics of consecutive intervals of time.
public final class HKStatisticsCollection: NSObject, Sendable {
  private let collection: StatisticsCollection
  private let allSources: [HKSource]?

  init(_ collection: StatisticsCollection, sources: [HKSource]?) {
    self.collection = collection
    allSources = sources
  }

  /// Returns the statistics of the interval that holds a date, even if it has no samples.
  public func statistics(for date: Date) -> HKStatistics? {
    HKStatistics(collection.statistics(for: date), sources: allSources)
  }

  /// Calls a block for every interval from the one that holds `startDate` to the one that holds
  /// `endDate`, including those without samples.
  public func enumerateStatistics(
    from startDate: Date, to endDate: Date,
    with block: (HKStatistics, UnsafeMutablePointer<ObjCBool>) -> Void
  ) {
    var isStopped = ObjCBool(false)
    collection.enumerate(from: startDate, to: endDate) { statistics in
      block(HKStatistics(statistics, sources: allSources), &isStopped)
      return !isStopped.boolValue
    }
  }

  /// Returns the statistics of the intervals that have samples, the oldest first.
  public func statistics() -> [HKStatistics] {
    collection.populated.map { HKStatistics($0, sources: allSources) }
  }

  /// Returns the sources of all intervals; empty unless they were asked for separately.
  public func sources() -> Set<HKSource> { Set(allSources ?? []) }

  /// Returns the intervals that differ from an earlier answer, the oldest first. One that has become
  /// empty has statistics without values.
  func changes(since earlier: HKStatisticsCollection) -> [HKStatistics] {
    let known = Set(earlier.collection.populated)
    let starts = Set(collection.populated.map(\.start))
    let emptied = known.map(\.start).filter { !starts.contains($0) }
    let changed =
      collection.populated.filter { !known.contains($0) }
      + emptied.map { collection.statistics(for: $0) }
    return changed.sorted { $0.start < $1.start }.map { HKStatistics($0, sources: allSources) }
  }
}
