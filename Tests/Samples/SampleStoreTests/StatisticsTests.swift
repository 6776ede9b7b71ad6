import TestSamples
import FoundationEssentials
import SampleStore
import TestSupport
import Testing

/// Statistics against the rules, computed in memory by another way.
@Suite(.everyEngine)
struct StatisticsTests {
  let place: TemporaryStore

  init() throws {
    place = try TemporaryStore()
  }

  private func source(_ bundle: String) -> Source { Source(name: bundle, bundleIdentifier: bundle) }

  private func sample(
    _ type: QuantityType, _ value: Double, _ start: Double, _ end: Double, _ bundle: String = "a"
  ) throws -> QuantitySample {
    try QuantitySample(
      type: type, quantity: Quantity(value, type.canonicalUnit), start: moment(start),
      end: moment(end), source: source(bundle))
  }

  /// Whole hours over some days, so that starts, ends and cuts often meet.
  private func samples(
    _ type: QuantityType, _ count: Int, hours: Int, _ generator: inout SampleGenerator
  ) throws -> [QuantitySample] {
    try (0..<count).map { _ in
      let start = Int.random(in: 0..<hours, using: &generator)
      let length = Int.random(in: 0..<8, using: &generator)
      return try sample(
        type, Double(Int.random(in: 1...50, using: &generator)), Double(start) * 3600,
        Double(start + length) * 3600, ["a", "b", "c"].randomElement(using: &generator)!)
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `discrete statistics equal their definition`(_ seed: UInt64) throws {
    let store = try place.open()
    var generator = SampleGenerator(seed: seed)
    let all = try samples(.bodyMass, 60, hours: 100, &generator)
    try store.save(all)
    let options: StatisticsOptions = [
      .discreteAverage, .discreteMin, .discreteMax, .mostRecent, .duration, .separateBySource,
      .discreteQuantiles,
    ]
    for _ in 0..<25 {
      let from = Double(Int.random(in: 0..<100, using: &generator)) * 3600
      let query = SampleQuery(
        from: Bool.random(using: &generator) ? moment(from) : nil, to: moment(from + 72_000),
        options: .init(rawValue: Int.random(in: 0..<4, using: &generator)))
      let matching = try store.samples(
        matching: SampleQuery(
          types: [.bodyMass], from: query.from, to: query.to, options: query.options))
      let found = try store.statistics(of: .bodyMass, matching: query, options)
      #expect((found == nil) == matching.isEmpty)
      guard let found else { continue }
      expect(found.all, equals: matching, saved: all)
      #expect(found.all.quantiles.map(\.value) == quantiles(of: matching.map(\.quantity.value)))
      #expect(found.start == matching.map(\.start).min() && found.end == matching.map(\.end).max())
      let bundles = Set(matching.map(\.source.bundleIdentifier))
      #expect(Set(found.bySource.keys) == bundles)
      for bundle in bundles {
        expect(
          found.bySource[bundle] ?? .init(),
          equals: matching.filter { $0.source.bundleIdentifier == bundle }, saved: all)
      }
    }
  }

  /// The least values up to which the shares lie.
  private func quantiles(of values: [Double]) -> [Double] {
    let sorted = values.sorted()
    return Statistics.quantileShares.compactMap { share in
      sorted.indices.first { Double($0 + 1) >= share * Double(sorted.count) - 1e-9 }
        .map { sorted[$0] }
    }
  }

  private func expect(
    _ values: Statistics.Values, equals samples: [QuantitySample], saved: [QuantitySample]
  ) {
    let numbers = samples.map(\.quantity.value)
    let seconds = samples.reduce(0) { $0 + $1.duration }
    let sum = numbers.reduce(0, +)
    #expect(values.count == samples.count)
    #expect(abs((values.average?.value ?? .nan) - sum / Double(numbers.count)) < 1e-9)
    #expect(values.minimum?.value == numbers.min() && values.maximum?.value == numbers.max())
    #expect(values.duration == seconds)
    let order = Dictionary(uniqueKeysWithValues: saved.enumerated().map { ($1.id, $0) })
    let latest = samples.max {
      ($0.start, $0.end, order[$0.id] ?? 0) < ($1.start, $1.end, order[$1.id] ?? 0)
    }
    #expect(values.mostRecent?.value == latest?.quantity.value)
    #expect(values.mostRecentInterval?.lowerBound == latest?.start)
    #expect(values.sum == nil)
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `merged sources equal their definition, as a whole and by interval`(_ seed: UInt64)
    throws
  {
    let store = try place.open()
    var generator = SampleGenerator(seed: seed)
    let all = try samples(.stepCount, 40, hours: 60, &generator)
    try store.save(all)
    let order = ["a", "b", "c"].shuffled(using: &generator)
    try store.setSourcePriority(order, for: .quantity(.stepCount))
    #expect(try store.sourcePriority(for: .quantity(.stepCount)) == order)
    let ranks = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    // Cuts at whole hours: 6 hours each.
    let intervals = try #require(
      CalendarIntervals(anchor: moment(12 * 3600), step: .init(hours: 6), zone: .utc))
    var sums: [Int: Double] = [:]
    var covered: [Int: Double] = [:]
    for hour in 0..<70 {
      let time = Double(hour) * 3600
      let index = intervals.index(containing: moment(time))
      let lasting = all.filter { $0.start <= moment(time) && $0.end >= moment(time + 3600) }
      let instants = all.filter { $0.start == moment(time) && $0.end == $0.start }
      let best = lasting.map { ranks[$0.source.bundleIdentifier]! }.min()
      for sample in lasting where ranks[sample.source.bundleIdentifier] == best {
        sums[index, default: 0] += sample.quantity.value * 3600 / sample.duration
      }
      if best != nil { covered[index, default: 0] += 3600 }
      let bestAtMoment = (lasting + instants).map { ranks[$0.source.bundleIdentifier]! }.min()
      for sample in instants where ranks[sample.source.bundleIdentifier] == bestAtMoment {
        sums[index, default: 0] += sample.quantity.value
      }
    }
    let options: StatisticsOptions = [.cumulativeSum, .duration, .separateBySource]
    let whole = try #require(try store.statistics(of: .stepCount, options))
    #expect(abs((whole.all.sum?.value ?? .nan) - sums.values.reduce(0, +)) < 1e-6)
    #expect(abs((whole.all.duration ?? .nan) - covered.values.reduce(0, +)) < 1e-6)
    let collection = try store.statisticsCollection(of: .stepCount, options, by: intervals)
    for index in -3...12 {
      let found = collection.statistics(for: intervals.boundary(index))
      #expect(found.start == intervals.boundary(index))
      #expect(abs((found.all.sum?.value ?? 0) - (sums[index] ?? 0)) < 1e-6)
      #expect(abs((found.all.duration ?? 0) - (covered[index] ?? 0)) < 1e-6)
    }
    for bundle in order {
      let own = all.filter { $0.source.bundleIdentifier == bundle }
      let sum = own.reduce(0) { $0 + $1.quantity.value }
      #expect(abs((whole.bySource[bundle]?.sum?.value ?? 0) - sum) < 1e-6)
      let parts = collection.populated.reduce(0) { $0 + ($1.bySource[bundle]?.sum?.value ?? 0) }
      #expect(abs(parts - sum) < 1e-6)
    }
  }

  @Test func `samples of one source are summed exactly`() throws {
    let store = try place.open()
    try store.save(
      (0..<1000).map { try sample(.stepCount, 0.1, Double($0) * 7, Double($0) * 7 + 9) })
    var expected = 0.0
    for _ in 0..<1000 { expected += 0.1 }
    let found = try store.statistics(of: .stepCount, .cumulativeSum)
    #expect(abs((found?.all.sum?.value ?? 0) - expected) < 1e-11)
  }

  @Test func `the watch counts and the telephone fills its gap`() throws {
    let store = try place.open()
    try store.save([
      sample(.stepCount, 3000, 0, 3600, "watch"), sample(.stepCount, 4000, 1800, 5400, "phone"),
    ])
    func sum() throws -> Double? {
      try store.statistics(of: .stepCount, .cumulativeSum)?.all.sum?.value
    }
    #expect(try sum() == 3000 + 2000)
    try store.setSourcePriority(["phone", "watch"], for: .quantity(.stepCount))
    #expect(try sum() == 4000 + 1500)
  }

  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "America/St_Johns", "Australia/Lord_Howe",
    "Asia/Kolkata", "Africa/Casablanca", "Europe/Dublin", "Asia/Beirut",
  ])
  func `buckets across clock changes are the samples that start in them`(_ zone: String) throws {
    let store = try place.open()
    var generator = SampleGenerator(seed: 12)
    let rules = try #require(ZoneRules(identifier: zone))
    let origin = 790_000_000.0
    let all = try (0..<400).map { _ in
      let start = Double.random(in: 0...(400 * 86_400), using: &generator).rounded()
      return try sample(
        .bodyMass, Double.random(in: 50...90, using: &generator), start,
        start + Double.random(in: 0...90_000, using: &generator), "a")
    }
    try store.save(all)
    for step in [CalendarIntervals.Step.day, .week, .month, .year, .init(hours: 5)] {
      let anchor = Date(timeIntervalSinceReferenceDate: origin + 200 * 86_400)
      let intervals = try #require(CalendarIntervals(anchor: anchor, step: step, zone: rules))
      for query in [
        SampleQuery(), SampleQuery(from: moment(1e7), to: moment(2e7)),
        SampleQuery(
          from: moment(1e7), to: moment(2e7), options: [.strictStartDate, .strictEndDate]),
      ] {
        let matching = try store.samples(
          matching: SampleQuery(
            types: [.bodyMass], from: query.from, to: query.to, options: query.options))
        let groups = Dictionary(grouping: matching) { intervals.index(containing: $0.start) }
        let collection = try store.statisticsCollection(
          of: .bodyMass, matching: query, [.discreteMin, .discreteMax, .discreteAverage],
          by: intervals)
        #expect(collection.populated.map(\.start) == groups.keys.sorted().map(intervals.boundary))
        for (index, group) in groups {
          let found = collection.statistics(for: intervals.boundary(index))
          let numbers = group.map(\.quantity.value)
          #expect(found.all.count == group.count)
          #expect(found.all.minimum?.value == numbers.min())
          #expect(found.all.maximum?.value == numbers.max())
          let mean = numbers.reduce(0, +) / Double(numbers.count)
          #expect(abs((found.all.average?.value ?? 0) - mean) < 1e-9)
        }
      }
    }
  }

