import SignalProcessing

/// What hides the pulse at a sample.
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
/// whole: each adds its steepness, and each step from one to the next costs the squared logarithm of
/// how far it is from the period. Dynamic programming finds it exactly (after Ellis 2007, "Beat
/// tracking by dynamic programming"), so a dicrotic wave, a weak beat or a burst of motion is judged
/// by all that surrounds it, and a true change of rate or an early beat can still be followed.
///
/// Where frames are missing or a jolt hides the pulse, a step may span up to five beats: they are
/// counted, not made up. Elsewhere a long step is a pause of the heart.
///
/// The steepest moment of the upstroke is where a beat is said to be: it is the sharpest mark that
/// a pulse has, and a parabola through the slope places it far below a sample.
struct BeatTracker: Sendable {
  /// A beat in a chain.
  struct Position: Sendable, Equatable {
    /// In samples.
    var sample: Double

    /// Heartbeats since the one before: more than one where a disturbance hides some.
    var step: Double
  }

  /// How much a step costs that is off by a factor of e, in upstrokes.
  static let stepCost = 4.0

  /// How much each hidden beat of a step costs, in upstrokes.
  static let hiddenCost = 0.5

  /// Steps that are looked at, in periods, and those that may hide beats.
  static let steps = 0.45...2.2
  static let longestBridge = 5.5

  /// Samples at each end in which no upstroke is looked for: a tenth of a second.
  static let margin = 3

  /// What a rise amid a jolt counts for.
  static let joltedMerit = 0.6

  /// Disturbed samples between two rises that may hide a beat: a sixth of a second.
  private static let hidingPlace = 5

  /// The place, in samples, and steepness of each rise.
  private var places: [Double] = []
  private var heights: [Double] = []
  private var merits: [Double] = []

  /// How many disturbed samples lie before each rise.
  private var disturbances: [Int] = []

  /// The best chain's rises, from left to right.
  private var chain: [Int] = []

  private var best: [Double] = []
  private var scratch: [Double] = []
  private var before: [Int] = []
  private var sampleCount = 0

  /// Looks at another signal: finds the rises that may be upstrokes.
  /// - Parameters:
  ///   - signal: Low-passed.
  ///   - sign: 1 where systole is upwards, -1 where it is downwards.
  ///   - disturbances: What hides the pulse at each sample.
  mutating func look(
    at signal: UnsafeBufferPointer<Double>, sign: Double,
    disturbances hidden: UnsafeBufferPointer<Disturbance>
  ) {
    places.removeAll(keepingCapacity: true)
    heights.removeAll(keepingCapacity: true)
    merits.removeAll(keepingCapacity: true)
    disturbances.removeAll(keepingCapacity: true)
    sampleCount = signal.count
    guard signal.count > 4 else { return }
    // Half an upstroke at an end is bent by what the filter makes up beyond it.
    let (lowest, highest) = (Double(Self.margin), Double(signal.count - 1 - Self.margin))
    let half = sign / 2
    var disturbed = 0
    var (left, middle) = (0.0, half * (signal[2] - signal[0]))
    for i in 1..<(signal.count - 1) {
      let right = i + 2 < signal.count ? half * (signal[i + 2] - signal[i]) : 0
      if hidden[i] != .none { disturbed += 1 }
      // A rise where no frames are is made up by the spline.
      if middle > left, middle >= right, middle > 0, hidden[i] != .missing {
        let place = Double(i) + vertexOffset(left, middle, right)
        if place >= lowest, place <= highest {
          places.append(place)
          heights.append(vertexValue(left, middle, right))
          merits.append(hidden[i] == .jolt ? Self.joltedMerit : 1)
          disturbances.append(disturbed)
        }
      }
      (left, middle) = (middle, right)
    }
    guard places.count >= 2 else { return }
    // The tenth steepest of a hundred is full marks: one jolt does not belittle the rest.
    best.removeAll(keepingCapacity: true)
    best.append(contentsOf: heights)
    let rank = Int(Double(best.count - 1) * 0.9)
    let reference = best.withUnsafeMutableBufferPointer { $0.selectElement(atRank: rank) }
    for j in merits.indices { merits[j] *= min(heights[j] / reference, 1) }
  }

