import Glibc
import SignalProcessing
import Testing

/// The periodogram of uneven samples.
struct LombScargleTests {
  private struct File: Decodable {
    struct Case: Decodable {
      let times, values, power: [Double]
      let lowest, spacing: Double
    }
    let cases: [Case]
  }

  /// Returns uneven times with a mean distance of 0.8 s.
  private func times(_ count: Int) -> [Double] {
    var time = 0.0
    return TestSignal.noise(count, seed: 3).map { noise in
      time += 0.8 + 0.1 * max(-3, min(3, noise))
      return time
    }
  }

  @Test func `the power is SciPy's`() throws {
    let file = try ReferenceFile.read("periodograms", as: File.self)
    #expect(file.cases.count == 5)
    for test in file.cases {
      let last = test.lowest + Double(test.power.count - 1) * test.spacing
      let periodogram = LombScarglePeriodogram(
        times: test.times, values: test.values, from: test.lowest, to: last,
        spacing: test.spacing)
      #expect(
        relativeDifference(periodogram.power, test.power) < 1e-8, "\(test.times.count) samples")
    }
  }

  @Test func `a later clock and a higher level change nothing`() {
    let times = times(90)
    let values = TestSignal.noise(90)
    let plain = LombScarglePeriodogram(times: times, values: values, from: 0.04, to: 0.5)
    let moved = LombScarglePeriodogram(
      times: times.map { $0 + 4096 }, values: values.map { $0 + 512 }, from: 0.04, to: 0.5,
      spacing: plain.spacing)
    #expect(relativeDifference(moved.power, plain.power) < 1e-8)
  }

  @Test func `a sinusoid explains all of itself, and its variance is half its amplitude squared`()
    throws
  {
    let times = times(150)
    for frequency in [0.08, 0.1234, 0.3] {
      let values = times.map { 700 + 30 * sin(2 * .pi * frequency * $0 + 1) }
      let periodogram = LombScarglePeriodogram(times: times, values: values, from: 0.005, to: 0.6)
      let peak = try #require(periodogram.peak)
      #expect(abs(peak.frequency - frequency) < 0.0005)
      #expect(peak.explainedShare > 0.98)
      let band = periodogram.variance(from: frequency - 0.04, to: frequency + 0.04)
      #expect(abs(band / 450 - 1) < 0.07, "\(band)")
    }
  }

  @Test func `density, shares and power are one thing in three units`() {
    let periodogram = LombScarglePeriodogram(
      times: times(64), values: TestSignal.noise(64), from: 0.02, to: 0.6)
    for (index, power) in periodogram.power.enumerated() {
      #expect(abs(periodogram.density[index] - 2 * power * periodogram.duration / 64) < 1e-9)
      #expect(abs(periodogram.explainedShares[index] - 2 * power / periodogram.energy) < 1e-9)
      #expect((0...1).contains(periodogram.explainedShares[index]))
    }
  }

  @Test func `a signal without duration or variation has no peak`() {
    for (times, values) in [([], []), ([1.0], [2.0]), ([1, 1], [2, 3]), ([1, 2, 3], [5, 5, 5])] {
      let periodogram = LombScarglePeriodogram(
        times: times, values: values, from: 0.1, to: 0.4, spacing: 0.1)
      #expect(periodogram.power.allSatisfy { $0 == 0 })
      #expect(periodogram.power.count == 4)
      #expect(periodogram.peak == nil)
    }
  }
}
