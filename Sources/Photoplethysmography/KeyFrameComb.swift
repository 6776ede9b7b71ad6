/// The pulse that a video codec makes: each key frame is a little brighter or darker than the frames
/// that lead up to it.
///
/// It repeats after a whole number of frames, exactly, and jumps from one frame to the next, where
/// blood takes several frames to arrive and no two heartbeats are the same length. Folded frame by
/// frame at its period, a comb therefore keeps its jump and a pulse loses what edges it has.
enum KeyFrameComb {
  /// How much intervals between beats may differ for a comb to be looked for: their standard deviation
  /// over their mean, beside one frame. Noise moves beats, most where the comb is weak.
  private static let spread = 0.2

  /// The share of the folded swing that lies between two frames.
  private static let jumpShare = 0.7

  /// That share in the signal as it is, noise and trend included, at least.
  private static let leastJumpShare = 0.4

  /// How much more a folded course varies than chance makes it, as a ratio of variances.
  private static let leastRatio = 2.0

  /// Key frames that come faster than this are no codec's, and so short a beat rises from one frame
  /// to the next by itself.
  private static let fewestFrames = 10

  /// - Parameters:
  ///   - times: Of the window's frames, in seconds.
  ///   - colors: At those times.
  ///   - lane: The channel's.
  ///   - beats: In seconds.
  static func isComb(
    times: ArraySlice<Double>, colors: ArraySlice<SIMD4<Double>>, lane: Int, beats: [Double]
  ) -> Bool {
    guard let period = period(of: beats, in: times) else { return false }
    let levels = colors.map { $0[lane] }
    guard mayJump(levels, period) else { return false }
    let reach = max(3, period / 12)
    var clearest: FoldedCourse?
    for frames in max(fewestFrames, period - reach)...max(fewestFrames, period + reach)
    where levels.count > 3 * frames {
      let course = FoldedCourse(of: levels, period: frames)
      if course.varianceRatio > clearest?.varianceRatio ?? leastRatio { clearest = course }
    }
    return clearest.map { $0.jumpShare > jumpShare } ?? false
  }

  /// Whether jumps are as large as a comb's in the signal as it is, which noise can only add to.
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

  /// The frames from beat to beat, to the nearest; `nil` where beats come too unevenly or too fast.
  private static func period(of beats: [Double], in times: ArraySlice<Double>) -> Int? {
    guard beats.count >= 4 else { return nil }
    // The ends of a window bend the outermost beats.
    let inner = beats.count >= 6 ? beats[1..<(beats.count - 1)] : beats[...]
    var places: [Double] = []
    var index = times.startIndex
    for beat in inner {
      while index < times.endIndex - 2, times[index + 1] <= beat { index += 1 }
      let gap = times[index + 1] - times[index]
      guard gap > 0 else { return nil }
      places.append(Double(index) + (beat - times[index]) / gap)
    }
    let count = Double(places.count - 1)
    let mean = (places[places.count - 1] - places[0]) / count
    var squares = 0.0
    for i in 1..<places.count {
      let deviation = places[i] - places[i - 1] - mean
      squares += deviation * deviation
    }
    guard mean > Double(fewestFrames) - 0.5,
      (squares / count).squareRoot() < 1 + spread * mean
    else { return nil }
    return Int(mean.rounded())
  }
}

/// The mean course of a signal over a period of whole frames.
private struct FoldedCourse {
  private var course: [Double]

  /// How much more the course varies than the mean of as much noise would.
  private(set) var varianceRatio = 0.0

  /// - Precondition: `levels` has more than three periods.
  init(of levels: [Double], period: Int) {
    course = [Double](repeating: 0, count: period)
    var squares = 0.0
    // From each frame its surroundings' mean is taken, a whole period wide: that is the trend, and
    // leaves the course itself.
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

  /// The largest step between neighbouring frames, over the swing.
  var jumpShare: Double {
    let sorted = course.sorted()
    let swing = sorted[course.count * 19 / 20] - sorted[course.count / 20]
    var jump = abs(course[0] - course[course.count - 1])
    for i in 1..<course.count { jump = max(jump, abs(course[i] - course[i - 1])) }
    return swing > 0 ? jump / swing : 0
  }
}
