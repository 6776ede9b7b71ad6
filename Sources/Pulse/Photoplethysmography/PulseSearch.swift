import Glibc
import SignalProcessing

/// Searches one channel at a time for a pulse. Between channels it keeps only memory.
struct PulseSearch: Sendable {
  private var correlation = Autocorrelation()
  private var tracker = BeatTracker()
  private var workspace = TemplateCorrelation.Workspace()

  /// The difference in plausibility below which the shorter period is chosen.
  private static let indifference = 0.2

  /// A period with its beats.
  private struct Hypothesis {
    let rhythm: Rhythm
    let beats: [BeatTracker.Position]
    let correlation: TemplateCorrelation
    let plausibility: Double
  }

  /// Returns the pulses of each channel, the clearest channel first: the rhythm that it most likely holds, and the beats
  /// that the light shows if they are others.
  /// - Parameters:
  ///   - filters: The window, filtered.
  ///   - usual: The period just before, in samples; `nil` without one.
  mutating func candidates(
    among channels: [ColorChannel], in filters: borrowing PulseFilters, after usual: Double?
  ) -> [PulseCandidate] {
    var found: [[PulseCandidate]] = []
    for channel in channels {
      let candidates = candidates(in: filters[channel], named: channel, after: usual)
      guard let first = candidates.first else { continue }
      let clearer = found.prefix { $0[0].evidence.logit >= first.evidence.logit }
      found.insert(candidates, at: clearer.count)
    }
    return found.flatMap { $0 }
  }

  /// Returns the pulses that a channel may hold: the likeliest rhythm, and the beats that the light shows if they
  /// are others.
  /// - Parameter usual: The period just before, in samples; `nil` without one.
  mutating func candidates(
    in channel: PulseFilters.Channel, named name: ColorChannel, after usual: Double?
  ) -> [PulseCandidate] {
    channel.lowPassed.withUnsafeBufferPointer { lowPassed in
      channel.disturbances.withUnsafeBufferPointer { disturbances in
        let sign = Self.isUpright(lowPassed) ? 1.0 : -1.0
        let upstrokes = channel.detrended.withUnsafeBufferPointer {
          Upstrokes(of: lowPassed, sign: sign, disturbances: disturbances, unfiltered: $0)
        }
        tracker.detectOnsets(in: lowPassed, sign: sign, disturbances: disturbances)
        var candidates: [PulseCandidate] = []
        func add(_ hypothesis: Hypothesis, isFree: Bool) {
          candidates.append(
            candidate(hypothesis, channel, name, sign: sign, upstrokes: upstrokes, isFree: isFree))
        }
        var likely = likeliestRhythm(of: channel.bandPassed, after: usual)
        if let found = likely, upstrokes.hasSecondWaves(among: found.beats) {
          likely = hypothesis(
            ofPeriod: 2 * found.rhythm.period, beats: nil, in: channel.bandPassed)
        }
        if let likely {
          add(likely, isFree: false)
          if candidates[0].verdict.doubt < Self.leastDoubt { return candidates }
        }
        let free = upstrokes.positions(of: upstrokes.beats())
        if free.count >= 3, !upstrokes.hasSecondWaves(among: free),
          !(likely.map { Self.areSame($0.beats, free) } ?? false)
        {
          // The period that most of them have.
          let steps = zip(free, free.dropFirst()).map { ($1.sample - $0.sample) / $1.step }
          let found = hypothesis(
            ofPeriod: steps.upperMedian ?? 1, beats: free, in: channel.bandPassed)
          if let found { add(found, isFree: true) }
        }
        return candidates
      }
    }
  }

  /// The expected number of wrong beats from which on the light is asked for its own.
  private static let leastDoubt = 0.4

  /// Returns whether two series have the same beats, within a tenth of a second.
  private static func areSame(
    _ beats: [BeatTracker.Position], _ others: [BeatTracker.Position]
  ) -> Bool {
    beats.count == others.count
      && zip(beats, others).allSatisfy { abs($0.sample - $1.sample) < 3 && $0.step == $1.step }
  }

