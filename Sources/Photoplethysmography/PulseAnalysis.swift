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

    var rate: HeartRateReading.Rate? {
      if case .rate(let rate) = outcome { rate } else { nil }
    }
  }

  private var filters = PulseFilters()
  private var search = PulseSearch()
  private var captureTimes = CaptureTimes()

  /// - Parameters:
  ///   - window: Samples to look at, at least one.
  ///   - interval: The seconds that the finding is about, within the window.
  ///   - previous: What was found in the interval that ends where this one begins.
  mutating func finding(
    in history: ColorHistory, window: Range<Int>, interval: Range<Double>,
    channels: ChannelSelection, after previous: Finding?
  ) -> Finding {
    let conditions = WindowConditions(history, in: window)
    if let obstacle = conditions.obstacle {
      return Finding(outcome: .refused(obstacle), quality: 0)
    }
    let seconds = conditions.duration
    let sampleRate = HeartRateMonitor.sampleRate
    guard
      let (clearest, start) = bestCandidate(
        at: history.times[window], colors: history.colors[window], conditions: conditions,
        among: channels.channels, after: previous?.rate)
    else {
      let reason =
        filters.isCommonToAllColors
        ? .motion : conditions.explanation(restlessness: filters.restlessness)
      return Finding(outcome: .refused(reason), quality: 0)
    }
    var best = clearest
    if best.evidence.rawLikeness >= PulseCandidate.clearLikeness {
      best.placeBeats(in: filters.fine(best.channel.lane))
    }
    let inside =
      (interval.lowerBound - start) * sampleRate..<(interval.upperBound - start) * sampleRate
    let rate =
      60 * sampleRate * best.beatCount(in: inside) / (inside.upperBound - inside.lowerBound)
    best.evidence.disturbedShare = filters.channels[best.channel.lane].disturbedShare(in: inside)
    best.evidence.rateChange = previous?.rate.map { abs($0.beatsPerMinute - rate) }
    let quality = best.evidence.quality(inWindow: seconds)
    let isComb = KeyFrameComb.isComb(
      times: history.times[window], colors: history.colors[window], lane: best.channel.lane,
      beats: best.beats.map { start + $0.sample / sampleRate })
    let isClear = best.evidence.logit >= PulseEvidence.threshold(forWindow: seconds)
    let signal = filters.channels[best.channel.lane].shaped
    guard isClear, !isComb, best.isPresent(in: inside, of: signal) else {
      return Finding(
        outcome: .refused(conditions.explanation(restlessness: filters.restlessness)),
        quality: quality, channel: best.channel, evidence: best.evidence,
        isOpen: !isClear && !isComb)
    }
    let halfWidth = best.evidence.halfWidth(
      forInterval: max(interval.upperBound - interval.lowerBound, 1))
    let told = beats(of: best, from: start, in: interval, after: previous?.beats.last?.time)
    return Finding(
      outcome: .rate(
        HeartRateReading.Rate(
          beatsPerMinute: rate, low: max(0, rate - halfWidth), high: rate + halfWidth)),
      quality: quality, channel: best.channel,
      beats: told.map { beat($0, of: best, from: start, quality: quality) },
      pulse: pulse(of: best, in: inside), evidence: best.evidence,
      light: PulseLight(
        levels: filters.levels(best.channel.lane), beats: best.beats.map(\.sample), of: told))
  }

  /// The clearest pulse of all channels and where its window begins, in seconds; `nil` where nothing
  /// repeats or all colours do as one. The filters are left as they were for it.
  private mutating func bestCandidate(
    at delivered: ArraySlice<Double>, colors: ArraySlice<SIMD4<Double>>,
    conditions: WindowConditions, among channels: [ColorChannel],
    after previous: HeartRateReading.Rate?
  ) -> (PulseCandidate, start: Double)? {
    filters.filter(times: delivered, colors: colors, levels: conditions.levels)
    if filters.isCommonToAllColors { return nil }
    let usual = previous.map { 60 / $0.beatsPerMinute * HeartRateMonitor.sampleRate }
    let plain = bestCandidate(among: channels, after: usual)
    if captureTimes.find(from: delivered, typicalGap: conditions.typicalGap) {
      let captured = captureTimes.times[...]
      filters.filter(times: captured, colors: colors, levels: conditions.levels)
      let bound = PulseEvidence.threshold(forWindow: captured[captured.count - 1] - captured[0])
      if let mended = bestCandidate(among: channels, after: usual),
        Self.isMended(from: plain?.evidence.logit, to: mended.evidence.logit, bound: bound)
      {
        return (mended, captured[0])
      }
      filters.filter(times: delivered, colors: colors, levels: conditions.levels)
    }
    return plain.map { ($0, delivered[delivered.startIndex]) }
  }

  /// Whether a pulse read at the frames' capture is to be believed: beats are better placed there, so
  /// a little less evidence is no reason against it, unless it is too little.
  private static func isMended(from plain: Double?, to mended: Double, bound: Double) -> Bool {
    guard let plain else { return true }
    return mended > plain - 2 && (mended >= bound || plain < bound)
  }

  private mutating func bestCandidate(
    among channels: [ColorChannel], after usual: Double?
  ) -> PulseCandidate? {
    var best: PulseCandidate?
    for channel in channels {
      guard
        let candidate = search.candidate(
          in: filters.channels[channel.lane], named: channel, after: usual),
        candidate.evidence.logit > best?.evidence.logit ?? -.infinity
      else { continue }
      best = candidate
    }
    return best
  }

  /// Which beats are those of an interval.
  ///
  /// The windows on both sides of a seam may place a beat there a little differently: it belongs to
  /// the first that says it is theirs, and is neither told twice nor lost between them.
  /// - Parameter last: The last beat of the interval before, in seconds.
  private func beats(
    of candidate: PulseCandidate, from start: Double, in interval: Range<Double>,
    after last: Double?
  ) -> Range<Int> {
    let sampleRate = HeartRateMonitor.sampleRate
    let earliest =
      last.map {
        max($0 + 0.4 * candidate.rhythm.period / sampleRate, interval.lowerBound - Self.seam)
      } ?? interval.lowerBound
    let times = candidate.beats.lazy.map { start + $0.sample / sampleRate }
    let first = times.firstIndex { $0 >= earliest } ?? times.endIndex
    return first..<max(first, times.firstIndex { $0 >= interval.upperBound } ?? times.endIndex)
  }

  private func beat(
    _ index: Int, of candidate: PulseCandidate, from start: Double, quality: Double
  ) -> Beat {
    let sampleRate = HeartRateMonitor.sampleRate
    let beat = candidate.beats[index]
    return Beat(
      time: start + beat.sample / sampleRate,
      interval: index > 0 && beat.step == 1
        ? (beat.sample - candidate.beats[index - 1].sample) / sampleRate : nil,
      quality: min(max(candidate.shape.agreements[index] ?? quality, 0), 1))
  }

  /// Seconds by which two windows may place a beat differently.
  private static let seam = 0.1

  /// The pulse in an interval, systole upwards, scaled to a root mean square of 1.
  private func pulse(of candidate: PulseCandidate, in interval: Range<Double>) -> [Double] {
    let first = max(0, Int(interval.lowerBound.rounded(.up)))
    let last = min(filters.count, Int(interval.upperBound.rounded(.up)))
    guard first < last else { return [] }
    var pulse = Array(filters.channels[candidate.channel.lane].shaped[first..<last])
    let power = pulse.reduce(0) { $0 + $1 * $1 }
    guard power > 0 else { return pulse }
    let scale = candidate.sign * (Double(pulse.count) / power).squareRoot()
    for i in pulse.indices { pulse[i] *= scale }
    return pulse
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
