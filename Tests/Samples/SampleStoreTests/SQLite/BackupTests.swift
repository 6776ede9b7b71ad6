import TestSamples
import FoundationEssentials
import Glibc
import SampleStore
import TestSupport
import Testing

struct BackupTests {
  let place: TemporaryStore

  init() throws {
    place = try TemporaryStore(.sqlite)
  }

  @Test func `a backup is the store at one moment, readable by its owner alone`() throws {
    let store = try place.open()
    var generator = SampleGenerator(seed: 8)
    let samples = try generator.samples(200)
    try store.save(samples)
    let path = place.folder + "/backups/copy.db"
    let copy = try StoreLocation(path: path)
    try store.backUp(to: copy)
    try store.save([reading()])
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let restored = try HealthStore(location: copy)
    #expect(restored.warnings == [])
    #expect(try Set(restored.samples(matching: SampleQuery())) == Set(samples))
    #expect(try restored.problems() == [])
    let error = #expect(throws: StoreError.self) { try store.backUp(to: copy) }
    #expect(error?.detail == "there is a file already")
  }

  @Test func `a backup says how many of its bytes are written`() throws {
    let store = try place.open()
    var generator = SampleGenerator(seed: 9)
    // More than SQLite keeps in memory before it writes.
    try store.save(generator.samples(20_000))
    try store.settle()
    let path = place.folder + "/copy.db"
    var steps: [(done: Int, total: Int)] = []
    try store.backUp(to: StoreLocation(path: path), progress: { steps.append(($0, $1)) })
    let done = steps.map(\.done)
    #expect(done.count > 3 && done == done.sorted() && done[0] < done[done.count - 1])
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    #expect(done.allSatisfy { $0 <= size })
    // The original has no less than the copy.
    #expect(steps.allSatisfy { $0.total >= size && $0.total == steps[0].total })
  }

  @Test func `a store that is only read can be backed up`() throws {
    try place.open().save([reading()])
    let copy = try StoreLocation(path: place.folder + "/copy.db")
    try place.open(.readOnly).backUp(to: copy)
    #expect(try HealthStore(location: copy).count(matching: SampleQuery()) == 1)
  }

  @Test func `a copy continues from its anchors, and refuses newer ones`() throws {
    let store = try place.open()
    try store.save([reading()])
    let copy = try StoreLocation(path: place.folder + "/copy.db")
    try store.backUp(to: copy)
    let anchor = try store.changes(since: nil, matching: SampleQuery()).anchor
    #expect(
      try HealthStore(location: copy).changes(since: anchor, matching: SampleQuery()).added.isEmpty)
    try store.save([reading(from: 5)])
    let newer = try store.changes(since: nil, matching: SampleQuery()).anchor
    let expired = #expect(throws: StoreError.self) {
      try HealthStore(location: copy).changes(since: newer, matching: SampleQuery())
    }
    #expect(expired?.reason == .anchorExpired)
  }
}
