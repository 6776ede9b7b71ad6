import CSimulatorCalls
import Glibc

/// What the camera was asked and did, a line each on standard error: seconds of the clock that drivers stamp
/// frames with, and words.
enum CameraLog {
  /// Seconds of CLOCK_MONOTONIC.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  static func note(_ words: String) {
    let microseconds = Int(now * 1e6)
    let fraction = String(microseconds % 1_000_000 + 1_000_000).dropFirst()
    complain("\(microseconds / 1_000_000).\(fraction) \(words)")
  }

  /// A line on standard error, whole or not at all.
  static func complain(_ words: String) {
    let line = words + "\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
  }
}
