import Glibc
import SignalProcessing

/// Finds the beats of a pulse signal whose period is roughly known.
///
/// Every steep rise may be a beat's upstroke. The beats are the chain of rises that is best as a
/// whole: each adds its steepness, and each step from one to the next costs the squared logarithm of
/// how far it is from the period. Dynamic programming finds it exactly (after Ellis 2007, "Beat
/// tracking by dynamic programming"), so a dicrotic wave, a weak beat or a burst of motion is judged
/// by all that surrounds it, and a true change of rate or an early beat can still be followed.
///
/// The steepest moment of the upstroke is where a beat is said to be: it is the sharpest mark that
/// a pulse has, and a parabola through the slope places it far below a sample.
struct BeatTracker {
  /// How much a step costs that is off by a factor of e, in upstrokes.
  static let stepCost = 4.0

  /// Steps that are looked at, in periods.
  static let steps = 0.45...2.2

  /// Samples at each end in which no upstroke is looked for: a tenth of a second.
  static let margin = 3

  /// Positions of the beats in samples, from left to right.
  let positions: [Double]

  /// - Parameters:
  ///   - signal: Systole upwards, band-passed.
  ///   - period: In samples.
  init(in signal: [Double], period: Double) {
    guard signal.count > 4 else {
      positions = []
      return
    }
    var slope = [Double](repeating: 0, count: signal.count)
    for i in 1..<(signal.count - 1) { slope[i] = (signal[i + 1] - signal[i - 1]) / 2 }
    // Half an upstroke at an end is bent by what the filter makes up beyond it.
    let inner = Double(Self.margin)...Double(max(signal.count - 1 - Self.margin, Self.margin))
    let rises = Peak.localMaxima(of: slope).filter { $0.height > 0 && inner.contains($0.position) }
    guard rises.count >= 2 else {
      positions = rises.map(\.position)
      return
    }
    // The tenth steepest of a hundred is full marks: one jolt does not belittle the rest.
    let heights = rises.map(\.height).sorted()
    let reference = heights[Int(Double(heights.count - 1) * 0.9)]
    let merits = rises.map { min($0.height / reference, 1) }

    var best = [Double](repeating: 0, count: rises.count)
    var before = [Int](repeating: -1, count: rises.count)
    for j in rises.indices {
      best[j] = merits[j] - max(0, rises[j].position / period - 1)
      for i in stride(from: j - 1, through: 0, by: -1) {
        let step = (rises[j].position - rises[i].position) / period
        if step > Self.steps.upperBound { break }
        if step < Self.steps.lowerBound { continue }
        let deviation = log(step)
        let total = best[i] + merits[j] - Self.stepCost * deviation * deviation
        if total > best[j] {
          best[j] = total
          before[j] = i
        }
      }
    }
    let end = Double(signal.count - 1)
    func total(_ j: Int) -> Double {
      best[j] - max(0, (end - rises[j].position) / period - 1)
    }
    var chain: [Peak] = []
    var next = rises.indices.max { total($0) < total($1) } ?? -1
    while next >= 0 {
      chain.append(rises[next])
      next = before[next]
    }
    chain.reverse()
    positions = Self.withoutStragglers(chain).map(\.position)
  }

  /// Drops a first or last beat that is both weak and out of step: where the true one lies beyond
  /// the end, a dicrotic wave takes its place.
  private static func withoutStragglers(_ chain: [Peak]) -> ArraySlice<Peak> {
    guard chain.count >= 5 else { return chain[...] }
    let steps = zip(chain, chain.dropFirst()).map { $1.position - $0.position }
    let step = steps.sorted()[steps.count / 2]
    let height = chain.map(\.height).sorted()[chain.count / 2]
    func isStraggler(_ beat: Peak, step own: Double) -> Bool {
      beat.height < 0.75 * height && abs(own - step) > 0.12 * step
    }
    var rest = chain[...]
    if isStraggler(chain[0], step: steps[0]) { rest.removeFirst() }
    if isStraggler(chain[chain.count - 1], step: steps[steps.count - 1]) { rest.removeLast() }
    return rest
  }
}
