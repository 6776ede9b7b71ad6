import SignalProcessing

/// What one colour channel holds of a pulse in a window.
struct PulseCandidate {
  let channel: ColorChannel

  /// Band-passed, systole upwards.
  let signal: [Double]
  let rhythm: Rhythm

  /// Upstrokes, in samples.
  let beats: [Double]
  let shape: PulseShape

  /// How much speaks for a pulse: the rhythm's strength plus the shape's agreement, at most 2. White
  /// or brown noise of 10 s stays below 1.2, since its chosen rises are neither steady nor alike.
  var evidence: Double { rhythm.strength + shape.agreement }

  /// - Parameter signal: Band-passed, as the camera sees it: less light where there is more blood.
  init?(channel: ColorChannel, signal: [Double], sampleRate: Double) {
    guard let rhythm = Rhythm(of: signal, sampleRate: sampleRate) else { return nil }
    let upright = Self.isUpright(signal) ? signal : signal.map { -$0 }
    let beats = BeatTracker(in: upright, period: rhythm.period).positions
    guard beats.count >= 3 else { return nil }
    self.channel = channel
    self.signal = upright
    self.rhythm = rhythm
    self.beats = beats
    shape = PulseShape(of: upright, beats: beats, period: rhythm.period)
  }

  /// Whether the signal rises faster than it falls, as blood volume does: a pulse's upstroke takes a
  /// third of the time of its decay. Most cameras see it upside down, some processing turns it round.
  private static func isUpright(_ signal: [Double]) -> Bool {
    var cubes = 0.0
    for i in 1..<signal.count {
      let difference = signal[i] - signal[i - 1]
      cubes += difference * difference * difference
    }
    return cubes > 0
  }

  /// Beats between two moments, counted in fractions: between two beats the count grows evenly, and
  /// past the first and last it goes on as between the two nearest.
  /// - Parameters: In samples.
  func beatCount(from start: Double, to end: Double) -> Double {
    phase(at: end) - phase(at: start)
  }

  private func phase(at position: Double) -> Double {
    var right = 1
    while right < beats.count - 1, beats[right] < position { right += 1 }
    let left = right - 1
    return Double(left) + (position - beats[left]) / (beats[right] - beats[left])
  }
}
