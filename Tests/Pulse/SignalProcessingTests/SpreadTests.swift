import SignalProcessing
import Testing

/// Means, standard deviations and straight lines.
struct SpreadTests {
  @Test func `known values have known deviations`() {
    let values = [2.0, 4, 4, 4, 5, 5, 7, 9]
    #expect(values.mean == 5)
    #expect(values.populationStandardDeviation == 2)
    #expect(abs(values.sampleStandardDeviation - (32.0 / 7).squareRoot()) < 1e-15)
  }

  @Test func `a shift changes no deviation, a gain scales it`() {
    let values = TestSignal.noise(200)
    let (plain, changed) = (values, values.map { 8 * $0 + 64 })
    #expect(abs(changed.sampleStandardDeviation - 8 * plain.sampleStandardDeviation) < 1e-10)
    #expect(
      abs(changed.populationStandardDeviation - 8 * plain.populationStandardDeviation) < 1e-10)
  }

  @Test func `no values and a single value have no deviation`() {
    for values in [[], [3.0]] {
      #expect(values.sampleStandardDeviation == 0 && values.populationStandardDeviation == 0)
      #expect(values.removingLinearTrend(at: values).allSatisfy { $0 == 0 })
    }
  }

  @Test func `a line without its trend is zero, and adding a line changes nothing`() {
    let times = TestSignal.noise(80).enumerated().map { Double($0) + 0.3 * $1 }
    let line = times.map { 4 - 0.25 * $0 }
    #expect(line.removingLinearTrend(at: times).allSatisfy { abs($0) < 1e-12 })
    let noise = TestSignal.noise(80, seed: 2)
    let plain = noise.removingLinearTrend(at: times)
    let tilted = zip(noise, line).map(+).removingLinearTrend(at: times)
    #expect(zip(plain, tilted).allSatisfy { abs($0 - $1) < 1e-12 })
    #expect(abs(plain.mean) < 1e-14)
  }

  @Test func `skewness has the sign of the longer side`() throws {
    // One of three: (1 - 2p) / sqrt(p (1 - p)) with p = 1/3.
    let found = try #require([0.0, 0, 1].skewness)
    #expect(abs(found - 0.5.squareRoot()) < 1e-12)
    #expect([0.0, 0, -1].skewness == -found)
    #expect([-1.0, 0, 1].skewness == 0)
  }

  @Test(arguments: [[], [3], [2, 2, 2]] as [[Double]])
  func `equal values have no skewness`(values: [Double]) { #expect(values.skewness == nil) }
}
