import TestSamples
import FoundationEssentials
import SampleStore
import TestSupport
import Testing

@Suite(.everyEngine)
struct UpdatesTests {
  let place: TemporaryStore

  init() throws {
    place = try TemporaryStore()
  }

  private static let often = Duration.milliseconds(5)

  @Test func `changes by any connection are reported once, by type`() async throws {
    let store = try place.open()
    let writer = try place.open()
    try writer.save([reading()])
    var all = try store.updates(every: Self.often).makeAsyncIterator()
    var steps = try store.updates(of: [.quantity(.stepCount)], every: Self.often)
      .makeAsyncIterator()
    try writer.save([reading()])
    #expect(try await all.next() == [.quantity(.heartRate)])
    try store.save([reading(type: .stepCount)])
    try writer.save([reading()])
    #expect(try await all.next() == [.quantity(.heartRate), .quantity(.stepCount)])
    #expect(try await steps.next() == [.quantity(.stepCount)])
    let own = QuantityType(
      identifier: "org.example.own", canonicalUnit: .count, aggregationStyle: .cumulative)
    try writer.save([reading(type: own)])
    #expect(try await all.next() == [.quantity(own)])
  }

  @Test func `changes by another process are reported`() async throws {
    let store = try place.open()
    let updates = try store.updates(every: Self.often)
    let tool = try ToolProcess("save", place.location.description, "1", "1")
    var iterator = updates.makeAsyncIterator()
    #expect(try await iterator.next() == [.quantity(.heartRate)])
    #expect(tool.lines().count == 1)
  }

  @Test func `waiting ends when the task is cancelled`() async throws {
    let store = try place.open()
    let updates = try store.updates(every: Self.often)
    let task = Task { () throws -> Bool in
      for try await _ in updates { return false }
      return true
    }
    task.cancel()
    #expect(try await task.value)
  }

  @Test func `live changes begin at once and continue`() async throws {
    let store = try place.open()
    let samples = try (0..<5).map { try reading(from: Double($0)) }
    try store.save(samples)
    var live = try store.liveChanges(
      since: nil, matching: SampleQuery(), limit: 2, every: Self.often
    )
    .makeAsyncIterator()
    var added: [UUID] = []
    for _ in 0..<3 { added += try #require(try await live.next()).added.map(\.id) }
    #expect(added == samples.map(\.id))
    try store.delete([samples[1].id])
    #expect(try await live.next()?.deleted.map(\.id) == [samples[1].id])
    try store.save([reading(from: 9)])
    #expect(try await live.next()?.added.count == 1)
  }

  @Test func `live collections are updated when samples are saved`() async throws {
    let store = try place.open()
    let intervals = try #require(CalendarIntervals(anchor: moment(0), step: .day, zone: .utc))
    var live = try store.liveStatisticsCollection(
      of: .heartRate, .discreteMax, by: intervals, every: Self.often
    ).makeAsyncIterator()
    #expect(try await live.next()?.populated.isEmpty == true)
    try store.save([reading(60, from: 5)])
    #expect(try await live.next()?.populated.first?.all.maximum?.value == 1)
    try store.save([reading(type: .stepCount), reading(120, from: 6)])
    #expect(try await live.next()?.populated.first?.all.maximum?.value == 2)
  }

  @Test func `deliveries keep to their frequency and stay due until acknowledged`() throws {
    let store = try place.open()
    let heart = SampleType.quantity(.heartRate)
    let steps = SampleType.quantity(.stepCount)
    try store.save([reading()])
    try store.enableBackgroundDelivery(for: heart, .hourly)
    try store.enableBackgroundDelivery(for: steps, .immediate)
    let now = moment(0)
    #expect(try store.dueDelivery(at: now) == nil)
    try store.save([reading(), reading(type: .stepCount)])
    let first = try #require(try place.open().dueDelivery(at: now))
    #expect(first.types == [heart, steps])
    #expect(try place.open().dueDelivery(at: now) == first)
    try store.acknowledge(first, at: now)
    #expect(try store.dueDelivery(at: now) == nil)
    try store.save([reading(), reading(type: .stepCount)])
    #expect(try store.dueDelivery(at: now + 3599)?.types == [steps])
    #expect(try store.dueDelivery(at: now + 3600)?.types == [heart, steps])
    // What changed after it was found due is not taken for dealt with.
    let due = try #require(try store.dueDelivery(at: now + 3600))
    try store.save([reading(type: .stepCount)])
    try store.acknowledge(due, at: now + 3600)
    #expect(try store.dueDelivery(at: now + 3601)?.types == [steps])
    try store.disableBackgroundDelivery()
    #expect(try store.dueDelivery(at: now + 90_000) == nil)
  }

  @Test(arguments: BackgroundDelivery.Frequency.allCases)
  func `random changes are delivered, none later than the period`(
    _ frequency: BackgroundDelivery.Frequency
  ) throws {
    let store = try place.open()
    try store.enableBackgroundDelivery(for: .quantity(.heartRate), frequency)
    let period = [0.0, 3600, 86_400, 604_800][frequency.rawValue - 1]
    var generator = SampleGenerator(seed: 3)
    var now = moment(0)
    var last: Date?
    var pending = false
    for _ in 0..<60 {
      now += Double.random(in: 0...(max(period, 10) / 2), using: &generator)
      if Bool.random(using: &generator) {
        try store.save([reading()])
        pending = true
      }
      let due = try store.dueDelivery(at: now)
      let expected = pending && last.map { now.timeIntervalSince($0) >= period } ?? true
      #expect((due != nil) == (expected && pending))
      if let due {
        try store.acknowledge(due, at: now)
        (last, pending) = (now, false)
      }
    }
  }

  @Test func `async work returns its answer or throws its error`() async throws {
    let store = try place.open()
    let sample = try reading()
    try await store.perform { try $0.save([sample]) }
    #expect(try await store.perform { try $0.samples(matching: SampleQuery()) } == [sample])
    await #expect(throws: StoreError.self) { try await store.perform { try $0.save([sample]) } }
  }
}
