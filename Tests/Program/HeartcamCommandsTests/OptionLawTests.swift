import CommandEnvironment
import CommandLineParsing
import FoundationEssentials
import SampleStore
import TestSupport
import Testing

@testable import HeartcamCommands
@testable import TestPrograms

/// The grammar of the command line, to which every command is held, and its page: `docs/command-line.md`.
struct OptionLawTests {
  private struct Use {
    let command: String
    let option: any OptionDeclaration
  }

  private static let commands = HeartcamCommand.description.commandsBelow().map {
    (name: $0.path.dropFirst().joined(separator: " "), command: $0.command)
  }

  private static let uses: [String: [Use]] = Dictionary(
    grouping: commands.flatMap { name, command in
      command.options.map { Use(command: name, option: $0) }
    }, by: \.option.name)

  /// A place is a file or a folder; a pulse is measured into a file, and simulated with a height.
  private static let alike: [String: Set<String>] = [
    "output": ["FILE", "FOLDER"], "pulse": ["FILE", "R,G,B"],
  ]

  @Test func `an option takes the same kind of value in every command, or none in all`() {
    #expect(Self.uses.count > 80)
    for (name, uses) in Self.uses {
      let values = Set(uses.map { $0.option.valueName ?? "" })
      #expect(
        values.count == 1 || values == Self.alike[name],
        "--\(name): \(uses.map { "\($0.command) \($0.option.valueName ?? "")" })")
    }
  }

  @Test func `a letter stands for one option, and an option has one letter, in every command`() {
    var names: [Character: Set<String>] = [:]
    for (name, uses) in Self.uses {
      let letters = Set(uses.map(\.option.short))
      #expect(letters.count == 1, "--\(name) has the letters \(letters)")
      for letter in letters.compactMap(\.self) { names[letter, default: []].insert(name) }
    }
    for flag in Flag.shared { names[flag.short ?? "?", default: []].insert(flag.name) }
    for (letter, names) in names { #expect(names.count == 1, "-\(letter): \(names)") }
  }

  /// What other programs call things that have a name here.
  private static let synonyms: [String: [String]] = [
    "duration": ["for", "length", "seconds", "time"], "output": ["out", "file", "to", "outfile"],
    "yes": ["assume-yes", "no-confirm", "noconfirm"], "force": ["overwrite", "replace"],
    "dry-run": ["simulate", "trial", "pretend"], "no-save": ["no-store", "dont-save"],
    "from": ["input-source", "measure-from"], "kind": ["mock", "style"],
    "since": ["after", "begin"], "until": ["to-date"], "limit": ["count", "max", "last"],
    "quiet": ["silence"], "by": ["bucket", "interval"], "type": ["types", "measure"],
    "timezone": ["zone", "tz"],
  ]

  @Test func `one thing has one name`() {
    for (name, others) in Self.synonyms {
      #expect(Self.uses[name] != nil || Flag.shared.contains { $0.name == name }, "--\(name)")
      for other in others { #expect(Self.uses[other] == nil, "--\(other) is --\(name)") }
    }
  }

  /// Options whose sentence says what they do in this command, with one meaning all the same.
  private static let varied: Set = [
    "json", "all", "csv", "output", "save", "store", "start", "plot", "size", "fps", "seed", "jobs",
    "duration",
    "unit", "plain", "force", "format", "spreadsheet", "pulse",
  ]

  @Test
  func `an option is explained by the same sentence, or is known to have one in each command`() {
    for (name, uses) in Self.uses where !Self.varied.contains(name) {
      #expect(Set(uses.map(\.option.help)).count == 1, "--\(name): \(uses.map(\.command))")
    }
  }

  @Test func `whatever writes a file can replace one, and whatever asks can be answered`() {
    for (name, command) in Self.commands {
      let options = Set(command.options.map(\.name))
      if !options.isDisjoint(with: ["plot", "report", "beats", "signal", "data"])
        || command.options.contains(where: { $0.name == "output" && $0.valueName == "FILE" })
      {
        #expect(options.contains("force"), "\(name)")
      }
      if options.contains("save") { #expect(options.contains("no-save"), "\(name)") }
    }
  }

  @Test func `short help shows ten options at most, and the first page every command`() throws {
    let page = try Heartcam.run("--help").output
    for group in ["Measure:", "Look:", "Keep:", "Study and test:", "More:"] {
      #expect(page.contains("\n\(group)\n"), "\(group)")
    }
    for command in HeartcamCommand.description.subcommands {
      #expect(page.contains("\n  \(command.name) "), "\(command.name)")
    }
    for (name, _) in Self.commands {
      let short = try Heartcam.start(name.split(separator: " ").map(String.init) + ["-h"]).result()
      let options = short.output.split(separator: "\n").filter {
        $0.contains(/^  (-\w, |    )--[a-z]/)
      }
      #expect(short.ending == .exit(0) && options.count <= 10, "\(name)")
    }
  }

  // MARK: The page

  @Test func `the page has the grammar as the commands have it`() throws {
    let path = Repository.path("docs/command-line.md")
    let text = Self.page
    if ProcessInfo.processInfo.environment["HEARTCAM_WRITE_MESSAGES"] != nil {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let written = try String(contentsOfFile: path, encoding: .utf8)
    #expect(written == text, "HEARTCAM_WRITE_MESSAGES=1 writes docs/command-line.md anew")
  }

  private static func row(_ cells: String...) -> String {
    "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
  }

  private static func spelled(_ option: any OptionDeclaration) -> String {
    let letter = option.short.map { "`-\($0)`, " } ?? ""
    return "\(letter)`--\(option.name)" + (option.valueName.map { " \($0)" } ?? "") + "`"
  }

  private static var page: String {
    var text = """
      # The command line

      This page is made from the descriptions of the commands by `OptionLawTests`, which also hold every command to it: one
      thing has one name, and an option has one meaning. `heartcam COMMAND -h` shows the usual options of a command, `--help`
      all of them. The guides are [measure](measure.md), [live](live.md), [record](record.md), [import](import.md),
      [charts](charts.md), [studies](studies.md) and [batches](batch.md).

      ## Commands

      | command | arguments | what it does |
      | --- | --- | --- |

      """
    for (name, command) in commands {
      let arguments = command.positionals.map { positional in
        let name =
          positional.name + ([.oneOrMore, .anyNumber].contains(positional.count) ? "..." : "")
        return [.exactlyOne, .oneOrMore].contains(positional.count) ? name : "[\(name)]"
      }
      text += row(
        "`\(name)`", arguments.map { "`\($0)`" }.joined(separator: " "), command.summary)
    }
    text += """

      ## Options of every command

      | option | meaning |
      | --- | --- |

      """
    for flag in Flag.shared { text += row(spelled(flag), flag.help) }
    text += """

      ## Options of several commands

      An option that commands explain differently has the first one's sentence here.

      | option | meaning | commands |
      | --- | --- | --- |

      """
    let shared = uses.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
    for (_, uses) in shared {
      let places =
        uses.count > 8
        ? "\(uses.count) commands" : uses.map { "`\($0.command)`" }.joined(separator: ", ")
      text += row(spelled(uses[0].option), uses[0].option.help, places)
    }
    text += """

      ## Options of one command

      `simulate` has \(commands.first { $0.name == "simulate" }?.command.options.count ?? 0) options; `heartcam simulate --help` shows them.

      | command | options |
      | --- | --- |

      """
    for (name, command) in commands where name != "simulate" {
      let own = command.options.filter { uses[$0.name]?.count == 1 }
      if !own.isEmpty { text += row("`\(name)`", own.map(spelled).joined(separator: ", ")) }
    }
    text += """

      ## Exit codes

      | code | meaning |
      | --- | --- |

      """
    for (code, meaning) in ExitCode.table { text += row(code, meaning) }
    text += """

      ## Names of types

      Each name means the type in any case, with or without hyphens, with or without HealthKit's prefix. Types without other
      names are listed by `heartcam store types`.

      | type | other names |
      | --- | --- |

      """
    for type in SampleType.allNamed where !type.aliases.isEmpty {
      text += row(
        "`\(type.shortName)`", type.aliases.map { "`\($0)`" }.joined(separator: ", "))
    }
    return text
  }
}
