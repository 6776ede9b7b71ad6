public import Foundation
internal import SampleStore

/// Statistics of consecutive intervals of time.
///
/// It is `@unchecked Sendable` because `NSObject` is not: what it holds is constant.
public final class HKStatisticsCollection: NSObject, @unchecked Sendable {
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

  /// Returns the last interval that differs from an earlier answer, or `nil` if only intervals
  /// without samples do.
  func lastChange(since earlier: HKStatisticsCollection?) -> HKStatistics? {
    let known = Set(earlier?.collection.populated ?? [])
    return collection.populated.last { !known.contains($0) }.map {
      HKStatistics($0, sources: allSources)
    }
  }
}
