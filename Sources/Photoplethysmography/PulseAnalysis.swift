/// Searches one window of the colour stream for a pulse, in five stages: conditions, timing,
/// filtering, search and acceptance.
///
/// Between windows it keeps only memory and factored filters, which change no result.
struct PulseAnalysis: Sendable {
  let channels: ChannelSelection
  let subject: PulseSubject

  private var combination = ColorCombination()
  private var captureTimes = CaptureTimes()
  private var filters = PulseFilters()
  private var search = PulseSearch()

  init(_ channels: ChannelSelection, of subject: PulseSubject) {
    self.channels = channels
    self.subject = subject
  }

  /// Returns the estimate that a window gives for an interval inside it.
  /// - Parameters:
  ///   - window: The samples of the window, at least one.
  ///   - interval: In seconds.
  ///   - preceding: The pulse in the interval that ends where this one begins.
  mutating func estimate(
    of interval: Range<Double>, in history: ColorHistory, window: Range<Int>,
    after preceding: PrecedingPulse
  ) -> PulseEstimate {
    let conditions = WindowConditions(history, in: window)
    if let obstacle = conditions.obstacle(to: subject, isCombined: channels.combination != nil) {
      return PulseEstimate(of: interval, refused: obstacle)
    }
    var frames = WindowFrames(history, in: window, conditions: conditions, of: subject)
    guard frames.absentShare <= WindowConditions.greatestGapShare else {
      return PulseEstimate(of: interval, refused: subject.wording.absence)
    }
    if let method = channels.combination {
      frames.combined = combination.signal(by: method, times: frames.times, colors: frames.colors)
    }
    guard
      var candidate = clearestCandidate(
        in: frames, typicalGap: conditions.typicalGap, after: preceding)
    else {
      let isLight = filters.isCommonToAllColors
      return PulseEstimate(
        of: interval,
        refused: isLight ? .motion : conditions.explanation(relativeRMS: relativeRMS(of: frames)))
    }
    if candidate.hasClearBeats {
      candidate.placeBeats(in: filters.wideband(candidate.channel))
    }
    let part = filters.positions(in: interval)
    let rate = candidate.rate(in: part)
    candidate.evidence.disturbedShare = filters[candidate.channel].disturbedShare(in: part)
    candidate.evidence.rateChange = preceding.beatsPerMinute.map { abs($0 - rate) }
    let quality = candidate.evidence.quality(
      inWindow: conditions.duration, margin: subject.evidenceMargin(for: channels))
    let acceptance = PulseAcceptance(subject: subject, channels: channels)
    let objection = acceptance.objection(
      to: candidate, frames: frames, filters: filters, part: part, duration: conditions.duration)
    guard let objection else {
      return accepted(candidate, rate: rate, quality: quality, in: interval, after: preceding)
    }
    return refused(
      candidate, objection, quality: quality, in: interval, of: history,
      explanation: conditions.explanation(relativeRMS: relativeRMS(of: frames)))
  }

  /// Returns the clearest pulse of all channels, or `nil` if nothing repeats or all colours change
  /// alike. Afterwards the filters hold the signals in which it was found.
  ///
  /// If frames came in bursts, both are searched: the frames at the times of delivery, and those at
  /// the times of capture.
  private mutating func clearestCandidate(
    in frames: WindowFrames, typicalGap: Double, after preceding: PrecedingPulse
  ) -> PulseCandidate? {
    filters.filter(frames)
    if filters.isCommonToAllColors { return nil }
    let usual = preceding.beatsPerMinute.map { 60 / $0 * HeartRateMonitor.sampleRate }
    let plain = search.clearestCandidate(among: channels.channels, in: filters, after: usual)
    guard captureTimes.find(from: frames.times, typicalGap: typicalGap) else { return plain }
    var mended = frames
    mended.times = captureTimes.times[...]
    filters.filter(mended)
    let duration = mended.times[mended.times.count - 1] - mended.times[0]
    let bound =
      subject.evidenceMargin(for: channels) + PulseEvidence.threshold(forWindow: duration)
    if let candidate = search.clearestCandidate(
      among: channels.channels, in: filters, after: usual),
      CaptureTimes.areBelieved(
        evidence: candidate.evidence.logit, evidenceAtDelivery: plain?.evidence.logit, bound: bound)
    {
      return candidate
    }
    filters.filter(frames)
    return plain
  }

