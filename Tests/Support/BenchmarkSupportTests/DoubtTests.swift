import Simulation
import Testing

@testable import BenchmarkSupport

struct DoubtTests {
  private func figures(_ answers: [(error: Double, quality: Double)]) -> AccuracyFigures {
    var figures = AccuracyFigures()
    for (error, quality) in answers {
      figures.add(
        rate: (70 + error, 68 + error, 72 + error), quality: quality, reference: 70)
    }
    return figures
  }

  @Test func `the best by quality are kept first`() {
    let errors = (1...10).map { (error: Double($0), quality: 1 - Double($0) / 20) }
    let figures = figures(errors.shuffled())
    let curve = figures.riskAgainstCoverage
    #expect(curve.map(\.share) == (1...10).map { Double($0) / 10 })
    // The mean of 1, 2, ... k is (k + 1) / 2.
    for (kept, point) in zip(1..., curve) {
      #expect(abs(point.error - Double(kept + 1) / 2) < 1e-12)
    }
    #expect(abs(figures.meanAbsoluteError(ofBest: 0.7) - 4) < 1e-12)
    #expect(abs(figures.relativeRisk(ofBest: 0.7) - 4 / 5.5) < 1e-12)
  }

  @Test func `among readings of equal quality the earlier are kept`() {
    let figures = figures([(3, 0.5), (1, 0.5), (1, 0.5), (1, 0.5)])
    #expect(figures.meanAbsoluteError(ofBest: 0.25) == 3)
    #expect(figures.meanAbsoluteError(ofBest: 1) == figures.meanAbsoluteError)
  }

  @Test func `normal errors of known deviation are on the diagonal, in every decile of width`() {
    var generator = SeededGenerator(seed: 5)
    var figures = AccuracyFigures()
    for _ in 0..<20_000 {
      let deviation = 0.2 + 3 * generator.uniform()
      let rate = 80 + deviation * generator.normal()
      figures.add(
        rate: (rate, rate - 1.96 * deviation, rate + 1.96 * deviation), quality: 0.5,
        reference: 80)
    }
    let bins = figures.calibration
    #expect(bins.count == 10)
    #expect(bins.map(\.count) == Array(repeating: 2000, count: 10))
    #expect(bins.map(\.halfWidth) == bins.map(\.halfWidth).sorted())
    for bin in bins {
      #expect(abs(bin.observedError / bin.predictedError - 1) < 0.06)
      #expect(abs(bin.shareInside - 0.95) < 0.02)
    }
  }

  @Test(arguments: [(1, 1), (19, 1), (20, 4), (199, 4), (200, 10)])
  func `few answers give few groups, and no answer is lost`(count: Int, groups: Int) {
    let bins = figures((0..<count).map { (Double($0 % 7), 0.5) }).calibration
    #expect(bins.count == groups)
    #expect(bins.reduce(0) { $0 + $1.count } == count)
  }
}
