/// Reports which types have changed, in this process or another.
///
/// An element holds every type that changed since the element before, so nothing is lost and
/// nothing queues up however slowly it is read. It begins with changes after it was made. It looks for
/// them each `interval`, for a few microseconds.
public struct StoreUpdates: AsyncSequence, Sendable {
  /// The types that changed since the element before.
  public typealias Element = Set<SampleType>

  let store: HealthStore

  /// The types by identifier; `nil` for every present and future type.
  let types: [String: SampleType]?
  let interval: Duration
  let seen: [String: Int64]

  /// Begins to wait for changes.
  public func makeAsyncIterator() -> Iterator { Iterator(updates: self) }

  /// Waits for one change after another, through a separate connection.
  public struct Iterator: AsyncIteratorProtocol {
    let updates: StoreUpdates
    private var probe: ChangeProbe?

    init(updates: StoreUpdates) {
      self.updates = updates
    }

    /// Returns the types that have changed; `nil` when the task is canceled. Throws if the store
    /// can no longer be read.
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
        // It ends early only if the task is canceled.
        try? await Task.sleep(for: updates.interval)
      }
      return nil
    }
  }
}

extension HealthStore {
  /// Returns the changes of these types from now on, or of all types if `types` is `nil`.
  ///
  /// A program is notified of types that it was granted.
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
    try read(.watch) { connection throws(StoreError) in
      try ChangeProbe.counts(connection, for: client)
    }
  }

  /// Returns the type of an identifier; `nil` if the store does not know it.
  public func type(named identifier: String) -> SampleType? {
    try? read { connection throws(StoreError) -> SampleType? in
      let row = try connection.integer(
        "SELECT id FROM sample_type WHERE identifier = ?1", [.text(identifier)])
      guard let row else { return nil }
      var lookup = LookupTableReader(connection)
      return try lookup.type(row)
    }
  }
}
