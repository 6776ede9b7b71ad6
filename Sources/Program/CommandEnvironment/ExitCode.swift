/// The exit status of the process.
public enum ExitCode: Int32, Sendable {
  /// Everything was measured, or done.
  case success = 0

  /// Some inputs gave no reading; their rows say why.
  case noReading = 1

  /// Some inputs could not be read.
  case unreadableInput = 2

  /// The command line is wrong (EX_USAGE).
  case usage = 64

  /// A task file is wrong (EX_DATAERR).
  case badData = 65

  /// A file could not be written or the store failed (EX_IOERR).
  case ioError = 74

  /// Stopped by SIGINT or SIGTERM.
  case interrupted = 130

  /// The more serious of two.
  package func combined(with other: ExitCode) -> ExitCode {
    other.rawValue > rawValue ? other : self
  }
}
