import SignalProcessing

/// Finds the beats of a pulse signal whose period is roughly known.
///
/// Every steep rise may be a beat's upstroke. The beats are the chain of rises that is best as a
/// whole: each adds its steepness, and each step from one to the next costs the squared logarithm of
/// how far it is from the period. Dynamic programming finds it exactly (after Ellis 2007, "Beat
/// tracking by dynamic programming"), so a dicrotic wave, a weak beat or a burst of motion is judged
/// by all that surrounds it, and a true change of rate or an early beat can still be followed.
///
/// Where frames are missing or a jolt hides the pulse, a step may span two or three beats: they are
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
  static let hiddenCost = 1.2

  /// Steps that are looked at, in periods, and those that may hide beats.
  static let steps = 0.45...2.2
  static let longestBridge = 3.3

  /// Samples at each end in which no upstroke is looked for: a tenth of a second.
  static let margin = 3

  /// What a rise amid a disturbance counts for.
  static let disturbedMerit = 0.3

  /// Disturbed samples between two rises that may hide a beat: a sixth of a second.
  private static let hidingPlace = 5

  /// The place, in samples, and steepness of each rise.
  private var rises: [(position: Double, height: Double)] = []
  private var merits: [Double] = []

  /// How many disturbed samples lie before each rise.
  private var disturbances: [Int] = []

  private var best: [Double] = []
  private var before: [Int] = []
  private var sampleCount = 0

  /// Looks at another signal: finds the rises that may be upstrokes.
  /// - Parameters:
  ///   - signal: Low-passed.
  ///   - sign: 1 where systole is upwards, -1 where it is downwards.
  ///   - isDisturbed: Says of each sample whether frames are missing there or a jolt hides the pulse.
  mutating func look(
    at signal: UnsafeBufferPointer<Double>, sign: Double,
    isDisturbed: UnsafeBufferPointer<Bool>
  ) {
    rises.removeAll(keepingCapacity: true)
    merits.removeAll(keepingCapacity: true)
    disturbances.removeAll(keepingCapacity: true)
    sampleCount = signal.count
    guard signal.count > 4 else { return }
    func slope(_ i: Int) -> Double {
      i < 1 || i > signal.count - 2 ? 0 : sign * (signal[i + 1] - signal[i - 1]) / 2
    }
    // Half an upstroke at an end is bent by what the filter makes up beyond it.
    let inner = Double(Self.margin)...Double(max(signal.count - 1 - Self.margin, Self.margin))
    var disturbed = 0
    var (left, middle) = (slope(0), slope(1))
    for i in 1..<(signal.count - 1) {
      let right = slope(i + 1)
      if isDisturbed[i] { disturbed += 1 }
      if middle > left, middle >= right, middle > 0 {
        let position = Double(i) + vertexOffset(left, middle, right)
        if inner.contains(position) {
          let height = vertexValue(left, middle, right)
          rises.append((position, height))
          merits.append(isDisturbed[i] ? Self.disturbedMerit : 1)
          disturbances.append(disturbed)
        }
      }
      (left, middle) = (middle, right)
    }
    guard rises.count >= 2 else { return }
    // The tenth steepest of a hundred is full marks: one jolt does not belittle the rest.
    best.removeAll(keepingCapacity: true)
    best.append(contentsOf: rises.lazy.map(\.height))
    let rank = Int(Double(best.count - 1) * 0.9)
    let reference = best.withUnsafeMutableBufferPointer { $0.selectElement(atRank: rank) }
    for j in rises.indices { merits[j] *= min(rises[j].height / reference, 1) }
  }

  /// The best chain of beats for a period, from left to right.
  /// - Parameter period: In samples.
  mutating func beats(period: Double) -> [Position] {
    let count = rises.count
    guard count >= 2 else { return rises.map { Position(sample: $0.position, step: 1) } }
    let rate = 1 / period
    best.removeAll(keepingCapacity: true)
    before.removeAll(keepingCapacity: true)
    for j in 0..<count {
      var highest = merits[j] - max(0, rises[j].position * rate - 1)
      var predecessor = -1
      var i = j - 1
      while i >= 0 {
        let step = (rises[j].position - rises[i].position) * rate
        let mayHide = disturbances[j] - disturbances[i] > Self.hidingPlace
        if step > (mayHide ? Self.longestBridge : Self.steps.upperBound) { break }
        if step >= Self.steps.lowerBound {
          let total = best[i] + merits[j] - Self.cost(of: step, mayHide: mayHide).cost
          if total > highest { (highest, predecessor) = (total, i) }
        }
        i -= 1
      }
      best.append(highest)
      before.append(predecessor)
    }
    let end = Double(sampleCount - 1)
    var (last, highest) = (-1, -Double.infinity)
    for j in 0..<count {
      let total = best[j] - max(0, (end - rises[j].position) * rate - 1)
      if total > highest { (last, highest) = (j, total) }
    }
    var chain: [Int] = []
    while last >= 0 {
      chain.append(last)
      last = before[last]
    }
    chain.reverse()
    return positions(of: withoutStragglers(chain))
  }

  /// What a step of so many periods costs, and how many beats it is taken for.
  private static func cost(of step: Double, mayHide: Bool) -> (cost: Double, beats: Double) {
    let deviation = logarithm(step)
    var cheapest = (cost: stepCost * deviation * deviation, beats: 1.0)
    guard mayHide, step > 1.5 else { return cheapest }
    for beats in [2.0, 3.0] {
      let deviation = logarithm(step / beats)
      let cost = stepCost * deviation * deviation + hiddenCost * (beats - 1)
      if cost < cheapest.cost { cheapest = (cost, beats) }
    }
    return cheapest
  }

  /// The natural logarithm to half a percent between 0.4 and 2.5 (its Padé approximant of order 2/2
  /// at 1), the same to the bit on every machine and several times faster than the library's.
  private static func logarithm(_ x: Double) -> Double {
    3 * (x * x - 1) / (x * x + 4 * x + 1)
  }

  /// Drops a first or last beat that is both weak and out of step: where the true one lies beyond
  /// the end, a dicrotic wave takes its place.
  private func withoutStragglers(_ chain: [Int]) -> ArraySlice<Int> {
    guard chain.count >= 5 else { return chain[...] }
    let step = medianStep(of: chain[...])
    var heights = chain.map { rises[$0].height }
    let height = heights.selectMedian() ?? 0
    func isStraggler(_ beat: Int, step own: Double) -> Bool {
      rises[beat].height < 0.75 * height && abs(own - step) > 0.12 * step
    }
    let last = chain.count - 1
    var rest = chain[...]
    if isStraggler(chain[0], step: distance(chain[0], chain[1])) { rest.removeFirst() }
    if isStraggler(chain[last], step: distance(chain[last - 1], chain[last])) { rest.removeLast() }
    return rest
  }

  private func positions(of chain: ArraySlice<Int>) -> [Position] {
    let typical = medianStep(of: chain)
    var positions: [Position] = []
    positions.reserveCapacity(chain.count)
    var previous: Int?
    for rise in chain {
      var step = 1.0
      if let previous {
        let mayHide = disturbances[rise] - disturbances[previous] > Self.hidingPlace
        step = Self.cost(of: distance(previous, rise) / typical, mayHide: mayHide).beats
      }
      positions.append(Position(sample: rises[rise].position, step: step))
      previous = rise
    }
    return positions
  }

  private func medianStep(of chain: ArraySlice<Int>) -> Double {
    var steps = zip(chain, chain.dropFirst()).map { distance($0, $1) }
    return steps.selectMedian() ?? 1
  }

  private func distance(_ first: Int, _ second: Int) -> Double {
    rises[second].position - rises[first].position
  }
}
