public import FoundationEssentials

/// Types whose changes a program asked to be notified of, and that are due.
public struct BackgroundDelivery: Hashable, Sendable {
  /// The maximum frequency, numbered as in HealthKit.
  public enum Frequency: Int, Hashable, Sendable, CaseIterable {
    /// At each change.
    case immediate = 1

    /// At most once an hour.
    case hourly = 2

    /// At most once a day.
    case daily = 3

    /// At most once a week.
    case weekly = 4

    /// Seconds between two deliveries.
    var period: Double {
      switch self {
      case .immediate: 0
      case .hourly: 3600
      case .daily: 86_400
      case .weekly: 604_800
      }
    }

    /// Returns whether a delivery is due now, if the last one was acknowledged at `last` or never.
    /// A clock that was set back does not delay one.
    func isDue(at now: Date, after last: Date?) -> Bool {
      guard let last else { return true }
      let since = now.timeIntervalSince(last)
      return since >= period || since < 0
    }
  }

  /// The types that have changed.
  public var types: Set<SampleType> { Set(changes.keys) }

  /// The count of changes that each type had when this was found due.
  let changes: [SampleType: Int64]
}

extension HealthStore {
  /// Asks to be notified of changes of a type from now on, in whatever process waits for them. The
  /// request holds until `disableBackgroundDelivery`, also after a restart.
  public func enableBackgroundDelivery(
    for type: SampleType, _ frequency: BackgroundDelivery.Frequency
  ) throws(StoreError) {
    try write { connection throws(StoreError) in
      try connection.run(
        """
        INSERT INTO background_delivery
          (bundle_identifier, type, frequency, delivered_change, delivered_at)
        VALUES (?1, ?2, ?3,
          coalesce((SELECT change FROM sample_type WHERE identifier = ?2), 0), NULL)
        ON CONFLICT (bundle_identifier, type) DO UPDATE SET frequency = ?3
        """,
        [
          .text(client.bundleIdentifier ?? ""), .text(type.identifier),
          .integer(Int64(frequency.rawValue)),
        ])
    }
  }

  /// Withdraws the request for a type, or for every type if `type` is `nil`.
  public func disableBackgroundDelivery(for type: SampleType? = nil) throws(StoreError) {
    try write { connection throws(StoreError) in
      try connection.run(
        """
        DELETE FROM background_delivery
        WHERE bundle_identifier = ?1 AND (CAST(?2 AS TEXT) IS NULL OR type = ?2)
        """,
        [.text(client.bundleIdentifier ?? ""), SQLValue(type?.identifier)])
    }
  }

  /// Returns the changes since the last acknowledgment that are due; `nil` if nothing is.
  public func dueDelivery(at now: Date) throws(StoreError) -> BackgroundDelivery? {
    try read { connection throws(StoreError) in
      let visible = try ChangeProbe.counts(connection, for: client)
      let find = try connection.prepare(
        """
        SELECT sample_type.id, identifier, frequency, delivered_at, change
        FROM background_delivery JOIN sample_type ON identifier = background_delivery.type
        WHERE bundle_identifier = ?1 AND change > delivered_change
        """)
      try find.bind([.text(client.bundleIdentifier ?? "")])
      var lookup = LookupTableReader(connection)
      var changes: [SampleType: Int64] = [:]
      while try find.step() {
        guard let frequency = BackgroundDelivery.Frequency(rawValue: Int(find.integer(2))) else {
          throw connection.corruption("a frequency cannot be read")
        }
        let last = find.isNull(3) ? nil : Date(timeIntervalSinceReferenceDate: find.real(3))
        guard visible[find.text(1) ?? ""] != nil, frequency.isDue(at: now, after: last) else {
          continue
        }
        changes[try lookup.type(find.integer(0))] = find.integer(4)
      }
      return changes.isEmpty ? nil : BackgroundDelivery(changes: changes)
    }
  }

  /// Notes that a delivery was handled: until then it is found due again, also after a crash.
  public func acknowledge(_ delivery: BackgroundDelivery, at now: Date) throws(StoreError) {
    try write { connection throws(StoreError) in
      let greatest = connection.dialect.greatest("delivered_change", "?3")
      for (type, change) in delivery.changes {
        try connection.run(
          """
          UPDATE background_delivery SET delivered_change = \(greatest), delivered_at = ?4
          WHERE bundle_identifier = ?1 AND type = ?2
          """,
          [
            .text(client.bundleIdentifier ?? ""), .text(type.identifier), .integer(change),
            SQLValue(now),
          ])
      }
    }
  }
}
