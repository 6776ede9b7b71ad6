internal import SampleStore

/// The type of workouts.
///
/// It is `@unchecked Sendable` as `HKSampleType` is: its content is constant.
public final class HKWorkoutType: HKSampleType, @unchecked Sendable {
  static let shared = HKWorkoutType(sampleType: .workout)
}

public let HKWorkoutTypeIdentifier = SampleType.workoutIdentifier
