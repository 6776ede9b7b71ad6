/// The answer to a query now, and again after each change of the types that the query is about.
///
/// A reader that is slower than the changes misses the answers in between.
public struct LiveQuery<Answer: Sendable>: AsyncSequence, Sendable {
  /// An answer.
  public typealias Element = Answer

  let updates: StoreUpdates

  /// Answers the query, given the last answer; `nil` if nothing is new.
  let answer: @Sendable (HealthStore, Answer?) throws -> Answer?

  /// Whether an answer was cut off by a limit, so that the query is asked again at once.
  let hasMore: @Sendable (Answer) -> Bool

  /// Begins with the present answer.
  public func makeAsyncIterator() -> Iterator { Iterator(query: self) }

  /// Gives one answer after another.
  public struct Iterator: AsyncIteratorProtocol {
    let query: LiveQuery
    private var changes: StoreUpdates.Iterator
    private var last: Answer?
    private var asksAgain = true

    init(query: LiveQuery) {
      self.query = query
      changes = query.updates.makeAsyncIterator()
    }

    /// Returns the next answer; `nil` when the task is canceled.
    public mutating func next() async throws -> Answer? {
      while !Task.isCancelled {
        if !asksAgain {
          guard try await changes.next() != nil else { return nil }
        }
        asksAgain = false
        let (query, last) = (query, last)
        if let answer = try await query.updates.store.perform({ try query.answer($0, last) }) {
          self.last = answer
          asksAgain = query.hasMore(answer)
          return answer
        }
      }
      return nil
    }
  }
}

extension HealthStore {
  /// Returns the samples saved and deleted since an anchor, and then further ones as it happens.
  ///
  /// The first element comes at once, even if nothing happened. Each has the anchor to continue
  /// from.
  /// - Parameter limit: The most additions and deletions in one element.
  public func liveChanges(
    since anchor: QueryAnchor?, matching query: SampleQuery, limit: Int? = nil,
    every interval: Duration = .milliseconds(100)
  ) throws(StoreError) -> LiveQuery<StoreChanges> {
    LiveQuery(
      updates: try updates(of: query.types.map(Set.init), every: interval),
      answer: { store, last in
        let changes = try store.changes(
          since: last?.anchor ?? anchor, matching: query, limit: limit)
        let isEmpty = changes.added.isEmpty && changes.deleted.isEmpty
        return isEmpty && last != nil ? nil : changes
      }, hasMore: \.hasMore)
  }

  /// Returns the statistics of every interval now, and again whenever samples of the type change.
  public func liveStatisticsCollection(
    of type: QuantityType, matching query: SampleQuery = SampleQuery(),
    _ options: StatisticsOptions, by intervals: CalendarIntervals,
    every interval: Duration = .milliseconds(100)
  ) throws(StoreError) -> LiveQuery<StatisticsCollection> {
    LiveQuery(
      updates: try updates(of: [.quantity(type)], every: interval),
      answer: { store, last in
        let answer = try store.statisticsCollection(
          of: type, matching: query, options, by: intervals)
        return answer == last ? nil : answer
      }, hasMore: { _ in false })
  }
}
