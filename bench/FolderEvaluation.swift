import CommandLineParsing

/// A command that reads a folder of recordings and has no options: `heartcam-bench NAME DIR`.
struct FolderEvaluation: Sendable {
  static let all = [
    FolderEvaluation(
      "evidence",
      "Print what spoke for a pulse in windows of recordings and of noise, for the fits.",
      EvidenceTable.run),
    FolderEvaluation(
      "bound",
      "Print the evidence in windows of recordings and of noise, for the bound between them.",
      EvidenceTable.runBound),
    FolderEvaluation(
      "variability", "Compare variability, rhythm and breathing with a chest strap's.",
      VariabilityBenchmark.run),
  ]

  private static let folder = Positional("DIR", .directory, help: "A folder of recordings.")

  let description: CommandDescription
  private let evaluate: @Sendable (_ folder: String) throws -> Void

  init(
    _ name: String, _ summary: String,
    _ evaluate: @escaping @Sendable (_ folder: String) throws -> Void
  ) {
    description = CommandDescription(name: name, summary: summary, positionals: [Self.folder])
    self.evaluate = evaluate
  }

  func run(_ arguments: Arguments) throws { try evaluate(arguments.required(Self.folder)) }
}
