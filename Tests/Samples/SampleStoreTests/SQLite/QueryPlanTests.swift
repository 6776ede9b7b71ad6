import TestSamples
import FoundationEssentials
import SampleStore
import TestSupport
import Testing

/// Which indices SQLite uses for the store's questions.
struct QueryPlanTests {
  private static let types: [SampleType] = [.quantity(.heartRate), .quantity(.stepCount)]

  let place: TemporaryStore

  init() throws {
    place = try TemporaryStore(.sqlite)
  }

  @Test func `bounded queries are answered by an index`() throws {
    let store = try place.open()
    try store.save((0..<50).map { try reading(from: Double($0 % 9)) })
    let range = SampleQuery(types: [.heartRate], from: moment(3), to: moment(5))
    for query in [
      range,
      SampleQuery(types: [.heartRate], limit: 100, order: .newestFirst),
      SampleQuery(
        types: [.heartRate],
        where: .all([
          .interval(from: moment(3), to: moment(5), options: []), .sources(["x"]),
        ])),
      SampleQuery(types: [.heartRate], from: moment(3), options: .strictStartDate),
      SampleQuery(of: Self.types, from: moment(3), to: moment(5)),
    ] {
      let plan = try store.plan(of: query)
      #expect(plan.first?.contains("USING INDEX sample_time (type=?") == true, "\(plan)")
    }
    #expect(
      try store.plan(of: range).first?.contains("start_time>? AND start_time<?") == true)
    let one = try store.plan(of: SampleQuery(ids: [UUID()]))
    #expect(one.contains { $0.contains("sqlite_autoindex_sample_1") }, "\(one)")
    let newest = try store.plan(of: SampleQuery(types: [.heartRate], order: .newestFirst))
    #expect(!newest.contains("USE TEMP B-TREE FOR ORDER BY"), "\(newest)")
    // A store that holds one type alone sorts no more than one with several.
    let newestOfAll = try store.plan(of: SampleQuery(limit: 100, order: .newestFirst))
    #expect(newestOfAll.contains { $0.contains("USING INDEX sample_time (type=?") })
    #expect(!newestOfAll.contains("USE TEMP B-TREE FOR ORDER BY"), "\(newestOfAll)")
  }

  @Test func `statistics read only the index by time, one interval at a time`() throws {
    let store = try place.open()
    try store.save([reading()])
    let days = try #require(CalendarIntervals(anchor: moment(0), step: .day, zone: .utc))
    let options: StatisticsOptions = [
      .discreteMin, .discreteMax, .duration,
    ]
    for query in [
      SampleQuery(from: moment(0), to: moment(9)),
      SampleQuery(
        where: .all([.sources(["a"]), .interval(from: moment(0), to: moment(9), options: [])])),
    ] {
      for intervals in [nil, days] {
        let plan = try store.plan(of: .heartRate, matching: query, options, by: intervals)
        #expect(
          plan.first
            == "SEARCH sample USING COVERING INDEX sample_time (type=? AND start_time>? AND start_time<?)"
        )
        // The first sample of the range is looked for within the range, not among all.
        let isBounded = plan.allSatisfy {
          !$0.contains("sample_time") || $0.contains("start_time>? AND start_time<?")
        }
        #expect(isBounded && plan.count > (intervals == nil ? 3 : 6), "\(plan)")
        // Whether samples are series is asked of the series, not of each sample.
        #expect(plan.contains("SCAN quantity_series"), "\(plan)")
        #expect(!plan.contains { $0.contains("sample_inserted (type=?)") }, "\(plan)")
      }
    }
  }
}
