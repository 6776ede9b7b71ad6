import CommandEnvironment
import CommandLineParsing

/// The form in which results are written.
enum ResultForm {
  case table, csv, json

  /// The endings of names of files in a form.
  static let endings = ["csv", "json", "ndjson", "jsonl"]

  /// Creates the form that flags ask for, else the one that the file's name ends in. `nil` if they differ.
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
