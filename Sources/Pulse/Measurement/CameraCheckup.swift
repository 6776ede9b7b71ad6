import Glibc
import SignalProcessing
public import VideoFrames

/// Finds out from some seconds of frames how well a camera can measure a pulse.
public struct CameraCheckup: Sendable {
  /// The findings from the frames.
  public struct Findings: Sendable, Equatable {
    /// Seconds from the first frame to the last.
    public var duration = 0.0

    /// The number of frames.
    public var frameCount = 0

    /// Frames per second, from the frames' own times.
    public var frameRate = 0.0

    /// The standard deviation of the time from frame to frame in milliseconds, without gaps.
    public var jitter = 0.0

    /// The longest time from frame to frame in milliseconds.
    public var longestGap = 0.0

    /// The share, 0 to 1, of the time in gaps of more than two frames.
    public var gapShare = 0.0

    /// Mean levels of red, green and blue, 0 to 255.
    public var levels = SIMD3<Double>()

    /// The mean share, 0 to 1, of pixels at the top of their range.
    public var clippedShare = 0.0

    /// The mean share, 0 to 1, of pixels at the bottom of their range.
    public var blackShare = 0.0

    /// The flicker of lamps in the frames; `nil` without flicker.
    public var flicker: Flicker?
  }

  /// The flicker of lamps on mains.
  public struct Flicker: Sendable, Equatable {
    /// The frequency of the mains in hertz, 50 or 60.
    public let mains: Double

    /// The amplitude of the flicker over the level.
    public let depth: Double

    /// The frequency that the frames show it at, in hertz: they are too few for its own.
    public let shown: Double
  }

  private var times: [Double] = []
  private var levels: [Double] = []
  private var colors = SIMD3<Double>()
  private var clipped = 0.0
  private var black = 0.0

  /// A flicker below this share of the level does not disturb a pulse.
  private static let leastFlicker = 0.002

  /// Makes a checkup without frames.
  public init() {}

  /// Takes the next frame; one whose time does not advance does not count.
  public mutating func append(_ sample: ColorSample) {
    guard sample.time > times.last ?? -.infinity else { return }
    times.append(sample.time)
    levels.append(sample.red + sample.green + sample.blue)
    colors += SIMD3(sample.red, sample.green, sample.blue)
    clipped += sample.clippedShare ?? 0
    black += sample.blackShare ?? 0
  }

  /// The findings from the frames so far; `nil` before there are ten.
  public var findings: Findings? {
    guard times.count >= 10, let first = times.first, let last = times.last else { return nil }
    let count = Double(times.count)
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
    let longest = gaps.max() ?? 0
    let typical = gaps.upperMedian ?? 0
    let missing = gaps.reduce(0) { $0 + ($1 > 2.5 * typical ? $1 - typical : 0) }
    return Findings(
      duration: last - first, frameCount: times.count, frameRate: (count - 1) / (last - first),
      jitter: 1000 * gaps.filter { $0 <= 1.8 * typical }.populationStandardDeviation,
      longestGap: 1000 * longest,
      gapShare: missing / (last - first), levels: colors / count, clippedShare: clipped / count,
      blackShare: black / count, flicker: flicker)
  }

  /// The deeper flicker of lamps on mains of 50 and of 60 Hz; they flicker at twice that frequency.
  private var flicker: Flicker? {
    let mean = levels.reduce(0, +) / Double(levels.count)
    guard mean > 1, let last = times.last, last > times[0] else { return nil }
    let frameRate = Double(times.count - 1) / (last - times[0])
    // More than a minute would show nothing else.
    let changes = fastChanges.filter { $0.time > times[times.count - 1] - 60 }
    let found = [50.0, 60].compactMap { mains -> Flicker? in
      let depth = highest(around: 2 * mains, in: changes) / mean
      // Noise is as high beside the flicker as at it; one side may be its alias. Mains stray by a
      // few tenths of a hertz.
      let beside =
        min(
          highest(around: 2 * mains - 2, in: changes), highest(around: 2 * mains + 2, in: changes))
        / mean
      return depth >= Self.leastFlicker && depth > 4 * beside
        ? Flicker(
          mains: mains, depth: depth, shown: abs((2 * mains).remainder(dividingBy: frameRate)))
        : nil
    }
    return found.max { $0.depth < $1.depth }
  }

  /// The levels less the mean of a second around each, so that slow changes are gone.
  private var fastChanges: [(time: Double, change: Double)] {
    let count = levels.count
    let gap = (times[count - 1] - times[0]) / Double(count)
    let reach = max(Int(0.5 / max(gap, 1e-3)), 2)
    var sums = [0.0]
    for level in levels { sums.append(sums[sums.count - 1] + level) }
    return levels.indices.map { index in
      let (low, high) = (max(0, index - reach), min(count, index + reach + 1))
      return (times[index], levels[index] - (sums[high] - sums[low]) / Double(high - low))
    }
  }

  /// Returns the highest amplitude within half a hertz.
  private func highest(
    around frequency: Double, in changes: [(time: Double, change: Double)]
  ) -> Double {
    let step = 0.4 / max(changes[changes.count - 1].time - changes[0].time, 1)
    let count = Int(0.5 / step)
    return (-count...count).map {
      Self.amplitude(at: frequency + Double($0) * step, in: changes)
    }.max() ?? 0
  }

  /// Returns the amplitude of a sinusoid at the frames' own times. Sampling folds a fast flicker
  /// down to a low frequency; at the same times it folds the sinusoid as well.
  private static func amplitude(
    at frequency: Double, in changes: [(time: Double, change: Double)]
  ) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (time, change) in changes {
      let phase = 2 * .pi * frequency * (time - changes[0].time)
      real += change * cos(phase)
      imaginary += change * sin(phase)
    }
    return 2 * hypot(real, imaginary) / Double(changes.count)
  }
}
