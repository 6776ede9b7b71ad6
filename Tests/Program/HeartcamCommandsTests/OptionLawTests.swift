import CommandLineParsing
import Testing

@testable import HeartcamCommands
@testable import TestPrograms

/// What holds for the options of all commands.
struct OptionLawTests {
  /// Where the words for one value differ: a place is a file or a folder, a command may know some sources
  /// alone, and a study's steps have seconds each.
  private static let alike: [String: Set<String>] = [
    "duration": ["SECONDS", "STEP=SECONDS"], "output": ["FILE", "FOLDER"],
    "source": ["SOURCE", "mock|simulated|replay", "camera|store|mock"],
  ]

  private static func options(
    of command: CommandDescription
  ) -> [(command: String, option: any OptionDeclaration)] {
    command.options.map { (command.name, $0) } + command.subcommands.flatMap { options(of: $0) }
  }

  @Test func `an option takes the same kind of value in every command, or none in all`() {
    let options = Dictionary(
      grouping: Self.options(of: HeartcamCommand.description), by: \.option.name)
    #expect(options.count > 80)
    for (name, uses) in options {
      let values = Set(uses.map { $0.option.valueName ?? "" })
      #expect(
        values.count == 1 || values == Self.alike[name],
        "--\(name): \(uses.map { "\($0.command) \($0.option.valueName ?? "")" })")
    }
  }
}
