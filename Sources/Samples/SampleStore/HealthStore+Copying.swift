import FoundationEssentials

extension HealthStore {
  /// The outcome of copying one store into another.
  public struct CopyOutcome: Sendable, Equatable {
    /// Samples that the other store has now and had not before.
    public var saved = 0

    /// Samples that the other store had already, or a newer version of them.
    public var known = 0

    /// Samples that the other store had, and that were deleted from this one.
    public var deleted = 0

    /// The reasons why samples were left out: one sentence each, without its capital and period.
    public var refused: [String] = []

    /// Samples of this store that cannot be read; `problems` names them.
    public var unreadable = 0

    /// Lists of sources, permissions of programs, samples' workouts and characteristics of the person
    /// that were new there.
    public var settings = 0
  }

  /// Brings another store up to this one, whatever engines keep the two.
  ///
  /// Samples come in the order in which they were saved here, each with its identifier, source, device
  /// and metadata. The work is done in many transactions and can be repeated: a copy that was cut off
  /// continues where it was, and a second one finds nothing to do. Samples that only the other store
  /// has stay, and so do its decisions on permissions, the order of sources, and its facts about
  /// the person. Samples deleted here are deleted there, as far back as this store remembers.
  /// Requests for background delivery are not copied: they belong to a program on one machine.
  ///
  /// - Parameters:
  ///   - isCancelled: Asked after each transaction; `true` ends the work with an error of reason
  ///     `cancelled`.
  ///   - progress: Takes how many samples have been looked at, and how many there are.
  public func copy(
    into other: HealthStore, isCancelled: () -> Bool = { false },
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(StoreError) -> CopyOutcome {
    try requireOwner(to: .backUp)
    try other.requireOwner(to: .save)
    try other.requireWritable(to: .save)
    guard location != other.location, !(other.location.path.map(isKept(in:)) ?? false) else {
      throw other.failure(.copy, .locationIsUnusable, "it is the store itself")
    }
    var outcome = CopyOutcome()
    try copyDeletions(into: other, &outcome, isCancelled)
    let total = try count(matching: SampleQuery())
    var done = 0
    // After every deletion: samples that still count were copied before.
    var anchor = try beginning()
    while true {
      let changes = try changes(since: anchor, matching: SampleQuery(), limit: Self.portion)
      outcome.deleted += try other.deleteThoseThere(changes.deleted.map(\.id))
      let saving = try other.saveNew(changes.added)
      outcome.saved += saving.saved
      outcome.known += saving.known
      outcome.refused += saving.refused.map(\.reason)
      done += changes.added.count
      progress(min(done, total), total)
      try Self.check(isCancelled, other)
      anchor = changes.anchor
      if !changes.hasMore { break }
    }
    outcome.unreadable = max(0, total - done)
    outcome.settings += try copyWorkouts(into: other)
    outcome.settings += try copySettings(into: other)
    outcome.settings += try other.fillProfile(from: profile()).count
    return outcome
  }

  /// The number of samples copied in one transaction.
  private static let portion = 2000

  private static func check(
    _ isCancelled: () -> Bool, _ other: HealthStore
  ) throws(StoreError) {
    if isCancelled() { throw other.failure(.copy, .cancelled, "the copying was stopped") }
  }

  /// Deletes samples from the other store that were deleted here and have not been saved again since.
  private func copyDeletions(
    into other: HealthStore, _ outcome: inout CopyOutcome, _ isCancelled: () -> Bool
  ) throws(StoreError) {
    var after: QueryAnchor? = try beginningOfDeletions()
    while let since = after {
      let changes = try changes(since: since, matching: SampleQuery(), limit: Self.portion)
      let ids = changes.deleted.map(\.id)
      let present = try present(among: ids)
      outcome.deleted += try other.deleteThoseThere(ids.filter { !present.contains($0) })
      try Self.check(isCancelled, other)
      after = changes.hasMore && !ids.isEmpty ? changes.anchor : nil
    }
  }

  private func deleteThoseThere(_ ids: [UUID]) throws(StoreError) -> Int {
    let there = try present(among: ids)
    return there.isEmpty ? 0 : try delete(ids.filter(there.contains))
  }

  private func present(among ids: [UUID]) throws(StoreError) -> Set<UUID> {
    guard !ids.isEmpty else { return [] }
    return try read { connection throws(StoreError) in try Self.stored(ids, connection) }
  }

  /// Notes which samples were taken during which workout. Returns how many notes were new.
  private func copyWorkouts(into other: HealthStore) throws(StoreError) -> Int {
    func notes(_ store: HealthStore) throws(StoreError) -> [UUID: Set<UUID>] {
      try store.read { connection throws(StoreError) in
        let find = try connection.prepareToStream(
          """
          SELECT whole.uuid, part.uuid FROM workout_sample
            JOIN sample AS whole ON whole.id = workout
            JOIN sample AS part ON part.id = workout_sample.sample
          """)
        var found: [UUID: Set<UUID>] = [:]
        while try find.step() {
          if let workout = find.uuid(0), let sample = find.uuid(1) {
            found[workout, default: []].insert(sample)
          }
        }
        return found
      }
    }
    let (own, theirs) = (try notes(self), try notes(other))
    var count = 0
    for (workout, samples) in own {
      let new = samples.subtracting(theirs[workout] ?? [])
      let present = try other.present(among: [workout] + new)
      guard !new.isEmpty, present.contains(workout) else { continue }
      let there = new.filter(present.contains)
      try other.add(Array(there), toWorkout: workout)
      count += there.count
    }
    return count
  }

  /// Copies the order of sources and the permissions of programs where the other store has none.
  private func copySettings(into other: HealthStore) throws(StoreError) -> Int {
    let (priorities, permissions) = try read { connection throws(StoreError) in
      let listed = try connection.rows(
        "SELECT type, bundle_identifier FROM source_priority ORDER BY type, position"
      ) { (type: $0.text(0) ?? "", bundle: $0.text(1) ?? "") }
      let permissions: [[SQLValue]] = try connection.rows(
        "SELECT bundle_identifier, type, sharing, reading FROM \"authorization\""
      ) {
        [
          SQLValue($0.text(0)), SQLValue($0.text(1)), .integer($0.integer(2)),
          .integer($0.integer(3)),
        ]
      }
      return (Dictionary(grouping: listed, by: \.type).mapValues { $0.map(\.bundle) }, permissions)
    }
    guard !priorities.isEmpty || !permissions.isEmpty else { return 0 }
    return try other.write { connection throws(StoreError) in
      var count = 0
      for (type, bundles) in priorities {
        let there = try connection.integer(
          "SELECT 1 FROM source_priority WHERE type = ?1 LIMIT 1", [.text(type)])
        guard there == nil else { continue }
        try SourceRanks.insert(bundles, for: type, connection)
        count += 1
      }
      for permission in permissions {
        let there = try connection.integer(
          "SELECT 1 FROM \"authorization\" WHERE bundle_identifier = ?1 AND type = ?2",
          Array(permission[..<2]))
        guard there == nil else { continue }
        try connection.run(
          """
          INSERT INTO "authorization" (bundle_identifier, type, sharing, reading)
          VALUES (?1, ?2, ?3, ?4)
          """, permission)
        count += 1
      }
      return count
    }
  }
}
