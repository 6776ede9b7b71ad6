/// The intervals between a recording's beats in a row, joined over the readings that told of them,
/// each with what it is.
///
/// The camera sees pulses, not the heart's own signal: these are pulse intervals, which at rest differ
/// from those of an electrocardiogram by some milliseconds (Schäfer and Vagedes 2013).
public struct BeatSeries: Sendable, Equatable {
  /// What the time between two neighbouring beats is.
  public enum Kind: Sendable, Equatable {
    /// From one normal beat to the next: what variability is told from.
    case normal

    /// Ends with a beat that came early.
    case early

    /// The pause after an early beat.
    case pause

    /// Too far from its neighbours, as where a beat was missed or made up.
    case artefact

    /// One of its beats is not sure, so that its length is not.
    case unclear
  }

  public struct Interval: Sendable, Equatable {
    /// When the beat came that ends it, in seconds on the source's clock.
    public var end: Double

    /// Seconds.
    public var duration: Double

    /// The lesser quality of its two beats, from 0 to 1.
    public var quality: Double

    /// Whether it begins with the beat that ends the interval before.
    public var isAdjacent: Bool

    public var kind: Kind

    package init(
      end: Double, duration: Double, quality: Double, isAdjacent: Bool, kind: Kind = .unclear
    ) {
      self.end = end
      self.duration = duration
      self.quality = quality
      self.isAdjacent = isAdjacent
      self.kind = kind
    }

    public var start: Double { end - duration }
  }

  /// From left to right.
  public let intervals: [Interval]

  /// Seconds that the readings cover together, answered or not.
  public let coveredDuration: Double

  /// A beat below this is not like its neighbours; its place may be off by tens of milliseconds.
  ///
  /// On every other of 11 fingertips with chest straps, intervals whose beats are above are off by
  /// 10 ms (root mean square), those below by 50 ms.
  static let leastQuality = 0.8

  /// An early beat is weaker and shaped otherwise, so less is asked of it.
  static let leastEarlyQuality = 0.5

  /// Readings place the beat at their seam within this of each other, in seconds.
  static let seamTolerance = 0.1

  /// Beats closer than this are one beat that was told of on both sides of a seam, in seconds.
  private static let sameBeat = 0.2

  /// Seconds that an interval may last: from 27 to 220 beats a minute.
  static let durations = 0.27...2.2

  /// Normal intervals are within this share of the median around them (after Malik 1989, whose rule of
  /// 20 % compares with the interval before, and so drops the one after an artefact too).
  static let normalDeviation = 0.2

  /// Clean intervals on each side that the median is taken of.
  private static let reach = 5

  /// - Parameter readings: Of one recording, in order.
  public init(readings: [HeartRateReading]) {
    var found: [Interval] = []
    var last: Beat?
    for beat in readings.flatMap(\.beats) {
      defer { last = beat }
      guard let before = last, let duration = beat.interval else { continue }
      guard beat.time - before.time > Self.sameBeat else {
        // The same beat again: the interval before it stands, and the next one follows it.
        continue
      }
      guard abs(beat.time - duration - before.time) <= Self.seamTolerance else { continue }
      let isAdjacent = found.last.map { abs($0.end - before.time) <= Self.seamTolerance } ?? false
      found.append(
        Interval(
          end: beat.time, duration: duration, quality: min(before.quality, beat.quality),
          isAdjacent: isAdjacent))
    }
    let start = readings.first?.start ?? 0
    self.init(intervals: found, coveredDuration: (readings.last?.end ?? start) - start)
  }

  /// Tells each interval's kind from its length, its quality and its neighbours.
  package init(intervals: [Interval], coveredDuration: Double) {
    self.coveredDuration = coveredDuration
    var classified = intervals
    let medians = Self.medians(around: intervals)
    for index in intervals.indices {
      classified[index].kind = Self.kind(of: intervals[index], median: medians[index])
    }
    for index in intervals.indices.dropLast() {
      guard intervals[index + 1].isAdjacent, let median = medians[index],
        Self.isEarly(intervals[index], before: intervals[index + 1], median: median)
      else { continue }
      classified[index].kind = .early
      classified[index + 1].kind = .pause
    }
    self.intervals = classified
  }

  /// Beats that came early: mostly extra systoles.
  public var earlyBeatCount: Int { intervals.count { $0.kind == .early } }

  /// Intervals between beats that are both sure, whatever their length.
  var clearIntervals: [Interval] { intervals.filter { Self.isClear($0) } }

  private static func isClear(_ interval: Interval) -> Bool {
    interval.quality >= leastQuality && durations.contains(interval.duration)
  }

  private static func kind(of interval: Interval, median: Double?) -> Kind {
    guard isClear(interval), let median else { return .unclear }
    return abs(interval.duration / median - 1) <= normalDeviation ? .normal : .artefact
  }

  /// An early beat with its pause: short, then long, and together as long as two beats or somewhat
  /// less. One beat more than there was makes two short intervals, one less a single long one (the cases
  /// that Lipponen and Tarvainen 2019 tell apart).
  private static func isEarly(
    _ interval: Interval, before next: Interval, median: Double
  ) -> Bool {
    let both = (interval.duration + next.duration) / median
    return min(interval.quality, next.quality) >= leastEarlyQuality
      && interval.duration < (1 - normalDeviation) * median && interval.duration > 0.4 * median
      && next.duration > 1.1 * median && both > 1.5 && both < 2.25
  }

  /// The median of the clear intervals around each one and itself; `nil` where there are not three.
  private static func medians(around intervals: [Interval]) -> [Double?] {
    intervals.indices.map { index in
      let first = max(0, index - reach)
      let last = min(intervals.count - 1, index + reach)
      let near = intervals[first...last].filter {
        isClear($0) && abs($0.end - intervals[index].end) < 10
      }.map(\.duration).sorted()
      guard near.count >= 3 else { return nil }
      return near.count % 2 == 1
        ? near[near.count / 2] : (near[near.count / 2 - 1] + near[near.count / 2]) / 2
    }
  }
}
