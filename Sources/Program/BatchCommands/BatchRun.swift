import CommandEnvironment
import CommandLineParsing
import FileAccess
import FoundationEssentials
import Glibc
import JSONCoding
import MeasureCommands
import Measurement
import Photoplethysmography
import Sandbox

/// One run of `heartcam batch`: lists the recordings, measures those whose outcome is not known, and
/// makes the tables.
struct BatchRun {
  private let arguments: Arguments
  private let context: CommandContext
  private let output: ResultOutput
  private let folder: String

  /// What is measured if it is not what the arguments name.
  private let dataset: BIDSCommand.Dataset?
  private let settings: BatchSettings
  private let algorithm = HeartRateMonitor.algorithmVersion
  private var exitCode = ExitCode.success
  private var stores: BatchStores

  init(
    _ arguments: Arguments, _ context: CommandContext, _ output: ResultOutput, folder: String,
    of dataset: BIDSCommand.Dataset? = nil
  ) throws {
    self.dataset = dataset
    self.arguments = arguments
    self.context = context
    self.output = output
    self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    settings = BatchSettings(arguments)
    stores = BatchStores(
      arguments[BatchCommand.store], takesGuesses: arguments[BatchCommand.startFromModified],
      context)
  }

  mutating func carryOut() throws -> ExitCode {
    if arguments[BatchCommand.merge] { return try merge() }
    MeasureOptions.noteShortIntervals(arguments)
    let shard = try BatchShard(arguments[BatchCommand.shard], environment: context.environment)
    var listing = try self.listing()
    try stores.check(listing)
    let total = listing.recordings.count
    if shard.count > 1 { listing.recordings = listing.recordings.filter(shard.contains) }
    let place = try makeFolder()
    let journal: BatchJournal
    do {
      journal = try BatchJournal(folder: place.state, writing: shard)
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
      report(
        "shard \(shard.number) of \(shard.count): \(counted(listing.recordings.count, "recording")) "
          + "of \(total)")
    }
    try measure(listing, journal, place)
    defer { reportUndated() }
    guard !Interruption.isRequested, !Interruption.isEndRequested else {
      let done = listing.recordings.count { entry(of: $0, journal) != nil }
      report(
        "stopped: \(done) of \(counted(listing.recordings.count, "recording")) are done and kept; "
          + "the same command goes on")
      return .interrupted
    }
    guard shard.count == 1 else {
      report("done; when all \(shard.count) shards are: heartcam batch --merge -o \(folder)")
      return try shardCode(listing, journal)
    }
    let (settings, algorithm) = (settings.values, algorithm)
    try write(listing.recordings, columns: listing.columns, settings: settings) { recording in
      journal.entry(named: recording.name, settings, algorithm).map { ($0, journal) }
    }
    return exitCode
  }

  /// Whether pages are wanted: now, or in an earlier run whose pages would else be of other results.
  private var makesPages: Bool {
    arguments[BatchCommand.pages] || FileIdentity.exists("\(folder)/index.html")
  }

  // MARK: What there is to do

