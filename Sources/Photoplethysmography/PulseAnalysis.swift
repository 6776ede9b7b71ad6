import SignalProcessing

/// Looks for a pulse in one window of the colour stream.
///
/// What it keeps between windows is scratch memory and factored filters, which change no result.
struct PulseAnalysis: Sendable {
  /// What a window says about the interval inside it.
  struct Finding: Sendable {
    var outcome: HeartRateReading.Outcome
    var quality: Double
    var channel: ColorChannel?
    var beats: [Beat] = []
    var pulse: [Double] = []
    var evidence: PulseEvidence?
    var light: PulseLight?

    /// Whether something beats, but not clearly enough to be told from noise in so short a time.
    var isOpen = false
  }

  /// For the period: smoothness priors with the half-amplitude point at 0.87 Hz (λ^(-1/2) radians a
  /// sample), then a band-pass. A slow pulse loses some of its fundamental there, not its rhythm; drift
  /// and breathing lose all.
  static let rhythmLambda = 30.0
  static let rhythmBand = 0.5...4.0

  /// For the beats: half amplitude at 0.48 Hz, and a low-pass, so that the systolic upstroke stays
  /// steeper than the dicrotic one.
  static let shapeLambda = 100.0
  static let shapeCutoff = 5.0

  /// Detrended samples beyond this many standard deviations, estimated from the median, are cut off
  /// there: a jolt then weighs no more than a few beats.
  static let limit = 4.0

  private static let bandPass = SecondOrderSections.butterworthBandPass(
    order: 2, low: rhythmBand.lowerBound, high: rhythmBand.upperBound,
    sampleRate: HeartRateMonitor.sampleRate)
  private static let lowPass = SecondOrderSections.butterworthLowPass(
    order: 2, cutoff: shapeCutoff, sampleRate: HeartRateMonitor.sampleRate)

  private var resampler = SplineResampler<SIMD4<Double>>(sampleRate: HeartRateMonitor.sampleRate)
  private var rhythmPriors = SmoothnessPriors(count: 0, lambda: rhythmLambda)
  private var shapePriors = SmoothnessPriors(count: 0, lambda: shapeLambda)
  private var shaped: [SIMD4<Double>] = []
  private var rhythmic: [SIMD4<Double>] = []
  private var rough: [SIMD4<Double>] = []

  /// - Parameters:
  ///   - window: Samples to look at, at least one.
  ///   - interval: The seconds that the finding is about, within the window.
  mutating func finding(
    in history: ColorHistory, window: Range<Int>, interval: Range<Double>,
    channels: ChannelSelection
  ) -> Finding {
    let conditions = WindowConditions(history, in: window)
    if let obstacle = conditions.obstacle {
      return Finding(outcome: .refused(obstacle), quality: 0)
    }
    let start = history.times[window.lowerBound]
    let seconds = conditions.duration
    let sampleRate = HeartRateMonitor.sampleRate
    resampler.resample(
      times: history.times[window], values: history.colors[window], from: start,
      count: Int(seconds * sampleRate) + 1, into: &shaped)
    let restlessness = filter(levels: conditions.levels)
    if isCommonToAllColors(levels: conditions.levels) {
      return Finding(outcome: .refused(.motion), quality: 0)
    }
    let candidates = channels.channels.compactMap { channel in
      PulseCandidate(
        channel: channel, rhythmic: rhythmic.map { $0[channel.lane] },
        shaped: shaped.map { $0[channel.lane] }, rough: rough.map { $0[channel.lane] },
        sampleRate: sampleRate)
    }
    guard let best = candidates.max(by: { $0.evidence.logit < $1.evidence.logit }) else {
      return Finding(
        outcome: .refused(conditions.explanation(restlessness: restlessness)), quality: 0)
    }
    let quality = best.evidence.quality(inWindow: seconds)
    let levels = history.colors[window].map { $0[best.channel.lane] }
    let beats = best.beats.map { start + $0 / sampleRate }
    let isComb = KeyFrameComb.isComb(times: history.times[window], levels: levels, beats: beats)
    let isClear = best.evidence.logit >= PulseEvidence.threshold(forWindow: seconds)
    let inside =
      (interval.lowerBound - start) * sampleRate..<(interval.upperBound - start) * sampleRate
    guard isClear, !isComb, best.isPresent(in: inside) else {
      return Finding(
        outcome: .refused(conditions.explanation(restlessness: restlessness)), quality: quality,
        channel: best.channel, evidence: best.evidence, isOpen: !isClear && !isComb)
    }
    var finding = finding(of: best, from: start, interval: interval, quality: quality)
    finding.light = PulseLight(
      times: history.times[window], levels: levels, beats: beats, interval: interval)
    return finding
  }

