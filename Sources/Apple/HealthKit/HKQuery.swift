public import Foundation
internal import Synchronization

/// A query of the store. `HKHealthStore.execute` executes it once.
///
/// It and its subclasses are `@unchecked Sendable` because `NSObject` and `NSPredicate` are not:
/// what changes is guarded by a `Mutex`, and the predicate is read when the query is created, then
/// only returned.
public class HKQuery: NSObject, @unchecked Sendable {
  public let objectType: HKObjectType?
  public let predicate: NSPredicate?
  let search: SampleSearch
  private let state = Mutex(State.new)

  private enum State {
    case new, running, ended
    case following(Task<Void, Never>)
  }

  init(_ type: HKObjectType?, _ predicate: NSPredicate?) {
    objectType = type
    self.predicate = predicate
    search = SampleSearch(of: type, matching: predicate)
  }

  /// Creates a query of a type that HealthKit does not count among samples, such as activity summaries.
  init(_ type: HKObjectType, _ predicate: NSPredicate?, _ search: SampleSearch) {
    objectType = type
    self.predicate = predicate
    self.search = search
  }

  init(_ descriptors: [HKQueryDescriptor]) {
    objectType = descriptors.count == 1 ? descriptors.first?.sampleType : nil
    predicate = descriptors.count == 1 ? descriptors.first?.predicate : nil
    search = SampleSearch(of: descriptors)
  }

  /// The name of earlier versions.
  public var sampleType: HKSampleType? { objectType as? HKSampleType }

  /// Does the work of a kind of query.
  func begin(in session: QuerySession) {}

  /// Passes an error to the handler of a kind of query.
  func fail(_ error: HKError) {}

  final func execute(in store: HKHealthStore) {
    let isNew = state.withLock { state in
      guard case .new = state else { return false }
      state = .running
      return true
    }
    if isNew {
      begin(in: QuerySession(healthStore: store, query: self))
    } else {
      store.queue.async { self.fail(.invalid("a query is executed once; make another")) }
    }
  }

  /// Keeps the task that follows the store, so that it can be cancelled at the end.
  final func follow(_ task: Task<Void, Never>) {
    let hasEnded = state.withLock { state in
      if case .ended = state { return true }
      state = .following(task)
      return false
    }
    if hasEnded { task.cancel() }
  }

  final func stop() {
    let last = state.withLock { state in
      defer { state = .ended }
      return state
    }
    if case .following(let task) = last { task.cancel() }
  }

  /// Whether handlers may still be called.
  final var isRunning: Bool {
    state.withLock { state in
      switch state {
      case .running, .following: true
      case .new, .ended: false
      }
    }
  }
}
