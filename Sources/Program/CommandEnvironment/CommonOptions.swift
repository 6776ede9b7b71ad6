package import CommandLineParsing

/// Options that several commands have, with one meaning in all of them.
package enum CommonOptions {
  package static let force = Flag("force", short: "f", help: "Replace files that exist.")
  package static let yes = Flag("yes", short: "y", help: "Answer every question with yes.")
  package static let dryRun = Flag(
    "dry-run", short: "n", help: "Show what would be done; save and change nothing.")

  /// Returns the flag for one line of JSON per item that the command lists.
  package static func json(a thing: String) -> Flag {
    Flag("json", help: "Print one line of JSON for each \(thing).")
  }
}
