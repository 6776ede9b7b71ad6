import CommandEnvironment
import CommandLineParsing
import FFmpegSource
import MeasureCommands
import Measurement
import Sandbox

/// Measures the recordings of a plan, and writes each outcome down with its files and into the store.
struct BatchMeasuring {
  let context: CommandContext
  let folder: BatchFolder
  let journal: BatchJournal
  let stores: BatchStores

  /// The run has been asked to stop.
  private struct IsStopped: Error {}

  /// Measures until all is done or a signal asks for the end.
  func carryOut(_ plan: BatchPlan) throws {
    let jobCount = min(mostJobs, max(1, plan.openCount))
    note(plan.text(jobCount: jobCount))
    guard plan.openCount > 0 else { return }
    for file in plan.files { try PrivateFile.makeFolder("\(folder.path)/\(file.folder)") }
    journal.listenForCrashes()
    var progress = BatchProgress(
      count: plan.count, done: plan.count - plan.openCount, bytes: plan.bytes,
      terminal: context.terminal)
    defer { progress.clear() }
    do {
      try measure(plan.jobs, of: plan, atATime: jobCount, isAlone: false, &progress)
      try measure(plan.suspects, of: plan, atATime: 1, isAlone: true, &progress)
    } catch is IsStopped {}
  }

  private func measure(
    _ jobs: [BatchPlan.Job], of plan: BatchPlan, atATime jobCount: Int, isAlone: Bool,
    _ progress: inout BatchProgress
  ) throws {
    var limits = SandboxLimits()
    limits.memory = context[BatchCommand.memory]
    limits.silence = Double(context[BatchCommand.stall])
    var shared = MeasureOptions.measurement(context)
    shared.video.threads = 1
    shared.keepsSignal = plan.files.contains(.pulse)
    shared.sandbox = RecordingSandbox.chosen(context, limits: limits)
    let options = shared
    let work = ParallelWork<BatchPlan.Job, BatchFinding>(jobs, jobs: jobCount)
    try work.run(
      inOrder: false, mayBegin: { !Interruption.isEndRequested },
      worker: {
        var own = options
        own.sandbox = options.sandbox?.reused
        return { [own] job in
          BatchFinding(job, of: plan, own, isAlone: isAlone) { work.isStopped }
        }
      },
      tick: { _ in
        if Interruption.isRequested { throw IsStopped() }
        progress.show()
      },
      take: { index, finding in
        let status = try keep(finding, of: jobs[index])
        progress.add(bytes: jobs[index].state?.size ?? 0, hasFailed: status.isFailure)
        return true
      })
  }

  /// The number of files that are measured at a time.
  private var mostJobs: Int {
    if let jobs = context[BatchCommand.jobs] { return jobs }
    let count = MachineShare.processorCount(context.environment)
    // The memory that a video of the usual sizes needs.
    let byMemory = MachineShare.availableMemory.map { max(1, $0 / (512 << 20)) } ?? count
    return min(count, byMemory)
  }

  /// Writes an outcome down, with its files and into the store; returns its status.
  private func keep(
    _ finding: BatchFinding, of job: BatchPlan.Job
  ) throws -> BatchOutcome.Status {
    let recording = job.recording
    if let known = finding.known {
      try adopt(known, for: job)
      return known.header.status
    }
    for (file, text) in finding.files {
      try PrivateFile.write(text, to: "\(folder.path)/\(file.path(of: recording))")
    }
    let (settings, status) = (journal.settings, finding.status)
    var header = BatchJournal.Header(
      name: recording.name,
      // A file that could not be opened is tried again by the next run.
      file: finding.content == nil && status == .unreadable ? nil : job.state,
      content: finding.content, settings: settings.values, algorithm: settings.algorithm,
      status: status)
    for (file, text) in finding.files { header[file] = TextHash.digits(of: text) }
    let entry = try journal.append(header, finding.json)
    if stores.isWanted, status == .measured {
      try stores.save(journal.outcome(entry), of: recording)
    }
    return status
  }

  /// Takes over an outcome of the same content, from this name or from one that is listed no more.
  private func adopt(_ known: BatchJournal.Entry, for job: BatchPlan.Job) throws {
    var header = known.header
    (header.name, header.file) = (job.recording.name, job.state)
    var json = try journal.bytes(known)
    if case .measured(let result)? = try? journal.outcome(known) {
      json = try BatchOutcome.measured(result.moved(to: RecordingInput(job.recording.path))).json()
    }
    try journal.append(header, json)
  }
}