  private func finding(
    of candidate: PulseCandidate, from start: Double, interval: Range<Double>, quality: Double
  ) -> Finding {
    let sampleRate = HeartRateMonitor.sampleRate
    let duration = interval.upperBound - interval.lowerBound
    let count = candidate.beatCount(
      from: (interval.lowerBound - start) * sampleRate,
      to: (interval.upperBound - start) * sampleRate)
    let rate = 60 * count / duration
    let halfWidth = candidate.evidence.halfWidth(forInterval: max(duration, 1))
    var beats: [Beat] = []
    for (index, position) in candidate.beats.enumerated() {
      let time = start + position / sampleRate
      guard interval.contains(time) else { continue }
      beats.append(
        Beat(
          time: time,
          interval: index > 0 ? (position - candidate.beats[index - 1]) / sampleRate : nil,
          quality: min(max(candidate.shape.agreements[index] ?? quality, 0), 1)))
    }
    let first = max(0, Int(((interval.lowerBound - start) * sampleRate).rounded(.up)))
    let last = min(
      candidate.signal.count, Int(((interval.upperBound - start) * sampleRate).rounded(.up)))
    var pulse = first < last ? Array(candidate.signal[first..<last]) : []
    let power = pulse.reduce(0) { $0 + $1 * $1 }
    if power > 0 {
      let scale = (Double(pulse.count) / power).squareRoot()
      for i in pulse.indices { pulse[i] *= scale }
    }
    return Finding(
      outcome: .rate(
        HeartRateReading.Rate(
          beatsPerMinute: rate, low: max(0, rate - halfWidth), high: rate + halfWidth)),
      quality: quality, channel: candidate.channel, beats: beats, pulse: pulse,
      evidence: candidate.evidence)
  }

  /// Makes the two filtered forms of the resampled colours.
  /// - Returns: The largest root mean square of what is fast, over the channel's level.
  private mutating func filter(levels: SIMD4<Double>) -> Double {
    let count = shaped.count
    if rhythmPriors.count != count {
      rhythmPriors = SmoothnessPriors(count: count, lambda: Self.rhythmLambda)
      shapePriors = SmoothnessPriors(count: count, lambda: Self.shapeLambda)
    }
    rhythmic = shaped
    rhythmPriors.detrend(&rhythmic)
    rough = rhythmic
    shapePriors.detrend(&shaped)
    var restlessness = 0.0
    for lane in 0..<3 where levels[lane] > 10 {
      let power = rhythmic.reduce(0) { $0 + $1[lane] * $1[lane] } / Double(count)
      restlessness = max(restlessness, power.squareRoot() / levels[lane])
    }
    Self.cutOffJolts(in: &rhythmic)
    Self.cutOffJolts(in: &shaped)
    Self.bandPass.filterZeroPhase(&rhythmic)
    Self.lowPass.filterZeroPhase(&shaped)
    return restlessness
  }

  private static func cutOffJolts(in signal: inout [SIMD4<Double>]) {
    for lane in 0..<3 {
      let sizes = signal.map { abs($0[lane]) }.sorted()
      let bound = limit * 1.4826 * sizes[sizes.count / 2]
      guard bound > 0 else { continue }
      for i in signal.indices { signal[i][lane] = min(max(signal[i][lane], -bound), bound) }
    }
  }

  /// Whether all colours rise and fall together in the same proportion.
  ///
  /// Blood takes away green and blue in other proportions than red, so a pulse never does that; a
  /// lamp's flicker and a moving shadow do nothing else. What the colours do not share is under a
  /// twentieth then; in fingertips it was never below 0.09. A camera without colour cannot tell.
  private func isCommonToAllColors(levels: SIMD4<Double>) -> Bool {
    guard (0..<3).allSatisfy({ (5.0...252).contains(levels[$0]) }),
      levels[0] != levels[1] || levels[1] != levels[2]
    else { return false }
    let scale = SIMD4(1 / levels[0], 1 / levels[1], 1 / levels[2], 0)
    var (difference, total) = (0.0, 0.0)
    for color in shaped {
      let relative = color * scale
      let common = relative.sum() / 3
      let rest = relative - SIMD4(common, common, common, 0)
      difference += (rest * rest).sum()
      total += (relative * relative).sum()
    }
    return total > 0 && difference < 0.0025 * total
  }
}

extension ChannelSelection {
  var channels: [ColorChannel] {
    switch self {
    case .automatic: ColorChannel.allCases
    case .channel(let channel): [channel]
    }
  }
}