  @Test func `enumerating gives every interval, even empty ones, and stops on request`() throws {
    let store = try place.open()
    try store.save([sample(.bodyMass, 70, 0, 0), sample(.bodyMass, 71, 3 * 86_400, 3 * 86_400)])
    let intervals = try #require(CalendarIntervals(anchor: moment(0), step: .day, zone: .utc))
    let collection = try store.statisticsCollection(of: .bodyMass, .mostRecent, by: intervals)
    #expect(collection.populated.count == 2)
    var counts: [Int] = []
    collection.enumerate(from: moment(-86_400), to: moment(4 * 86_400)) {
      counts.append($0.all.count)
      return true
    }
    #expect(counts == [0, 1, 0, 0, 1, 0])
    var visited = 0
    collection.enumerate(from: moment(0), to: moment(9e9)) { _ in
      visited += 1
      return visited < 3
    }
    #expect(visited == 3)
  }

  @Test(.timeLimit(.minutes(15)))
  func `times beyond the calendar neither stop a search nor belong to an interval`() throws {
    let store = try place.open()
    for type in [QuantityType.bodyMass, .stepCount] {
      for time in [-1e300, -1e14, 0, 1e14, 1e300] {
        try store.save([
          sample(type, 1, time, time), sample(type, 1, time, time + max(1, abs(time) / 1e3)),
        ])
      }
      for step in [CalendarIntervals.Step.day, .month, .init(seconds: 1000)] {
        let intervals = try #require(CalendarIntervals(anchor: moment(0), step: step, zone: .utc))
        let collection = try store.statisticsCollection(of: type, .mostRecent, by: intervals)
        #expect(collection.statistics(for: moment(0)).all.count == 2)
      }
    }
  }

