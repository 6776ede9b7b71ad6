import Glibc
import SignalProcessing
import VideoFrames

/// Recognizes the GOP artifact, a pulse that a video codec makes: each key frame is a little
/// brighter or darker than the frames that lead up to it.
///
/// It repeats exactly after a whole number of frames, and jumps from one frame to the next. Blood
/// takes several frames to arrive, and no two heartbeats have the same length. So a comb that is
/// folded at its period keeps its jump, and a pulse loses its edges.
enum KeyFrameComb {
  /// The maximum variation of intervals between the beats of a comb: their standard deviation over
  /// their mean, in addition to one frame. Noise moves beats, most if the comb is weak.
  private static let spread = 0.2

  /// The minimum of that share in the signal that is not folded, with its noise and trend.
  private static let leastJumpShare = 0.4

  /// The minimum ratio of a folded signal's variance to that by chance.
  private static let leastRatio = 2.0

  /// The fewest frames between two key frames of a codec. A beat shorter than this also rises from
  /// one frame to the next.
  private static let fewestFrames = 10

  /// Returns the largest step between two frames of the levels' course folded at the whole number of
  /// frames from beat to beat, over its height; 0 if nothing repeats there. A comb has one step in its whole height.
  /// - Parameters:
  ///   - times: The times of the window's frames in seconds.
  ///   - levels: The channel's levels at those times.
  ///   - beats: The times of the beats in seconds.
  static func foldedJumpShare(
    times: ArraySlice<Double>, levels: [Double], beats: [Double]
  ) -> Double {
    guard let period = period(of: beats, in: times) else { return 0 }
    guard jumpShare(of: levels, period: period) > leastJumpShare else { return 0 }
    let reach = max(3, period / 12)
    var clearest: FoldedSignal?
    for frames in max(fewestFrames, period - reach)...max(fewestFrames, period + reach)
    where levels.count > 3 * frames {
      let course = FoldedSignal(of: levels, period: frames)
      if course.varianceRatio > clearest?.varianceRatio ?? leastRatio { clearest = course }
    }
    return clearest?.jumpShare ?? 0
  }

  /// Sums the values of each phase of a period. Row by row, so that neighbors are added at once.
  private static func fold(_ values: [Double], at period: Int, into sums: inout [Double]) {
    sums.removeAll(keepingCapacity: true)
    sums.append(contentsOf: repeatElement(0, count: period))
    values.withUnsafeBufferPointer { values in
      sums.withUnsafeMutableBufferPointer { sums in
        for start in stride(from: 0, to: values.count, by: period) {
          let row = min(period, values.count - start)
          for phase in 0..<row { sums[phase] += values[start + phase] }
        }
      }
    }
  }

  /// Returns the largest step from one frame to the next within a period, over the height of the levels
  /// in it: the mean over the periods. Noise can only make it larger.
  static func jumpShare(of levels: [Double], period: Int) -> Double {
    var (shares, periods) = (0.0, 0.0)
    levels.withUnsafeBufferPointer { levels in
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
    }
    return periods > 0 ? shares / periods : 0
  }

