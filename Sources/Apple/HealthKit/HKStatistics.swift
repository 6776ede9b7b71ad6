public import Foundation
internal import SampleStore

/// The values that statistics hold. An option that does not fit the type is `errorInvalidArgument`.
public struct HKStatisticsOptions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  public static let separateBySource = HKStatisticsOptions(rawValue: 1 << 0)
  public static let discreteAverage = HKStatisticsOptions(rawValue: 1 << 1)
  public static let discreteMin = HKStatisticsOptions(rawValue: 1 << 2)
  public static let discreteMax = HKStatisticsOptions(rawValue: 1 << 3)
  public static let cumulativeSum = HKStatisticsOptions(rawValue: 1 << 4)
  public static let mostRecent = HKStatisticsOptions(rawValue: 1 << 5)
  public static let duration = HKStatisticsOptions(rawValue: 1 << 6)

  /// The name of earlier versions.
  public static let discreteMostRecent = mostRecent

  /// The store's options, which have the same numbers.
  var options: StatisticsOptions { StatisticsOptions(rawValue: Int(rawValue & 0x7F)) }
}

/// Statistics of a quantity's samples over an interval. Values that were not asked for are `nil`.
public final class HKStatistics: NSObject, _HKConstant, Sendable {
  public let quantityType: HKQuantityType

  /// The sources that have samples, if they were asked for separately.
  public let sources: [HKSource]?

  private let statistics: Statistics

  init(_ statistics: Statistics, sources: [HKSource]?) {
    self.statistics = statistics
    quantityType = HKQuantityType(type: statistics.type)
    self.sources = sources?.filter { statistics.bySource[$0.bundleIdentifier] != nil }
  }

  /// Statistics of a workout or one of its activities.
  static func all(
    _ values: [QuantityType: Statistics.Values], from start: Date, to end: Date
  ) -> [HKQuantityType: HKStatistics] {
    Dictionary(
      uniqueKeysWithValues: values.map { type, values in
        let statistics = Statistics(type: type, start: start, end: end, all: values)
        return (HKQuantityType(type: type), HKStatistics(statistics, sources: nil))
      })
  }

  /// The interval's start in a collection, else the first start of a sample.
  public var startDate: Date { statistics.start }
  public var endDate: Date { statistics.end }

  public func averageQuantity() -> HKQuantity? { quantity(\.average) }
  public func averageQuantity(for source: HKSource) -> HKQuantity? { quantity(\.average, source) }
  public func minimumQuantity() -> HKQuantity? { quantity(\.minimum) }
  public func minimumQuantity(for source: HKSource) -> HKQuantity? { quantity(\.minimum, source) }
  public func maximumQuantity() -> HKQuantity? { quantity(\.maximum) }
  public func maximumQuantity(for source: HKSource) -> HKQuantity? { quantity(\.maximum, source) }
  public func sumQuantity() -> HKQuantity? { quantity(\.sum) }
  public func sumQuantity(for source: HKSource) -> HKQuantity? { quantity(\.sum, source) }
  public func mostRecentQuantity() -> HKQuantity? { quantity(\.mostRecent) }

  public func mostRecentQuantity(for source: HKSource) -> HKQuantity? {
    quantity(\.mostRecent, source)
  }

  public func mostRecentQuantityDateInterval() -> DateInterval? { interval() }
  public func mostRecentQuantityDateInterval(for source: HKSource) -> DateInterval? {
    interval(source)
  }

  /// Returns the duration of the samples in seconds.
  public func duration() -> HKQuantity? { length() }
  public func duration(for source: HKSource) -> HKQuantity? { length(source) }

  private func values(_ source: HKSource?) -> Statistics.Values? {
    guard let source else { return statistics.all }
    return statistics.bySource[source.bundleIdentifier]
  }

  private func quantity(
    _ value: KeyPath<Statistics.Values, Quantity?>, _ source: HKSource? = nil
  ) -> HKQuantity? {
    values(source)?[keyPath: value].map(HKQuantity.init(_:))
  }

  private func interval(_ source: HKSource? = nil) -> DateInterval? {
    values(source)?.mostRecentInterval.map {
      DateInterval(start: $0.lowerBound, end: $0.upperBound)
    }
  }

  private func length(_ source: HKSource? = nil) -> HKQuantity? {
    values(source)?.duration.map { HKQuantity(unit: .second(), doubleValue: $0) }
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKStatistics)?.statistics == statistics
  }

  public override var hash: Int { statistics.hashValue }
}
