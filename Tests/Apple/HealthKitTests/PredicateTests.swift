import Foundation
import HealthKit
import SampleStore
import TestSupport
import Testing

/// HealthKit's predicates find the same samples as the store's own conditions.
@Suite struct PredicateTests {
  private static let rate = HKQuantityType(.heartRate)
  private static let bpm = HKUnit(from: "count/min")

  @Test func `an interval has the same ends as in HealthKit`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let start = KitStore.start
    for (from, to) in [(-10.0, 0.0), (-10, -1), (0, 10), (9, 11), (10, 20), (-5, 30)] {
      try await kit.health.save(
        HKQuantitySample(
          type: Self.rate, quantity: HKQuantity(unit: Self.bpm, doubleValue: 60),
          start: start + from, end: start + to))
    }
    func found(_ options: HKQueryOptions) async throws -> [Double] {
      try await kit.samples(
        Self.rate,
        HKQuery.predicateForSamples(withStart: start, end: start + 10, options: options)
      ).map { $0.startDate.timeIntervalSince(start) }
    }
    #expect(try await found([]) == [-10, -5, 0, 9])
    #expect(try await found(.strictStartDate) == [0, 9])
    #expect(try await found(.strictEndDate) == [-10])
    #expect(try await found([.strictStartDate, .strictEndDate]) == [])
  }

  @Test func `and, or and not work as in the store`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    try kit.others((0..<40).map { (50 + Double($0), Double($0)) })
    try await kit.health.save((0..<40).map { KitStore.heartRate(50 + Double($0), at: Double($0)) })
    let late = HKQuery.predicateForSamples(
      withStart: KitStore.start + 20, end: nil, options: .strictStartDate)
    let high = HKQuery.predicateForQuantitySamples(
      with: .greaterThanOrEqualTo, quantity: HKQuantity(unit: Self.bpm, doubleValue: 80))
    let own = HKQuery.predicateForObjects(
      from: try #require(
        try await kit.samples().first { $0.sourceRevision.source.name == "Program" }
      ).sourceRevision.source)
    var generator = SeededGenerator(seed: 18)
    for _ in 0..<60 {
      let (predicate, condition) = Self.random(&generator, depth: 3, [late, high, own])
      let expected = try kit.owner.samples(
        matching: SampleQuery(types: [.heartRate], where: condition)
      ).map(\.id)
      #expect(try await kit.samples(Self.rate, predicate).map(\.uuid) == expected)
    }
  }

  private static func random(
    _ generator: inout SeededGenerator, depth: Int, _ leaves: [NSPredicate]
  ) -> (NSPredicate, SamplePredicate) {
    let conditions: [SamplePredicate] = [
      .interval(from: KitStore.start + 20, to: nil, options: .strictStartDate),
      .quantity(.greaterOrEqual, Quantity(80, .countPerMinute)),
      .sources(["org.example.program"]),
    ]
    let kind = depth == 0 ? 0 : Int.random(in: 0...3, using: &generator)
    if kind == 0 {
      let index = Int.random(in: 0..<3, using: &generator)
      return (leaves[index], conditions[index])
    }
    let a = random(&generator, depth: depth - 1, leaves)
    if kind == 1 { return (NSCompoundPredicate(notPredicateWithSubpredicate: a.0), .not(a.1)) }
    let b = random(&generator, depth: depth - 1, leaves)
    return kind == 2
      ? (NSCompoundPredicate(andPredicateWithSubpredicates: [a.0, b.0]), .all([a.1, b.1]))
      : (NSCompoundPredicate(orPredicateWithSubpredicates: [a.0, b.0]), .any([a.1, b.1]))
  }

  @Test func `objects are found by identifier, metadata, device, source and correlation`()
    async throws
  {
    let systolic = HKQuantityType(.bloodPressureSystolic)
    let diastolic = HKQuantityType(.bloodPressureDiastolic)
    let kit = try await KitStore.allowing(Self.rate, systolic, diastolic)
    let tagged = KitStore.heartRate(60, at: 0, metadata: ["tag": "alpha", "n": 3])
    let plain = KitStore.heartRate(61, at: 1)
    let device = HKDevice(Self.camera)
    let measured = HKQuantitySample(
      type: Self.rate, quantity: tagged.quantity, start: KitStore.start + 2,
      end: KitStore.start + 2, device: device, metadata: nil)
    try await kit.health.save([tagged, plain, measured])
    func found(_ predicate: NSPredicate) async throws -> [HKSample] {
      try await kit.samples(Self.rate, predicate)
    }
    #expect(try await found(HKQuery.predicateForObject(with: plain.uuid)) == [plain])
    #expect(
      try await found(HKQuery.predicateForObjects(with: [plain.uuid, tagged.uuid]))
        == [tagged, plain])
    #expect(try await found(HKQuery.predicateForObjects(withMetadataKey: "tag")) == [tagged])
    #expect(
      try await found(
        HKQuery.predicateForObjects(withMetadataKey: "tag", allowedValues: ["alpha", "beta"]))
        == [tagged])
    #expect(
      try await found(
        HKQuery.predicateForObjects(
          withMetadataKey: "tag", operatorType: .contains, value: "lph")) == [tagged])
    #expect(
      try await found(
        HKQuery.predicateForObjects(withMetadataKey: "n", operatorType: .greaterThan, value: 3)
      ).isEmpty)
    #expect(try await found(HKQuery.predicateForObjects(from: [device])) == [measured])
    #expect(
      try await found(
        HKQuery.predicateForObjects(
          withDeviceProperty: HKDevicePropertyKeyModel, allowedValues: ["C1"])) == [measured])
    let revision = try #require(try await kit.samples().first).sourceRevision
    #expect(try await found(HKQuery.predicateForObjects(from: [revision])).count == 3)

    let pair: Set<HKSample> = [
      HKQuantitySample(
        type: systolic, quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: 120),
        start: KitStore.start, end: KitStore.start),
      HKQuantitySample(
        type: diastolic, quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: 80),
        start: KitStore.start, end: KitStore.start),
    ]
    try await kit.health.save(
      HKCorrelation(
        type: HKCorrelationType(.bloodPressure), start: KitStore.start, end: KitStore.start,
        objects: pair))
    #expect(
      try await kit.samples(systolic, HKQuery.predicateForObjectsWithNoCorrelation()).isEmpty)
    #expect(try await found(HKQuery.predicateForObjectsWithNoCorrelation()).count == 3)
  }

  private static let camera = Device(name: "Camera", model: "C1")

  @Test func `a condition that HealthKit's names do not allow is an error`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    for predicate in [
      NSCompoundPredicate(notPredicateWithSubpredicate: NSPredicate { _, _ in true }),
      HKQuery.predicateForObjects(withMetadataKey: "a", allowedValues: [[1]]),
      HKQuery.predicateForObjects(withDeviceProperty: "color", allowedValues: []),
      HKQuery.predicateForQuantitySamples(
        with: .equalTo, quantity: HKQuantity(unit: .meter(), doubleValue: 1)),
      HKQuery.predicateForCategorySamples(with: .contains, value: 1),
    ] {
      #expect(
        await code { try await kit.samples(Self.rate, predicate) } == .errorInvalidArgument)
    }
  }
}

extension HKDevice {
  convenience init(_ device: Device) {
    self.init(
      name: device.name, manufacturer: nil, model: device.model, hardwareVersion: nil,
      firmwareVersion: nil, softwareVersion: nil, localIdentifier: nil, udiDeviceIdentifier: nil)
  }
}
