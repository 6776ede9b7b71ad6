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
  }

  /// Smoothness-priors detrending has its half-amplitude point at λ^(-1/2) radians a sample: 0.87 Hz.
  /// A slow pulse loses some of its fundamental there, not its rhythm; drift and breathing lose all.
  static let lambda = 30.0

  /// Edges of the band that rhythm and upstrokes are taken from, in hertz.
  static let band = 0.5...4.0

  /// Detrended samples beyond this many standard deviations, estimated from the median, are cut off
  /// there: a jolt then weighs no more than a few beats.
  static let limit = 4.0

  private static let bandPass = SecondOrderSections.butterworthBandPass(
    order: 2, low: band.lowerBound, high: band.upperBound,
    sampleRate: HeartRateMonitor.sampleRate)

  private var resampler = SplineResampler<SIMD4<Double>>(sampleRate: HeartRateMonitor.sampleRate)
  private var detrending = SmoothnessPriors(count: 0, lambda: lambda)
  private var colors: [SIMD4<Double>] = []

  /// The evidence (at most 2) that noise does not reach, for a window of so many seconds.
  ///
  /// Fitted to the largest of 20,000 windows each of white, pink and brown noise; what chance can
  /// do falls with the square root of the time it has.
  static func threshold(forWindow seconds: Double) -> Double {
    0.85 + 1.55 / seconds.squareRoot()
  }

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
      count: Int(seconds * sampleRate) + 1, into: &colors)
    let restlessness = removeTrend(levels: conditions.levels)
    Self.bandPass.filterZeroPhase(&colors)

    let candidates = channels.channels.compactMap { channel in
      PulseCandidate(
        channel: channel, signal: colors.map { $0[channel.lane] }, sampleRate: sampleRate)
    }
    guard let best = candidates.max(by: { $0.evidence < $1.evidence }) else {
      return Finding(
        outcome: .refused(conditions.explanation(restlessness: restlessness)), quality: 0)
    }
    let quality = min(max((best.evidence - 0.9) / 1.05, 0), 1)
    guard best.evidence >= Self.threshold(forWindow: seconds) else {
      return Finding(
        outcome: .refused(conditions.explanation(restlessness: restlessness)), quality: quality,
        channel: best.channel)
    }
    return finding(of: best, from: start, interval: interval, quality: quality)
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
    // A clear pulse is as exact as its beats' places; doubt grows as the evidence falls.
    let doubt = max(0, 1.8 - candidate.evidence)
    let halfWidth = (0.5 + 8 * doubt) * (10 / max(duration, 1)).squareRoot()
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
      quality: quality, channel: candidate.channel, beats: beats, pulse: pulse)
  }

  /// Removes the slow trend of every channel and cuts off what sticks out.
  /// - Returns: The largest root mean square of what is left, over the channel's level.
  private mutating func removeTrend(levels: SIMD4<Double>) -> Double {
    if detrending.count != colors.count {
      detrending = SmoothnessPriors(count: colors.count, lambda: Self.lambda)
    }
    detrending.detrend(&colors)
    var restlessness = 0.0
    for lane in 0..<3 {
      let power = colors.reduce(0) { $0 + $1[lane] * $1[lane] } / Double(colors.count)
      if levels[lane] > 10 {
        restlessness = max(restlessness, power.squareRoot() / levels[lane])
      }
      let sizes = colors.map { abs($0[lane]) }.sorted()
      let bound = Self.limit * 1.4826 * sizes[sizes.count / 2]
      guard bound > 0 else { continue }
      for i in colors.indices { colors[i][lane] = min(max(colors[i][lane], -bound), bound) }
    }
    return restlessness
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
