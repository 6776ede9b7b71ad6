import CommandEnvironment
import FoundationEssentials
import SampleStore

/// Rows of the store that a command had to leave out: the first ones are named, all are counted.
struct UnreadableRows {
  private var count = 0
  private static let named = 10

  /// Names a row on standard error, unless many were named already.
  mutating func note(_ row: UnreadableSample) {
    count += 1
    guard count <= Self.named else { return }
    let name = row.id.map { "the sample \($0.shortText)" } ?? "a sample without an identifier"
    report("\(name) cannot be read and was left out: \(row.reason)")
  }

  /// Says how many there were and what to do. Returns the exit status of a command that left them
  /// out.
  func finish() -> ExitCode {
    guard count > 0 else { return .success }
    report(
      "left out \(counted(count, "sample")) that cannot be read; "
        + "'heartcam store check --repair' mends the store")
    return .ioError
  }
}
