public import Foundation
public import SampleStore
internal import Synchronization

/// The health samples of one person that this program may see.
///
/// The store is opened at its first use. Handlers are called on one serial background queue. It is
/// `@unchecked Sendable` because `NSObject` is not: what changes is guarded by a `Mutex`.
open class HKHealthStore: NSObject, @unchecked Sendable {
  /// The settings of new stores. A task and its child tasks may have their own:
  /// `HKHealthStore.$settings.withValue(...) { ... }`.
  @TaskLocal public static var settings = HKHealthStoreSettings()

  let settings: HKHealthStoreSettings

  /// The queue on which queries are answered and handlers called.
  let queue = DispatchQueue(label: "HealthKit.HKHealthStore")

  private let opened = Mutex<HealthStore?>(nil)

  public override init() {
    settings = Self.settings
  }

  /// Creates a store with its own settings.
  public init(settings: HKHealthStoreSettings) {
    self.settings = settings
  }

  public convenience init(location: StoreLocation) {
    self.init(settings: HKHealthStoreSettings(location: location))
  }

  /// Returns whether a store exists or can be created.
  open class func isHealthDataAvailable() -> Bool {
    guard let location = try? settings.resolvedLocation() else { return false }
    return HealthStore.isAvailable(at: location)
  }

  /// Returns the store underneath. It is opened once; if that failed, the next call tries again.
  package func store() throws -> HealthStore {
    try opened.withLock { opened in
      if let opened { return opened }
      let location = try settings.resolvedLocation()
      let store = try HealthStore(location: location, client: .application(settings.source))
      opened = store
      return store
    }
  }

  /// Starts a query. Its handlers are called until it has answered or is stopped.
  open func execute(_ query: HKQuery) {
    query.execute(in: self)
  }

  /// Stops a query. No handler is called afterwards, but one that is running continues to its end.
  open func stop(_ query: HKQuery) {
    query.stop()
  }

  /// Does work on the queue and passes the result to `completion` there. Errors are `HKError`s.
  func perform<Value: Sendable>(
    _ work: @escaping @Sendable (HealthStore) throws -> Value,
    then: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    queue.async {
      then(Result { try work(self.store()) }.mapError { HKError($0) })
    }
  }

  /// Does work on the queue and returns its result. Errors are `HKError`s.
  func perform<Value: Sendable>(
    _ work: @escaping @Sendable (HealthStore) throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    return try await withCheckedThrowingContinuation { caller in
      perform(work) { caller.resume(with: $0) }
    }
  }
}

extension Result {
  /// The value that a handler receives; `nil` for an error.
  var value: Success? { try? get() }

  var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }

  var isSuccess: Bool { error == nil }
}
