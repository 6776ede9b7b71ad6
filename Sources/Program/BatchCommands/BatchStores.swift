import CommandEnvironment
import CommandLineParsing
import Measurement
import SampleSelection
import SampleStore

/// The stores that a batch saves into, opened when something is first saved.
final class BatchStores {
  private let template: String?
  private let context: CommandContext
  private var logs: [String: HeartRateLog] = [:]

  /// Whether a start that is a guess is saved, too.
  private let takesGuesses: Bool

  /// The recordings that were not saved, because nothing says when they were made.
  private(set) var undated: Set<String> = []

  /// Stores that are open at a time.
  private static let most = 16

  init(_ context: CommandContext) {
    takesGuesses = context[BatchCommand.startFromModified]
    let template = context[BatchCommand.store]
    self.template = template == "none" ? nil : template
    self.context = context
  }

  var isWanted: Bool { template != nil }

  /// Checks that each recording has a store that can be opened, before any is measured.
  func check(_ listing: BatchListing) throws(CommandError) {
    guard let template else { return }
    let rest = template.replacing("{participant}", with: "")
    guard !rest.contains("{"), !rest.contains("}") else {
      throw CommandError.usage("--store \(template): only {participant} may stand in braces")
    }
    guard rest != template else { return try open([template]) }
    for recording in listing.recordings {
      guard let participant = recording.participant else {
        throw CommandError.badData("\(recording.name) has no participant for --store \(template)")
      }
      // It becomes a part of a file's name or of an address.
      let isPlain = participant.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
          || "-_.".unicodeScalars.contains($0)
      }
      guard isPlain, !participant.hasPrefix(".") else {
        throw CommandError.badData(
          "the participant \(participant) of \(recording.name) cannot be a part of "
            + "--store \(template): letters, digits, -, _ and . can")
      }
    }
    try open(Set(listing.recordings.compactMap(\.participant)).sorted().map(text(for:)))
  }

  /// Looks at the stores of these names, without making any. One server keeps them all.
  private func open(_ names: [String]) throws(CommandError) {
    do throws(StoreError) {
      for name in names {
        let location = try StoreOptions.location(name, context)
        try StoreAccess.check(location)
        if location.path == nil { return }
      }
    } catch {
      throw CommandError(error.description, code: ExitCode(of: error))
    }
  }

  /// Returns the store of one participant.
  private func text(for participant: String?) -> String {
    (template ?? "").replacing("{participant}", with: participant ?? "")
  }

  /// Saves the readings, unless the store holds the same recording already.
  func save(_ outcome: BatchOutcome, of recording: BatchRecording) throws {
    guard isWanted, var result = outcome.result else { return }
    if let start = recording.start { result = result.starting(at: start) }
    guard takesGuesses || !result.began.source.isGuess else {
      undated.insert(recording.name)
      return
    }
    let text = text(for: recording.participant)
    do throws(StoreError) {
      if logs[text] == nil {
        if logs.count >= Self.most { logs = [:] }
        let location = try StoreOptions.location(text, context)
        logs[text] = HeartRateLog(
          store: try StoreAccess.open(location), version: HeartcamVersion.current)
      }
      _ = try logs[text]?.save(result)
    } catch {
      throw CommandError(error.description, code: ExitCode(of: error))
    }
  }

  /// Says which recordings were not saved, because their start would be a guess.
  func reportUndated() {
    let names = undated.sorted()
    guard let first = names.first else { return }
    let more = names.count > 1 ? " and \(names.count - 1) more" : ""
    report(
      "not saved: \(first)\(more); nothing says when they were recorded but the time at which the file "
        + "was changed: give start in a manifest, or save under that guess with --start-from-modified"
    )
  }
}
