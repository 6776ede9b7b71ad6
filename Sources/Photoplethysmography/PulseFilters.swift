import SignalProcessing

/// Makes of a window of colours what a pulse is looked for in: the three channels on an even grid,
/// filtered in several ways. What it keeps between windows is memory and factored filters.
struct PulseFilters: Sendable {
  /// For the period: smoothness priors with the half-amplitude point at 0.87 Hz (λ^(-1/2) radians a
  /// sample), then a band-pass. A slow pulse loses some of its fundamental there, not its rhythm; drift
  /// and breathing lose all.
  static let rhythmLambda = 30.0
  static let rhythmBand = 0.5...4.0

  /// For the beats: half amplitude at 0.48 Hz, and a low-pass, so that the systolic upstroke stays
  /// steeper than the dicrotic one.
  static let shapeLambda = 100.0
  static let shapeCutoff = 5.0

  /// For the moment of a clear beat's upstroke.
  static let fineCutoff = 8.0

  /// Detrended samples beyond this many standard deviations, estimated from the median, are cut off
  /// there: a jolt then weighs no more than a few beats.
  static let limit = 4.0

  /// Beyond this many, a sample is taken for disturbed, and those within a fifth of a second of it.
  static let disturbance = 6.0
  static let disturbedReach = 6

  /// Samples over which power is compared, two thirds of a second, and how many times the median it
  /// must be to be no pulse's: a pulse is hardly ever twice as high as most.
  static let burstWidth = 20
  static let burstPower = 5.0

  /// A gap between frames longer than this, in seconds, may hide an upstroke.
  private static let longestBridge = 0.25

  /// Samples on each side of a gap that it bends.
  private static let gapReach = 2

  /// One colour's course, as the camera sees it: less light where there is more blood.
  struct Channel: Sendable {
    /// Band-passed hard, so that the period stands out.
    fileprivate(set) var rhythmic: [Double] = []

    /// Without its trend and low-passed.
    fileprivate(set) var shaped: [Double] = []

    /// Without its trend and not filtered.
    fileprivate(set) var rough: [Double] = []

    /// What hides the pulse at each sample.
    fileprivate(set) var disturbances: [Disturbance] = []

    /// The share of a part, in samples, in which something hides the pulse.
    func disturbedShare(in part: Range<Double>) -> Double {
      let first = min(max(Int(part.lowerBound), 0), disturbances.count)
      let last = min(max(Int(part.upperBound), first), disturbances.count)
      let hidden = disturbances[first..<last].count { $0 != .none }
      return Double(hidden) / Double(max(last - first, 1))
    }

    fileprivate mutating func markBurst(at start: Int) {
      for k in start..<(start + PulseFilters.burstWidth) where disturbances[k] == .none {
        disturbances[k] = .jolt
      }
    }

    fileprivate mutating func markJolts(beyond bound: Double) {
      var marked = 0
      for i in rough.indices where abs(rough[i]) > bound {
        let last = min(i + PulseFilters.disturbedReach, rough.count - 1)
        for k in stride(from: max(marked, i - PulseFilters.disturbedReach), through: last, by: 1)
        where disturbances[k] == .none {
          disturbances[k] = .jolt
        }
        marked = last + 1
      }
    }
  }

  /// Red, green and blue.
  private(set) var channels = [Channel](repeating: Channel(), count: 3)

  /// Samples on the grid.
  private(set) var count = 0

  /// The largest root mean square of what is fast, over the channel's level.
  private(set) var restlessness = 0.0

  /// Whether all colours rise and fall together in the same proportion.
  ///
  /// Blood takes away green and blue in other proportions than red, so a pulse never does that; a
  /// lamp's flicker and a moving shadow do nothing else. The colours' parts differ by less than a
  /// twenty-fifth then. A camera without colour cannot tell.
  private(set) var isCommonToAllColors = false

  private var resampler = SplineResampler<SIMD4<Double>>(sampleRate: HeartRateMonitor.sampleRate)
  private var rhythmPriors = SmoothnessPriors(count: 0, lambda: rhythmLambda)
  private var shapePriors = SmoothnessPriors(count: 0, lambda: shapeLambda)

  /// Those of other lengths, the last used last: windows differ by a sample or two.
  private var usedPriors: [(rhythm: SmoothnessPriors, shape: SmoothnessPriors)] = []
  private var bandPass = ZeroPhaseFilter<SIMD4<Double>>(
    .butterworthBandPass(
      order: 2, low: rhythmBand.lowerBound, high: rhythmBand.upperBound,
      sampleRate: HeartRateMonitor.sampleRate))
  private var lowPass = ZeroPhaseFilter<SIMD4<Double>>(
    .butterworthLowPass(
      order: 2, cutoff: shapeCutoff, sampleRate: HeartRateMonitor.sampleRate))
  private var fineLowPass = ZeroPhaseFilter<Double>(
    .butterworthLowPass(order: 2, cutoff: fineCutoff, sampleRate: HeartRateMonitor.sampleRate))
  private var shaped: [SIMD4<Double>] = []
  private var rhythmic: [SIMD4<Double>] = []
  private var even: [SIMD4<Double>] = []
  private var detrended: [SIMD4<Double>] = []
  private var trends: ([SIMD4<Double>], [SIMD4<Double>]) = ([], [])
  private var sizes: [Double] = []
  private var powers: [SIMD4<Double>] = []

