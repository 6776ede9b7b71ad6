extension HealthStore {
  /// What the samples of a quantity come to, those that match a query's conditions; its types, limit and
  /// order do not matter. `nil` where there is none.
  ///
  /// Samples count whole, also where they reach out of the query's range. Cumulative types of several
  /// sources are merged by their priority (see `sourcePriority`): at every moment the first source that
  /// has a sample is believed, and lower ones fill its gaps by their share. An option that does not go
  /// with the type's aggregation is an error of reason `invalidQuery`.
  public func statistics(
    of type: QuantityType, matching query: SampleQuery = SampleQuery(),
    _ options: StatisticsOptions
  ) throws(StoreError) -> Statistics? {
    let engine = try StatisticsEngine(
      of: type, matching: query, options, by: nil, for: client)
    return try withConnection { connection throws(StoreError) in
      try connection.snapshot { () throws(StoreError) in
        try engine.statistics(connection)[0]
      }
    }
  }

  /// The same for every interval of a line of time.
  ///
  /// A sample of a discrete type belongs to the interval in which it starts. One of a cumulative type is
  /// shared by the intervals over which it lies, by time, after merging.
  public func statisticsCollection(
    of type: QuantityType, matching query: SampleQuery = SampleQuery(),
    _ options: StatisticsOptions, by intervals: CalendarIntervals
  ) throws(StoreError) -> StatisticsCollection {
    let engine = try StatisticsEngine(
      of: type, matching: query, options, by: intervals, for: client)
    // It may take a while, so other threads keep the shared connection.
    let connection = try openReader()
    let found = try connection.snapshot { () throws(StoreError) in
      try engine.statistics(connection)
    }
    return StatisticsCollection(type: type, intervals: intervals, found)
  }

  /// How the engine would find the samples of discrete statistics, of one interval where there are
  /// some: a line for each step, for those who tune it.
  public func plan(
    of type: QuantityType, matching query: SampleQuery, _ options: StatisticsOptions,
    by intervals: CalendarIntervals? = nil
  ) throws(StoreError) -> [String] {
    let engine = try StatisticsEngine(
      of: type, matching: query, options, by: intervals, for: client)
    return try withConnection { connection throws(StoreError) in try engine.plan(connection) }
  }
}
