import CommandEnvironment
import FileAccess

/// The work of a batch: the recordings without a saved outcome, and why.
struct BatchPlan: Sendable {
  /// A recording that a thread works on.
  struct Job: Sendable {
    let recording: BatchRecording

    /// The state of its file; `nil` without one.
    let state: FileState?

    /// Whether it need not be measured if its content has a known outcome.
    let mayBeKnown: Bool

    /// Its own outcome so far.
    let own: BatchJournal.Entry?
  }

  /// The recordings to measure, several at a time.
  private(set) var jobs: [Job] = []

  /// The recordings that were being measured when an earlier run crashed. Each is measured alone, so that a further crash
  /// says which one it is.
  private(set) var suspects: [Job] = []

  /// The outcomes that a new file with the same content takes over: those of names that are not listed.
  let known: [String: BatchJournal.Entry]

  /// The settings of this run.
  let settings: BatchSettings

  /// The number of recordings.
  let count: Int

  /// The files that each recording is to have.
  let files: Set<BatchFile>
  private var reasons: [String: Int] = [:]

  /// - Parameters:
  ///   - files: A recording without one of these is measured again.
  ///   - retriesFailed: Whether failed recordings are tried again.
  init(
    _ recordings: [BatchRecording], _ journal: BatchJournal, _ folder: BatchFolder,
    files: Set<BatchFile>, retriesFailed: Bool
  ) {
    settings = journal.settings
    count = recordings.count
    self.files = files
    let names = Set(recordings.map(\.name))
    known = !files.isEmpty ? [:] : journal.contents.filter { !names.contains($0.value.header.name) }
    for recording in recordings {
      let state = FileState(of: recording.path)
      let own = journal.entry(named: recording.name)
      func add(_ reason: String, mayBeKnown: Bool = false) {
        reasons[reason, default: 0] += 1
        let job = Job(recording: recording, state: state, mayBeKnown: mayBeKnown, own: own)
        if reason == Self.crashed { suspects.append(job) } else { jobs.append(job) }
      }
      if journal.suspect(named: recording.name)?.file == state, state != nil {
        add(Self.crashed)
      } else if let header = own?.header {
        if header.file == nil {
          add("could not be opened before")
        } else if retriesFailed, header.status.isFailure {
          add("failed before")
        } else if let missing = BatchFile.allCases.first(where: {
          files.contains($0) && folder.lacks($0, of: recording, header)
        }) {
          add(missing == .page ? "without a page" : "without a pulse wave")
        } else if header.file != state {
          add(Self.changed, mayBeKnown: true)
        }
      } else if let before = journal.newestHeader(named: recording.name) {
        add(settings.difference(from: before.conditions) ?? "new")
      } else {
        add("new", mayBeKnown: state.map { journal.sizes.contains($0.size) } ?? false)
      }
    }
  }

  private static let changed = "size or time of the file have changed"
  private static let crashed = "measured alone since a crash"

  /// The number of recordings left to measure.
  var openCount: Int { jobs.count + suspects.count }

  /// The size of their files in bytes.
  var bytes: Int { (jobs + suspects).reduce(0) { $0 + ($1.state?.size ?? 0) } }

  /// Returns the work in words.
  /// - Parameter jobCount: How many are measured at a time.
  func text(jobCount: Int) -> String {
    guard openCount < count || reasons.keys.contains(where: { $0 != "new" }) else {
      return "\(counted(count, "recording")) to measure, \(jobCount) at a time"
    }
    let verb = count - openCount == 1 ? "is" : "are"
    var parts = ["\(count - openCount) of \(counted(count, "recording")) \(verb) known"]
    for (reason, count) in reasons.sorted(by: { $0.key < $1.key }) {
      switch reason {
      case "new": parts.append("\(count) new")
      case Self.changed: parts.append("\(count) to look at, since \(reason)")
      default: parts.append("\(count) again (\(reason))")
      }
    }
    return parts.joined(separator: ", ")
  }
}
