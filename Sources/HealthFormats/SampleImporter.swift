public import SampleStore
import FoundationEssentials

/// Saves the samples of an input, a batch at a time, and leaves out those that the store has
/// already.
public struct SampleImporter {
  /// How many samples were saved, and how many were not.
  public struct Outcome: Sendable, Equatable {
    /// Samples that are in the store now and were not before.
    public var saved = 0

    /// Samples that the store had already, or that the file holds more than once.
    public var known = 0

    /// Samples that the filter left out.
    public var filtered = 0

    /// Samples that the store cannot hold beside what it has, such as a correlation of samples that
    /// belong to others. They were left out.
    public var refused = 0
  }

  private let store: HealthStore?
  private let isWanted: (Sample) -> Bool
  private var batch: [Sample] = []
  private var ids: Set<UUID> = []
  private var saving: BatchSaving?

  /// The counts so far.
  public private(set) var outcome = Outcome()

  /// Larger transactions rewrite fewer pages of the indexes; 8000 samples take some 15 MB.
  private static let batchSize = 8000

  /// - Parameters:
  ///   - store: Where to save; `nil` to see only what would be saved.
  ///   - isWanted: Which samples to save.
  public init(into store: HealthStore?, where isWanted: @escaping (Sample) -> Bool = { _ in true })
  {
    self.store = store
    self.isWanted = isWanted
  }

  /// Adds a sample; it is on the disk after `finish` at the latest.
  public mutating func add(_ sample: Sample) throws(StoreError) {
    guard isWanted(sample) else {
      outcome.filtered += 1
      return
    }
    guard ids.insert(sample.id).inserted else {
      outcome.known += 1
      return
    }
    batch.append(sample)
    if batch.count >= Self.batchSize { try flush() }
  }

  /// Saves what is left; all of it is on the disk when it returns.
  public mutating func finish() throws(StoreError) {
    try flush()
    try settle()
  }

  /// The batch before is on the disk then, and this one on its way.
  private mutating func flush() throws(StoreError) {
    defer {
      batch.removeAll()
      ids.removeAll(keepingCapacity: true)
    }
    try settle()
    guard let store else {
      outcome.saved += batch.count
      return
    }
    if !batch.isEmpty { saving = BatchSaving(batch, into: store) }
  }

  private mutating func settle() throws(StoreError) {
    guard let last = saving else { return }
    saving = nil
    let result = try last.wait()
    outcome.saved += result.saved
    outcome.known += result.known
    outcome.refused += result.refused.count
  }
}
