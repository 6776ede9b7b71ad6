internal import Foundation
internal import SampleStore

/// The types and the condition of a query. They are read from HealthKit's objects when the query is
/// created, so that no predicate crosses threads.
struct SampleSearch: Sendable {
  let types: Result<[SampleType], HKError>
  let condition: Result<SamplePredicate?, HKError>

  init(of type: HKObjectType?, matching predicate: NSPredicate?) {
    self.init(of: type, matching: ReadPredicate(predicate))
  }

  init(of type: HKObjectType?, matching predicate: ReadPredicate) {
    if let type = type as? HKSampleType {
      types = .success([type.type])
    } else {
      types = .failure(.invalid("\(type?.identifier ?? "nothing") has no samples"))
    }
    condition = predicate.condition
  }

  /// Creates a search for several types, each with a separate condition: it finds their union.
  init(of descriptors: [HKQueryDescriptor]) {
    var types: [SampleType] = []
    for descriptor in descriptors where !types.contains(descriptor.sampleType.type) {
      types.append(descriptor.sampleType.type)
    }
    self.types = .success(types)
    let conditions = descriptors.map(\.condition)
    guard let first = conditions.first else {
      condition = .failure(.invalid("a query needs a type"))
      return
    }
    if conditions.allSatisfy({ $0 == first }) {
      condition = first
      return
    }
    do throws(HKError) {
      var parts: [SamplePredicate] = []
      for descriptor in descriptors {
        parts.append(.ofType(descriptor.sampleType.type, try descriptor.condition.get()))
      }
      condition = .success(.any(parts))
    } catch {
      condition = .failure(error)
    }
  }

  /// - Parameter limit: The maximum number of samples; `HKObjectQueryNoLimit` for all.
  func query(
    limit: Int = HKObjectQueryNoLimit, order: SampleQuery.Order = .oldestFirst
  ) throws -> SampleQuery {
    guard limit >= 0 else { throw HKError.invalid("a limit cannot be negative") }
    return SampleQuery(
      of: try types.get(), where: try condition.get(),
      limit: limit == HKObjectQueryNoLimit ? nil : limit, order: order)
  }

  /// Returns the query of a program that reads. Throws `errorAuthorizationNotDetermined` if it has neither
  /// asked whether it may read one of the types nor may save it: then it finds what it saved itself.
  func readingQuery(
    in store: HealthStore, limit: Int = HKObjectQueryNoLimit,
    order: SampleQuery.Order = .oldestFirst
  ) throws -> SampleQuery {
    for type in try types.get().flatMap(\.permissions) {
      let known = try store.authorization(for: type)
      guard known.reading == .notDetermined, known.sharing != .authorized else { continue }
      throw HKError(
        .errorAuthorizationNotDetermined,
        "the program has not asked whether it may read \(type.identifier); request it first")
    }
    return try query(limit: limit, order: order)
  }
}

/// The limit of a query for all samples.
public let HKObjectQueryNoLimit = 0