  /// Returns the relative RMS, including movement that a combination hides from the filters.
  private func relativeRMS(of frames: WindowFrames) -> Double {
    max(filters.relativeRMS, frames.combined?.relativeRMS ?? 0)
  }

  private func accepted(
    _ candidate: PulseCandidate, rate: Double, quality: Double, in interval: Range<Double>,
    after preceding: PrecedingPulse
  ) -> PulseEstimate {
    let halfWidth = candidate.evidence.halfWidth(
      forInterval: max(interval.upperBound - interval.lowerBound, 1))
    var estimate = PulseEstimate(
      of: interval,
      outcome: .rate(
        HeartRateReading.Rate(
          beatsPerMinute: rate, low: max(0, rate - halfWidth), high: rate + halfWidth)),
      quality: quality, candidate: candidate)
    let own = beats(of: candidate, in: interval, after: preceding.lastBeat)
    estimate.beats = own.map { beat($0, of: candidate, quality: quality) }
    estimate.pulse = pulse(of: candidate, in: filters.positions(in: interval))
    if candidate.channel.component != nil {
      estimate.light = PulseLight(
        levels: filters.resampled(candidate.channel), beats: candidate.beats.map(\.sample),
        of: own)
    }
    return estimate
  }

  /// - Parameter explanation: The reason if neither missing frames nor changing light is one.
  private func refused(
    _ candidate: PulseCandidate, _ objection: PulseAcceptance.Objection, quality: Double,
    in interval: Range<Double>, of history: ColorHistory, explanation: RefusalReason
  ) -> PulseEstimate {
    if objection == .notBlood {
      return PulseEstimate(
        of: interval, outcome: .refused(.motion), quality: 0, candidate: candidate)
    }
    let inside = history.indices(from: interval.lowerBound, to: interval.upperBound)
    let isMissing = inside.count < 2 || WindowConditions(history, in: inside).hasGaps
    var estimate = PulseEstimate(
      of: interval, outcome: .refused(isMissing ? .irregularTimestamps : explanation),
      quality: isMissing ? 0 : quality, candidate: candidate)
    estimate.isInconclusive = objection == .weakEvidence
    return estimate
  }

  /// Returns the beats of an interval.
  ///
  /// The windows on both sides of a seam may place a beat there a little differently. It belongs to
  /// the first interval that holds it, so it is neither reported twice nor lost.
  /// - Parameter last: The last beat of the interval before, in seconds.
  private func beats(
    of candidate: PulseCandidate, in interval: Range<Double>, after last: Double?
  ) -> Range<Int> {
    let period = candidate.rhythm.period / HeartRateMonitor.sampleRate
    let earliest =
      last.map { max($0 + 0.4 * period, interval.lowerBound - Self.seam) } ?? interval.lowerBound
    let times = candidate.beats.lazy.map { filters.time(at: $0.sample) }
    let first = times.firstIndex { $0 >= earliest } ?? times.endIndex
    return first..<max(first, times.firstIndex { $0 >= interval.upperBound } ?? times.endIndex)
  }

  private func beat(_ index: Int, of candidate: PulseCandidate, quality: Double) -> Beat {
    let beat = candidate.beats[index]
    return Beat(
      time: filters.time(at: beat.sample),
      interval: index > 0 && beat.step == 1
        ? (beat.sample - candidate.beats[index - 1].sample) / HeartRateMonitor.sampleRate : nil,
      quality: min(max(candidate.correlation.ofBeats[index] ?? quality, 0), 1))
  }

  /// The greatest difference in seconds between the times that two windows give for a beat.
  private static let seam = 0.1

  /// Returns the pulse in a part of the window, systole upwards, scaled to a root mean square of 1.
  private func pulse(of candidate: PulseCandidate, in part: Range<Double>) -> [Double] {
    let first = max(0, Int(part.lowerBound.rounded(.up)))
    let last = min(filters.count, Int(part.upperBound.rounded(.up)))
    guard first < last else { return [] }
    var pulse = Array(filters[candidate.channel].lowPassed[first..<last])
    let power = pulse.reduce(0) { $0 + $1 * $1 }
    guard power > 0 else { return pulse }
    let scale = candidate.sign * (Double(pulse.count) / power).squareRoot()
    for i in pulse.indices { pulse[i] *= scale }
    return pulse
  }
}
