/// Tells which types have changed, whoever changed them, in this process or another.
///
/// An element holds every type that changed since the element before, so nothing is lost and nothing
/// queues up however slowly it is read. It begins with what changes after it was made. SQLite's counter of
/// other connections' commits is looked at each `interval`, for a few microseconds.
public struct StoreUpdates: AsyncSequence, Sendable {
  public typealias Element = Set<SampleType>

  let store: HealthStore

  /// By identifier; `nil` for every type there is or will be.
  let types: [String: SampleType]?
  let interval: Duration
  let seen: [String: Int64]

  public func makeAsyncIterator() -> Iterator { Iterator(updates: self) }

  public struct Iterator: AsyncIteratorProtocol {
    let updates: StoreUpdates
    private var probe: ChangeProbe?

    init(updates: StoreUpdates) {
      self.updates = updates
    }

    /// `nil` when the task is cancelled; throws where the store can no longer be read.
    public mutating func next() async throws -> Set<SampleType>? {
      let probe = try self.probe ?? ChangeProbe(updates.store, seen: updates.seen)
      self.probe = probe
      while !Task.isCancelled {
        let changed = Set(
          try probe.changedTypes().compactMap { identifier in
            updates.types == nil
              ? SampleType(knownIdentifier: identifier) ?? updates.store.type(named: identifier)
              : updates.types?[identifier]
          })
        if !changed.isEmpty { return changed }
        do {
          try await Task.sleep(for: updates.interval)
        } catch {
          return nil
        }
      }
      return nil
    }
  }
}

extension HealthStore {
  /// Which of these types change from now on, or of all where `types` is `nil`.
  ///
  /// A program hears of types that it was granted.
  /// - Parameter interval: How often to look.
  public func updates(
    of types: Set<SampleType>? = nil, every interval: Duration = .milliseconds(100)
  ) throws(StoreError) -> StoreUpdates {
    StoreUpdates(
      store: self,
      types: types.map { types in
        Dictionary(types.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
      }, interval: interval, seen: try changeCounts())
  }

  /// Transactions that touched each type, by identifier.
  func changeCounts() throws(StoreError) -> [String: Int64] {
    try withConnection { connection throws(StoreError) in
      try ChangeProbe.read(ChangeProbe.counts(connection, for: client))
    }
  }

  /// A type that the store knows; `nil` where it does not.
  public func type(named identifier: String) -> SampleType? {
    try? withConnection { connection throws(StoreError) -> SampleType? in
      let find = try connection.prepare(
        "SELECT id FROM sample_type WHERE identifier = ?1", to: "read from")
      try find.bind([.text(identifier)])
      guard try find.step() else { return nil }
      var shared = SharedRowReader(find)
      return try shared.type(find.integer(0))
    }
  }
}
