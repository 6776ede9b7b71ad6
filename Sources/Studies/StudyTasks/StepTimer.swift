/// How long a step has gone on, without its pauses. It knows no clock: times come in.
public struct StepTimer: Sendable, Equatable {
  /// Seconds after which it is over; 0 for a step that a person ends.
  public let duration: Double

  private var before = 0.0
  private var since: Double?

  /// Makes a timer that stands at zero.
  public init(duration: Double) { self.duration = duration }

  /// Whether it runs.
  public var isRunning: Bool { since != nil }

  /// Starts it, or goes on after a pause.
  public mutating func start(at time: Double) { since = since ?? time }

  /// Pauses it.
  public mutating func pause(at time: Double) {
    before = elapsed(at: time)
    since = nil
  }

  /// Seconds that it has run, no more than its duration unless that is 0.
  public func elapsed(at time: Double) -> Double {
    let total = before + max(0, since.map { time - $0 } ?? 0)
    return duration > 0 ? min(total, duration) : total
  }

  /// Seconds that are left; 0 for a step without a duration.
  public func remaining(at time: Double) -> Double { max(0, duration - elapsed(at: time)) }

  /// Whether its duration has passed.
  public func isOver(at time: Double) -> Bool { duration > 0 && remaining(at: time) <= 1e-9 }
}
