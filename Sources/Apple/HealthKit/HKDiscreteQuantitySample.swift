public import Foundation
internal import SampleStore

/// A sample of a type that is averaged, as the store returns it. A program creates
/// `HKQuantitySample`s.
///
/// It is `@unchecked Sendable` as `HKQuantitySample` is: its content is constant.
public final class HKDiscreteQuantitySample: HKQuantitySample, @unchecked Sendable {
  public var averageQuantity: HKQuantity { quantity }
  public var minimumQuantity: HKQuantity { of(series?.entries.map(\.value).min()) }
  public var maximumQuantity: HKQuantity { of(series?.entries.map(\.value).max()) }
  public var mostRecentQuantity: HKQuantity { of(series?.entries.last?.value) }

  public var mostRecentQuantityDateInterval: DateInterval {
    seriesQuantities.last?.interval ?? DateInterval(start: startDate, end: endDate)
  }

  /// Returns a number of the series, or the quantity of a sample without one.
  private func of(_ value: Double?) -> HKQuantity {
    value.map { HKQuantity(unit: quantity.unit, doubleValue: $0) } ?? quantity
  }
}
