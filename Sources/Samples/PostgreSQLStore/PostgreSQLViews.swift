#if PostgreSQL
import SampleStore

/// What people who ask in SQL find: views with dates, units and names, and a comment on everything.
///
/// Each participant's schema has them over its own tables. Those in the schema `heartcam` show the owner all participants.
extension PostgreSQLSchema {
  /// A date of a column; infinite where the server's dates end, in 4713 BC and 294276 AD.
  private static func date(_ column: String) -> String {
    let seconds = "\(column) + \(epoch)"
    return """
      to_timestamp(CASE WHEN \(seconds) < -2.1e11 THEN '-Infinity'
        WHEN \(seconds) > 9.2e12 THEN 'Infinity' ELSE \(seconds) END)
      """
  }

  /// What makes the views of a participant where the search path leads.
  static let views = """
    CREATE VIEW samples AS
      SELECT sample.uuid AS id, sample_type.identifier AS type,
        \(date("start_time")) AS start, \(date("end_time")) AS "end",
        coalesce(given_value, value) AS value, coalesce(unit.symbol, own.symbol) AS unit,
        source.name AS source, source.bundle_identifier, source.version AS source_version,
        device.name AS device, \(date("created_time")) AS created
      FROM sample
        JOIN sample_type ON sample_type.id = sample.type
        JOIN source ON source.id = sample.source
        LEFT JOIN unit ON unit.id = sample.unit
        LEFT JOIN unit AS own ON own.id = sample_type.unit
        LEFT JOIN device ON device.id = sample.device;
    CREATE VIEW heart_rates AS
      SELECT samples.id, start, "end",
        CASE samples.unit WHEN 'count/min' THEN samples.value ELSE sample.value * 60 END AS beats_per_minute,
        low.number AS low, high.number AS high, quality.number AS quality,
        samples.source, recording.text AS recording
      FROM samples
        JOIN sample ON sample.uuid = samples.id
        \(["low", "high", "quality", "recording"].map { name in
          "LEFT JOIN metadata AS \(name) ON \(name).sample = sample.id AND \(name).key = '\(key(of: name))'"
        }.joined(separator: "\n"))
      WHERE samples.type = 'HKQuantityTypeIdentifierHeartRate';
    """

  /// What makes the views over all participants.
  static let viewsOfAll = """
    CREATE VIEW samples AS SELECT * FROM of_all('samples') AS row (participant text, id uuid, type text,
      start timestamptz, "end" timestamptz, value float8, unit text, source text,
      bundle_identifier text, source_version text, device text, created timestamptz);
    CREATE VIEW heart_rates AS SELECT * FROM of_all('heart_rates') AS row (participant text, id uuid,
      start timestamptz, "end" timestamptz, beats_per_minute float8, low float8, high float8,
      quality float8, source text, recording text);
    """

  /// Seconds from 1970 to 2001, from which the store counts.
  private static let epoch = 978_307_200

  /// The metadata key of a column of heart rates.
  private static func key(of column: String) -> String {
    "Heartcam" + column.prefix(1).uppercased() + column.dropFirst()
  }

  // MARK: Comments

  /// Of a participant's tables and views, or of what there is of all.
  static func comments(ofAll: Bool) -> String {
    meanings.filter { name, _ in
      kind(of: name) == "VIEW" || ["participant", "version"].contains(name) == ofAll
    }.flatMap { name, meaning in
      [comment("\(kind(of: name)) \"\(name)\"", meaning.about)]
        + meaning.columns.filter { ofAll || $0.key != "participant" }.map {
          comment("COLUMN \"\(name)\".\"\($0.key)\"", $0.value)
        }
    }.sorted().joined(separator: "\n")
  }

  private static func comment(_ object: String, _ text: String) -> String {
    "COMMENT ON \(object) IS '\(text.replacing("'", with: "''"))';"
  }

  private static func kind(of name: String) -> String {
    ["samples", "heart_rates"].contains(name) ? "VIEW" : "TABLE"
  }

  /// What a table and its columns hold.
  struct Meaning {
    let about: String
    let columns: [String: String]
  }

  /// What every table, view and column holds: a column's own words, else those that all of its name share.
  static let meanings: [String: Meaning] = {
    var meanings: [String: Meaning] = [:]
    for table in StoreTable.all {
      var columns: [String: String] = [:]
      for column in table.columns {
        columns[column.name] = own["\(table.name).\(column.name)"] ?? shared[column.name] ?? ""
      }
      if table.name == "metadata" {
        columns["text_beginning"] = "The beginning of text, for an index"
      }
      meanings[table.name] = Meaning(about: tableMeanings[table.name] ?? "", columns: columns)
    }
    for (name, columns) in others {
      meanings[name] = Meaning(about: tableMeanings[name] ?? "", columns: columns)
    }
    return meanings
  }()

