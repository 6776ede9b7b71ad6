public import FoundationEssentials

/// The time that somebody slept, stage by stage.
public struct SleepReport: Hashable, Sendable {
  /// Seconds of each stage.
  public struct Stages: Hashable, Sendable {
    /// In bed: the time of samples that say so, or else all time awake and asleep.
    public internal(set) var inBed = 0.0

    /// Awake during the night.
    public internal(set) var awake = 0.0

    /// Asleep in a stage that is not known.
    public internal(set) var asleepUnspecified = 0.0

    /// In light sleep.
    public internal(set) var asleepCore = 0.0

    /// In deep sleep.
    public internal(set) var asleepDeep = 0.0

    /// In sleep with rapid eye movements.
    public internal(set) var asleepREM = 0.0

    /// Asleep in any stage.
    public var asleep: Double { asleepUnspecified + asleepCore + asleepDeep + asleepREM }

    /// The share of the time in bed that was spent asleep, from 0 to 1; `nil` without time in bed.
    public var efficiency: Double? { inBed > 0 ? min(1, asleep / inBed) : nil }
  }

  /// All sources together: at every moment the first source that has a sample counts.
  public let merged: Stages

  /// Each source by itself, by bundle identifier.
  public let bySource: [String: Stages]
}

extension HealthStore {
  /// Returns the sleep between two times, with samples cut off at both, or `nil` if there is none to
  /// report.
  ///
  /// - Parameter preferred: Bundle identifiers of sources that count before others; `nil` for the order
  ///   of `sourcePriority`.
  public func sleepReport(
    from: Date, to: Date, preferring preferred: [String]? = nil
  ) throws(StoreError) -> SleepReport? {
    try read(.query) { connection throws(StoreError) in
      let type = CategoryType.sleepAnalysis
      let query = SampleQuery(of: [.category(type)], from: from, to: to)
      let filter = try SampleFilter(query, for: client, on: connection)
      let rows = try connection.prepare(
        """
        SELECT start_time, end_time, value, source FROM sample WHERE \(filter.condition)
        ORDER BY start_time, end_time, id
        """)
      try rows.bind(filter.values)
      var ranks = try SourceRanks(connection, for: type.identifier)
      if let preferred { ranks.prefer(preferred) }
      var merge = SleepMerge()
      var own: [String: SleepMerge] = [:]
      let bounds =
        from.timeIntervalSinceReferenceDate...max(from, to).timeIntervalSinceReferenceDate
      while try rows.step() {
        guard let value = Int(exactly: rows.real(2)),
          let stage = SleepMerge.Stage(rawValue: value)
        else { continue }
        let start = max(rows.real(0), bounds.lowerBound)
        let end = min(rows.real(1), bounds.upperBound)
        guard start < end else { continue }
        let source = rows.integer(3)
        merge.add(stage, from: start, to: end, rank: ranks[source])
        own[ranks.bundles[source] ?? "", default: SleepMerge()]
          .add(stage, from: start, to: end, rank: 0)
      }
      guard !own.isEmpty else { return nil }
      return SleepReport(
        merged: merge.finish(),
        bySource: own.mapValues { merge in
          var merge = merge
          return merge.finish()
        })
    }
  }
}
