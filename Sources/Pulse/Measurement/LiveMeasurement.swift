import FoundationEssentials
import Photoplethysmography
public import V4L2Source
import VideoFrames

/// A live measurement from its source's first message to its results: it owns the feed and the
/// session, and sends their events to its observers.
///
/// It knows no terminal and no store. It belongs to the thread that made it, which calls
/// `advance()` whenever `descriptor` is readable and at least several times per second.
public final class LiveMeasurement {
  /// When a measurement ends by itself.
  public struct Limits: Sendable {
    /// Seconds after the source's first frame; `nil` for no such end.
    public var duration: Double?

    /// Whether it ends once the rate is stable.
    public var endsWhenStable: Bool

    /// Makes limits; without any, only the source or the caller ends the measurement.
    public init(duration: Double? = nil, endsWhenStable: Bool = false) {
      self.duration = duration
      self.endsWhenStable = endsWhenStable
    }
  }

  /// The clocks that a measurement reads; a test has its own.
  struct Clocks {
    /// Seconds on the clock that cameras stamp frames with.
    var now: () -> Double = { MonotonicClock.now }

    /// The wall clock.
    var date: () -> Date = { Date() }
  }

  /// The measurement so far, for display: the curve, the newest estimate, the advice.
  public private(set) var session: LiveSession

  /// The description of the source; `nil` until it is open.
  public private(set) var source: LiveSourceDescription?

  /// Whether the curve is sent whenever it has gone on, for those who draw it; otherwise with each
  /// estimate.
  public var sendsPulseAtOnce = false

  /// The camera settings made for the measurement.
  public private(set) var settings: [CameraSetting] = []

  /// Frames that have not arrived.
  public private(set) var lostFrameCount = 0

  /// Why there are no frames, while the camera is awaited; `nil` otherwise.
  public private(set) var disconnection: LiveDisconnection?

  /// The way in which the source ended; `nil` until it has.
  public private(set) var ending: LiveEnding?

  /// Whether there is nothing more to wait for: the source has ended, or a limit is reached.
  public var isOver: Bool { ending != nil || isEnding }

  /// Whether a frame has come.
  public var hasFrames: Bool { times != nil }

  /// Whether a result with a rate has been finished.
  public private(set) var hasRate = false

  /// Whether the source is closed for a while: the program is about to be stopped.
  public private(set) var isSuspended = false

  private var feed: LiveFeed
  let recording: RecordingInput?
  private let limits: Limits
  private let clocks: Clocks
  private var observers: [any LiveObserver] = []
  private var isEnding = false

  /// Times of the source's first and newest frame, and when the newest arrived.
  private var times: (first: Double, last: Double)?
  private var arrival: Double

  /// The wall-clock time at which the first frame that counts was taken, read at that moment. The
  /// wall clock may be set during a session, and it alone keeps running while the machine sleeps.
  /// `nil` before that frame.
  private var startDate: Date?

  /// When the newest advice, estimate or reading came, from the source's first frame on.
  private var eventTime = 0.0

  /// The part of the curve and of the beats that has been sent.
  private var sentTraceTime: Double?
  private var sentChannel: ColorChannel?
  private var sentBeatTime = -Double.infinity

  /// The maximum difference in seconds between two estimates' times of one beat.
  private static let beatSeam = 0.25

  /// Seconds of the curve that are drawn.
  private static let drawnSeconds = 10.0

  private var flickerWatch = FlickerWatch()
  private var flickerDue = -Double.infinity
  private var hasReportedFlicker = false

  /// Seconds from one look for flickering light to the next.
  private static let flickerStep = 5.0

  /// Lost frames that earlier results have reported.
  private var reportedLostCount = 0

  /// Seconds without a frame after which observers are notified.
  private static let patience = 1.5

  /// Begins to measure the frames of a feed.
  /// - Parameter recording: The replayed recording; `nil` for a camera, which is measured only once
  ///   something is on its lens.
  public convenience init(
    _ feed: LiveFeed, of recording: RecordingInput? = nil, options: MeasurementOptions,
    limits: Limits = Limits()
  ) {
    self.init(feed, of: recording, options: options, limits: limits, clocks: Clocks())
  }

