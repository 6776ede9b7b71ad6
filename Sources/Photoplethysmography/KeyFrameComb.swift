/// The pulse that a video codec makes: each key frame is a little brighter or darker than the frames
/// that lead up to it.
///
/// It repeats after a whole number of frames, exactly, and jumps from one frame to the next, where
/// blood takes several frames to arrive and no two heartbeats are the same length.
enum KeyFrameComb {
  /// No heart is this regular: the standard deviation of its intervals, in seconds.
  private static let steadiness = 0.006

  /// The share of a beat's whole swing that lies between two frames.
  private static let jumpShare = 0.7

  /// Key frames that come faster than this are no codec's, and so short a beat rises from one frame
  /// to the next by itself.
  private static let fewestFrames = 8.0

  /// How far from a whole number of frames the beats may seem to be, since noise moves them.
  private static let tolerance = 0.05

  /// - Parameters:
  ///   - times: Of the window's frames, in seconds.
  ///   - colors: At those times.
  ///   - lane: The channel's.
  ///   - beats: In seconds.
  static func isComb(
    times: ArraySlice<Double>, colors: ArraySlice<SIMD4<Double>>, lane: Int, beats: [Double]
  ) -> Bool {
    guard beats.count >= 4, times.count >= 8, let first = times.first, let last = times.last else {
      return false
    }
    // The ends of a window bend the outermost beats.
    let beats = beats.count >= 6 ? beats[1..<(beats.count - 1)] : beats[...]
    let intervals = zip(beats, beats.dropFirst()).map { $1 - $0 }
    let mean = intervals.reduce(0, +) / Double(intervals.count)
    let variance = intervals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(intervals.count)
    let framesPerBeat = mean * Double(times.count - 1) / (last - first)
    guard variance.squareRoot() < steadiness, framesPerBeat >= fewestFrames,
      abs(framesPerBeat - framesPerBeat.rounded()) < tolerance * max(1, framesPerBeat / 30)
    else { return false }

    let levels = colors.map { $0[lane] }
    var shares = 0.0
    var index = 0
    for beat in beats {
      while index < times.count, times[times.startIndex + index] < beat - mean / 2 { index += 1 }
      var (low, high, jump) = (Double.infinity, -Double.infinity, 0.0)
      var k = index
      while k < times.count, times[times.startIndex + k] < beat + mean / 2 {
        (low, high) = (min(low, levels[k]), max(high, levels[k]))
        if k > index { jump = max(jump, abs(levels[k] - levels[k - 1])) }
        k += 1
      }
      if high > low { shares += jump / (high - low) }
    }
    return shares / Double(beats.count) > jumpShare
  }
}
