/// The tables of a store in SQLite, and the way from each version to the next.
///
/// A migration that has been released is never edited: a change is a further entry. `sample.id`
/// numbers every kind of sample in one history (see `HistoryNumbers`); AUTOINCREMENT keeps its
/// counter and never gives a number twice. `sample_type.kind` distinguishes quantities from
/// categories, correlations and series, whose `value` may be absent.
enum SQLiteSchema {
  /// "HcDB", in the file's header: it distinguishes a store from other SQLite files.
  static let applicationID: Int64 = 0x4863_4442

  /// The version after the last migration.
  static var version: Int64 { Int64(migrations.count) }

  /// The first version with `hour_sum`.
  static let firstWithHourSums = 6

  /// Entry n brings version n to n + 1.
  static let migrations: [String] = [
    version1, version2, version3, version4, version5, version6,
  ]

  /// Times are seconds since 2001-01-01 00:00 UTC as `Date` counts them, so that they come back bit
  /// for bit. `value` is in the type's unit, `given_value` in `unit`: a conversion and its way back
  /// may differ in the last bit, and a sample is to be read as it was saved.
  ///
  /// `sample_type.longest` is no less than the length of any sample of the type. With it a range
  /// that samples have to overlap is a range of starts, and one index serves every query by time.
  private static let version1 = """
    CREATE TABLE unit (
      id INTEGER PRIMARY KEY,
      symbol TEXT NOT NULL UNIQUE
    ) STRICT;

    CREATE TABLE sample_type (
      id INTEGER PRIMARY KEY,
      identifier TEXT NOT NULL UNIQUE,
      kind INTEGER NOT NULL,
      unit INTEGER REFERENCES unit (id),
      aggregation INTEGER,
      longest REAL NOT NULL DEFAULT 0
    ) STRICT;

    CREATE TABLE source (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      bundle_identifier TEXT NOT NULL,
      version TEXT,
      product_type TEXT,
      operating_system_version TEXT
    ) STRICT;
    CREATE INDEX source_bundle_identifier ON source (bundle_identifier);

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
    ) STRICT;
    CREATE INDEX sample_time ON sample (type, start_time, end_time);

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
    CREATE INDEX metadata_text ON metadata (key, text) WHERE text IS NOT NULL;
    """

  /// Every kind of sample, tombstones of deleted ones, permissions, and the priority of sources.
  ///
  /// The index by time holds all that statistics need, so that they never read `sample` itself. The
  /// second finds what was added of a type since an anchor. `sample_type.change` counts the
  /// transactions that touched a type. A category's value, and a workout's activity, is in
  /// `sample.value`.
  private static let version2 = """
    ALTER TABLE sample_type ADD COLUMN change INTEGER NOT NULL DEFAULT 0;

    DROP INDEX sample_time;
    CREATE INDEX sample_time ON sample (type, start_time, end_time, value, source);
    CREATE INDEX sample_inserted ON sample (type);

    CREATE TABLE store (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      uuid BLOB NOT NULL CHECK (length(uuid) = 16),
      purged_through INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    INSERT INTO store (id, uuid) VALUES (1, randomblob(16));

    CREATE TABLE tombstone (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      uuid BLOB NOT NULL CHECK (length(uuid) = 16),
      type INTEGER NOT NULL REFERENCES sample_type (id),
      source INTEGER NOT NULL REFERENCES source (id),
      deleted_at REAL NOT NULL,
      sync_identifier TEXT,
      sync_version REAL
    ) STRICT;
    CREATE INDEX tombstone_type ON tombstone (type);

    CREATE TABLE correlation_member (
      correlation INTEGER NOT NULL REFERENCES sample (id) ON DELETE CASCADE,
      member INTEGER NOT NULL REFERENCES sample (id) ON DELETE CASCADE,
      PRIMARY KEY (correlation, member)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX correlation_of_member ON correlation_member (member);

    CREATE TABLE workout (
      sample INTEGER PRIMARY KEY REFERENCES sample (id) ON DELETE CASCADE,
      active_duration REAL NOT NULL
    ) STRICT;

    CREATE TABLE workout_event (
      workout INTEGER NOT NULL REFERENCES workout (sample) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      kind INTEGER NOT NULL,
      start_time REAL NOT NULL,
      end_time REAL NOT NULL CHECK (end_time >= start_time),
      PRIMARY KEY (workout, position)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE workout_total (
      workout INTEGER NOT NULL REFERENCES workout (sample) ON DELETE CASCADE,
      type INTEGER NOT NULL REFERENCES sample_type (id),
      value REAL NOT NULL,
      given_value REAL NOT NULL,
      unit INTEGER NOT NULL REFERENCES unit (id),
      PRIMARY KEY (workout, type)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE workout_sample (
      workout INTEGER NOT NULL REFERENCES workout (sample) ON DELETE CASCADE,
      sample INTEGER NOT NULL REFERENCES sample (id) ON DELETE CASCADE,
      PRIMARY KEY (workout, sample)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX workout_of_sample ON workout_sample (sample);

    CREATE TABLE heartbeat_series (
      sample INTEGER PRIMARY KEY REFERENCES sample (id) ON DELETE CASCADE,
      beats BLOB NOT NULL
    ) STRICT;

    CREATE TABLE authorization (
      bundle_identifier TEXT NOT NULL,
      type TEXT NOT NULL,
      sharing INTEGER NOT NULL,
      reading INTEGER NOT NULL,
      PRIMARY KEY (bundle_identifier, type)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE source_priority (
      type TEXT NOT NULL,
      position INTEGER NOT NULL,
      bundle_identifier TEXT NOT NULL,
      PRIMARY KEY (type, position)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE background_delivery (
      bundle_identifier TEXT NOT NULL,
      type TEXT NOT NULL,
      frequency INTEGER NOT NULL,
      delivered_change INTEGER NOT NULL,
      delivered_at REAL,
      PRIMARY KEY (bundle_identifier, type)
    ) STRICT, WITHOUT ROWID;
    """

