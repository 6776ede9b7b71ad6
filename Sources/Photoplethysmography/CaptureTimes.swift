import SignalProcessing

/// When frames were captured, where a recording only tells when they were delivered.
///
/// Apps that stamp frames as they arrive record the load of the machine: two frames a few milliseconds
/// apart, the next one late. A sensor exposes evenly and can do neither. Where frames come in such
/// bursts, each moment is taken from the straight line through those around it, along the frames'
/// number, frames that were dropped counted in.
struct CaptureTimes: Sendable {
  /// Frames on each side that a moment is taken from.
  private static let reach = 20

  /// Shorter gaps than this, in typical gaps, are no sensor's.
  private static let burstGap = 0.6

  /// The share of such gaps that shows delivery in bursts.
  private static let leastBurstShare = 0.02

  /// How much a long gap is followed by a short one there, as the correlation of neighbouring gaps.
  private static let mostCorrelation = -0.1

  /// Longer gaps than this, in typical gaps, may be frames dropped.
  private static let dropGap = 1.6

  /// Frames on each side that must agree on how many were dropped.
  private static let witnesses = 8

  private var gaps: [Double] = []
  private var numbers: [Double] = []
  private var residuals: [Double] = []

  /// The moments, for the last frames that were looked at.
  private(set) var times: [Double] = []

  /// Looks at frames' times, in seconds and rising.
  /// - Parameter typical: The median of their gaps.
  /// - Returns: Whether they are those of delivery in bursts; `times` then has those of capture.
  mutating func find(from delivered: ArraySlice<Double>, typicalGap typical: Double) -> Bool {
    gaps.removeAll(keepingCapacity: true)
    for i in delivered.indices.dropFirst() { gaps.append(delivered[i] - delivered[i - 1]) }
    guard gaps.count > 2 * Self.reach, comesInBursts(typical) else { return false }
    number(delivered)
    fitLines(delivered)
    return true
  }

  private func comesInBursts(_ typical: Double) -> Bool {
    let bursts = gaps.count { $0 < Self.burstGap * typical }
    guard Double(bursts) >= Self.leastBurstShare * Double(gaps.count) else { return false }
    var (square, product) = (0.0, 0.0)
    var previous = 0.0
    for gap in gaps {
      let deviation = min(gap, 2 * typical) - typical
      square += deviation * deviation
      product += deviation * previous
      previous = deviation
    }
    return product < Self.mostCorrelation * square
  }

  /// Numbers the frames, those that were dropped included.
  ///
  /// Delivery is late by chance, never early: where frames were dropped, the earliest of those behind
  /// the gap are late as well.
  private mutating func number(_ delivered: ArraySlice<Double>) {
    let step = evenStep()
    let offset = delivered.startIndex
    numbers.removeAll(keepingCapacity: true)
    residuals.removeAll(keepingCapacity: true)
    for i in delivered.indices {
      numbers.append(Double(i - offset))
      residuals.append(delivered[i] - step * Double(i - offset))
    }
    var dropped = 0.0
    for i in numbers.indices {
      if i > 0, gaps[i - 1] > Self.dropGap * step {
        let before = residuals[max(0, i - Self.witnesses)..<i].min() ?? 0
        let behind = residuals[i..<min(i + Self.witnesses, residuals.count)].min() ?? 0
        // Those before have been moved already.
        let late = behind - dropped * step - before
        dropped += max(0, (late / step).rounded())
      }
      numbers[i] += dropped
      residuals[i] -= dropped * step
    }
  }

  /// Seconds from frame to frame while none is dropped: the median over runs of a second.
  private func evenStep() -> Double {
    let run = 30
    var means: [Double] = []
    var sum = 0.0
    for i in gaps.indices {
      sum += gaps[i]
      if i >= run { sum -= gaps[i - run] }
      if i >= run - 1 { means.append(sum / Double(run)) }
    }
    return means.selectMedian() ?? gaps[0]
  }

  /// Takes each moment from the least-squares line through those around it.
  private mutating func fitLines(_ delivered: ArraySlice<Double>) {
    let offset = delivered.startIndex
    let count = numbers.count
    let origin = delivered[offset]
    times.removeAll(keepingCapacity: true)
    // Running sums over the frames in reach.
    var (n, x, y, xx, xy) = (0.0, 0.0, 0.0, 0.0, 0.0)
    func values(_ i: Int) -> (Double, Double) { (numbers[i], delivered[offset + i] - origin) }
    func add(_ i: Int, _ sign: Double) {
      let (number, time) = values(i)
      n += sign
      x += sign * number
      y += sign * time
      xx += sign * number * number
      xy += sign * number * time
    }
    for i in 0..<min(Self.reach, count) { add(i, 1) }
    for i in 0..<count {
      if i + Self.reach < count { add(i + Self.reach, 1) }
      if i - Self.reach > 0 { add(i - Self.reach - 1, -1) }
      let slope = (n * xy - x * y) / (n * xx - x * x)
      let time = origin + (y + slope * (n * numbers[i] - x)) / n
      times.append(max(time, times.last ?? time))
    }
  }
}
