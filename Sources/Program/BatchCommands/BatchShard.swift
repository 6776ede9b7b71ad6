import CommandEnvironment

/// One of the parts into which a batch is divided.
struct BatchShard: Equatable {
  /// From 1 to `count`.
  var number = 1
  var count = 1

  init() {}

  /// Creates the shard that `--shard` and the job's own variables ask for.
  /// - Parameters:
  ///   - text: `I/N`, or `N` alone inside a job array; `nil` if the option was not given.
  ///   - environment: The variables of a Slurm array: `SLURM_ARRAY_TASK_ID`, `_COUNT`, `_MIN` and `_MAX`.
  init(_ text: String?, environment: [String: String]) throws(CommandError) {
    let given = environment["SLURM_ARRAY_TASK_ID"]
    let task = given.flatMap { Int($0) }
    if let given, task == nil {
      throw CommandError.usage("SLURM_ARRAY_TASK_ID is no number: \(given)")
    }
    guard let text else {
      guard let task else { return }
      let (first, last, count) = (
        environment["SLURM_ARRAY_TASK_MIN"].flatMap { Int($0) },
        environment["SLURM_ARRAY_TASK_MAX"].flatMap { Int($0) },
        environment["SLURM_ARRAY_TASK_COUNT"].flatMap { Int($0) }
      )
      // A part of an array that is submitted again has another count.
      guard first == 1, let count, last == count else {
        throw CommandError.usage(
          "the job's array is not 1 to N, so that its number of shards is not known; "
            + "give it: --shard N")
      }
      (number, self.count) = (task, count)
      try check()
      return
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    switch parts.count {
    case 2:
      guard let first = parts[0], let second = parts[1] else { throw Self.form }
      (number, count) = (first, second)
    case 1:
      guard let only = parts[0] else { throw Self.form }
      guard let task else {
        throw CommandError.usage("--shard \(text) needs a job array that says which one; give I/N")
      }
      (number, count) = (task, only)
    default: throw Self.form
    }
    try check()
  }

  private func check() throws(CommandError) {
    guard (1...100_000).contains(count), (1...count).contains(number) else {
      throw CommandError.usage("shard \(number)/\(count): shards are counted from 1 to N")
    }
  }

  private static let form = CommandError.usage(
    "--shard must be I/N, as in 2/7, or N in a job array")

  /// Returns whether the recording is in this part: by its content, or by its name if it cannot be read.
  func contains(_ recording: BatchRecording) -> Bool {
    guard count > 1 else { return true }
    let digits = TextHash.sketch(of: recording.path) ?? TextHash.digits(of: recording.name)
    let value = UInt64(digits.prefix(15), radix: 16) ?? 0
    return Int(value % UInt64(count)) == number - 1
  }

  /// "3-of-7", in names of files.
  var label: String { "\(number)-of-\(count)" }
}
