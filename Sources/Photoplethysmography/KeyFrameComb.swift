/// Recognises the GOP artefact, a pulse that a video codec makes: each key frame is a little
/// brighter or darker than the frames that lead up to it.
///
/// It repeats exactly after a whole number of frames, and jumps from one frame to the next. Blood
/// takes several frames to arrive, and no two heartbeats have the same length. So a comb that is
/// folded at its period keeps its jump, and a pulse loses its edges.
enum KeyFrameComb {
  /// The greatest variation of intervals between the beats of a comb: their standard deviation over
  /// their mean, in addition to one frame. Noise moves beats, most if the comb is weak.
  private static let spread = 0.2

  /// The least share of the folded signal's amplitude that is between two frames.
  private static let jumpShare = 0.7

  /// The least value of that share in the signal that is not folded, with its noise and trend.
  private static let leastJumpShare = 0.4

  /// The least ratio of a folded signal's variance to that by chance.
  private static let leastRatio = 2.0

  /// The fewest frames between two key frames of a codec. A beat shorter than this also rises from
  /// one frame to the next.
  private static let fewestFrames = 10

  /// Returns whether key frames rather than a heart made the beats.
  /// - Parameters:
  ///   - times: The times of the window's frames in seconds.
  ///   - levels: The channel's levels at those times.
  ///   - beats: The times of the beats in seconds.
  static func isComb(times: ArraySlice<Double>, levels: [Double], beats: [Double]) -> Bool {
    guard let period = period(of: beats, in: times) else { return false }
    guard mayJump(levels, period) else { return false }
    let reach = max(3, period / 12)
    var clearest: FoldedSignal?
    for frames in max(fewestFrames, period - reach)...max(fewestFrames, period + reach)
    where levels.count > 3 * frames {
      let course = FoldedSignal(of: levels, period: frames)
      if course.varianceRatio > clearest?.varianceRatio ?? leastRatio { clearest = course }
    }
    return clearest.map { $0.jumpShare > jumpShare } ?? false
  }

  /// Returns whether the signal's jumps are as large as a comb's. Noise can only make them larger.
  private static func mayJump(_ levels: [Double], _ period: Int) -> Bool {
    var (shares, periods) = (0.0, 0.0)
    for first in stride(from: 0, through: levels.count - period - 1, by: period) {
      var (low, high, jump) = (levels[first], levels[first], 0.0)
      for i in first + 1...first + period {
        low = min(low, levels[i])
        high = max(high, levels[i])
        jump = max(jump, abs(levels[i] - levels[i - 1]))
      }
      if high > low { shares += jump / (high - low) }
      periods += 1
    }
    return shares > leastJumpShare * periods
  }

  /// Returns the number of frames from beat to beat, rounded; `nil` if beats are too uneven or too
  /// fast.
  private static func period(of beats: [Double], in times: ArraySlice<Double>) -> Int? {
    guard beats.count >= 4 else { return nil }
    // The ends of a window bend the outermost beats.
    let inner = beats.count >= 6 ? beats[1..<(beats.count - 1)] : beats[...]
    var positions: [Double] = []
    var index = times.startIndex
    for beat in inner {
      while index < times.endIndex - 2, times[index + 1] <= beat { index += 1 }
      let gap = times[index + 1] - times[index]
      guard gap > 0 else { return nil }
      positions.append(Double(index) + (beat - times[index]) / gap)
    }
    let count = Double(positions.count - 1)
    let mean = (positions[positions.count - 1] - positions[0]) / count
    var squares = 0.0
    for i in 1..<positions.count {
      let deviation = positions[i] - positions[i - 1] - mean
      squares += deviation * deviation
    }
    guard mean > Double(fewestFrames) - 0.5,
      (squares / count).squareRoot() < 1 + spread * mean
    else { return nil }
    return Int(mean.rounded())
  }
}

/// The mean course of a signal over a period of whole frames.
private struct FoldedSignal {
  private var course: [Double]

  /// How much more the course varies than the mean of as much noise would.
  private(set) var varianceRatio = 0.0

  /// - Precondition: `levels` has more than three periods.
  init(of levels: [Double], period: Int) {
    course = [Double](repeating: 0, count: period)
    var squares = 0.0
    // The mean over a whole period around each frame is the trend. It is subtracted.
    var surroundings = 0.0
    for i in 0..<period { surroundings += levels[i] }
    let half = period / 2
    let count = levels.count - period
    let share = 1 / Double(period)
    var phase = 0
    for i in 0..<count {
      let value = levels[i + half] - surroundings * share
      course[phase] += value
      squares += value * value
      surroundings += levels[i + period] - levels[i]
      phase += 1
      if phase == period { phase = 0 }
    }
    var explained = 0.0
    for i in 0..<period {
      let frames = Double(count / period + (i < count % period ? 1 : 0))
      course[i] /= frames
      explained += course[i] * course[i] * frames
    }
    let rest = (squares - explained) / Double(count - period)
    varianceRatio = rest > 0 ? explained * share / rest : .infinity
  }

  /// The largest step between neighbouring frames, over the peak-to-trough amplitude.
  var jumpShare: Double {
    let sorted = course.sorted()
    let amplitude = sorted[course.count * 19 / 20] - sorted[course.count / 20]
    var jump = abs(course[0] - course[course.count - 1])
    for i in 1..<course.count { jump = max(jump, abs(course[i] - course[i - 1])) }
    return amplitude > 0 ? jump / amplitude : 0
  }
}
