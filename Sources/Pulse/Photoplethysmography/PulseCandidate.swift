import SignalProcessing

/// The pulse that one channel of a window may hold.
struct PulseCandidate: Sendable {
  let channel: ColorChannel

  /// 1 if systole is upward in the channel as the camera sees it, -1 if it is downward.
  let sign: Double

  let rhythm: Rhythm

  /// Whether the beats are where the light rises as a beat does, whatever the rhythm.
  let isFree: Bool

  /// Whether beats were added between those of a rhythm.
  var hasAdded: Bool { evidence.circumstances.rises.addedCount > 0 }

  /// The rises of the channel.
  let upstrokes: Upstrokes

  /// The verdict of the upstrokes on the beats as these were found.
  private(set) var verdict: UpstrokeVerdict

  /// The upstrokes of the beats; at least three.
  private(set) var beats: [BeatTracker.Position]
  private(set) var correlation: TemplateCorrelation
  var evidence: PulseEvidence

  /// The changes of the colors with the beats; `nil` if they were not examined.
  var colorResponse: ColorResponse?

  /// - Parameters:
  ///   - correlation: The correlation of all beats.
  ///   - likeness: The mean template correlation of the beats that are not early, in the band-passed signal
  ///     and in the detrended one.
  init(
    channel: ColorChannel, sign: Double, rhythm: Rhythm, upstrokes: Upstrokes, isFree: Bool,
    verdict: UpstrokeVerdict, beats: [BeatTracker.Position], correlation: TemplateCorrelation,
    likeness: (bandPassed: Double, detrended: Double),
    early: [Int]
  ) {
    self.channel = channel
    self.sign = sign
    self.rhythm = rhythm
    (self.upstrokes, self.isFree, self.verdict) = (upstrokes, isFree, verdict)
    self.beats = beats
    self.correlation = correlation
    evidence = PulseEvidence(
      rhythm: rhythm, beats: beats, likeness: likeness, early: early)
  }

  /// Takes other beats of the same pulse.
  /// - Parameter correlations: The template correlation of each.
  mutating func replaceBeats(_ beats: [BeatTracker.Position], correlations: [Double?]) {
    self.beats = beats
    verdict = UpstrokeVerdict(on: beats, of: upstrokes)
    correlation = TemplateCorrelation(
      ofBeats: correlations, mean: correlation.mean, median: correlation.median)
  }

  /// Whether the beats are alike enough to be placed by a signal that keeps more noise.
  var hasClearBeats: Bool { evidence.detrendedTemplateCorrelation >= 0.8 }

  /// The maximum distance that a beat may move when it is placed again, in samples and in periods.
  /// Neighbors are at least 0.45 periods apart and keep their order.
  private static let refinement = 3.0
  private static let refinedShare = 0.2

  /// Moves each beat to where the upstroke is steepest in a signal that is filtered less.
  mutating func placeBeats(in signal: [Double]) {
    let reach = min(Self.refinement, Self.refinedShare * rhythm.period)
    for index in beats.indices {
      let onset = beats[index].sample
      let first = max(Int((onset - reach).rounded(.up)), 2)
      let last = min(Int(onset + reach), signal.count - 3)
      var steepest = 0.0
      for i in stride(from: first, through: last, by: 1) {
        let (left, middle, right) = (
          signal[i] - signal[i - 2], signal[i + 1] - signal[i - 1], signal[i + 2] - signal[i]
        )
        guard sign * middle > steepest, sign * middle > sign * left, sign * middle >= sign * right
        else { continue }
        steepest = sign * middle
        beats[index].sample = min(
          max(Double(i) + vertexOffset(left, middle, right), onset - reach), onset + reach)
      }
    }
  }

  /// Moves each beat, already placed, half-way to where its upstroke is most like the mean of the others.
  mutating func alignBeats(in signal: [Double]) {
    let fit = UpstrokeFit(
      of: beats.map(\.sample), correlations: correlation.ofBeats, in: signal)
    evidence.timingError = fit.deviation.map { $0 / HeartRateMonitor.sampleRate }
    for (index, offset) in fit.offsets.enumerated() {
      beats[index].sample += (offset ?? 0) / 2
    }
  }

  /// The minimum mean template correlation of an interval's beats.
  private static let leastMeanCorrelation = 0.55

  /// The possible ratios of an interval's power to the window's.
  private static let powerRatios = 0.1...10.0

  /// A beat less like the others than this does not count as seen.
  private static let leastCorrelation = 0.3

  /// The share of an interval that must be between beats that count as seen.
  private static let leastSeenShare = 0.6

  /// Returns whether the pulse continues in a part of the window. Most of the part must be between
  /// beats that are like the others and not much weaker or stronger. If a finger is lifted in the
  /// middle, the beats are on one side only.
  /// - Parameters:
  ///   - part: In samples.
  ///   - signal: The channel's signal in which the beats were found.
  func isPresent(in part: Range<Double>, of signal: [Double]) -> Bool {
    var (total, count) = (0.0, 0)
    for (beat, correlation) in zip(beats, correlation.ofBeats)
    where part.contains(beat.sample) {
      guard let correlation else { continue }
      total += correlation
      count += 1
    }
    guard count > 0, total / Double(count) >= Self.leastMeanCorrelation,
      seenShare(of: part) >= Self.leastSeenShare
    else { return false }
    func power(_ range: Range<Int>) -> Double {
      signal[range].reduce(0) { $0 + $1 * $1 } / Double(max(range.count, 1))
    }
    let first = min(max(Int(part.lowerBound), 0), signal.count - 1)
    let last = min(max(Int(part.upperBound), first + 1), signal.count)
    let ratio = power(first..<last) / max(power(0..<signal.count), .leastNonzeroMagnitude)
    return Self.powerRatios.contains(ratio)
  }