  /// The best chain of beats for a period, from left to right.
  /// - Parameter period: In samples.
  mutating func beats(period: Double) -> [Position] {
    let count = places.count
    guard count >= 2 else { return places.map { Position(sample: $0, step: 1) } }
    let rate = 1 / period
    if best.count != count { best = [Double](repeating: 0, count: count) }
    if before.count != count { before = [Int](repeating: -1, count: count) }
    chainUp(rate: rate)
    let end = Double(sampleCount - 1)
    var (last, highest) = (-1, -Double.infinity)
    for j in 0..<count {
      let total = best[j] - max(0, (end - places[j]) * rate - 1)
      if total > highest { (last, highest) = (j, total) }
    }
    chain.removeAll(keepingCapacity: true)
    while last >= 0 {
      chain.append(last)
      last = before[last]
    }
    chain.reverse()
    let typical = medianStep()
    return positions(of: withoutStragglers(step: typical), step: typical)
  }

  /// The best chain up to each rise: what it is worth, and which rise is before that one.
  private mutating func chainUp(rate: Double) {
    places.withUnsafeBufferPointer { places in
      merits.withUnsafeBufferPointer { merits in
        disturbances.withUnsafeBufferPointer { disturbances in
          best.withUnsafeMutableBufferPointer { best in
            before.withUnsafeMutableBufferPointer { before in
              for j in places.indices {
                var highest = merits[j] - max(0, places[j] * rate - 1)
                var predecessor = -1
                var i = j - 1
                while i >= 0 {
                  let step = (places[j] - places[i]) * rate
                  let mayHide = disturbances[j] - disturbances[i] > Self.hidingPlace
                  if step > (mayHide ? Self.longestBridge : Self.steps.upperBound) { break }
                  if step >= Self.steps.lowerBound {
                    let total = best[i] + merits[j] - Self.cost(of: step, mayHide: mayHide)
                    if total > highest { (highest, predecessor) = (total, i) }
                  }
                  i -= 1
                }
                best[j] = highest
                before[j] = predecessor
              }
            }
          }
        }
      }
    }
  }

  /// What a step of so many periods costs.
  private static func cost(of step: Double, mayHide: Bool) -> Double {
    guard mayHide else {
      let deviation = logarithm(step)
      return stepCost * deviation * deviation
    }
    let beats = max(1, step.rounded())
    let deviation = logarithm(step / beats)
    return stepCost * deviation * deviation + hiddenCost * (beats - 1)
  }

  /// The natural logarithm to half a percent between 0.4 and 2.5 (its Padé approximant of order 2/2
  /// at 1), the same to the bit on every machine and several times faster than the library's.
  private static func logarithm(_ x: Double) -> Double {
    3 * (x * x - 1) / (x * x + 4 * x + 1)
  }

  /// The chain without a first or last beat that is both weak and out of step: where the true one
  /// lies beyond the end, a dicrotic wave takes its place.
  private mutating func withoutStragglers(step: Double) -> Range<Int> {
    let last = chain.count - 1
    guard last >= 4 else { return chain.indices }
    scratch.removeAll(keepingCapacity: true)
    for rise in chain { scratch.append(heights[rise]) }
    let height = scratch.selectMedian() ?? 0
    func isStraggler(_ beat: Int, step own: Double) -> Bool {
      heights[chain[beat]] < 0.75 * height && abs(own - step) > 0.12 * step
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
        disturbances[chain[beat]] - disturbances[chain[beat - 1]] > Self.hidingPlace
      {
        step = max(1, (distance(beat - 1, beat) / typical).rounded())
      }
      positions.append(Position(sample: places[chain[beat]], step: step))
    }
    return positions
  }

  /// The median of the chain's steps, in samples.
  private mutating func medianStep() -> Double {
    scratch.removeAll(keepingCapacity: true)
    for beat in 1..<max(chain.count, 1) { scratch.append(distance(beat - 1, beat)) }
    return scratch.selectMedian() ?? 1
  }

  /// Samples between two beats of the chain.
  private func distance(_ first: Int, _ second: Int) -> Double {
    places[chain[second]] - places[chain[first]]
  }
}
