/// What one colour channel holds of a pulse in a window.
struct PulseCandidate: Sendable {
  let channel: ColorChannel

  /// 1 where systole is upwards in the channel as the camera sees it, -1 where it is downwards.
  let sign: Double

  let rhythm: Rhythm

  /// The upstrokes; at least three.
  private(set) var beats: [BeatTracker.Position]
  let shape: PulseShape
  let evidence: PulseEvidence

  init(
    channel: ColorChannel, sign: Double, rhythm: Rhythm, beats: [BeatTracker.Position],
    shape: PulseShape, rawShape: PulseShape
  ) {
    self.channel = channel
    self.sign = sign
    self.rhythm = rhythm
    self.beats = beats
    self.shape = shape
    evidence = PulseEvidence(rhythm: rhythm, beats: beats, shape: shape, rawShape: rawShape)
  }

  private static let leastAgreement = 0.55
  private static let powerRatios = 0.1...10.0

  /// Whether the pulse goes on in a part of the window: its beats there are like the others, and not
  /// much weaker or stronger. A finger lifted in the middle leaves its beats to one side.
  /// - Parameters:
  ///   - part: In samples.
  ///   - signal: The channel's, in which the beats were found.
  func isPresent(in part: Range<Double>, of signal: [Double]) -> Bool {
    var (total, count) = (0.0, 0)
    for (beat, agreement) in zip(beats, shape.agreements) where part.contains(beat.sample) {
      guard let agreement else { continue }
      total += agreement
      count += 1
    }
    guard count > 0, total / Double(count) >= Self.leastAgreement else { return false }
    func power(_ range: Range<Int>) -> Double {
      signal[range].reduce(0) { $0 + $1 * $1 } / Double(max(range.count, 1))
    }
    let first = min(max(Int(part.lowerBound), 0), signal.count - 1)
    let last = min(max(Int(part.upperBound), first + 1), signal.count)
    let ratio = power(first..<last) / max(power(0..<signal.count), .leastNonzeroMagnitude)
    return Self.powerRatios.contains(ratio)
  }

  /// Beats between two moments, counted in fractions: between two beats the count grows evenly, and
  /// past the first and last it goes on as over all of them.
  /// - Parameters: In samples.
  func beatCount(from start: Double, to end: Double) -> Double {
    var count = 0.0
    var total = 0.0
    for beat in beats.dropFirst() { total += beat.step }
    let (first, last) = (beats[0].sample, beats[beats.count - 1].sample)
    let meanInterval = (last - first) / total
    for (position, sign) in [(end, 1.0), (start, -1)] {
      if position <= first {
        count += sign * (position - first) / meanInterval
      } else if position >= last {
        count += sign * (total + (position - last) / meanInterval)
      } else {
        var right = 1
        var passed = 0.0
        while beats[right].sample < position {
          passed += beats[right].step
          right += 1
        }
        let (left, next) = (beats[right - 1].sample, beats[right])
        count += sign * (passed + next.step * (position - left) / (next.sample - left))
      }
    }
    return count
  }
}
