public import Foundation
internal import SampleStore

/// A type and a condition on its samples, for the descriptors that are used with `await`.
public struct HKSamplePredicate<Sample: HKSample>: Sendable {
  let descriptor: HKQueryDescriptor

  init(_ type: HKSampleType, _ predicate: NSPredicate?) {
    descriptor = HKQueryDescriptor(sampleType: type, predicate: predicate)
  }

  /// The condition; `nil` for all samples.
  public var nsPredicate: NSPredicate? { descriptor.predicate }

  var sampleType: HKSampleType { descriptor.sampleType }
  var search: SampleSearch { SampleSearch(of: [descriptor]) }
}

extension HKSamplePredicate where Sample == HKSample {
  public static func sample(
    type: HKSampleType, predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<HKSample> { .init(type, predicate) }
}

extension HKSamplePredicate where Sample == HKQuantitySample {
  public static func quantitySample(
    type: HKQuantityType, predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<HKQuantitySample> { .init(type, predicate) }
}

extension HKSamplePredicate where Sample == HKCategorySample {
  public static func categorySample(
    type: HKCategoryType, predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<HKCategorySample> { .init(type, predicate) }
}

extension HKSamplePredicate where Sample == HKCorrelation {
  public static func correlation(
    type: HKCorrelationType, predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<HKCorrelation> { .init(type, predicate) }
}

extension HKSamplePredicate where Sample == HKWorkout {
  public static func workout(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKWorkout> {
    .init(.workoutType(), predicate)
  }
}

extension HKSamplePredicate where Sample == HKHeartbeatSeriesSample {
  public static func heartbeatSeries(
    _ predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<HKHeartbeatSeriesSample> { .init(HKSeriesType.heartbeat(), predicate) }
}
