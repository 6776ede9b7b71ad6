import FoundationEssentials
import SampleStore
import TestDatabases
import TestSamples
import TestSupport
import Testing

/// Averages of types that Apple declares "Discrete (Temporally Weighted)", such as heart rate.
@Suite(.everyEngine)
struct WeightedAverageTests {
  let place: TemporaryStore

  init() throws {
    place = try TemporaryStore()
  }

  private func save(
    _ readings: [(start: Double, end: Double, rate: Double)], of bundle: String = "watch",
    into store: HealthStore
  ) throws {
    try store.save(
      readings.map { reading in
        try QuantitySample(
          type: .heartRate, quantity: Quantity(reading.rate, .countPerMinute),
          start: moment(reading.start), end: moment(reading.end),
          source: Source(name: bundle, bundleIdentifier: bundle))
      })
  }

  private func average(
    _ store: HealthStore, of bundle: String? = nil, from: Double? = nil, to: Double? = nil
  ) throws -> Double {
    let query = SampleQuery(
      from: from.map { moment($0) }, to: to.map { moment($0) },
      where: bundle.map { .sources([$0]) })
    let found = try store.statistics(of: .heartRate, matching: query, .discreteAverage)
    return try #require(found?.all.average).value(in: .countPerMinute)
  }

  /// A day with a slow night, a race of 90 minutes at 150, and its evening.
  private static func rate(_ time: Double) -> Double {
    if (36_000..<41_400).contains(time) { return 150 }
    return time < 25_200 ? 55 + 4 * (time / 25_200) : 72 - 6 * (time / 86_400)
  }

  private static func isMeasuredOften(_ time: Double) -> Bool {
    (36_000..<41_400).contains(time) || (50_400..<51_300).contains(time)
  }

  /// The moments at which the same day is measured.
  private static let series: [(name: String, times: [Double])] = [
    ("every 5 s", Array(stride(from: 0, to: 86_400, by: 5))),
    ("every minute", Array(stride(from: 0, to: 86_400, by: 60))),
    ("every 6 minutes", Array(stride(from: 0, to: 86_400, by: 360))),
    ("every 10 minutes", Array(stride(from: 0, to: 86_400, by: 600))),
    (
      "bursts of 5 s, else every 6 minutes",
      stride(from: 0, to: 86_400, by: 5).filter {
        isMeasuredOften($0) || $0.truncatingRemainder(dividingBy: 360) == 0
      }
    ),
    (
      "often in the first half",
      stride(from: 0, to: 86_400, by: 15).filter {
        $0 < 43_200 || $0.truncatingRemainder(dividingBy: 600) == 0
      }
    ),
  ]

  @Test func `a day has one average, however it was sampled`() throws {
    let store = try place.open()
    let truth = stride(from: 0.5, to: 86_400, by: 1).reduce(0) { $0 + Self.rate($1) } / 86_400
    let hours = try #require(CalendarIntervals(anchor: moment(0), step: .hour, zone: .utc))
    for (name, times) in Self.series {
      try save(times.map { ($0, $0, Self.rate($0)) }, of: name, into: store)
      let found = try average(store, of: name)
      #expect(abs(found - truth) < 0.5, "\(name): \(found), \(truth)")
      // Hours, each with its weight, make the day.
      let rows = try store.statisticsCollection(
        of: .heartRate, matching: SampleQuery(where: .sources([name])), .discreteAverage, by: hours)
      let (weight, sum) = try rows.populated.reduce((0.0, 0.0)) { sums, row in
        let rate = try #require(row.all.average).value(in: .countPerMinute)
        return (sums.0 + row.all.averageWeight, sums.1 + row.all.averageWeight * rate)
      }
      #expect(abs(sum / weight - found) < 1e-9 && abs(weight - 86_400) < 600, "\(name)")
    }
    // The whole of all sources, and each for itself, in one.
    let all = try #require(
      try store.statistics(of: .heartRate, [.discreteAverage, .separateBySource]))
    #expect(all.bySource.count == Self.series.count)
    for (name, values) in all.bySource {
      let rate = try #require(values.average).value(in: .countPerMinute)
      #expect(try abs(rate - average(store, of: name)) < 1e-9)
    }
    #expect(try abs(#require(all.all.average).value(in: .countPerMinute) - truth) < 0.5)
  }

  @Test func `a sample that lasts weighs its length`() throws {
    let store = try place.open()
    try save([(0, 3600, 60), (3600, 3660, 120)], into: store)
    #expect(try abs(average(store) - (60 * 60 + 120) / 61) < 1e-9)
  }

  @Test func `an instant counts until the next of its source, at most ten minutes`() throws {
    let store = try place.open()
    // 100 s, then what is too far: as long as the one before.
    try save([(0, 0, 60), (100, 100, 90)], of: "a", into: store)
    #expect(try abs(average(store, of: "a") - 75) < 1e-9)
    // Samples far apart weigh the same.
    try save([(0, 0, 60), (5000, 5000, 90), (90_000, 90_000, 120)], of: "b", into: store)
    #expect(try abs(average(store, of: "b") - 90) < 1e-9)
    // Two of one moment count both; another source ends neither.
    try save([(0, 0, 60), (0, 0, 80), (300, 301, 90)], of: "c", into: store)
    #expect(try abs(average(store, of: "c") - (140.0 * 300 + 90) / 601) < 1e-9)
    // Ten minutes are bridged, and a second more is not.
    try save([(0, 0, 60), (600, 600, 90), (660, 660, 90)], of: "d", into: store)
    #expect(try abs(average(store, of: "d") - (60.0 * 600 + 90 * 120) / 720) < 1e-9)
    try save([(0, 0, 60), (601, 601, 90), (661, 661, 90)], of: "e", into: store)
    #expect(try abs(average(store, of: "e") - (60.0 * 600 + 90 * 120) / 720) < 1e-9)
  }
}
