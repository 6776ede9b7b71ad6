public import Foundation
internal import SampleStore

/// What samples are samples of.
///
/// It is `@unchecked Sendable` for the reason that `HKObjectType` gives: all it holds is constant.
public class HKSampleType: HKObjectType, @unchecked Sendable {
  /// What the store calls it.
  let type: SampleType

  init(sampleType: SampleType) {
    type = sampleType
    super.init(identifier: sampleType.identifier)
  }

  /// The store sets no limit to how long a sample lasts.
  public var isMaximumDurationRestricted: Bool { false }
  public var isMinimumDurationRestricted: Bool { false }
  public var maximumAllowedDuration: TimeInterval { .greatestFiniteMagnitude }
  public var minimumAllowedDuration: TimeInterval { 0 }

  /// The type of HealthKit's name for one of the store's.
  static func of(_ type: SampleType) -> HKSampleType {
    switch type {
    case .quantity(let type): HKQuantityType(type: type)
    case .category(let type): HKCategoryType(type: type)
    case .correlation(let type): HKCorrelationType(type: type)
    case .workout: HKWorkoutType.shared
    case .heartbeatSeries: HKSeriesType.heartbeat()
    }
  }
}
