import SignalProcessing

/// The disturbance that hides the pulse at a sample.
enum Disturbance: UInt8, Sendable {
  case none

  /// The light changes by far more than a pulse.
  case jolt

  /// No frames were taken.
  case missing
}

/// Finds the beats of a pulse signal whose period is roughly known.
///
/// Every steep rise may be a beat's upstroke. The beats are the chain of rises that is best as a
/// whole: each adds its steepness, and each step from one to the next costs the squared logarithm
/// of how far it is from the period. Dynamic programming finds it exactly (after Ellis 2007, "Beat
/// tracking by dynamic programming"), so a dicrotic wave, a weak beat or a burst of motion is
/// judged by all that surrounds it, and a true change of rate or an early beat can still be
/// followed.
///
/// Where frames are missing or a jolt hides the pulse, a step may span up to five beats: they are
/// counted, and no times are invented for them. Elsewhere a long step is a pause of the heart.
///
/// A beat's onset is the steepest moment of its upstroke. That is the sharpest mark that a pulse
/// has, and a parabola through the slope places it to a small part of a sample.
struct BeatTracker: Sendable {
  /// A beat in a chain.
  struct Position: Sendable, Equatable {
    /// In samples.
    var sample: Double

    /// The number of heartbeats since the one before: more than one if a disturbance hides some.
    var step: Double
  }

  /// The cost of a step that is off by a factor of e, in upstrokes.
  static let stepCost = 4.0

  /// The cost of each hidden beat of a step, in upstrokes.
  static let hiddenCost = 0.5

  /// Possible steps in periods, and the longest of those that may hide beats.
  static let steps = 0.45...2.2
  static let longestBridge = 5.5

  /// Samples at each end in which no onset is detected: a tenth of a second.
  static let margin = 3

  /// The strength of the steepest rise amid a jolt.
  static let joltedStrength = 0.6

  /// Disturbed samples between two rises that may hide a beat: a sixth of a second.
  static let leastHidden = 5

  /// The position of each rise's steepest moment, in samples.
  private var onsets: [Double] = []

  /// The slope of each rise.
  private var slopes: [Double] = []

  /// The onset strength of each rise, from 0 to 1: its slope relative to that of others.
  private var onsetStrengths: [Double] = []

  /// The number of disturbed samples before each rise.
  private var disturbances: [Int] = []

  /// The best chain's rises, from left to right.
  private var chain: [Int] = []

  /// The score of the best chain up to each rise.
  private var scores: [Double] = []
  private var scratch: [Double] = []

  /// The rise before each one in that chain; -1 for the first.
  private var predecessors: [Int] = []
  private var sampleCount = 0

  /// Finds the rises of another signal that may be upstrokes.
  /// - Parameters:
  ///   - signal: Low-passed.
  ///   - sign: 1 if systole is upward, -1 if it is downward.
  ///   - disturbances: The disturbance at each sample.
  mutating func detectOnsets(
    in signal: UnsafeBufferPointer<Double>, sign: Double,
    disturbances hidden: UnsafeBufferPointer<Disturbance>
  ) {
    onsets.removeAll(keepingCapacity: true)
    slopes.removeAll(keepingCapacity: true)
    onsetStrengths.removeAll(keepingCapacity: true)
    disturbances.removeAll(keepingCapacity: true)
    sampleCount = signal.count
    guard signal.count > 4 else { return }
    // At an end, the filter's extension bends an upstroke that is cut in half.
    let (lowest, highest) = (Double(Self.margin), Double(signal.count - 1 - Self.margin))
    let half = sign / 2
    var disturbed = 0
    var (left, middle) = (0.0, half * (signal[2] - signal[0]))
    for i in 1..<(signal.count - 1) {
      let right = i + 2 < signal.count ? half * (signal[i + 2] - signal[i]) : 0
      if hidden[i] != .none { disturbed += 1 }
      // A rise between missing frames comes from the spline.
      if middle > left, middle >= right, middle > 0, hidden[i] != .missing {
        let onset = Double(i) + vertexOffset(left, middle, right)
        if onset >= lowest, onset <= highest {
          onsets.append(onset)
          slopes.append(vertexValue(left, middle, right))
          onsetStrengths.append(hidden[i] == .jolt ? Self.joltedStrength : 1)
          disturbances.append(disturbed)
        }
      }
      (left, middle) = (middle, right)
    }
    guard onsets.count >= 2 else { return }
    // The tenth steepest of a hundred has full strength, so that one jolt does not weaken the rest.
    scores.removeAll(keepingCapacity: true)
    scores.append(contentsOf: slopes)
    let rank = Int(Double(scores.count - 1) * 0.9)
    let reference = scores.withUnsafeMutableBufferPointer { $0.selectElement(atRank: rank) }
    for j in onsetStrengths.indices { onsetStrengths[j] *= min(slopes[j] / reference, 1) }
  }

