import Dispatch
import SampleStore
import Synchronization

/// A batch that is being saved on another thread, while the next one is read.
///
/// The outcome is written once by that thread and read after `isDone` was signalled; a `Mutex`
/// holds it.
final class BatchSaving: Sendable {
  private let outcome = Mutex<Result<HealthStore.SavingOutcome, StoreError>?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  /// Begins to save.
  init(_ batch: [Sample], into store: HealthStore) {
    DispatchQueue.global(qos: .userInitiated).async { [self] in
      let result = Result { () throws(StoreError) in try store.saveNew(batch) }
      outcome.withLock { $0 = result }
      isDone.signal()
    }
  }

  /// Waits until the batch is on the disk, once.
  func wait() throws(StoreError) -> HealthStore.SavingOutcome {
    isDone.wait()
    guard let result = outcome.withLock({ $0 }) else { preconditionFailure("nothing was saved") }
    return try result.get()
  }
}
