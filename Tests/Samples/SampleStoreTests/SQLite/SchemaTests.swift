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

  /// Tables and indices as SQLite keeps them, in the order of their making.
  private func schema() throws -> [String] {
    try RawDatabase(place.path).texts(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
    )
  }

  /// A store as version 1 left it, with one reading of 72 beats a minute and its metadata.
  private func makeVersion1() throws {
    try place.write([])
    let database = try RawDatabase(place.path)
    for table in Self.version1 { try database.run(table) }
    try database.run(
      """
      PRAGMA application_id = 1214465090; PRAGMA user_version = 1; PRAGMA journal_mode = WAL;
      INSERT INTO unit VALUES (1, 'count/s'), (2, 'count/min');
      INSERT INTO sample_type VALUES (1, 'HKQuantityTypeIdentifierHeartRate', 0, 1, 2, 10);
      INSERT INTO source VALUES (1, 'Heartcam', 'heartcam', '0.1', NULL, NULL);
      INSERT INTO sample VALUES (7, x'000102030405060708090A0B0C0D0E0F', 1, 5, 15, 1.2, 72, 2, 1, NULL);
      INSERT INTO metadata VALUES (7, 'k', 0, 'v', NULL, NULL);
      """)
  }

  @Test func `a store of version 1 is migrated with all its samples`() throws {
    try makeVersion1()
    #expect(try schema() == Self.version1)
    let store = try place.open()
    let sample = try #require(try store.samples(matching: SampleQuery()).first)
    #expect(sample.quantity == Quantity(72, .countPerMinute))
    #expect(sample.metadata == ["k": .string("v")])
    #expect(sample.source.version == "0.1")
    #expect(try store.problems() == [])
    #expect(try RawDatabase(place.path).texts("PRAGMA user_version") == ["6"])
    let migrated = try schema()
    let other = try TemporaryStore(.sqlite)
    _ = try other.open()
    #expect(
      try migrated.sorted()
        == RawDatabase(other.path).texts(
          "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
        ).sorted())
    try store.save([reading()])
    #expect(try store.count(matching: SampleQuery()) == 2)
  }

  /// A store as version 2 left it: links without an owner, which could loop.
  private func makeVersion2() throws {
    let source = Source(name: "s", bundleIdentifier: "s")
    func pressure(_ time: Double) throws -> Sample {
      .correlation(
        try Correlation(
          type: .bloodPressure,
          members: [QuantityType.bloodPressureSystolic, .bloodPressureDiastolic].map {
            .quantity(
              try QuantitySample(
                type: $0, quantity: Quantity(100, .millimeterOfMercury), start: moment(time),
                end: moment(time), source: source))
          }, start: moment(time), end: moment(time), source: source))
    }
    try place.open().save([pressure(0), pressure(1)])
    try RawDatabase(place.path).run(
      """
      CREATE TABLE old (
        correlation INTEGER NOT NULL REFERENCES sample (id) ON DELETE CASCADE,
        member INTEGER NOT NULL REFERENCES sample (id) ON DELETE CASCADE,
        PRIMARY KEY (correlation, member)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO old SELECT correlation, member FROM correlation_member;
      DROP TABLE correlation_member;
      ALTER TABLE old RENAME TO correlation_member;
      CREATE INDEX correlation_of_member ON correlation_member (member);
      DROP TABLE saved_content;
      DROP INDEX source_values;
      DROP INDEX device_values;
      ALTER TABLE sample DROP COLUMN created_time;
      DROP TABLE workout_event_metadata;
      \(Self.withoutVersion5)
      PRAGMA user_version = 2;
      """)
  }

  private static let withoutVersion5 = """
    DROP TABLE record; DROP TABLE record_field; DROP TABLE quantity_series; DROP TABLE profile;
    DROP TABLE hour_sum; DROP TRIGGER hour_sum_of_deleted; DROP TRIGGER hour_sum_of_changed;
    """

  @Test func `a store of version 2 is migrated, and its links have owners`() throws {
    try makeVersion2()
    // The second pressure has the first one's members, and the first is its own member too.
    let database = try RawDatabase(place.path)
    try database.run(
      """
      DELETE FROM correlation_member WHERE correlation = 4;
      INSERT INTO correlation_member VALUES (4, 2), (4, 3), (1, 1);
      """)
    let store = try place.open()
    #expect(
      try database.texts("SELECT correlation || member || is_own FROM correlation_member")
        == ["121", "131", "420", "430"])
    #expect(try store.allSamples(matching: SampleQuery()).count == 6)
    #expect(try store.problems() == [])
    let other = try TemporaryStore(.sqlite)
    _ = try other.open()
    func schema(_ path: String) throws -> Set<String> {
      Set(
        try RawDatabase(path).texts(
          "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND tbl_name <> 'sample'"))
    }
    #expect(try schema(place.path) == schema(other.path))
  }

  @Test func `metadata that earlier versions wrote wrongly are mended`() throws {
    let saved = try QuantitySample(
      type: .heartRate, quantity: Quantity(60, .countPerMinute), start: .now, end: .now,
      source: Source(name: "Watch", bundleIdentifier: "org.example.watch"),
      metadata: [
        "HKMetadataKeyHeartRateSensorLocation": .string("2"), "Other": .string("2"),
        "HKAverageMETs": .quantity(Quantity(4, try QuantityUnit("kcal.kg/hr"))),
      ])
    try place.open().save([saved])
    try RawDatabase(place.path).run(
      "DROP TABLE workout_event_metadata; \(Self.withoutVersion5) PRAGMA user_version = 3;")
    let mended = try #require(try place.open().samples(matching: SampleQuery()).first)
    #expect(
      mended.metadata == [
        "HKHeartRateSensorLocation": .number(2), "Other": .string("2"),
        "HKAverageMETs": .quantity(Quantity(4, try QuantityUnit("kcal/hr·kg"))),
      ])
  }

  @Test func `a store of version 4 keeps all that it has`() throws {
    try place.write([])
    try RawDatabase(place.path).run(Version4Store.dump)
    let store = try place.open()
    #expect(try RawDatabase(place.path).texts("PRAGMA user_version") == ["6"])
    let samples = try store.allSamples(matching: SampleQuery())
    #expect(samples.count == 8)
    let found = Dictionary(uniqueKeysWithValues: samples.map { ($0.id.uuidString.suffix(1), $0) })
    let rate = try #require(found["1"]?.quantitySample)
    #expect(rate.quantity == Quantity(71.8, .countPerMinute) && rate.device?.name == "Strap")
    #expect(rate.metadata[MetadataKey.wasUserEntered] == .bool(true) && rate.series == nil)
    #expect(
      found["2"]?.metadata
        == [
          "HKMetadataKeyAudioExposureLevel": .quantity(
            Quantity(80, .decibelAWeightedSoundPressureLevel))
        ])
    #expect(found["3"]?.categorySample?.value == 3)
    guard case .correlation(let pressure)? = found["4"] else {
      Issue.record("the correlation is missing")
      return
    }
    #expect(pressure.members.count == 2)
    guard case .workout(let workout)? = found["7"], case .heartbeatSeries(let beats)? = found["8"]
    else {
      Issue.record("kinds are missing")
      return
    }
    #expect(workout.events.first?.metadata == ["lap": .string("1")])
    #expect(workout.totals[.activeEnergyBurned] == Quantity(300, .kilocalorie))
    #expect(workout.activities.isEmpty && workout.statistics.isEmpty)
    #expect(beats.beats.map(\.time) == [0.5, 1.25, 2.5] && beats.beats[2].precededByGap)
    #expect(try store.changes(since: nil, matching: SampleQuery()).added.count == 8)
    #expect(
      try store.authorizations()["org.example.app"]?["HKQuantityTypeIdentifierHeartRate"]
        == Authorization(sharing: .authorized, reading: .authorized))
    #expect(try store.problems() == [])
    // What the new tables hold can be saved beside it, and the counter goes on.
    let mood = try #require(StateOfMind(kind: 1, valence: 0, labels: [], associations: []))
    try store.save([
      .record(
        try RecordSample(
          content: .stateOfMind(mood), start: moment(0), end: moment(0), source: rate.source))
    ])
    #expect(try RawDatabase(place.path).texts("SELECT max(id) > 9 FROM sample") == ["1"])
  }

  @Test func `a store of version 1 that is opened for reading is migrated`() throws {
    try makeVersion1()
    #expect(try place.open(.readOnly).count(matching: SampleQuery()) == 1)
    #expect(try RawDatabase(place.path).texts("PRAGMA user_version") == ["6"])
  }

  @Test func `a store of version 1 that may not be written is refused`() throws {
    try makeVersion1()
    chmod(place.path, 0o444)
    chmod(place.folder + "/data", 0o555)
    let tool = try ToolProcess("probe", place.path, "readOnly", PermissionTests.someone, "-")
    #expect(tool.lines().first?.hasPrefix("readOnly: cannot migrate the store") == true)
    chmod(place.folder + "/data", 0o700)
    #expect(try schema() == Self.version1)
  }

  @Test func `a new store has its version, identity and log mode`() throws {
    _ = try place.open()
    #expect(try RawDatabase(place.path).texts("PRAGMA user_version") == ["6"])
    #expect(try RawDatabase(place.path).texts("PRAGMA application_id") == ["1214465090"])
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
    try RawDatabase(place.path).run("PRAGMA user_version = 7")
    let before = try place.bytes()
    for access in [HealthStore.Access.readWrite, .readOnly] {
      let error = try place.openingError(access)
      #expect(error?.reason == .newerSchema)
      #expect(error?.detail == "its schema 7 is newer than 6, which this program knows")
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

  /// Programs before this one let SQLite number the rows; they may save into the same file in
  /// between.
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

  /// What version 1 was when it was released. A failure here means that a migration was edited.
  static let version1 = [
    """
    CREATE TABLE unit (
      id INTEGER PRIMARY KEY,
      symbol TEXT NOT NULL UNIQUE
    ) STRICT
    """,
    """
    CREATE TABLE sample_type (
      id INTEGER PRIMARY KEY,
      identifier TEXT NOT NULL UNIQUE,
      kind INTEGER NOT NULL,
      unit INTEGER REFERENCES unit (id),
      aggregation INTEGER,
      longest REAL NOT NULL DEFAULT 0
    ) STRICT
    """,
    """
    CREATE TABLE source (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      bundle_identifier TEXT NOT NULL,
      version TEXT,
      product_type TEXT,
      operating_system_version TEXT
    ) STRICT
    """,
    "CREATE INDEX source_bundle_identifier ON source (bundle_identifier)",
    """
    CREATE TABLE device (
      id INTEGER PRIMARY KEY,
      name TEXT,
      manufacturer TEXT,
      model TEXT,
      hardware_version TEXT,
      firmware_version TEXT,
      software_version TEXT,
      local_identifier TEXT,
      udi_device_identifier TEXT
    ) STRICT
    """,
    """
    CREATE TABLE sample (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
      type INTEGER NOT NULL REFERENCES sample_type (id),
      start_time REAL NOT NULL,
      end_time REAL NOT NULL CHECK (end_time >= start_time),
      value REAL,
      given_value REAL,
      unit INTEGER REFERENCES unit (id),
      source INTEGER NOT NULL REFERENCES source (id),
      device INTEGER REFERENCES device (id)
    ) STRICT
    """,
    "CREATE INDEX sample_time ON sample (type, start_time, end_time)",
    """
    CREATE TABLE metadata (
      sample INTEGER NOT NULL REFERENCES sample (id) ON DELETE CASCADE,
      key TEXT NOT NULL,
      kind INTEGER NOT NULL,
      text TEXT,
      number REAL,
      unit INTEGER REFERENCES unit (id),
      PRIMARY KEY (sample, key),
      CHECK ((text IS NULL) <> (number IS NULL))
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX metadata_text ON metadata (key, text) WHERE text IS NOT NULL",
  ]
}
