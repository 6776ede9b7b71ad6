import VideoFrames

/// Measures the surroundings of a candidate in its window. Between windows it keeps only memory and
/// factored filters.
struct PulseExamination: Sendable {
  private var slowMovement = SlowMovement()
  private var rivalRhythm = RivalRhythm()

  /// Measures the surroundings of a candidate in its window, and keeps them in the candidate.
  /// - Parameters:
  ///   - interval: The interval to be measured, in seconds.
  ///   - candidates: The candidates of all channels.
  ///   - frames: The window's frames, and `filters` the same, filtered.
  ///   - window: The samples of the window in `history`.
  mutating func examine(
    _ candidate: inout PulseCandidate, in interval: Range<Double>,
    among candidates: [PulseCandidate],
    frames: WindowFrames, filters: PulseFilters, of history: ColorHistory,
    window: Range<Int>, conditions: WindowConditions, subject: PulseSubject
  ) {
    var result = PulseCircumstances()
    let start = filters.start
    let beats = candidate.beats.map { start + $0.sample / HeartRateMonitor.sampleRate }
    let rate = candidate.meanRate
    let leastLogit = PulseEvidence.threshold(forWindow: conditions.duration)
    for other in candidates
    where other.channel != candidate.channel && other.isFree == candidate.isFree {
      if other.evidence.logit >= leastLogit,
        abs(other.meanRate - rate) > Self.greatestRateDifference
      {
        result.disagreeing += 1
      }
    }
    result.meanRate = rate
    let usual =
      max(interval.upperBound - interval.lowerBound, HeartRateMonitor.shortestWindow)
      + HeartRateMonitor.leadIn + HeartRateMonitor.lookahead
    result.lengthening = conditions.duration / usual
    let signal = filters[candidate.channel]
    result.relativeRMS = filters.relativeRMS(of: candidate.channel)
    result.rises = candidate.rises(in: signal.lowPassed).figures
    result.slowExcess = slowMovement.excess(
      in: filters.resampled(candidate.channel), over: candidate.rhythm.period)
    result.rival = rivalRhythm.strength(in: signal.bandPassed, beats: candidate.beats)
    result.isProjected = frames.isProjected
    result.removedRMS = frames.removedRMS
    // A camera without color sees all three alike, whatever it looks at.
    var meanBeat: MeanBeat?
    if !conditions.isColorless,
      let response = ColorResponse(of: candidate, in: filters, levels: frames.levels)
    {
      result.colors = response.balance
      // Without the common light, the remainder has no level of its own.
      if !frames.isProjected {
        candidate.colorResponse = response
        result.depth = response.depth
      }
      meanBeat = candidate.channel.component.flatMap { response.meanBeats[$0.rawValue] }
    }
    let cut =
      meanBeat
      ?? MeanBeat(
        ofLevels: filters.resampled(candidate.channel), beats: candidate.beats.map(\.sample))
    if let cut, cut.count >= 3 {
      result.skewness = cut.derivativeSkewness.map { $0 * candidate.sign }
      result.roundness = cut.fundamentalShare
    }
    result.unevennessChange = UnevennessResponse.ratio(
      of: beats, frames: frames, history: history, window: window, conditions: conditions)
    result.noiseLogit = leastLogit
    result.framesPerBeat = 60 / (rate * max(conditions.typicalGap, 1e-3))
    // Key frames keep their period, so frames before the window show a comb as well.
    let past = Self.startOfStretch(
      of: history, to: window, conditions: conditions, rule: subject.picture.finger)
    let own = frames.values(of: candidate.channel)
    let period = Int(result.framesPerBeat.rounded())
    if period >= 2 { result.jumpShare = KeyFrameComb.jumpShare(of: own, period: period) }
    result.foldedJumpShare = KeyFrameComb.foldedJumpShare(
      times: frames.times, levels: own, beats: beats)
    let levels =
      candidate.channel.component.map { component in
        history.colors[past..<window.upperBound].withUnsafeBytes {
          [Double](lane: component.rawValue, of: $0)
        }
      } ?? own
    result.combScore = KeyFrameComb.score(
      of: levels, times: frames.times,
      beats: beats,
      framesPerBeat: result.framesPerBeat, height: signal.lowPassed.peakToTrough)
    if let component = candidate.channel.component {
      result.isLockedToKeyFrames = KeyFrameComb.areBeats(
        beats, lockedToKeyFramesOf: history,
        in: window, component: component)
    }
    candidate.evidence.circumstances = result
  }

  /// Returns the index at which the last frames up to a window's end begin that show the finger, at
  /// most a long window before that end. A picture without it jumps where fingers come and go.
  private static func startOfStretch(
    of history: ColorHistory, to window: Range<Int>, conditions: WindowConditions, rule: FingerRule?
  ) -> Int {
    let earliest = history.indices(
      from: history.times[window.upperBound - 1] - HeartRateMonitor.longWindow, to: .infinity
    ).lowerBound
    guard let rule, let usualSpread = conditions.spread else { return earliest }
    var index = max(earliest, window.lowerBound)
    while index > earliest {
      if let spread = history.pictures[index - 1].spread, spread > 2 * usualSpread,
        !rule.isFinger(history.colors[index - 1], spread: spread)
      {
        let settled = history.indices(
          from: history.times[index - 1] + WindowFrames.movement, to: .infinity)
        return min(settled.lowerBound, window.lowerBound)
      }
      index -= 1
    }
    return index
  }

  /// The maximum difference of rates that agree, in beats per minute.
  private static let greatestRateDifference = 5.0
}

extension [Double] {
  /// The height from trough to peak of a sinusoid with the same power.
  fileprivate var peakToTrough: Double {
    (8 * reduce(0) { $0 + $1 * $1 } / Double(Swift.max(count, 1))).squareRoot()
  }
}
