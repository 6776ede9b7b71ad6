import Dispatch
import FoundationEssentials
import SampleStore
import Synchronization

/// A batch that is being saved on another thread, while the next one is read.
///
/// The outcome is written once by that thread and read after `isDone` was signalled; a `Mutex`
/// holds it.
final class BatchSaving: Sendable {
  private let outcome = Mutex<Result<SampleImporter.Outcome, StoreError>>(.success(.init()))
  private let isDone = DispatchSemaphore(value: 0)

  /// Begins to save.
  init(_ batch: [Sample], into store: HealthStore) {
    DispatchQueue.global(qos: .userInitiated).async { [self] in
      let result = Result { () throws(StoreError) in try Self.save(batch, into: store) }
      outcome.withLock { $0 = result }
      isDone.signal()
    }
  }

  /// Waits until the batch is on the disk, once.
  func wait() throws(StoreError) -> SampleImporter.Outcome {
    isDone.wait()
    return try outcome.withLock { $0 }.get()
  }

  private static func save(
    _ batch: [Sample], into store: HealthStore
  ) throws(StoreError) -> SampleImporter.Outcome {
    do throws(StoreError) {
      try store.save(batch)
      return SampleImporter.Outcome(saved: batch.count)
    } catch {
      guard error.reason == .sampleExists else { throw error }
      return try saveNew(batch, into: store)
    }
  }

  /// The batch without samples that the store has. A correlation replaces members that the store
  /// has on their own.
  private static func saveNew(
    _ batch: [Sample], into store: HealthStore
  ) throws(StoreError) -> SampleImporter.Outcome {
    let wanted = batch.flatMap { [$0.id] + $0.memberIDs }
    let known = Set(try store.allSamples(matching: SampleQuery(ids: wanted)).map(\.id))
    var fresh = batch.filter { !known.contains($0.id) }
    let members = Set(fresh.flatMap(\.memberIDs))
    let replaced = members.filter(known.contains)
    // A batch may contain a record and its correlation.
    fresh.removeAll { members.contains($0.id) }
    if !replaced.isEmpty { try store.delete(Array(replaced)) }
    try store.save(fresh)
    return SampleImporter.Outcome(saved: fresh.count, known: batch.count - fresh.count)
  }
}

extension Sample {
  fileprivate var memberIDs: [UUID] {
    if case .correlation(let correlation) = self { correlation.members.map(\.id) } else { [] }
  }
}