  init(
    _ feed: LiveFeed, of recording: RecordingInput?, options: MeasurementOptions, limits: Limits,
    clocks: Clocks
  ) {
    (self.feed, self.recording, self.limits, self.clocks) = (feed, recording, limits, clocks)
    session = LiveSession(options, waitsForFinger: recording == nil)
    arrival = clocks.now()
  }

  /// Adds an observer, which receives all events from now on.
  public func add(_ observer: any LiveObserver) { observers.append(observer) }

  /// Sends an event to all observers. An observer that saves the results reports so here.
  public func send(_ event: LiveEvent) {
    for observer in observers { observer.receive(event, at: eventTime) }
  }

  /// Sends a notice to all observers.
  public func send(_ notice: LiveNotice) { send(.source(.notice(notice))) }

  /// A file descriptor that is readable while messages wait; -1 without one, so that the caller has
  /// to poll.
  public var descriptor: Int32 { feed.descriptor }

  /// Takes the messages from the source, and notices if no frames come.
  public func advance() {
    for message in feed.messages() where !isOver { take(message) }
    if sendsPulseAtOnce, let times { sendPulse(times.first) }
    noticeSilence()
  }

  /// Closes the source, so that another program can have the camera, and keeps the measurement so
  /// far. The source's last notices go to the observers.
  public func suspend() {
    guard !isOver, !isSuspended else { return }
    for message in feed.stop() {
      if case .event(.ended(.stopped)) = message { continue }
      take(message)
    }
    isSuspended = true
  }

  /// Goes on with a source like the one before. The time in between is a gap.
  public func resume(with feed: LiveFeed) {
    guard isSuspended else { return }
    self.feed = feed
    isSuspended = false
    arrival = clocks.now()
  }

  /// Stops the source and waits until it has closed everything that it had opened.
  /// - Returns: Its last notices. Observers have not received them: a screen may be in the way.
  public func stop() -> [LiveNotice] {
    var notices: [LiveNotice] = []
    for message in feed.stop() {
      switch message {
      case .event(.notice(let notice)): notices.append(notice)
      case .event(.lost(let count)): lostFrameCount += count
      case .event(.ended(let ending)): self.ending = self.ending ?? ending
      default: break
      }
    }
    if hasBeenRead, times == nil, let recording {
      ending = .failed(
        .recording(MeasurementError("replay", recording.name, "it holds no frame")))
    }
    return notices
  }

  /// Ends the present measurement, so that the next frame begins a new result, and sends the
  /// result.
  /// - Returns: `nil` if no frame was measured.
  public func finish() -> RecordingResult? {
    var (identity, end, warnings): (String?, Date, [String]) = (nil, clocks.date(), [])
    if case .finished(let recording) = ending {
      (identity, end, warnings) = (recording.contentIdentity, recording.end, recording.warnings)
    }
    let lost = lostFrameCount - reportedLostCount
    reportedLostCount = lostFrameCount
    if lost > 0 { warnings.append(LiveEvent.text(ofLostFrames: lost)) }
    let first = session.firstTime
    let result = session.finish(
      recording ?? RecordingInput(source?.path ?? ""), kind: source?.kind ?? "",
      identity: identity, warnings: warnings, isPartial: !hasBeenRead,
      isSimulated: source?.isSimulated ?? false,
      start: { start(first, $0, endingAt: end) })
    startDate = nil
    guard let result else { return nil }
    if result.reason == nil { hasRate = true }
    send(.finished(result, lostFrameCount: lostFrameCount))
    return result
  }

  /// Tells the observers that the source has ended.
  public func end() { send(.source(.ended(ending ?? .stopped))) }

  // MARK: -

  private var hasBeenRead: Bool {
    if case .finished = ending { true } else { false }
  }

  private func take(_ message: LiveMessage) {
    switch message {
    case .sample(let sample, let phase): take(sample, phase)
    case .event(let event): take(event)
    }
  }