  /// Links of correlations that cannot loop, and that say who owns a member.
  ///
  /// A member that was saved with its correlation (`is_own`) is deleted with it; one that was there
  /// before stays. Of correlations that share a member, the first one owns it. `saved_content` lets no
  /// two programs save the same recording at once; it names the first sample that was saved of it.
  /// `sample.created_time` is when a sample was first made, if the file that it came from says so.
  /// The average of a live session gets a type of its own, so that statistics of heart rates do not
  /// count it beside the readings that it is from.
  private static let version3 = """
    CREATE TABLE correlation_link (
      correlation INTEGER NOT NULL REFERENCES sample (id) ON DELETE CASCADE,
      member INTEGER NOT NULL REFERENCES sample (id) ON DELETE CASCADE,
      is_own INTEGER NOT NULL CHECK (is_own IN (0, 1)),
      PRIMARY KEY (correlation, member),
      CHECK (correlation <> member)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO correlation_link (correlation, member, is_own)
      SELECT correlation, member, correlation =
        (SELECT min(other.correlation) FROM correlation_member AS other
          WHERE other.member = correlation_member.member AND other.correlation <> other.member)
      FROM correlation_member WHERE correlation <> member;
    DROP TABLE correlation_member;
    ALTER TABLE correlation_link RENAME TO correlation_member;
    CREATE INDEX correlation_of_member ON correlation_member (member);

    CREATE TABLE saved_content (
      key TEXT NOT NULL,
      text TEXT NOT NULL,
      sample INTEGER NOT NULL REFERENCES sample (id) ON DELETE CASCADE,
      PRIMARY KEY (key, text)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX saved_content_of_sample ON saved_content (sample);

    ALTER TABLE sample ADD COLUMN created_time REAL;

    CREATE INDEX source_values ON source (bundle_identifier, name, version);
    CREATE INDEX device_values ON device (name, model, udi_device_identifier, local_identifier);

    INSERT INTO sample_type (identifier, kind, unit, aggregation, longest)
      SELECT 'HeartcamSessionHeartRate', kind, unit, aggregation, longest FROM sample_type
      WHERE identifier = 'HKQuantityTypeIdentifierHeartRate'
        AND EXISTS (SELECT 1 FROM metadata WHERE key = 'HeartcamSessionAverage');
    UPDATE sample
      SET type = (SELECT id FROM sample_type WHERE identifier = 'HeartcamSessionHeartRate')
      WHERE id IN (SELECT sample FROM metadata WHERE key = 'HeartcamSessionAverage')
        AND type =
          (SELECT id FROM sample_type WHERE identifier = 'HKQuantityTypeIdentifierHeartRate');
    """

