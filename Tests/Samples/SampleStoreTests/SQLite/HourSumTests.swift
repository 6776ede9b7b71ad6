import TestSamples
import TestDatabases
import FoundationEssentials
import SampleStore
import TestSupport
import Testing

/// The sums of hours that spare statistics the samples.
struct HourSumTests {
  /// `HEARTCAM_LAWS` asks for more.
  static let histories =
    ProcessInfo.processInfo.environment["HEARTCAM_LAWS"].flatMap { Int($0) } ?? 40

  static let zones = [
    "UTC", "Asia/Kathmandu", "Australia/Lord_Howe", "America/Sao_Paulo", "Europe/Amsterdam",
  ]

  static let options: StatisticsOptions = [
    .discreteMin, .discreteMax, .duration, .mostRecent, .separateBySource, .discreteQuantiles,
  ]

  let place: TemporaryStore

  init() throws {
    place = try TemporaryStore(.sqlite)
  }

  private func sumCount() throws -> Int {
    try #require(Int(RawDatabase(place.path).texts("SELECT count(*) FROM hour_sum").first ?? ""))
  }

  private func sample(
    _ start: Date, _ value: Double, _ bundle: String, lasting seconds: Double = 3,
    metadata: [String: MetadataValue] = [:]
  ) throws -> QuantitySample {
    try QuantitySample(
      type: .heartRate, quantity: Quantity(value, .countPerMinute), start: start,
      end: start + seconds, source: Source(name: bundle, bundleIdentifier: bundle),
      metadata: metadata)
  }

