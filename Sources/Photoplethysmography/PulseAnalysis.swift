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
  private var combination = ColorCombination()

  /// - Parameters:
  ///   - window: Samples to look at, at least one.
  ///   - interval: The seconds that the finding is about, within the window.
  ///   - previous: What was found in the interval that ends where this one begins.
  mutating func finding(
    in history: ColorHistory, window: Range<Int>, interval: Range<Double>,
    channels: ChannelSelection, of subject: PulseSubject, after previous: Finding?
  ) -> Finding {
    let conditions = WindowConditions(history, in: window)
    let method = channels.combination
    if let obstacle = conditions.obstacle(to: subject, isCombined: method != nil) {
      return Finding(outcome: .refused(obstacle), quality: 0)
    }
    var (times, colors, levels) = (
      history.times[window], history.colors[window], conditions.levels
    )
    if subject == .fingertip,
      let seen = history.withFinger(in: window, usualSpread: conditions.spread)
    {
      guard seen.absentShare <= WindowConditions.greatestGapShare else {
        return Finding(outcome: .refused(.noFinger), quality: 0)
      }
      (times, colors) = (seen.times[...], seen.colors[...])
    }
    if let method {
      combination.combine(method, times: times, colors: colors)
      colors = combination.signal[...]
      levels = SIMD4(ColorCombination.level, 0, 0, 0)
    }
    let margin = PulseEvidence.margin(for: subject, method)
    let seconds = conditions.duration
    let sampleRate = HeartRateMonitor.sampleRate
    guard
      let (clearest, start) = bestCandidate(
        at: times, colors: colors, levels: levels,
        typicalGap: conditions.typicalGap, among: channels.channels, margin: margin,
        after: previous?.rate)
    else {
      let reason =
        filters.isCommonToAllColors
        ? .motion : conditions.explanation(restlessness: restlessness(isCombined: method != nil))
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
    let quality = best.evidence.quality(inWindow: seconds, margin: margin)
    let isComb = KeyFrameComb.isComb(
      times: times, colors: colors, lane: best.channel.lane,
      beats: best.beats.map { start + $0.sample / sampleRate })
    let isClear = best.evidence.logit >= PulseEvidence.threshold(forWindow: seconds) + margin
    let signal = filters.channels[best.channel.lane].shaped
    let isGrain =
      method == nil
      && Self.isGrain(
        signal, colors: colors, lane: best.channel.lane, level: levels[best.channel.lane])
    guard isClear, !isComb, !isGrain, best.isPresent(in: inside, of: signal) else {
      let within = history.indices(from: interval.lowerBound, to: interval.upperBound)
      let isMissing =
        within.count < 2 || WindowConditions(history, in: within).hasGaps
      return Finding(
        outcome: .refused(
          isMissing
            ? .irregularTimestamps
            : conditions.explanation(restlessness: restlessness(isCombined: method != nil))),
        quality: isMissing ? 0 : quality, channel: best.channel, evidence: best.evidence,
        isOpen: !isClear && !isComb && !isGrain)
    }
    if subject == .skin {
      // A combination stands in the first lane, the colours behind it.
      let lanes = method == nil ? 0..<3 : 1..<4
      let signature = SkinSignature(
        colors: lanes.map { filters.levels($0) }, signal: filters.levels(best.channel.lane),
        beats: best.beats.map(\.sample))
      guard signature.isBlood(in: method), !signature.isManifold else {
        return Finding(
          outcome: .refused(.motion), quality: 0, channel: best.channel, evidence: best.evidence)
      }
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
      light: method != nil
        ? nil
        : PulseLight(
          levels: filters.levels(best.channel.lane), beats: best.beats.map(\.sample), of: told))
  }

  /// Movement that a combination hides from the filters is movement all the same.
  private func restlessness(isCombined: Bool) -> Double {
    max(filters.restlessness, isCombined ? combination.restlessness : 0)
  }

  /// Whether a signal is no higher than the steps in which its levels are told, or than what rounding
  /// leaves: a slow change told in steps beats as evenly as no heart does.
  private static func isGrain(
    _ signal: [Double], colors: ArraySlice<SIMD4<Double>>, lane: Int, level: Double
  ) -> Bool {
    var step = Double.infinity
    var before = colors[colors.startIndex][lane]
    for color in colors {
      let change = abs(color[lane] - before)
      if change > 0 { step = min(step, change) }
      before = color[lane]
    }
    var power = 0.0
    for value in signal { power += value * value }
    // Peak to trough, as of a sinusoid.
    let height = (8 * power / Double(signal.count)).squareRoot()
    return height < 2 * step || height < 1e-4 * level
  }

  /// The clearest pulse of all channels and where its window begins, in seconds; `nil` where nothing
  /// repeats or all colours do as one. The filters are left as they were for it.
  private mutating func bestCandidate(
    at delivered: ArraySlice<Double>, colors: ArraySlice<SIMD4<Double>>, levels: SIMD4<Double>,
    typicalGap: Double, among channels: [ColorChannel], margin: Double,
    after previous: HeartRateReading.Rate?
  ) -> (PulseCandidate, start: Double)? {
    filters.filter(times: delivered, colors: colors, levels: levels)
    if filters.isCommonToAllColors { return nil }
    let usual = previous.map { 60 / $0.beatsPerMinute * HeartRateMonitor.sampleRate }
    let plain = bestCandidate(among: channels, after: usual)
    if captureTimes.find(from: delivered, typicalGap: typicalGap) {
      let captured = captureTimes.times[...]
      filters.filter(times: captured, colors: colors, levels: levels)
      let bound =
        margin + PulseEvidence.threshold(forWindow: captured[captured.count - 1] - captured[0])
      if let mended = bestCandidate(among: channels, after: usual),
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
