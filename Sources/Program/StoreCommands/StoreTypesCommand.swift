import CommandEnvironment
import CommandLineParsing
import HealthCharts
import JSONCoding
import SampleSelection
import SampleStore

/// `heartcam store types`
enum StoreTypesCommand {
  static let description = CommandDescription(
    name: "types",
    summary: "List the types of samples by group: names to type, unit, and how many are stored.",
    discussion: """
      Wherever a type is asked for, its name, each of the other names and HealthKit's identifier mean the same, in \
      any case, with or without hyphens.
      """,
    examples: [
      CommandExample("heartcam store types", "Every name that commands take."),
      CommandExample("heartcam store types --json", "The same for a program, with identifiers."),
    ],
    options: [StoreOptions.location, json, StoreOptions.units])

  private static let json = CommonOptions.json(a: "type")

  static func run(_ location: StoreLocation, _ context: CommandContext) throws -> ExitCode {
    // A list of names is of use before there is a store, too.
    let store = try StoreAccess.toRead(location)
    let types = Dictionary(grouping: SampleType.allNamed, by: HealthGroup.init)
    for group in HealthGroup.allCases {
      let heading = TextTable.Column(stringLiteral: group.title.uppercased())
      var table = TextTable([heading, "ALSO", "UNIT", .number("STORED")])
      for type in types[group] ?? [] {
        let count = try store?.count(matching: SampleQuery(of: [type])) ?? 0
        guard !context[json] else {
          context.output.write(line: line(type, group, count))
          continue
        }
        let words = type.quantityType.map { $0.readUnit.words(for: $0) } ?? ""
        table.add([
          type.shortName, type.aliases.prefix(2).joined(separator: ", "), words,
          count == 0 ? "" : "\(count)",
        ])
      }
      if !context[json] {
        context.output.write((group == .heart ? "" : "\n") + table.text(in: context.terminal))
      }
    }
    return .success
  }

  private static func line(_ type: SampleType, _ group: HealthGroup, _ count: Int) -> JSONValue {
    [
      "type": .string(type.identifier), "name": .string(type.shortName),
      "words": .string(type.readableName), "aliases": .array(type.aliases.map { .string($0) }),
      "group": .string(group.rawValue),
      "unit": .optional(type.quantityType?.customaryUnit.description),
      "samples": .integer(count),
    ]
  }
}
