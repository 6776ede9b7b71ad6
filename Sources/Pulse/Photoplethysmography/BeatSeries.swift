import SignalProcessing

/// The intervals between a recording's successive beats, joined over its readings and classified.
///
/// The camera sees pulses, not the heart's own signal: these are pulse intervals, which at rest
/// differ from those of an electrocardiogram by some milliseconds (Schäfer and Vagedes 2013).
public struct BeatSeries: Sendable, Equatable {
  /// The kind of time between two neighboring beats.
  public enum Kind: Sendable, Equatable {
    /// From one normal beat to the next: variability is measured from these.
    case normal

    /// The interval ends with a beat that came early.
    case early

    /// The pause after an early beat.
    case pause

    /// Too unlike its neighbors in length, as if a beat was missed or added.
    case artefact

    /// One of its beats is unlike its neighbors, so its length is uncertain.
    case unclear
  }

  /// The time from one beat to the next.
  public struct Interval: Sendable, Equatable {
    /// The time of the beat that ends the interval, in seconds on the source's clock.
    public var end: Double

    /// The duration in seconds.
    public var duration: Double

    /// The lower quality of its two beats, from 0 to 1.
    public var quality: Double

    /// Whether it begins with the beat that ends the interval before.
    public var isAdjacent: Bool

    /// The kind of the interval.
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

    /// The time of the beat that begins the interval, in seconds on the source's clock.
    public var start: Double { end - duration }
  }

  /// The intervals in the order of time.
  public let intervals: [Interval]

  /// The seconds that all readings cover, with or without a rate; a silence between them does not
  /// count.
  public let coveredDuration: Double

  /// The seconds of readings whose number of beats is in doubt, so that their rhythm is too.
  let doubtfulDuration: Double

  /// A beat of lower quality is not like its neighbors, and its time may be off by tens of
  /// milliseconds.
  ///
  /// On every second of 11 fingertips with chest straps, intervals between beats of this quality
  /// are off by 10 ms (root mean square), others by 50 ms.
  static let minimumQuality = 0.8

  /// The minimum quality of an early beat, which is weaker and has a different shape.
  static let leastEarlyQuality = 0.5

  /// The maximum difference in seconds between the times that two readings give for the beat at
  /// their seam.
  static let seamTolerance = 0.1

  /// Beats closer than this, in seconds, are one beat that both readings at a seam report.
  private static let sameBeat = 0.2

  /// The possible durations of an interval in seconds: from 220 beats per minute to a long pause.
  static let durations = 0.27...8.0

  /// Normal intervals are within this share of the median around them (after Malik 1989, whose rule
  /// of 20% compares with the interval before, and so drops the one after an artifact too), or change smoothly.
  static let normalDeviation = 0.2

  /// The maximum change from a normal interval to its neighbors and the maximum deviation, over the median. Breathing
  /// sways the intervals of young and of slowly breathing people by a quarter and more, and smoothly.
  private static let (smoothChange, smoothDeviation) = (0.33, 0.5)

  /// The number of clean intervals on each side that the median is taken of.
  private static let reach = 5

  /// Joins the beats of readings and classifies the intervals between them.
  /// - Parameter readings: All readings of one recording, in order.
  public init(readings: [HeartRateReading]) {
    let covered = Self.coveredStretches(of: readings).reduce(0) {
      $0 + $1.upperBound - $1.lowerBound
    }
    self.init(
      beats: readings.flatMap(\.beats), coveredDuration: covered,
      doubtfulDuration: Self.doubtfulDuration(of: readings))
  }

  /// Joins beats and classifies the intervals between them.
  /// - Parameters:
  ///   - beats: All beats of one recording, in order.
  ///   - coveredDuration: The seconds in which beats were looked for.
  public init(beats: [Beat], coveredDuration: Double) {
    self.init(beats: beats, coveredDuration: coveredDuration, doubtfulDuration: 0)
  }

  private init(beats: [Beat], coveredDuration: Double, doubtfulDuration: Double) {
    var found: [Interval] = []
    var last: Beat?
    for beat in beats {
      defer { last = beat }
      guard let before = last, let duration = beat.interval else { continue }
      guard beat.time - before.time > Self.sameBeat else {
        // The same beat again: the interval before it stays, and the next one follows it.
        continue
      }
      guard abs(beat.time - duration - before.time) <= Self.seamTolerance else { continue }
      let isAdjacent = found.last.map { abs($0.end - before.time) <= Self.seamTolerance } ?? false
      found.append(
        Interval(
          end: beat.time, duration: duration, quality: min(before.quality, beat.quality),
          isAdjacent: isAdjacent))
    }
    self.init(
      intervals: found, coveredDuration: coveredDuration, doubtfulDuration: doubtfulDuration)
  }