  private func take(_ event: LiveSourceEvent) {
    switch event {
    case .opened(let source):
      self.source = source
      disconnection = nil
    case .notice: break
    case .settings(let settings): self.settings = settings
    case .lost(let count): lostFrameCount += count
    case .disconnected(let disconnection): self.disconnection = disconnection
    case .ended(let ending):
      // Observers receive it once the results have been finished.
      self.ending = ending
      return
    }
    send(.source(event))
  }

  private func take(_ sample: ColorSample, _ phase: LivePhase) {
    let first = times?.first ?? sample.time
    if let limit = limits.duration, sample.time - first >= limit {
      isEnding = true
      return
    }
    times = (first, sample.time)
    arrival = clocks.now()
    let changes = session.append(sample, phase)
    if startDate == nil, let counted = session.firstTime {
      startDate = clocks.date().addingTimeInterval(counted - arrival)
    }
    for change in changes { send(change, at: sample.time - first, origin: first) }
    lookForFlicker(sample)
    if limits.endsWhenStable, session.isStable {
      isEnding = true
      if !session.isReliable { send(.unreliable(session.collector.quality ?? 0)) }
    }
  }

  private func send(_ change: LiveSession.Change, at time: Double, origin: Double) {
    eventTime = time
    switch change {
    case .advice(let advice): send(.advice(advice))
    case .estimate(let estimate):
      send(.estimate(estimate, origin: origin))
      sendBeats(estimate, origin)
      if !sendsPulseAtOnce { sendPulse(origin) }
    case .reading(let reading): send(.reading(reading, origin: session.firstTime ?? origin))
    }
  }

  /// Sends the beats that are new.
  private func sendBeats(_ estimate: HeartRateReading, _ origin: Double) {
    for beat in estimate.beats where beat.time > sentBeatTime + Self.beatSeam {
      sentBeatTime = beat.time
      send(.beat(beat, origin: origin))
    }
  }

  /// Sends the new part of the curve; to observers that draw it, the curve of another color from
  /// its beginning, since colors differ in how far they swing.
  private func sendPulse(_ origin: Double) {
    guard let channel = session.channel, let time = session.trace.time else { return }
    defer { (sentTraceTime, sentChannel) = (time, channel) }
    guard let before = sentTraceTime, time > before else { return }
    let isOther = sendsPulseAtOnce && sentChannel != channel
    let points = session.trace.points(
      of: channel, seconds: isOther ? Self.drawnSeconds : time - before + 1e-6)
    if !points.isEmpty {
      send(.pulse(LivePulse(time: time - origin, channel: channel, points: points)))
    }
  }

  /// Reports once that a camera's light flickers, if there is no rate: light is then at fault, not a finger.
  private func lookForFlicker(_ sample: ColorSample) {
    guard source?.isCamera == true, !hasReportedFlicker else { return }
    flickerWatch.append(sample)
    guard sample.time >= flickerDue else { return }
    defer { flickerDue = sample.time + Self.flickerStep }
    guard session.current == nil, session.phase == .measuring, let flicker = flickerWatch.flicker
    else { return }
    hasReportedFlicker = true
    send(.flicker(flicker))
  }

  /// Reports that no frames come, and ends in time all the same.
  private func noticeSilence() {
    let silence = clocks.now() - arrival
    guard silence > Self.patience, !isSuspended, let times, source?.isCamera == true else { return }
    let time = times.last - times.first + silence
    for change in session.frameIsMissing() { send(change, at: time, origin: times.first) }
    if let limit = limits.duration, time > limit { isEnding = true }
  }

  /// Returns when the measurement began, from its first frame's time and its length in seconds.
  private func start(
    _ first: Double?, _ duration: Double, endingAt end: Date
  ) -> RecordingStart {
    guard var start = source?.start else {
      return RecordingStart(startDate ?? end.addingTimeInterval(-duration), .clock)
    }
    guard let first, let times else { return start }
    if start.source.isGuess, hasBeenRead {
      // By now the whole recording's length has been determined.
      let length = first == times.first ? duration : times.last - times.first
      start.date = end.addingTimeInterval(-length)
    }
    // A part of a recording begins as far into it as its first frame.
    start.date += first - times.first
    return start
  }
}
