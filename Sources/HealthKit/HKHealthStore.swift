public import Foundation
public import SampleStore
internal import Synchronization

/// The health samples of one person, as this program may see them.
///
/// It is opened when it is first used. Handlers are called on one serial background queue. It is
/// `@unchecked Sendable` because `NSObject` is not: what changes is guarded by a `Mutex`.
open class HKHealthStore: NSObject, @unchecked Sendable {
  /// What stores are made with; a task and what it starts may have their own:
  /// `HKHealthStore.$settings.withValue(...) { ... }`.
  @TaskLocal public static var settings = HKHealthStoreSettings()

  let settings: HKHealthStoreSettings

  /// Where queries are answered and handlers called.
  let queue = DispatchQueue(label: "HealthKit.HKHealthStore")

  private let opened = Mutex<HealthStore?>(nil)

  public override init() {
    settings = Self.settings
  }

  /// A store at a place of its own.
  public init(settings: HKHealthStoreSettings) {
    self.settings = settings
  }

  public convenience init(location: StoreLocation) {
    self.init(settings: HKHealthStoreSettings(location: location))
  }

  /// Whether a store is there, or could be made.
  open class func isHealthDataAvailable() -> Bool {
    guard let location = try? settings.resolvedLocation() else { return false }
    return HealthStore.isAvailable(at: location)
  }

  /// The store behind; opened once, tried again where that failed.
  func store() throws -> HealthStore {
    try opened.withLock { opened in
      if let opened { return opened }
      let location = try settings.resolvedLocation()
      let store = try HealthStore(location: location, client: .application(settings.source))
      opened = store
      return store
    }
  }

  /// Starts a query; its handlers are called until it has answered or is stopped.
  open func execute(_ query: HKQuery) {
    query.execute(in: self)
  }

  /// Ends a query; after that no handler is called, but one that is running runs to its end.
  open func stop(_ query: HKQuery) {
    query.stop()
  }

  /// Work on the queue, and its result there too; errors are `HKError`s.
  func perform<Value: Sendable>(
    _ work: @escaping @Sendable (HealthStore) throws -> Value,
    then: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    queue.async {
      then(Result { try work(self.store()) }.mapError { HKError($0) })
    }
  }

  /// The same for those who wait.
  func perform<Value: Sendable>(
    _ work: @escaping @Sendable (HealthStore) throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    return try await withCheckedThrowingContinuation { continuation in
      perform(work) { continuation.resume(with: $0) }
    }
  }
}

extension Result {
  /// What a handler is told.
  var value: Success? { try? get() }

  var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }

  var isSuccess: Bool { error == nil }
}
