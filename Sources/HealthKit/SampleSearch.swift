internal import Foundation
internal import SampleStore

/// The types and the condition of a query. They are read from HealthKit's objects when the query is
/// created, so that no predicate crosses threads.
struct SampleSearch: Sendable {
  let types: Result<[SampleType], HKError>
  let condition: Result<SamplePredicate?, HKError>

  init(of type: HKObjectType?, matching predicate: NSPredicate?) {
    if let type = type as? HKSampleType {
      types = .success([type.type])
    } else {
      types = .failure(.invalid("\(type?.identifier ?? "nothing") has no samples"))
    }
    condition = SampleCondition.read(predicate)
  }

  /// Creates a search for several types that share one condition. One query cannot have several
  /// conditions.
  init(of descriptors: [HKQueryDescriptor]) {
    let conditions = descriptors.map(\.condition)
    types = .success(descriptors.map(\.sampleType.type))
    if let first = conditions.first, conditions.allSatisfy({ $0 == first }) {
      condition = first
    } else {
      condition = .failure(
        .invalid(
          conditions.isEmpty
            ? "a query needs a type" : "the types of one query must have the same predicate"))
    }
  }

  /// - Parameter limit: The greatest number of samples; `HKObjectQueryNoLimit` for all.
  func query(
    limit: Int = HKObjectQueryNoLimit, order: SampleQuery.Order = .oldestFirst
  ) throws -> SampleQuery {
    guard limit >= 0 else { throw HKError.invalid("a limit cannot be negative") }
    return SampleQuery(
      of: try types.get(), where: try condition.get(),
      limit: limit == HKObjectQueryNoLimit ? nil : limit, order: order)
  }
}

/// The limit of a query for all samples.
public let HKObjectQueryNoLimit = 0
