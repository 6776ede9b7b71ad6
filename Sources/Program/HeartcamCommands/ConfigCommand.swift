import CommandEnvironment
import CommandLineParsing
import JSONCoding
import SampleSelection
import SampleStore

/// `heartcam config`
enum ConfigCommand {
  private static let all = Flag("all", help: "Show the defaults of all options too.")
  private static let json = Flag("json", help: "Print one line of JSON for each option.")

  static let description = CommandDescription(
    name: "config",
    summary: "Show what the configuration file sets, and why.",
    discussion: """
      The file is $XDG_CONFIG_HOME/heartcam/config, or ~/.config/heartcam/config. A line is an option's \
      long name, an equals sign and a value: every = 5. For an option without a value it is yes or no. \
      Lines after [measure] or [store list] are for that command only. The command line comes before the \
      file. --force, --yes and --all are for the command line alone.
      """,
    examples: [CommandExample("heartcam config --all", "Every option and its value.")],
    options: [all, json])

  private struct Row {
    let command: String
    let option: String
    let value: String?
    let origin: String
  }

  static func run(
    _ arguments: Arguments, _ context: CommandContext, _ configuration: Configuration,
    _ output: ResultOutput
  ) -> ExitCode {
    let rows = rows(configuration, context, withDefaults: arguments[all])
    if arguments[json] {
      for row in rows {
        output.write(
          JSONValue.object([
            ("command", .string(row.command)), ("option", .string(row.option)),
            ("value", .optional(row.value)), ("origin", .string(row.origin)),
          ]).text + "\n")
      }
      return .success
    }
    let path = configuration.path ?? "there is no folder for a configuration file: HOME is not set"
    output.write(
      path + (configuration.path == nil || configuration.isThere ? "\n" : " (not there)\n"))
    var table = TextTable([
      .init("COMMAND"), .init("OPTION"), .init("VALUE", isShortened: true), .init("FROM"),
    ])
    for row in rows { table.add([row.command, row.option, row.value ?? "", row.origin]) }
    output.write(table.text(width: context.terminal.width))
    return .success
  }

  /// What holds, command by command. The standard store is always among it: the environment chooses it.
  private static func rows(
    _ configuration: Configuration, _ context: CommandContext, withDefaults: Bool
  ) -> [Row] {
    var rows: [Row] = []
    var place = "line "
    if let path = configuration.path { place = " of \(path)" }
    for (path, command) in HeartcamCommand.description.commandsBelow() {
      let name = path.dropFirst().joined(separator: " ")
      for option in command.options {
        if let setting = configuration.settings.setting(of: option, in: path) {
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
