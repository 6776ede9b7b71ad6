public import Foundation
internal import SampleStore

/// A query for samples, for use with `await`.
public struct HKSampleQueryDescriptor<Sample: HKSample>: Sendable {
  private let search: SampleSearch
  private let limit: Int?
  private let order: Result<SampleQuery.Order, HKError>

  /// - Parameters:
  ///   - predicates: One for each type; the answer is the union.
  ///   - sortDescriptors: The order, by start, end or type; empty for the oldest first.
  ///   - limit: The maximum number of samples; `nil` for all.
  public init(
    predicates: [HKSamplePredicate<Sample>], sortDescriptors: [SortDescriptor<Sample>] = [],
    limit: Int? = nil
  ) {
    search = SampleSearch(of: predicates.map(\.descriptor))
    self.limit = limit
    order = SampleOrdering.read(sortDescriptors)
  }

  public func result(for healthStore: HKHealthStore) async throws -> [Sample] {
    try await healthStore.perform { store in
      let query = try search.readingQuery(
        in: store, limit: limit ?? HKObjectQueryNoLimit, order: order.get())
      return try store.allSamples(matching: query).compactMap { HKSample.of($0) as? Sample }
    }
  }
}
