public import Foundation
internal import SampleStore

/// Statistics of every interval of a line of time.
///
/// It is `@unchecked Sendable` because `NSObject` is not: what it holds is constant.
public final class HKStatisticsCollection: NSObject, @unchecked Sendable {
  private let collection: StatisticsCollection
  private let allSources: [HKSource]?

  init(_ collection: StatisticsCollection, sources: [HKSource]?) {
    self.collection = collection
    allSources = sources
  }

  /// Of the interval that a moment lies in, empty ones too.
  public func statistics(for date: Date) -> HKStatistics? {
    HKStatistics(collection.statistics(for: date), sources: allSources)
  }

  /// Every interval in turn, empty ones too, from the one that `startDate` lies in to the one that
  /// `endDate` lies in.
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

  /// Of the intervals that have samples, oldest first.
  public func statistics() -> [HKStatistics] {
    collection.populated.map { HKStatistics($0, sources: allSources) }
  }

  /// The sources of all of them; empty unless they were asked for separately.
  public func sources() -> Set<HKSource> { Set(allSources ?? []) }

  /// The last of the intervals that differ from an earlier answer; `nil` where only empty ones do.
  func lastChange(since earlier: HKStatisticsCollection?) -> HKStatistics? {
    let known = Set(earlier?.collection.populated ?? [])
    return collection.populated.last { !known.contains($0) }.map {
      HKStatistics($0, sources: allSources)
    }
  }
}
