import Glibc
import SignalProcessing

/// Looks for the pulse in one channel at a time. What it keeps between them is memory.
struct PulseSearch: Sendable {
  private var correlation = Autocorrelation()
  private var tracker = BeatTracker()
  private var workspace = PulseShape.Workspace()

  /// Differences in plausibility below this do not speak against the shorter period.
  private static let indifference = 0.2

  /// The pulse that a channel most likely holds; `nil` where nothing repeats.
  /// - Parameter usual: The period just before, in samples; `nil` where none is known.
  mutating func candidate(
    in channel: PulseFilters.Channel, named name: ColorChannel, after usual: Double?
  ) -> PulseCandidate? {
    channel.rhythmic.withUnsafeBufferPointer { rhythmic in
      channel.shaped.withUnsafeBufferPointer { shaped in
        let sign = Self.isUpright(shaped) ? 1.0 : -1.0
        let rhythms = Rhythm.hypotheses(
          for: rhythmic, sampleRate: HeartRateMonitor.sampleRate, after: usual,
          using: &correlation)
        guard !rhythms.isEmpty else { return nil }
        channel.disturbances.withUnsafeBufferPointer {
          tracker.look(at: shaped, sign: sign, disturbances: $0)
        }
        // The beats of a false period are not alike: some are dicrotic waves. But every other beat is
        // as alike as every one, and more so where one between them comes early: the shortest of the
        // likely periods is the true one. (A dicrotic wave's is none of them: on 17 recordings the
        // band-passed signal never correlated with itself half a period later.)
        var readings: [(rhythm: Rhythm, beats: [BeatTracker.Position], shape: PulseShape)] = []
        var highest = 0.0
        for rhythm in rhythms {
          let beats = tracker.beats(period: rhythm.period)
          guard beats.count >= 3 else { continue }
          // Noise has less of a shape where less of it is let through.
          let shape = PulseShape(
            of: rhythmic, beats: beats, period: rhythm.period, using: &workspace)
          readings.append((rhythm, beats, shape))
          highest = max(highest, Self.plausibility(rhythm, shape, after: usual))
        }
        let likely = readings.first {
          Self.plausibility($0.rhythm, $0.shape, after: usual) >= highest - Self.indifference
        }
        guard let likely else { return nil }
        let rawShape = channel.rough.withUnsafeBufferPointer {
          PulseShape(
            of: $0, beats: likely.beats, period: likely.rhythm.period, using: &workspace)
        }
        return PulseCandidate(
          channel: name, sign: sign, rhythm: likely.rhythm, beats: likely.beats,
          shape: likely.shape, rawShape: rawShape)
      }
    }
  }

  private static func plausibility(
    _ rhythm: Rhythm, _ shape: PulseShape, after usual: Double?
  ) -> Double {
    var plausibility = shape.typicalAgreement + 0.1 * rhythm.strength
    // A heart rate goes on more often than it jumps.
    if let usual {
      let change = log(rhythm.period / usual) / 0.12
      plausibility += continuity * exp(-change * change)
    }
    return plausibility
  }

  /// What it is worth that a period goes on, in likeness.
  private static let continuity = 0.15

  /// Whether blood raises the signal. A pulse's upstroke takes a third of the time of its decay, so
  /// the signal's differences are skewed its way; where they hardly are, the camera sees less light
  /// where there is more blood, as it does unless some processing has turned the signal round.
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
