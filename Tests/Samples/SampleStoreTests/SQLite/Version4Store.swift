/// A store of schema 4 with a sample of each kind of its time, as SQLite's shell dumps it. The program of
/// that version made it, by importing a file, deleting one sample and granting a permission.
enum Version4Store {
  static let dump = #"""
    CREATE TABLE authorization (
      bundle_identifier TEXT NOT NULL,
      type TEXT NOT NULL,
      sharing INTEGER NOT NULL,
      reading INTEGER NOT NULL,
      PRIMARY KEY (bundle_identifier, type)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO "authorization" VALUES('org.example.app','HKQuantityTypeIdentifierHeartRate',2,2);
    CREATE TABLE background_delivery (
      bundle_identifier TEXT NOT NULL,
      type TEXT NOT NULL,
      frequency INTEGER NOT NULL,
      delivered_change INTEGER NOT NULL,
      delivered_at REAL,
      PRIMARY KEY (bundle_identifier, type)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE "correlation_member" (
      correlation INTEGER NOT NULL REFERENCES sample (id) ON DELETE CASCADE,
      member INTEGER NOT NULL REFERENCES sample (id) ON DELETE CASCADE,
      is_own INTEGER NOT NULL CHECK (is_own IN (0, 1)),
      PRIMARY KEY (correlation, member),
      CHECK (correlation <> member)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO "correlation_member" VALUES(4,5,1);
    INSERT INTO "correlation_member" VALUES(4,6,1);
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
    ) STRICT;
    INSERT INTO "device" VALUES(1,'Strap',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
    CREATE TABLE heartbeat_series (
      sample INTEGER PRIMARY KEY REFERENCES sample (id) ON DELETE CASCADE,
      beats BLOB NOT NULL
    ) STRICT;
    INSERT INTO "heartbeat_series" VALUES(8,X'000000000000E03F00000000000000F43F00000000000000044001');
    CREATE TABLE metadata (
      sample INTEGER NOT NULL REFERENCES sample (id) ON DELETE CASCADE,
      key TEXT NOT NULL,
      kind INTEGER NOT NULL,
      text TEXT,
      number REAL,
      unit INTEGER REFERENCES unit (id),
      PRIMARY KEY (sample, key),
      CHECK ((text IS NULL) <> (number IS NULL))
    ) STRICT, WITHOUT ROWID;
    INSERT INTO "metadata" VALUES(1,'HKMetadataKeySyncIdentifier',0,'a',NULL,NULL);
    INSERT INTO "metadata" VALUES(1,'HKMetadataKeySyncVersion',1,NULL,1.0,NULL);
    INSERT INTO "metadata" VALUES(1,'HKWasUserEntered',4,NULL,1.0,NULL);
    INSERT INTO "metadata" VALUES(2,'HKAudioExposureLevel',3,NULL,80.0,3);
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
    , created_time REAL) STRICT;
    INSERT INTO "sample" VALUES(1,X'00000000000040008000000000000001',1,791542800.25,791542801.0,1.19666666666666654528e+00,71.8,2,1,1,NULL);
    INSERT INTO "sample" VALUES(2,X'00000000000040008000000000000002',2,791542800.0,791544600.0,70.0,70.0,3,2,NULL,NULL);
    INSERT INTO "sample" VALUES(3,X'00000000000040008000000000000003',3,791503200.0,791532000.0,3.0,NULL,NULL,2,NULL,NULL);
    INSERT INTO "sample" VALUES(4,X'00000000000040008000000000000004',4,791546400.0,791546400.0,NULL,NULL,NULL,3,NULL,NULL);
    INSERT INTO "sample" VALUES(5,X'00000000000040008000000000000005',5,791546400.0,791546400.0,120.0,120.0,4,3,NULL,NULL);
    INSERT INTO "sample" VALUES(6,X'00000000000040008000000000000006',6,791546400.0,791546400.0,80.0,80.0,4,3,NULL,NULL);
    INSERT INTO "sample" VALUES(7,X'00000000000040008000000000000007',7,791550000.0,791551800.0,37.0,NULL,NULL,2,NULL,NULL);
    INSERT INTO "sample" VALUES(8,X'00000000000040008000000000000008',9,791553600.0,791553602.5,NULL,NULL,NULL,2,NULL,NULL);
    CREATE TABLE sample_type (
      id INTEGER PRIMARY KEY,
      identifier TEXT NOT NULL UNIQUE,
      kind INTEGER NOT NULL,
      unit INTEGER REFERENCES unit (id),
      aggregation INTEGER,
      longest REAL NOT NULL DEFAULT 0
    , change INTEGER NOT NULL DEFAULT 0) STRICT;
    INSERT INTO "sample_type" VALUES(1,'HKQuantityTypeIdentifierHeartRate',0,1,2,0.75,1);
    INSERT INTO "sample_type" VALUES(2,'HKQuantityTypeIdentifierEnvironmentalAudioExposure',0,3,3,1800.0,1);
    INSERT INTO "sample_type" VALUES(3,'HKCategoryTypeIdentifierSleepAnalysis',1,NULL,NULL,28800.0,1);
    INSERT INTO "sample_type" VALUES(4,'HKCorrelationTypeIdentifierBloodPressure',2,NULL,NULL,0.0,1);
    INSERT INTO "sample_type" VALUES(5,'HKQuantityTypeIdentifierBloodPressureSystolic',0,4,1,0.0,1);
    INSERT INTO "sample_type" VALUES(6,'HKQuantityTypeIdentifierBloodPressureDiastolic',0,4,1,0.0,1);
    INSERT INTO "sample_type" VALUES(7,'HKWorkoutTypeIdentifier',3,NULL,NULL,1800.0,1);
    INSERT INTO "sample_type" VALUES(8,'HKQuantityTypeIdentifierActiveEnergyBurned',0,5,0,0.0,1);
    INSERT INTO "sample_type" VALUES(9,'HKDataTypeIdentifierHeartbeatSeries',4,NULL,NULL,2.5,1);
    INSERT INTO "sample_type" VALUES(10,'HKQuantityTypeIdentifierStepCount',0,6,0,300.0,2);
    CREATE TABLE saved_content (
      key TEXT NOT NULL,
      text TEXT NOT NULL,
      sample INTEGER NOT NULL REFERENCES sample (id) ON DELETE CASCADE,
      PRIMARY KEY (key, text)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE source (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      bundle_identifier TEXT NOT NULL,
      version TEXT,
      product_type TEXT,
      operating_system_version TEXT
    ) STRICT;
    INSERT INTO "source" VALUES(1,'Watch','org.example.watch','2',NULL,NULL);
    INSERT INTO "source" VALUES(2,'Watch','org.example.watch',NULL,NULL,NULL);
    INSERT INTO "source" VALUES(3,'Cuff','org.example.cuff',NULL,NULL,NULL);
    CREATE TABLE source_priority (
      type TEXT NOT NULL,
      position INTEGER NOT NULL,
      bundle_identifier TEXT NOT NULL,
      PRIMARY KEY (type, position)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE store (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      uuid BLOB NOT NULL CHECK (length(uuid) = 16),
      purged_through INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    INSERT INTO "store" VALUES(1,X'8BB69EEA0F6E4E08493457D2D7B2281E',0);
    CREATE TABLE tombstone (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      uuid BLOB NOT NULL CHECK (length(uuid) = 16),
      type INTEGER NOT NULL REFERENCES sample_type (id),
      source INTEGER NOT NULL REFERENCES source (id),
      deleted_at REAL NOT NULL,
      sync_identifier TEXT,
      sync_version REAL
    ) STRICT;
    INSERT INTO "tombstone" VALUES(1,X'00000000000040008000000000000009',10,2,817078911.544474,NULL,NULL);
    CREATE TABLE unit (
      id INTEGER PRIMARY KEY,
      symbol TEXT NOT NULL UNIQUE
    ) STRICT;
    INSERT INTO "unit" VALUES(1,'count/s');
    INSERT INTO "unit" VALUES(2,'count/min');
    INSERT INTO "unit" VALUES(3,'dBASPL');
    INSERT INTO "unit" VALUES(4,'mmHg');
    INSERT INTO "unit" VALUES(5,'kcal');
    INSERT INTO "unit" VALUES(6,'count');
    CREATE TABLE workout (
      sample INTEGER PRIMARY KEY REFERENCES sample (id) ON DELETE CASCADE,
      active_duration REAL NOT NULL
    ) STRICT;
    INSERT INTO "workout" VALUES(7,1700.0);
    CREATE TABLE workout_event (
      workout INTEGER NOT NULL REFERENCES workout (sample) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      kind INTEGER NOT NULL,
      start_time REAL NOT NULL,
      end_time REAL NOT NULL CHECK (end_time >= start_time),
      PRIMARY KEY (workout, position)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO "workout_event" VALUES(7,0,3,791550600.0,791550660.0);
    CREATE TABLE workout_event_metadata (
      workout INTEGER NOT NULL,
      position INTEGER NOT NULL,
      key TEXT NOT NULL,
      kind INTEGER NOT NULL,
      text TEXT,
      number REAL,
      unit INTEGER REFERENCES unit (id),
      PRIMARY KEY (workout, position, key),
      FOREIGN KEY (workout, position) REFERENCES workout_event (workout, position)
        ON DELETE CASCADE,
      CHECK ((text IS NULL) <> (number IS NULL))
    ) STRICT, WITHOUT ROWID;
    INSERT INTO "workout_event_metadata" VALUES(7,0,'lap',0,'1',NULL,NULL);
    CREATE TABLE workout_sample (
      workout INTEGER NOT NULL REFERENCES workout (sample) ON DELETE CASCADE,
      sample INTEGER NOT NULL REFERENCES sample (id) ON DELETE CASCADE,
      PRIMARY KEY (workout, sample)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE workout_total (
      workout INTEGER NOT NULL REFERENCES workout (sample) ON DELETE CASCADE,
      type INTEGER NOT NULL REFERENCES sample_type (id),
      value REAL NOT NULL,
      given_value REAL NOT NULL,
      unit INTEGER NOT NULL REFERENCES unit (id),
      PRIMARY KEY (workout, type)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO "workout_total" VALUES(7,8,300.0,300.0,5);
    CREATE INDEX source_bundle_identifier ON source (bundle_identifier);
    CREATE INDEX metadata_text ON metadata (key, text) WHERE text IS NOT NULL;
    CREATE INDEX sample_time ON sample (type, start_time, end_time, value, source);
    CREATE INDEX sample_inserted ON sample (type);
    CREATE INDEX tombstone_type ON tombstone (type);
    CREATE INDEX workout_of_sample ON workout_sample (sample);
    CREATE INDEX correlation_of_member ON correlation_member (member);
    CREATE INDEX saved_content_of_sample ON saved_content (sample);
    CREATE INDEX source_values ON source (bundle_identifier, name, version);
    CREATE INDEX device_values ON device (name, model, udi_device_identifier, local_identifier);
    DELETE FROM "sqlite_sequence";
    INSERT INTO "sqlite_sequence" VALUES('sample',9);
    INSERT INTO "sqlite_sequence" VALUES('tombstone',1);
    PRAGMA application_id = 1214465090;
    PRAGMA user_version = 4;
    PRAGMA journal_mode = WAL;
    """#
}