  /// Returns the number of frames from beat to beat, rounded; `nil` if beats are too uneven or too
  /// fast.
  private static func period(of beats: [Double], in times: ArraySlice<Double>) -> Int? {
    guard beats.count >= 4 else { return nil }
    guard let positions = positions(of: beats, in: times) else { return nil }
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

  /// Returns the positions of beats in frames, with fractions, without the outermost ones, which the
  /// ends of a window bend; `nil` if frames have the same time.
  private static func positions(of beats: [Double], in times: ArraySlice<Double>) -> [Double]? {
    let inner = beats.count >= 6 ? beats[1..<(beats.count - 1)] : beats[...]
    var positions: [Double] = []
    var index = times.startIndex
    for beat in inner {
      while index < times.endIndex - 2, times[index + 1] <= beat { index += 1 }
      let gap = times[index + 1] - times[index]
      guard gap > 0 else { return nil }
      positions.append(Double(index) + (beat - times[index]) / gap)
    }
    return positions
  }
}

extension KeyFrameComb {
  /// Returns whether beats keep to a codec's key frames where the decoder says which frames these
  /// are: their phase between key frames stays the same, and the level jumps there more than
  /// elsewhere. A rate control makes jumps of different size and sign, which no fold would show.
  /// - Parameters:
  ///   - history: The stream, with its key frames.
  ///   - window: The window's samples.
  ///   - component: The candidate's color.
  ///   - beats: The times of the beats in seconds.
  static func areBeats(
    _ beats: [Double], lockedToKeyFramesOf history: ColorHistory, in window: Range<Int>,
    component: RGB.Component
  ) -> Bool {
    var keys: [Double] = []
    var (jumpsAtKeys, jumps, others) = (0.0, 0.0, 0)
    for index in window.dropFirst() {
      guard let isKey = history.pictures[index].isKeyFrame else { return false }
      let jump = abs(
        history.colors[index][component] - history.colors[index - 1][component])
      if isKey {
        keys.append(history.times[index])
        jumpsAtKeys += jump
      } else {
        jumps += jump
        others += 1
      }
    }
    guard keys.count >= 4, others > 2 * keys.count, beats.count >= 4,
      jumpsAtKeys / Double(keys.count) > leastJumpRatio * jumps / Double(others)
    else { return false }
    let distance = (keys[keys.count - 1] - keys[0]) / Double(keys.count - 1)
    let interval = (beats[beats.count - 1] - beats[0]) / Double(beats.count - 1)
    let ratio = max(distance / interval, interval / distance)
    guard abs(ratio / ratio.rounded() - 1) < lockedShare else { return false }
    let period = distance > interval ? distance / ratio.rounded() : interval
    // The mean direction of the beats' phases since the key frame before each.
    var (x, y, count) = (0.0, 0.0, 0)
    var next = 0
    for beat in beats {
      while next < keys.count, keys[next] <= beat { next += 1 }
      guard next > 0 else { continue }
      let origin = distance > interval ? keys[next - 1] : keys[0]
      let angle = 2 * .pi * (beat - origin) / period
      x += cos(angle)
      y += sin(angle)
      count += 1
    }
    return count >= 4 && hypot(x, y) > leastDirection * Double(count)
  }

  /// The minimum ratio of the jumps at key frames to those at other frames.
  private static let leastJumpRatio = 1.3

  /// The maximum difference of a rate from that of the key frames or a multiple, as a share.
  private static let lockedShare = 0.04

  /// The minimum length of the mean of phases as unit vectors: for a comb with noise it is above
  /// 0.9, while a heart's beats stray over a third of a beat within 10 s.
  private static let leastDirection = 0.9

  /// Returns how far jumps at every nth frame stand out of a signal's other jumps, in standard
  /// deviations, for the numbers n of frames that would explain a period; 0 if the signal rises at
  /// every nth frame without jumping, or jumps by less than half of the beats' height.
  ///
  /// A key frame jumps from one frame to the next, so the second difference of its course is as high
  /// as the first. Blood takes several frames to arrive: its second difference is at most half of
  /// the first. Jumps of different size and gaps in time change the medians over the key frames
  /// little, movement hardly at all.
  /// - Parameters:
  ///   - levels: Frame by frame.
  ///   - framesPerBeat: The candidate's period in frames.
  ///   - height: The beats' height from trough to peak.
  static func score(
    of levels: [Double], times: ArraySlice<Double>, beats: [Double], framesPerBeat: Double,
    height: Double
  ) -> Double {
    let count = levels.count - 3
    guard count > 8, beats.count > 1, framesPerBeat >= leastFrameRate * beatInterval(beats),
      framesPerBeat > Double(fewestFrames) - 0.5
    else { return 0 }
    if risesAtOnce(framesPerBeat: framesPerBeat, times: times, beats: beats),
      !isLocked(beats, to: times)
    {
      return 0
    }
    // The excess of a step between frames over the mean of its neighbors.
    func jump(_ i: Int) -> Double {
      let (before, here, after) = (
        levels[i + 1] - levels[i], levels[i + 2] - levels[i + 1], levels[i + 3] - levels[i + 2]
      )
      return here - 0.5 * (before + after)
    }
    // A median as high as a comb's needs half of a phase's jumps to be as high.
    let highJumps = (0..<count).count { abs(jump($0)) >= leastHeight * height }
    guard highJumps > 1 else { return 0 }
    let jumps = (0..<count).map(jump)
    let steps = (0..<count).map { levels[$0 + 2] - levels[$0 + 1] }
    var sizes = jumps.map { abs($0) }
    let deviation = 1.4826 * (sizes.selectUpperMedian() ?? 0)
    guard deviation > 0 else { return 0 }
    var highest = 0.0
    var scratch: [Double] = []
    var sums: [Double] = []
    for ratio in [1.0, 2, 3, 0.5] {
      let middle = framesPerBeat * ratio
      let reach = max(1, middle / 20)
      let (first, last) = (
        max(fewestFrames, Int((middle - reach).rounded())), Int((middle + reach).rounded())
      )
      for period in stride(from: first, through: last, by: 1)
      where count >= 4 * period && 2 * highJumps >= count / period {
        func median(of values: [Double], at phase: Int) -> Double {
          scratch.removeAll(keepingCapacity: true)
          for i in stride(from: phase, to: count, by: period) { scratch.append(values[i]) }
          return scratch.median ?? 0
        }
        // A sum is cheaper than a median, and no median stands out where the sum is small.
        fold(jumps, at: period, into: &sums)
        var (jump, jumpScore) = (0.0, 0.0)
        for phase in 0..<period {
          let periods = (count - phase + period - 1) / period
          let scale = Double(periods).squareRoot() / deviation
          let mean = abs(sums[phase]) / Double(periods)
          guard mean > leastHeight / 2 * height, mean * scale > max(jumpScore, leastScore) / 2
          else { continue }
          let size = abs(median(of: jumps, at: phase))
          if size * scale / medianSpread > jumpScore {
            (jump, jumpScore) = (size, size * scale / medianSpread)
          }
        }
        guard jumpScore > max(highest, leastScore) else { continue }
        let step = (0..<period).reduce(0) { max($0, abs(median(of: steps, at: $1))) }
        if jump >= max(leastJump * step, leastHeight * height) { highest = jumpScore }
      }
    }
    return highest
  }

