@testable import TestPrograms

/// The times of beats, in seconds from the first frame.
struct BeatTimes {
  let times: [Double]

  /// Reads the first column of a CSV file with a header.
  init(csv: String) {
    times = csv.split(separator: "\n").dropFirst().compactMap {
      $0.split(separator: ",").first.flatMap { Double($0) }
    }
  }

  /// Returns the beats per minute between two times, with fractions of beats at both ends. Beyond the first and
  /// the last beat, the nearest interval repeats.
  func rate(from start: Double, to end: Double) -> Double {
    60 * (phase(at: end) - phase(at: start)) / (end - start)
  }

  private func phase(at time: Double) -> Double {
    let after = times.firstIndex { $0 > time } ?? times.count
    let before = min(max(after - 1, 0), times.count - 2)
    return Double(before) + (time - times[before]) / (times[before + 1] - times[before])
  }
}
