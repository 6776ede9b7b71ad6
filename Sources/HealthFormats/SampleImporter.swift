public import SampleStore
import FoundationEssentials

/// Saves what an input holds, a batch at a time, and passes over what the store has already.
public struct SampleImporter {
  /// What became of the samples.
  public struct Outcome: Sendable, Equatable {
    public var saved = 0

    /// Samples that the store had already, or that the file holds more than once.
    public var known = 0

    /// Samples that the filter left out.
    public var filtered = 0
  }

  private let store: HealthStore?
  private let isWanted: (Sample) -> Bool
  private var batch: [Sample] = []
  private var ids: Set<UUID> = []
  public private(set) var outcome = Outcome()

  /// Larger transactions rewrite fewer pages of the indexes; so many samples weigh some 15 MB.
  private static let batchSize = 20_000

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

  /// Saves what is left.
  public mutating func finish() throws(StoreError) { try flush() }

  private mutating func flush() throws(StoreError) {
    defer {
      batch.removeAll(keepingCapacity: true)
      ids.removeAll(keepingCapacity: true)
    }
    guard let store else {
      outcome.saved += batch.count
      return
    }
    do throws(StoreError) {
      try store.save(batch)
      outcome.saved += batch.count
    } catch {
      guard error.reason == .sampleExists else { throw error }
      try saveNew(store)
    }
  }

  /// The batch without what is there. A correlation takes the place of members that stand there alone.
  private mutating func saveNew(_ store: HealthStore) throws(StoreError) {
    var wanted: [UUID] = []
    for sample in batch {
      wanted.append(sample.id)
      if case .correlation(let correlation) = sample { wanted += correlation.members.map(\.id) }
    }
    let known = Set(try store.allSamples(matching: SampleQuery(ids: wanted)).map(\.id))
    var replaced: Set<UUID> = []
    var fresh: [Sample] = []
    for sample in batch where !known.contains(sample.id) {
      if case .correlation(let correlation) = sample {
        replaced.formUnion(correlation.members.map(\.id).filter(known.contains))
      }
      fresh.append(sample)
    }
    // A record may stand beside its correlation in one batch.
    let members = Set(
      fresh.flatMap { sample -> [UUID] in
        if case .correlation(let correlation) = sample { correlation.members.map(\.id) } else { [] }
      })
    fresh.removeAll { members.contains($0.id) }
    if !replaced.isEmpty { try store.delete(Array(replaced)) }
    try store.save(fresh)
    outcome.saved += fresh.count
    outcome.known += batch.count - fresh.count
  }
}
