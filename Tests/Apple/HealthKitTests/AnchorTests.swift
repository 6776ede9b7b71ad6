import Foundation
import HealthKit
import SampleStore
import Testing

@Suite struct AnchorTests {
  private static let rate = HKQuantityType(.heartRate)

  private static func changes(
    since anchor: HKQueryAnchor?, limit: Int? = nil, in kit: KitStore
  ) async throws -> HKAnchoredObjectQueryDescriptor<HKQuantitySample>.Result {
    try await HKAnchoredObjectQueryDescriptor(
      predicates: [.quantitySample(type: rate)], anchor: anchor, limit: limit
    ).result(for: kit.health)
  }

  @Test func `an archived anchor continues from its position`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let first = KitStore.heartRate(60, at: 0)
    try await kit.health.save(first)
    let before = try await Self.changes(since: nil, in: kit)
    #expect(before.addedSamples == [first] && before.deletedObjects.isEmpty)

    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: before.newAnchor, requiringSecureCoding: true)
    let anchor = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: archive))
    #expect(anchor == before.newAnchor)
    #expect(try HKQueryAnchor(data: anchor.data) == anchor)

    let second = KitStore.heartRate(61, at: 1)
    try await kit.health.save(second)
    try await kit.health.delete(first)
    let after = try await Self.changes(since: anchor, in: kit)
    #expect(after.addedSamples == [second])
    #expect(after.deletedObjects.map(\.uuid) == [first.uuid])
    let last = try await Self.changes(since: after.newAnchor, in: kit)
    #expect(last.addedSamples.isEmpty && last.deletedObjects.isEmpty)
  }

  @Test func `the pages of an anchored query add up to the whole`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    try await kit.health.save((0..<25).map { KitStore.heartRate(60, at: Double($0)) })
    var (found, anchor): ([UUID], HKQueryAnchor?) = ([], nil)
    while true {
      let page = try await Self.changes(since: anchor, limit: 10, in: kit)
      #expect(page.addedSamples.count <= 10)
      if page.addedSamples.isEmpty { break }
      found += page.addedSamples.map(\.uuid)
      anchor = page.newAnchor
    }
    let whole = try await Self.changes(since: nil, in: kit).addedSamples.map(\.uuid)
    #expect(found == whole && whole.count == 25)
  }

  @Test func `an anchor before a purge is expired, one of another store is refused`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let sample = KitStore.heartRate(60, at: 0)
    try await kit.health.save(sample)
    let anchor = try await Self.changes(since: nil, in: kit).newAnchor
    try await kit.health.delete(sample)
    _ = try kit.owner.purgeTombstones(deletedBefore: Date() + 60)
    do {
      _ = try await Self.changes(since: anchor, in: kit)
      Issue.record("the anchor was answered")
    } catch let error as HKError {
      #expect(error.isAnchorExpired && error.code == .errorInvalidArgument)
    }
    let other = try await KitStore.allowing(Self.rate)
    #expect(
      await code { try await Self.changes(since: anchor, in: other) } == .errorInvalidArgument)
    #expect(await code { try HKQueryAnchor(data: Data([1, 2, 3])) } == .errorInvalidArgument)
  }

  @Test(.timeLimit(.minutes(15)))
  func `an anchored query follows saves and deletions until it is stopped`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let first = KitStore.heartRate(60, at: 0)
    try await kit.health.save(first)
    let calls = AsyncStream<(String, [UUID], [UUID])> { continuation in
      let query = HKAnchoredObjectQuery(
        type: Self.rate, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit
      ) { _, added, deleted, anchor, _ in
        #expect(anchor != nil)
        continuation.yield(
          ("first", added?.map(\.uuid) ?? [], deleted?.map(\.uuid) ?? []))
      }
      query.updateHandler = { _, added, deleted, _, _ in
        continuation.yield(
          ("update", added?.map(\.uuid) ?? [], deleted?.map(\.uuid) ?? []))
      }
      continuation.onTermination = { _ in kit.health.stop(query) }
      kit.health.execute(query)
    }
    var iterator = calls.makeAsyncIterator()
    #expect(try #require(await iterator.next()) == ("first", [first.uuid], []))
    let second = KitStore.heartRate(61, at: 1)
    try await kit.health.save(second)
    #expect(try #require(await iterator.next()) == ("update", [second.uuid], []))
    try await kit.health.delete(first)
    #expect(try #require(await iterator.next()) == ("update", [], [first.uuid]))
  }

  @Test(.timeLimit(.minutes(15)))
  func `a stream of results continues with each change`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let descriptor = HKAnchoredObjectQueryDescriptor(
      predicates: [.quantitySample(type: Self.rate)], anchor: nil)
    var counts: [Int] = []
    for try await result in descriptor.results(for: kit.health) {
      counts.append(result.addedSamples.count)
      if counts.count == 3 { break }
      try await kit.health.save(KitStore.heartRate(60, at: Double(counts.count)))
    }
    #expect(counts == [0, 1, 1])
  }

  @Test(.timeLimit(.minutes(15)))
  func `an observer is called at the start and at each change, and acknowledges delivery`()
    async throws
  {
    let kit = try await KitStore.allowing(Self.rate)
    try await kit.health.enableBackgroundDelivery(for: Self.rate, frequency: .immediate)
    let calls = AsyncStream<Bool> { continuation in
      let query = HKObserverQuery(sampleType: Self.rate, predicate: nil) { _, done, error in
        done()
        continuation.yield(error == nil)
      }
      continuation.onTermination = { _ in kit.health.stop(query) }
      kit.health.execute(query)
    }
    var iterator = calls.makeAsyncIterator()
    #expect(await iterator.next() == true)
    try kit.others([(60, 0)])
    #expect(await iterator.next() == true)
    let program = try HealthStore(location: kit.location, client: .application(KitStore.program))
    // The queue is serial: the acknowledgement is before the next call.
    _ = try await kit.samples()
    #expect(try program.dueDelivery(at: Date()) == nil)
    try await kit.health.disableAllBackgroundDelivery()
  }
}
