import CommandLineParsing
import MeasureCommands
import Simulation
import StudyTasks

/// The options of `heartcam study run` and `resume`.
enum StudyOptions {
  /// Where heart rates come from.
  enum SourceKind: String, CaseIterable {
    case camera, store, mock
  }

  static let source = Option(
    "source", ValueReader<SourceKind>.choice,
    help: """
      Where heart rate comes from: a camera, what other programs save into the store, or invented \
      samples. [default: camera, and mock with --dry-run]
      """)
  static let replay = Option(
    "replay", .file(), value: "FILE",
    help: "Take it from a video or colour signal, which begins with the first active step.")
  static let save = Flag(
    "save",
    help: "Also save what a replay shows in the store: as a replay, under the recording's own date."
  )
  static let mock = DefaultedOption(
    "mock", ValueReader<MockHeartRate.Kind>.choice,
    help: "How samples are invented.", default: .physiological)
  static let seed = Option(
    "seed", .integer(in: 0...Int.max), value: "N",
    help: "What the choice of clips and mock samples follow from; the result has it.",
    default: "a random one")
  static let folder = Option(
    "output", short: "o", .directory, value: "FOLDER",
    help: "Where the run's own folder is made.",
    default: "~/.local/share/heartcam/studies, or studies beside the file that HEARTCAM_STORE names"
  )
  static let durations = Option(
    "duration", durationReader, value: "STEP=SECONDS",
    help: "Let a step last this long; may be given again.")
  static let clips = Option(
    "clip", .file(), value: "FILE",
    help: "A sound file for the music steps, in place of theirs; may be given again.")
  static let silent = Flag("silent", help: "Do not speak and do not play.")
  static let dryRun = Flag(
    "dry-run",
    help: """
      Run through the task at once, on a clock of its own, with every question answered. Nothing is \
      saved in the store, and files are kept only with --output.
      """)
  static let json = Flag(
    "json", help: "Print a line of JSON for every event; read commands, one a line.")
  static let plain = Flag("plain", help: "Print lines instead of drawing on the terminal.")

  static let running: [any OptionDeclaration] = [
    source, replay, save, mock, seed, silent, json, plain, MeasureOptions.store,
  ]

  static let exclusions: [[any OptionDeclaration]] = [[json, plain], [source, replay]]

  private static let durationReader = ValueReader<StepDuration> { text throws(InvalidValue) in
    guard let equals = text.lastIndex(of: "="),
      let seconds = Double(text[text.index(after: equals)...]),
      (0...86_400).contains(seconds), equals != text.startIndex
    else { throw InvalidValue("must be a step and its seconds, as in fitness.walk=15") }
    return StepDuration(step: String(text[..<equals]), seconds: seconds)
  }
}

/// A step and how long it lasts.
struct StepDuration: Sendable {
  let step: String
  let seconds: Double
}
