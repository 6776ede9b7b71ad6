internal import Foundation
internal import SampleStore

/// One execution of a query. It works with the store, and calls handlers on the store's queue while
/// the query runs.
struct QuerySession: Sendable {
  let healthStore: HKHealthStore
  let query: HKQuery

  /// Does work once.
  func once<Value: Sendable>(
    _ work: @escaping @Sendable (HealthStore) throws -> Value,
    then: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    healthStore.queue.async { [query, healthStore] in
      guard query.isRunning else { return }
      let result = Result { try work(healthStore.store()) }.mapError { HKError($0) as any Error }
      guard query.isRunning else { return }
      query.stop()
      then(result)
    }
  }

  /// Passes on answers until the query is stopped. After a failure no more follow.
  func live<Answers: AsyncSequence & Sendable>(
    _ make: @escaping @Sendable (HealthStore) throws -> Answers,
    then: @escaping @Sendable (Result<Answers.Element, any Error>) -> Void
  ) where Answers.Element: Sendable {
    let task = Task.detached {
      do {
        let answers = try await healthStore.perform(make)
        for try await answer in answers { await deliver(.success(answer), then) }
      } catch is CancellationError {
        return
      } catch {
        await deliver(.failure(HKError(error)), then)
      }
    }
    query.follow(task)
  }

  private func deliver<Value: Sendable>(
    _ result: Result<Value, any Error>,
    _ then: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) async {
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      healthStore.queue.async {
        if query.isRunning { then(result) }
        done.resume()
      }
    }
  }
}
