import CommandLineParsing

/// `heartcam-bench evidence DIR`
enum EvidenceCommand {
  private static let folder = Positional("DIR", .directory, help: "A folder of recordings.")

  static let description = CommandDescription(
    name: "evidence",
    summary: "Print what spoke for a pulse in windows of recordings and of noise, for the fits.",
    positionals: [folder])

  static func run(_ arguments: Arguments) throws {
    try EvidenceTable.run(folder: arguments.required(folder))
  }
}
