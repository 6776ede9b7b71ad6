public import Foundation
internal import SampleStore

/// A query for the sources that saved samples of a type, answered once.
///
/// It is `@unchecked Sendable` as `HKQuery` is: its mutable state is behind a lock.
public final class HKSourceQuery: HKQuery, @unchecked Sendable {
  private let handler: @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void

  @preconcurrency
  public init(
    sampleType: HKSampleType, samplePredicate: NSPredicate?,
    completionHandler: @escaping @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void
  ) {
    handler = completionHandler
    super.init(sampleType, samplePredicate)
  }

  override func begin(in session: QuerySession) {
    let search = search
    session.once({ store in
      Set(
        try store.sources(matching: search.readingQuery(in: store)).map {
          HKSource(name: $0.name, bundleIdentifier: $0.bundleIdentifier)
        })
    }) { self.handler(self, $0.value, $0.error) }
  }

  override func fail(_ error: HKError) { handler(self, nil, error) }
}