  /// Looks at another window, from its first sample to its last.
  /// - Parameters:
  ///   - times: Of its samples, in seconds, rising; at least one.
  ///   - levels: The channels' mean levels.
  mutating func filter(
    times: ArraySlice<Double>, colors: ArraySlice<SIMD4<Double>>, levels: SIMD4<Double>
  ) {
    let start = times[times.startIndex]
    let duration = times[times.endIndex - 1] - start
    let count = Int(duration * HeartRateMonitor.sampleRate) + 1
    self.count = count
    resampler.resample(times: times, values: colors, from: start, count: count, into: &shaped)
    prepareDetrending(count)
    copy(shaped, into: &even)
    shapePriors.detrend(&shaped, by: rhythmPriors, into: &rhythmic, trends: &trends)
    measureRestlessness(levels: levels)
    split(rhythmic, into: \.rough)
    markGaps(times, from: start, in: &channels[0].disturbances)
    for lane in 1..<3 {
      channels[lane].disturbances.removeAll(keepingCapacity: true)
      channels[lane].disturbances.append(contentsOf: channels[0].disturbances)
    }
    let jolts = Self.cutOffJolts(in: &rhythmic, sizes: &sizes)
    for lane in 0..<3 where jolts[lane] < .infinity {
      channels[lane].markJolts(beyond: jolts[lane])
    }
    _ = Self.cutOffJolts(in: &shaped, sizes: &sizes)
    copy(shaped, into: &detrended)
    bandPass.filter(&rhythmic)
    lowPass.filter(&shaped)
    split(rhythmic, into: \.rhythmic)
    split(shaped, into: \.shaped)
    markBursts()
    compareColors(levels: levels)
  }

  /// A channel's levels on the even grid.
  func levels(_ lane: Int) -> [Double] {
    var levels: [Double] = []
    Self.split(even, lane, into: &levels)
    return levels
  }

  /// A channel without its trend, low-passed less than for finding beats.
  mutating func fine(_ lane: Int) -> [Double] {
    var signal: [Double] = []
    Self.split(detrended, lane, into: &signal)
    fineLowPass.filter(&signal)
    return signal
  }

  private mutating func prepareDetrending(_ count: Int) {
    guard rhythmPriors.count != count else { return }
    usedPriors.append((rhythmPriors, shapePriors))
    if let index = usedPriors.firstIndex(where: { $0.rhythm.count == count }) {
      (rhythmPriors, shapePriors) = usedPriors.remove(at: index)
    } else {
      rhythmPriors = SmoothnessPriors(count: count, lambda: Self.rhythmLambda)
      shapePriors = SmoothnessPriors(count: count, lambda: Self.shapeLambda)
    }
    if usedPriors.count > Self.mostUsedPriors { usedPriors.removeFirst() }
  }

  private static let mostUsedPriors = 4

  private func copy(_ signal: [SIMD4<Double>], into result: inout [SIMD4<Double>]) {
    result.removeAll(keepingCapacity: true)
    result.append(contentsOf: signal)
  }

  /// Gives each channel its own course of a signal of all three.
  private mutating func split(
    _ signal: [SIMD4<Double>], into course: WritableKeyPath<Channel, [Double]>
  ) {
    for lane in 0..<3 { Self.split(signal, lane, into: &channels[lane][keyPath: course]) }
  }

  private static func split(_ signal: [SIMD4<Double>], _ lane: Int, into result: inout [Double]) {
    if result.count != signal.count { result = [Double](repeating: 0, count: signal.count) }
    signal.withUnsafeBufferPointer { signal in
      result.withUnsafeMutableBufferPointer { result in
        for i in signal.indices { result[i] = signal[i][lane] }
      }
    }
  }

  /// Marks the samples of the grid that lie between frames far apart or next to them, where the filters
  /// still feel what the spline made up.
  private func markGaps(
    _ times: ArraySlice<Double>, from start: Double, in marks: inout [Disturbance]
  ) {
    marks.removeAll(keepingCapacity: true)
    marks.append(contentsOf: repeatElement(.none, count: count))
    for i in times.indices.dropFirst() where times[i] - times[i - 1] > Self.longestBridge {
      let first = Int(((times[i - 1] - start) * HeartRateMonitor.sampleRate).rounded(.up))
      let last = Int((times[i] - start) * HeartRateMonitor.sampleRate)
      for sample in max(first - Self.gapReach, 0)...min(last + Self.gapReach, count - 1) {
        marks[sample] = .missing
      }
    }
  }

