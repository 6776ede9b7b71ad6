public import Foundation
internal import SampleStore

/// Samples that are one observation together. Members that do not fit the type are refused when the
/// correlation is saved.
///
/// It is `@unchecked Sendable` as `HKSample` is: its content is constant.
public final class HKCorrelation: HKSample, @unchecked Sendable {
  public let correlationType: HKCorrelationType
  public let objects: Set<HKSample>

  public init(
    type: HKCorrelationType, start: Date, end: Date, objects: Set<HKSample>, device: HKDevice?,
    metadata: [String: Any]?
  ) {
    correlationType = type
    self.objects = objects
    super.init(type: type, start: start, end: end, device: device, metadata: metadata)
  }

  public convenience init(
    type: HKCorrelationType, start: Date, end: Date, objects: Set<HKSample>,
    metadata: [String: Any]? = nil
  ) {
    self.init(
      type: type, start: start, end: end, objects: objects, device: nil, metadata: metadata)
  }

  init(_ correlation: Correlation) {
    correlationType = HKCorrelationType(type: correlation.type)
    objects = Set(correlation.members.map(HKSample.of))
    super.init(sample: correlation)
  }

  /// Returns the members of one type.
  public func objects(for type: HKObjectType) -> Set<HKSample> {
    objects.filter { $0.sampleType == type }
  }

  override func storeSample(from source: Source) throws -> Sample {
    .correlation(
      try Correlation(
        id: uuid, type: correlationType.correlationType,
        members: objects.map { try $0.storeSample(from: source) }, start: startDate, end: endDate,
        source: source, device: device?.device, metadata: values.checked()))
  }
}
