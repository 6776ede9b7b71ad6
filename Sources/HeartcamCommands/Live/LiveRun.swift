import CommandLineParsing
import FoundationEssentials
import Glibc
import Measurement
import Photoplethysmography
import SampleStore
import VideoFrames

/// One run of `heartcam live`: waits for frames and keys, measures, shows, saves.
struct LiveRun {
  private let arguments: Arguments
  private let context: CommandContext
  private let feed: LiveFeed
  private let raw: RawTerminal?
  private var output: any LiveOutput
  private var session: LiveSession
  private var status = LiveStatus()
  private var saver: LiveSaver
  private var exitCode = ExitCode.success

  /// When to end: so many seconds after the first frame, or as soon as the rate is stable.
  private let limit: Double?
  private let endsWhenStable: Bool

  /// Times of the source's first and newest frame, and when the newest arrived.
  private var times: (first: Double, last: Double)?
  private var arrival = MonotonicClock.now
  private var end: LiveEnd?
  private var isAskedToEnd = false
  private var hasMeasured = false

  /// What s has ended, to be shown once the screen is gone.
  private var sections: [MeasuredRecording] = []

  /// Lost frames that earlier sections have told.
  private var toldLostCount = 0

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
  private mutating func noticeSilence(_ output: inout ResultOutput) {
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

  // MARK: - Ending and saving

  private mutating func notice(_ notice: LiveNotice, _ output: inout ResultOutput) {
    status.notices.append(notice.text)
    if status.notices.count > 8 { status.notices.removeFirst() }
    self.output.noticed(notice, &output)
  }

  /// Ends what has been measured so far, so that the next frame begins anew.
  private mutating func section(isPartial: Bool) -> MeasuredRecording? {
    var (identity, end, warnings): (String?, Date, [String]) = (nil, Date(), [])
    if case .finished(let recording) = self.end {
      (identity, end, warnings) = (recording.contentIdentity, recording.end, recording.warnings)
    }
    let lost = status.lostCount - toldLostCount
    toldLostCount = status.lostCount
    if lost > 0 { warnings.append(LiveNotice.lost(lost).text) }
    let name = arguments[LiveOptions.replay] ?? status.source?.path ?? ""
    return session.finish(
      RecordingInput(name), kind: status.source?.kind ?? "", identity: identity,
      start: start(endingAt: end),
      end: end, warnings: warnings, isPartial: isPartial)
  }

  /// When what is being measured began; `nil` where only its end is known.
  private func start(endingAt end: Date) -> Date? {
    guard let first = session.firstTime, let times, let source = status.source else { return nil }
    if source.isCamera { return Date().addingTimeInterval(first - MonotonicClock.now) }
    if first == times.first, isFinished { return source.start }
    // A part of a recording lies as far into it as its frames do.
    let whole =
      source.start ?? (isFinished ? end.addingTimeInterval(times.first - times.last) : nil)
      ?? source.estimatedStart
    return whole?.addingTimeInterval(first - times.first)
  }

  private var isFinished: Bool {
    if case .finished = end { true } else { false }
  }

  /// Saves what has been measured since the last time.
  private mutating func saveNow(_ output: inout ResultOutput) {
    guard saver.canSave else { return }
    guard status.saveFailure == nil else { return repeatSaving(&output) }
    guard session.collector.rate != nil || session.elapsed > HeartRateMonitor.shortestInterval,
      let recording = section(isPartial: true), recording.reason == nil
    else { return notice(.other("there is nothing to save yet"), &output) }
    hasMeasured = true
    sections.append(recording)
    saver.add(recording, details)
    repeatSaving(&output)
  }

  private mutating func repeatSaving(_ output: inout ResultOutput) {
    do throws(StoreError) {
      let text = try saver.save()
      status.saveFailure = nil
      notice(.saved(text), &output)
    } catch {
      status.saveFailure = error.description
      self.output.noticed(.notSaved(error.description), &output)
    }
  }

  private var details: LiveSessionDetails {
    LiveSessionDetails(
      camera: status.source?.name ?? "", path: status.source?.path ?? "",
      settings: status.settings)
  }

  /// Shows what was measured last, saves it if that is wanted, and says how it all went.
  private mutating func finish(_ output: inout ResultOutput) {
    if case .finished = end, times == nil {
      end = .failed("cannot replay \(arguments[LiveOptions.replay] ?? ""): it holds no frame")
    }
    // What is left after the last s may be no more than a moment.
    let isRest = hasMeasured && session.elapsed < HeartRateMonitor.shortestInterval
    let recording = isRest ? nil : section(isPartial: !isFinished)
    if let raw, !raw.takesMore(within: 500) {
      // Nobody reads that terminal any more: saving must not wait for it.
      if let recording { keep(recording, isWanted: arguments[LiveOptions.save]) }
      _ = try? saver.save()
      return self.output.close()
    }
    for section in sections { self.output.finished(section, status, &output) }
    writeFiles(of: sections + [recording].compactMap(\.self))
    if let recording {
      self.output.finished(recording, status, &output)
      for warning in recording.warnings { report(warning) }
      keep(recording, isWanted: recording.reason == nil && saver.isWanted(raw != nil))
    }
    self.output.close()
    if case .failed(let text) = end {
      if arguments[LiveOptions.json] { self.output.noticed(.failed(text), &output) }
      report(text)
      note(times == nil ? .unreadableInput : .ioError)
    } else if !hasMeasured {
      note(.noReading)
      if recording == nil {
        notice(.other("nothing was measured: \(session.advice.text)"), &output)
      }
    }
    if saver.hasUnsaved { note(saver.saveAsking { self.output.noticed(.saved($0), &output) }) }
  }

  /// Remembers that something was measured, and what is to be saved of it.
  private mutating func keep(_ recording: MeasuredRecording, isWanted: Bool) {
    guard recording.reason == nil else { return }
    hasMeasured = true
    if isWanted, saver.canSave { saver.add(recording, details) }
  }

  /// Writes the beats and the signal of the whole session, in however many parts it was saved.
  private mutating func writeFiles(of parts: [MeasuredRecording]) {
    guard !parts.isEmpty else { return }
    var files: [(path: String, text: String)] = []
    if let path = arguments[MeasureOptions.beats] {
      files.append((path, BeatsCSV.text(of: parts)))
    }
    if let path = arguments[MeasureOptions.signal] {
      files.append((path, ColorSignalText.text(of: parts.flatMap(\.signal))))
    }
    for file in files {
      do {
        try PrivateFile.write(file.text, to: file.path)
      } catch {
        report("cannot write \(file.path): \(error)")
        note(.ioError)
      }
    }
  }

  private mutating func note(_ code: ExitCode) { exitCode = exitCode.combined(with: code) }
}
