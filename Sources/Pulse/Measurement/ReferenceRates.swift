import Glibc
package import Photoplethysmography

/// The heart rate that another device measured, by its beats or by rates in beats per minute, in seconds on a clock.
package struct ReferenceRates: Sendable {
  private let times: [Double]

  /// Running sums up to each time: the seconds that the rates cover, and these seconds times the rates.
  private var weights = [0.0]
  private var sums = [0.0]

  /// Stretches in which no beat is missing.
  private let stretches: [[Double]]

  /// A rate counts until the next one, and no longer than this many seconds: watches measure every five.
  private static let longestValidity = 6.0

  /// - Parameters:
  ///   - rates: In any order.
  ///   - stretches: The times of beats, in stretches without a gap.
  package init(rates: [(time: Double, rate: Double)], stretches: [[Double]] = []) {
    let rates = rates.sorted { $0.time < $1.time }
    times = rates.map(\.time)
    self.stretches = stretches.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
    for (index, rate) in rates.enumerated() {
      let next = index + 1 < rates.count ? rates[index + 1].time : .infinity
      let last = index > 0 ? rate.time - rates[index - 1].time : Self.longestValidity
      // The last one counts as long as the one before.
      let weight = min(next.isFinite ? next - rate.time : last, Self.longestValidity)
      weights.append(weights[index] + weight)
      sums.append(sums[index] + weight * rate.rate)
    }
  }

  /// From the first rate or beat to the last; `nil` without any.
  package var range: ClosedRange<Double>? {
    let ends =
      [times.first, times.last].compactMap(\.self) + stretches.flatMap { [$0[0], $0.last!] }
    guard let first = ends.min(), let last = ends.max() else { return nil }
    return first...last
  }

  /// Returns the mean rate between two times: the beats between them, with fractions, over the time, or the rates that
  /// fall between them. It is `nil` if any beat is missing, or if rates cover less than half of the time.
  package func rate(from start: Double, to end: Double) -> Double? {
    let next = stretches.bisected { $0[0] > end }
    if next > 0, let first = Self.phase(start, stretches[next - 1]),
      let last = Self.phase(end, stretches[next - 1])
    {
      return 60 * (last - first) / (end - start)
    }
    let (first, last) = (times.bisected { $0 >= start }, times.bisected { $0 >= end })
    let weight = weights[last] - weights[first]
    guard weight > 0, weight >= (end - start) / 2 else { return nil }
    return (sums[last] - sums[first]) / weight
  }

  /// Returns the number of beats until a time, with a fraction; `nil` outside the beats.
  private static func phase(_ time: Double, _ beats: [Double]) -> Double? {
    let next = beats.bisected { $0 > time }
    guard next > 0, next < beats.count else { return nil }
    return Double(next - 1) + (time - beats[next - 1]) / (beats[next] - beats[next - 1])
  }

  /// Returns each reading that has a rate with the one here.
  /// - Parameter shift: The seconds that are added to the times here.
  package func pairs(
    with readings: [HeartRateReading], shift: Double
  ) -> [(reading: HeartRateReading, pair: Agreement.Pair)] {
    readings.compactMap { reading in
      guard let rate = reading.rate,
        let reference = self.rate(from: reading.start - shift, to: reading.end - shift)
      else { return nil }
      return (
        reading,
        Agreement.Pair(
          rate: rate.beatsPerMinute, low: rate.low, high: rate.high, reference: reference)
      )
    }
  }

  // MARK: Clocks that differ

  /// The summand for the times here, and its chance against all other shifts.
  package struct Shift: Sendable, Equatable {
    package let seconds: Double
    package let chance: Double
  }

  /// The step of shifts that are tried, in seconds, and how far apart two are that count as different.
  private static let (step, distance) = (0.5, 10.0)

  /// The readings that must have a pair, as a share, and their fewest number.
  private static let (leastShare, fewestPairs) = (0.6, 6)

  /// Seconds of shifts that are tried, at most: two days.
  private static let longestSearch = 172_800.0

  /// The minimum deviation between the rates of two devices, in beats per minute.
  private static let leastDeviation = 0.3

  /// Returns the shift with the smallest difference of the rates, and a chance from how much smaller it is than at all
  /// others; `nil` if there are too few readings or too many shifts, and if most of the readings fit nowhere.
  package func shift(for readings: [HeartRateReading]) -> Shift? {
    let readings = readings.filter { $0.rate != nil }
    let fewest = max(Self.fewestPairs, Int(Self.leastShare * Double(readings.count)))
    guard let range, let first = readings.first?.start, let last = readings.last?.end,
      readings.count >= Self.fewestPairs
    else { return nil }
    let lowest = ((first - range.upperBound) / Self.step).rounded(.up) * Self.step
    guard last - range.lowerBound - lowest < Self.longestSearch else { return nil }
    // The logarithm of each shift's likelihood if differences are normal; they follow each other, and count half.
    let fits = stride(from: lowest, through: last - range.lowerBound, by: Self.step)
      .compactMap { seconds -> (seconds: Double, logarithm: Double)? in
        let pairs = pairs(with: readings, shift: seconds).map(\.pair)
        guard pairs.count >= fewest, let error = Agreement(pairs).rootMeanSquareError else {
          return nil
        }
        let variance = error * error + Self.leastDeviation * Self.leastDeviation
        return (seconds, -Double(pairs.count) / 4 * log(variance))
      }
    guard let best = fits.max(by: { $0.logarithm < $1.logarithm }) else { return nil }
    // Shifts that are near each other count as one.
    var likelihoods: [Int: Double] = [:]
    for fit in fits {
      let place = Int(((fit.seconds - best.seconds) / Self.distance).rounded())
      likelihoods[place] = max(likelihoods[place] ?? 0, exp(fit.logarithm - best.logarithm))
    }
    let total = likelihoods.values.reduce(0, +)
    return Shift(seconds: best.seconds, chance: 1 / total)
  }
}

extension Array {
  /// Returns the index of the first element for which a condition holds, if it holds for all after it.
  fileprivate func bisected(_ holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
