import Glibc
import SignalProcessing

/// What tells an irregular rhythm from a regular one. An irregular one shows in all four.
package struct RhythmFigures: Sendable, Equatable {
  /// The root mean square of the changes from interval to interval, over the mean interval (Dash 2009;
  /// McManus 2013, who read it from fingertips on phones).
  package let relativeChange: Double

  /// Their median size over the mean interval: it hardly moves for a few early beats, each of which
  /// changes three intervals greatly.
  package let typicalChange: Double

  /// The coefficient of sample entropy of pairs of intervals (Lake and Moorman 2011), with a tolerance of
  /// a twentieth of the mean interval: how little one interval tells of the next.
  package let entropy: Double

  /// The greatest share of the variance that one sinusoid explains. Breathing is near one, and so are
  /// beats that alternate; an irregular rhythm has none.
  package let periodicShare: Double

  /// Pairs of neighbouring clear intervals below which nothing is said; half a minute at 60 beats.
  static let fewestPairs = 28

  /// The share of the covered time that clear intervals must hold.
  static let leastShare = 0.5

  /// Intervals in one look (Lee 2013; McManus 2013).
  static let lookCount = 64

  /// One after the other; a last part that is not a whole look belongs to the one before it. None where
  /// too few beats are sure.
  package static func looks(at series: BeatSeries) -> [RhythmFigures] {
    let clear = series.clearIntervals
    let covered = clear.reduce(0) { $0 + $1.duration }
    guard covered >= leastShare * series.coveredDuration else { return [] }
    let count = max(1, clear.count / lookCount)
    return (0..<count).compactMap { index in
      let end = index == count - 1 ? clear.count : (index + 1) * lookCount
      return RhythmFigures(clear[(index * lookCount)..<end])
    }
  }

  /// - Parameter clear: Intervals whose beats are sure; `nil` where too few of them are neighbours.
  private init?(_ clear: ArraySlice<BeatSeries.Interval>) {
    var pairs: [(first: Double, second: Double)] = []
    for (a, b) in zip(clear, clear.dropFirst())
    where b.isAdjacent && abs(b.start - a.end) <= BeatSeries.seamTolerance {
      pairs.append((a.duration, b.duration))
    }
    guard pairs.count >= Self.fewestPairs else { return nil }
    let mean = clear.reduce(0) { $0 + $1.duration } / Double(clear.count)
    let changes = pairs.map { abs($0.second - $0.first) }.sorted()
    let square = changes.reduce(0) { $0 + $1 * $1 } / Double(changes.count)
    relativeChange = square.squareRoot() / mean
    typicalChange = changes[changes.count / 2] / mean
    entropy = Self.entropy(pairs, tolerance: 0.05 * mean) + log(0.1)
    let times = clear.map(\.end)
    let values = HeartRateVariability.withoutTrend(clear.map(\.duration), at: times)
    let periodogram = LombScarglePeriodogram(
      times: times, values: values, from: 0.02, to: max(0.55 / mean, 0.02))
    periodicShare = periodogram.explainedShares.max() ?? 0
  }

  /// The sample entropy for patterns of one interval: how much rarer it is that the next one is alike as
  /// well, as a logarithm.
  private static func entropy(
    _ pairs: [(first: Double, second: Double)], tolerance: Double
  ) -> Double {
    var (alike, stillAlike) = (0, 0)
    for i in pairs.indices {
      for j in pairs.indices.dropFirst(i + 1)
      where abs(pairs[i].first - pairs[j].first) <= tolerance {
        alike += 1
        if abs(pairs[i].second - pairs[j].second) <= tolerance { stillAlike += 1 }
      }
    }
    return log(max(Double(alike), 0.5) / max(Double(stillAlike), 0.5))
  }

  /// The bound of the relative change is that of McManus 2016; the others lie between simulated irregular
  /// rhythms and the deepest breathing seen on fingertips (entropy -0.84, in a young person at rest).
  package var regularity: RhythmRegularity {
    let isIrregular =
      relativeChange >= 0.115 && typicalChange >= 0.06 && entropy >= -0.75 && periodicShare <= 0.5
    if isIrregular { return .irregular }
    let isOpen =
      relativeChange >= 0.1 && typicalChange >= 0.05 && entropy >= -1 && periodicShare <= 0.6
    return isOpen ? .undetermined : .regular
  }
}
