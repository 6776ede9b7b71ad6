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

  /// Returns the pulse of each channel, the clearest first; none for a channel in which nothing
  /// repeats.
  /// - Parameters:
  ///   - filters: The window, filtered.
  ///   - usual: The period just before, in samples; `nil` if none is known.
  mutating func candidates(
    among channels: [ColorChannel], in filters: borrowing PulseFilters, after usual: Double?
  ) -> [PulseCandidate] {
    var candidates: [PulseCandidate] = []
    for channel in channels {
      guard let candidate = candidate(in: filters[channel], named: channel, after: usual) else {
        continue
      }
      let clearer = candidates.prefix { $0.evidence.logit >= candidate.evidence.logit }
      candidates.insert(candidate, at: clearer.count)
    }
    return candidates
  }

  /// Returns the pulse that a channel most likely holds, or `nil` if nothing repeats.
  /// - Parameter usual: The period just before, in samples; `nil` if none is known.
  mutating func candidate(
    in channel: PulseFilters.Channel, named name: ColorChannel, after usual: Double?
  ) -> PulseCandidate? {
    channel.bandPassed.withUnsafeBufferPointer { bandPassed in
      channel.lowPassed.withUnsafeBufferPointer { lowPassed in
        let sign = Self.isUpright(lowPassed) ? 1.0 : -1.0
        let rhythms = Rhythm.hypotheses(
          for: bandPassed, sampleRate: HeartRateMonitor.sampleRate, after: usual,
          using: &correlation)
        guard !rhythms.isEmpty else { return nil }
        channel.disturbances.withUnsafeBufferPointer {
          tracker.detectOnsets(in: lowPassed, sign: sign, disturbances: $0)
        }
        // The beats of a false period are not alike: some are dicrotic waves. But at twice the true
        // period, every second beat is as alike as all beats, and more alike if one between them is
        // early. So the shortest of the likely periods is the true one. (A dicrotic wave's is not
        // among them: on 17 recordings the band-passed signal never correlated with itself half a
        // period later.) A period that no other could outdo ends the search.
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
        guard let likely else { return nil }
        let early = EarlyBeats.indices(in: likely.beats)
        var usualBeats = likely.beats
        for index in early.reversed() { usualBeats.remove(at: index) }
        let likeness =
          early.isEmpty
          ? likely.correlation.mean
          : TemplateCorrelation(
            of: bandPassed, beats: usualBeats, period: likely.rhythm.period, using: &workspace
          ).mean
        let detrendedLikeness = channel.detrended.withUnsafeBufferPointer {
          TemplateCorrelation(
            of: $0, beats: usualBeats, period: likely.rhythm.period, using: &workspace
          ).mean
        }
        return PulseCandidate(
          channel: name, sign: sign, rhythm: likely.rhythm, beats: likely.beats,
          correlation: likely.correlation, likeness: (likeness, detrendedLikeness), early: early)
      }
    }
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
  /// decay, so the signal's differences are skewed towards it. If they hardly are, more blood is
  /// taken to be less light, which is so unless some processing has inverted the signal.
  private static func isUpright(_ signal: UnsafeBufferPointer<Double>) -> Bool {
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
