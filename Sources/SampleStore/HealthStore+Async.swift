import Dispatch

extension HealthStore {
  /// Runs work with the store where it may wait for the disk and for other programs, and suspends the
  /// caller meanwhile.
  ///
  /// Every reading and saving has its async form so: `try await store.perform { try $0.samples(matching: query) }`.
  /// A task that is cancelled before its turn throws `CancellationError`.
  public func perform<Result: Sendable>(
    _ work: @escaping @Sendable (HealthStore) throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(with: Swift.Result { try work(self) })
      }
    }
  }
}
