import FFmpegSource
import FoundationEssentials
public import Photoplethysmography
public import VideoFrames

/// The measurement of a live stream of color frames: the readings that a recording of it would
/// give, and the values that a person wants to see at once.
///
/// It knows no camera, clock or screen: color frames come in, changes come out, and the same
/// frames make the same changes.
public struct LiveSession {
  /// A change made by a frame.
  public enum Change: Sendable, Equatable {
    /// A person should do or know something else now.
    case advice(LiveAdvice)

    /// The estimate from the newest seconds, with a rate or without.
    case estimate(HeartRateReading)

    /// An interval is complete: what `measure` gives of the same frames, to the bit.
    case reading(HeartRateReading)
  }

  /// The options of the measurement.
  public let options: MeasurementOptions

  /// The curve to watch.
  public private(set) var trace = PulseTrace()

  /// The newest estimate with a rate; `nil` if the last ones had none.
  public private(set) var current: HeartRateReading?

  /// The onsets of the beats found so far in the curve, in seconds of the stream.
  public private(set) var beatTimes: [Double] = []

  /// The color in which the pulse was last seen; `nil` before it was.
  public private(set) var channel: ColorChannel?

  /// The newest color frame; `nil` before the first.
  public private(set) var sample: ColorSample?

  /// The part that the newest frame plays in the measurement.
  public private(set) var phase = LivePhase.measuring

  /// The readings since the start, or since the last `finish`, as one.
  public private(set) var collector = AveragingCollector()

  /// The readings since the start, or since the last `finish`.
  public var readings: [HeartRateReading] { running.readings }

  private var running: StreamMeasurement
  private var follower: HeartRateFollower
  private var guide: LiveGuide
  private var stability = Stability()
  private var identity = ContentHash()
  private let waitsForFinger: Bool
  private var isMeasuring: Bool

  /// When the lens was last seen without a finger that can be measured.
  public private(set) var uncovered = -Double.infinity

  /// Estimates in a row that saw the pulse in another color than `channel`.
  private var otherColorCount = 0
  private static let estimatesToChangeColor = 8

  /// Times of the newest frames.
  private var frameTimes: [Double] = []

  /// Seconds for which a rate stays although newer estimates have not found it again.
  static let patience = 2.0

  /// Begins a session.
  /// - Parameter waitsForFinger: Whether frames do not count before something is on the lens. A recording is
  ///   measured from its first frame.
  public init(_ options: MeasurementOptions, waitsForFinger: Bool) {
    self.options = options
    self.waitsForFinger = waitsForFinger
    running = StreamMeasurement(options)
    follower = HeartRateFollower(options.monitor)
    guide = LiveGuide(options.monitor)
    isMeasuring = !waitsForFinger
  }

  /// Takes the next color frame and returns the changes.
  public mutating func append(_ sample: ColorSample, _ phase: LivePhase = .measuring) -> [Change] {
    self.sample = sample
    frameTimes.append(sample.time)
    if frameTimes.count > 240 { frameTimes.removeFirst(120) }
    trace.append(sample)
    if phase == .settling, self.phase != .settling { follower.restart() }
    self.phase = phase
    var changes = followed(sample)
    guard phase == .measuring, begins() else { return changes }
    for reading in running.take(sample) {
      collector.append(reading)
      changes.append(.reading(reading))
    }
    withUnsafeBytes(of: SIMD4(sample.time, sample.red, sample.green, sample.blue)) {
      identity.update($0.assumingMemoryBound(to: UInt8.self))
    }
    return changes
  }

  /// Returns whether the measurement has begun, or begins with this frame.
  private mutating func begins() -> Bool {
    if !isMeasuring {
      switch advice {
      case .measuring, .measured, .holdStill, .pressLess: isMeasuring = true
      default: break
      }
    }
    return isMeasuring
  }

  /// The advice for a person at this moment.
  public var advice: LiveAdvice { guide.advice }

  /// Takes note that no frame has come for a while, and returns the changes.
  public mutating func frameIsMissing() -> [Change] {
    guard advice != .waiting else { return [] }
    guide.frameIsMissing()
    current = nil
    return [.advice(advice)]
  }

  /// Seconds measured since the start or the last `finish`.
  public var elapsed: Double {
    running.firstTime.map { running.lastTime - $0 } ?? 0
  }

  /// The time of the first frame that counts; `nil` before it.
  public var firstTime: Double? { running.firstTime }

  /// Frames per second over the newest two seconds; `nil` before there are any.
  public var frameRate: Double? {
    guard let last = frameTimes.last else { return nil }
    let newest = frameTimes.suffix(while: { $0 > last - 2 })
    guard let first = newest.first, last > first else { return nil }
    return Double(newest.count - 1) / (last - first)
  }

