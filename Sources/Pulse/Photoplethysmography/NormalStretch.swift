/// The longest part of a recording in which normal intervals follow each other with short gaps at
/// most.
struct NormalStretch: Sendable, Equatable {
  /// The normal intervals, from left to right, in seconds.
  let intervals: [BeatSeries.Interval]

  /// The changes from each normal interval to the one that follows it directly, in seconds.
  let changes: [Double]

  /// The sums of the same pairs, in seconds.
  let sums: [Double]

  /// The maximum number of seconds without a normal interval. An early beat with its pause and one
  /// unclear beat are shorter; a movement is longer.
  static let longestGap = 3.0

  init(_ series: BeatSeries) {
    var best: Range<Int>?
    var start: Int?
    var previous: Int?
    func span(_ range: Range<Int>) -> Double {
      series.intervals[range.upperBound - 1].end - series.intervals[range.lowerBound].start
    }
    for (index, interval) in series.intervals.enumerated() where interval.kind == .normal {
      if let last = previous, interval.start - series.intervals[last].end > Self.longestGap {
        start = index
      }
      let range = (start ?? index)..<(index + 1)
      start = range.lowerBound
      previous = index
      if best.map({ span(range) > span($0) }) ?? true { best = range }
    }
    let inside = best.map { series.intervals[$0] } ?? []
    intervals = inside.filter { $0.kind == .normal }
    var (changes, sums) = ([Double](), [Double]())
    for (a, b) in zip(inside, inside.dropFirst())
    where a.kind == .normal && b.kind == .normal && b.isAdjacent {
      changes.append(b.duration - a.duration)
      sums.append(b.duration + a.duration)
    }
    self.changes = changes
    self.sums = sums
  }

  /// The seconds from the first beat to the last.
  var duration: Double {
    guard let first = intervals.first, let last = intervals.last else { return 0 }
    return last.end - first.start
  }

  /// The share of that time that normal intervals cover.
  var cleanShare: Double {
    let clean = intervals.reduce(0) { $0 + $1.duration }
    return duration > 0 ? min(clean / duration, 1) : 0
  }
}
