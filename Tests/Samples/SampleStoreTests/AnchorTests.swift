import TestSamples
import FoundationEssentials
import SampleStore
import TestSupport
import Testing

@Suite(.everyEngine)
struct AnchorTests {
  let place: TemporaryStore

  init() throws {
    place = try TemporaryStore()
  }

  private static let types: [QuantityType] = [.heartRate, .stepCount]

  /// A copy kept by an anchor: deletions first, then additions.
  private struct Copy {
    var samples: [UUID: Sample] = [:]
    var anchor: QueryAnchor?

    mutating func apply(_ changes: StoreChanges) {
      for object in changes.deleted { samples[object.id] = nil }
      for sample in changes.added {
        #expect(samples.updateValue(sample, forKey: sample.id) == nil, "reported twice")
      }
      anchor = changes.anchor
    }

    mutating func follow(_ store: HealthStore, _ query: SampleQuery, limit: Int?) throws {
      while true {
        let changes = try store.changes(since: anchor, matching: query, limit: limit)
        if let limit { #expect(changes.added.count + changes.deleted.count <= limit) }
        apply(changes)
        if !changes.hasMore { return }
      }
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `replaying changes equals a full query under random saves and deletes`(_ seed: UInt64)
    throws
  {
    var generator = SampleGenerator(seed: seed)
    var store = try place.open()
    let queries = [
      SampleQuery(), SampleQuery(types: [.heartRate]), SampleQuery(types: Self.types),
      SampleQuery(types: [.stepCount], from: moment(20), options: .strictStartDate),
    ]
    var copies = queries.map { _ in Copy() }
    var saved: [QuantitySample] = []
    var deleted: [QuantitySample] = []
    for _ in 0..<60 {
      switch Int.random(in: 0..<6, using: &generator) {
      case 0, 1:
        let new = try (0..<Int.random(in: 1..<8, using: &generator)).map { _ in
          try reading(
            from: Double(Int.random(in: 0..<40, using: &generator)),
            type: Self.types.randomElement(using: &generator)!)
        }
        try store.save(new)
        saved += new
      case 2:
        let gone = saved.shuffled(using: &generator).prefix(
          Int.random(in: 0..<5, using: &generator))
        try store.delete(gone.map(\.id))
        saved.removeAll { gone.map(\.id).contains($0.id) }
        deleted += gone
      case 3:
        // What was deleted may come back under its own identifier.
        guard let back = deleted.popLast() else { continue }
        try store.save([back])
        saved.append(back)
      case 4:
        store = try place.open()
      default:
        let place = Int.random(in: 0..<queries.count, using: &generator)
        if let anchor = copies[place].anchor {
          copies[place].anchor = try QueryAnchor(bytes: anchor.bytes)
        }
        let limit = Bool.random(using: &generator) ? nil : Int.random(in: 1..<9, using: &generator)
        try copies[place].follow(store, queries[place], limit: limit)
        let expected = try store.allSamples(matching: queries[place])
        #expect(Set(copies[place].samples.values) == Set(expected))
      }
    }
    #expect(try store.problems() == [])
  }

  @Test func `a new follower gets the present samples and the deletions that are kept`() throws {
    let store = try place.open()
    let samples = try [reading(from: 1), reading(from: 2)]
    try store.save(samples)
    try store.delete([samples[0].id])
    let first = try store.changes(since: nil, matching: SampleQuery())
    #expect(first.added.map(\.id) == [samples[1].id])
    #expect(first.deleted.map(\.id) == [samples[0].id] && !first.hasMore)
    try store.delete([samples[1].id])
    let next = try store.changes(since: first.anchor, matching: SampleQuery(types: [.heartRate]))
    #expect(next.added.isEmpty)
    #expect(next.deleted == [DeletedObject(id: samples[1].id, type: .quantity(.heartRate))])
    #expect(
      try store.changes(since: first.anchor, matching: SampleQuery(types: [.stepCount])).deleted
        .isEmpty)
  }

  @Test func `a deletion carries its sync identifier`() throws {
    let store = try place.open()
    let metadata: [String: MetadataValue] = [
      MetadataKey.syncIdentifier: .string("x"), MetadataKey.syncVersion: .number(3),
      "other": .bool(true),
    ]
    let sample = try reading(metadata: metadata)
    try store.save([sample])
    let anchor = try store.changes(since: nil, matching: SampleQuery()).anchor
    try store.delete([sample.id])
    let deleted = try store.changes(since: anchor, matching: SampleQuery()).deleted
    #expect(
      deleted.first?.metadata == metadata.filter { $0.key != "other" })
  }

  @Test func `anchors before a purge are expired`() throws {
    let store = try place.open()
    let samples = try (0..<3).map { try reading(from: Double($0)) }
    try store.save(samples)
    let before = try store.changes(since: nil, matching: SampleQuery()).anchor
    try store.delete([samples[0].id])
    let after = try store.changes(since: before, matching: SampleQuery()).anchor
    #expect(try store.purgeTombstones(deletedBefore: Date(timeIntervalSince1970: 0)) == 0)
    _ = try store.changes(since: before, matching: SampleQuery())
    #expect(try store.purgeTombstones(deletedBefore: Date() + 60) == 1)
    let error = #expect(throws: StoreError.self) {
      try store.changes(since: before, matching: SampleQuery())
    }
    #expect(error?.reason == .anchorExpired)
    #expect(try store.changes(since: after, matching: SampleQuery()).deleted.isEmpty)
    #expect(try store.changes(since: nil, matching: SampleQuery()).added.count == 2)
    #expect(try store.problems() == [])
  }

  @Test func `the anchor of another store and other bytes are refused`() throws {
    let store = try place.open()
    try store.save([reading()])
    let anchor = try store.changes(since: nil, matching: SampleQuery()).anchor
    let other = try TemporaryStore()
    let foreign = #expect(throws: StoreError.self) {
      try other.open().changes(since: anchor, matching: SampleQuery())
    }
    #expect(foreign?.reason == .anchorUnusable)
    for index in anchor.bytes.indices {
      var bytes = anchor.bytes
      bytes[index] ^= 0x10
      let error = #expect(throws: StoreError.self) { try QueryAnchor(bytes: bytes) }
      #expect(error?.reason == .anchorUnusable)
    }
    #expect(throws: StoreError.self) { try QueryAnchor(bytes: []) }
    #expect(throws: StoreError.self) { try QueryAnchor(bytes: anchor.bytes + [0]) }
  }

  @Test func `changes leave out samples that a program may not read`() throws {
    let owner = try place.open()
    let own = Source(name: "a", bundleIdentifier: "a")
    let mine = try QuantitySample(
      type: .heartRate, quantity: Quantity(1, .countPerSecond), start: moment(0), end: moment(0),
      source: own)
    let theirs = try reading()
    try owner.save([mine, theirs])
    let store = try place.open(for: own)
    let first = try store.changes(since: nil, matching: SampleQuery())
    #expect(first.added.map(\.id) == [mine.id])
    try owner.delete([mine.id, theirs.id])
    #expect(
      try store.changes(since: first.anchor, matching: SampleQuery()).deleted.map(\.id) == [mine.id]
    )
  }
}
