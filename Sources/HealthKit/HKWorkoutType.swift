internal import Foundation
internal import SampleStore

/// A bout of exercise.
public final class HKWorkoutType: HKSampleType, @unchecked Sendable {
  static let shared = HKWorkoutType(sampleType: .workout)
}

public let HKWorkoutTypeIdentifier = SampleType.workoutIdentifier