  /// Whether the rate has been steady for long enough to be the answer, and is reliable; or the best that
  /// `longestWait` gives.
  public var isStable: Bool { stability.isSteady && (isReliable || elapsed >= Self.longestWait) }

  /// Whether both the newest estimates and the readings since the start, as one, are reliable.
  public var isReliable: Bool {
    min(stability.quality, collector.quality ?? 0) >= HeartRateMonitor.sureQuality
  }

  /// Seconds after which a steady rate is taken as it is.
  public static let longestWait = 60.0

  /// Ends the measurement and begins a new one with the next frame; `nil` if no frame was measured.
  /// - Parameters:
  ///   - identity: The identity of the content; `nil` takes it from the color frames.
  ///   - start: Gives when the first frame was taken, from the measurement's length in seconds.
  public mutating func finish(
    _ input: RecordingInput, kind: String, identity: String? = nil, warnings: [String] = [],
    isPartial: Bool = false, isSimulated: Bool = false, start: (Double) -> RecordingStart
  ) -> RecordingResult? {
    running.warn(warnings)
    defer {
      running = StreamMeasurement(options)
      collector = AveragingCollector()
      stability = Stability()
      self.identity = ContentHash()
    }
    return running.finish(
      input, kind: kind, identity: identity ?? self.identity.description, isPartial: isPartial,
      isSimulated: isSimulated, start: start)
  }

  /// Replaces the beats in an estimate's seconds by those of the estimate.
  private mutating func mark(_ estimate: HeartRateReading) {
    beatTimes.removeAll { $0 >= estimate.start || $0 < estimate.start - PulseTrace.length }
    for beat in estimate.beats where beat.time - (beatTimes.last ?? -.infinity) > Self.seam {
      beatTimes.append(beat.time)
    }
  }

  /// The maximum difference in seconds between two estimates' times of one beat.
  private static let seam = 0.2

  /// Changes the color only after several estimates have seen the pulse there: the curve must not
  /// jump.
  private mutating func follow(_ channel: ColorChannel?) {
    guard let channel, channel != self.channel else { return otherColorCount = 0 }
    otherColorCount += 1
    guard self.channel == nil || otherColorCount >= Self.estimatesToChangeColor else { return }
    (self.channel, otherColorCount) = (channel, 0)
  }

  /// Returns guidance and the number to watch.
  private mutating func followed(_ sample: ColorSample) -> [Change] {
    var changes: [Change] = []
    if phase == .measuring, let estimate = follower.append(sample) {
      changes.append(.estimate(estimate))
      if estimate.rate != nil {
        current = estimate
        stability.add(estimate)
        mark(estimate)
      } else if let current, estimate.end - current.end > Self.patience {
        self.current = nil
        stability = Stability()
      }
      follow(estimate.channel)
    }
    let before = advice
    if before.invalidatesRate { uncovered = sample.time }
    guide.append(sample, hasRate: current != nil)
    // Numbers in an advice change all the time.
    if advice.name != before.name { changes.append(.advice(advice)) }
    if advice.invalidatesRate, !before.invalidatesRate {
      // A finger that has left says nothing about the next one.
      current = nil
      stability = Stability()
      follower.restart()
    }
    return changes
  }
}

extension LiveSession {
  /// Whether estimates have agreed for long enough.
  fileprivate struct Stability {
    /// The mean quality of the estimates.
    private(set) var quality = 0.0

    /// Seconds over which estimates must agree, so that their intervals hardly overlap at both
    /// ends.
    static let duration = 8.0

    /// Estimates may differ by this many beats per minute, or by this share if that is more.
    static let (difference, share) = (5.0, 0.06)

    private var estimates: [HeartRateReading] = []
    private(set) var isSteady = false

    /// Adds the next estimate.
    /// - Precondition: The estimate has a rate.
    mutating func add(_ estimate: HeartRateReading) {
      if let last = estimates.last, estimate.end - last.end > LiveSession.patience {
        estimates = []
      }
      estimates.append(estimate)
      estimates.removeAll { $0.end < estimate.end - Self.duration }
      let rates = estimates.compactMap { $0.rate?.beatsPerMinute }
      guard let least = rates.min(), let most = rates.max() else { return }
      quality = estimates.reduce(0) { $0 + $1.quality } / Double(estimates.count)
      isSteady =
        estimate.end - estimates[0].end >= Self.duration - HeartRateFollower.step * 1.5
        && most - least <= max(Self.difference, Self.share * most)
    }
  }
}

extension Array where Element == Double {
  /// Returns the longest suffix whose elements all fulfill a condition.
  fileprivate func suffix(while isWanted: (Double) -> Bool) -> ArraySlice<Double> {
    guard let other = lastIndex(where: { !isWanted($0) }) else { return self[...] }
    return self[(other + 1)...]
  }
}