  /// Bounds what is large beside the rest.
  /// - Returns: What a sample of each channel must exceed to be taken for disturbed; infinity where
  ///   none does.
  private static func cutOffJolts(
    in signal: inout [SIMD4<Double>], sizes: inout [Double]
  ) -> SIMD4<Double> {
    var power = SIMD4<Double>.zero
    for value in signal {
      let square = value * value
      power.replace(with: square, where: square .> power)
    }
    // Where half of the samples are not small beside the highest, it lies within the bound.
    let share = 1.4826 * limit
    let smallPower = power / (share * share)
    var small = SIMD4<Double>.zero
    let one = SIMD4<Double>(repeating: 1)
    for value in signal {
      small += SIMD4<Double>.zero.replacing(with: one, where: value * value .< smallPower)
    }
    var jolts = SIMD4<Double>(repeating: .infinity)
    for lane in 0..<3 where Int(small[lane]) > signal.count / 2 {
      // Every other sample is enough for a median of hundreds.
      sizes.removeAll(keepingCapacity: true)
      for i in stride(from: 0, to: signal.count, by: 2) { sizes.append(abs(signal[i][lane])) }
      let deviation = 1.4826 * (sizes.selectMedian() ?? 0)
      guard deviation > 0 else { continue }
      let bound = limit * deviation
      for i in signal.indices { signal[i][lane] = min(max(signal[i][lane], -bound), bound) }
      if power[lane].squareRoot() > disturbance * deviation {
        jolts[lane] = disturbance * deviation
      }
    }
    return jolts
  }

  /// Marks where a channel is stronger than a pulse varies, for about as long as a beat.
  private mutating func markBursts() {
    let width = Self.burstWidth
    guard count > 2 * width else { return }
    powers.removeAll(keepingCapacity: true)
    var (power, total, highest) = (SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero)
    for i in 0..<count {
      power += shaped[i] * shaped[i]
      guard i >= width - 1 else { continue }
      powers.append(power)
      total += power
      highest.replace(with: power, where: power .> highest)
      power -= shaped[i - width + 1] * shaped[i - width + 1]
    }
    let usual = total / Double(powers.count)
    // Nothing is far above the median that is not well above the mean.
    for lane in 0..<3 where highest[lane] > Self.burstPower / 2 * usual[lane] {
      // Powers so close together hardly differ.
      sizes.removeAll(keepingCapacity: true)
      for i in stride(from: 0, to: powers.count, by: 5) { sizes.append(powers[i][lane]) }
      let bound = Self.burstPower * (sizes.selectMedian() ?? 0)
      guard highest[lane] > bound else { continue }
      for i in powers.indices where powers[i][lane] > bound { channels[lane].markBurst(at: i) }
    }
  }

  private mutating func measureRestlessness(levels: SIMD4<Double>) {
    var power = SIMD4<Double>.zero
    for value in rhythmic { power += value * value }
    restlessness = 0
    for lane in 0..<3 where levels[lane] > 10 {
      restlessness = max(
        restlessness, (power[lane] / Double(count)).squareRoot() / levels[lane])
    }
  }

  private mutating func compareColors(levels: SIMD4<Double>) {
    isCommonToAllColors = false
    guard (0..<3).allSatisfy({ (5.0...252).contains(levels[$0]) }),
      levels[0] != levels[1] || levels[1] != levels[2]
    else { return }
    let scale = SIMD4(1 / levels[0], 1 / levels[1], 1 / levels[2], 0)
    var (shared, own, products) = (0.0, SIMD4<Double>.zero, SIMD4<Double>.zero)
    // Every other sample is enough for a signal without anything fast.
    for i in stride(from: 0, to: shaped.count, by: 2) {
      let relative = shaped[i] * scale
      let common = (relative[0] + relative[1] + relative[2]) * (1.0 / 3)
      shared += common * common
      own += relative * relative
      products += relative * common
    }
    // Rounding is no light.
    guard shared > 1e-14 * Double(shaped.count) else { return }
    // Each colour's part in the common course, by regression, which noise of its own hardly moves.
    let parts = products / shared - SIMD4(1, 1, 1, 0)
    let correlations = products * products / (own * shared + SIMD4(0, 0, 0, 1))
    isCommonToAllColors =
      (parts * parts).sum() < 3 * Self.commonSpread * Self.commonSpread
      && (0..<3).allSatisfy { correlations[$0] > Self.commonShare }
  }

  /// The standard deviation of the colours' parts in a course that is common to them, at most.
  private static let commonSpread = 0.04

  /// What a common course is of each colour's power, at least.
  private static let commonShare = 0.8
}
