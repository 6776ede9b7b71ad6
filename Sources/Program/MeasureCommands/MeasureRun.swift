import CommandEnvironment
import CommandLineParsing
import Glibc
import JSONCoding
import Measurement

/// One run of `heartcam measure`: prints each result, writes its files, and saves it.
struct MeasureRun: ResultSink {
  private let context: CommandContext
  private let output: ResultOutput
  private let form: ResultForm
  private var printer: any ResultSink
  private var saver: ResultSaver
  private var bar: ProgressLine?
  private(set) var exitCode = ExitCode.success
  private var isInterrupted = false

  /// Results whose date is a guess.
  private var guessCount = 0

  init(_ context: CommandContext, _ output: ResultOutput, as form: ResultForm) {
    (self.context, self.output, self.form) = (context, output, form)
    printer =
      switch form {
      case .json: ResultJSONLines(output)
      case .csv:
        ResultCSV(
          output, a: context[MeasureOptions.summary] ? .recording : .reading,
          forSpreadsheet: context[MeasureOptions.spreadsheet])
      case .table: ResultTable(output, context.terminal)
      }
    saver = ResultSaver(context)
  }

  var takesMore: Bool { !isInterrupted }

  mutating func progress(_ share: Double?, of input: RecordingInput) -> Bool {
    if bar == nil {
      let name = input.isStandardInput ? "standard input" : input.name
      bar = ProgressLine("measuring", name, terminal: context.terminal)
    }
    bar?.update(share)
    return !Interruption.isRequested
  }

  mutating func take(_ result: RecordingResult) {
    clearBar()
    let name = result.input.name
    for warning in result.warnings {
      guard warning == result.began.source.warning else {
        report("\(name): \(warning)")
        continue
      }
      // Of a folder of such files one is enough.
      if guessCount == 0 {
        CommandEnvironment.note("\(name): \(warning); --start DATE gives it")
      }
      guessCount += 1
    }
    let comparison = result.isPartial ? nil : comparison(of: result)
    // First the result, so that nothing that happens while saving can lose it.
    if let comparison, form == .json {
      output.write(line: .object(result.jsonMembers + [("reference", comparison.json)]))
    } else {
      printer.take(result)
      if let comparison, form == .table { output.write(comparison.tableLine + "\n") }
      // A table of readings has no place for it.
      if let comparison, form == .csv { report(comparison.text) }
    }
    if result.reason != nil { note(.noReading) }
    // A part takes no whole file's place.
    if !result.isPartial { note(OutputFiles.write([result], context)) }
    if let comparison { note(comparison.write(context)) }
    if result.isPartial {
      report("\(name): interrupted; what was measured until then was not saved")
      interrupt()
    } else if saver.canSave, !output.hasFailed {
      // A result that could not be printed is not saved either: the next run then starts afresh.
      saver.add(result)
      // A program that asked for the progress words this itself.
      let isAsked = context.terminal.isAskedForProgress
      let code = saver.saveAsking {
        if isAsked { writeAll($0.jsonLine(at: 0) ?? "", to: STDERR_FILENO) }
        if !isAsked, let text = $0.text { CommandEnvironment.note(text) }
      }
      saver.giveUp()
      note(code)
      if code != .success, context.terminal.canAsk, Interruption.isRequested { interrupt() }
    }
  }

  mutating func take(_ error: MeasurementError, of input: RecordingInput) {
    clearBar()
    report(error.description)
    printer.take(error, of: input)
    note(.unreadableInput)
    if Interruption.isRequested { interrupt() }
  }

  /// Repeats a message about one result that holds for others too.
  func finish() {
    guard guessCount > 1 else { return }
    CommandEnvironment.note("\(guessCount) recordings in all have such a date")
  }

  /// Returns the result's comparison with the named reference, whose faults do not affect the result.
  private mutating func comparison(of result: RecordingResult) -> ReferenceComparison? {
    do {
      return try ReferenceComparison(of: result, context)
    } catch {
      report("no comparison with \(context[ReferenceOptions.reference] ?? ""): \(error)")
      note((error as? CommandError)?.code ?? .unreadableInput)
      return nil
    }
  }

  private mutating func clearBar() {
    bar?.clear()
    bar = nil
  }

  private mutating func note(_ code: ExitCode) { exitCode = exitCode.combined(with: code) }

  private mutating func interrupt() {
    isInterrupted = true
    note(.interrupted)
  }
}

/// One line of JSON for each input.
struct ResultJSONLines: ResultSink {
  private let output: ResultOutput

  init(_ output: ResultOutput) { self.output = output }

  func take(_ result: RecordingResult) { output.write(result.jsonLine) }

  func take(_ error: MeasurementError, of input: RecordingInput) {
    output.write(error.jsonLine(of: input))
  }
}
