import SignalProcessing

/// What one colour channel holds of a pulse in a window.
struct PulseCandidate {
  let channel: ColorChannel

  /// The pulse with its shape kept, systole upwards.
  let signal: [Double]
  let rhythm: Rhythm

  /// Upstrokes, in samples.
  let beats: [Double]
  let shape: PulseShape

  /// How much speaks for a pulse: the rhythm's strength plus the shape's agreement, at most 2. White
  /// or brown noise of 10 s stays below 1.2, since its chosen rises are neither steady nor alike.
  var evidence: Double { rhythm.strength + shape.agreement }

  /// Differences in plausibility below this mean nothing.
  private static let indifference = 0.04

  /// - Parameters:
  ///   - rhythmic: Band-passed hard, so that the period stands out.
  ///   - shaped: Filtered gently, as the camera sees it: less light where there is more blood.
  init?(channel: ColorChannel, rhythmic: [Double], shaped: [Double], sampleRate: Double) {
    let isUpright = Self.isUpright(shaped)
    let signal = isUpright ? shaped : shaped.map { -$0 }
    // Noise has less of a shape where less of it is let through.
    let compared = isUpright ? rhythmic : rhythmic.map { -$0 }
    let readings = Rhythm.hypotheses(for: rhythmic, sampleRate: sampleRate).compactMap { rhythm in
      let beats = BeatTracker(in: signal, period: rhythm.period).positions
      return beats.count < 3
        ? nil
        : (rhythm, beats, PulseShape(of: compared, beats: beats, period: rhythm.period))
    }
    // The true period's beats are most alike: of two beats in one period some are dicrotic waves. Every
    // other beat is as alike as every one, so the shortest period among the best is the true one.
    func plausibility(_ reading: (rhythm: Rhythm, beats: [Double], shape: PulseShape)) -> Double {
      reading.shape.agreement + 0.1 * reading.rhythm.strength
    }
    let highest = readings.map(plausibility).max() ?? 0
    let best =
      readings
      .filter { plausibility($0) >= highest - Self.indifference }
      .min { $0.0.period < $1.0.period }
    guard let best else { return nil }
    self.channel = channel
    self.signal = signal
    (rhythm, beats, shape) = best
  }

  /// Whether blood raises the signal. A pulse's upstroke takes a third of the time of its decay, so
  /// the signal's differences are skewed its way; where they hardly are, the camera sees less light
  /// where there is more blood, as it does unless some processing has turned the signal round.
  private static func isUpright(_ signal: [Double]) -> Bool {
    var (squares, cubes) = (0.0, 0.0)
    for i in 1..<signal.count {
      let difference = signal[i] - signal[i - 1]
      squares += difference * difference
      cubes += difference * difference * difference
    }
    let variance = squares / Double(signal.count - 1)
    return cubes / Double(signal.count - 1) > 0.3 * variance * variance.squareRoot()
  }

  /// Beats between two moments, counted in fractions: between two beats the count grows evenly, and
  /// past the first and last it goes on as over all of them.
  /// - Parameters: In samples.
  func beatCount(from start: Double, to end: Double) -> Double {
    phase(at: end) - phase(at: start)
  }

  private func phase(at position: Double) -> Double {
    let (first, last) = (beats[0], beats[beats.count - 1])
    let meanInterval = (last - first) / Double(beats.count - 1)
    if position < first { return (position - first) / meanInterval }
    if position > last { return Double(beats.count - 1) + (position - last) / meanInterval }
    var right = 1
    while right < beats.count - 1, beats[right] < position { right += 1 }
    let left = right - 1
    return Double(left) + (position - beats[left]) / (beats[right] - beats[left])
  }
}
