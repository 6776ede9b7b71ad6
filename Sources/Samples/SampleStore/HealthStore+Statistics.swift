extension HealthStore {
  /// Returns the statistics of a quantity's samples that match a query; `nil` without any. The
  /// query's types, limit and order do not matter.
  ///
  /// A sample counts whole, even if it begins or ends outside the query's range. In a series of
  /// quantities, each counts separately. Cumulative types of several sources are merged by their
  /// priority (see `sourcePriority`): at every moment the first source that has a sample counts,
  /// and lower ones fill its gaps by their share. An option that does not fit the type's
  /// aggregation is an error of reason `invalidQuery`.
  public func statistics(
    of type: QuantityType, matching query: SampleQuery = SampleQuery(),
    _ options: StatisticsOptions
  ) throws(StoreError) -> Statistics? {
    let calculation = try StatisticsCalculation(
      of: type, matching: query, options, by: nil, for: client)
    return try read(.query) { connection throws(StoreError) in
      try calculation.statistics(connection)[0]
    }
  }

  /// Returns the statistics of every interval of a timeline.
  ///
  /// A sample of a discrete type belongs to the interval in which it starts. One of a cumulative
  /// type is divided among the intervals that it overlaps, by time, after merging.
  public func statisticsCollection(
    of type: QuantityType, matching query: SampleQuery = SampleQuery(),
    _ options: StatisticsOptions, by intervals: CalendarIntervals
  ) throws(StoreError) -> StatisticsCollection {
    let calculation = try StatisticsCalculation(
      of: type, matching: query, options, by: intervals, for: client)
    // It may take a while, so other threads keep the shared connection.
    let connection = try openReader(for: .query)
    let found = try connection.read { connection throws(StoreError) in
      try calculation.statistics(connection)
    }
    return StatisticsCollection(type: type, intervals: intervals, found)
  }

  /// Returns how the engine would find the samples of discrete statistics, of one interval if
  /// `intervals` is not `nil`, one line per step, for tuning.
  public func plan(
    of type: QuantityType, matching query: SampleQuery, _ options: StatisticsOptions,
    by intervals: CalendarIntervals? = nil
  ) throws(StoreError) -> [String] {
    let calculation = try StatisticsCalculation(
      of: type, matching: query, options, by: intervals, for: client)
    return try read(.query) { connection throws(StoreError) in try calculation.plan(connection) }
  }
}
