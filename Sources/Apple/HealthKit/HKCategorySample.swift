public import Foundation
internal import SampleStore

/// One of a category's values over an interval. A value that the type does not have is refused when
/// the sample is saved.
///
/// It is `@unchecked Sendable` as `HKSample` is: its content is constant.
public final class HKCategorySample: HKSample, @unchecked Sendable {
  public let categoryType: HKCategoryType
  public let value: Int

  public init(
    type: HKCategoryType, value: Int, start: Date, end: Date, device: HKDevice?,
    metadata: [String: Any]?
  ) {
    categoryType = type
    self.value = value
    super.init(type: type, start: start, end: end, device: device, metadata: metadata)
  }

  public convenience init(
    type: HKCategoryType, value: Int, start: Date, end: Date, metadata: [String: Any]? = nil
  ) {
    self.init(type: type, value: value, start: start, end: end, device: nil, metadata: metadata)
  }

  init(_ sample: CategorySample) {
    categoryType = HKCategoryType(type: sample.type)
    value = sample.value
    super.init(sample: sample)
  }

  override var valueText: String { String(value) }

  override func storeSample(from source: Source) throws -> Sample {
    if categoryType == HKCategoryType(.menstrualFlow) {
      try requireMetadata(HKMetadataKeyMenstrualCycleStart, of: categoryType.identifier)
    }
    return .category(
      try CategorySample(
        id: uuid, type: categoryType.categoryType, value: value, start: startDate, end: endDate,
        source: source, device: device?.device, metadata: values.checked()))
  }
}
