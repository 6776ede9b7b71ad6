public import FoundationEssentials

/// How long somebody slept, stage by stage.
public struct SleepReport: Hashable, Sendable {
  /// Seconds of each.
  public struct Stages: Hashable, Sendable {
    /// In bed by a sample that says so, or else awake or asleep.
    public internal(set) var inBed = 0.0
    public internal(set) var awake = 0.0
    public internal(set) var asleepUnspecified = 0.0
    public internal(set) var asleepCore = 0.0
    public internal(set) var asleepDeep = 0.0
    public internal(set) var asleepREM = 0.0

    public var asleep: Double { asleepUnspecified + asleepCore + asleepDeep + asleepREM }

    /// The share of the time in bed that was slept, from 0 to 1; `nil` without time in bed.
    public var efficiency: Double? { inBed > 0 ? min(1, asleep / inBed) : nil }
  }

  /// Of all sources, where at every moment the first one that says anything is believed.
  public let merged: Stages

  /// Of each source by itself, by bundle identifier.
  public let bySource: [String: Stages]
}

extension HealthStore {
  /// Sleep between two moments; what reaches out of them is cut off. `nil` where nothing is known.
  ///
  /// - Parameter preferred: Bundle identifiers of sources to believe before others; `nil` for the order
  ///   of `sourcePriority`.
  public func sleepReport(
    from: Date, to: Date, preferring preferred: [String]? = nil
  ) throws(StoreError) -> SleepReport? {
    try withConnection { connection throws(StoreError) in
      try connection.snapshot { () throws(StoreError) in
        let type = CategoryType.sleepAnalysis
        let query = SampleQuery(of: [.category(type)], from: from, to: to)
        let filter = try SampleFilter(
          query, for: client, units: StoredUnits(connection, for: query))
        let rows = try connection.prepare(
          """
          SELECT start_time, end_time, value, source FROM sample WHERE \(filter.condition)
          ORDER BY start_time, end_time, id
          """, to: "read from")
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
}
