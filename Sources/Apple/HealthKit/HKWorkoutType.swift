internal import Foundation
internal import SampleStore

/// The type of workouts.
///
/// It is `@unchecked Sendable` because `NSObject` is not `Sendable`: all it holds is constant.
public final class HKWorkoutType: HKSampleType, @unchecked Sendable {
  static let shared = HKWorkoutType(sampleType: .workout)
}

public let HKWorkoutTypeIdentifier = SampleType.workoutIdentifier
