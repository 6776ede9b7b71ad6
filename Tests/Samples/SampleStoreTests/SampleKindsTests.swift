import TestSamples
import FoundationEssentials
import SampleStore
import TestSupport
import Testing

@Suite(.everyEngine)
struct SampleKindsTests {
  let place: TemporaryStore
  let source = Source(name: "Tests", bundleIdentifier: "org.example.tests")

  init() throws {
    place = try TemporaryStore()
  }

  private func pressure(
    _ systolic: Double, at time: Double = 0, metadata: [String: MetadataValue] = [:]
  ) throws -> Correlation {
    let members = try [
      (QuantityType.bloodPressureSystolic, systolic), (.bloodPressureDiastolic, systolic - 40),
    ].map { type, value in
      Sample.quantity(
        try QuantitySample(
          type: type, quantity: Quantity(value, .millimeterOfMercury), start: moment(time),
          end: moment(time), source: source))
    }
    return try Correlation(
      type: .bloodPressure, members: members, start: moment(time), end: moment(time),
      source: source, metadata: metadata)
  }

  /// One of every kind.
  private func everyKind() throws -> [Sample] {
    [
      .quantity(try reading()),
      .category(
        try CategorySample(
          type: .sleepAnalysis, value: 5, start: moment(1), end: moment(9), source: source)),
      .category(
        try CategorySample(
          type: CategoryType(identifier: "org.example.mood"), value: -3, start: moment(2),
          end: moment(2), source: source, device: Device(name: "d"))),
      .correlation(try pressure(120, metadata: ["k": .bool(true)])),
      .workout(
        try Workout(
          activity: .running,
          events: [
            WorkoutEvent(kind: .pause, start: moment(20), end: moment(20)),
            WorkoutEvent(kind: .resume, start: moment(25), end: moment(25)),
            WorkoutEvent(kind: .segment, start: moment(10), end: moment(30)),
          ],
          totals: [
            .activeEnergyBurned: Quantity(100, try QuantityUnit("kJ")),
            .distanceWalkingRunning: Quantity(5, try QuantityUnit("km")),
          ],
          start: moment(10), end: moment(40), source: source)),
      .heartbeatSeries(
        try HeartbeatSeries(
          beats: [
            .init(time: 0.1), .init(time: 0.9), .init(time: 2.7, precededByGap: true),
          ], start: moment(50), source: source)),
    ]
  }

