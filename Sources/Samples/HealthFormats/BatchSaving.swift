import Dispatch
import Glibc
import SampleStore
import Synchronization

/// A batch that is being saved on another thread, while the next one is read.
///
/// The outcome is written once by that thread and read after `isDone` was signalled; a `Mutex`
/// holds it.
final class BatchSaving: Sendable {
  private let outcome = Mutex<Result<HealthStore.SavingOutcome, StoreError>?>(nil)
  private let isDone = DispatchSemaphore(value: 0)
  private let batch: [Sample]
  private let store: HealthStore

  /// Begins to save, or has saved where the system gives no further thread: libdispatch would wait for one for ever.
  init(_ batch: [Sample], into store: HealthStore) {
    self.batch = batch
    self.store = store
    var thread = pthread_t()
    let own = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<BatchSaving>.fromOpaque(context).takeRetainedValue().save() }
        return nil
      }, own.toOpaque())
    guard code != 0 else {
      pthread_detach(thread)
      return
    }
    own.release()
    save()
  }

  private func save() {
    let result = Result { () throws(StoreError) in try store.saveNew(batch) }
    outcome.withLock { $0 = result }
    isDone.signal()
  }

  /// Waits until the batch is on the disk, once.
  func wait() throws(StoreError) -> HealthStore.SavingOutcome {
    isDone.wait()
    guard let result = outcome.withLock({ $0 }) else { preconditionFailure("nothing was saved") }
    return try result.get()
  }
}
