package import CommandEnvironment
import CommandLineParsing
package import Measurement
import Photoplethysmography
import SampleSelection
package import SampleStore

/// Saves results into the store that the arguments name, and keeps them until they are saved or
/// given up.
package struct ResultSaver {
  private let context: CommandContext

  /// Opened when something is first saved.
  private var log: HeartRateLog?

  /// The results to be saved, the oldest first; details belong to a live session.
  private var waiting: [(result: RecordingResult, details: LiveSessionDetails?)] = []

  /// Takes the store's messages when it is opened.
  package var warn: (String) -> Void = { report($0) }

  package init(_ context: CommandContext) {
    self.context = context
  }

  /// Whether anything is saved at all.
  package var canSave: Bool { !MeasureOptions.savesNothing(context) }

  /// Checks that the arguments name a possible store, and, where saving is certain, one that can be opened: a
  /// person who has measured for a minute must not learn only then that nothing will be kept.
  /// - Parameter opens: Whether the store is opened, too.
  package func check(opens: Bool) throws(StoreError) {
    guard canSave else { return }
    let location = try StoreOptions.location(context[MeasureOptions.store], context)
    if opens { try StoreAccess.check(location) }
  }

  /// Whether something waits to be saved.
  package var hasUnsaved: Bool { !waiting.isEmpty }

  /// Adds a result to those that are to be saved.
  package mutating func add(_ result: RecordingResult, _ details: LiveSessionDetails? = nil) {
    waiting.append((result, details))
  }

  /// Forgets the results that could not be saved.
  package mutating func giveUp() { waiting = [] }

  /// Saves all waiting results. Saved ones no longer wait.
  /// - Returns: The event of the last one; `nil` if there is nothing worth a sentence.
  package mutating func save() throws(StoreError) -> LiveEvent? {
    var event: LiveEvent?
    while let (result, details) = waiting.first {
      let log = try openLog()
      let outcome = try log.save(
        result, again: details == nil && context[MeasureOptions.again], session: details)
      waiting.removeFirst()
      event = Self.event(
        of: outcome, of: result, isLive: details != nil,
        isReplay: details?.isReplay == true, log.store.location)
    }
    return event
  }

  /// Saves all that waits; if that fails, asks a person whether to try again.
  /// - Parameter announce: Takes the event of the saved results.
  package mutating func saveAsking(_ announce: (LiveEvent) -> Void) -> ExitCode {
    while true {
      do throws(StoreError) {
        if let saved = try save() { announce(saved) }
        return .success
      } catch {
        guard context.terminal.canAsk else {
          report(error.description)
          return ExitCode(of: error)
        }
        guard SavePrompt.asksToRepeat(after: error) else { return ExitCode(of: error) }
      }
    }
  }

  private mutating func openLog() throws(StoreError) -> HeartRateLog {
    if let log, !log.store.isReplaced { return log }
    let location = try StoreOptions.location(context[MeasureOptions.store], context)
    let store = try StoreAccess.open(location)
    for warning in store.warnings { warn(warning) }
    let log = HeartRateLog(store: store, version: HeartcamVersion.current)
    self.log = log
    return log
  }

  private static func event(
    of outcome: HeartRateLog.Outcome, of result: RecordingResult, isLive: Bool,
    isReplay: Bool, _ location: StoreLocation
  ) -> LiveEvent? {
    let apart: ImpersonalSource? =
      result.isSimulated == true ? .simulated : isReplay ? .replay : nil
    switch outcome {
    case .logged(let count, let average):
      let readings = count == 1 ? "1 reading" : "\(count) readings"
      let mark = apart.map { "; marked \($0): statistics and charts leave them out" } ?? ""
      return .saved(
        "\(Int(average.beatsPerMinute.rounded())) beats per minute have been logged "
          + "(\(isLive ? "their average and " : "")\(readings) to \(location)\(mark))",
        readingCount: count, apart: apart)
    case .alreadyThere:
      let name = isLive ? "" : "\(result.input.name): "
      let again = isLive ? "" : " (--again saves it once more)"
      return .saved(
        "\(name)already in \(location); nothing was saved\(again)", readingCount: 0, apart: apart)
    case .nothing:
      return isLive ? .saved("there was nothing to save", readingCount: 0, apart: apart) : nil
    }
  }
}
