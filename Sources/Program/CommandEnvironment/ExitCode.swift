package import CommandLineParsing

/// The exit status of the process. The cases are in the order of their seriousness.
public enum ExitCode: Int32, Sendable, CaseIterable {
  /// Everything was measured, or done.
  case success = 0

  /// Nothing, or not all, came of it: no reading, nothing found or saved, no answer to a question.
  case noReading = 1

  /// Some inputs could not be read.
  case unreadableInput = 2

  /// The command line is wrong (EX_USAGE).
  case usage = 64

  /// A task file or a table of recordings is wrong (EX_DATAERR).
  case badData = 65

  /// A file to write exists already, or its folder does not (EX_CANTCREAT).
  case cannotCreate = 73

  /// A file could not be written or the store failed (EX_IOERR).
  case ioError = 74

  /// Stopped by a signal. The process ends with 128 and its number: 130 for SIGINT, 143 for SIGTERM.
  case interrupted = 130

  /// Returns the more serious of two.
  package func combined(with other: ExitCode) -> ExitCode {
    other.rawValue > rawValue ? other : self
  }

  private var meaning: String {
    switch self {
    case .success: "Everything was done."
    case .noReading:
      "Nothing came of it, or not all: no reading, nothing found, nothing saved, nothing to draw, or a question that "
        + "was not answered with yes. A camera is fit with limits, or unfit."
    case .unreadableInput: "Some inputs or the camera could not be read."
    case .usage: "The command line or the configuration file is wrong."
    case .badData: "A task file or a table of recordings is wrong."
    case .cannotCreate:
      "A file cannot be made: it exists already, and --force replaces it, or its folder is missing."
    case .ioError: "A file or the store could not be read or written, or the store is damaged."
    case .interrupted:
      "Stopped by Ctrl-C; 143 by SIGTERM. Results so far are printed, not saved."
    }
  }

  /// The one table of exit codes, for help and the manual.
  package static let topic = HelpTopic(
    "exit-codes",
    summary: "Exit codes, the same in every command. Of several, the highest one is given.",
    rows: table)

  package static let table: [(label: String, text: String)] = allCases.map {
    ("\($0.rawValue)", $0.meaning)
  }
}
