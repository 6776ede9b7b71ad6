public import Foundation
internal import Synchronization

/// A query of the store. `HKHealthStore.execute` executes it once.
///
/// It and its subclasses are `@unchecked Sendable` because they form a hierarchy: its mutable state is
/// guarded by a `Mutex`.
public class HKQuery: NSObject, @unchecked Sendable {
  public let objectType: HKObjectType?
  private let read: ReadPredicate
  let search: SampleSearch
  private let state = Mutex(State.new)

  private enum State {
    case new, running, ended
    case following(Task<Void, Never>)
  }

  /// - Parameter search: The search for a type that HealthKit does not count among samples, such as activity summaries.
  init(_ type: HKObjectType?, _ predicate: NSPredicate?, _ search: SampleSearch? = nil) {
    objectType = type
    read = ReadPredicate(predicate)
    self.search = search ?? SampleSearch(of: type, matching: read)
  }

  init(_ descriptors: [HKQueryDescriptor]) {
    objectType = descriptors.count == 1 ? descriptors.first?.sampleType : nil
    read = ReadPredicate(descriptors.count == 1 ? descriptors.first?.predicate : nil)
    search = SampleSearch(of: descriptors)
  }

  public var predicate: NSPredicate? { read.predicate }

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

  /// Keeps the task that follows the store, so that it can be canceled at the end.
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
