import CommandEnvironment
import CommandLineParsing
import FileAccess
import Glibc

/// `heartcam manual FOLDER`
enum ManualCommand {
  private static let folder = Positional(
    "FOLDER", .directory, help: "Where the pages go; it is made if there is none.")

  static let description = CommandDescription(
    name: "manual",
    summary: "Write the manual pages of all commands, for packages and installations.",
    examples: [
      CommandExample(
        "heartcam manual ~/.local/share/man/man1", "Then 'man heartcam-measure' shows one.")
    ],
    positionals: [folder])

  static func run(_ context: CommandContext) throws -> ExitCode {
    let place = context.required(folder)
    try writing(place) {
      try PrivateFile.makeFolder(place, mode: 0o755)
      for (name, text) in pages {
        let path = "\(place)/\(name)"
        let file = try OutputFile(path)
        try file.withDescriptor { descriptor throws(FileError) in
          try descriptor.write(text)
          // Anyone may read a manual.
          fchmod(descriptor.number, 0o644)
        }
        try file.commit()
      }
    }
    return .success
  }

  /// The pages by their file names.
  static var pages: [(name: String, text: String)] {
    let main = HeartcamCommand.description
    return main.allPaths.map { path in
      let text = main.manualPage(
        for: path, version: HeartcamVersion.current, date: HeartcamVersion.date,
        notes: [codes] + (path.count == 1 ? notes : []))
      return ("\(path.joined(separator: "-")).1", text ?? "")
    }
  }

  private static let codes = (
    title: "Exit status", text: ExitCode.table.map { "\($0.label): \($0.text)" }
  )

  private static let notes: [(title: String, text: [String])] = [
    (
      "Environment",
      [
        """
        HEARTCAM_STORE names the health store where --store is not given. XDG_DATA_HOME and \
        XDG_CONFIG_HOME say where the standard store and the configuration file lie. NO_COLOR leaves \
        out colors. HEARTCAM_PROGRESS, if it is not empty, asks long work to say on standard error how far it is, \
        in lines of JSON with what is done, its share from 0 to 1, and the seconds left, and measure what was saved.
        """
      ]
    ),
    (
      "Files",
      [
        """
        The health store is health.db in ~/.local/share/heartcam, and the configuration file is config \
        in ~/.config/heartcam; heartcam-config(1) explains it.
        """
      ]
    ),
    ("Notes", ["Heartcam is not a medical device."]),
  ]
}
