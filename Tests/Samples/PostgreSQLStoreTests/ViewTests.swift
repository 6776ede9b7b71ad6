#if PostgreSQL
import TestSamples
import TestDatabases
import FoundationEssentials
import PostgreSQLStore
import SampleStore
import TestSupport
import Testing

/// The views for those who ask in SQL.
@Suite(.onServer)
struct ViewTests {
  private let server: PostgreSQLServer
  private let (name, other): (String, String)
  private let store: HealthStore

  init() throws {
    server = try #require(PostgreSQLServer.shared)
    let mark = UUID().uuidString.lowercased().prefix(8)
    (name, other) = ("vera_\(mark)", "otto_\(mark)")
    for participant in [name, other] {
      _ = try Self.store(participant, as: "heartcam", on: server)
      try server.run("CREATE ROLE \(participant) LOGIN")
      try server.run(
        "SELECT heartcam.admit('\(participant)', '\(participant)')", as: "heartcam", in: "heartcam")
    }
    store = try Self.store(name, as: name, on: server)
  }

  private static func store(
    _ participant: String, as role: String, on server: PostgreSQLServer
  ) throws -> HealthStore {
    try HealthStore(
      location: StoreLocation(
        server.url(participant: participant, role: role), environment: [:]),
      engines: [.postgreSQL])
  }

  private func sql(_ text: String, as role: String, seeing participant: String) throws -> String {
    try server.run(
      text, as: role, in: "heartcam",
      settings: [
        "SET TimeZone = 'UTC'", "DO $$ BEGIN PERFORM heartcam.choose('\(participant)'); END $$",
      ]
    ).trimmingCharacters
  }

  @Test func `the views show dates, units and names, and a rate with its interval`() throws {
    let start = Date(timeIntervalSince1970: 1_769_850_000)
    let source = Source(name: "Heartcam", bundleIdentifier: "heartcam", version: "0.2.0")
    try store.save([
      try QuantitySample(
        type: .heartRate, quantity: Quantity(61.5, .countPerMinute), start: start, end: start + 10,
        source: source,
        metadata: [
          "HeartcamLow": .number(60), "HeartcamHigh": .number(63), "HeartcamQuality": .number(0.99),
          "HeartcamRecording": .string("finger.mp4"),
        ]),
      try QuantitySample(
        type: .bodyMass, quantity: Quantity(70, QuantityUnit("kg")), start: start, end: start,
        source: source),
    ])
    #expect(
      try sql(
        "SELECT type, start, \"end\", value, unit, source FROM samples ORDER BY type",
        as: name, seeing: name)
          == """
          HKQuantityTypeIdentifierBodyMass|2026-01-31 09:00:00+00|2026-01-31 09:00:00+00|70|kg|Heartcam
          HKQuantityTypeIdentifierHeartRate|2026-01-31 09:00:00+00|2026-01-31 09:00:10+00|61.5|count/min|Heartcam
          """)
    #expect(
      try sql(
        "SELECT beats_per_minute, low, high, quality, recording FROM heart_rates",
        as: name, seeing: name) == "61.5|60|63|0.99|finger.mp4")
  }

  @Test func `a view shows nobody another's rows`() throws {
    try store.save([reading()])
    let count = "SELECT (SELECT count(*) FROM samples), count(*) FROM heart_rates"
    #expect(try sql(count, as: name, seeing: name) == "1|1")
    #expect(try sql(count, as: other, seeing: other) == "0|0")
    for participant in [name, "", "nobody"] {
      let error = #expect(throws: PostgreSQLServer.Failure.self) {
        try sql(count, as: other, seeing: participant)
      }
      #expect(error?.description.contains("there is no such participant") == true)
    }
  }

  /// A number that overflows was an error of the owner's views over everybody.
  @Test func `no number that a role writes shuts the owner's views`() throws {
    try store.save([reading()])
    for number in ["1e308", "-1e308", "'NaN'", "'Infinity'"] {
      let write = "UPDATE sample SET value = \(number), given_value = NULL, unit = NULL"
      _ = try sql(write, as: name, seeing: name)
      #expect(
        try server.run(
          "SELECT count(beats_per_minute) FROM heartcam.heart_rates WHERE participant = '\(name)'",
          as: "heartcam", in: "heartcam"
        ).trimmingCharacters == "1")
    }
  }

  @Test func `every view and each of its columns says what it holds`() throws {
    let silent = try server.run(
      """
      SELECT relname || '.' || coalesce(attname, '') FROM pg_class
        LEFT JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
      WHERE relnamespace IN ('heartcam'::regnamespace, 'heartcam_1'::regnamespace)
        AND relkind = 'v'
        AND (coalesce(col_description(pg_class.oid, attnum), '') = ''
          OR coalesce(obj_description(pg_class.oid, 'pg_class'), '') = '')
      """, as: "heartcam", in: "heartcam")
    #expect(silent.trimmingCharacters == "")
  }
}

extension String {
  /// Without the last line's end.
  fileprivate var trimmingCharacters: String { hasSuffix("\n") ? String(dropLast()) : self }
}
#endif
