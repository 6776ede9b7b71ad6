/// The maximum duration of samples.
///
/// A quantity is measured over hours or days; a sample of years is a slip in a date, and would take
/// statistics by the hour through each hour of it. HealthKit bounds its types in the same way.
public enum SampleLength {
  /// Seconds: a leap year and a day, so that "2026" is a date for a record.
  public static let longestQuantity = 367.0 * 86_400

  /// Returns whether a sample lasts longer than one of its type can.
  public static func isTooLong(_ sample: Sample) -> Bool {
    switch sample {
    case .quantity, .correlation, .heartbeatSeries: sample.duration > longestQuantity
    case .workout: sample.duration > 32 * 86_400
    case .record(let sample):
      switch sample.content {
      case .electrocardiogram, .workoutRoute: sample.duration > 32 * 86_400
      default: sample.duration > 40 * 366 * 86_400
      }
    // A pregnancy, a contraceptive or a goal.
    case .category: sample.duration > 40 * 366 * 86_400
    }
  }
}
