import CommandEnvironment
import CommandLineParsing
import Glibc
import MeasureCommands
import Measurement
import Photoplethysmography
import SampleSelection
import SampleStore
import V4L2Source

/// One run of `heartcam live`: waits for frames and keys, and saves results. Observers show it.
struct LiveRun {
  private let context: CommandContext
  private let measurement: LiveMeasurement
  private let raw: RawTerminal?
  private let screen: LiveScreen?
  private var saver: ResultSaver

  /// Opens the camera once more after the program was stopped; `nil` for a replay, which has none.
  private let reopen: (() -> LiveFeed)?
  private var exitCode = ExitCode.success
  private var isEnding = false

  /// All results so far: s ends one and begins the next.
  private var results: [RecordingResult] = []

  /// - Parameters:
  ///   - recording: The replayed recording; `nil` for a camera.
  ///   - reopen: Opens the camera once more; `nil` for a replay.
  init(
    _ context: CommandContext, feed: LiveFeed, of recording: RecordingInput?,
    options: MeasurementOptions, reopen: (() -> LiveFeed)? = nil
  ) {
    self.reopen = reopen
    self.context = context
    measurement = LiveMeasurement(
      feed, of: recording, options: options,
      limits: LiveMeasurement.Limits(
        duration: context[LiveOptions.duration],
        endsWhenStable: context[LiveOptions.untilStable]))
    var saver = ResultSaver(context)
    let (isJSON, isPlain) = (context[LiveOptions.json], context[LiveOptions.plain])
    raw = isJSON || isPlain ? nil : RawTerminal(context, readsInterrupt: true)
    let screen = raw.map { [canSave = saver.canSave] in
      LiveScreen(context.output, context.terminal, $0, canSave: canSave)
    }
    self.screen = screen
    let plainly: any LiveObserver =
      isJSON ? LiveJSONLines(context.output) : LiveLines(context.output, context.terminal)
    measurement.add(screen ?? plainly)
    if let screen { saver.warn = { screen.receive(.source(.notice(.store($0))), at: 0) } }
    self.saver = saver
  }

  /// Measures until the source, a limit, a key or a signal ends it; returns how that went.
  mutating func run() -> ExitCode {
    while !measurement.isOver, !isEnding {
      wait()
      measurement.advance()
      takeKeys()
      screen?.draw(measurement)
      if Suspension.isRequested, !measurement.isOver { suspend() }
      isEnding =
        isEnding || Interruption.isRequested || context.output.hasFailed || raw?.isLost == true
    }
    let lastNotices = measurement.stop()
    // They would be invisible on a screen that is about to be closed.
    if screen == nil { for notice in lastNotices { measurement.send(notice) } }
    finish()
    if Interruption.isRequested { note(.interrupted) }
    if screen != nil { for notice in lastNotices { report("\(notice)") } }
    return exitCode
  }