  /// Compares a collection with the samples themselves, added up here.
  @discardableResult
  private func expectStatistics(
    of store: HealthStore, _ query: SampleQuery, _ intervals: CalendarIntervals
  ) throws -> StatisticsCollection {
    var wanted: [Int: [QuantitySample]] = [:]
    var own = query
    own.types = [.quantity(.heartRate)]
    var counts: [String: Int] = [:]
    for sample in try store.samples(matching: own) {
      wanted[intervals.index(containing: sample.start), default: []].append(sample)
      counts[sample.source.bundleIdentifier, default: 0] += 1
    }
    let counted = try store.counts(bySourceOf: own)
    #expect(
      Dictionary(counted.map { ($0.source.bundleIdentifier, $0.count) }, uniquingKeysWith: +)
        == counts)
    let found = try store.statisticsCollection(
      of: .heartRate, matching: query, Self.options, by: intervals)
    try #require(found.populated.count == wanted.count)
    for statistics in found.populated {
      let index = intervals.index(containing: statistics.start)
      let samples = try #require(wanted[index])
      expect(statistics.all, equals: samples)
      let sorted = samples.map { number($0.quantity) }.sorted()
      let exact = Statistics.quantileShares.map { share in
        sorted[max(Int((share * Double(sorted.count) - 1e-9).rounded(.up)), 1) - 1]
      }
      #expect(statistics.all.count <= Statistics.exactQuantileCount)
      #expect(zip(statistics.all.quantiles.map(number), exact).allSatisfy(isClose))
      #expect(statistics.all.quantiles.count == exact.count)
      for (bundle, values) in statistics.bySource {
        expect(values, equals: samples.filter { $0.source.bundleIdentifier == bundle })
      }
    }
    return found
  }

  private func number(_ quantity: Quantity?) -> Double {
    quantity.flatMap { try? $0.value(in: .countPerMinute) } ?? .nan
  }

  private func isClose(_ a: Double, _ b: Double) -> Bool {
    abs(a - b) <= 1e-12 * max(abs(a), abs(b))
  }

  private func expect(_ found: Statistics.Values, equals samples: [QuantitySample]) {
    let values = samples.map { number($0.quantity) }
    let seconds = samples.map { $0.end.timeIntervalSince($0.start) }
    let duration = seconds.reduce(0, +)
    #expect(found.count == samples.count)
    #expect(isClose(number(found.minimum), values.min() ?? .nan))
    #expect(isClose(number(found.maximum), values.max() ?? .nan))
    #expect(isClose(found.duration ?? .nan, duration))
    #expect(found.mostRecentInterval?.lowerBound == samples.map(\.start).max())
  }

  private func exact(_ statistics: Statistics) -> [Statistics.Values] {
    let bySource = statistics.bySource.sorted { $0.key < $1.key }.map(\.value)
    return ([statistics.all] + bySource).map { values in
      var exact = Statistics.Values(count: values.count)
      (exact.minimum, exact.maximum) = (values.minimum, values.maximum)
      (exact.mostRecent, exact.mostRecentInterval) = (values.mostRecent, values.mostRecentInterval)
      exact.quantiles = values.quantiles
      return exact
    }
  }

  @Test func `statistics equal their definition after any history`() throws {
    var sums = 0
    for history in 0..<Self.histories {
      let place = try TemporaryStore(.sqlite)
      var store = try place.open()
      let other = try place.open()
      var random = SeededGenerator(seed: UInt64(history))
      // Across a change of the clocks of each zone, in years with odd offsets too.
      let year = [1925, 1937, 2026].randomElement(using: &random)!
      let month = [3, 4, 10, 11].randomElement(using: &random)!
      let origin = Date(
        timeIntervalSinceReferenceDate: Double(year - 2001) * 31_556_952 + Double(month - 1)
          * 2_629_746)
      func date() -> Date { origin + Double.random(in: 0...400_000, using: &random) }
      func bundle() -> String { ["a", "b"].randomElement(using: &random)! }
      func value() -> Double { Double.random(in: 40...180, using: &random) }
      for turn in 0..<8 {
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1, 2, 3:
          let (start, bundle) = (date(), bundle())
          let step = [1.0, 7.5, 60].randomElement(using: &random)!
          let count = Int.random(in: 1...600, using: &random)
          let samples = try (0..<count).map {
            try sample(start + Double($0) * step, value(), bundle)
          }
          try (Bool.random(using: &random) ? store : other).save(samples)
        case 4:
          // At the very ends of hours.
          let hour = (date().timeIntervalSinceReferenceDate / 3600).rounded() * 3600
          for time in [hour.nextDown, hour, hour.nextUp] {
            try store.save([sample(Date(timeIntervalSinceReferenceDate: time), value(), bundle())])
          }
        case 5:
          let start = date()
          try store.delete(
            matching: SampleQuery(
              types: [.heartRate], from: start, to: start + 9000,
              where: Bool.random(using: &random) ? .sources(["a"]) : nil))
        case 6:
          for version in [1.0, 2] {
            let metadata: [String: MetadataValue] = [
              MetadataKey.syncIdentifier: .string("x"),
              MetadataKey.syncVersion: .number(
                Double(turn) * 2 + version),
            ]
            try store.save([sample(date(), value(), "a", metadata: metadata)])
          }
        case 7:
          // One that is there already takes back all that was saved with it.
          let start = date()
          var samples = try (0..<300).map { try sample(start + Double($0), value(), "a") }
          samples.append(samples[0])
          #expect(throws: StoreError.self) { try store.save(samples) }
        default:
          store = try place.open()
        }
        try #require(try store.problems() == [], "history \(history), turn \(turn)")
      }
      let zone = try #require(ZoneRules(identifier: Self.zones.randomElement(using: &random)!))
      var found: [(SampleQuery, StatisticsCollection)] = []
      for step in [CalendarIntervals.Step(hours: 1), .day, .week] {
        let intervals = try #require(CalendarIntervals(anchor: date(), step: step, zone: zone))
        let from = date()
        for query in [
          SampleQuery(), SampleQuery(from: from, to: from + 100_000),
          SampleQuery(where: .not(.sources(["b"]))),
          SampleQuery(
            from: from, options: .strictStartDate,
            where: .quantity(.greater, Quantity(90, .countPerMinute))),
        ] {
          found.append((query, try expectStatistics(of: store, query, intervals)))
        }
      }
      sums += try #require(
        Int(RawDatabase(place.path).texts("SELECT count(*) FROM hour_sum").first ?? ""))
      // Without them the numbers that no adding up can change are the same to the bit.
      try RawDatabase(place.path).run("DELETE FROM hour_sum")
      for (query, collection) in found {
        let plain = try store.statisticsCollection(
          of: .heartRate, matching: query, Self.options, by: collection.intervals)
        #expect(plain.populated.map(exact) == collection.populated.map(exact))
      }
    }
    #expect(sums > Self.histories, "hours are added up")
  }

  @Test(arguments: [
    ("Europe/Berlin", 2026, 10, 24), ("America/New_York", 2026, 3, 7),
    ("Australia/Lord_Howe", 2026, 4, 4),
  ])
  func `quantiles of more values are off by no more than their hours, over a change of the clocks`(
    zone: String, year: Int, month: Int, day: Int
  ) throws {
    let store = try place.open()
    let rules = try #require(ZoneRules(identifier: zone))
    let start = rules.date(CivilDate(year: year, month: month, day: day))
    var random = SeededGenerator(seed: UInt64(day))
    let samples = try (0..<3 * 8640).map { index in
      let run = index % 3000 > 2700 ? 70.0 : 0
      return try sample(
        start + Double(index) * 10, 60 + run + .random(in: -12...12, using: &random), "a")
    }
    try store.save(samples)
    #expect(try sumCount() > 60)
    let days = CalendarIntervals(by: .day, in: rules)
    let found = try store.statisticsCollection(
      of: .heartRate, [.discreteMin, .discreteMax, .discreteQuantiles], by: days
    ).populated
    var lengths: Set<Int> = []
    for statistics in found where statistics.all.count > Statistics.exactQuantileCount {
      lengths.insert(Int(statistics.end.timeIntervalSince(statistics.start)))
      let own = samples.filter { (statistics.start..<statistics.end).contains($0.start) }
      let values = own.map { number($0.quantity) }
      let hours = Dictionary(grouping: own) {
        ($0.start.timeIntervalSinceReferenceDate / 3600).rounded(.down)
      }.values.map { $0.map { number($0.quantity) } }
      let quantiles = statistics.all.quantiles.map(number)
      try #require(quantiles.count == Statistics.quantileShares.count)
      #expect(quantiles == quantiles.sorted())
      for (share, value) in zip(Statistics.quantileShares, quantiles) {
        let rank = Double(values.count { $0 <= value * (1 + 1e-12) })
        let doubt = hours.filter { ($0.min() ?? 0) <= value && value <= ($0.max() ?? 0) }
          .reduce(1) { $0 + $1.count }
        #expect(abs(rank - share * Double(values.count)) <= Double(doubt), "\(share): \(value)")
      }
    }
    #expect(lengths.count > 1, "a day is longer or shorter: \(lengths)")
  }

  @Test func `hours that were saved one by one are added up`() throws {
    let store = try place.open()
    let start = Date(timeIntervalSinceReferenceDate: 790_002_000)
    for n in 0..<900 { try store.save([sample(start + Double(n) * 10, 60 + Double(n % 9), "a")]) }
    let hours = try RawDatabase(place.path).texts("SELECT count FROM hour_sum ORDER BY hour_start")
    #expect(hours.first == "360" && hours.count >= 2, "\(hours)")
    #expect(try store.problems() == [])
  }

  @Test func `hours with few samples have no sums`() throws {
    let store = try place.open()
    try store.save((0..<2000).map { try sample(moment(Double($0) * 400), 60, "a") })
    try store.save((0..<500).map { try reading(100, from: Double($0), type: .stepCount) })
    #expect(try sumCount() == 0)
  }

  @Test func `sums that are wrong are found and made anew`() throws {
    let store = try place.open()
    try store.save((0..<3000).map { try sample(moment(Double($0) * 5), 60 + Double($0 % 70), "a") })
    for change in [
      "UPDATE hour_sum SET maximum = 999 WHERE hour_start = (SELECT max(hour_start) FROM hour_sum)",
      "UPDATE hour_sum SET sum = sum + 1",
      "DELETE FROM sample WHERE id = 1000; INSERT INTO hour_sum SELECT * FROM kept WHERE TRUE ON CONFLICT DO NOTHING",
    ] {
      try RawDatabase(place.path).run(
        "CREATE TABLE kept AS SELECT * FROM hour_sum; \(change); DROP TABLE kept")
      let problems = try store.problems()
      #expect(problems.count == 1 && problems[0].hasPrefix("sums of hours"), "\(problems)")
      #expect(try store.repair().count == 1)
      #expect(try store.problems() == [])
      #expect(try sumCount() >= 3)
    }
  }
}
