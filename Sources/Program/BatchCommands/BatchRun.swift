import CommandEnvironment
import CommandLineParsing
import FileAccess
import Glibc
import MeasureCommands

/// One run of `heartcam batch`: lists the recordings, measures those whose outcome is not known, and
/// makes the tables.
struct BatchRun {
  private let context: CommandContext
  private let folder: String

  /// The dataset to measure in place of the arguments.
  private let dataset: BIDSCommand.Dataset?

  init(_ context: CommandContext, folder: String, of dataset: BIDSCommand.Dataset? = nil) {
    self.dataset = dataset
    self.context = context
    self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }

  func carryOut() throws -> ExitCode {
    let stores = BatchStores(context)
    let files = BatchFile.wanted(context, in: folder)
    var results = BatchResults(context, folder: folder, files: files, stores)
    if context[BatchCommand.merge] { return try results.merge() }
    MeasureOptions.noteShortIntervals(context)
    let shard = try BatchShard(context[BatchCommand.shard], environment: context.environment)
    let settings = BatchSettings(context)
    var listing = try self.listing()
    try stores.check(listing)
    let total = listing.recordings.count
    if shard.count > 1 { listing.recordings = listing.recordings.filter(shard.contains) }
    let place = try BatchFolder(making: folder)
    let journal: BatchJournal
    do {
      journal = try BatchJournal(folder: place.state, writing: shard, of: settings)
    } catch is BatchJournal.IsBusy {
      throw CommandError.ioError(
        "another heartcam batch works in \(folder); wait for it, or name another folder")
    }
    if journal.spoiltCount > 0 {
      report("\(counted(journal.spoiltCount, "outcome")) in \(folder) cannot be read any more")
    }
    try place.write(listing, of: shard, settings)
    signal(SIGPIPE, SIG_IGN)
    Interruption.listen()
    Interruption.listenForEarlyEnd()
    if shard.count > 1 {
      note(
        "shard \(shard.number) of \(shard.count): \(counted(listing.recordings.count, "recording")) "
          + "of \(total)")
    }
    let plan = BatchPlan(
      listing.recordings, journal, place, files: files,
      retriesFailed: context[BatchCommand.retryFailed])
    try BatchMeasuring(
      context: context, folder: place, journal: journal, stores: stores
    ).carryOut(plan)
    defer { stores.reportUndated() }
    let outcomes = listing.recordings.compactMap { journal.entry(named: $0.name)?.header.status }
    guard !Interruption.isRequested, !Interruption.isEndRequested else {
      report(
        "stopped: \(outcomes.count) of \(counted(listing.recordings.count, "recording")) are done "
          + "and kept; the same command goes on")
      return .interrupted
    }
    guard shard.count == 1 else {
      note("done; when all \(shard.count) shards are: heartcam batch --merge -o \(folder)")
      return outcomes.map(\.exitCode).reduce(stores.undated.isEmpty ? .success : .noReading) {
        $0.combined(with: $1)
      }
    }
    try results.write(listing, settings, from: [journal])
    return results.exitCode
  }

  /// Returns the recordings that the arguments name.
  private func listing() throws -> BatchListing {
    if let dataset { return try dataset.listing(for: folder) }
    let inputs = context.all(BatchCommand.inputs)
    if let path = context[BatchCommand.manifest] {
      guard inputs.isEmpty else {
        throw CommandError.usage("give either --manifest or inputs; see 'heartcam batch --help'")
      }
      var listing = try BatchManifest.read(path)
      listing.sort()
      return listing
    }
    guard !inputs.isEmpty else {
      throw CommandError.usage("batch needs inputs or --manifest FILE; see 'heartcam batch --help'")
    }
    guard !inputs.contains("-") else {
      throw CommandError.usage("standard input is no recording of a batch; use heartcam measure -")
    }
    return BatchInputs(output: folder).listing(of: inputs)
  }
}
