import SignalProcessing

/// What one colour channel holds of a pulse in a window.
struct PulseCandidate: Sendable {
  let channel: ColorChannel

  /// 1 where systole is upwards in the channel as the camera sees it, -1 where it is downwards.
  let sign: Double

  let rhythm: Rhythm

  /// The upstrokes; at least three.
  private(set) var beats: [BeatTracker.Position]
  let shape: PulseShape
  var evidence: PulseEvidence

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

  /// Beats at least this alike are clear enough to be placed by a signal that keeps more noise.
  static let clearLikeness = 0.8

  /// How far a beat may move when it is placed anew, in samples and in periods: neighbours are at least
  /// 0.45 periods apart and never change their order.
  private static let refinement = 3.0
  private static let refinedShare = 0.2

  /// Places each beat anew where the upstroke is steepest in a signal that is filtered less.
  mutating func placeBeats(in signal: [Double]) {
    let reach = min(Self.refinement, Self.refinedShare * rhythm.period)
    for index in beats.indices {
      let place = beats[index].sample
      let first = max(Int((place - reach).rounded(.up)), 2)
      let last = min(Int(place + reach), signal.count - 3)
      var steepest = 0.0
      for i in stride(from: first, through: last, by: 1) {
        let (left, middle, right) = (
          signal[i] - signal[i - 2], signal[i + 1] - signal[i - 1], signal[i + 2] - signal[i]
        )
        guard sign * middle > steepest, sign * middle > sign * left, sign * middle >= sign * right
        else { continue }
        steepest = sign * middle
        beats[index].sample = min(
          max(Double(i) + vertexOffset(left, middle, right), place - reach), place + reach)
      }
    }
  }

  private static let leastAgreement = 0.55
  private static let powerRatios = 0.1...10.0

  /// A beat less like the others than this is none, as far as can be seen.
  private static let leastLikeness = 0.3

  /// The share of an interval that must lie between beats that can be seen.
  private static let leastSeenShare = 0.6

  /// Whether the pulse goes on in a part of the window: most of it lies between beats that are like the
  /// others, and those are not much weaker or stronger. A finger lifted in the middle leaves its beats to
  /// one side.
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
    guard count > 0, total / Double(count) >= Self.leastAgreement,
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

  /// The share of a part that lies between neighbouring beats that are like the others; before the first
  /// beat and behind the last one as much as a period is taken for seen.
  private func seenShare(of part: Range<Double>) -> Double {
    func isSeen(_ index: Int) -> Bool { (shape.agreements[index] ?? 1) >= Self.leastLikeness }
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

  /// Beats between two moments, counted in fractions: between two beats the count grows evenly, and
  /// past the first and last it goes on as over all of them.
  /// - Parameter interval: In samples.
  func beatCount(in interval: Range<Double>) -> Double {
    var count = 0.0
    var total = 0.0
    for beat in beats.dropFirst() { total += beat.step }
    let (first, last) = (beats[0].sample, beats[beats.count - 1].sample)
    let meanInterval = (last - first) / total
    for (position, sign) in [(interval.upperBound, 1.0), (interval.lowerBound, -1)] {
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
