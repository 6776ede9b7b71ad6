import SignalProcessing
public import VideoFrames

/// Follows the heart rate of a live stream: twice a second a reading over the newest seconds.
///
/// `HeartRateMonitor` tells each interval once, with what follows it known. For a number that someone
/// watches this one looks at the same seconds again and again, in a long window and in a short one: the
/// long one sees more, the short one forgets sooner. It tells a rate only after several looks have found
/// it one after the other. Like the monitor it knows no clock and no thread, and what it tells is a
/// function of the samples alone.
public struct HeartRateFollower: Sendable {
  /// Seconds from one look to the next.
  public static let step = 0.5

  /// Seconds that a reading is the mean of.
  public static let span = 5.0

  /// Seconds behind the newest sample at which a reading's interval ends: an upstroke that is under way
  /// cannot be placed.
  private static let edge = 0.3

  /// Rates that differ by less than this share are the same one.
  private static let sameness = 0.06

  /// How much a rate may move from one look to the next, as a share, and still confirm it.
  private static let change = 0.12

  /// Looks that must agree before a rate is told: where both windows find it, and where only one does or
  /// nothing was told before.
  private static let (usualLooks, firstLooks) = (2, 3)

  /// Seconds of signal that a first look takes; skin seen from afar takes as much longer as its pulse is
  /// weaker.
  public static func leastTime(for subject: PulseSubject) -> Double { lengths(for: subject).short }

  private static func lengths(for subject: PulseSubject) -> (short: Double, long: Double) {
    subject == .skin ? (12, 20) : (6, 10)
  }

  /// The share of a reading's seconds that may be hidden by jolts or missing frames where only one window finds
  /// its rate.
  private static let mostDisturbed = 0.05

  private let channels: ChannelSelection
  private let subject: PulseSubject

  /// Seconds of the two windows.
  private let lengths: (short: Double, long: Double)
  private var history = ColorHistory()
  private var analysis = PulseAnalysis()

  /// When the next look is due.
  private var due: Double?

  /// What was found, for as long back as a reading spans.
  private var former: [(time: Double, rate: HeartRateReading.Rate)] = []

  /// The rate of the last looks in beats a minute, and how many of them found it in a row.
  private var streak = (rate: 0.0, count: 0)
  private var isTelling = false

  public init(_ configuration: HeartRateMonitor.Configuration = HeartRateMonitor.Configuration()) {
    channels = configuration.channels
    subject = configuration.subject
    lengths = Self.lengths(for: configuration.subject)
  }

  /// Takes the stream's next sample; returns a reading where a look was due. A rate that is not yet
  /// confirmed is refused as `tooShort`.
  public mutating func append(_ sample: ColorSample) -> HeartRateReading? {
    guard sample.isUsable, sample.time >= history.times.last ?? -.infinity else { return nil }
    history.append(sample)
    guard let due else {
      due = sample.time + Self.step
      return nil
    }
    guard sample.time >= due else { return nil }
    // After a gap looks are a step apart again.
    self.due = due + Self.step > sample.time ? due + Self.step : sample.time + Self.step
    history.forget(before: sample.time - HeartRateMonitor.longWindow)
    let reading = look(at: sample.time)
    former.removeAll { $0.time < sample.time - 2 * Self.span }
    if let rate = reading.rate { former.append((sample.time, rate)) }
    return reading
  }

  /// Forgets all samples, as after the camera's settings have changed what they mean.
  public mutating func restart() {
    history = ColorHistory()
    (due, former, streak, isTelling) = (nil, [], (0, 0), false)
  }

  /// Seconds of signal that a look has so far.
  public var seconds: Double {
    guard let first = history.times.first, let last = history.times.last else { return 0 }
    return last - first
  }

  private mutating func look(at now: Double) -> HeartRateReading {
    let end = now - Self.edge
    let quick = finding(lengths.short, before: now, end)
    let slow = finding(lengths.long, before: now, end)
    var (chosen, isShared) = (slow, false)
    if let rate = quick.rate {
      isShared = slow.rate.map { Self.agree($0, rate, within: Self.sameness) } ?? false
      if !isShared { chosen = quick }
    } else if slow.isOpen, seconds > lengths.long {
      // A weak pulse shows in a longer look what a short one leaves open.
      let long = finding(HeartRateMonitor.longWindow, before: now, end)
      if long.rate != nil { chosen = long }
    }
    // A jolt makes beats of its own, which both windows would rarely see alike.
    let isSure = isShared || (chosen.evidence?.disturbedShare ?? 0) <= Self.mostDisturbed
    if let rate = chosen.rate, !(confirm(rate, isShared: isShared) && isSure) {
      chosen.outcome = .refused(.tooShort)
      (chosen.beats, chosen.pulse) = ([], [])
    } else if chosen.rate == nil {
      (streak, isTelling) = ((0, 0), false)
    }
    let start = max(history.times[0], end - Self.span)
    return HeartRateReading(finding: chosen, in: start..<max(start, end))
  }

  private mutating func finding(
    _ length: Double, before now: Double, _ end: Double
  ) -> PulseAnalysis.Finding {
    let first = history.times[0]
    let window = history.indices(from: max(first, now - length), to: .infinity)
    guard now - first >= lengths.short - HeartRateFollower.step / 2 else {
      let conditions = WindowConditions(history, in: window)
      let obstacle = conditions.obstacle(to: subject, isCombined: channels.combination != nil)
      return PulseAnalysis.Finding(outcome: .refused(obstacle ?? .tooShort), quality: 0)
    }
    // The rate one span ago, which this reading's interval begins with.
    let before = former.last { $0.time <= now - Self.span }?.rate
    return analysis.finding(
      in: history, window: window, interval: max(first, end - Self.span)..<end,
      channels: channels, of: subject,
      after: before.map { PulseAnalysis.Finding(outcome: .rate($0), quality: 0) })
  }

  /// Whether enough looks in a row have found a rate.
  private mutating func confirm(_ rate: HeartRateReading.Rate, isShared: Bool) -> Bool {
    let isSame = abs(rate.beatsPerMinute / streak.rate - 1) < Self.change
    streak = (rate.beatsPerMinute, isSame ? streak.count + 1 : 1)
    if streak.count < (isShared && isTelling ? Self.usualLooks : Self.firstLooks) { return false }
    isTelling = true
    return true
  }

  private static func agree(
    _ a: HeartRateReading.Rate, _ b: HeartRateReading.Rate, within share: Double
  ) -> Bool {
    abs(a.beatsPerMinute / b.beatsPerMinute - 1) < share
  }
}
