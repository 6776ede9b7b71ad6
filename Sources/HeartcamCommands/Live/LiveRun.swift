import CommandLineParsing
import Glibc
import Measurement
import Photoplethysmography
import VideoFrames

/// One run of `heartcam live`: waits for frames and keys, measures, shows, saves.
struct LiveRun {
  let arguments: Arguments
  let context: CommandContext
  private let feed: LiveFeed
  let raw: RawTerminal?
  var output: any LiveOutput
  var session: LiveSession
  var status = LiveStatus()
  var saver: LiveSaver
  private var exitCode = ExitCode.success

  /// When to end: so many seconds after the first frame, or as soon as the rate is stable.
  private let limit: Double?
  private let endsWhenStable: Bool

  /// Times of the source's first and newest frame, and when the newest arrived.
  var times: (first: Double, last: Double)?
  private var arrival = MonotonicClock.now
  var end: LiveEnd?
  private var isAskedToEnd = false
  var hasMeasured = false

  /// What s has ended, to be shown once the screen is gone.
  var sections: [MeasuredRecording] = []

  /// Lost frames that earlier sections have told.
  var toldLostCount = 0

  /// Seconds without a frame after which a person is told.
  private static let patience = 1.5

  init(
    _ arguments: Arguments, _ context: CommandContext, feed: LiveFeed, options: MeasurementOptions,
    isCamera: Bool
  ) {
    self.arguments = arguments
    self.context = context
    self.feed = feed
    limit = arguments[LiveOptions.duration]
    endsWhenStable = arguments[LiveOptions.untilStable]
    session = LiveSession(options, waitsForFinger: isCamera)
    let raw =
      arguments[LiveOptions.json] || arguments[LiveOptions.plain] ? nil : RawTerminal(context)
    self.raw = raw
    output =
      if arguments[LiveOptions.json] {
        LiveJSON()
      } else if let raw {
        LiveScreen(terminal: context.terminal, raw: raw)
      } else {
        LiveLines(terminal: context.terminal)
      }
    saver = LiveSaver(arguments, context)
    status.canSave = saver.canSave
  }

  mutating func run(_ output: inout ResultOutput) -> ExitCode {
    while end == nil, !isAskedToEnd {
      wait()
      for message in feed.messages() where end == nil && !isAskedToEnd { take(message, &output) }
      takeKeys(&output)
      noticeSilence(&output)
      self.output.refresh(session, &status, &output)
      if Interruption.isRequested {
        isAskedToEnd = true
        note(.interrupted)
      }
      if output.hasFailed || status.hasLostScreen { isAskedToEnd = true }
    }
    var lastWords: [String] = []
    for message in feed.stop() {
      switch message {
      case .notice(let text): lastWords.append(text)
      case .lost(let count): status.lostCount += count
      case .ended(let end): self.end = self.end ?? end
      default: break
      }
    }
    // Of a screen nothing is left to show them on.
    if raw == nil { for text in lastWords { notice(.other(text), &output) } }
    finish(&output)
    if raw != nil { for text in lastWords { report(text) } }
    return exitCode
  }

  /// Waits for frames and keys, and not for long.
  private func wait() {
    var descriptors = [pollfd(fd: feed.descriptor, events: Int16(POLLIN), revents: 0)]
    if raw != nil {
      descriptors.append(pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0))
    }
    _ = poll(&descriptors, nfds_t(descriptors.count), 100)
  }

  private mutating func take(_ message: LiveMessage, _ output: inout ResultOutput) {
    switch message {
    case .opened(let source):
      status.source = source
      status.disconnection = nil
      self.output.opened(source, &output)
    case .sample(let sample, let phase): take(sample, phase, &output)
    case .notice(let text): notice(.other(text), &output)
    case .settled(let settings):
      status.settings = settings
      self.output.noticed(.settled(settings), &output)
    case .lost(let count):
      status.lostCount += count
      self.output.noticed(.lost(count), &output)
    case .disconnected(let text):
      status.disconnection = text
      notice(.disconnected(text), &output)
    case .ended(let end):
      self.end = end
    }
  }

  private mutating func take(
    _ sample: ColorSample, _ phase: LivePhase, _ output: inout ResultOutput
  ) {
    let first = times?.first ?? sample.time
    if let limit, sample.time - first >= limit {
      isAskedToEnd = true
      return
    }
    times = (first, sample.time)
    arrival = MonotonicClock.now
    for change in session.append(sample, phase) {
      // A reading's times are those of its session.
      var origin = first
      if case .reading = change { origin = session.firstTime ?? first }
      self.output.changed(change, at: sample.time - first, origin: origin, &output)
    }
    if endsWhenStable, session.isStable { isAskedToEnd = true }
  }

  /// Tells a person that no frames come, and ends in time all the same.
  mutating func noticeSilence(_ output: inout ResultOutput) {
    let silence = MonotonicClock.now - arrival
    guard silence > Self.patience, let times, status.source?.isCamera == true else { return }
    for change in session.frameIsMissing() {
      self.output.changed(
        change, at: times.last - times.first + silence, origin: times.first, &output)
    }
    if let limit, times.last - times.first + silence > limit {
      isAskedToEnd = true
    }
  }

  private mutating func takeKeys(_ output: inout ResultOutput) {
    guard let raw else { return }
    guard let keys = raw.keys() else {
      isAskedToEnd = true
      return
    }
    for key in keys {
      switch UInt8(ascii: "a")...UInt8(ascii: "z") ~= key | 0x20 ? key | 0x20 : key {
      case UInt8(ascii: "q"): isAskedToEnd = true
      case UInt8(ascii: "s"): saveNow(&output)
      case UInt8(ascii: "r") where status.saveFailure != nil: repeatSaving(&output)
      case UInt8(ascii: "c") where status.saveFailure != nil:
        saver.giveUp()
        status.saveFailure = nil
      default: break
      }
    }
  }

  mutating func notice(_ notice: LiveNotice, _ output: inout ResultOutput) {
    status.notices.append(notice.text)
    if status.notices.count > 8 { status.notices.removeFirst() }
    self.output.noticed(notice, &output)
  }

  mutating func note(_ code: ExitCode) { exitCode = exitCode.combined(with: code) }
}
