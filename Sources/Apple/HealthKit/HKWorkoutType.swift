internal import SampleStore

/// The type of workouts.
public final class HKWorkoutType: HKSampleType, @unchecked Sendable {
  static let shared = HKWorkoutType(sampleType: .workout)
}

public let HKWorkoutTypeIdentifier = SampleType.workoutIdentifier