  private func listing() throws -> BatchListing {
    if let dataset { return try dataset.listing(for: folder) }
    let inputs = arguments.all(BatchCommand.inputs)
    if let path = arguments[BatchCommand.manifest] {
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

  private func makeFolder() throws -> BatchFolder {
    do {
      return try BatchFolder(making: folder)
    } catch let error as FileError {
      throw CommandError.ioError("cannot make the folder \(error.path ?? folder): \(error)")
    }
  }

  private func entry(of recording: BatchRecording, _ journal: BatchJournal) -> BatchJournal.Entry? {
    journal.entry(named: recording.name, settings.values, algorithm)
  }

  /// What is to be done about a recording.
  private enum Need {
    case nothing

    /// Its content may be that of a known outcome.
    case identify(reason: String)
    case measure(reason: String)
  }

  private func need(
    _ recording: BatchRecording, _ state: FileState?, _ journal: BatchJournal
  ) -> Need {
    guard let entry = entry(of: recording, journal) else {
      if journal.newestHeader(named: recording.name) == nil, let state,
        journal.sizes.contains(state.size)
      {
        return .identify(reason: "new")
      }
      return .measure(reason: reason(recording, journal))
    }
    let header = entry.header
    if header.file == nil { return .measure(reason: "could not be opened before") }
    if arguments[BatchCommand.retryFailed],
      header.status == .unreadable || header.status == .workerDied
    {
      return .measure(reason: "failed before")
    }
    if lacksPage(recording, header) { return .measure(reason: "without a page") }
    return header.file == state ? .nothing : .identify(reason: Self.changed)
  }

  private static let changed = "size or time of the file have changed"

  /// Why a recording without an outcome is measured.
  private func reason(_ recording: BatchRecording, _ journal: BatchJournal) -> String {
    guard let before = journal.newestHeader(named: recording.name) else { return "new" }
    var parts: [String] = []
    if before.settings != settings.values {
      parts.append(BatchSettings.difference(from: before.settings, to: settings.values))
    }
    if before.algorithm != algorithm {
      parts.append("algorithm \(algorithm), was \(before.algorithm)")
    }
    return parts.isEmpty ? "new" : parts.joined(separator: "; ")
  }

  private func lacksPage(_ recording: BatchRecording, _ header: BatchJournal.Header) -> Bool {
    guard makesPages,
      header.status == .measured || header.status == .noRate
    else { return false }
    guard let page = header.page,
      let bytes = try? OpenFile.bytes(of: "\(folder)/\(Self.pagePath(recording))")
    else { return true }
    return TextHash.digits(of: bytes) != page
  }

  private static func pagePath(_ recording: BatchRecording) -> String {
    "reports/\(recording.fileName).html"
  }

  // MARK: Measuring

  private mutating func measure(
    _ listing: BatchListing, _ journal: BatchJournal, _ place: BatchFolder
  ) throws {
    let recordings = listing.recordings
    var states: [FileState?] = []
    var waiting: [WorkerPool.Job] = []
    var reasons: [String: Int] = [:]
    var bytes = 0
    for (index, recording) in recordings.enumerated() {
      let state = FileState(of: recording.path)
      states.append(state)
      let work: WorkerOrder.Work
      switch need(recording, state, journal) {
      case .nothing: continue
      case .identify(let reason):
        reasons[reason, default: 0] += 1
        work = .identify
      case .measure(let reason):
        reasons[reason, default: 0] += 1
        work = .measure
      }
      bytes += state?.size ?? 0
      waiting.append(
        WorkerPool.Job(
          index: index,
          order: WorkerOrder(
            work: work, path: recording.path, start: recording.start,
            makesPage: makesPages)))
    }
    if makesPages { try PrivateFile.makeFolder("\(folder)/reports") }
    announce(recordings.count, waiting.count, reasons)
    guard !waiting.isEmpty else { return }
    let names = Set(recordings.map(\.name))
    let pool = WorkerPool(
      size: min(jobCount, waiting.count),
      words: settings.words + ["--memory", "\(arguments[BatchCommand.memory])"]
        + (arguments[SandboxOptions.noSandbox] ? ["--\(SandboxOptions.noSandbox.name)"] : []),
      stall: .seconds(arguments[BatchCommand.stall]), environment: context.environment,
      notice: { report($0) })
    var progress = BatchProgress(
      count: recordings.count, done: recordings.count - waiting.count, bytes: bytes,
      terminal: context.terminal)
    // The first is taken from the end.
    waiting.reverse()
    do {
      try pool.run(
        next: { Interruption.isEndRequested ? nil : waiting.popLast() },
        done: { job, result in
          let recording = recordings[job.index]
          let state = states[job.index]
          if case .identified(let content) = result {
            guard try adopt(recording, content, state, journal, names) else {
              var job = job
              job.order.work = .measure
              waiting.append(job)
              return
            }
            progress.add(bytes: state?.size ?? 0, hasFailed: false)
            return
          }
          let status = try keep(result, of: recording, state, journal)
          progress.add(
            bytes: state?.size ?? 0, hasFailed: status == .unreadable || status == .workerDied)
        },
        tick: { progress.show() }, isStopped: { Interruption.isRequested })
    } catch let failure as ChildProgram.Failure {
      progress.clear()
      throw CommandError.ioError(
        "no process can be started: \(String(cString: strerror(failure.code)))")
    } catch {
      progress.clear()
      throw error
    }
    progress.clear()
  }

  /// How many files are measured at a time.
  private var jobCount: Int {
    if let jobs = arguments[BatchCommand.jobs] { return jobs }
    let count = MachineShare.processorCount(context.environment)
    // What a video of the usual sizes needs.
    let byMemory = MachineShare.availableMemory.map { max(1, $0 / (512 << 20)) } ?? count
    return min(count, byMemory)
  }

  private func announce(_ count: Int, _ todo: Int, _ reasons: [String: Int]) {
    guard todo < count || reasons.keys.contains(where: { $0 != "new" }) else {
      report("\(counted(count, "recording")) to measure, \(min(jobCount, max(1, todo))) at a time")
      return
    }
    let verb = count - todo == 1 ? "is" : "are"
    var parts = ["\(count - todo) of \(counted(count, "recording")) \(verb) known"]
    for (reason, count) in reasons.sorted(by: { $0.key < $1.key }) {
      switch reason {
      case "new": parts.append("\(count) new")
      case Self.changed: parts.append("\(count) to look at, since \(reason)")
      default: parts.append("\(count) again (\(reason))")
      }
    }
    report(parts.joined(separator: ", "))
  }

  /// Takes over an outcome of the same content, from this name or from one that is listed no more.
  /// - Returns: `false` if there is none.
  private func adopt(
    _ recording: BatchRecording, _ content: String?, _ state: FileState?, _ journal: BatchJournal,
    _ names: Set<String>
  ) throws -> Bool {
    guard let content else { return false }
    let own = entry(of: recording, journal)
    let other = journal.entry(content: content, settings.values, algorithm)
    let found: BatchJournal.Entry
    if let own, own.header.content == content {
      found = own
    } else if let other, !names.contains(other.header.name), !makesPages {
      found = other
    } else {
      return false
    }
    var header = found.header
    (header.name, header.file) = (recording.name, state)
    var json = try journal.bytes(found)
    if case .measured(let result)? = try? journal.outcome(found) {
      json = try BatchOutcome.measured(result.moved(to: RecordingInput(recording.path))).json()
    }
    try journal.append(header, json)
    return true
  }

  /// Writes an outcome down, with its page and into the store.
  private mutating func keep(
    _ result: WorkerPool.Result, of recording: BatchRecording, _ state: FileState?,
    _ journal: BatchJournal
  ) throws -> BatchOutcome.Status {
    let (content, status, json): (String?, BatchOutcome.Status, [UInt8])
    var page: String?
    switch result {
    case .identified: preconditionFailure("nothing was measured")
    case .measured(let hash, let known, let outcome, let html):
      (content, status, json, page) = (hash, known, outcome, html)
    case .died(let hash, let how):
      let memory = arguments[BatchCommand.memory]
      let outcome = BatchOutcome.workerDied(
        "the process that measured it ended twice: \(how); it may need more than the \(memory) MB of "
          + "--memory")
      (content, status, json) = (hash, outcome.status, try outcome.json())
    }
    if let page {
      try PrivateFile.write(page, to: "\(folder)/\(Self.pagePath(recording))")
    }
    let header = BatchJournal.Header(
      name: recording.name,
      // What could not be opened is tried again by the next run.
      file: content == nil && status == .unreadable ? nil : state, content: content,
      settings: settings.values, algorithm: algorithm, status: status,
      page: page.map { TextHash.digits(of: $0) })
    let entry = try journal.append(header, json)
    if stores.isWanted, status == .measured {
      let outcome = try journal.outcome(entry)
      try stores.save(outcome, of: recording)
    }
    return status
  }

  /// Says which recordings were not saved, because their start would be a guess.
  private func reportUndated() {
    let names = stores.undated.sorted()
    guard let first = names.first else { return }
    let more = names.count > 1 ? " and \(names.count - 1) more" : ""
    report(
      "not saved: \(first)\(more); nothing says when they were recorded but the time at which the file "
        + "was changed: give start in a manifest, or save under that guess with --start-from-modified"
    )
  }

  // MARK: Tables

  private func shardCode(_ listing: BatchListing, _ journal: BatchJournal) throws -> ExitCode {
    var code = ExitCode.success
    if !stores.undated.isEmpty { code = .noReading }
    for recording in listing.recordings {
      guard let status = entry(of: recording, journal)?.header.status else { continue }
      code = code.combined(with: Self.code(of: status))
    }
    return code
  }

  private static func code(of status: BatchOutcome.Status) -> ExitCode {
    switch status {
    case .measured: .success
    case .noRate: .noReading
    case .unreadable, .workerDied: .unreadableInput
    }
  }

  /// Makes the tables, the summary, and the pages' index; prints the summary.
  private mutating func write(
    _ recordings: [BatchRecording], columns: [String], settings: [String: String],
    entry: (BatchRecording) -> (BatchJournal.Entry, BatchJournal)?
  ) throws {
    var tables = try BatchTables(
      folder: folder, columns: columns,
      withArrow: arguments[BatchCommand.arrow] || FileIdentity.exists("\(folder)/readings.arrow"),
      forSpreadsheet: arguments[MeasureOptions.spreadsheet])
    var summary = BatchSummary()
    var pages: [BatchSummary.Page] = []
    for recording in recordings {
      guard let (entry, journal) = entry(recording) else {
        throw CommandError.ioError("\(recording.name) has no outcome; run the same command again")
      }
      let outcome: BatchOutcome
      do {
        outcome = try journal.outcome(entry)
      } catch let error as FileError {
        throw error
      } catch {
        throw CommandError.ioError(
          "the outcome of \(recording.name) in \(folder)/.heartcam is of another version; remove "
            + "that folder to measure again")
      }
      try tables.add(recording, outcome)
      summary.add(recording, outcome)
      exitCode = exitCode.combined(with: Self.code(of: outcome.status))
      // Known outcomes are saved, too: the run that found them may have ended before it could.
      if stores.isWanted, outcome.status == .measured { try stores.save(outcome, of: recording) }
      if stores.undated.contains(recording.name) { exitCode = exitCode.combined(with: .noReading) }
      if entry.header.page != nil, makesPages {
        let rate = outcome.result?.collector.rate.map { $0.beatsPerMinute.fixed(1) }
        pages.append((recording.name, Self.pagePath(recording), rate ?? outcome.status.rawValue))
      }
    }
    let settings = BatchSettings.text(of: settings)
    try tables.finish(settings: settings)
    try ResultFiles.update("\(folder)/summary.json", to: summary.json.indentedText + "\n")
    if makesPages {
      do {
        let page = try summary.html(settings: settings, pages: pages)
        try ResultFiles.update("\(folder)/index.html", to: page)
      } catch {
        throw CommandError.ioError("cannot write \(folder)/index.html: \(error)")
      }
    }
    if arguments[BatchCommand.json] {
      output.write(summary.json.text + "\n")
    } else {
      output.write(summary.text)
      let page = makesPages ? ", index.html" : ""
      output.write("In \(folder): recordings.csv, readings.csv, beats/\(page)\n")
    }
  }

  // MARK: Merging

  /// Makes the tables of what shards have measured, which may lie in several folders.
  private mutating func merge() throws -> ExitCode {
    let given = arguments.all(BatchCommand.inputs)
    let places = given.isEmpty ? [folder] : given
    var listings: [BatchFolder.ShardListing] = []
    var journals: [BatchJournal] = []
    for path in places {
      let place = try BatchFolder(of: path)
      listings += try place.listings()
      journals.append(try BatchJournal(folder: place.state, writing: nil))
    }
    try stores.check(BatchListing(recordings: listings.flatMap(\.recordings)))
    guard let first = listings.first else {
      throw CommandError.usage("\(places.joined(separator: ", ")): nothing was measured there")
    }
    for listing in listings.dropFirst() {
      guard listing.settings == first.settings, listing.algorithm == first.algorithm,
        listing.count == first.count, listing.columns == first.columns
      else {
        let difference = BatchSettings.difference(from: first.settings, to: listing.settings)
        throw CommandError.badData(
          "shards \(first.number) of \(first.count) and \(listing.number) of \(listing.count) are "
            + "not of one batch" + (difference.isEmpty ? "" : ": \(difference)"))
      }
    }
    let missing = Set(1...first.count).subtracting(listings.map(\.number))
    guard missing.isEmpty else {
      let text = missing.sorted().prefix(20).map { "\($0)" }.joined(separator: ", ")
      throw CommandError.unreadableInput("of \(first.count) shards these are missing: \(text)")
    }
    var byName: [String: BatchRecording] = [:]
    for recording in listings.flatMap(\.recordings) { byName[recording.name] = recording }
    var listing = BatchListing(recordings: Array(byName.values), columns: first.columns)
    listing.sort()
    func found(_ recording: BatchRecording) -> (BatchJournal.Entry, BatchJournal)? {
      for journal in journals {
        if let entry = journal.entry(named: recording.name, first.settings, first.algorithm) {
          return (entry, journal)
        }
      }
      return nil
    }
    for shard in listings.sorted(by: { $0.number < $1.number }) {
      let open = shard.recordings.count { found($0) == nil }
      guard open == 0 else {
        throw CommandError.unreadableInput(
          "shard \(shard.number) of \(shard.count) has not measured "
            + "\(counted(open, "recording")) yet; run it again")
      }
    }
    _ = try makeFolder()
    defer { reportUndated() }
    signal(SIGPIPE, SIG_IGN)
    try write(
      listing.recordings, columns: listing.columns, settings: first.settings, entry: found)
    return exitCode
  }
}
