import TestSamples
import FoundationEssentials
import SampleStore
import TestSupport
import Testing

/// Each engine's store into a file, and that file into a new store of the engine.
@Suite(.everyEngine)
struct StoreCopyTests {
  let place: TemporaryStore
  let file: TemporaryStore
  let back: TemporaryStore
  let source = Source(name: "Tests", bundleIdentifier: "org.example.tests")

  init() throws {
    place = try TemporaryStore()
    file = try TemporaryStore(.sqlite)
    back = try TemporaryStore()
  }

  private func pressure(_ systolic: Double) throws -> Sample {
    let members = try [
      (QuantityType.bloodPressureSystolic, systolic), (.bloodPressureDiastolic, systolic - 40),
    ].map { type, value in
      Sample.quantity(
        try QuantitySample(
          type: type, quantity: Quantity(value, .millimeterOfMercury), start: moment(0),
          end: moment(0), source: source))
    }
    return .correlation(
      try Correlation(
        type: .bloodPressure, members: members, start: moment(0), end: moment(0), source: source))
  }

  private func contents(_ store: HealthStore) throws -> Set<Sample> {
    Set(try store.allSamples(matching: SampleQuery()))
  }

  @Test func `a copy and the copy of it equal the store, and a second one does nothing`() throws {
    let store = try place.open()
    let workout = try Workout(
      activity: .running,
      events: [WorkoutEvent(kind: .pause, start: moment(20), end: moment(20))],
      totals: [.activeEnergyBurned: Quantity(100, .kilocalorie)], start: moment(10),
      end: moment(40), source: source)
    let during = try reading(150, from: 15)
    let note = "\0 €" + String(repeating: "x", count: 5000)
    try store.save([
      .workout(workout), .quantity(during), try pressure(120),
      .quantity(try reading(0.1 + 0.2, from: 1 / 3, metadata: ["note": .string(note)])),
      .category(
        try CategorySample(
          type: .sleepAnalysis, value: 5, start: moment(1), end: moment(9), source: source,
          device: Device(name: "d", model: "m"))),
      .heartbeatSeries(
        try HeartbeatSeries(
          beats: [.init(time: 0.1), .init(time: 0.9, precededByGap: true)], start: moment(50),
          source: source)),
    ])
    try store.add([during.id], toWorkout: workout.id)
    try store.setSourcePriority(["b", "a"], for: .quantity(.stepCount))
    try store.authorize(
      "org.example.app", Authorization(sharing: .authorized, reading: .denied),
      for: [.quantity(.heartRate)])
    let copies = try [file.open(), back.open()]
    for (from, into) in zip([store, copies[0]], copies) {
      let first = try from.copy(into: into)
      #expect(first.saved + first.known == 8 && first.refused == [] && first.unreadable == 0)
      #expect(first.settings == 3)
      #expect(try contents(into) == contents(store))
      #expect(try into.sourcePriority(for: .quantity(.stepCount)) == ["b", "a"])
      #expect(try into.authorizations() == store.authorizations())
      #expect(
        try into.samples(matching: SampleQuery(where: .ofWorkout(workout.id))) == [during])
      #expect(try into.problems() == [])
      let second = try from.copy(into: into)
      #expect(second.saved == 0 && second.deleted == 0 && second.settings == 0)
    }
  }

  @Test func `deletions and newer versions follow, and what only the copy has stays`() throws {
    let store = try place.open()
    let copy = try file.open()
    func versioned(_ version: Double) throws -> QuantitySample {
      try reading(
        metadata: [
          MetadataKey.syncIdentifier: .string("x"), MetadataKey.syncVersion: .number(version),
        ])
    }
    let samples = try (0..<4).map { try reading(from: Double($0)) }
    try store.save(samples + [versioned(1)])
    _ = try store.copy(into: copy)
    let own = try reading(from: 99)
    try copy.save([own])
    try store.delete([samples[0].id, samples[1].id])
    // Deleted and saved again.
    try store.save([samples[1], versioned(2)])
    let outcome = try store.copy(into: copy)
    #expect(outcome.deleted == 2)
    #expect(
      try contents(copy)
        == contents(store).union([.quantity(own)]))
    // The older version does not come back from the other side.
    let old = try back.open()
    try old.save([versioned(1)])
    _ = try old.copy(into: copy)
    #expect(try contents(copy) == contents(store).union([.quantity(own)]))
  }

  @Test func `a copy that was stopped anywhere is finished by the next one`() throws {
    let store = try place.open()
    try store.save((0..<4500).map { try reading(60 + Double($0 % 90), from: Double($0)) })
    let copy = try file.open()
    for _ in 0..<2 {
      var turns = 0
      let error = #expect(throws: StoreError.self) {
        try store.copy(
          into: copy,
          isCancelled: {
            turns += 1
            return turns == 2
          })
      }
      #expect(error?.reason == .cancelled)
      #expect(try copy.count(matching: SampleQuery()) % 2000 == 0)
    }
    #expect(try copy.count(matching: SampleQuery()) > 0)
    var shares: [Int] = []
    let outcome = try store.copy(
      into: copy,
      progress: { done, total in
        #expect(total == 4500)
        shares.append(done)
      })
    #expect(shares.last == 4500 && shares == shares.sorted())
    #expect(outcome.saved + outcome.known == 4500 && outcome.saved < 4500)
    #expect(try contents(copy) == contents(store))
  }

  @Test func `a store is not copied into itself, nor by a program`() throws {
    let store = try place.open()
    let error = #expect(throws: StoreError.self) { try store.copy(into: place.open()) }
    #expect(error?.reason == .locationIsUnusable)
    let program = try place.open(for: source)
    #expect(throws: StoreError.self) { try program.copy(into: file.open()) }
  }
}
