import CommandLineParsing
import FoundationEssentials
import Measurement
import Photoplethysmography
import SampleStore

/// How a live run saves, and what it does at its end.
extension LiveRun {
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
  mutating func saveNow(_ output: inout ResultOutput) {
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

  mutating func repeatSaving(_ output: inout ResultOutput) {
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
  mutating func finish(_ output: inout ResultOutput) {
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
}
