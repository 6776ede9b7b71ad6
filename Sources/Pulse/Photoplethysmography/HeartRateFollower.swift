import SignalProcessing
public import VideoFrames

/// Follows the heart rate of a live stream, with a reading over the newest seconds twice per second.
///
/// `HeartRateMonitor` measures each interval once, when it knows what follows. The follower
/// measures the newest seconds again and again, for a rate that is shown live. It uses a long
/// window, which sees more, and a short one, which forgets sooner. It reports a rate only after
/// several estimates in a row have found it. Like the monitor it uses no clock and no thread, and
/// its readings depend on the samples alone.
public struct HeartRateFollower: Sendable {
  /// The seconds from one reading to the next.
  public static let step = 0.5

  /// The seconds over which a reading is the mean.
  public static let span = 5.0

  /// The seconds from the end of a reading's interval to the newest sample: an upstroke that is not
  /// complete cannot be placed.
  private static let edge = 0.3

  /// Rates that differ by less than this share are the same.
  private static let sameness = 0.06

  /// The maximum change of a rate, as a share, with which an estimate still confirms the one
  /// before.
  private static let change = 0.12

  /// The number of estimates that must agree before a rate is reported: the usual one, and the one
  /// if only one window finds the rate or nothing was reported before.
  private static let (usualStreak, firstStreak) = (2, 3)

  /// Returns the seconds of signal that the first rate needs.
  public static func leastTime(for subject: PulseSubject) -> Double { subject.liveWindows.short }

  /// The share of a reading's seconds that jolts or missing frames may hide if only one window
  /// finds its rate.
  private static let mostDisturbed = 0.05

  /// The chance from which on an estimate counts. It is low, since the estimates that must agree are
  /// more evidence than any one of them has.
  private static let leastChance = 0.25

  private var history = ColorHistory()
  private var analysis: PulseAnalysis

  /// The time at which the next reading is due.
  private var due: Double?

  /// The rates that were found during the last `span`.
  private var former: [(time: Double, rate: HeartRateReading.Rate)] = []

  /// The rate of the last estimates in beats per minute, and the number of estimates in a row that
  /// found it.
  private var streak = (rate: 0.0, count: 0)

  /// Whether the last reading had a rate.
  private var isReporting = false

  /// Creates a follower at the start of a stream.
  public init(_ configuration: HeartRateMonitor.Configuration = HeartRateMonitor.Configuration()) {
    analysis = PulseAnalysis(
      configuration.channels, of: configuration.subject, leastChance: Self.leastChance)
  }

  /// Takes the stream's next sample. Returns a reading if one is due. A rate that is not yet
  /// confirmed is refused as `tooShort`.
  public mutating func append(_ sample: ColorSample) -> HeartRateReading? {
    guard sample.isUsable, history.continues(with: sample),
      sample.time >= history.times.last ?? -.infinity
    else { return nil }
    history.append(sample)
    guard let due else {
      due = sample.time + Self.step
      return nil
    }
    guard sample.time >= due else { return nil }
    // After a gap readings are a step apart again.
    self.due = due + Self.step > sample.time ? due + Self.step : sample.time + Self.step
    history.forget(before: sample.time - HeartRateMonitor.longWindow)
    let reading = reading(at: sample.time)
    former.removeAll { $0.time < sample.time - 2 * Self.span }
    if let rate = reading.rate { former.append((sample.time, rate)) }
    return reading
  }

  /// Forgets all samples, as after the camera's settings have changed their meaning.
  public mutating func restart() {
    history = ColorHistory()
    (due, former, streak, isReporting) = (nil, [], (0, 0), false)
  }

  /// The seconds of signal that have been kept so far.
  public var seconds: Double {
    guard let first = history.times.first, let last = history.times.last else { return 0 }
    return last - first
  }

  /// Returns a reading over the newest seconds.
  private mutating func reading(at now: Double) -> HeartRateReading {
    let windows = analysis.subject.liveWindows
    let quick = estimate(overLast: windows.short, at: now)
    let slow = estimate(overLast: windows.long, at: now)
    var (chosen, isShared) = (slow, false)
    if let rate = quick.rate {
      isShared = slow.rate.map { Self.agree($0, rate, within: Self.sameness) } ?? false
      if !isShared { chosen = quick }
    } else if slow.isInconclusive, seconds > windows.long {
      // A weak pulse may show in a longer window.
      let long = estimate(overLast: HeartRateMonitor.longWindow, at: now)
      if long.rate != nil { chosen = long }
    }
    // A jolt makes false beats, which both windows would rarely see alike.
    let isSure = isShared || (chosen.evidence?.disturbedShare ?? 0) <= Self.mostDisturbed
    if let rate = chosen.rate, !(confirm(rate, isShared: isShared) && isSure) {
      chosen.outcome = .refused(.tooShort)
      chosen.quality = 0
      (chosen.beats, chosen.pulse) = ([], [])
    } else if chosen.rate == nil {
      (streak, isReporting) = ((0, 0), false)
    }
    return HeartRateReading(chosen)
  }

  private mutating func estimate(overLast length: Double, at now: Double) -> PulseEstimate {
    let (first, end) = (history.times[0], now - Self.edge)
    let start = max(first, end - Self.span)
    let interval = start..<max(start, end)
    let window = history.indices(from: max(first, now - length), to: .infinity)
    guard now - first >= analysis.subject.liveWindows.short - Self.step / 2 else {
      let conditions = WindowConditions(history, in: window)
      let obstacle = conditions.obstacle(
        to: analysis.subject, isCombined: analysis.channels.combination != nil)
      return PulseEstimate(of: interval, refused: obstacle ?? .tooShort)
    }
    // The rate one span ago, which this reading's interval begins with.
    let before = former.last { $0.time <= now - Self.span }?.rate
    return analysis.estimate(
      of: interval, in: history, window: window,
      after: PrecedingPulse(beatsPerMinute: before?.beatsPerMinute))
  }

  /// Returns whether enough estimates in a row have found a rate.
  private mutating func confirm(_ rate: HeartRateReading.Rate, isShared: Bool) -> Bool {
    let isSame = abs(rate.beatsPerMinute / streak.rate - 1) < Self.change
    streak = (rate.beatsPerMinute, isSame ? streak.count + 1 : 1)
    let needed = isShared && isReporting ? Self.usualStreak : Self.firstStreak
    guard streak.count >= needed else { return false }
    isReporting = true
    return true
  }

  private static func agree(
    _ a: HeartRateReading.Rate, _ b: HeartRateReading.Rate, within share: Double
  ) -> Bool {
    abs(a.beatsPerMinute / b.beatsPerMinute - 1) < share
  }
}
