import FFmpegSource
public import FoundationEssentials
public import Photoplethysmography
public import VideoFrames

/// A live measurement from its first frame on: the readings that a recording of it would give, and beside
/// them what a person wants to see at once.
///
/// It knows no camera, clock or screen: samples come in, changes come out, and the same samples make the same
/// changes.
public struct LiveSession {
  /// What a sample has changed.
  public enum Change: Sendable, Equatable {
    /// A person should know or do something else now.
    case advice(LiveAdvice)

    /// A look over the newest seconds, with a rate or without.
    case look(HeartRateReading)

    /// An interval is complete: what `measure` tells of the same frames, to the bit.
    case reading(HeartRateReading)
  }

  public let options: MeasurementOptions

  /// The curve to watch.
  public private(set) var trace = PulseTrace()

  /// The newest look that told a rate; `nil` where the last ones told none.
  public private(set) var current: HeartRateReading?

  /// The upstrokes in the curve as far as they are known, in seconds of the stream.
  public private(set) var beatTimes: [Double] = []

  /// The colour that the pulse was last seen in.
  public private(set) var channel: ColorChannel?

  /// The newest sample, and what it is to the measurement.
  public private(set) var sample: ColorSample?
  public private(set) var phase = LivePhase.measuring

  /// The readings since the start, or since the last `finish`, as one.
  public private(set) var collector = AveragingCollector()

  private var running: RunningMeasurement
  private var follower: HeartRateFollower
  private var guide: LiveGuide
  private var stability = Stability()
  private var identity = ContentHash()
  private let waitsForFinger: Bool
  private var isMeasuring: Bool

  /// Looks in a row that saw the pulse in another colour than `channel`.
  private var otherLooks = 0
  private static let looksToChange = 8

  /// Times of the newest frames.
  private var frameTimes: [Double] = []

  /// Seconds for which a rate is shown that the newest looks have not found again.
  static let patience = 2.0

  /// - Parameter waitsForFinger: Whether frames before anything is on the lens are no part of the
  ///   measurement. A recording is measured from its first frame.
  public init(_ options: MeasurementOptions, waitsForFinger: Bool) {
    self.options = options
    self.waitsForFinger = waitsForFinger
    running = RunningMeasurement(options)
    follower = HeartRateFollower(options.monitor)
    guide = LiveGuide(options.monitor)
    isMeasuring = !waitsForFinger
  }

  /// Takes the next frame's sample.
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

  /// Whether the measurement has begun, or begins with this frame.
  private mutating func begins() -> Bool {
    if !isMeasuring {
      switch advice {
      case .measuring, .measured, .holdStill, .pressLess: isMeasuring = true
      default: break
      }
    }
    return isMeasuring
  }

  /// What a person should know or do now.
  public var advice: LiveAdvice { guide.advice }

  /// Says that no frame has come for a while; returns what that changes.
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

  /// Frames a second over the newest two seconds; `nil` before there are any.
  public var frameRate: Double? {
    guard let last = frameTimes.last else { return nil }
    let newest = frameTimes.suffix(while: { $0 > last - 2 })
    guard let first = newest.first, last > first else { return nil }
    return Double(newest.count - 1) / (last - first)
  }

  /// Whether the rate has been told long enough, and evenly enough, to be taken for the answer.
  public var isStable: Bool { stability.isReached }

  /// Ends the measurement and begins a new one with the next frame; `nil` where no frame was measured.
  /// - Parameters:
  ///   - identity: What tells the content from others; `nil` takes it from the samples.
  ///   - start: When the first frame was taken, if that is known; else it ended at `end`.
  public mutating func finish(
    _ input: RecordingInput, kind: String, identity: String? = nil, start: Date?, end: Date,
    warnings: [String] = [], isPartial: Bool = false
  ) -> MeasuredRecording? {
    running.warn(warnings)
    defer {
      running = RunningMeasurement(options)
      collector = AveragingCollector()
      stability = Stability()
      self.identity = ContentHash()
    }
    return running.finish(
      input, kind: kind, identity: identity ?? self.identity.description, start: start, end: end,
      isPartial: isPartial)
  }

  /// Takes a look's beats in place of those that earlier looks have placed in its seconds.
  private mutating func mark(_ look: HeartRateReading) {
    beatTimes.removeAll { $0 >= look.start || $0 < look.start - PulseTrace.length }
    for beat in look.beats where beat.time - (beatTimes.last ?? -.infinity) > Self.seam {
      beatTimes.append(beat.time)
    }
  }

  /// Seconds by which two looks may place a beat differently.
  private static let seam = 0.2

  /// Shows another colour only after several looks have seen the pulse there: the curve must not jump.
  private mutating func follow(_ channel: ColorChannel?) {
    guard let channel, channel != self.channel else { return otherLooks = 0 }
    otherLooks += 1
    guard self.channel == nil || otherLooks >= Self.looksToChange else { return }
    (self.channel, otherLooks) = (channel, 0)
  }

  /// Guidance and the number to watch.
  private mutating func followed(_ sample: ColorSample) -> [Change] {
    var changes: [Change] = []
    if phase == .measuring, let look = follower.append(sample) {
      changes.append(.look(look))
      if look.rate != nil {
        current = look
        stability.add(look)
        mark(look)
      } else if let told = current, look.end - told.end > Self.patience {
        current = nil
        stability = Stability()
      }
      follow(look.channel)
    }
    let before = advice
    guide.append(sample, isTelling: current != nil)
    if !advice.isLike(before) { changes.append(.advice(advice)) }
    if advice.forbidsNumber, !before.forbidsNumber {
      // What was seen of the finger before it left says nothing of the next one.
      current = nil
      stability = Stability()
      follower.restart()
    }
    return changes
  }
}

extension LiveAdvice {
  /// Whether it tells a person the same as another, numbers aside.
  fileprivate func isLike(_ other: LiveAdvice) -> Bool { name == other.name }
}

extension Array where Element == Double {
  /// The last elements, as far back as they all fulfil a condition.
  fileprivate func suffix(while isWanted: (Double) -> Bool) -> ArraySlice<Double> {
    guard let other = lastIndex(where: { !isWanted($0) }) else { return self[...] }
    return self[(other + 1)...]
  }
}