  /// Metadata of workouts' events. Also mends what earlier versions wrote wrongly: the key of a sensor's
  /// location has no `MetadataKey` in it and its value is a number, and `kcal/hr·kg` was read as
  /// `kcal.kg/hr`.
  private static let version4 = """
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

    UPDATE OR IGNORE metadata SET key = 'HKHeartRateSensorLocation'
      WHERE key = 'HKMetadataKeyHeartRateSensorLocation';
    UPDATE metadata SET kind = 1, number = CAST(text AS REAL), text = NULL
      WHERE key = 'HKHeartRateSensorLocation' AND kind = 0
        AND text IN ('0', '1', '2', '3', '4', '5', '6');

    INSERT INTO unit (symbol) SELECT 'kcal/(hr.kg)'
      WHERE EXISTS (SELECT 1 FROM unit WHERE symbol = 'kcal.kg/hr')
        AND NOT EXISTS (SELECT 1 FROM unit WHERE symbol = 'kcal/(hr.kg)');
    UPDATE metadata SET unit = (SELECT id FROM unit WHERE symbol = 'kcal/(hr.kg)')
      WHERE key = 'HKAverageMETs'
        AND unit = (SELECT id FROM unit WHERE symbol = 'kcal.kg/hr');
    """

  /// Records: samples whose content is a document, such as an electrocardiogram or a route.
  ///
  /// `record.document` is JSON, `record.series` its long row of numbers, packed (`PackedNumbers`). A
  /// workout has a row too if it has activities or statistics. `record_field` repeats what predicates
  /// ask for; fields of one thing, such as an activity, share a position. `quantity_series` has the
  /// single quantities of a sample that sums up several; it is a table of its own so that a reader sees
  /// at once that a store has none. `profile` holds what does not change about the person. The last
  /// statements mend keys that were not Apple's.
  private static let version5 = """
    CREATE TABLE record (
      sample INTEGER PRIMARY KEY REFERENCES sample (id) ON DELETE CASCADE,
      document TEXT NOT NULL,
      series BLOB
    ) STRICT;

    CREATE TABLE record_field (
      sample INTEGER NOT NULL REFERENCES sample (id) ON DELETE CASCADE,
      key TEXT NOT NULL,
      position INTEGER NOT NULL,
      text TEXT,
      number REAL,
      PRIMARY KEY (sample, key, position),
      CHECK ((text IS NULL) <> (number IS NULL))
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX record_field_value ON record_field (key, text, number);

    CREATE TABLE quantity_series (
      sample INTEGER PRIMARY KEY REFERENCES sample (id) ON DELETE CASCADE,
      quantities BLOB NOT NULL
    ) STRICT;

    CREATE TABLE profile (
      key TEXT NOT NULL PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    UPDATE OR IGNORE metadata SET key = 'HKMetadataKeyAudioExposureLevel'
      WHERE key = 'HKAudioExposureLevel';
    UPDATE OR IGNORE metadata SET key = 'HKMetadataKeyAudioExposureDuration'
      WHERE key = 'HKAudioExposureDuration';
    """

  /// What single hours add up to: see `HourSums`, which fills the table after this migration.
  ///
  /// The triggers remove the rows of the hour of a sample that is deleted or changed, and perhaps those of
  /// the hour before it, which rounding may not tell apart.
  private static let version6 = """
    CREATE TABLE hour_sum (
      type INTEGER NOT NULL REFERENCES sample_type (id),
      hour_start INTEGER NOT NULL,
      source INTEGER NOT NULL REFERENCES source (id),
      count INTEGER NOT NULL,
      sum REAL,
      minimum REAL,
      maximum REAL,
      seconds REAL,
      weighted REAL,
      PRIMARY KEY (type, hour_start, source)
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER hour_sum_of_deleted AFTER DELETE ON sample BEGIN
      DELETE FROM hour_sum WHERE type = old.type
        AND hour_start > old.start_time - 3601 AND hour_start <= old.start_time;
    END;
    CREATE TRIGGER hour_sum_of_changed
      AFTER UPDATE OF type, start_time, end_time, value, source ON sample BEGIN
      DELETE FROM hour_sum WHERE type = old.type
        AND hour_start > old.start_time - 3601 AND hour_start <= old.start_time;
      DELETE FROM hour_sum WHERE type = new.type
        AND hour_start > new.start_time - 3601 AND hour_start <= new.start_time;
    END;
    """
}
