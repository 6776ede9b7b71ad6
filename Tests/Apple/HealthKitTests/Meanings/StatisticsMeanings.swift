import Foundation
import HealthKit
import SampleStore
import Testing

@Suite struct StatisticsMeanings {
  private static let rate = HKQuantityType(.heartRate)
  private static let steps = HKQuantityType(.stepCount)
  private static let bpm = HKUnit(from: "count/min")

  private func result(
    _ type: HKQuantityType, _ options: HKStatisticsOptions, _ predicate: NSPredicate? = nil,
    in kit: KitStore
  ) async throws -> HKStatistics? {
    try await HKStatisticsQueryDescriptor(
      predicate: .quantitySample(type: type, predicate: predicate), options: options
    ).result(for: kit.health)
  }

  private static func walk(_ count: Double, from: Double, to: Double) -> HKQuantitySample {
    HKQuantitySample(
      type: steps, quantity: HKQuantity(unit: .count(), doubleValue: count),
      start: KitStore.start + from, end: KitStore.start + to)
  }

  private func others(
    _ kit: KitStore, walk count: Double, from: Double, to: Double
  ) throws {
    try kit.owner.save([
      QuantitySample(
        type: .stepCount, quantity: Quantity(count, .count), start: KitStore.start + from,
        end: KitStore.start + to, source: KitStore.other)
    ])
  }

