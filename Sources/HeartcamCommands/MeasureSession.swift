import CommandLineParsing
import FoundationEssentials
import Measurement
import Photoplethysmography
import SampleStore

/// One run of `heartcam measure`: input after input, each printed, then saved.
struct MeasureSession {
  private let arguments: Arguments
  private let context: CommandContext
  private let options: MeasurementOptions
  private let format: any MeasurementFormat
  private(set) var exitCode = ExitCode.success
  private(set) var isInterrupted = false

  /// Opened when something is first saved.
  private var log: HeartRateLog?

  init(_ arguments: Arguments, _ context: CommandContext) {
    self.arguments = arguments
    self.context = context
    options = MeasureOptions.measurement(arguments)
    format =
      if arguments[MeasureOptions.json] {
        MeasurementJSON()
      } else if arguments[MeasureOptions.csv] {
        MeasurementCSV()
      } else {
        MeasurementTable(terminal: context.terminal)
      }
  }

  func begin(_ output: inout ResultOutput) { output.write(format.beginning) }

  mutating func measure(_ input: RecordingInput, _ output: inout ResultOutput) {
    let recording: MeasuredRecording
    do {
      recording = try read(input)
    } catch {
      report(error.description)
      output.write(format.text(of: error, input: input))
      note(.unreadableInput)
      if Interruption.isRequested { interrupt() }
      return
    }
    for warning in recording.warnings { report("\(input.name): \(warning)") }
    // First the result, so that nothing that happens while saving can lose it.
    output.write(format.text(of: recording))
    if recording.reason != nil { note(.noReading) }
    writeFiles(of: recording)
    if recording.isPartial {
      report("\(input.name): interrupted; what was measured until then was not saved")
      interrupt()
    } else if arguments[MeasureOptions.store] != "none", !output.hasFailed {
      // What could not be printed is not saved either: the next run then starts afresh.
      save(recording)
    }
  }

  private func read(_ input: RecordingInput) throws(MeasurementError) -> MeasuredRecording {
    var bar = ProgressBar(
      input.isStandardInput ? "standard input" : input.name, terminal: context.terminal)
    defer { bar.clear() }
    return try RecordingMeasurement.measure(
      input, options: options,
      progress: { share in
        bar.update(share)
        return !Interruption.isRequested
      }, isInterrupted: { Interruption.isRequested })
  }

  private mutating func writeFiles(of recording: MeasuredRecording) {
    if let path = arguments[MeasureOptions.beats] {
      write(BeatsCSV.text(of: [recording]), to: path)
    }
    if let path = arguments[MeasureOptions.signal] {
      write(
        ColorSignalText.text(of: recording.signal), to: path)
    }
  }

  private mutating func write(_ text: String, to path: String) {
    do {
      try PrivateFile.write(text, to: path)
    } catch {
      report("cannot write \(path): \(error)")
      note(.ioError)
    }
  }

  /// Saves, and where that fails asks a person whether to try again.
  private mutating func save(_ recording: MeasuredRecording) {
    while true {
      do throws(StoreError) {
        let log = try openLog()
        let outcome = try log.save(recording, again: arguments[MeasureOptions.again])
        announce(outcome, of: recording, in: log.store)
        return
      } catch {
        guard context.terminal.canAsk else {
          report(error.description)
          return note(.ioError)
        }
        guard SavePrompt.asksToRepeat(after: error) else {
          note(.ioError)
          if Interruption.isRequested { interrupt() }
          return
        }
      }
    }
  }

  private mutating func openLog() throws(StoreError) -> HeartRateLog {
    if let log { return log }
    let location = try StoreOptions.location(arguments[MeasureOptions.store], context)
    let store = try HealthStore(location: location)
    for warning in store.warnings { report(warning) }
    let log = HeartRateLog(store: store, version: HeartcamCommand.version)
    self.log = log
    return log
  }

  private func announce(
    _ outcome: HeartRateLog.Outcome, of recording: MeasuredRecording, in store: HealthStore
  ) {
    switch outcome {
    case .logged(let count, let average):
      let readings = count == 1 ? "1 reading" : "\(count) readings"
      report(
        "\(Int(average.beatsPerMinute.rounded())) beats a minute have been logged "
          + "(\(readings) to \(store.location.path))")
    case .alreadyThere:
      report(
        "\(recording.input.name): already in \(store.location.path); "
          + "nothing was saved (--again saves it once more)")
    case .nothing: break
    }
  }

  private mutating func note(_ code: ExitCode) { exitCode = exitCode.combined(with: code) }

  private mutating func interrupt() {
    isInterrupted = true
    note(.interrupted)
  }
}
