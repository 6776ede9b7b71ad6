import CommandEnvironment
import FileAccess
import FoundationEssentials
import Glibc
import HealthFormats
import JSONCoding
import SampleSelection
import SampleStore
import StudyTasks

/// Writes runs as a dataset of the Brain Imaging Data Structure: a session a run, with its steps as events and
/// its heart rate as a continuous recording of one row a second.
struct StudyBIDS {
  /// A run of more rows is refused.
  private static let mostSeconds = 86_400.0

  private let folder: String
  private let participant: String

  /// - Parameters:
  ///   - folder: The dataset's folder, new or of earlier runs.
  ///   - participant: Letters and digits, without `sub-`.
  init(_ folder: String, participant: String) {
    (self.folder, self.participant) = (folder, participant)
  }

  /// Returns why a label cannot be used in names of files; `nil` if it can.
  static func problem(ofLabel label: String) -> String? {
    !label.isEmpty && BIDSFile.label(label) == label
      ? nil : "must be letters and digits, without sub-"
  }

  /// Writes a run; returns the session's folder.
  func write(_ summary: RunSummary) throws -> String {
    let result = summary.result
    let seconds = result.end.timeIntervalSince(result.start)
    guard seconds <= Self.mostSeconds else {
      throw Refusal(description: "the run lasts more than a day, which one recording does not hold")
    }
    let start = String(SampleText.localTime(result.start).filter(\.isNumber))
    let session = "\(start)\(result.runID.uuidString.prefix(8))"
    let place = "\(folder)/sub-\(participant)/ses-\(session)"
    try FileManager.default.createDirectory(
      atPath: "\(place)/beh", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let task = BIDSFile.label(result.taskIdentifier)
    let stem =
      "\(place)/beh/sub-\(participant)_ses-\(session)_task-\(task.isEmpty ? "study" : task)"
    try PrivateFile.write(Self.events(result), to: stem + "_events.tsv")
    try PrivateFile.write(Self.eventColumns, to: stem + "_events.json")
    try Self.writeRates(summary, to: stem + "_physio.tsv.gz")
    try PrivateFile.write(Self.rateColumns, to: stem + "_physio.json")
    try writeDescription()
    return place
  }

  /// A refusal to write a run.
  private struct Refusal: Error, CustomStringConvertible { let description: String }

  // MARK: - The dataset

  private func writeDescription() throws {
    let description = "\(folder)/\(BIDSFile.description)"
    if !FileIdentity.exists(description) {
      let text = BIDSFile.description(
        of: "Heart rate in studies", type: "raw", version: HeartcamVersion.current)
      try PrivateFile.write(text.indentedText, to: description)
    }
    let readme = "\(folder)/README"
    if !FileIdentity.exists(readme) {
      try PrivateFile.write(
        "Runs of studies, a session each: steps as events, heart rate in beats per minute each second.\n",
        to: readme)
    }
    let list = "\(folder)/participants.tsv"
    var lines = ["participant_id"]
    if FileIdentity.exists(list) {
      lines = try RunFolder.text(of: list).split(separator: "\n").map(String.init)
    }
    // Columns that other programs have added stay.
    let isKnown = lines.dropFirst().contains {
      $0.split(separator: "\t").first.map(String.init) == "sub-\(participant)"
    }
    if !isKnown {
      let others = (lines.first?.split(separator: "\t").count ?? 1) - 1
      lines.append("sub-\(participant)" + String(repeating: "\tn/a", count: max(0, others)))
      try PrivateFile.write(lines.joined(separator: "\n") + "\n", to: list)
    }
  }

  // MARK: - A run

  private static func events(_ result: TaskResult) -> String {
    let rows = result.steps.map { step in
      [
        step.start.timeIntervalSince(result.start).fixed(3),
        step.end.timeIntervalSince(step.start).fixed(3), cell(step.identifier),
        step.details["effort"].map(cell) ?? "n/a", step.isInterrupted ? "true" : "false",
      ].joined(separator: "\t") + "\n"
    }
    return "onset\tduration\ttrial_type\teffort\tinterrupted\n" + rows.joined()
  }

  private static func cell(_ text: String) -> String {
    let shown = String(text.map { $0 == "\t" || $0.isNewline ? " " : $0 })
    return shown.isEmpty ? "n/a" : shown
  }

  private static let eventColumns = BIDSFile.columns([
    ("trial_type", "The identifier of the task's step", nil),
    ("effort", "How hard the step is: rest, walk or exercise", nil),
    ("interrupted", "Whether the program was killed during the step", nil),
  ]).indentedText

  private static let rateColumns = BIDSFile.recording(
    samplesPerSecond: 1,
    [
      (
        "heart_rate", "Mean of the readings that end in the second; n/a if there are none",
        "beats/min"
      )
    ]
  ).indentedText

  /// Writes one row per second of the run, without a heading.
  private static func writeRates(_ summary: RunSummary, to path: String) throws {
    let start = summary.result.start
    let seconds = summary.result.end.timeIntervalSince(start)
    let count = max(1, Int(seconds.rounded(.up)))
    var (sums, counts) = ([Double](repeating: 0, count: count), [Int](repeating: 0, count: count))
    for reading in summary.steps.flatMap(\.readings) {
      let second = Int(reading.end.timeIntervalSince(start).rounded(.down))
      guard sums.indices.contains(second) else { continue }
      sums[second] += reading.value
      counts[second] += 1
    }
    let rows = zip(sums, counts).map { sum, count in
      count == 0 ? "n/a\n" : (sum / Double(count)).fixed(2) + "\n"
    }
    let file = try OutputFile(path) { Interruption.isRequested }
    try file.withDescriptor {
      let output = try ByteOutput(descriptor: $0.number, isCompressed: true)
      try output.write(rows.joined())
      try output.finish()
    }
    try file.commit()
  }
}
