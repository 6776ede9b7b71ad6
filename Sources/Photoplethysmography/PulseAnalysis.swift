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

    /// Whether something beats, but not clearly enough to be told from noise in so short a time.
    var isOpen = false
  }

  private var filters = PulseFilters()
  private var search = PulseSearch()
  private var captureTimes = CaptureTimes()

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
    let seconds = conditions.duration
    let sampleRate = HeartRateMonitor.sampleRate
    guard
      let (best, start) = bestCandidate(
        at: history.times[window], colors: history.colors[window], levels: conditions.levels,
        among: channels.channels)
    else {
      let reason =
        filters.isCommonToAllColors
        ? .motion : conditions.explanation(restlessness: filters.restlessness)
      return Finding(outcome: .refused(reason), quality: 0)
    }
    let quality = best.evidence.quality(inWindow: seconds)
    let isComb = KeyFrameComb.isComb(
      times: history.times[window],
      levels: history.colors[window].map { $0[best.channel.lane] },
      beats: best.beats.map { start + $0.sample / sampleRate })
    let isClear = best.evidence.logit >= PulseEvidence.threshold(forWindow: seconds)
    let inside =
      (interval.lowerBound - start) * sampleRate..<(interval.upperBound - start) * sampleRate
    let signal = filters.channels[best.channel.lane].shaped
    guard isClear, !isComb, best.isPresent(in: inside, of: signal) else {
      return Finding(
        outcome: .refused(conditions.explanation(restlessness: filters.restlessness)),
        quality: quality,
        channel: best.channel, evidence: best.evidence, isOpen: !isClear && !isComb)
    }
    return finding(of: best, from: start, interval: interval, quality: quality)
  }

  /// The clearest pulse of all channels and where its window begins, in seconds; `nil` where nothing
  /// repeats or all colours do as one. The filters are left as they were for it.
  private mutating func bestCandidate(
    at delivered: ArraySlice<Double>, colors: ArraySlice<SIMD4<Double>>, levels: SIMD4<Double>,
    among channels: [ColorChannel]
  ) -> (PulseCandidate, start: Double)? {
    filters.filter(times: delivered, colors: colors, levels: levels)
    if filters.isCommonToAllColors { return nil }
    let plain = bestCandidate(among: channels)
    if captureTimes.find(from: delivered) {
      let captured = captureTimes.times[...]
      filters.filter(times: captured, colors: colors, levels: levels)
      let bound = PulseEvidence.threshold(forWindow: captured[captured.count - 1] - captured[0])
      if let mended = bestCandidate(among: channels),
        Self.isMended(from: plain?.evidence.logit, to: mended.evidence.logit, bound: bound)
      {
        return (mended, captured[0])
      }
      filters.filter(times: delivered, colors: colors, levels: levels)
    }
    return plain.map { ($0, delivered[delivered.startIndex]) }
  }

  /// Whether a pulse read at the frames' capture is to be believed: beats are better placed there, so
  /// a little less evidence is no reason against it, unless it is too little.
  private static func isMended(from plain: Double?, to mended: Double, bound: Double) -> Bool {
    guard let plain else { return true }
    return mended > plain - 2 && (mended >= bound || plain < bound)
  }

  private mutating func bestCandidate(among channels: [ColorChannel]) -> PulseCandidate? {
    var best: PulseCandidate?
    for channel in channels {
      guard
        let candidate = search.candidate(in: filters.channels[channel.lane], named: channel),
        candidate.evidence.logit > best?.evidence.logit ?? -.infinity
      else { continue }
      best = candidate
    }
    return best
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
    for (index, beat) in candidate.beats.enumerated() {
      let time = start + beat.sample / sampleRate
      guard interval.contains(time) else { continue }
      beats.append(
        Beat(
          time: time,
          interval: index > 0 && beat.step == 1
            ? (beat.sample - candidate.beats[index - 1].sample) / sampleRate : nil,
          quality: min(max(candidate.shape.agreements[index] ?? quality, 0), 1)))
    }
    let first = max(0, Int(((interval.lowerBound - start) * sampleRate).rounded(.up)))
    let last = min(
      filters.count, Int(((interval.upperBound - start) * sampleRate).rounded(.up)))
    var pulse =
      first < last ? Array(filters.channels[candidate.channel.lane].shaped[first..<last]) : []
    let power = pulse.reduce(0) { $0 + $1 * $1 }
    if power > 0 {
      let scale = candidate.sign * (Double(pulse.count) / power).squareRoot()
      for i in pulse.indices { pulse[i] *= scale }
    }
    return Finding(
      outcome: .rate(
        HeartRateReading.Rate(
          beatsPerMinute: rate, low: max(0, rate - halfWidth), high: rate + halfWidth)),
      quality: quality, channel: candidate.channel, beats: beats, pulse: pulse,
      evidence: candidate.evidence)
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
