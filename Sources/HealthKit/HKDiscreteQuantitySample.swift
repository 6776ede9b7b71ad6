public import Foundation
internal import SampleStore

/// A sample of a type that is averaged, as the store gives it; a program makes `HKQuantitySample`s.
///
/// The store keeps one quantity a sample, which is then all of these.
///
/// It is `@unchecked Sendable` for the reason that `HKQuantitySample` gives: all it holds is constant.
public final class HKDiscreteQuantitySample: HKQuantitySample, @unchecked Sendable {
  public var averageQuantity: HKQuantity { quantity }
  public var minimumQuantity: HKQuantity { quantity }
  public var maximumQuantity: HKQuantity { quantity }
  public var mostRecentQuantity: HKQuantity { quantity }

  public var mostRecentQuantityDateInterval: DateInterval {
    DateInterval(start: startDate, end: endDate)
  }
}