  /// Returns the rhythm that a signal most likely has, with its beats; `nil` if nothing repeats.
  ///
  /// The beats of a false period are not alike: some are dicrotic waves. But at twice the true period, every
  /// second beat is as alike as all beats, and more alike if one between them is early. So the shortest of the
  /// likely periods is the true one. (A dicrotic wave's is not among them: on 17 recordings the band-passed
  /// signal never correlated with itself half a period later.) A period that no other could outdo ends the search.
  private mutating func likeliestRhythm(of signal: [Double], after usual: Double?) -> Hypothesis? {
    signal.withUnsafeBufferPointer { bandPassed in
      let rhythms = Rhythm.hypotheses(
        for: bandPassed, sampleRate: HeartRateMonitor.sampleRate, after: usual, using: &correlation)
      var hypotheses: [Hypothesis] = []
      var highest = 0.0
      var likely: Hypothesis?
      for rhythm in rhythms {
        let beats = tracker.beats(period: rhythm.period)
        guard beats.count >= 3 else { continue }
        // In a narrower band, noise has less of a shape.
        let correlation = TemplateCorrelation(
          of: bandPassed, beats: beats, period: rhythm.period, using: &workspace)
        let plausibility = Self.plausibility(rhythm, correlation, after: usual)
        hypotheses.append(
          Hypothesis(
            rhythm: rhythm, beats: beats, correlation: correlation, plausibility: plausibility))
        highest = max(highest, plausibility)
        likely = hypotheses.first { $0.plausibility >= highest - Self.indifference }
        let utmost = 1.1 + (usual == nil ? 0 : Self.continuity)
        if let likely, likely.plausibility >= utmost - Self.indifference { break }
      }
      return likely
    }
  }

  /// Returns beats as a hypothesis.
  /// - Parameter beats: `nil` for those of the period; `nil` is returned if these are too few.
  private mutating func hypothesis(
    ofPeriod period: Double, beats: [BeatTracker.Position]?, in signal: [Double]
  ) -> Hypothesis? {
    let beats = beats ?? tracker.beats(period: period)
    guard beats.count >= 3 else { return nil }
    return signal.withUnsafeBufferPointer { bandPassed in
      Hypothesis(
        rhythm: Rhythm(period: period, strength: self.coefficient(at: period)),
        beats: beats,
        correlation: TemplateCorrelation(
          of: bandPassed, beats: beats, period: period, using: &workspace), plausibility: 0)
    }
  }

  /// Returns how well the signal correlates with itself a period later; 0 if that was not measured.
  private func coefficient(at period: Double) -> Double {
    let lag = Int(period.rounded())
    let coefficients = correlation.coefficients
    return lag > 0 && lag < coefficients.count ? max(coefficients[lag], 0) : 0
  }

  /// Returns a rhythm as a candidate. It is judged by the beats that are not early.
  private mutating func candidate(
    _ hypothesis: Hypothesis, _ channel: PulseFilters.Channel, _ name: ColorChannel, sign: Double,
    upstrokes: Upstrokes, isFree: Bool
  ) -> PulseCandidate {
    let early = EarlyBeats.indices(in: hypothesis.beats)
    var usualBeats = hypothesis.beats
    for index in early.reversed() { usualBeats.remove(at: index) }
    func likeness(_ signal: [Double]) -> Double {
      signal.withUnsafeBufferPointer {
        TemplateCorrelation(
          of: $0, beats: usualBeats, period: hypothesis.rhythm.period, using: &workspace
        ).mean
      }
    }
    let bandPassed =
      early.isEmpty ? hypothesis.correlation.mean : likeness(channel.bandPassed)
    return PulseCandidate(
      channel: name, sign: sign, rhythm: hypothesis.rhythm, upstrokes: upstrokes, isFree: isFree,
      verdict: UpstrokeVerdict(on: hypothesis.beats, of: upstrokes), beats: hypothesis.beats,
      correlation: hypothesis.correlation,
      likeness: (bandPassed, likeness(channel.detrended)), early: early)
  }

  private static func plausibility(
    _ rhythm: Rhythm, _ correlation: TemplateCorrelation, after usual: Double?
  ) -> Double {
    var plausibility = correlation.median + 0.1 * rhythm.strength
    // A heart rate continues more often than it jumps.
    if let usual {
      let change = log(rhythm.period / usual) / 0.12
      plausibility += continuity * exp(-change * change)
    }
    return plausibility
  }

  /// The value of a period that continues, in units of correlation.
  private static let continuity = 0.15

  /// Returns whether blood raises the signal. A pulse's upstroke takes a third of the time of its
  /// decay, so the signal's differences are skewed toward it. If they hardly are, more blood is
  /// taken to be less light, which is so unless some processing has inverted the signal.
  static func isUpright(_ signal: UnsafeBufferPointer<Double>) -> Bool {
    var (squares, cubes) = (0.0, 0.0)
    for i in 1..<max(signal.count, 1) {
      let difference = signal[i] - signal[i - 1]
      squares += difference * difference
      cubes += difference * difference * difference
    }
    let variance = squares / Double(max(signal.count - 1, 1))
    return cubes / Double(max(signal.count - 1, 1)) > 0.3 * variance * variance.squareRoot()
  }
}
