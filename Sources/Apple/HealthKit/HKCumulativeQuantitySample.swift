/// A sample of a type that is summed, as the store returns it. A program creates
/// `HKQuantitySample`s.
///
/// It is `@unchecked Sendable` as `HKQuantitySample` is: its content is constant.
public final class HKCumulativeQuantitySample: HKQuantitySample, @unchecked Sendable {
  /// The sum of the quantities that the sample was made of: its own quantity.
  public var sumQuantity: HKQuantity { quantity }

  /// The name of earlier versions.
  public var sum: HKQuantity { quantity }
}
