import Glibc

/// The clock that cameras stamp frames with: it never jumps.
public enum MonotonicClock {
  /// Seconds since the machine's start.
  public static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Waits for a number of seconds, at most one.
  static func sleep(_ seconds: Double) { usleep(UInt32(min(max(seconds, 0), 1) * 1e6)) }
}