  /// hkstatisticsoptions - Discrete options belong to discrete types, the sum to cumulative ones. The wrong one is an
  /// exception; here an error.
  @Test func `an option that does not fit the type is refused`() async throws {
    let kit = try await KitStore.allowing(Self.rate, Self.steps)
    try await kit.health.save([KitStore.heartRate(60, at: 0), Self.walk(5, from: 0, to: 1)])
    #expect(
      await code { try await result(Self.rate, .cumulativeSum, in: kit) } == .errorInvalidArgument)
    for option: HKStatisticsOptions in [.discreteAverage, .discreteMin, .discreteMax] {
      #expect(
        await code { try await result(Self.steps, option, in: kit) } == .errorInvalidArgument)
    }
    for type in [Self.rate, Self.steps] {
      #expect(try await result(type, [.mostRecent, .duration], in: kit) != nil)
    }
  }

  /// hkstatistics/averagequantity() and the like - Each value is there if its option was set, and `nil` otherwise.
  @Test func `a value is there if it was asked for`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    try await kit.health.save(
      [60, 70, 95].enumerated().map { KitStore.heartRate($1, at: Double($0)) })
    let some = try #require(try await result(Self.rate, [.discreteAverage, .discreteMin], in: kit))
    #expect(some.averageQuantity()?.doubleValue(for: Self.bpm) == 75)
    #expect(some.minimumQuantity()?.doubleValue(for: Self.bpm) == 60)
    #expect(some.maximumQuantity() == nil && some.sumQuantity() == nil)
    #expect(some.mostRecentQuantity() == nil && some.duration() == nil && some.sources == nil)
    #expect(some.startDate == KitStore.start && some.endDate == KitStore.start + 2)
  }

  /// hkstatistics - By default the data of all sources are merged, so that no step counts twice.
  @Test func `sums of several sources count each moment once`() async throws {
    let kit = try await KitStore.allowing(Self.steps)
    try await kit.health.save(Self.walk(100, from: 0, to: 60))
    try others(kit, walk: 90, from: 0, to: 60)
    let merged = try #require(try await result(Self.steps, .cumulativeSum, in: kit))
    let sum = try #require(merged.sumQuantity()?.doubleValue(for: .count()))
    #expect(sum == 100 || sum == 90)
  }

  /// hkstatisticsoptions/separatebysource - The values of each source are given beside those of all.
  @Test func `each source has its own values`() async throws {
    let kit = try await KitStore.allowing(Self.steps)
    try await kit.health.save(Self.walk(100, from: 0, to: 60))
    try others(kit, walk: 90, from: 30, to: 90)
    let both = try #require(
      try await result(Self.steps, [.cumulativeSum, .duration, .separateBySource], in: kit))
    let sums = try #require(both.sources).map {
      both.sumQuantity(for: $0)?.doubleValue(for: .count())
    }
    #expect(Set(sums) == [100, 90])
    #expect(both.duration()?.doubleValue(for: .second()) == 90)
    #expect(
      both.sources?.map { both.duration(for: $0)?.doubleValue(for: .second()) } == [60, 60])
  }

  /// hkstatistics/mostrecentquantity() - The value, and the interval, of the latest sample.
  @Test func `the most recent value is that of the latest sample, for every type`() async throws {
    let kit = try await KitStore.allowing(Self.rate, Self.steps)
    try await kit.health.save([
      KitStore.heartRate(70, at: 10), KitStore.heartRate(60, at: 0),
      Self.walk(5, from: 20, to: 30), Self.walk(7, from: 0, to: 10),
    ])
    let rates = try #require(try await result(Self.rate, .mostRecent, in: kit))
    #expect(rates.mostRecentQuantity()?.doubleValue(for: Self.bpm) == 70)
    #expect(rates.mostRecentQuantityDateInterval()?.start == KitStore.start + 10)
    let walks = try #require(try await result(Self.steps, .mostRecent, in: kit))
    #expect(walks.mostRecentQuantity()?.doubleValue(for: .count()) == 5)
    #expect(walks.mostRecentQuantityDateInterval()?.duration == 10)
  }

  /// executing-statistical-queries - No sample that matches is the error `errorNoData` of a query.
  @Test func `without a sample that matches there is no data`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    try await kit.health.save(KitStore.heartRate(60, at: 0))
    let none = HKQuery.predicateForSamples(withStart: KitStore.start + 100, end: nil)
    let error: (any Error)? = await withCheckedContinuation { caller in
      kit.health.execute(
        HKStatisticsQuery(
          quantityType: Self.rate, quantitySamplePredicate: none, options: .discreteAverage
        ) { _, statistics, error in
          #expect(statistics == nil)
          caller.resume(returning: error)
        })
    }
    #expect((error as? HKError)?.code == .errorNoData)
  }

  /// hkquantityseriessamplequery - Statistics count what a series is made of, not the series as one value. Its average,
  /// least and greatest are those of all quantities.
  @Test func `a series counts as the quantities in it`() async throws {
    let kit = try await KitStore.allowing(Self.rate, Self.steps)
    let builder = HKQuantitySeriesSampleBuilder(
      healthStore: kit.health, quantityType: Self.rate, startDate: KitStore.start, device: nil)
    for (second, rate) in [(0.0, 60.0), (30, 90), (60, 120)] {
      try builder.insert(
        HKQuantity(unit: .hertz(), doubleValue: rate / 60), at: KitStore.start + second)
    }
    try await builder.finishSeries(metadata: nil)
    try await kit.health.save(KitStore.heartRate(30, at: 45))
    let all = try #require(
      try await result(
        Self.rate, [.discreteAverage, .discreteMin, .discreteMax, .mostRecent], in: kit))
    // Weighted by time: 30 s of 60, then 15 s of each.
    #expect(all.averageQuantity()?.doubleValue(for: Self.bpm) == 72)
    #expect(all.minimumQuantity()?.doubleValue(for: Self.bpm) == 30)
    #expect(all.maximumQuantity()?.doubleValue(for: Self.bpm) == 120)
    #expect(all.mostRecentQuantity()?.doubleValue(for: Self.bpm) == 120)
    #expect(all.mostRecentQuantityDateInterval()?.start == KitStore.start + 60)
    let halves = try await HKStatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(type: Self.rate), options: .discreteAverage,
      anchorDate: KitStore.start, intervalComponents: DateComponents(second: 40)
    ).result(for: kit.health).statistics()
    #expect(
      halves.map { $0.averageQuantity()?.doubleValue(for: Self.bpm) } == [70, 75])
    let walk = HKQuantitySeriesSampleBuilder(
      healthStore: kit.health, quantityType: Self.steps, startDate: KitStore.start, device: nil)
    for (minute, count) in [(0.0, 10.0), (9, 30)] {
      try walk.insert(
        HKQuantity(unit: .count(), doubleValue: count),
        for: DateInterval(start: KitStore.start + minute * 60, duration: 60))
    }
    let saved = try await walk.finishSeries(metadata: nil)
    #expect(saved.first?.count == 2)
    let minutes = try await HKStatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(type: Self.steps), options: .cumulativeSum,
      anchorDate: KitStore.start, intervalComponents: DateComponents(minute: 5)
    ).result(for: kit.health).statistics()
    // Spread over its ten minutes as one sample, it would be 20 and 20.
    #expect(minutes.map { $0.sumQuantity()?.doubleValue(for: .count()) } == [10, 30])
  }

  /// executing-statistics-collection-queries - The anchor may lie before, in or after the data: intervals extend from it in
  /// both directions.
  @Test(arguments: [-10.0, 0, 3, 400])
  func `an anchor at the same hour cuts the same days`(days: Double) async throws {
    let kit = try await KitStore.allowing(Self.steps)
    for half in 0..<5 {
      let start = Double(half) * 43_200
      try await kit.health.save(Self.walk(10, from: start, to: start + 60))
    }
    let collection = try await HKStatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(type: Self.steps), options: .cumulativeSum,
      anchorDate: KitStore.start + days * 86_400,
      intervalComponents: DateComponents(timeZone: .gmt, day: 1)
    ).result(for: kit.health)
    let found = collection.statistics()
    #expect(found.map { $0.sumQuantity()?.doubleValue(for: .count()) } == [20, 20, 10])
    #expect(found.map(\.startDate) == [0, 1, 2].map { KitStore.start + $0 * 86_400 })
  }

  /// hkstatisticscollection - `statistics(for:)` has the interval of a date, with `nil` quantities if it has no sample;
  /// `enumerateStatistics` visits every interval, `statistics()` gives those with samples.
  @Test func `intervals without samples are visited and have no value`() async throws {
    let kit = try await KitStore.allowing(Self.steps)
    try await kit.health.save([Self.walk(1, from: 0, to: 1), Self.walk(2, from: 7200, to: 7201)])
    let collection = try await HKStatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(type: Self.steps), options: .cumulativeSum,
      anchorDate: KitStore.start, intervalComponents: DateComponents(hour: 1)
    ).result(for: kit.health)
    var sums: [Double?] = []
    collection.enumerateStatistics(from: KitStore.start, to: KitStore.start + 7200) { hour, stop in
      sums.append(hour.sumQuantity()?.doubleValue(for: .count()))
      if sums.count == 3 { stop.pointee = true }
    }
    #expect(sums == [1, nil, 2])
    #expect(collection.statistics().count == 2)
    let empty = try #require(collection.statistics(for: KitStore.start + 5000))
    #expect(empty.startDate == KitStore.start + 3600 && empty.sumQuantity() == nil)
  }

  /// hkstatisticscollectionquery/init - Intervals are calendar components: a day is from midnight to midnight, also if the
  /// clocks change.
  @Test(arguments: [("2025-03-29T23:00:00Z", 23.0), ("2025-10-25T22:00:00Z", 25)])
  func `a day on which clocks change has its own length`(midnight: String, hours: Double)
    async throws
  {
    let start = try Date(midnight, strategy: .iso8601)
    let kit = try await KitStore.allowing(Self.steps)
    for seconds in [0, hours * 3600 - 60, hours * 3600] {
      let walk = HKQuantitySample(
        type: Self.steps, quantity: HKQuantity(unit: .count(), doubleValue: 1),
        start: start + seconds, end: start + seconds + 30)
      try await kit.health.save(walk)
    }
    let days = try await HKStatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(type: Self.steps), options: .cumulativeSum,
      anchorDate: start - 86_400 * 2,
      intervalComponents: DateComponents(timeZone: TimeZone(identifier: "Europe/Berlin"), day: 1)
    ).result(for: kit.health).statistics()
    #expect(days.map { $0.sumQuantity()?.doubleValue(for: .count()) } == [2, 1])
    #expect(days[0].endDate.timeIntervalSince(days[0].startDate) == hours * 3600)
  }
}