  private static let tableMeanings = [
    "unit": "Units, as HealthKit writes them",
    "sample_type": "Types of samples, by HealthKit's identifiers",
    "source": "Programs that saved samples", "device": "Devices that took samples",
    "sample":
      "Samples of every kind; the view samples has dates, units and names in place of numbers",
    "metadata": "Entries of samples' metadata: a text or a number each",
    "store": "One row: which store this is", "tombstone": "Samples that were deleted",
    "correlation_member": "Samples that belong together, as the two of a blood pressure",
    "saved_content": "Recordings of which samples were saved", "workout": "Workouts",
    "workout_event": "Pauses, laps and the like of workouts",
    "workout_event_metadata": "Entries of their metadata", "workout_total": "Sums over a workout",
    "workout_sample": "Samples that were taken in a workout",
    "heartbeat_series": "Times of heartbeats, packed",
    "record": "Electrocardiograms, routes, audiograms and the like: a document in JSON each",
    "record_field": "What of records can be asked for",
    "quantity_series": "The single quantities of samples that sum up several, packed",
    "profile": "What does not change about the person",
    "authorization": "What programs were permitted to save and to read",
    "source_priority": "Which program is believed where several have counted the same",
    "background_delivery": "Which programs are told of changes, and how far they were told",
    "participant": "People; only the owner of the tables reads it",
    "version": "The version of these tables", "history": "The last number of each history",
    "writer": "Transactions whose answer may have been lost",
    "samples":
      "Samples, of one participant or, for the owner, of all",
    "heart_rates": "Heart rates of the same, in beats a minute",
  ]

  /// What columns of a name hold wherever they are.
  private static let shared = [
    "id": "The row's number",
    "sample": "The sample: sample.id", "start_time": "Start, in seconds since 2001-01-01 00:00 UTC",
    "end_time": "End, in seconds since 2001-01-01 00:00 UTC", "type": "The type: sample_type.id",
    "source": "The program: source.id", "device": "The device: device.id",
    "unit": "The unit: unit.id",
    "value": "The number, in the type's unit", "given_value": "The number as it was saved, in unit",
    "key": "Its name", "text": "Its value, if it is a text",
    "number": "Its value, if it is a number",
    "kind": "Which kind it is, a number that the program knows",
    "position": "Its place, counted from 0", "workout": "The workout: workout.sample",
    "bundle_identifier": "The program, as in org.example.app", "uuid": "The identifier",
    "name": "The name", "version": "The version",
  ]

  /// What single columns hold.
  private static let own = [
    "unit.symbol": "As in count/min",
    "sample_type.identifier": "As in HKQuantityTypeIdentifierHeartRate",
    "sample_type.unit": "The unit of value of all its samples: unit.id",
    "sample_type.aggregation": "How quantities are combined: averaged or summed",
    "sample_type.longest": "No sample of it is longer, in seconds",
    "sample_type.change": "Counts the transactions that touched it",
    "source.product_type": "The kind of machine",
    "source.operating_system_version": "The system that it ran on",
    "device.manufacturer": "Who made it", "device.model": "Its model",
    "device.hardware_version": "Of its hardware", "device.firmware_version": "Of its firmware",
    "device.software_version": "Of its software", "device.local_identifier": "Its number here",
    "device.udi_device_identifier": "Its unique device identifier",
    "sample.created_time": "When it was made, if its file says so, in seconds since 2001",
    "store.purged_through": "Up to which number tombstones were forgotten",
    "tombstone.deleted_at": "When, in seconds since 2001",
    "tombstone.sync_identifier": "What the program called it",
    "tombstone.sync_version": "In which version",
    "correlation_member.correlation": "The whole: sample.id",
    "correlation_member.member": "The part: sample.id",
    "correlation_member.is_own": "1 if it is deleted with the whole",
    "saved_content.key": "By what recordings are known",
    "saved_content.text": "What distinguishes the recording from others",
    "saved_content.sample": "The first sample of it: sample.id",
    "workout.active_duration": "Seconds without pauses",
    "heartbeat_series.beats": "Seconds from the start, and whether a gap came before",
    "record.document": "JSON", "record.series": "Its long row of numbers, packed",
    "quantity_series.quantities": "Packed", "profile.key": "What is said",
    "profile.value": "What it is", "authorization.type": "The type's identifier",
    "authorization.sharing": "0 not asked, 1 denied, 2 permitted to save",
    "authorization.reading": "0 not asked, 1 denied, 2 permitted to read",
    "source_priority.type": "The type's identifier",
    "background_delivery.type": "The type's identifier",
    "background_delivery.frequency": "How often",
    "background_delivery.delivered_change":
      "Up to which change it was told",
    "background_delivery.delivered_at": "When, in seconds since 2001",
  ]

  /// Tables that other engines have not, and the views.
  private static let others: [String: [String: String]] = [
    "participant": ["id": "The row's number", "name": "As the URL of a store names it"],
    "version": ["version": "The number"],
    "history": ["name": "sample or tombstone", "last": "The last number that was given"],
    "writer": [
      "id": "The connection",
      "turn": "Its transaction", "at": "When it began, in seconds since 1970",
    ],
    "samples": [
      "participant": "Whose: participant.name", "id": "The sample's identifier",
      "type": "As in HKQuantityTypeIdentifierHeartRate",
      "start": "When it starts", "end": "When it ends",
      "value": "The number in unit; of a category the number of its value",
      "unit": "As in count/min",
      "source": "The program's name", "bundle_identifier": "The program, as in org.example.app",
      "source_version": "Its version", "device": "The device's name",
      "created": "When it was made, if its file says so",
    ],
    "heart_rates": [
      "participant": "Whose: participant.name", "id": "The sample's identifier",
      "start": "When the interval starts",
      "end": "When it ends", "beats_per_minute": "The rate",
      "low": "The lower end of its 95 % interval, if heartcam measured it", "high": "The upper end",
      "quality": "The chance that it is within 5 of the truth", "source": "The program's name",
      "recording": "The recording's file, without its folder",
    ],
  ]
}
#endif
