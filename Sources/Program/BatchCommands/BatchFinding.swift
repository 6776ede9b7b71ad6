import FileAccess
import FoundationEssentials
import Glibc
import MeasureCommands
import Measurement

/// The result of a thread's work on one recording.
struct BatchFinding: Sendable {
  /// The hash of the file's bytes; `nil` if they cannot be read.
  private(set) var content: String?

  /// The saved outcome of the same content.
  private(set) var known: BatchJournal.Entry?

  /// Otherwise the outcome's status, and the outcome as JSON.
  private(set) var status = BatchOutcome.Status.unreadable
  private(set) var json: [UInt8] = []

  /// The files about the recording that are wanted.
  private(set) var files: [BatchFile: String] = [:]

  /// Looks at the file, and measures the recording unless its outcome is already saved.
  /// - Parameters:
  ///   - isAlone: Whether nothing else is being measured: if the program crashes now, this recording is the cause.
  ///   - isStopped: Asked after every frame; true ends it, and the finding must be discarded.
  init(
    _ job: BatchPlan.Job, of plan: BatchPlan, _ options: MeasurementOptions, isAlone: Bool,
    isStopped: @escaping () -> Bool
  ) {
    let crashLine = Self.crashLine(job, plan.settings, isFinal: isAlone)
    let outcome = CrashNotes.with(crashLine, of: job.recording.name) {
      look(at: job, plan, options, isStopped)
    }
    if let outcome { (status, json) = (outcome.status, (try? outcome.json()) ?? []) }
  }

  /// Measures the recording; `nil` if an outcome of its content is saved.
  private mutating func look(
    at job: BatchPlan.Job, _ plan: BatchPlan, _ options: MeasurementOptions,
    _ isStopped: @escaping () -> Bool
  ) -> BatchOutcome? {
    let path = job.recording.path
    if let problem = Self.problem(path) { return .unreadable(problem) }
    content = try? TextHash.content(of: path, isStopped: isStopped)
    if job.mayBeKnown, let content {
      known = job.own?.header.content == content ? job.own : plan.known[content]
      if known != nil { return nil }
    }
    var failure = ""
    // A reader may have died because of an earlier file, or of the machine.
    for _ in 0..<2 {
      do throws(MeasurementError) {
        let result = try RecordingInput(path).measure(
          options, progress: { _ in !isStopped() }, isInterrupted: isStopped)
        // The outcome keeps the file's start: another listing may give another one.
        let shown = job.recording.start.map { result.starting(at: $0) } ?? result
        for file in plan.files { files[file] = try? file.text(of: shown) }
        return .measured(result.withoutPulse)
      } catch {
        guard error.readerHasDied else { return .unreadable(error.reason) }
        failure = error.reason
      }
    }
    return .workerDied("reading it failed twice: \(failure)")
  }

  /// Returns the journal's line for a crash of the program meanwhile.
  private static func crashLine(
    _ job: BatchPlan.Job, _ settings: BatchSettings, isFinal: Bool
  ) -> [UInt8] {
    let outcome = BatchOutcome.workerDied("the program crashed twice while it measured this")
    var header = BatchJournal.Header(
      name: job.recording.name, file: job.state, settings: settings.values,
      algorithm: settings.algorithm, status: outcome.status, isSuspect: isFinal ? nil : true)
    return (try? BatchJournal.line(&header, outcome.json()).bytes) ?? []
  }

  /// Returns why a path need not be opened: a pipe would be waited for.
  private static func problem(_ path: String) -> String? {
    var status = stat()
    guard path.withFileName({ stat($0, &status) }) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return nil
    case S_IFDIR:
      let isOpen = path.withFileName { access($0, R_OK | X_OK) } == 0
      return isOpen ? nil : String(cString: strerror(EACCES))
    default: return "it is a pipe or a device, not a file"
    }
  }
}
