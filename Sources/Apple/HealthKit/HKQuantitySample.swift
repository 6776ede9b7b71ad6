public import Foundation
internal import SampleStore

/// A quantity over an interval. A unit that does not fit the type is refused when the sample is
/// saved.
///
/// It is `@unchecked Sendable` as `HKSample` is: its content is constant.
public class HKQuantitySample: HKSample, @unchecked Sendable {
  public let quantityType: HKQuantityType
  public let quantity: HKQuantity

  /// The single quantities that the store has of it; `nil` for one measurement.
  let series: QuantitySeries?

  public init(
    type: HKQuantityType, quantity: HKQuantity, start: Date, end: Date, device: HKDevice?,
    metadata: [String: Any]?
  ) {
    quantityType = type
    self.quantity = quantity
    series = nil
    super.init(type: type, start: start, end: end, device: device, metadata: metadata)
  }

  public convenience init(
    type: HKQuantityType, quantity: HKQuantity, start: Date, end: Date,
    metadata: [String: Any]? = nil
  ) {
    self.init(
      type: type, quantity: quantity, start: start, end: end, device: nil, metadata: metadata)
  }

  init(_ sample: QuantitySample) {
    quantityType = HKQuantityType(type: sample.type)
    quantity = HKQuantity(sample.quantity)
    series = sample.series
    super.init(sample: sample)
  }

  /// The number of quantities that the sample was made of.
  public var count: Int { series?.entries.count ?? 1 }

  override var valueText: String { quantity.description }

  override func storeSample(from source: Source) throws -> Sample {
    if quantityType == HKQuantityType(.insulinDelivery) {
      try requireMetadata(HKMetadataKeyInsulinDeliveryReason, of: quantityType.identifier)
    }
    return .quantity(
      try QuantitySample(
        id: uuid, type: quantityType.quantityType, quantity: quantity.storeQuantity,
        start: startDate,
        end: endDate, source: source, device: device?.device, metadata: values.checked(),
        series: series))
  }
}
