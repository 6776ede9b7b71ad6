public import SampleStore
package import FoundationEssentials
import JSONCoding
import Threads

/// Saves the samples of an input, a batch at a time, and leaves out those that the store has
/// already.
public struct SampleImporter {
  /// The numbers of samples that were saved, and that were not.
  public struct Outcome: Sendable {
    /// Samples that are in the store now and were not before.
    public var saved = 0

    /// Samples that the store had already, or that the file holds more than once.
    public var known = 0

    /// Samples that the filter left out.
    public var filtered = 0

    /// Samples of an earlier import that were removed, because the file withdraws them.
    public var removed = 0

    /// The saved samples of each type: how many, and the time from the first to the last.
    package private(set) var types: [SampleType: (count: Int, start: Date, end: Date)] = [:]

    fileprivate mutating func note(_ samples: [Sample]) {
      saved += samples.count
      for sample in samples {
        let so = types[sample.sampleType] ?? (0, sample.start, sample.end)
        types[sample.sampleType] = (
          so.count + 1, min(so.start, sample.start), max(so.end, sample.end)
        )
      }
    }
  }

  private let store: HealthStore?
  private let isWanted: (Sample) -> Bool
  private var batch: [Sample] = []
  private var ids: Set<UUID> = []
  private var weight = 0

  /// A batch that is being saved while the next one is read.
  private var saving: LaterValue<Result<HealthStore.SavingOutcome, StoreError>>?

  // The lines of a batch's samples, for those that the store refuses.
  private var lines: [Int32] = []
  private var saved: (samples: [Sample], lines: [Int32]) = ([], [])
  private let log: ImportLog
  private let withdrawals = Withdrawals()

  /// Keys that the file has withdrawn; with a reader's log they come before the samples after them.
  private final class Withdrawals {
    var new: [String] = []
    var all: Set<String> = []
  }

  /// Takes the identifiers of samples that are on the disk now and were not before.
  package var onSave: (([UUID]) -> Void)?

  /// The counts so far.
  public private(set) var outcome = Outcome()

  /// Larger transactions rewrite fewer pages of the indexes; 8000 samples take some 15 MB.
  private static let batchSize = 8000

  /// Bytes of a batch, should its samples be heavy.
  private static let heaviestBatch = 1 << 25

  /// - Parameters:
  ///   - store: Where to save; `nil` to see only what would be saved.
  ///   - log: Where samples are noted that are left out: the log of the input.
  ///   - isWanted: Which samples to save.
  public init(
    into store: HealthStore?, log: ImportLog = ImportLog(),
    where isWanted: @escaping (Sample) -> Bool = { _ in true }
  ) {
    (self.store, self.log, self.isWanted) = (store, log, isWanted)
    log.onWithdraw = { [withdrawals] in withdrawals.new.append($0) }
  }

  /// Adds a sample; it is on the disk after `finish` at the latest. An impossible one is left out,
  /// and an unlikely one noted.
  ///
  /// - Parameter line: Its line in the file, counted from 1; 0 if unknown.
  public mutating func add(_ sample: Sample, line: Int = 0) throws(StoreError) {
    guard isWanted(sample) else {
      outcome.filtered += 1
      return
    }
    try withdraw()
    if !withdrawals.all.isEmpty,
      case .string(let key)? = sample.head.metadata[MetadataKey.syncIdentifier],
      let end = key.lastIndex(of: FHIRObservation.keyEnd),
      withdrawals.all.contains(String(key[..<end]))
    {
      return log.note(.withdrawn, at: Self.place(of: sample, line: line))
    }
    switch sample.plausibility {
    case .plausible: break
    case .unlikely: log.note(.unlikelyValue, at: Self.place(of: sample, line: line))
    case .impossible:
      log.note(.impossibleValue, at: Self.place(of: sample, line: line))
      return
    }
    guard !SampleLength.isTooLong(sample) else {
      log.note(.tooLong, at: Self.place(of: sample, line: line))
      return
    }
    // A store knows best: the first record of an identifier may be one that it refuses.
    guard store != nil || ids.insert(sample.id).inserted else {
      outcome.known += 1
      return
    }
    batch.append(sample)
    lines.append(Int32(clamping: line))
    weight += sample.weight
    if batch.count >= Self.batchSize || weight >= Self.heaviestBatch { try flush() }
  }

  /// Saves the remaining samples; all of them are on the disk when it returns.
  public mutating func finish() throws(StoreError) {
    try withdraw()
    try flush()
    try settle()
    try store?.settle()
  }

  /// Removes samples that were saved before and have been withdrawn since. A file's reader may lie:
  /// only samples from such files can be removed, and the file that they came from brings them back.
  private mutating func withdraw() throws(StoreError) {
    guard !withdrawals.new.isEmpty else { return }
    let keys = withdrawals.new.filter { $0.hasPrefix(FHIRObservation.keyPrefix) }
    withdrawals.new.removeAll()
    withdrawals.all.formUnion(keys)
    try flush()
    try settle()
    guard let store else { return }
    for key in keys {
      outcome.removed += try store.delete(
        matching: SampleQuery(
          of: nil,
          where: .metadataContains(
            key: MetadataKey.syncIdentifier, "\(key)\(FHIRObservation.keyEnd)")))
    }
  }

  /// Begins to save the waiting samples. The previous batch is on the disk then, this one not yet.
  private mutating func flush() throws(StoreError) {
    defer {
      batch.removeAll()
      lines.removeAll()
      ids.removeAll(keepingCapacity: true)
      weight = 0
    }
    try settle()
    guard let store else {
      return outcome.note(batch)
    }
    guard !batch.isEmpty else { return }
    saving = LaterValue { [batch] in Result { () throws(StoreError) in try store.saveNew(batch) } }
    saved = (batch, lines)
  }

  private mutating func settle() throws(StoreError) {
    guard let last = saving else { return }
    saving = nil
    defer { saved = ([], []) }
    let result = try last.wait().get()
    var new = Set(result.savedIDs)
    outcome.note(saved.samples.filter { new.remove($0.id) != nil })
    onSave?(result.savedIDs)
    outcome.known += result.known
    for refusal in result.refused {
      log.note(
        .refused,
        at: Self.place(
          of: saved.samples[refusal.index], line: Int(saved.lines[refusal.index])))
    }
  }

  private static func place(of sample: Sample, line: Int) -> ImportLog.Place {
    ImportLog.Place(
      line: line, type: sample.sampleType.identifier,
      unit: sample.quantitySample?.quantity.unit.description,
      text: SampleJSON.value(of: sample)?.text ?? "")
  }
}
