/// A query's answer, and its answer again after each change of the types it is about.
///
/// Where it is read more slowly than the store changes, answers in between are left out.
public struct LiveQuery<Answer: Sendable>: AsyncSequence, Sendable {
  public typealias Element = Answer

  let updates: StoreUpdates

  /// Told the last answer; `nil` where there is nothing new to say.
  let answer: @Sendable (HealthStore, Answer?) throws -> Answer?

  /// Whether an answer says of itself that there is more to ask for.
  let hasMore: @Sendable (Answer) -> Bool

  public func makeAsyncIterator() -> Iterator { Iterator(query: self) }

  public struct Iterator: AsyncIteratorProtocol {
    let query: LiveQuery
    private var changes: StoreUpdates.Iterator
    private var last: Answer?
    private var asksAgain = true

    init(query: LiveQuery) {
      self.query = query
      changes = query.updates.makeAsyncIterator()
    }

    /// `nil` when the task is cancelled.
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
  /// What was saved and deleted since an anchor, and from then on as it happens.
  ///
  /// The first element comes at once, also where nothing happened; each says from where to go on.
  /// - Parameter limit: At most so many additions and deletions an element.
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

  /// Statistics of every interval now, and again whenever samples of the type change.
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
