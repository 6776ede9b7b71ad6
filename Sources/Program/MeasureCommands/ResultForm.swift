import CommandEnvironment
import CommandLineParsing

/// In what form results are written.
enum ResultForm {
  case table, csv, json

  /// What names of files in a form end in.
  static let endings = ["csv", "json", "ndjson", "jsonl"]

  /// The form that flags ask for, else the one that the file's name ends in. `nil` if they differ.
  init?(_ context: CommandContext) {
    let flag: Self? =
      context[MeasureOptions.csv] ? .csv : context[MeasureOptions.json] ? .json : nil
    guard let path = context[MeasureOptions.output], path != "-" else {
      self = flag ?? .table
      return
    }
    self = path.lowercased().hasSuffix(".csv") ? .csv : .json
    if let flag, flag != self { return nil }
  }
}
