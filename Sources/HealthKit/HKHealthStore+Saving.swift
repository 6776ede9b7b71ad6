public import Foundation
internal import SampleStore

extension HKHealthStore {
  @preconcurrency
  public func save(
    _ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    save([object], withCompletion: completion)
  }

  /// Saves all the objects or none. A correlation is saved with its members.
  @preconcurrency
  public func save(
    _ objects: [HKObject],
    withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let source = settings.source
    perform({ try Self.save(objects, from: source, to: $0) }) { completion($0.isSuccess, $0.error) }
  }

  public func save(_ object: HKObject) async throws {
    try await save([object])
  }

  public func save(_ objects: [HKObject]) async throws {
    let source = settings.source
    try await perform { try Self.save(objects, from: source, to: $0) }
  }

  private static func save(
    _ objects: [HKObject], from source: Source, to store: HealthStore
  ) throws {
    try store.save(objects.map { try $0.storeSample(from: source) })
  }

  @preconcurrency
  public func delete(
    _ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    delete([object], withCompletion: completion)
  }

  /// Deletes objects that this program saved, all or none. An empty list is `errorInvalidArgument`.
  @preconcurrency
  public func delete(
    _ objects: [HKObject],
    withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    perform({ try Self.delete(objects, from: $0) }) { completion($0.isSuccess, $0.error) }
  }

  public func delete(_ object: HKObject) async throws {
    try await delete([object])
  }

  public func delete(_ objects: [HKObject]) async throws {
    try await perform { try Self.delete(objects, from: $0) }
  }

  private static func delete(_ objects: [HKObject], from store: HealthStore) throws {
    guard !objects.isEmpty else { throw HKError.invalid("there is nothing to delete") }
    try store.delete(objects.map(\.uuid))
  }

  /// Deletes the objects that match and that this program saved. The completion receives their
  /// number.
  @preconcurrency
  public func deleteObjects(
    of objectType: HKObjectType, predicate: NSPredicate,
    withCompletion completion: @escaping @Sendable (Bool, Int, (any Error)?) -> Void
  ) {
    let query = SampleSearch(of: objectType, matching: predicate)
    perform({ try $0.delete(matching: query.query()) }) {
      completion($0.isSuccess, $0.value ?? 0, $0.error)
    }
  }

  @discardableResult
  public func deleteObjects(
    of objectType: HKObjectType, predicate: NSPredicate
  ) async throws -> Int {
    let query = SampleSearch(of: objectType, matching: predicate)
    return try await perform { try $0.delete(matching: query.query()) }
  }

  /// Records that samples were taken during a workout. Those that are not in the store are saved.
  @preconcurrency
  public func add(
    _ samples: [HKSample], to workout: HKWorkout,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let source = settings.source
    perform({ try Self.add(samples, to: workout, from: source, in: $0) }) {
      completion($0.isSuccess, $0.error)
    }
  }

  public func addSamples(_ samples: [HKSample], to workout: HKWorkout) async throws {
    let source = settings.source
    try await perform { try Self.add(samples, to: workout, from: source, in: $0) }
  }

  private static func add(
    _ samples: [HKSample], to workout: HKWorkout, from source: Source, in store: HealthStore
  ) throws {
    let ids = samples.map(\.uuid)
    let known = Set(try store.allSamples(matching: SampleQuery(ids: ids)).map(\.id))
    try save(samples.filter { !known.contains($0.uuid) }, from: source, to: store)
    try store.add(ids, toWorkout: workout.uuid)
  }
}
