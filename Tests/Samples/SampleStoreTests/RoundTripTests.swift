import TestSamples
import FoundationEssentials
import SampleStore
import Synchronization
import TestSupport
import Testing

@Suite(.everyEngine)
struct RoundTripTests {
  let place: TemporaryStore

  init() throws {
    place = try TemporaryStore()
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `what is saved is read back equal, bit for bit, also after reopening`(_ seed: UInt64) throws
  {
    var generator = SampleGenerator(seed: seed)
    let samples = try generator.samples(200)
    do {
      let store = try place.open()
      for piece in stride(from: 0, to: 200, by: 40) {
        try store.save(Array(samples[piece..<(piece + 40)]))
      }
      #expect(try Set(store.samples(matching: SampleQuery())) == Set(samples))
    }
    let store = try place.open()
    let found = try store.samples(matching: SampleQuery())
    #expect(found.count == samples.count)
    let byID = Dictionary(uniqueKeysWithValues: samples.map { ($0.id, $0) })
    for sample in found {
      let saved = try #require(byID[sample.id])
      #expect(sample == saved)
      #expect(sample.quantity.value.bitPattern == saved.quantity.value.bitPattern)
      #expect(
        sample.start.timeIntervalSinceReferenceDate == saved.start.timeIntervalSinceReferenceDate)
      #expect(sample.end.timeIntervalSinceReferenceDate == saved.end.timeIntervalSinceReferenceDate)
      #expect(sample.type.canonicalUnit == saved.type.canonicalUnit)
      #expect(sample.type.aggregationStyle == saved.type.aggregationStyle)
    }
    #expect(try store.problems() == [])
    #expect(store.warnings == [])
  }

  @Test func `lent samples equal returned ones, in the same order`() throws {
    let store = try place.open()
    var generator = SampleGenerator(seed: 77)
    try store.save(generator.samples(300))
    for order in [SampleQuery.Order.oldestFirst, .newestFirst] {
      let query = SampleQuery(types: [.heartRate, .stepCount], limit: 50, order: order)
      var lent: [QuantitySample] = []
      try store.forEachSample(matching: query) { lent.append($0) }
      #expect(try store.samples(matching: query) == lent)
      #expect(lent.count == 50)
    }
  }

  @Test func `a closure may save while it is lent samples and does not see its own`() throws {
    let store = try place.open()
    try store.save([reading(from: 1), reading(from: 2)])
    var lent = 0
    try store.forEachSample(matching: SampleQuery()) { _ in
      lent += 1
      try store.save([reading(from: 100)])
    }
    #expect(lent == 2)
    #expect(try store.count(matching: SampleQuery()) == 4)
  }

  @Test func `an error of the closure ends the lending`() throws {
    let store = try place.open()
    try store.save([reading(from: 1), reading(from: 2)])
    var lent = 0
    #expect(throws: CancellationError.self) {
      try store.forEachSample(matching: SampleQuery()) { _ in
        lent += 1
        throw CancellationError()
      }
    }
    #expect(lent == 1)
  }

  @Test func `a duplicate fails the whole call and names no value`() throws {
    let store = try place.open()
    let first = try reading(71.25)
    try store.save([first])
    let error = #expect(throws: StoreError.self) {
      try store.save([try reading(from: 5), first, try reading(from: 6)])
    }
    #expect(error?.reason == .sampleExists)
    #expect(error?.description.contains("71.25") == false)
    #expect(try store.samples(matching: SampleQuery()) == [first])
  }

  @Test func `saving none is no error`() throws {
    let store = try place.open()
    try store.save([] as [QuantitySample])
    #expect(try store.count(matching: SampleQuery()) == 0)
  }

  @Test func `a program's own type keeps the unit of its first sample`() throws {
    let store = try place.open()
    func sample(_ canonical: QuantityUnit, _ value: Double) throws -> QuantitySample {
      try QuantitySample(
        type: QuantityType(
          identifier: "org.example.latency", canonicalUnit: canonical,
          aggregationStyle: .discreteArithmetic),
        quantity: Quantity(value, canonical), start: moment(value), end: moment(value),
        source: Source(name: "a", bundleIdentifier: "b"))
    }
    try store.save([sample(.second, 1), sample(.millisecond, 2)])
    try store.save([sample(.minute, 3)])
    let found = try store.samples(matching: SampleQuery())
    #expect(found.map(\.quantity.unit) == [.second, .millisecond, .minute])
    #expect(found.allSatisfy { $0.type.canonicalUnit == .second })
    let error = #expect(throws: StoreError.self) { try store.save([sample(.meter, 4)]) }
    #expect(error?.detail == "the unit m cannot be converted to s")
  }

  @Test func `deleting removes a sample with its metadata and frees the identifier`() throws {
    let store = try place.open()
    let samples = [
      try reading(from: 1, metadata: ["k": .string("v")]), try reading(from: 2),
    ]
    try store.save(samples)
    #expect(try store.delete([samples[0].id, UUID()]) == 1)
    #expect(try store.samples(matching: SampleQuery()) == [samples[1]])
    #expect(try store.count(matching: SampleQuery(metadata: ["k": .string("v")])) == 0)
    try store.save([samples[0]])
    #expect(try store.count(matching: SampleQuery()) == 2)
    #expect(try store.problems() == [])
  }

  @Test func `threads share one store`() async throws {
    let store = try place.open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          for index in 0..<20 {
            try store.save([try reading(from: Double(thread * 100 + index))])
            _ = try store.count(matching: SampleQuery())
            try store.forEachSample(matching: SampleQuery(limit: 3)) { _ in }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try store.count(matching: SampleQuery()) == 160)
  }
}
