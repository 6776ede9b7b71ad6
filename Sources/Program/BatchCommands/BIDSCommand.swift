package import CommandEnvironment
package import CommandLineParsing
import FileAccess
import HealthFormats
import MeasureCommands

/// `heartcam bids DATASET OUTPUT LEVEL`: a batch with the command line that programs for the Brain Imaging Data
/// Structure share (BIDS Apps).
package enum BIDSCommand {
  private static let dataset = Positional(
    "DATASET", .directory, help: "A BIDS dataset: a folder with dataset_description.json.")
  private static let output = Positional(
    "OUTPUT", .directory, help: "Where tables, beats and pages go, as with 'heartcam batch'.")
  private static let level = Positional(
    "LEVEL", .oneOf(["participant", "group"]),
    help: """
      participant measures the recordings of some participants, or of all; group makes the tables of all, and \
      measures what is missing.
      """)
  private static let participants = Option(
    "participant-label", .text, value: "LABELS",
    help: "Participants without sub-, with commas between them; may be repeated.",
    default: "all")

  package static let description = CommandDescription(
    name: "bids",
    summary: "Measure a BIDS dataset, with the command line of BIDS Apps.",
    discussion: """
      It is a batch: results have the same files, and what is measured is not measured again. Participants may be \
      measured one after the other, also on several days; then group makes the tables of all of them.
      """,
    examples: [
      CommandExample(
        "heartcam bids dataset results participant --participant-label 01,02",
        "The recordings of two participants."),
      CommandExample("heartcam bids dataset results group", "The tables of all."),
    ],
    positionals: [dataset, output, level],
    options: [participants] + BatchSettings.options + [
      BatchCommand.jobs, BatchCommand.memory, BatchCommand.stall, BatchCommand.pages,
      BatchCommand.pulses,
      BatchCommand.retryFailed, BatchCommand.arrow, BatchCommand.json, SandboxOptions.noSandbox,
    ])

  package static func run(_ context: CommandContext) throws -> ExitCode {
    let path = context.required(dataset)
    guard FileIdentity.exists("\(path)/\(BIDSFile.description)") else {
      throw CommandError.usage(
        "\(path) is no BIDS dataset: it has no dataset_description.json; 'heartcam batch' takes any folder"
      )
    }
    let labels = Set(
      context.all(participants).flatMap { $0.split(separator: ",") }
        .map { String($0.hasPrefix("sub-") ? $0.dropFirst(4) : $0) })
    guard labels.isEmpty || context.required(level) == "participant" else {
      throw CommandError.usage("--participant-label is for the level participant; group takes all")
    }
    return try BatchCommand.run(
      context, folder: context.required(self.output),
      of: Dataset(path: path, participants: labels))
  }

  /// The recordings of a dataset.
  struct Dataset {
    let path: String

    /// Whose recordings are meant; all if it is empty.
    let participants: Set<String>

    /// Returns the recordings, sorted.
    func listing(for output: String) throws -> BatchListing {
      var listing = BatchInputs(output: output).listing(of: [path])
      if !participants.isEmpty {
        let present = Set(listing.recordings.compactMap(\.participant))
        if let missing = participants.subtracting(present).sorted().first {
          throw CommandError.usage("\(path) has no recording of a participant \(missing)")
        }
        listing.recordings.removeAll { !participants.contains($0.participant ?? "") }
      }
      return listing
    }
  }
}
