import CommandEnvironment
import CommandLineParsing
import FileAccess
import Glibc
import JSONCoding
import SampleSelection
import SampleStore

/// `heartcam config`
enum ConfigCommand {
  private enum Action: String, CaseIterable {
    case show, get, set, unset, edit, example
  }

  private static let action = Positional(
    "ACTION", ValueReader<Action>.choice, count: .atMostOne,
    help: "show, the default; get, set or unset an option; edit the file; print an example of one.")
  private static let option = Positional(
    "OPTION", .text, count: .atMostOne,
    help: "An option's long name; for one command alone as in measure.every or 'store list.limit'.")
  private static let value = Positional("VALUE", .text, count: .atMostOne, help: "What to set.")
  private static let all = Flag("all", help: "Show the defaults of all options too.")
  private static let json = CommonOptions.json(a: "option")

  static let description = CommandDescription(
    name: "config",
    summary: "Show or change what the configuration file sets.",
    discussion: """
      The file is $XDG_CONFIG_HOME/heartcam/config, or ~/.config/heartcam/config. A line is an option's \
      long name, an equals sign and a value: every = 5. For an option without a value it is yes or no. \
      Lines after [measure] or [store list] are for that command only. The command line comes before the \
      file. --force, --yes, --dry-run and --all are for the command line alone.
      """,
    examples: [
      CommandExample("heartcam config --all", "Every option and its value."),
      CommandExample("heartcam config set measure.every 5", "A reading every 5 s, from now on."),
      CommandExample("heartcam config set units us", "Pounds, miles and degrees Fahrenheit."),
      CommandExample(
        "heartcam config example > ~/.config/heartcam/config", "A file to begin with."),
    ],
    positionals: [action, option, value], options: [all, json])

  private struct Row {
    let command: String
    let option: String
    let value: String?
    let origin: String
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    let needed = [Action.get: 1, .unset: 1, .set: 2][context[action] ?? .show] ?? 0
    guard (context[option] == nil ? 0 : context[value] == nil ? 1 : 2) == needed else {
      throw CommandError.usage(
        "give show, get OPTION, set OPTION VALUE, unset OPTION, edit or example")
    }
    let name = context[option] ?? ""
    switch context[action] ?? .show {
    case .show: return show(context)
    case .get:
      guard let setting = context.configuration.settings.last(where: { $0.name == name }) else {
        return .noReading
      }
      context.output.write(setting.text + "\n")
    case .set, .unset: try context.configuration.set(name, to: context[value], context)
    case .edit: try edit(context)
    case .example: context.output.write(example)
    }
    return .success
  }

  /// Becomes the editor of the environment. The next command reports the file's faults.
  private static func edit(_ context: CommandContext) throws -> Never {
    let path = try context.configuration.prepared()
    if !FileIdentity.exists(path) { try PrivateFile.write(example, to: path) }
    let editor = ["VISUAL", "EDITOR"].lazy.compactMap { context.environment[$0] }
      .first { !$0.isEmpty }
    let words = ["sh", "-c", "\(editor ?? "editor") \"$1\"", "sh", path]
    execv("/bin/sh", words.map { strdup($0) } + [nil])
    throw CommandError.ioError("cannot start an editor; EDITOR names one")
  }

  private static let example = """
    # Options that hold unless the command line gives others. A line is OPTION = VALUE;
    # 'heartcam config --all' lists options and their defaults.

    # A reading every 5 s, in every command that measures.
    # every = 5

    # Pounds, miles and degrees Fahrenheit, but weights in kilograms; without it, as the locale says.
    # units = us, weight=kg

    # Another store.
    # store = ~/Documents/health.db

    [live]
    # The camera, by a part of its name.
    # camera = integrated

    [measure]
    # As many at a time.
    # jobs = 4

    """

  private static func show(_ context: CommandContext) -> ExitCode {
    let rows = rows(context, withDefaults: context[all])
    if context[json] {
      for row in rows {
        context.output.write(line: [
          "command": .string(row.command), "option": .string(row.option),
          "value": .optional(row.value), "origin": .string(row.origin),
        ])
      }
      return .success
    }
    let path =
      context.configuration.path ?? "there is no folder for a configuration file: HOME is not set"
    context.output.write(
      path
        + (context.configuration.path == nil || context.configuration.isThere
          ? "\n" : " (not there)\n"))
    var table = TextTable(["COMMAND", "OPTION", "VALUE", "FROM"])
    for row in rows { table.add([row.command, row.option, row.value ?? "", row.origin]) }
    context.output.write(table.text(in: context.terminal))
    return .success
  }

  /// Returns the effective settings by command. The standard store is always there: the environment chooses it.
  private static func rows(_ context: CommandContext, withDefaults: Bool) -> [Row] {
    var rows: [Row] = []
    var place = "line "
    if let path = context.configuration.path { place = " of \(path)" }
    for (path, command) in HeartcamCommand.description.commandsBelow() {
      let name = path.dropFirst().joined(separator: " ")
      for option in command.options {
        if let setting = context.configuration.settings.setting(of: option, in: path) {
          rows.append(
            Row(
              command: name, option: option.name, value: setting.text,
              origin: setting.origin.replacing(place, with: "")))
        } else if withDefaults, let value = option.defaultText {
          rows.append(Row(command: name, option: option.name, value: value, origin: "default"))
        }
      }
    }
    let environment = context.environment
    let variable =
      if !(environment["HEARTCAM_STORE"] ?? "").isEmpty {
        "HEARTCAM_STORE"
      } else {
        (environment["XDG_DATA_HOME"] ?? "").hasPrefix("/") ? "XDG_DATA_HOME" : "HOME"
      }
    let standard = try? StoreOptions.location(nil, context).description
    rows.append(
      Row(command: "(the standard store)", option: "", value: standard, origin: variable))
    return rows
  }
}
