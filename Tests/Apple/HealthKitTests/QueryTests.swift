import Foundation
import HealthKit
import SampleStore
import Testing

@Suite struct QueryTests {
  private static let rate = HKQuantityType(.heartRate)
  private static let bpm = HKUnit(from: "count/min")

  @Test func `samples come in the order and the number that were asked for`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    try kit.others([(60, 2), (61, 0), (62, 1)])
    func seconds(_ key: String, _ ascending: Bool, _ limit: Int) async throws -> [Double] {
      try await kit.samples(
        limit: limit, sort: [NSSortDescriptor(key: key, ascending: ascending)]
      ).map { $0.startDate.timeIntervalSince(KitStore.start) }
    }
    #expect(
      try await seconds(HKSampleSortIdentifierStartDate, true, HKObjectQueryNoLimit) == [0, 1, 2])
    #expect(try await seconds(HKSampleSortIdentifierEndDate, false, 2) == [2, 1])
    #expect(await code { try await seconds("color", true, 1) } == .errorInvalidArgument)
    #expect(await code { try await kit.samples(limit: -1) } == .errorInvalidArgument)

    let descriptor = HKSampleQueryDescriptor(
      predicates: [.quantitySample(type: Self.rate)],
      sortDescriptors: [SortDescriptor(\.startDate, order: .reverse)], limit: 2)
    let newest = try await descriptor.result(for: kit.health)
    #expect(newest.map { $0.startDate.timeIntervalSince(KitStore.start) } == [2, 1])
    let unsorted = HKSampleQueryDescriptor(
      predicates: [.quantitySample(type: Self.rate)], sortDescriptors: [SortDescriptor(\.count)])
    #expect(await code { try await unsorted.result(for: kit.health) } == .errorInvalidArgument)
  }

  @Test func `several types share one query, each with its own predicate`() async throws {
    let steps = HKQuantityType(.stepCount)
    let kit = try await KitStore.allowing(Self.rate, steps)
    let walk = HKQuantitySample(
      type: steps, quantity: HKQuantity(unit: .count(), doubleValue: 5), start: KitStore.start,
      end: KitStore.start + 1)
    let beat = KitStore.heartRate(60, at: 0.5)
    try await kit.health.save([beat, walk])
    let all = HKSampleQueryDescriptor<HKSample>(
      predicates: [.sample(type: steps), .sample(type: Self.rate)])
    #expect(try await all.result(for: kit.health) == [walk, beat])
    let mixed = HKSampleQueryDescriptor<HKSample>(
      predicates: [
        .sample(type: steps),
        .sample(type: Self.rate, predicate: HKQuery.predicateForObject(with: beat.uuid)),
      ])
    #expect(try await mixed.result(for: kit.health) == [walk, beat])
  }

  @Test func `handlers are called in the background, one after another`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    try kit.others([(60, 0)])
    let inside = Counter()
    let overlaps = Counter()
    let onMain = Counter()
    let calls = AsyncStream<Int> { continuation in
      for call in 0..<20 {
        kit.health.execute(
          HKSampleQuery(
            sampleType: Self.rate, predicate: nil, limit: 1, sortDescriptors: nil
          ) { _, _, _ in
            inside.add(1)
            if inside.value != 1 { overlaps.add(1) }
            if Thread.isMainThread { onMain.add(1) }
            inside.add(-1)
            continuation.yield(call)
          })
      }
    }
    var order: [Int] = []
    for await call in calls {
      order.append(call)
      if order.count == 20 { break }
    }
    #expect(order == Array(0..<20))
    #expect(overlaps.value == 0 && onMain.value == 0)
  }

  @Test func `a query is answered once, and never if it was stopped`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let answers = Counter()
    let failures = Counter()
    let query = HKSampleQuery(
      sampleType: Self.rate, predicate: nil, limit: 1, sortDescriptors: nil
    ) { _, _, error in
      answers.add(1)
      if (error as? HKError)?.code == .errorInvalidArgument { failures.add(1) }
    }
    kit.health.execute(query)
    kit.health.execute(query)
    // Called from a handler, so that the queue cannot begin the query before it is stopped.
    let stopped = HKSampleQuery(
      sampleType: Self.rate, predicate: nil, limit: 1, sortDescriptors: nil
    ) { _, _, _ in answers.add(100) }
    kit.health.execute(
      HKSampleQuery(sampleType: Self.rate, predicate: nil, limit: 1, sortDescriptors: nil) {
        _, _, _ in
        kit.health.execute(stopped)
        kit.health.stop(stopped)
      })
    _ = try await kit.samples()
    // The queue is serial: a later query is answered later.
    _ = try await kit.samples()
    #expect(answers.value == 2)
    #expect(failures.value == 1)
  }

  @Test func `correlations are also found by their members`() async throws {
    let (systolic, diastolic) = (
      HKQuantityType(.bloodPressureSystolic), HKQuantityType(.bloodPressureDiastolic)
    )
    let kit = try await KitStore.allowing(systolic, diastolic)
    func sample(_ type: HKQuantityType, _ value: Double, _ at: Double) -> HKSample {
      HKQuantitySample(
        type: type, quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: value),
        start: KitStore.start + at, end: KitStore.start + at)
    }
    let type = HKCorrelationType(.bloodPressure)
    let pressures = [(120.0, 80.0), (140, 85), (145, 95)].enumerated().map { index, value in
      HKCorrelation(
        type: type, start: KitStore.start + Double(index), end: KitStore.start + Double(index),
        objects: [
          sample(systolic, value.0, Double(index)), sample(diastolic, value.1, Double(index)),
        ])
    }
    try await kit.health.save(pressures)
    func above(_ value: Double) -> NSPredicate {
      HKQuery.predicateForQuantitySamples(
        with: .greaterThan,
        quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: value))
    }
    func found(_ members: [HKSampleType: NSPredicate]?) async throws -> [HKCorrelation] {
      try await withCheckedThrowingContinuation { continuation in
        kit.health.execute(
          HKCorrelationQuery(type: type, predicate: nil, samplePredicates: members) {
            if let error = $2 {
              continuation.resume(throwing: error)
            } else {
              continuation.resume(returning: $1 ?? [])
            }
          })
      }
    }
    #expect(try await found(nil) == pressures)
    #expect(try await found([systolic: above(130)]) == Array(pressures[1...]))
    #expect(
      try await found([systolic: above(130), diastolic: above(90)]) == Array(pressures[2...]))
    #expect(
      await code { try await found([systolic: NSPredicate { _, _ in true }]) }
        == .errorInvalidArgument)
    let read = try #require(try await found(nil).first)
    #expect(
      read.objects(for: systolic).compactMap { ($0 as? HKQuantitySample)?.quantity }
        == [HKQuantity(unit: .millimeterOfMercury(), doubleValue: 120)])
  }

  @Test func `a source query finds the sources by name`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    try kit.others([(60, 0)])
    try await kit.health.save(KitStore.heartRate(61, at: 1))
    let sources = await withCheckedContinuation { continuation in
      kit.health.execute(
        HKSourceQuery(sampleType: Self.rate, samplePredicate: nil) { _, sources, _ in
          continuation.resume(returning: sources)
        })
    }
    #expect(Set(sources?.map(\.name) ?? []) == ["Other", "Program"])
  }
}