  @Test func `every kind is read back as it was saved, also after reopening`() throws {
    let samples = try everyKind()
    try place.open().save(samples)
    let store = try place.open(.readOnly)
    let found = try store.allSamples(matching: SampleQuery())
    let members = samples.flatMap { sample -> [Sample] in
      if case .correlation(let pressure) = sample { pressure.members } else { [] }
    }
    #expect(found.count == samples.count + 2)
    #expect(Set(found) == Set(samples + members))
    #expect(try store.samples(matching: SampleQuery()).count == 3)
    #expect(
      try store.allSamples(matching: SampleQuery(of: [.workout, .heartbeatSeries])).count == 2)
    #expect(try store.problems() == [])
  }

  @Test func `a correlation is deleted with its members, and each leaves a tombstone`() throws {
    let store = try place.open()
    let pressure = try pressure(120)
    try store.save([.correlation(pressure), .quantity(try reading())])
    let anchor = try store.changes(since: nil, matching: SampleQuery()).anchor
    #expect(try store.delete([pressure.id]) == 1)
    #expect(try store.count(matching: SampleQuery()) == 1)
    let deleted = try store.changes(since: anchor, matching: SampleQuery()).deleted
    #expect(deleted.count == 3)
    #expect(Set(deleted.map(\.id)) == Set([pressure.id] + pressure.members.map(\.id)))
  }

  @Test func `a saved correlation is all or nothing`() throws {
    let store = try place.open()
    let first = try pressure(120)
    try store.save([.correlation(first)])
    let again = try Correlation(
      type: .bloodPressure, members: first.members, start: moment(0), end: moment(0),
      source: source)
    let error = #expect(throws: StoreError.self) { try store.save([.correlation(again)]) }
    #expect(error?.reason == .sampleExists)
    #expect(try store.count(matching: SampleQuery()) == 3)
  }

  private func synced(
    _ value: Double, _ version: Double, _ identifier: String = "a", bundle: String = "b"
  ) throws -> QuantitySample {
    try QuantitySample(
      type: .heartRate, quantity: Quantity(value, .countPerMinute), start: moment(0),
      end: moment(0), source: Source(name: "s", bundleIdentifier: bundle),
      metadata: [
        MetadataKey.syncIdentifier: .string(identifier), MetadataKey.syncVersion: .number(version),
      ])
  }

  @Test func `a higher version replaces, the same or a lower one changes nothing`() throws {
    let store = try place.open()
    func values() throws -> [Double] {
      try store.samples(matching: SampleQuery(order: .init([.init(.value)])))
        .map(\.quantity.value)
    }
    let anchor = try store.changes(since: nil, matching: SampleQuery()).anchor
    try store.save([synced(60, 1)])
    try store.save([synced(61, 1), synced(62, 0)])
    #expect(try values() == [60])
    try store.save([synced(70, 2), synced(80, 3)])
    #expect(try values() == [80])
    // Another identifier and another source are another matter.
    try store.save([synced(90, 1, "other"), synced(100, 1, "a", bundle: "c")])
    #expect(try values() == [80, 90, 100])
    let deleted = try store.changes(since: anchor, matching: SampleQuery()).deleted
    #expect(deleted.map { $0.metadata[MetadataKey.syncVersion] } == [.number(1), .number(2)])
    #expect(try store.problems() == [])
  }

  @Test func `a replaced correlation takes its members along`() throws {
    let store = try place.open()
    func version(_ number: Double) -> [String: MetadataValue] {
      [MetadataKey.syncIdentifier: .string("x"), MetadataKey.syncVersion: .number(number)]
    }
    try store.save([.correlation(pressure(120, metadata: version(1)))])
    let newer = try pressure(130, metadata: version(2))
    try store.save([.correlation(newer), .correlation(pressure(140, metadata: version(2)))])
    let found = try store.allSamples(matching: SampleQuery())
    #expect(Set(found) == Set([.correlation(newer)] + newer.members))
  }

  @Test func `samples of a workout are found by it`() throws {
    let store = try place.open()
    let samples = try everyKind()
    try store.save(samples)
    let workout = try #require(samples.first { $0.sampleType == .workout })
    try store.add([samples[0].id], toWorkout: workout.id)
    let found = try store.allSamples(matching: SampleQuery(where: .ofWorkout(workout.id)))
    #expect(found == [samples[0]])
    let error = #expect(throws: StoreError.self) { try store.add([UUID()], toWorkout: workout.id) }
    #expect(error?.reason == .notFound)
    try store.delete([workout.id])
    #expect(try store.problems() == [])
  }

  @Test func `a number saved under another kind's identifier is refused`() throws {
    let store = try place.open()
    try store.save([
      .category(
        CategorySample(
          type: CategoryType(identifier: "org.example.x"), start: moment(0), end: moment(0),
          source: source))
    ])
    let type = QuantityType(
      identifier: "org.example.x", canonicalUnit: .count, aggregationStyle: .cumulative)
    let error = #expect(throws: StoreError.self) { try store.save([try reading(type: type)]) }
    #expect(error?.detail == "org.example.x is another kind of sample there")
  }

  @Test(arguments: [false, true])
  func `two kinds under one identifier at once: the second is refused, in either order`(
    isReversed: Bool
  )
    throws
  {
    let store = try place.open()
    let number = try reading(
      type: QuantityType(
        identifier: "org.example.y", canonicalUnit: .count, aggregationStyle: .cumulative))
    let word = try CategorySample(
      type: CategoryType(identifier: "org.example.y"), start: moment(0), end: moment(0),
      source: source)
    let both = [Sample.quantity(number), .category(word)]
    let outcome = try store.saveNew(isReversed ? both.reversed() : both)
    #expect(outcome.saved == 1 && outcome.refused.map(\.index) == [1])
    #expect(outcome.refused.first?.reason == "org.example.y is another kind of sample there")
    #expect(try store.allSamples(matching: SampleQuery()) == [isReversed ? both[1] : both[0]])
    #expect(try store.problems() == [])
  }

  @Test func `deleting by a query deletes what the query finds`() throws {
    let store = try place.open()
    try store.save((0..<10).map { try reading(from: Double($0)) })
    #expect(try store.delete(matching: SampleQuery(from: moment(3), to: moment(7))) == 4)
    #expect(try store.delete(matching: SampleQuery(limit: 2, order: .newestFirst)) == 2)
    let starts = try store.samples(matching: SampleQuery()).map(\.start)
    #expect(starts == [0, 1, 2, 7].map(moment))
  }

  @Test func `many samples are deleted as one after another, in the order given`() throws {
    let store = try place.open()
    var random = SeededGenerator(seed: 3)
    let numbers = try (0..<6000).map { try reading(from: Double($0)) }
    let pressures = try (0..<40).map { try pressure(120, at: Double($0)) }
    try store.save(numbers.map(Sample.quantity) + pressures.map(Sample.correlation))
    let anchor = try store.changes(since: nil, matching: SampleQuery()).anchor
    var expected = numbers.shuffled(using: &random).prefix(4400).map { [$0.id] }
    for (index, pressure) in pressures.enumerated() {
      // Every second one is deleted itself, the others lose a member.
      let members = pressure.members.map(\.id)
      let gone = index.isMultiple(of: 2) ? [pressure.id] + members : [members[0], pressure.id]
      expected.insert(gone, at: Int.random(in: 0..<expected.count, using: &random))
    }
    // Those that are gone already do not count.
    let given = expected.map { $0[0] } + expected.joined()
    #expect(try store.delete(given) == expected.count)
    let deleted = try store.changes(since: anchor, matching: SampleQuery()).deleted.map(\.id)
    #expect(deleted.count == expected.joined().count)
    var place = 0
    for group in expected {
      let found = deleted[place..<min(place + group.count, deleted.count)]
      #expect(found.first == group[0] && Set(found) == Set(group))
      place += group.count
    }
    #expect(try store.count(matching: SampleQuery()) == 1600 + 20)
    #expect(try store.problems() == [])
    #expect(try store.delete(matching: SampleQuery(types: [.heartRate])) == 1600)
    #expect(try store.problems() == [])
  }
}
