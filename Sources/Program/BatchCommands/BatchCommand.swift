package import CommandEnvironment
package import CommandLineParsing
import MeasureCommands

/// `heartcam batch INPUT... --output DIR`
package enum BatchCommand {
  package static let inputs = Positional(
    "INPUT", .file(), count: .anyNumber,
    help: """
      Videos and color signals, folders of them, or patterns. Names with sub- and ses- say participant \
      and session, as in folders of the Brain Imaging Data Structure (BIDS). With --merge: folders \
      of shards.
      """)
  package static let output = Option(
    "output", short: "o", .directory, value: "FOLDER",
    help: "Where tables, beats and pages go. A batch that was stopped goes on there.")
  package static let manifest = Option(
    "manifest", .file(extensions: ["csv"]), value: "FILE",
    help: """
      A table of the recordings: path, and if wanted participant, session, start, and reference_bpm or \
      reference, a file of another device. Further columns are carried through. Paths count from its folder.
      """)
  package static let jobs = Option(
    "jobs", short: "j", .integer(in: 1...1024), value: "N",
    help: "Files that are measured at a time, each read by a process of its own.",
    default: "as many as processors and memory allow")
  package static let memory = DefaultedOption(
    "memory", .integer(in: 64...1_000_000), value: "MB",
    help: "Memory that each of these processes may use.", default: 2048)
  package static let stall = DefaultedOption(
    "stall", .integer(in: 1...86_400), value: "SECONDS",
    help: "A file that nothing is heard of for so long is given up.", default: 300)
  package static let shard = Option(
    "shard", .text, value: "I/N",
    help: """
      Measure only the Ith of N parts. In a Slurm array they come from its variables; give N where \
      only some of its tasks run.
      """)
  package static let merge = Flag(
    "merge", help: "Measure nothing; make the tables of all shards of these folders.")
  package static let pages = Flag(
    "pages", help: "Write a page about each recording, and index.html with charts about all.")
  package static let pulses = Flag(
    "pulses",
    help: "Write the pulse wave of each recording into pulses/, as measure --pulse does.")
  package static let retryFailed = Flag(
    "retry-failed", help: "Try files again that could not be measured before.")
  package static let store = Option(
    "store", .file(extensions: ["db"]), value: "LOCATION",
    help: """
      Save the readings into this health store, too. {participant} in it stands for the recording's \
      participant.
      """, default: "none")
  package static let startFromModified = Flag(
    "start-from-modified",
    help: """
      With --store: save recordings, too, whose start can only be guessed from when the file was changed.
      """)
  package static let arrow = Flag(
    "arrow",
    help: "Write recordings.arrow and readings.arrow, too, which have types (Arrow IPC).")
  package static let json = Flag("json", help: "Print the summary as a line of JSON.")

  package static let description = CommandDescription(
    name: "batch",
    summary: "Measure many recordings into one table; stop and resume at any time.",
    discussion: """
      Writes recordings.csv (a line for each recording), readings.csv (a line for each reading), beats/ \
      and descriptions of all columns into the output folder. What cannot be measured has a line with \
      the reason; nothing ends the batch.

      What is measured is known by its content, the settings and the version of the algorithm. The same \
      command again measures only what is missing, and says why it measures something again. However \
      often a batch was stopped, and in however many shards it was measured, the tables are the same.

      A file that its process dies of twice has a line that says so. With --no-sandbox a crash of a decoder \
      ends the batch; the same command goes on, and a file that it crashes on again has such a line.

      Ctrl-C and SIGTERM end at once, SIGUSR1 after the files that are being measured. What is done stays.
      """,
    examples: [
      CommandExample("heartcam batch recordings/ -o results", "All recordings in a folder."),
      CommandExample(
        "heartcam batch --manifest study.csv -o results --pages",
        "With participants and references from a table, and pages."),
      CommandExample(
        "heartcam batch recordings/ -o results --shard 2/7", "One of seven parts, on any machine."),
      CommandExample("heartcam batch --merge -o results", "The tables of all seven."),
    ],
    positionals: [inputs],
    options: [
      output, manifest, jobs, pages, pulses, store, MeasureOptions.every, retryFailed, shard, merge,
      json,
    ] + BatchSettings.options.dropFirst() + [
      arrow, memory, stall, startFromModified, MeasureOptions.spreadsheet, SandboxOptions.noSandbox,
    ],
    exclusions: [[shard, merge], [manifest, merge]],
    requirements: [OptionRequirement(startFromModified, needs: store)])

  package static func run(_ context: CommandContext) throws -> ExitCode {
    guard let folder = context[self.output] else {
      throw CommandError.usage("batch needs --output FOLDER; see 'heartcam batch --help'")
    }
    return try run(context, folder: folder)
  }

  /// Measures the recordings in the arguments, or a dataset.
  static func run(
    _ context: CommandContext, folder: String, of dataset: BIDSCommand.Dataset? = nil
  ) throws -> ExitCode {
    do {
      return try BatchRun(context, folder: folder, of: dataset).carryOut()
    } catch let error as CommandError {
      throw error
    } catch {
      throw CommandError.ioError("\(folder): \(error)")
    }
  }
}
