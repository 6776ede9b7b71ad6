import CommandLineParsing
import Measurement
import Photoplethysmography
import SampleStore

/// Saves what a live run has measured, and keeps it as long as it is not saved.
struct LiveSaver {
  private let arguments: Arguments
  private let context: CommandContext
  private var log: HeartRateLog?

  /// What is to be saved, the oldest first.
  private var waiting: [(recording: MeasuredRecording, details: LiveSessionDetails)] = []

  init(_ arguments: Arguments, _ context: CommandContext) {
    self.arguments = arguments
    self.context = context
  }

  var canSave: Bool { arguments[MeasureOptions.store] != "none" }

  var hasUnsaved: Bool { !waiting.isEmpty }

  /// Whether a session that ends is to be saved; a person at a terminal is asked.
  func isWanted(_ isInteractive: Bool) -> Bool {
    guard canSave else { return false }
    if arguments[LiveOptions.save] { return true }
    guard isInteractive, context.terminal.canAsk, !Interruption.isRequested else { return false }
    return SavePrompt.asksToSave()
  }

  mutating func add(_ recording: MeasuredRecording, _ details: LiveSessionDetails) {
    waiting.append((recording, details))
  }

  /// Forgets what could not be saved.
  mutating func giveUp() { waiting = [] }

  /// Saves all that waits; returns a sentence about it. What is saved does not wait any more.
  mutating func save() throws(StoreError) -> String {
    var text = ""
    while let (recording, details) = waiting.first {
      let log = try openLog()
      let outcome = try log.save(recording, session: details)
      waiting.removeFirst()
      text = Self.text(of: outcome, in: log.store.location.path)
    }
    return text
  }

  /// Saves all that waits, and where that fails asks a person whether to try again.
  mutating func saveAsking(_ tell: (String) -> Void) -> ExitCode {
    while true {
      do throws(StoreError) {
        let text = try save()
        tell(text)
        return .success
      } catch {
        guard context.terminal.canAsk else {
          report(error.description)
          return .ioError
        }
        guard SavePrompt.asksToRepeat(after: error) else { return .ioError }
      }
    }
  }

  private mutating func openLog() throws(StoreError) -> HeartRateLog {
    if let log { return log }
    let location = try StoreOptions.location(arguments[MeasureOptions.store], context)
    let store = try HealthStore(location: location)
    let log = HeartRateLog(store: store, version: HeartcamCommand.version)
    self.log = log
    return log
  }

  private static func text(of outcome: HeartRateLog.Outcome, in path: String) -> String {
    switch outcome {
    case .logged(let count, let average):
      "\(Int(average.beatsPerMinute.rounded())) beats a minute have been logged "
        + "(their average and \(count == 1 ? "1 reading" : "\(count) readings") to \(path))"
    case .alreadyThere: "already in \(path); nothing was saved"
    case .nothing: "there was nothing to save"
    }
  }
}
