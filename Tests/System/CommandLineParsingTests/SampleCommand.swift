import CommandLineParsing

/// A command with every kind of argument, which all tests of this folder parse.
enum SampleCommand {
  enum Channel: String, CaseIterable {
    case auto, red, green
  }

  static let every = DefaultedOption(
    "every", short: "e", .number(in: 1...3600), value: "SECONDS",
    help: "Length of an interval, which has to be long enough for a few beats to fall into it.",
    default: 10)
  static let channel = DefaultedOption(
    "channel", .choice as ValueReader<Channel>, help: "The color: [one] of 'these'.",
    default: .auto)
  static let shift = Option("shift", short: "s", .integer(in: -10...10), help: "Shift.")
  static let log = Option("log", .file(extensions: ["csv", "txt"]), value: "FILE", help: "Log.")
  static let folder = Option("folder", .directory, value: "DIR", help: "Where: here: there.")
  static let json = Flag("json", short: "j", help: "Print JSON.")
  static let csv = Flag("csv", short: "c", help: "Print CSV.")
  static let inputs = Positional(
    "INPUT", .file(extensions: ["mp4", "mov"]), count: .oneOrMore, help: "Videos.")

  static let shell = Positional("SHELL", .oneOf(["bash", "zsh", "fish"]), help: "The shell.")
  static let width = Positional("WIDTH", .number(), count: .atMostOne, help: "Columns.")

  static let version = Flag("version", help: "Print the version.", standsAlone: true)
  static let identifier = Option("id", .text, help: "Which one.", isRequired: true)

  static let root = CommandDescription(
    name: "pulse", summary: "Does it all.", options: [version],
    subcommands: [
      CommandDescription(
        name: "measure", summary: "Measure videos.",
        discussion: "First paragraph.\n\nSecond paragraph.",
        examples: [CommandExample("pulse measure a.mp4", "One number.")],
        positionals: [inputs],
        options: [every, channel, shift, log, folder, json, csv], exclusions: [[json, csv]]),
      CommandDescription(
        name: "completions", summary: "Print a script.", positionals: [shell, width]),
      CommandDescription(
        name: "many", summary: "Has many options.",
        examples: (1...3).map { CommandExample("pulse many \($0)", "Number \($0).") },
        options: (1...12).map { Flag("option-\($0)", help: "Number \($0).") },
        surplusAdvice: "say --option-1"),
      CommandDescription(
        name: "store", summary: "Look into the store.",
        subcommands: [
          CommandDescription(name: "list", summary: "List.", options: [json, every]),
          CommandDescription(name: "show", summary: "Show.", options: [identifier]),
        ]),
    ],
    topics: [HelpTopic("colors", summary: "What colors are.", rows: [("red", "Like blood.")])])

  static func run(_ line: String...) throws -> Arguments {
    switch try root.parse(line) {
    case .run(let arguments): return arguments
    case .help(let path, _): throw UnexpectedHelp(path: path)
    }
  }

  /// Returns the error's message, or `nil` if parsing succeeds.
  static func complaint(_ line: String...) -> String? {
    do {
      _ = try root.parse(line)
      return nil
    } catch {
      return error.message
    }
  }

  static func helpPath(_ line: String...) throws -> [String]? {
    if case .help(let path, _) = try root.parse(line) { return path }
    return nil
  }

  struct UnexpectedHelp: Error {
    let path: [String]
  }
}