  /// Returns the share of a part that is between neighboring beats that are like the others. Up to
  /// a period before the first beat and after the last counts as seen.
  private func seenShare(of part: Range<Double>) -> Double {
    func isSeen(_ index: Int) -> Bool { (correlation.ofBeats[index] ?? 1) >= Self.leastCorrelation }
    func overlap(_ start: Double, _ end: Double) -> Double {
      max(0, min(end, part.upperBound) - max(start, part.lowerBound))
    }
    let last = beats.count - 1
    var seen = isSeen(0) ? overlap(beats[0].sample - rhythm.period, beats[0].sample) : 0
    for index in 1...last where beats[index].step == 1 && isSeen(index - 1) && isSeen(index) {
      seen += overlap(beats[index - 1].sample, beats[index].sample)
    }
    if isSeen(last) { seen += overlap(beats[last].sample, beats[last].sample + rhythm.period) }
    return seen / (part.upperBound - part.lowerBound)
  }

  /// Measures the evidence of the light about the number of beats in a part of the window, and
  /// about the beats that were found in the other way.
  /// - Parameters:
  ///   - part: In samples.
  ///   - candidates: Those of all channels.
  mutating func examineCount(
    in part: Range<Double>, seconds: Double, among candidates: [PulseCandidate]
  ) {
    var count = verdict.count(in: part)
    count.beatsPerMinute = 60 / max(seconds, 1)
    count.isFree = isFree
    count.rate = rate(in: part)
    count.alternates = upstrokes.hasSecondWaves(
      among: beats, until: Upstrokes.latestPossibleWave)
    let steps = zip(beats, beats.dropFirst()).filter { $1.step == 1 }.map { $1.sample - $0.sample }
    if steps.count >= 6 {
      let (even, odd) = (
        steps.indices.filter { $0 % 2 == 0 }.map { steps[$0] },
        steps.indices.filter { $0 % 2 == 1 }.map { steps[$0] }
      )
      count.alternates =
        count.alternates || even.reduce(.infinity, min) > 1.1 * odd.reduce(0, max)
        || odd.reduce(.infinity, min) > 1.1 * even.reduce(0, max)
    }
    for other in candidates where other.channel == channel && other.isFree != isFree {
      count.other = BeatCount.Other(
        other.evidence, rate: other.rate(in: part), count: other.verdict.count(in: part))
    }
    evidence.count = count
  }

  /// The mean rate from the first beat to the last, in beats per minute.
  var meanRate: Double {
    let steps = beats.dropFirst().reduce(0) { $0 + $1.step }
    return 60 * HeartRateMonitor.sampleRate * steps
      / (beats[beats.count - 1].sample - beats[0].sample)
  }

  /// Returns the rate over a part of the window, in beats per minute.
  /// - Parameter part: In samples.
  func rate(in part: Range<Double>) -> Double {
    60 * HeartRateMonitor.sampleRate * beatCount(in: part) / (part.upperBound - part.lowerBound)
  }

  /// Returns the beats between two times, with fractions. The count grows evenly between two beats;
  /// beyond the first and the last it grows at the mean rate of all, or as in the pattern before.
  /// - Parameter interval: In samples.
  func beatCount(in interval: Range<Double>) -> Double {
    count(until: interval.upperBound) - count(until: interval.lowerBound)
  }

  /// The time without a beat at an end that is a pause, over the mean interval.
  private static let leastPause = 1.5

  /// Returns the beats from the first one until a position; below 0 before it.
  private func count(until position: Double) -> Double {
    let (first, last) = (beats[0].sample, beats[beats.count - 1].sample)
    let pattern = evidence.circumstances.rises.addedCount + 1
    if pattern > 1, beats.count > pattern {
      // A pattern of beats continues as it is.
      let (opening, ending) = (beats[pattern], beats[beats.count - 1 - pattern])
      if position > last {
        return count(until: position - (last - ending.sample)) + Double(pattern)
      }
      if position < first {
        return count(until: position + (opening.sample - first)) - Double(pattern)
      }
    }
    let total = beats.dropFirst().reduce(0) { $0 + $1.step }
    let meanInterval = (last - first) / total
    /// Returns the interval to count by: without a beat for much longer than usual, the heart pauses.
    func interval(before end: Double) -> Double {
      isFree && end > Self.leastPause * meanInterval ? end : meanInterval
    }
    if position <= first { return (position - first) / interval(before: first) }
    if position >= last {
      let rest = Double(upstrokes.sampleCount - 1) - last
      return total + (position - last) / interval(before: rest)
    }
    var right = 1
    var passed = 0.0
    while beats[right].sample < position {
      passed += beats[right].step
      right += 1
    }
    let (left, next) = (beats[right - 1].sample, beats[right])
    return passed + next.step * (position - left) / (next.sample - left)
  }
}
