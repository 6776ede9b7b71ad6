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
  let evidence: PulseEvidence

  /// Differences in plausibility below this do not speak against the shorter period.
  private static let indifference = 0.2

  /// - Parameters:
  ///   - rhythmic: Band-passed hard, so that the period stands out.
  ///   - shaped: Filtered gently.
  ///   - rough: Without its trend and not filtered. All three are as the camera sees them: less light
  ///     where there is more blood.
  init?(
    channel: ColorChannel, rhythmic: [Double], shaped: [Double], rough: [Double],
    sampleRate: Double
  ) {
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
    // The beats of a false period are not alike: some are dicrotic waves. But every other beat is as
    // alike as every one, and more so where one between them comes early: the shortest of the likely
    // periods is the true one. (A dicrotic wave's is none of them: on 17 recordings the band-passed
    // signal never correlated with itself half a period later.)
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
    evidence = PulseEvidence(
      rhythm: rhythm, beats: beats, shape: shape,
      rawShape: PulseShape(
        of: isUpright ? rough : rough.map { -$0 }, beats: beats, period: rhythm.period))
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

  /// Whether the pulse goes on in a part of the window: its beats there are like the others, and not
  /// much weaker or stronger. A finger lifted in the middle leaves its beats to one side.
  /// - Parameter part: In samples.
  func isPresent(in part: Range<Double>) -> Bool {
    let agreements = zip(beats, shape.agreements).compactMap { part.contains($0) ? $1 : nil }
    guard !agreements.isEmpty,
      agreements.reduce(0, +) / Double(agreements.count) >= Self.leastAgreement
    else { return false }
    func power(_ range: Range<Int>) -> Double {
      signal[range].reduce(0) { $0 + $1 * $1 } / Double(max(range.count, 1))
    }
    let first = min(max(Int(part.lowerBound), 0), signal.count - 1)
    let last = min(max(Int(part.upperBound), first + 1), signal.count)
    let ratio = power(first..<last) / max(power(0..<signal.count), .leastNonzeroMagnitude)
    return Self.powerRatios.contains(ratio)
  }

  private static let leastAgreement = 0.55
  private static let powerRatios = 0.1...10.0

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
