import SignalProcessing

/// Finds out when frames were captured if a recording only has the times of their delivery.
///
/// Apps that stamp frames as they arrive record the load of the machine: two frames a few
/// milliseconds apart, the next one late. A sensor exposes evenly and can do neither. If frames
/// come in such bursts, each time is taken from the straight line through the times around it, over
/// the frames' numbers; dropped frames have numbers too.
struct CaptureTimes: Sendable {
  /// The number of frames on each side from which a time is calculated.
  private static let reach = 20

  /// Gaps shorter than this, in typical gaps, cannot come from a sensor.
  private static let burstGap = 0.6

  /// The share of such gaps that shows delivery in bursts.
  private static let leastBurstShare = 0.02

  /// The highest correlation of neighboring gaps in bursts, where a short gap follows a long one.
  private static let mostCorrelation = -0.1

  /// Gaps longer than this, in typical gaps, may be dropped frames.
  private static let dropGap = 1.6

  /// The number of frames on each side that must agree on the number of dropped frames.
  private static let witnesses = 8

  private var gaps: [Double] = []
  private var numbers: [Double] = []
  private var residuals: [Double] = []

  /// The times of capture of the frames that were analyzed last.
  private(set) var times: [Double] = []

  /// Analyses frames' times, in seconds and rising.
  /// - Parameter typical: The median of their gaps.
  /// - Returns: Whether the times are those of delivery in bursts; `times` then has those of
  ///   capture.
  mutating func find(from delivered: ArraySlice<Double>, typicalGap typical: Double) -> Bool {
    gaps.removeAll(keepingCapacity: true)
    for i in delivered.indices.dropFirst() { gaps.append(delivered[i] - delivered[i - 1]) }
    guard gaps.count > 2 * Self.reach, comesInBursts(typical) else { return false }
    number(delivered)
    fitLines(delivered)
    return true
  }

  /// Returns whether the pulse at the times of capture is chosen rather than the one at those of
  /// delivery. Beats are placed better at capture, so a little less evidence is no reason against
  /// it, unless it is too little.
  /// - Parameters:
  ///   - evidence: The logit at the times of capture.
  ///   - delivered: The logit at the times of delivery; `nil` if nothing was found there.
  ///   - bound: The logit that is enough.
  static func areBelieved(
    evidence: Double, evidenceAtDelivery delivered: Double?, bound: Double
  ) -> Bool {
    guard let delivered else { return true }
    return evidence > delivered - 2 && (evidence >= bound || delivered < bound)
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

  /// Numbers the frames, including those that were dropped.
  ///
  /// Delivery is late by chance, never early. If frames were dropped, the earliest frames after the
  /// gap are late as well.
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
        // The times before have been moved already.
        let late = behind - dropped * step - before
        dropped += max(0, (late / step).rounded())
      }
      numbers[i] += dropped
      residuals[i] -= dropped * step
    }
  }

  /// Returns the seconds from frame to frame while none is dropped: the median over runs of a
  /// second.
  private func evenStep() -> Double {
    let run = 30
    var means: [Double] = []
    var sum = 0.0
    for i in gaps.indices {
      sum += gaps[i]
      if i >= run { sum -= gaps[i - run] }
      if i >= run - 1 { means.append(sum / Double(run)) }
    }
    return means.selectUpperMedian() ?? gaps[0]
  }

  /// Takes each time from the least-squares line through the times around it.
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
