import TestDatabases
import Foundation
import Glibc
import SampleStore
import TestSamples
import TestSupport
import Testing

/// What others do to a store that is open.
struct ForeignChangeTests {
  let place: TemporaryStore

  init() throws { place = try TemporaryStore(.sqlite) }

  /// What was acknowledged was in a file that nobody would open again.
  @Test(arguments: [true, false])
  func `a store whose file was replaced or removed takes and gives nothing`(_ isReplaced: Bool)
    throws
  {
    let store = try place.open()
    try store.save([reading()])
    #expect(!store.isReplaced)
    if isReplaced {
      let other = try TemporaryStore(.sqlite)
      try other.open().save([reading(), reading(), reading()])
      try FileManager.default.removeItem(atPath: place.path + "-wal")
      try FileManager.default.removeItem(atPath: place.path + "-shm")
      #expect(rename(other.path, place.path) == 0)
    } else {
      #expect(unlink(place.path) == 0)
    }
    #expect(store.isReplaced)
    for attempt: () throws -> Void in [
      { try store.save([reading()]) }, { _ = try store.count(matching: SampleQuery()) },
      { try store.delete(matching: SampleQuery()) },
      { try store.authorize("org.example", Authorization(), for: [.quantity(.heartRate)]) },
    ] {
      let error = #expect(throws: StoreError.self) { try attempt() }
      #expect(error?.detail.contains("open it again") == true, "\(String(describing: error))")
    }
    #expect(try place.open().count(matching: SampleQuery()) == (isReplaced ? 3 : 0))
  }

  @Test func `a count that a trigger makes untrue is an error, and nothing has changed`() throws {
    for trigger in [
      "BEFORE DELETE ON sample BEGIN SELECT RAISE(IGNORE); END",
      "AFTER DELETE ON sample BEGIN INSERT OR IGNORE INTO sample SELECT old.type, old.id, old.uuid, old.start_time, "
        + "old.end_time, old.value, old.given_value, old.created_time, old.source, old.unit, old.device; END",
      "BEFORE DELETE ON tombstone BEGIN SELECT RAISE(IGNORE); END",
    ] {
      let place = try TemporaryStore(.sqlite)
      let store = try place.open()
      let samples = try (0..<100).map { try reading(60, from: Double($0)) }
      try store.save(samples)
      try store.delete([samples[99].id])
      try RawDatabase(place.path).run("CREATE TRIGGER other \(trigger)")
      if trigger.contains("tombstone") {
        #expect(throws: StoreError.self) {
          try store.purgeTombstones(deletedBefore: .distantFuture)
        }
        continue
      }
      #expect(throws: StoreError.self) { try store.delete(matching: SampleQuery()) }
      #expect(throws: StoreError.self) { try store.delete(samples.map(\.id)) }
      #expect(try store.count(matching: SampleQuery()) == 99)
    }
    for trigger in [
      "BEFORE INSERT ON sample BEGIN SELECT RAISE(IGNORE); END",
      "AFTER INSERT ON sample WHEN new.id % 2 BEGIN DELETE FROM sample WHERE id = new.id; END",
    ] {
      let place = try TemporaryStore(.sqlite)
      let store = try place.open()
      try store.save([reading()])
      try RawDatabase(place.path).run("CREATE TRIGGER other \(trigger)")
      let samples = try (0..<100).map { try reading(60, from: Double($0)) }
      #expect(throws: StoreError.self) { try store.save(samples) }
      #expect(throws: StoreError.self) { try store.saveNew(samples.map(Sample.quantity)) }
      #expect(try store.count(matching: SampleQuery()) == 1)
    }
  }

  @Test func `a row whose date no file can hold is found by the check`() throws {
    let store = try place.open()
    try store.save([reading(), reading(from: 5)])
    for time in ["1e300", "-7e10", "2.6e11"] {
      try RawDatabase(place.path).run(
        "UPDATE sample SET start_time = \(time), end_time = \(time) WHERE id = 2")
      #expect(
        try store.problems().contains("samples with dates that no file can hold: 1"), "\(time)")
    }
    #expect(try store.repair().contains("removed samples with dates that no file can hold: 1"))
    #expect(try store.problems() == [])
    #expect(try store.allSamples(matching: SampleQuery()).count == 1)
  }

  /// SQLite would wait for a pipe's other end, and no signal would end that.
  @Test(.timeLimit(.minutes(1)), arguments: ["", "-wal", "-shm", "-journal"])
  func `a pipe in the place of a store's file is refused at once`(_ suffix: String) throws {
    try place.open().save([reading()])
    for name in suffix.isEmpty ? ["", "-wal", "-shm"] : [suffix] { unlink(place.path + name) }
    try #require(mkfifo(place.path + suffix, 0o600) == 0)
    for access in [HealthStore.Access.readOnly, .readWrite] {
      #expect(try place.openingError(access)?.reason == .notAStore)
    }
  }

  @Test func `a copy that fails leaves nothing`() throws {
    let store = try place.open()
    try store.save((0..<2000).map { try reading(60, from: Double($0)) })
    let copy = try StoreLocation(path: place.folder + "/copy.db")
    var turns = 0
    #expect(throws: StoreError.self) {
      try store.backUp(
        to: copy,
        isCancelled: {
          turns += 1; return turns > 1
        })
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.folder) == ["data"])
  }
}
