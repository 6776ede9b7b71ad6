/// How well quality and interval rank and measure the errors that occur.
extension AccuracyFigures {
  /// Answers with similar interval widths.
  package struct WidthBin: Sendable, Equatable {
    package let count: Int

    /// The mean of half the interval, in beats per minute.
    package let halfWidth: Double

    /// The mean absolute error that such intervals predict if errors are normal.
    package let predictedError: Double

    /// The mean absolute error that was observed.
    package let observedError: Double
    package let shareInside: Double
  }

  /// The mean absolute error of a normal variable over half of its 95 % interval: √(2/π) / 1.96.
  static let errorOverHalfWidth = 0.797_884_560_8 / 1.959_963_984_5

  /// Returns groups of equal size by width, the narrowest first: ten groups if each gets 20 or more answers, four if
  /// each gets 5, else one.
  package var calibration: [WidthBin] {
    let sorted = answers.enumerated().sorted {
      ($0.element.halfWidth, $0.offset) < ($1.element.halfWidth, $1.offset)
    }.map(\.element)
    guard !sorted.isEmpty else { return [] }
    let bins = sorted.count >= 200 ? 10 : sorted.count >= 20 ? 4 : 1
    return (0..<bins).map { bin in
      let group = sorted[(bin * sorted.count / bins)..<((bin + 1) * sorted.count / bins)]
      let halfWidth = mean(of: group, \.halfWidth)
      return WidthBin(
        count: group.count, halfWidth: halfWidth,
        predictedError: halfWidth * Self.errorOverHalfWidth,
        observedError: mean(of: group) { abs($0.error) },
        shareInside: mean(of: group) { $0.isInside ? 1 : 0 })
    }
  }

  /// Returns the mean absolute error of the best share of the answers by quality; of equals, the earlier.
  ///
  /// The result is not a number if the share has no answer.
  package func meanAbsoluteError(ofBest share: Double) -> Double {
    mean(of: byQuality.prefix(Self.size(of: share, in: answers.count))) { abs($0.error) }
  }

  /// Returns the mean absolute error of the best share by quality, over that of all.
  package func relativeRisk(ofBest share: Double) -> Double {
    meanAbsoluteError(ofBest: share) / meanAbsoluteError
  }

  /// The mean absolute error of the best 10, 20, ... 100 % of the answers by quality.
  package var riskAgainstCoverage: [(share: Double, error: Double)] {
    let ranked = byQuality
    return (1...10).map { tenth in
      let share = Double(tenth) / 10
      return (
        share, mean(of: ranked.prefix(Self.size(of: share, in: ranked.count))) { abs($0.error) }
      )
    }
  }

  private var byQuality: [Answer] {
    answers.enumerated().sorted {
      ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset)
    }.map(\.element)
  }

  private static func size(of share: Double, in count: Int) -> Int {
    Int((share * Double(count)).rounded())
  }
}
