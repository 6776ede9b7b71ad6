internal import Foundation
internal import SampleStore

/// A sample of a type that is summed, as the store gives it; a program makes `HKQuantitySample`s.
///
/// It is `@unchecked Sendable` for the reason that `HKQuantitySample` gives: all it holds is constant.
public final class HKCumulativeQuantitySample: HKQuantitySample, @unchecked Sendable {
  /// The sum of what it was made of: its quantity.
  public var sumQuantity: HKQuantity { quantity }

  /// The name of earlier versions.
  public var sum: HKQuantity { quantity }
}
