#if PostgreSQL
import SampleStore

/// The views for people who ask in SQL: with dates, units and names, and a description of each column.
///
/// Each participant's schema has them over its own tables. Those in the schema `heartcam` show the owner all participants.
extension PostgreSQLSchema {
  /// Returns a date of a column; infinite where the server's dates end, in 4713 BC and 294276 AD.
  private static func date(_ column: String) -> String {
    let seconds = "\(column) + \(epoch)"
    return """
      to_timestamp(CASE WHEN \(seconds) < -2.1e11 THEN '-Infinity'
        WHEN \(seconds) > 9.2e12 THEN 'Infinity' ELSE \(seconds) END)
      """
  }

  /// The SQL that creates the views of a participant where the search path leads.
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
        CASE samples.unit WHEN 'count/min' THEN samples.value
          ELSE least(greatest(sample.value, -1e300), 1e300) * 60 END AS beats_per_minute,
        low.number AS low, high.number AS high, quality.number AS quality,
        samples.source, recording.text AS recording
      FROM samples
        JOIN sample ON sample.uuid = samples.id
        \(["low", "high", "quality", "recording"].map { name in
          "LEFT JOIN metadata AS \(name) ON \(name).sample = sample.id AND \(name).key = '\(key(of: name))'"
        }.joined(separator: "\n"))
      WHERE samples.type = 'HKQuantityTypeIdentifierHeartRate';
    """

  /// The SQL that creates the views over all participants.
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

  /// Returns the metadata key of a column of heart rates.
  private static func key(of column: String) -> String {
    "Heartcam" + column.prefix(1).uppercased() + column.dropFirst()
  }

  // MARK: Comments

  /// Returns descriptions of the views and their columns, as comments in the database.
  /// - Parameter ofAll: Whether they show all participants.
  static func comments(ofAll: Bool) -> String {
    meanings.flatMap { view, about, columns in
      [comment("VIEW \(view)", about)]
        + columns.filter { ofAll || $0.key != "participant" }.map {
          comment("COLUMN \(view).\"\($0.key)\"", $0.value)
        }
    }.joined(separator: "\n")
  }

  private static func comment(_ object: String, _ text: String) -> String {
    "COMMENT ON \(object) IS '\(text.replacing("'", with: "''"))';"
  }

  private static let meanings: [(view: String, about: String, columns: [String: String])] = [
    (
      "samples", "Samples, of one participant or, for the owner, of all",
      [
        "participant": "Whose: participant.name", "id": "The sample's identifier",
        "type": "As in HKQuantityTypeIdentifierHeartRate",
        "start": "When it starts", "end": "When it ends",
        "value": "The number in unit; of a category the number of its value",
        "unit": "As in count/min",
        "source": "The program's name", "bundle_identifier": "The program, as in org.example.app",
        "source_version": "Its version", "device": "The device's name",
        "created": "When it was made, if its file says so",
      ]
    ),
    (
      "heart_rates", "Heart rates of the same, in beats per minute",
      [
        "participant": "Whose: participant.name", "id": "The sample's identifier",
        "start": "When the interval starts",
        "end": "When it ends", "beats_per_minute": "The rate",
        "low": "The lower end of its 95% confidence interval, if heartcam measured it",
        "high": "The upper end",
        "quality": "The chance that it is within 5 of the truth", "source": "The program's name",
        "recording": "The recording's file, without its folder",
      ]
    ),
  ]
}
#endif
