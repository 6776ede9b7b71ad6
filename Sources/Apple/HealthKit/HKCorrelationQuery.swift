public import Foundation
internal import SampleStore

/// A query for correlations, by conditions on themselves and on their members, answered once.
///
/// It is `@unchecked Sendable` as `HKQuery` is: its mutable state is behind a lock.
public final class HKCorrelationQuery: HKQuery, @unchecked Sendable {
  public let correlationType: HKCorrelationType

  private let given: Returned<[HKSampleType: NSPredicate]?>
  private let members: [SampleSearch]
  private let handler: @Sendable (HKCorrelationQuery, [HKCorrelation]?, (any Error)?) -> Void

  @preconcurrency
  public init(
    type: HKCorrelationType, predicate: NSPredicate?,
    samplePredicates: [HKSampleType: NSPredicate]?,
    completion: @escaping @Sendable (HKCorrelationQuery, [HKCorrelation]?, (any Error)?) -> Void
  ) {
    correlationType = type
    given = Returned(samplePredicates)
    members = (samplePredicates ?? [:]).map { SampleSearch(of: $0.key, matching: $0.value) }
    handler = completion
    super.init(type, predicate)
  }

  /// The condition that members of a type must meet.
  public var samplePredicates: [HKSampleType: NSPredicate]? { given.value }

  override func begin(in session: QuerySession) {
    let (search, members) = (search, members)
    session.once({ store in
      // The store answers each condition. A correlation matches if every answer holds one of its
      // members.
      let answers = try members.map { member in
        var query = try member.query()
        query.predicate = .all([.isInCorrelation] + (query.predicate.map { [$0] } ?? []))
        return Set(try store.allSamples(matching: query).map(\.id))
      }
      return try store.allSamples(matching: search.readingQuery(in: store)).compactMap { sample in
        guard case .correlation(let correlation) = sample else { return nil }
        let ids = Set(correlation.members.map(\.id))
        guard answers.allSatisfy({ !$0.isDisjoint(with: ids) }) else { return nil }
        return HKCorrelation(correlation)
      }
    }) { (result: Result<[HKCorrelation], any Error>) in
      self.handler(self, result.value, result.error)
    }
  }

  override func fail(_ error: HKError) { handler(self, nil, error) }
}
