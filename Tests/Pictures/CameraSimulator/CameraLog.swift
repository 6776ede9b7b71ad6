import CSimulatorCalls
import Glibc

/// Logs the camera's requests and actions on standard error, a line each: seconds of the clock with which drivers
/// stamp frames, and words.
enum CameraLog {
  /// The time of CLOCK_MONOTONIC, in seconds.
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

  /// Writes a line to standard error, whole or not at all.
  static func complain(_ words: String) {
    let line = words + "\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
  }
}
