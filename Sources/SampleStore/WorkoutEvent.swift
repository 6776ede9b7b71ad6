public import FoundationEssentials

/// Something that happened during a workout.
public struct WorkoutEvent: Hashable, Sendable {
  /// Numbered as HealthKit does.
  public enum Kind: Int, Hashable, Sendable, CaseIterable {
    case pause = 1
    case resume = 2
    case lap = 3
    case marker = 4
    case motionPaused = 5
    case motionResumed = 6
    case segment = 7
    case pauseOrResumeRequest = 8
  }

  public let kind: Kind
  public let start: Date

  /// Equal to `start` for a moment.
  public let end: Date

  public init(kind: Kind, start: Date, end: Date) {
    self.kind = kind
    self.start = start
    self.end = end
  }
}
