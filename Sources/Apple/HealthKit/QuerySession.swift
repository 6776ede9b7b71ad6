internal import SampleStore
internal import Synchronization

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

  /// Passes on elements one by one, and whether each is the last; or the error.
  func each<Element: Sendable>(
    _ elements: @escaping @autoclosure @Sendable () throws -> [Element],
    _ handler: @escaping @Sendable (Element, _ isLast: Bool) -> Void
  ) {
    healthStore.queue.async { [query] in
      do {
        let elements = try elements()
        for (index, element) in elements.enumerated() {
          guard query.isRunning else { return }
          let isLast = index == elements.count - 1
          if isLast { query.stop() }
          handler(element, isLast)
        }
      } catch {
        query.stop()
        query.fail(HKError(error))
      }
    }
  }

  /// Passes on one answer, or one after each change, and whether it is the first.
  func answer<Value: Sendable, Answers: AsyncSequence & Sendable>(
    _ work: @escaping @Sendable (HealthStore) throws -> Value,
    following answers: (@Sendable (HealthStore) throws -> Answers)?,
    _ handler: @escaping @Sendable (_ isFirst: Bool, Result<Value, any Error>) -> Void
  ) where Answers.Element == Value {
    guard let answers else { return once(work) { handler(true, $0) } }
    let isFirst = Mutex(true)
    live(answers) { result in
      let isNow = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      handler(isNow, result)
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
