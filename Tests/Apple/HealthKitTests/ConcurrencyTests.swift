import Foundation
import HealthKit
import SampleStore
import Testing

@Suite struct ConcurrencyTests {
  private static let rate = HKQuantityType(.heartRate)

  @Test func `objects and queries cross tasks, and all that many tasks save is found`() async throws
  {
    let kit = try await KitStore.allowing(Self.rate)
    let saved = try await withThrowingTaskGroup(of: [HKQuantitySample].self) { group in
      for task in 0..<8 {
        group.addTask {
          let samples = (0..<25).map { KitStore.heartRate(60, at: Double(task * 100 + $0)) }
          for sample in samples { try await kit.health.save(sample) }
          return samples
        }
      }
      return try await group.reduce(into: Set<HKSample>()) { $0.formUnion($1) }
    }
    #expect(saved.count == 200)
    #expect(try await Set(kit.samples()) == saved)
  }

  @Test(.timeLimit(.minutes(15)))
  func `a stopped query is not called for a change that another query receives`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let calls = Counter()
    let stopped = HKAnchoredObjectQuery(
      type: Self.rate, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit
    ) { query, _, _, _, _ in
      calls.add(1)
      kit.health.stop(query)
    }
    stopped.updateHandler = { _, _, _, _, _ in calls.add(1) }
    kit.health.execute(stopped)

    let heard = AsyncStream<Int> { continuation in
      let query = HKAnchoredObjectQuery(
        type: Self.rate, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit
      ) { _, added, _, _, _ in continuation.yield(added?.count ?? -1) }
      query.updateHandler = { _, added, _, _, _ in continuation.yield(added?.count ?? -1) }
      continuation.onTermination = { _ in kit.health.stop(query) }
      kit.health.execute(query)
    }
    var iterator = heard.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    while calls.value == 0 { _ = try await kit.samples() }
    for second in 0..<5 {
      try await kit.health.save(KitStore.heartRate(60, at: Double(second)))
      #expect(await iterator.next() == 1)
    }
    #expect(calls.value == 1)
  }

  @Test(.timeLimit(.minutes(15)))
  func `a cancelled task ends its stream of results`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let started = Counter()
    let task = Task {
      let descriptor = HKAnchoredObjectQueryDescriptor(
        predicates: [.quantitySample(type: Self.rate)], anchor: nil)
      for try await _ in descriptor.results(for: kit.health) { started.add(1) }
      return true
    }
    while started.value == 0 { _ = try await kit.samples() }
    task.cancel()
    #expect(try await task.value)
    #expect(started.value == 1)
  }
}
