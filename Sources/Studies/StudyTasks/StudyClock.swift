public import FoundationEssentials
import Glibc

/// The clocks that a run reads; tests and dry runs have their own.
public protocol StudyClock: AnyObject {
  /// Seconds that never jump, from any beginning.
  var now: Double { get }

  /// The wall clock, which a person or the network may set.
  var date: Date { get }
}

/// The machine's clocks.
public final class SystemClock: StudyClock {
  /// Makes a clock.
  public init() {}

  /// Seconds on CLOCK_MONOTONIC.
  public var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The wall clock.
  public var date: Date { Date() }
}

/// A clock that stands still until it is moved.
public final class ManualClock: StudyClock {
  /// Seconds.
  public private(set) var now: Double

  /// The wall clock, which `advance` moves along and anyone may set.
  public var date: Date

  /// Makes a clock that begins at a date.
  public init(date: Date, now: Double = 0) {
    self.date = date
    self.now = now
  }

  /// Moves both clocks on.
  public func advance(by seconds: Double) {
    now += seconds
    date += seconds
  }
}

/// Dates of a run: the wall clock at its start and the monotonic time since, so that a wall clock
/// that is set meanwhile harms nothing.
struct RunTimeline {
  private let start: Date
  private let begin: Double
  private let clock: any StudyClock

  init(_ clock: any StudyClock) {
    self.clock = clock
    start = clock.date
    begin = clock.now
  }

  var now: StudyMoment { moment(clock.now) }

  func moment(_ time: Double) -> StudyMoment {
    StudyMoment(time: time, date: start + (time - begin))
  }
}

/// A moment of a run.
public struct StudyMoment: Sendable, Equatable {
  /// Seconds on the run's clock.
  public let time: Double

  /// The date: the run's start on the wall clock plus the time since.
  public let date: Date

  /// Makes a moment.
  public init(time: Double, date: Date) {
    self.time = time
    self.date = date
  }
}
