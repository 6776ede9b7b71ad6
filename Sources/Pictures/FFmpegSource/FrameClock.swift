/// Makes presentation times that always advance out of timestamps that may be missing, repeat or go
/// back, and never changes one that needs no change.
///
/// - A missing time is the last one plus the frame's duration.
/// - A time that repeats, or goes back by no more than a second, becomes the last one plus half a
///   frame's duration (pictures written twice as often as the clock ticks fall into place); if the
///   next does so too, a whole duration each, so that a stream without a clock plays at its rate.
/// - A time that goes back by more is from a clock that was reset, as in joined recordings: it
///   continues a frame's duration after the last, and later times count from there.
package struct FrameClock {
  /// The number of times that differ from the stream's.
  package private(set) var mendedCount = 0

  private var last: Double?
  private var offset = 0.0
  private var standstill = 0

  package init() {}

  /// Returns the time in seconds of the next frame. Its duration in seconds must be above 0.
  package mutating func time(timestamp: Double?, duration: Double) -> Double {
    guard let last else {
      if timestamp == nil { mendedCount += 1 }
      self.last = timestamp ?? 0
      return timestamp ?? 0
    }
    var time: Double
    if let timestamp {
      time = timestamp + offset
      if time > last {
        standstill = 0
      } else {
        mendedCount += 1
        if time < last - 1 {
          offset += last + duration - time
          time = last + duration
        } else {
          time = last + (standstill == 0 ? duration / 2 : duration)
          standstill += 1
        }
      }
    } else {
      mendedCount += 1
      time = last + duration
    }
    self.last = time
    return time
  }
}
