import Glibc
import SignalProcessing

/// The regularity of a recording's rhythm. It describes the intervals and names no cause.
public enum RhythmRegularity: String, Sendable, CaseIterable, Codable {
  /// The beats follow a rhythm: steady, changed by breathing, or with few early beats.
  case regular

  /// The beats follow a rhythm, and one of ten or more comes early.
  case frequentEarlyBeats = "frequent_early_beats"

  /// Most intervals differ from the one before by unpredictable amounts.
  case irregular

  /// Too few beats are clear, their number is in doubt, or the rhythm is clearly neither regular nor irregular.
  case undetermined
}

extension RhythmRegularity {
  /// Creates the regularity of most segments of 64 intervals; undetermined if fewer than half of
  /// the segments decide.
  public init(of series: BeatSeries) {
    let segments = RhythmFigures.segments(of: series)
    let decided = segments.map(\.regularity).filter { $0 != .undetermined }
    let irregular = decided.count { $0 == .irregular }
    guard 2 * decided.count >= segments.count, 2 * irregular != decided.count else {
      self = .undetermined
      return
    }
    let early = Double(series.earlyBeatCount)
    if early >= Self.frequentShare * Double(series.intervals.count), early >= 3,
      !segments.contains(where: \.isWithoutRhythm)
    {
      self = .frequentEarlyBeats
    } else {
      let isDoubtful =
        segments.contains { $0.alternatingShare > Self.mostAlternating }
        || series.doubtfulDuration > Self.mostDoubtful * series.coveredDuration
      self =
        2 * irregular > decided.count ? .irregular : isDoubtful ? .undetermined : .regular
    }
  }

  /// The share of early beats from which on they are frequent.
  private static let frequentShare = 0.1

  /// The alternating share from which on no rhythm is regular.
  private static let mostAlternating = 0.6

  /// The share of the time from which on no rhythm is regular if the number of its beats is in doubt.
  private static let mostDoubtful = 0.25
}

