import TestSamples
import TestDatabases
import FoundationEssentials
import Glibc
import SampleStore
import TestSupport
import Testing

struct SchemaTests {
  let place: TemporaryStore

  init() throws {
    place = try TemporaryStore(.sqlite)
  }

  @Test func `a new store has its version, identity and log mode`() throws {
    _ = try place.open()
    #expect(try RawDatabase(place.path).texts("PRAGMA user_version") == ["1"])
    #expect(try RawDatabase(place.path).texts("PRAGMA application_id") == ["1212367181"])
    #expect(try RawDatabase(place.path).texts("PRAGMA journal_mode") == ["wal"])
    #expect(try RawDatabase(place.path).texts("SELECT length(uuid) FROM store") == ["16"])
  }

  @Test func `an empty file is brought up to the schema`() throws {
    try place.write([])
    let store = try place.open()
    try store.save([reading()])
    #expect(try store.count(matching: SampleQuery()) == 1)
  }

  @Test func `a SQLite file without tables is brought up to the schema`() throws {
    try place.write([])
    try RawDatabase(place.path).run("CREATE TABLE a (b); DROP TABLE a; VACUUM;")
    #expect(try place.open().count(matching: SampleQuery()) == 0)
  }

  @Test func `a newer schema is refused and the file left as it is`() throws {
    try place.open().save([reading()])
    try RawDatabase(place.path).run("PRAGMA user_version = 2")
    let before = try place.bytes()
    for access in [HealthStore.Access.readWrite, .readOnly] {
      let error = try place.openingError(access)
      #expect(error?.reason == .newerSchema)
      #expect(error?.detail == "its schema 2 is newer than 1, which this program knows")
    }
    #expect(try place.bytes() == before)
  }

  @Test func `the database of another program is refused and left as it is`() throws {
    try place.write([])
    try RawDatabase(place.path).run("CREATE TABLE bookmark (url TEXT); PRAGMA user_version = 1")
    let before = try place.bytes()
    let mode = place.mode()
    #expect(try place.openingError()?.reason == .notAStore)
    #expect(try place.bytes() == before)
    #expect(place.mode() == mode)
  }

  @Test func `what another program has not finished is left for it`() throws {
    let theirs = place.path + ".theirs"
    try place.write([])
    try FileManager.default.removeItem(atPath: place.path)
    do {
      let program = try RawDatabase(theirs)
      try program.run(
        "PRAGMA user_version = 7; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;"
          + "CREATE TABLE bookmark (url TEXT)")
      // As if it had been killed: its log still holds the table.
      for ending in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: theirs + ending, toPath: place.path + ending)
      }
    }
    let log = try Data(contentsOf: URL(filePath: place.path + "-wal"))
    let before = try place.bytes()
    for access in [HealthStore.Access.readOnly, .readWrite] {
      #expect(try place.openingError(access)?.reason == .notAStore)
    }
    #expect(try place.bytes() == before)
    #expect(try Data(contentsOf: URL(filePath: place.path + "-wal")) == log)
    #expect(!FileManager.default.fileExists(atPath: place.path + "-shm"))
  }

  @Test(arguments: [
    ("PRAGMA user_version = 0", "it says that it has schema 0, which never existed"),
    ("PRAGMA user_version = -1", "it says that it has schema -1, which never existed"),
    (
      "PRAGMA user_version = -2147483648",
      "it says that it has schema -2147483648, which never existed"
    ),
    ("DROP TABLE metadata", "it lacks metadata, which every store has"),
    ("DROP INDEX sample_time", "it lacks sample_time, which every store has"),
    ("DROP TRIGGER hour_sum_of_deleted", "it lacks hour_sum_of_deleted, which every store has"),
    ("ALTER TABLE device ADD COLUMN owner TEXT", "its device differs from that of other stores"),
    (
      "ALTER TABLE sample RENAME COLUMN value TO worth",
      "its sample differs from that of other stores"
    ),
    (
      "CREATE TRIGGER spy AFTER INSERT ON sample BEGIN DELETE FROM sample; END",
      "somebody has added the trigger spy to it, which may change what is saved; "
        + "in sqlite3, DROP TRIGGER removes it"
    ),
    (
      "CREATE VIEW mine AS SELECT * FROM sample",
      "somebody has added the view mine to it, which may change what is saved; "
        + "in sqlite3, DROP VIEW removes it"
    ),
  ])
  func `a store whose version or tables do not fit is damaged`(_ damage: String, _ detail: String)
    throws
  {
    try place.open().save([reading()])
    try RawDatabase(place.path).run(damage)
    let before = try place.bytes()
    for access in [HealthStore.Access.readWrite, .readOnly] {
      let error = try #require(try place.openingError(access))
      #expect(error.reason == .corrupt && error.detail == detail)
      #expect(error.advice?.contains("restore a copy") == true)
    }
    #expect(HealthStore.isAvailable(at: place.location) == false)
    #expect(try place.bytes() == before)
  }

  @Test(arguments: [
    "PRAGMA application_id = 7", "PRAGMA application_id = 0",
    "PRAGMA application_id = 0; PRAGMA user_version = 0",
    "PRAGMA application_id = 0; PRAGMA user_version = -5",
  ])
  func `a file that does not bear the stores' mark is a stranger's`(_ change: String) throws {
    try place.open().save([reading()])
    try RawDatabase(place.path).run(change)
    for access in [HealthStore.Access.readWrite, .readOnly] {
      let error = try #require(try place.openingError(access))
      #expect(
        error.reason == .notAStore && error.detail == "it is the SQLite database of another program"
      )
    }
  }

  @Test func `an empty file that may not be written is not taken for a store`() throws {
    try place.write([])
    #expect(try place.openingError(.readOnly)?.reason == .notFound)
  }

  /// A person may add a row with another program.
  @Test func `rows numbered by SQLite and by this program are in one history`() throws {
    let store = try place.open()
    try store.save([reading()])
    let anchor = try store.changes(since: nil, matching: SampleQuery()).anchor
    let other = try RawDatabase(place.path)
    for byte in 1...2 {
      try other.run(
        """
        INSERT INTO sample
          (uuid, type, start_time, end_time, value, given_value, unit, source, device)
          SELECT x'0000000000000000000000000000000\(byte)', type, \(byte), \(byte), value, given_value, unit, source,
            device FROM sample LIMIT 1
        """)
      try store.save([reading(from: Double(byte))])
    }
    let added = try store.changes(since: anchor, matching: SampleQuery()).added
    #expect(
      added.map(\.start.timeIntervalSinceReferenceDate) == [1, 790_000_001, 2, 790_000_002])
    #expect(
      try other.texts("SELECT count(*) FROM sample WHERE id > (SELECT seq FROM sqlite_sequence)")
        == ["0"])
    #expect(try store.problems() == [])
  }

  @Test(arguments: [
    ("UPDATE sample_type SET longest = 1", "samples longer than their type's longest: 1"),
    ("UPDATE sample SET value = NULL", "samples without their value or unit: 1"),
    (
      "UPDATE sample_type SET aggregation = NULL",
      "quantity types without a unit or an aggregation: 1"
    ),
    ("DELETE FROM store", "a store without an identity: 1"),
  ])
  func `rows that break a rule of the schema are found`(_ damage: String, _ sentence: String) throws
  {
    let store = try place.open()
    try store.save([reading(from: 0, to: 10)])
    #expect(try store.problems() == [])
    try RawDatabase(place.path).run(damage)
    #expect(try store.problems() == [sentence])
  }
}
