import SignalProcessing
import VideoFrames

/// Resamples a window of frames to an even grid and filters each channel for finding a pulse.
///
/// The channels run through every filter side by side, as lanes of one vector, which only this file
/// sees. Between windows it keeps only memory and factored filters.
struct PulseFilters: Sendable {
  /// The stiffness of the trend that is removed before band-passing, for finding the period:
  /// smoothness priors with the half-amplitude point at 0.87 Hz (λ^(-1/2) radians a sample). A slow
  /// pulse loses some of its fundamental there, not its period; drift and breathing lose all.
  static let bandPassLambda = 30.0

  /// The edges of the band-pass in hertz.
  static let pulseBand = 0.5...4.0

  /// The stiffness of the trend that is removed before low-passing, for finding beats: half
  /// amplitude at 0.48 Hz.
  static let lowPassLambda = 100.0

  /// The edge of the low-pass in hertz: the systolic upstroke stays steeper than the dicrotic one.
  static let lowPassCutoff = 5.0

  /// The filters of both.
  static let bandPassSections = SecondOrderSections.butterworthBandPass(
    order: 2, low: pulseBand.lowerBound, high: pulseBand.upperBound,
    sampleRate: HeartRateMonitor.sampleRate)
  static let lowPassSections = SecondOrderSections.butterworthLowPass(
    order: 2, cutoff: lowPassCutoff, sampleRate: HeartRateMonitor.sampleRate)

  /// The edge of the wideband signal in hertz, in which a clear beat's upstroke is placed.
  static let widebandCutoff = 8.0

  /// The limit of detrended samples in standard deviations, which are estimated from the median.
  /// With it, a jolt has no more weight than a few beats.
  static let limit = 4.0

  /// The number of standard deviations beyond which a sample is disturbed, and those within a fifth
  /// of a second of it.
  static let disturbance = 6.0
  static let disturbedReach = 6

  /// The samples over which power is compared, two thirds of a second, and the ratio to its median
  /// that is too high for a pulse, which is hardly ever twice as high as most.
  static let burstWidth = 20
  static let burstPower = 5.0

  /// A gap between frames longer than this, in seconds, may hide an upstroke.
  private static let longestBridge = 0.25

  /// The samples on each side of a gap that the gap distorts.
  private static let gapReach = 2

  /// A channel's signals on the even grid, as the camera sees them: more blood is less light.
  struct Channel: Sendable {
    /// Without the faster trend, and band-passed: the period stands out.
    fileprivate(set) var bandPassed: [Double] = []

    /// Without the slower trend, and low-passed: the beats keep their shape.
    fileprivate(set) var lowPassed: [Double] = []

    /// Without the faster trend, and not filtered.
    fileprivate(set) var detrended: [Double] = []

    /// The disturbance at each sample.
    fileprivate(set) var disturbances: [Disturbance] = []

