import CommandLineParsing
import Testing

/// Options that need others, and values that come from elsewhere than the command line.
struct SettingsTests {
  private static let speed = DefaultedOption("speed", .number(), help: "Speed.", default: 1)
  private static let replay = Option("replay", .text, help: "A file.")
  private static let first = Option("first", .text, help: "One way.")
  private static let second = Flag("second", help: "Another.")
  private static let limit = DefaultedOption("limit", .integer(in: 0...9), help: "N.", default: 3)
  private static let root = CommandDescription(
    name: "play", summary: "Plays.",
    subcommands: [
      CommandDescription(
        name: "file", summary: "A file.", options: [speed, replay, first, second, limit],
        exclusions: [[first, second]],
        requirements: [OptionRequirement(speed, needs: replay, first)]),
      CommandDescription(
        name: "store", summary: "A store.",
        subcommands: [CommandDescription(name: "list", summary: "List.", options: [limit])]),
    ])

  private func setting(_ option: String, _ text: String, _ command: String...) -> OptionSetting {
    OptionSetting(command: command, option: option, text: text, origin: "line 1")
  }

  private func run(_ words: String..., settings: [OptionSetting] = []) throws -> Arguments {
    guard case .run(let arguments) = try Self.root.parse(words, settings: settings) else {
      throw UsageFound()
    }
    return arguments
  }

  private struct UsageFound: Error {}

  private func complaint(_ words: String..., settings: [OptionSetting] = []) -> String? {
    do {
      _ = try Self.root.parse(words, settings: settings)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func `an option that needs another is refused without it`() throws {
    #expect(complaint("file", "--speed", "2") == "--speed needs --replay or --first")
    #expect(try run("file", "--speed", "2", "--replay", "a")[Self.speed] == 2)
    #expect(try run("file", "--first", "a", "--speed", "2")[Self.speed] == 2)
  }

  @Test func `a setting holds unless the words give another, and the specific one comes first`()
    throws
  {
    let settings = [setting("limit", "4", "store"), setting("limit", "5"), setting("limit", "6")]
    #expect(try run("file", settings: settings)[Self.limit] == 6)
    #expect(try run("file", "--limit", "7", settings: settings)[Self.limit] == 7)
    #expect(try run("store", "list", settings: settings)[Self.limit] == 4)
    #expect(try run("file")[Self.limit] == 3)
  }

  @Test func `a flag is set by yes and not by no`() throws {
    for (text, isSet) in [("yes", true), ("On", true), ("no", false), ("off", false)] {
      #expect(try run("file", settings: [setting("second", text)])[Self.second] == isSet)
    }
    #expect(
      complaint("file", settings: [setting("second", "maybe")])
        == "line 1: 'maybe' is not a value for second: must be yes or no")
  }

  @Test
  func `words win over settings that they exclude, and a setting without what it needs is idle`()
    throws
  {
    let settings = [setting("second", "yes"), setting("speed", "9")]
    let arguments = try run("file", "--first", "x", settings: settings)
    #expect(!arguments[Self.second] && arguments[Self.speed] == 9)
    #expect(try run("file", settings: settings)[Self.speed] == 1)
    #expect(
      complaint("file", settings: [setting("limit", "10")])
        == "line 1: '10' is not a value for limit: must lie between 0 and 9")
  }
}