/// Four measures that distinguish an irregular rhythm from a regular one. An irregular rhythm shows
/// in all four.
package struct RhythmFigures: Sendable, Equatable {
  /// The root mean square of the changes from interval to interval, over the mean interval (Dash
  /// 2009; McManus 2013, who read it from fingertips on phones).
  package let relativeChange: Double

  /// The median size of the changes over the mean interval. A few early beats hardly change it,
  /// although each changes three intervals greatly.
  package let typicalChange: Double

  /// The coefficient of sample entropy of pairs of intervals (Lake and Moorman 2011), with a
  /// tolerance of a twentieth of the mean interval. The higher the entropy, the less one interval
  /// predicts the next.
  package let entropy: Double

  /// The maximum share of the variance that one sinusoid explains. It is near one for breathing and
  /// for alternating beats, and low for an irregular rhythm.
  package let periodicShare: Double

  /// The share of neighboring changes of which one is longer and one shorter, both by more than a twelfth of the mean
  /// interval: short and long intervals take turns, as with every second beat early.
  package let alternatingShare: Double

  /// How many intervals differ at once by more than a fifth from three that were alike, as a pause, a dropped beat and
  /// the first of a run do, and their share. Breathing comes and goes.
  package let abruptCount: Int
  package let abruptShare: Double

  /// The fewest pairs of neighboring clear intervals: half a minute at 60 beats per minute.
  static let fewestPairs = 28

  /// The share of the covered time that clear intervals must hold.
  static let leastShare = 0.5

  /// The number of intervals in a segment (Lee 2013; McManus 2013).
  static let segmentLength = 64

  /// Returns the figures of a series segment by segment. A last part that is too short for a
  /// segment belongs to the segment before it. There are no segments if too few beats are clear.
  package static func segments(of series: BeatSeries) -> [RhythmFigures] {
    let clear = series.clearIntervals
    let covered = clear.reduce(0) { $0 + $1.duration }
    guard covered >= leastShare * series.coveredDuration else { return [] }
    let count = max(1, clear.count / segmentLength)
    return (0..<count).compactMap { index in
      let end = index == count - 1 ? clear.count : (index + 1) * segmentLength
      let part = clear[(index * segmentLength)..<end]
      guard let first = part.first, let last = part.last else { return nil }
      let likely = series.likelyIntervals.filter { $0.end > first.start && $0.end <= last.end }
      return RhythmFigures(part, among: likely)
    }
  }

  /// Measures the intervals between clear beats; `nil` if too few of them are neighbors.
  /// - Parameter likely: The intervals of the same time between beats that are likely ones, as weak ones are.
  private init?(_ clear: ArraySlice<BeatSeries.Interval>, among likely: [BeatSeries.Interval]) {
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
    typicalChange = (changes.upperMedian ?? 0) / mean
    entropy = Self.entropy(pairs, tolerance: 0.05 * mean) + log(0.1)
    let times = Self.times(of: clear)
    let values = clear.map(\.duration).removingLinearTrend(at: times)
    let periodogram = LombScarglePeriodogram(
      times: times, values: values, from: 0.02, to: max(0.55 / mean, 0.02))
    periodicShare = periodogram.explainedShares.max() ?? 0
    alternatingShare = Self.alternatingShare(of: pairs, least: mean / 12)
    abruptCount = Self.abruptCount(in: likely)
    abruptShare = Double(abruptCount) / Double(max(likely.count, 1))
  }

  private static func alternatingShare(
    of pairs: [(first: Double, second: Double)], least: Double
  ) -> Double {
    let changes = pairs.map { $0.second - $0.first }
    let turns = zip(changes, changes.dropFirst()).count {
      $0 * $1 < 0 && min(abs($0), abs($1)) > least
    }
    return Double(turns) / Double(max(changes.count - 1, 1))
  }

  /// Counts the intervals that leave at once what three before them kept to, by more than breathing does; one that is
  /// a pause counts twice. Early beats and the pauses after them are counted by themselves.
  private static func abruptCount(in intervals: [BeatSeries.Interval]) -> Int {
    intervals.indices.dropFirst(3).reduce(0) { count, index in
      let before = intervals[(index - 3)..<index].map(\.duration)
      let usual = before.reduce(0, +) / 3
      let (change, kind) = (intervals[index].duration / usual, intervals[index].kind)
      guard before.allSatisfy({ abs($0 / usual - 1) < 0.05 }), abs(change - 1) > 0.2,
        kind != .early, kind != .pause
      else { return count }
      return count + (change > 1.7 ? 2 : 1)
    }
  }

  /// Seconds after which breathing has forgotten its phase.
  private static let longestSilence = 20.0

  /// Returns when the intervals end, with longer silences cut to `longestSilence`: as many frequencies are
  /// looked at as the beats need, whatever a wrong time stamp puts between them.
  private static func times(of clear: ArraySlice<BeatSeries.Interval>) -> [Double] {
    var removed = 0.0
    var last = clear.first?.end ?? 0
    return clear.map { interval in
      removed += max(interval.end - last - longestSilence, 0)
      last = interval.end
      return interval.end - removed
    }
  }

  /// Returns the sample entropy for patterns of one interval: the logarithm of how much rarer it is
  /// that the next interval is alike too.
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

  /// The regularity that the figures show. The bound of the relative change is that of McManus
  /// 2016. The others are between simulated irregular rhythms and the deepest breathing seen on
  /// fingertips (entropy -0.84, in a young person at rest).
  package var regularity: RhythmRegularity {
    if isWithoutRhythm || abruptShare >= 0.08 { return .irregular }
    let isUndetermined =
      relativeChange >= 0.1 && typicalChange >= 0.05 && entropy >= -1 && periodicShare <= 0.6
    return isUndetermined || abruptCount >= 2 ? .undetermined : .regular
  }

  /// Whether hardly any interval predicts the next, as in atrial fibrillation.
  var isWithoutRhythm: Bool {
    relativeChange >= 0.115 && typicalChange >= 0.06 && entropy >= -0.75 && periodicShare <= 0.5
  }
}
