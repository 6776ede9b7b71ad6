import Testing

@testable import BenchmarkSupport

struct AccuracyFiguresTests {
  /// Figures of answers of 60 beats per minute with these errors, each with an interval of 2 to both sides.
  private func figures(_ errors: [Double], refused: Int = 0) -> AccuracyFigures {
    var figures = AccuracyFigures()
    for error in errors {
      let rate = 60 + error
      figures.add(rate: (rate, rate - 2, rate + 2), quality: 0.5, reference: 60)
    }
    for _ in 0..<refused { figures.add(rate: nil, quality: 0, reference: 60) }
    return figures
  }

  @Test func `errors equal those computed by hand`() {
    let figures = figures([1, -1, 3, 5.5], refused: 1)
    #expect(figures.count == 5)
    #expect(abs(figures.answeredShare - 0.8) < 1e-12)
    #expect(abs(figures.meanAbsoluteError - 2.625) < 1e-12)
    #expect(abs(figures.rootMeanSquareError - (41.25 / 4).squareRoot()) < 1e-12)
    #expect(abs(figures.meanAbsolutePercentageError - 100 * 2.625 / 60) < 1e-12)
    #expect(abs(figures.bias - 2.125) < 1e-12)
    #expect(abs(figures.shareWithinFive - 0.75) < 1e-12)
    #expect(abs(figures.shareInside - 0.5) < 1e-12)
    #expect(abs(figures.meanHalfWidth - 2) < 1e-12)
  }

  @Test func `limits of agreement come from the sample standard deviation`() {
    // Deviations -2, -1, 0, 1, 2 from a bias of 1: variance 10 / 4.
    let limits = figures([-1, 0, 1, 2, 3]).limitsOfAgreement
    #expect(abs(limits.low - (1 - 1.96 * 2.5.squareRoot())) < 1e-12)
    #expect(abs(limits.high - (1 + 1.96 * 2.5.squareRoot())) < 1e-12)
    #expect(figures([1]).limitsOfAgreement.low.isNaN)
  }

  @Test func `the figures of parts add up to those of the whole`() {
    var sum = figures([1, -2], refused: 1)
    sum.add(figures([4], refused: 2))
    let whole = figures([1, -2, 4], refused: 3)
    #expect(sum.count == whole.count)
    #expect(sum.answers == whole.answers)
    #expect(sum.meanAbsoluteError == whole.meanAbsoluteError)
  }

  @Test func `without answers the errors are not numbers`() {
    #expect(AccuracyFigures().answeredShare.isNaN)
    let refused = figures([], refused: 3)
    #expect(refused.answeredShare == 0)
    #expect(refused.meanAbsoluteError.isNaN)
    #expect(refused.relativeRisk(ofBest: 0.7).isNaN)
    #expect(refused.calibration.isEmpty)
  }

  @Test func `a reference on the edge of the interval is inside`() {
    #expect(figures([2]).shareInside == 1)
    #expect(figures([-2]).shareInside == 1)
    #expect(figures([2.001]).shareInside == 0)
  }
}
