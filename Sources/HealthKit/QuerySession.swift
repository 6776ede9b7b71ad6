internal import Foundation
internal import SampleStore

/// One execution of a query: work with the store, and handlers on its queue while the query runs.
struct QuerySession: Sendable {
  let healthStore: HKHealthStore
  let query: HKQuery

  /// Work that is done once.
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

  /// Answers that follow the store until the query is stopped. A failure is the last that is told.
  func live<Answers: AsyncSequence & Sendable>(
    _ make: @escaping @Sendable (HealthStore) throws -> Answers,
    then: @escaping @Sendable (Result<Answers.Element, any Error>) -> Void
  ) where Answers.Element: Sendable {
    let task = Task.detached {
      do {
        let answers = try await healthStore.perform(make)
        for try await answer in answers { await tell(.success(answer), then) }
      } catch is CancellationError {
        return
      } catch {
        await tell(.failure(HKError(error)), then)
      }
    }
    query.follow(task)
  }

  private func tell<Value: Sendable>(
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
