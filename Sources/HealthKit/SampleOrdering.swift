public import Foundation
internal import SampleStore

/// Reads the order of samples from Foundation's descriptors.
enum SampleOrdering {
  /// Returns the order that sort descriptors describe. Without any, samples are in the order of
  /// their start.
  static func read(_ descriptors: [NSSortDescriptor]?) -> Result<SampleQuery.Order, HKError> {
    guard let descriptors, !descriptors.isEmpty else { return .success(.oldestFirst) }
    var keys: [SampleQuery.Order.Key] = []
    for descriptor in descriptors {
      guard let property = property(of: descriptor.keyPath) else { return .failure(unsupported) }
      keys.append(.init(property, ascending: descriptor.ascending))
    }
    return .success(SampleQuery.Order(keys))
  }

  static func read<Sample: HKSample>(
    _ descriptors: [SortDescriptor<Sample>]
  ) -> Result<SampleQuery.Order, HKError> {
    var keys: [SampleQuery.Order.Key] = []
    for descriptor in descriptors {
      guard let property = property(of: descriptor.keyPath) else { return .failure(unsupported) }
      keys.append(.init(property, ascending: descriptor.order == .forward))
    }
    return .success(keys.isEmpty ? .oldestFirst : SampleQuery.Order(keys))
  }

  /// The property at a key path of `HKSample` or of one of its kinds.
  private static func property(of keyPath: AnyKeyPath?) -> SampleQuery.Order.Property? {
    func matches<Sample: HKSample>(_: Sample.Type) -> SampleQuery.Order.Property? {
      switch keyPath {
      case \Sample.startDate: .start
      case \Sample.endDate: .end
      case \Sample.sampleType: .type
      default: nil
      }
    }
    return matches(HKSample.self) ?? matches(HKQuantitySample.self)
      ?? matches(HKDiscreteQuantitySample.self) ?? matches(HKCumulativeQuantitySample.self)
      ?? matches(HKCategorySample.self) ?? matches(HKCorrelation.self) ?? matches(HKWorkout.self)
      ?? matches(HKHeartbeatSeriesSample.self)
  }

  private static let unsupported = HKError.invalid(
    "samples are sorted by their start, end or type")
}

extension NSSortDescriptor {
  /// Creates a descriptor for one of `HKSampleSortIdentifier...`, since Linux's Foundation cannot
  /// make one from a text. A query refuses other keys.
  public convenience init(key: String?, ascending: Bool) {
    switch key {
    case HKSampleSortIdentifierStartDate:
      self.init(keyPath: \HKSample.startDate, ascending: ascending)
    case HKSampleSortIdentifierEndDate: self.init(keyPath: \HKSample.endDate, ascending: ascending)
    default: self.init(keyPath: \HKSample.hash, ascending: ascending)
    }
  }
}
