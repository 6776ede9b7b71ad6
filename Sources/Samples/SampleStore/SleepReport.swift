public import FoundationEssentials

/// The time that a person slept, stage by stage. Where sources overlap, at every moment the first
/// one that has a sample counts.
public struct SleepReport: Hashable, Sendable {
  /// A stage of sleep, as HealthKit numbers them; `asleepUnspecified` is sleep without a recorded stage.
  public enum Stage: Int, Hashable, Sendable, CaseIterable {
    case inBed, asleepUnspecified, awake, asleepCore, asleepDeep, asleepREM

    /// The stages that make up the time asleep.
    public static let asleep: [Self] = [.asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM]
  }

  /// From the start of the first sample to the end of the last one.
  public let span: Range<Date>

  /// Seconds of each stage that counts at some moment.
  public let seconds: [Stage: Double]

  /// The number of samples of each stage, of all sources.
  public let counts: [Stage: Int]

  /// Asleep in any stage; `nil` if no sample says asleep or awake, as in a night that only knows the time in bed.
  public var asleep: Double? {
    counts.keys.contains { $0 != .inBed } ? Stage.asleep.reduce(0) { $0 + self[$1] } : nil
  }

  /// Seconds of a stage.
  public subscript(stage: Stage) -> Double { seconds[stage] ?? 0 }

  /// Returns the sleep of two nights, the earlier first.
  public static func + (a: Self, b: Self) -> Self {
    Self(
      span: a.span.lowerBound..<max(a.span.upperBound, b.span.upperBound),
      seconds: a.seconds.merging(b.seconds, uniquingKeysWith: +),
      counts: a.counts.merging(b.counts, uniquingKeysWith: +))
  }
}

/// The sleep of a night, which lasts from noon to noon and belongs to the day on which it ends.
public struct Night: Hashable, Sendable {
  /// From noon to noon.
  public let interval: Range<Date>

  /// The day on which it ends.
  public let day: Range<Date>

  /// The sleep.
  public let report: SleepReport
}

extension CalendarIntervals {
  /// Returns the nights of a zone, each from noon to noon.
  public static func nights(in zone: ZoneRules) -> CalendarIntervals {
    let days = CalendarIntervals(by: .day, in: zone)
    let noon = days.anchor.addingTimeInterval(43_200)
    return CalendarIntervals(anchor: noon, step: .day, zone: zone) ?? days
  }
}

extension HealthStore {
  /// Returns the sleep between two times, with samples cut off at both, or `nil` without samples to
  /// report.
  ///
  /// - Parameters:
  ///   - preferred: Bundle identifiers of sources that count before others; `nil` for the order of
  ///     `sourcePriority`.
  ///   - predicate: A condition of the samples; `nil` for none.
  public func sleepReport(
    from: Date, to: Date, preferring preferred: [String]? = nil,
    where predicate: SamplePredicate? = nil
  ) throws(StoreError) -> SleepReport? {
    try read(.query) { connection throws(StoreError) in
      let type = CategoryType.sleepAnalysis
      let query = SampleQuery(of: [.category(type)], from: from, to: to, where: predicate)
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
      let (earliest, latest) = (
        from.timeIntervalSinceReferenceDate, to.timeIntervalSinceReferenceDate
      )
      while try rows.step() {
        guard let value = Int(exactly: rows.real(2)),
          let stage = SleepReport.Stage(rawValue: value)
        else { continue }
        let (start, end) = (max(rows.real(0), earliest), min(rows.real(1), latest))
        guard start < end else { continue }
        merge.add(stage, from: start, to: end, rank: ranks[rows.integer(3)])
      }
      return merge.finish()
    }
  }

  /// Returns the nights with sleep whose days a query's time touches, the oldest first.
  ///
  /// - Parameter query: The time and the condition of the samples; its types do not count.
  public func nights(matching query: SampleQuery, in zone: ZoneRules) throws -> [Night] {
    let (days, nights) = (CalendarIntervals(by: .day, in: zone), CalendarIntervals.nights(in: zone))
    func night(endingOn date: Date) -> Range<Date> {
      nights.interval(containing: days.interval(containing: date).lowerBound)
    }
    var query = query
    query.types = [.category(.sleepAnalysis)]
    query.from = query.from.map { night(endingOn: $0).lowerBound }
    query.to = query.to.map { night(endingOn: $0.addingTimeInterval(-0.001)).upperBound }
    return try sleepReports(matching: query, by: nights).map { interval, report in
      Night(
        interval: interval,
        day: days.interval(containing: interval.upperBound.addingTimeInterval(-0.001)),
        report: report)
    }
  }

  /// Returns the sleep of each interval that has some, the oldest first, with samples cut off at its ends.
  ///
  /// - Parameter query: The time, which whole intervals cover, and the condition of the samples.
  public func sleepReports(
    matching query: SampleQuery, by intervals: CalendarIntervals
  ) throws -> [(interval: Range<Date>, report: SleepReport)] {
    var query = query
    query.types = [.category(.sleepAnalysis)]
    var slept: Set<Int> = []
    try forEachSampleOfAnyKind(matching: query) { sample in
      let last = max(sample.start, sample.end.addingTimeInterval(-0.001))
      slept.formUnion(
        intervals.index(containing: sample.start)...intervals.index(containing: last))
    }
    return try slept.sorted().compactMap { index in
      let interval = intervals.boundary(index)..<intervals.boundary(index + 1)
      guard query.from.map({ $0 < interval.upperBound }) ?? true,
        query.to.map({ $0 > interval.lowerBound }) ?? true,
        let report = try sleepReport(
          from: interval.lowerBound, to: interval.upperBound, where: query.predicate)
      else { return nil }
      return (interval, report)
    }
  }
}
