import CommandEnvironment
import CommandLineParsing
import MeasureCommands
import StudyTasks

/// The options of `heartcam study run` and `resume`.
enum StudyOptions {
  static let origin = Option(
    "from",
    ValueReader<StudyOrigin>(completion: .file(extensions: [], words: StudyOrigin.words)) {
      text throws(InvalidValue) in
      guard let origin = StudyOrigin(text) else {
        throw InvalidValue("must be camera, store, mock, or the name of a recording")
      }
      return origin
    }, value: "camera|FILE|store|mock",
    help: """
      Where heart rate comes from: a camera, a recording, which begins with the first active step, what other \
      programs save into the store, or invented samples.
      """, default: "camera, and mock with --dry-run")
  static let save = Flag(
    "save",
    help: "Also save what a replay shows in the store: as a replay, under the recording's own date."
  )
  static let seed = Option(
    "seed", .integer(in: 0...Int.max), value: "N",
    help: "Seed of the choice of clips and mock samples; the result records it.",
    default: "a random one")
  static let folder = Option(
    "output", short: "o", .directory, value: "FOLDER",
    help: "Where the run's own folder is made.",
    default: "~/.local/share/heartcam/studies, or studies beside the file that HEARTCAM_STORE names"
  )
  static let durations = Option(
    "step", durationReader, value: "STEP=SECONDS",
    help: "Let a step last this long; may be repeated.")
  static let clips = Option(
    "clip", .file(), value: "FILE",
    help: "A sound file for the music steps, in place of theirs; may be repeated.")
  static let silent = Flag("silent", help: "Do not speak and do not play.")
  static let json = Flag(
    "json", help: "Print a line of JSON for every event; read commands, one a line.")
  static let plain = Flag("plain", help: "Print lines instead of drawing on the terminal.")

  static let running: [any OptionDeclaration] = [
    origin, CommonOptions.dryRun, save, MeasureOptions.noSave, silent, plain, json,
    MockCommand.kind,
    seed, MeasureOptions.store,
  ]

  static let exclusions: [[any OptionDeclaration]] = [
    [json, plain], [save, MeasureOptions.noSave], [MeasureOptions.store, MeasureOptions.noSave],
  ]

  private static let durationReader = ValueReader<StepDuration> { text throws(InvalidValue) in
    guard let equals = text.lastIndex(of: "="),
      let seconds = Double(text[text.index(after: equals)...]),
      (0...86_400).contains(seconds), equals != text.startIndex
    else { throw InvalidValue("must be a step and its seconds, as in fitness.walk=15") }
    return StepDuration(step: String(text[..<equals]), seconds: seconds)
  }
}

/// The origin of a study's heart rates.
enum StudyOrigin: Sendable {
  case camera, store, mock

  /// A recording in place of a person.
  case file(String)

  static let words = ["camera", "store", "mock"]

  /// Creates a word, or the name of a file; `nil` for an empty text.
  init?(_ text: String) {
    switch text {
    case "": return nil
    case "camera": self = .camera
    case "store": self = .store
    case "mock": self = .mock
    default: self = .file(text)
    }
  }

  /// Finds the origin of an earlier run's, as its result says.
  init(of result: TaskResult) {
    let name = result.details["source"] ?? ""
    if name.hasPrefix(RecordedSource.prefix), let file = result.details["replay"] {
      self = .file(file)
    } else {
      self = name.hasPrefix("mock") ? .mock : name == "store" ? .store : .camera
    }
  }
}

/// A step and how long it lasts.
struct StepDuration: Sendable {
  let step: String
  let seconds: Double
}
