internal import Foundation
internal import SampleStore

/// A query for the sources that saved samples of a type, for use with `await`.
public struct HKSourceQueryDescriptor<Sample: HKSample>: Sendable {
  private let search: SampleSearch

  public init(predicate: HKSamplePredicate<Sample>) {
    search = predicate.search
  }

  /// Returns the sources, each once, by name.
  public func result(for healthStore: HKHealthStore) async throws -> [HKSource] {
    try await healthStore.perform { store in
      let sources = try store.sources(matching: search.readingQuery(in: store)).map {
        HKSource(name: $0.name, bundleIdentifier: $0.bundleIdentifier)
      }
      return Set(sources).sorted { ($0.name, $0.bundleIdentifier) < ($1.name, $1.bundleIdentifier) }
    }
  }
}