  /// Waits for frames and keys, but not for long.
  private func wait() {
    var descriptors = [pollfd(fd: measurement.descriptor, events: Int16(POLLIN), revents: 0)]
    if raw != nil {
      descriptors.append(pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0))
    }
    _ = poll(&descriptors, nfds_t(descriptors.count), 100)
  }

  /// Gives terminal and camera back, stops the program, and takes both again when it is resumed.
  private func suspend() {
    if reopen != nil { measurement.suspend() }
    raw?.restore()
    Suspension.stop()
    raw?.takeOver()
    if let reopen { measurement.resume(with: reopen()) }
  }

  private mutating func takeKeys() {
    guard let raw, let screen else { return }
    guard let keys = raw.keys() else {
      isEnding = true
      return
    }
    for key in keys {
      switch UInt8(ascii: "a")...UInt8(ascii: "z") ~= key | 0x20 ? key | 0x20 : key {
      // At the question that follows, Ctrl-C is a signal again.
      case UInt8(ascii: "q"), RawTerminal.interrupt: isEnding = true
      case UInt8(ascii: "?"): screen.status.showsKeys.toggle()
      case UInt8(ascii: "p"):
        screen.status.held = screen.status.held == nil ? measurement.session : nil
      case KeyReader.up: screen.status.scroll += 1
      case KeyReader.down: screen.status.scroll -= 1
      case UInt8(ascii: "s"): saveNow(screen)
      case UInt8(ascii: "r") where screen.status.saveFailure != nil: save(screen)
      case UInt8(ascii: "c") where screen.status.saveFailure != nil:
        saver.giveUp()
        screen.status.saveFailure = nil
      default: break
      }
    }
  }

  // MARK: - Saving

  /// Saves what has been measured since the last time.
  private mutating func saveNow(_ screen: LiveScreen) {
    guard saver.canSave else { return }
    guard screen.status.saveFailure == nil else { return save(screen) }
    let session = measurement.session
    guard session.collector.rate != nil || session.elapsed > HeartRateMonitor.shortestInterval,
      let result = measurement.finish()
    else { return measurement.send(.nothingToSave) }
    results.append(result)
    guard result.reason == nil else { return measurement.send(.nothingToSave) }
    saver.add(result, measurement.details)
    save(screen)
  }

  private mutating func save(_ screen: LiveScreen) {
    do throws(StoreError) {
      let saved = try saver.save()
      screen.status.saveFailure = nil
      if let saved { measurement.send(saved) }
    } catch {
      screen.status.saveFailure = error.description
      measurement.send(.notSaved(error.description))
    }
  }

  /// Ends the measurement, saves its last part if that is wanted, and reports how it all went.
  private mutating func finish() {
    // The remainder after the last s may be no more than a moment.
    let isRest =
      measurement.hasRate && measurement.session.elapsed < HeartRateMonitor.shortestInterval
    let result = isRest ? nil : measurement.finish()
    if let result { results.append(result) }
    if let raw, !raw.takesMore(within: 500) {
      // That terminal has no reader left: saving must not wait for it.
      if let result, context[LiveOptions.save] { add(result) }
      _ = try? saver.save()
      screen?.abandon()
      return
    }
    screen?.close()
    if let text = ResultTable(context.output, context.terminal).summary(of: results) {
      context.output.writeStyled(text)
    }
    note(OutputFiles.write(results, context, camera: measurement.details))
    if let result {
      for warning in result.warnings { report(warning) }
      if result.reason == nil, isSavingWanted() { add(result) }
    }
    if case .failed(let failure) = measurement.ending {
      report(text(of: failure))
      note(measurement.hasFrames ? .ioError : .unreadableInput)
    } else if !measurement.hasRate {
      note(.noReading)
      if result == nil {
        measurement.send(.nothingMeasured(measurement.session.advice))
      }
    }
    measurement.end()
    if saver.hasUnsaved { note(saver.saveAsking { measurement.send($0) }) }
  }

  /// Returns whether the last part of the measurement is to be saved; a person at a screen is asked.
  private func isSavingWanted() -> Bool {
    guard saver.canSave else { return false }
    // A replay that ended because its output was lost is a part of its recording, which can be replayed once more.
    if context.output.hasFailed, reopen == nil { return false }
    if context[LiveOptions.save] { return true }
    guard screen != nil, context.terminal.canAsk, !Interruption.isRequested else { return false }
    return SavePrompt.asksToSave()
  }

  private mutating func add(_ result: RecordingResult) {
    if result.reason == nil, saver.canSave { saver.add(result, measurement.details) }
  }

  private func text(of failure: LiveFailure) -> String {
    if case .camera(let error) = failure {
      return CameraOptions.text(of: error)
        + (error.kind == .noCamera ? "; --replay FILE plays a recording" : "")
    }
    return failure.description
  }

  private mutating func note(_ code: ExitCode) { exitCode = exitCode.combined(with: code) }
}
