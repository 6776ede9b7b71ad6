public import Foundation
internal import SampleStore

/// A sample of a type that is averaged, as the store returns it. A program creates
/// `HKQuantitySample`s.
///
/// The store keeps one quantity for each sample, so all of these are the same.
///
/// It is `@unchecked Sendable` because `NSObject` is not `Sendable`: all it holds is
/// constant.
public final class HKDiscreteQuantitySample: HKQuantitySample, @unchecked Sendable {
  public var averageQuantity: HKQuantity { quantity }
  public var minimumQuantity: HKQuantity { quantity }
  public var maximumQuantity: HKQuantity { quantity }
  public var mostRecentQuantity: HKQuantity { quantity }

  public var mostRecentQuantityDateInterval: DateInterval {
    DateInterval(start: startDate, end: endDate)
  }
}
