public import Foundation
internal import SampleStore

/// The type of samples.
///
/// It is `@unchecked Sendable` as `HKObjectType` is: what it holds is constant.
public class HKSampleType: HKObjectType, @unchecked Sendable {
  /// The store's type.
  let type: SampleType

  init(sampleType: SampleType) {
    type = sampleType
    super.init(identifier: sampleType.identifier)
  }

  public required init?(coder: NSCoder) {
    guard let identifier = Self.identifier(in: coder), let type = Self.storeType(identifier)
    else { return nil }
    self.type = type
    super.init(identifier: identifier)
  }

  /// Returns the store's type with an identifier, or `nil` if there is none of this class.
  class func storeType(_ identifier: String) -> SampleType? {
    SampleType(knownIdentifier: identifier)
  }

  override var permission: SampleType? { type }

  /// Always false: the store makes no estimates that could be recalibrated.
  public var allowsRecalibrationForEstimates: Bool { false }

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