    /// Returns the share of a part, in samples, in which a disturbance hides the pulse.
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
      for i in detrended.indices where abs(detrended[i]) > bound {
        let last = min(i + PulseFilters.disturbedReach, detrended.count - 1)
        for k in stride(from: max(marked, i - PulseFilters.disturbedReach), through: last, by: 1)
        where disturbances[k] == .none {
          disturbances[k] = .jolt
        }
        marked = last + 1
      }
    }
  }

  /// The signals that are filtered side by side: red, green and blue, or a combined signal alone.
  private typealias Lanes = SIMD4<Double>

  /// The channels that are searched: red, green and blue, or a combined signal alone.
  private var channels = [Channel](repeating: Channel(), count: 3)

  /// Whether the first lane holds a combined signal.
  private var isCombined = false

  /// The lanes of the channels that are searched.
  private var searched: Range<Int> { isCombined ? 0..<1 : 0..<3 }

  /// The reference for each channel's changes: its mean level, or the center of a combined signal.
  private var levels = Lanes.zero

  /// The time of the grid's first sample in seconds.
  private(set) var start = 0.0

  /// The number of samples on the grid.
  private(set) var count = 0

  /// The largest root mean square of fast changes, over the channel's level.
  private(set) var relativeRMS = 0.0

  /// The root mean square of each channel's fast changes, over its level.
  private var changes = Lanes.zero

  /// Whether all colors rise and fall together in the same proportion.
  ///
  /// Blood changes green and blue in other proportions than red, so this is never a pulse. It is a
  /// lamp's flicker or a moving shadow: the colors' parts then differ by less than a twenty-fifth.
  /// For a camera without color it is not known, and so false.
  private(set) var isCommonToAllColors = false

  private var resampler = SplineResampler<RGB>(sampleRate: HeartRateMonitor.sampleRate)
  private var combinedResampler = SplineResampler<Double>(
    sampleRate: HeartRateMonitor.sampleRate)
  private var bandPassPriors = RecentPriors(lambda: bandPassLambda)
  private var lowPassPriors = RecentPriors(lambda: lowPassLambda)
  private var bandPass = ZeroPhaseFilter<Lanes>(bandPassSections)
  private var lowPass = ZeroPhaseFilter<Lanes>(lowPassSections)
  private var widebandLowPass = ZeroPhaseFilter<Double>(
    .butterworthLowPass(order: 2, cutoff: widebandCutoff, sampleRate: HeartRateMonitor.sampleRate))
  private var resampledColors: [RGB] = []
  private var resampledCombination: [Double] = []
  private var bandPassed: [Lanes] = []
  private var lowPassed: [Lanes] = []

  /// The signal before it is low-passed, for the wideband signal.
  private var unfiltered: [Lanes] = []
  private var trends: ([Lanes], [Lanes]) = ([], [])
  private var sizes: [Double] = []
  private var powers: [Lanes] = []

  /// Resamples and filters a window, from its first frame to its last. It must have at least one
  /// frame.
  mutating func filter(_ window: WindowFrames) {
    start = window.times[window.times.startIndex]
    let duration = window.times[window.times.endIndex - 1] - start
    count = Int(duration * HeartRateMonitor.sampleRate) + 1
    resample(window)
    lowPassPriors.priors(count: count).detrend(
      &lowPassed, by: bandPassPriors.priors(count: count), into: &bandPassed, trends: &trends)
    measureRelativeRMS()
    split(bandPassed, into: \.detrended)
    Self.markGaps(
      window.times, from: start, count: count, in: &channels[0].disturbances)
    for lane in searched.dropFirst() {
      channels[lane].disturbances.removeAll(keepingCapacity: true)
      channels[lane].disturbances.append(contentsOf: channels[0].disturbances)
    }
    let jolts = Self.cutOffJolts(in: &bandPassed, lanes: searched, sizes: &sizes)
    for lane in searched where jolts[lane] < .infinity {
      channels[lane].markJolts(beyond: jolts[lane])
    }
    _ = Self.cutOffJolts(in: &lowPassed, lanes: searched, sizes: &sizes)
    Self.copy(lowPassed, into: &unfiltered)
    bandPass.filter(&bandPassed)
    lowPass.filter(&lowPassed)
    split(bandPassed, into: \.bandPassed)
    split(lowPassed, into: \.lowPassed)
    markBursts()
    compareColors()
  }

  /// The signals of one of the channels that the window was filtered for.
  subscript(channel: ColorChannel) -> Channel { channels[lane(of: channel)] }

  /// Returns a channel as it was recorded, on the even grid.
  func resampled(_ channel: ColorChannel) -> [Double] {
    guard let component = channel.component else { return resampledCombination }
    return resampledColors.withUnsafeBytes { [Double](lane: component.rawValue, of: $0) }
  }

  /// The changes of each color without the faster trend, over its level, if that is one that a camera sees well.
  var relativeChanges: [[Double]] {
    searched.filter { WindowConditions.usableLevels.contains(levels[$0]) }.map { lane in
      let scale = 1 / levels[lane]
      return channels[lane].detrended.map { scale * $0 }
    }
  }

  /// Whether a jolt or a burst of movement hides more of the window than noise does.
  var hasJolts: Bool {
    searched.contains { lane in
      channels[lane].disturbances.count { $0 == .jolt } > Self.burstWidth
    }
  }

  /// Returns a channel without the slower trend, with a higher edge of the low-pass than for
  /// finding beats.
  mutating func wideband(_ channel: ColorChannel) -> [Double] {
    var signal = unfiltered.withUnsafeBytes { [Double](lane: lane(of: channel), of: $0) }
    widebandLowPass.filter(&signal)
    return signal
  }

  /// Returns the root mean square of a channel's fast changes, over its level of at least 10. It is
  /// measured before jolts are cut off.
  func relativeRMS(of channel: ColorChannel) -> Double { changes[lane(of: channel)] }

  /// Returns the time in seconds of a position in samples of the grid.
  func time(at position: Double) -> Double { start + position / HeartRateMonitor.sampleRate }

  /// Returns an interval in samples of the grid, from one in seconds.
  func positions(in interval: Range<Double>) -> Range<Double> {
    let rate = HeartRateMonitor.sampleRate
    return (interval.lowerBound - start) * rate..<(interval.upperBound - start) * rate
  }

  private func lane(of channel: ColorChannel) -> Int { channel.component?.rawValue ?? 0 }

  /// Resamples a window to the even grid, with the channels that are searched side by side.
  private mutating func resample(_ window: WindowFrames) {
    resampler.resample(
      times: window.times, values: window.colors, from: start, count: count,
      into: &resampledColors)
    isCombined = window.combined != nil
    lowPassed.removeAll(keepingCapacity: true)
    if let combined = window.combined {
      combinedResampler.resample(
        times: window.times, values: combined.values[...], from: start, count: count,
        into: &resampledCombination)
      levels = Lanes(CombinedSignal.center, 0, 0, 0)
      lowPassed.append(contentsOf: resampledCombination.lazy.map { Lanes($0, 0, 0, 0) })
    } else {
      levels = window.levels.vector
      lowPassed.append(contentsOf: resampledColors.lazy.map { $0.vector })
    }
  }

  private static func copy(_ signal: [Lanes], into result: inout [Lanes]) {
    result.removeAll(keepingCapacity: true)
    result.append(contentsOf: signal)
  }

  /// Copies each channel's part of a signal of all lanes to the channel.
  private mutating func split(
    _ signal: [Lanes], into part: WritableKeyPath<Channel, [Double]>
  ) {
    for lane in searched {
      signal.withUnsafeBytes { channels[lane][keyPath: part].copy(lane: lane, of: $0) }
    }
  }

  /// Marks the samples of the grid that are between frames far apart or next to them, since the
  /// filters spread the spline's values there.
  private static func markGaps(
    _ times: ArraySlice<Double>, from start: Double, count: Int, in marks: inout [Disturbance]
  ) {
    marks.removeAll(keepingCapacity: true)
    marks.append(contentsOf: repeatElement(.none, count: count))
    for i in times.indices.dropFirst() where times[i] - times[i - 1] > longestBridge {
      let first = Int(((times[i - 1] - start) * HeartRateMonitor.sampleRate).rounded(.up))
      let last = Int((times[i] - start) * HeartRateMonitor.sampleRate)
      for sample in max(first - gapReach, 0)...min(last + gapReach, count - 1) {
        marks[sample] = .missing
      }
    }
  }

  /// Limits samples that are large relative to the rest.
  /// - Returns: The value of each channel above which a sample is disturbed; infinity if no sample
  ///   is.
  private static func cutOffJolts(
    in signal: inout [Lanes], lanes: Range<Int>, sizes: inout [Double]
  ) -> Lanes {
    var power = Lanes.zero
    for value in signal {
      let square = value * value
      power.replace(with: square, where: square .> power)
    }
    // If half of the samples are not small relative to the highest, it is within the bound.
    let share = 1.4826 * Self.limit
    let smallPower = power / (share * share)
    var small = Lanes.zero
    let one = Lanes(repeating: 1)
    for value in signal {
      small += Lanes.zero.replacing(with: one, where: value * value .< smallPower)
    }
    var bounds = Lanes(repeating: .infinity)
    var jolts = bounds
    for lane in lanes where Int(small[lane]) > signal.count / 2 {
      // Every other sample is enough for a median of hundreds.
      sizes.removeAll(keepingCapacity: true)
      for i in stride(from: 0, to: signal.count, by: 2) { sizes.append(abs(signal[i][lane])) }
      let deviation = 1.4826 * (sizes.selectUpperMedian() ?? 0)
      guard deviation > 0 else { continue }
      bounds[lane] = Self.limit * deviation
      guard power[lane].squareRoot() > Self.disturbance * deviation else { continue }
      if recurs(signal, lane) {
        bounds[lane] = .infinity
      } else {
        jolts[lane] = Self.disturbance * deviation
      }
    }
    if (bounds .< .infinity) != SIMDMask(repeating: false) {
      for i in signal.indices { signal[i].clamp(lowerBound: -bounds, upperBound: bounds) }
    }
    return jolts
  }

  /// Returns whether high values in a signal recur, as beats do between pauses: a jolt does not.
  private static func recurs(_ signal: [Lanes], _ lane: Int) -> Bool {
    let (least, most) = signal.reduce((0.0, 0.0)) { (min($0.0, $1[lane]), max($0.1, $1[lane])) }
    let bound = (most > -least ? most : least) / 2
    var (first, last, count) = (-1, -1, 0)
    for (index, value) in signal.enumerated() where value[lane] / bound > 1 {
      if last < 0 || index - last > leastRecurrence { count += 1 }
      if first < 0 { first = index }
      last = index
    }
    return count >= fewestRecurring && last - first > signal.count / 2
  }

  /// The minimum number of high values that count as beats, and the fewest samples between two of them.
  private static let (fewestRecurring, leastRecurrence) = (4, 8)

  /// Marks where a channel has far more power than a pulse, for about as long as a beat.
  private mutating func markBursts() {
    let width = Self.burstWidth
    guard count > 2 * width else { return }
    let steps = count - width + 1
    if powers.count != steps { powers = [Lanes](repeating: .zero, count: steps) }
    var (power, total, highest) = (Lanes.zero, Lanes.zero, Lanes.zero)
    lowPassed.withUnsafeBufferPointer { lowPassed in
      powers.withUnsafeMutableBufferPointer { powers in
        for i in 0..<(width - 1) { power += lowPassed[i] * lowPassed[i] }
        for i in powers.indices {
          power += lowPassed[i + width - 1] * lowPassed[i + width - 1]
          powers[i] = power
          total += power
          highest.replace(with: power, where: power .> highest)
          power -= lowPassed[i] * lowPassed[i]
        }
      }
    }
    let usual = total / Double(powers.count)
    // A power far above the median is also well above the mean.
    for lane in searched where highest[lane] > Self.burstPower / 2 * usual[lane] {
      // Powers so close together hardly differ.
      sizes.removeAll(keepingCapacity: true)
      for i in stride(from: 0, to: powers.count, by: 5) { sizes.append(powers[i][lane]) }
      let bound = Self.burstPower * (sizes.selectUpperMedian() ?? 0)
      guard highest[lane] > bound, !Self.recurs(lowPassed, lane) else { continue }
      for i in powers.indices where powers[i][lane] > bound { channels[lane].markBurst(at: i) }
    }
  }

  private mutating func measureRelativeRMS() {
    var power = Lanes.zero
    for value in bandPassed { power += value * value }
    relativeRMS = 0
    for lane in searched {
      changes[lane] = (power[lane] / Double(count)).squareRoot() / max(levels[lane], 10)
      if levels[lane] > 10 { relativeRMS = max(relativeRMS, changes[lane]) }
    }
  }

  private mutating func compareColors() {
    isCommonToAllColors = false
    guard !isCombined,
      (0..<3).allSatisfy({ WindowConditions.usableLevels.contains(levels[$0]) }),
      levels[0] != levels[1] || levels[1] != levels[2]
    else { return }
    let scale = SIMD4(1 / levels[0], 1 / levels[1], 1 / levels[2], 0)
    var (shared, own, products) = (0.0, Lanes.zero, Lanes.zero)
    // Every other sample is enough for a signal without anything fast.
    for i in stride(from: 0, to: lowPassed.count, by: 2) {
      let relative = lowPassed[i] * scale
      let common = (relative[0] + relative[1] + relative[2]) * (1.0 / 3)
      shared += common * common
      own += relative * relative
      products += relative * common
    }
    // Rounding errors do not count as light.
    guard shared > 1e-14 * Double(lowPassed.count) else { return }
    // Each color's part in the common course, by regression, which the color's own noise hardly
    // changes.
    let parts = products / shared - SIMD4(1, 1, 1, 0)
    let correlations = products * products / (own * shared + SIMD4(0, 0, 0, 1))
    isCommonToAllColors =
      (parts * parts).sum() < 3 * Self.commonSpread * Self.commonSpread
      && (0..<3).allSatisfy { correlations[$0] > Self.commonShare }
  }

  /// The maximum standard deviation of the colors' parts in a common course.
  private static let commonSpread = 0.04

  /// The minimum share of a common course in each color's power.
  private static let commonShare = 0.8
}
