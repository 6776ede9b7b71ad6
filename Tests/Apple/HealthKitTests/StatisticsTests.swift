import Foundation
import HealthKit
import SampleStore
import Testing

/// HealthKit's statistics are those of the store.
@Suite struct StatisticsTests {
  private static let rate = HKQuantityType(.heartRate)
  private static let steps = HKQuantityType(.stepCount)
  private static let bpm = HKUnit(from: "count/min")

  @Test func `every statistic is that of the store`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    try kit.others([(60, 0), (64, 10)])
    try await kit.health.save([KitStore.heartRate(80, at: 20), KitStore.heartRate(90, at: 5)])
    let options: HKStatisticsOptions = [
      .discreteAverage, .discreteMin, .discreteMax, .mostRecent, .duration, .separateBySource,
    ]
    let descriptor = HKStatisticsQueryDescriptor(
      predicate: .quantitySample(type: Self.rate), options: options)
    let ours = try #require(try await descriptor.result(for: kit.health))
    let store = try #require(
      try kit.owner.statistics(
        of: .heartRate,
        [
          .discreteAverage, .discreteMin, .discreteMax, .mostRecent, .duration, .separateBySource,
        ]))
    #expect(ours.startDate == store.start && ours.endDate == store.end)
    func value(_ quantity: Quantity?) -> HKQuantity? {
      quantity.map { HKQuantity(unit: HKUnit(from: "\($0.unit)"), doubleValue: $0.value) }
    }
    #expect(ours.averageQuantity() == value(store.all.average))
    #expect(ours.minimumQuantity() == value(store.all.minimum))
    #expect(ours.maximumQuantity() == value(store.all.maximum))
    #expect(ours.mostRecentQuantity() == value(store.all.mostRecent))
    #expect(ours.mostRecentQuantityDateInterval()?.start == KitStore.start + 20)
    #expect(ours.duration()?.doubleValue(for: .second()) == store.all.duration)
    #expect(ours.sumQuantity() == nil)
    #expect(ours.sources?.map(\.name) == ["Other", "Program"])
    for source in ours.sources ?? [] {
      let own = try #require(store.bySource[source.bundleIdentifier])
      #expect(ours.averageQuantity(for: source) == value(own.average))
      #expect(ours.minimumQuantity(for: source) == value(own.minimum))
      #expect(ours.maximumQuantity(for: source) == value(own.maximum))
      #expect(ours.mostRecentQuantity(for: source) == value(own.mostRecent))
    }
  }

  @Test func `no samples give no statistics, and a wrong option is an error`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    func statistics(_ options: HKStatisticsOptions) async throws -> HKStatistics? {
      try await HKStatisticsQueryDescriptor(
        predicate: .quantitySample(type: Self.rate), options: options
      ).result(for: kit.health)
    }
    #expect(try await statistics(.discreteAverage) == nil)
    #expect(await code { try await statistics(.cumulativeSum) as Any } == .errorInvalidArgument)
  }

  @Test func `a day on which clocks change is shorter or longer`() async throws {
    let kit = try await KitStore.allowing(Self.steps)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let midnight = try #require(
      calendar.date(from: DateComponents(year: 2026, month: 3, day: 28)))
    try await kit.health.save([
      HKQuantitySample(
        type: Self.steps, quantity: HKQuantity(unit: .count(), doubleValue: 9),
        start: midnight + 30 * 3600, end: midnight + 30 * 3600 + 60)
    ])
    var interval = DateComponents(day: 1)
    interval.calendar = calendar
    let collection = try await HKStatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(type: Self.steps), options: .cumulativeSum,
      anchorDate: midnight, intervalComponents: interval
    ).result(for: kit.health)
    var lengths: [Double] = []
    var sums: [Double?] = []
    collection.enumerateStatistics(from: midnight, to: midnight + 71 * 3600 - 1) { day, stop in
      lengths.append(day.endDate.timeIntervalSince(day.startDate) / 3600)
      sums.append(day.sumQuantity()?.doubleValue(for: .count()))
      if lengths.count == 9 { stop.pointee = true }
    }
    #expect(lengths == [24, 23, 24])
    #expect(sums == [nil, 9, nil])
    #expect(collection.statistics().count == 1)
    #expect(
      collection.statistics(for: midnight + 40 * 3600)?.startDate == midnight + 24 * 3600)

    var seen = 0
    collection.enumerateStatistics(from: midnight, to: midnight + 71 * 3600) { _, stop in
      seen += 1
      stop.pointee = true
    }
    #expect(seen == 1)
  }

  @Test func `components that do not make an interval are an error`() async throws {
    let kit = try await KitStore.allowing(Self.steps)
    let descriptor = HKStatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(type: Self.steps), options: .cumulativeSum,
      anchorDate: KitStore.start, intervalComponents: DateComponents())
    #expect(await code { try await descriptor.result(for: kit.health) } == .errorInvalidArgument)
  }

  @Test(.timeLimit(.minutes(15)))
  func `a live collection reports the interval that changed`() async throws {
    let kit = try await KitStore.allowing(Self.steps)
    func save(_ count: Double, hour: Double) throws {
      try kit.owner.save([
        QuantitySample(
          type: .stepCount, quantity: Quantity(count, .count),
          start: KitStore.start + hour * 3600, end: KitStore.start + hour * 3600 + 60,
          source: KitStore.other)
      ])
    }
    try save(5, hour: 0)
    let query = HKStatisticsCollectionQuery(
      quantityType: Self.steps, quantitySamplePredicate: nil, options: .cumulativeSum,
      anchorDate: KitStore.start, intervalComponents: DateComponents(hour: 1))
    let received = AsyncStream<(Date?, Double?)> { continuation in
      query.initialResultsHandler = { _, collection, _ in
        let first = collection?.statistics().first
        continuation.yield((nil, first?.sumQuantity()?.doubleValue(for: .count())))
      }
      query.statisticsUpdateHandler = { _, changed, _, _ in
        continuation.yield(
          (changed?.startDate, changed?.sumQuantity()?.doubleValue(for: .count())))
      }
      kit.health.execute(query)
    }
    var iterator = received.makeAsyncIterator()
    let first = try #require(await iterator.next())
    #expect(first == (nil, 5))
    try save(7, hour: 3)
    let second = try #require(await iterator.next())
    #expect(second == (KitStore.start + 3 * 3600, 7))
    try save(2, hour: 0)
    let third = try #require(await iterator.next())
    #expect(third == (KitStore.start, 7))
    kit.health.stop(query)
  }
}