  @Test func `levels are averaged by energy over time`() throws {
    let store = try place.open()
    try store.save([
      sample(.environmentalAudioExposure, 80, 0, 100),
      sample(.environmentalAudioExposure, 90, 100, 110),
    ])
    let found = try store.statistics(
      of: .environmentalAudioExposure, [.discreteAverage, .discreteMax])
    // (1e8 * 100 + 1e9 * 10) / 110 = 1.818e8
    #expect(abs((found?.all.average?.value ?? 0) - 82.596) < 0.001)
    #expect(found?.all.maximum?.value == 90)
  }

  @Test func `an option that does not fit the type is an error`() throws {
    let store = try place.open()
    for (type, options) in [
      (QuantityType.stepCount, StatisticsOptions.discreteAverage), (.stepCount, .discreteMin),
      (.heartRate, .cumulativeSum), (.heartRate, [.cumulativeSum, .discreteMax]),
    ] {
      let error = #expect(throws: StoreError.self) { try store.statistics(of: type, options) }
      #expect(error?.reason == .invalidQuery)
    }
    #expect(try store.statistics(of: .stepCount, .cumulativeSum) == nil)
  }

  @Test func `a program's statistics cover the samples that it may read`() throws {
    let owner = try place.open()
    try owner.save([sample(.stepCount, 10, 0, 1, "a"), sample(.stepCount, 20, 5, 6, "b")])
    let store = try place.open(for: source("b"))
    func sum() throws -> Double? {
      try store.statistics(of: .stepCount, .cumulativeSum)?.all.sum?.value
    }
    #expect(try sum() == 20)
    try owner.authorize("b", Authorization(reading: .authorized), for: [.quantity(.stepCount)])
    #expect(try sum() == 30)
  }
}