  /// Returns the best chain of beats for a period, from left to right.
  /// - Parameter period: In samples.
  mutating func beats(period: Double) -> [Position] {
    let count = onsets.count
    guard count >= 2 else { return onsets.map { Position(sample: $0, step: 1) } }
    let rate = 1 / period
    if scores.count != count { scores = [Double](repeating: 0, count: count) }
    if predecessors.count != count { predecessors = [Int](repeating: -1, count: count) }
    chainUp(rate: rate)
    let end = Double(sampleCount - 1)
    var (last, highest) = (-1, -Double.infinity)
    for j in 0..<count {
      let total = scores[j] - max(0, (end - onsets[j]) * rate - 1)
      if total > highest { (last, highest) = (j, total) }
    }
    chain.removeAll(keepingCapacity: true)
    while last >= 0 {
      chain.append(last)
      last = predecessors[last]
    }
    chain.reverse()
    let typical = medianStep()
    return positions(of: withoutStragglers(step: typical), step: typical)
  }

  /// Finds the best chain up to each rise: its score, and the rise before the last.
  private mutating func chainUp(rate: Double) {
    onsets.withUnsafeBufferPointer { onsets in
      onsetStrengths.withUnsafeBufferPointer { onsetStrengths in
        disturbances.withUnsafeBufferPointer { disturbances in
          scores.withUnsafeMutableBufferPointer { scores in
            predecessors.withUnsafeMutableBufferPointer { predecessors in
              for j in onsets.indices {
                var highest = onsetStrengths[j] - max(0, onsets[j] * rate - 1)
                var predecessor = -1
                var i = j - 1
                while i >= 0 {
                  let step = (onsets[j] - onsets[i]) * rate
                  let mayHide = disturbances[j] - disturbances[i] > Self.leastHidden
                  if step > (mayHide ? Self.longestBridge : Self.steps.upperBound) { break }
                  if step >= Self.steps.lowerBound {
                    let total =
                      scores[i] + onsetStrengths[j] - Self.cost(of: step, mayHide: mayHide)
                    if total > highest { (highest, predecessor) = (total, i) }
                  }
                  i -= 1
                }
                scores[j] = highest
                predecessors[j] = predecessor
              }
            }
          }
        }
      }
    }
  }

  /// Returns the cost of a step, which is given in periods.
  private static func cost(of step: Double, mayHide: Bool) -> Double {
    guard mayHide else {
      let deviation = logarithm(step)
      return stepCost * deviation * deviation
    }
    let beats = max(1, step.rounded())
    let deviation = logarithm(step / beats)
    return stepCost * deviation * deviation + hiddenCost * (beats - 1)
  }

  /// Returns the natural logarithm to half a percent between 0.4 and 2.5 (its Padé approximant of order 2/2
  /// at 1), the same to the bit on every machine and several times faster than the library's.
  private static func logarithm(_ x: Double) -> Double {
    3 * (x * x - 1) / (x * x + 4 * x + 1)
  }

  /// Returns the chain without a first or last beat that is both weak and out of step. If the true
  /// beat is beyond the end, a dicrotic wave takes its place.
  private mutating func withoutStragglers(step: Double) -> Range<Int> {
    let last = chain.count - 1
    guard last >= 4 else { return chain.indices }
    scratch.removeAll(keepingCapacity: true)
    for rise in chain { scratch.append(slopes[rise]) }
    let slope = scratch.selectUpperMedian() ?? 0
    func isStraggler(_ beat: Int, step own: Double) -> Bool {
      slopes[chain[beat]] < 0.75 * slope && abs(own - step) > 0.12 * step
    }
    let first = isStraggler(0, step: distance(0, 1)) ? 1 : 0
    let end = isStraggler(last, step: distance(last - 1, last)) ? last : last + 1
    return first..<end
  }

  private func positions(of beats: Range<Int>, step typical: Double) -> [Position] {
    var positions: [Position] = []
    positions.reserveCapacity(beats.count)
    for beat in beats {
      var step = 1.0
      if beat > beats.lowerBound,
        disturbances[chain[beat]] - disturbances[chain[beat - 1]] > Self.leastHidden
      {
        step = max(1, (distance(beat - 1, beat) / typical).rounded())
      }
      positions.append(Position(sample: onsets[chain[beat]], step: step))
    }
    return positions
  }

  /// Returns the median of the chain's steps, in samples.
  private mutating func medianStep() -> Double {
    scratch.removeAll(keepingCapacity: true)
    for beat in 1..<max(chain.count, 1) { scratch.append(distance(beat - 1, beat)) }
    return scratch.selectUpperMedian() ?? 1
  }

  /// Returns the samples between two beats of the chain.
  private func distance(_ first: Int, _ second: Int) -> Double {
    onsets[chain[second]] - onsets[chain[first]]
  }
}