  /// Returns the seconds of readings whose beats may be more or fewer than were counted, and of those between which
  /// the rate changes by more than a heart's does.
  private static func doubtfulDuration(of readings: [HeartRateReading]) -> Double {
    var doubtful = Set(readings.indices.filter { readings[$0].hasDoubtfulCount })
    let answered = readings.indices.filter { readings[$0].rate != nil }
    for (index, next) in zip(answered, answered.dropFirst())
    where AveragingCollector.isImpossible(from: readings[index], to: readings[next]) {
      doubtful.formUnion([index, next])
    }
    return doubtful.reduce(0) { $0 + readings[$1].end - readings[$1].start }
  }

  /// Returns the stretches of time that readings cover without a silence between them.
  static func coveredStretches(of readings: [HeartRateReading]) -> [ClosedRange<Double>] {
    var stretches: [ClosedRange<Double>] = []
    for reading in readings where reading.start <= reading.end {
      if let last = stretches.last, reading.start <= last.upperBound {
        stretches[stretches.count - 1] =
          last.lowerBound...max(last.upperBound, reading.end)
      } else {
        stretches.append(reading.start...reading.end)
      }
    }
    return stretches
  }

  /// Classifies each interval by its length, its quality and its neighbors.
  package init(
    intervals: [Interval], coveredDuration: Double, doubtfulDuration: Double = 0
  ) {
    (self.coveredDuration, self.doubtfulDuration) = (coveredDuration, doubtfulDuration)
    var classified = intervals
    let medians = Self.medians(around: intervals)
    for index in intervals.indices {
      classified[index].kind = Self.kind(of: intervals[index], median: medians[index])
    }
    for index in intervals.indices where classified[index].kind == .artefact {
      if let median = medians[index], Self.isSmooth(index, in: intervals, median: median) {
        classified[index].kind = .normal
      }
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

  /// The number of beats that came early: mostly extra systoles.
  public var earlyBeatCount: Int { intervals.count { $0.kind == .early } }

  /// The intervals between two clear beats, of any length.
  var clearIntervals: [Interval] { intervals.filter { Self.isClear($0) } }

  /// The intervals between two beats as clear as an early one must be.
  var likelyIntervals: [Interval] {
    intervals.filter {
      $0.quality >= Self.leastEarlyQuality && Self.durations.contains($0.duration)
    }
  }

  private static func isClear(_ interval: Interval) -> Bool {
    interval.quality >= minimumQuality && durations.contains(interval.duration)
  }

  private static func kind(of interval: Interval, median: Double?) -> Kind {
    guard isClear(interval), let median else { return .unclear }
    return abs(interval.duration / median - 1) <= normalDeviation ? .normal : .artefact
  }

  /// Returns whether an interval differs no more from those beside it than breathing can make it.
  private static func isSmooth(_ index: Int, in intervals: [Interval], median: Double) -> Bool {
    let interval = intervals[index]
    var beside: [Interval] = []
    if interval.isAdjacent, index > 0 { beside.append(intervals[index - 1]) }
    if index + 1 < intervals.count, intervals[index + 1].isAdjacent {
      beside.append(intervals[index + 1])
    }
    return abs(interval.duration / median - 1) <= smoothDeviation && beside.count == 2
      && beside.allSatisfy {
        isClear($0) && abs($0.duration - interval.duration) <= smoothChange * median
      }
  }

  /// Returns whether two intervals are an early beat with its pause: short, then long, and together
  /// as long as two beats or somewhat less. An added beat makes two short intervals, and a missed
  /// beat a single long one (the cases that Lipponen and Tarvainen 2019 distinguish).
  private static func isEarly(
    _ interval: Interval, before next: Interval, median: Double
  ) -> Bool {
    let both = (interval.duration + next.duration) / median
    return min(interval.quality, next.quality) >= leastEarlyQuality
      && interval.duration < (1 - normalDeviation) * median && interval.duration > 0.4 * median
      && next.duration > 1.1 * median && both > 1.5 && both < 2.25
  }

  /// Returns, for each interval, the median of itself and the clear intervals around it; `nil` if
  /// there are fewer than three. Where every second beat comes early, short and long intervals take turns and
  /// neither is usual: then it is the median of the means of two neighbors.
  private static func medians(around intervals: [Interval]) -> [Double?] {
    intervals.indices.map { index in
      let first = max(0, index - reach)
      let last = min(intervals.count - 1, index + reach)
      let near = intervals[first...last].filter {
        isClear($0) && abs($0.end - intervals[index].end) < 10
      }
      guard near.count >= 3, let median = near.map(\.duration).median else { return nil }
      let pairs = zip(near, near.dropFirst()).filter { $1.isAdjacent }
        .map { ($0.duration + $1.duration) / 2 }
      guard let paired = pairs.median, abs(paired / median - 1) > normalDeviation else {
        return median
      }
      return paired
    }
  }
}