  /// The minimum frame rate at which an upstroke differs from a jump, in frames per second.
  private static let leastFrameRate = 20.0

  /// Returns the mean time from beat to beat in seconds.
  private static func beatInterval(_ beats: [Double]) -> Double {
    (beats[beats.count - 1] - beats[0]) / Double(max(beats.count - 1, 1))
  }

  /// Returns whether the upstroke of a pulse takes so few frames that it jumps as well.
  private static func risesAtOnce(
    framesPerBeat: Double, times: ArraySlice<Double>, beats: [Double]
  ) -> Bool {
    let interval = beatInterval(beats)
    // An upstroke takes a tenth of a second at 60 beats per minute, and follows the root of the
    // interval.
    return 0.1 * interval.squareRoot() * framesPerBeat / interval < 2.5
  }

  /// Returns whether beats are a whole number of frames apart, all of them: the standard deviation of
  /// their positions on such a grid is below 0.3 frames. A heart strays further within seconds.
  private static func isLocked(_ beats: [Double], to times: ArraySlice<Double>) -> Bool {
    guard let positions = Self.positions(of: beats, in: times), positions.count >= 4 else {
      return false
    }
    let count = positions.count
    let step = ((positions[count - 1] - positions[0]) / Double(count - 1)).rounded()
    guard step >= 1 else { return false }
    let offsets = positions.enumerated().map { $1 - step * Double($0) }
    let mean = offsets.reduce(0, +) / Double(count)
    let power = offsets.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return power < 0.09 * Double(count)
  }

  /// The score above which key frames make the jumps.
  static let leastScore = 5.0

  /// The minimum second difference of a jump, over the first difference.
  private static let leastJump = 0.75

  /// The minimum jump, over the height of the beats that it would explain. Low-passed, a comb is lower than
  /// its jumps; a jump beside a pulse is far lower than the pulse, or the pulse would not show.
  private static let leastHeight = 0.5

  /// The standard deviation of the median of normal values, over that of their mean.
  private static let medianSpread = 1.2533
}

/// The mean course of a signal over a period of whole frames.
private struct FoldedSignal {
  private var course: [Double]

  /// The ratio of the course's variance to that of the mean of as much noise.
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

  /// The largest step between neighboring frames, over the peak-to-trough amplitude.
  var jumpShare: Double {
    let sorted = course.sorted()
    let amplitude = sorted[course.count * 19 / 20] - sorted[course.count / 20]
    var jump = abs(course[0] - course[course.count - 1])
    for i in 1..<course.count { jump = max(jump, abs(course[i] - course[i - 1])) }
    return amplitude > 0 ? jump / amplitude : 0
  }
}
