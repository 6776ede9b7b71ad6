public import Foundation
internal import SampleStore

/// The type of samples.
///
/// It is `@unchecked Sendable` as `HKObjectType` is: its content is constant.
public class HKSampleType: HKObjectType, @unchecked Sendable {
  /// The store's type.
  let type: SampleType

  init(sampleType: SampleType) {
    type = sampleType
    super.init(identifier: sampleType.identifier)
  }

  override var permission: SampleType? { type }

  /// Always false: the store does not limit the duration of samples.
  public var isMaximumDurationRestricted: Bool { false }
  public var isMinimumDurationRestricted: Bool { false }
  public var maximumAllowedDuration: TimeInterval { .greatestFiniteMagnitude }
  public var minimumAllowedDuration: TimeInterval { 0 }

  /// Returns HealthKit's type for a type of the store.
  static func of(_ type: SampleType) -> HKSampleType {
    switch type {
    case .quantity(let type): HKQuantityType(type: type)
    case .category(let type): HKCategoryType(type: type)
    case .correlation(let type): HKCorrelationType(type: type)
    case .workout: HKWorkoutType.shared
    case .heartbeatSeries: HKSeriesType.heartbeat()
    case .record(let type): record(type)
    }
  }
}
