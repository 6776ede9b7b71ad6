import TestSupport
import Testing

@testable import SampleStore

/// Quantiles of many values, from themselves and from what hours of them add up to.
struct ValueDistributionTests {
  private static let shares = Statistics.quantileShares

  /// The least value up to which a share of all lies.
  private func quantile(_ share: Double, of sorted: [Double]) -> Double {
    sorted[max(Int((share * Double(sorted.count) - 1e-9).rounded(.up)) - 1, 0)]
  }

  private func hour(count: Int, minimum: Double, mean: Double, maximum: Double) -> StatisticsSums {
    var sums = StatisticsSums()
    (sums.count, sums.sum) = (count, mean * Double(count))
    (sums.minimum, sums.maximum) = (minimum, maximum)
    return sums
  }

  @Test(arguments: 1...60)
  func `single values have the quantiles of the sorted ones`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let values = (0..<count).map { _ in Double(Int.random(in: 40...90, using: &generator)) }
    var distribution = ValueDistribution()
    for value in values { distribution.add(value) }
    let sorted = values.sorted()
    let exact = Self.shares.map { quantile($0, of: sorted) }
    #expect(distribution.quantiles(Self.shares) == exact)
    // Hours of one value change nothing.
    var mixed = ValueDistribution()
    for (index, value) in values.enumerated() {
      if index % 2 == 0 {
        mixed.add(value)
      } else {
        mixed.add(hour(count: 1, minimum: value, mean: value, maximum: value))
      }
    }
    #expect(mixed.count == count && mixed.quantiles(Self.shares) == exact)
  }

  @Test(arguments: 1...40)
  func `a quantile's rank is off by no more than the hours that it lies in have`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var all: [Double] = []
    var hours: [(range: ClosedRange<Double>, count: Int)] = []
    var distribution = ValueDistribution()
    for _ in 0..<Int.random(in: 1...50, using: &generator) {
      let middle = Double.random(in: 50...120, using: &generator)
      let values = (0..<Int.random(in: 1...200, using: &generator)).map { _ in
        middle + .random(in: -9...9, using: &generator) + .random(in: -9...9, using: &generator)
      }
      let (least, greatest) = (values.min() ?? 0, values.max() ?? 0)
      all += values
      if Bool.random(using: &generator) {
        for value in values { distribution.add(value) }
        continue
      }
      distribution.add(
        hour(
          count: values.count, minimum: least, mean: values.reduce(0, +) / Double(values.count),
          maximum: greatest))
      hours.append((least...greatest, values.count))
    }
    let found = distribution.quantiles(Self.shares)
    #expect(distribution.count == all.count && found == found.sorted())
    for (share, value) in zip(Self.shares, found) {
      let rank = Double(all.count { $0 <= value })
      let doubt = hours.filter { $0.range.contains(value) }.reduce(1) { $0 + $1.count }
      #expect(abs(rank - share * Double(all.count)) <= Double(doubt), "\(share): \(value)")
    }
  }

  @Test func `the two halves of an hour keep its mean`() {
    var distribution = ValueDistribution()
    distribution.add(hour(count: 1000, minimum: 50, mean: 60, maximum: 150))
    let shares = (1...1000).map { (Double($0) - 0.5) / 1000 }
    let mean = distribution.quantiles(shares).reduce(0, +) / 1000
    #expect(abs(mean - 60) < 0.01)
  }

  @Test func `what is no number adds nothing, and nothing has no quantiles`() {
    var distribution = ValueDistribution()
    for value in [Double.nan, .infinity, -.infinity] {
      distribution.add(value)
      distribution.add(hour(count: 3, minimum: 1, mean: value, maximum: value))
    }
    distribution.add(StatisticsSums())
    #expect(distribution.quantiles(Self.shares).isEmpty)
    distribution.add(
      hour(count: 2, minimum: -.greatestFiniteMagnitude, mean: 0, maximum: 1e308))
    let found = distribution.quantiles(Self.shares)
    #expect(found.count == 5 && found.allSatisfy { $0.isFinite })
  }
}
