/// The duration of a step so far, without its pauses. It knows no clock: times come in.
public struct StepTimer: Sendable, Equatable {
  /// Seconds after which it is over; 0 for a step that a person ends.
  public let duration: Double

  private var before = 0.0
  private var since: Double?

  /// Makes a timer at zero.
  public init(duration: Double) { self.duration = duration }

  /// Whether it runs.
  public var isRunning: Bool { since != nil }

  /// Starts it, or resumes it after a pause.
  public mutating func start(at time: Double) { since = since ?? time }

  /// Pauses it.
  public mutating func pause(at time: Double) {
    before = elapsed(at: time)
    since = nil
  }

  /// Returns the seconds that it has run, no more than its duration unless that is 0.
  public func elapsed(at time: Double) -> Double {
    let total = before + max(0, since.map { time - $0 } ?? 0)
    return duration > 0 ? min(total, duration) : total
  }

  /// Returns the seconds that are left; 0 for a step without a duration.
  public func remaining(at time: Double) -> Double { max(0, duration - elapsed(at: time)) }

  /// Returns whether its duration has passed.
  public func isOver(at time: Double) -> Bool { duration > 0 && remaining(at: time) <= 1e-9 }
}
