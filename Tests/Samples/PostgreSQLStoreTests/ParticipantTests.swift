#if PostgreSQL
import TestSamples
import TestDatabases
import FoundationEssentials
import PostgreSQLStore
import SampleStore
import TestSupport
import Testing

/// Two roles of a server, each admitted to one participant.
@Suite(.onServer)
struct ParticipantTests {
  let server: PostgreSQLServer
  let names: [String]

  init() throws {
    server = try #require(PostgreSQLServer.shared)
    let mark = UUID().uuidString.lowercased().prefix(8)
    names = ["anna_\(mark)", "ben_\(mark)"]
    // Whoever opens a store first makes the tables.
    _ = try store(participant: names[0], role: "heartcam")
    for name in names {
      try server.run("CREATE ROLE \(name) LOGIN")
      try server.run("SELECT heartcam.admit('\(name)', '\(name)')", as: "heartcam", in: "heartcam")
    }
  }

  private func store(
    participant: String, role: String, _ access: HealthStore.Access = .readWrite
  ) throws -> HealthStore {
    try HealthStore(
      location: StoreLocation(
        server.url(participant: participant, role: role), environment: [:]), access: access,
      engines: [.postgreSQL])
  }

  private func sql(_ text: String, as role: String, seeing participant: String) throws -> String {
    try server.run(
      text, as: role, in: "heartcam",
      settings: ["SET search_path = heartcam", "SET heartcam.participant = '\(participant)'"])
  }

  @Test func `each role reads, changes and deletes its own participant's samples alone`() throws {
    let stores = try names.map { try store(participant: $0, role: $0) }
    let samples = try [reading(60), reading(90)]
    for (store, sample) in zip(stores, samples) { try store.save([sample]) }
    for (store, sample) in zip(stores, samples) {
      #expect(try store.samples(matching: SampleQuery()) == [sample])
    }
    #expect(try stores[0].delete([samples[1].id]) == 0)
    #expect(try stores[1].count(matching: SampleQuery()) == 1)
    // The same identifier in two participants is no clash, and gives nothing away.
    try stores[0].save([samples[1]])
    #expect(try stores[0].problems() == [] && stores[1].problems() == [])
  }

  @Test func `a role that was not admitted to a participant cannot open it, nor learn of it`()
    throws
  {
    for participant in [names[1], "nobody"] {
      for access in [HealthStore.Access.readWrite, .readOnly] {
        let error = #expect(throws: StoreError.self) {
          try store(participant: participant, role: names[0], access)
        }
        #expect(error?.reason == .permissionDenied)
        #expect(
          error?.detail == "there is no such participant, or this role was not admitted to it")
      }
    }
    let stranger = "\(names[0])_stranger"
    try server.run("CREATE ROLE \(stranger) LOGIN")
    let error = #expect(throws: StoreError.self) {
      try store(participant: names[0], role: stranger)
    }
    #expect(error?.reason == .permissionDenied)
  }

  @Test func `SQL of one role neither shows nor changes another's rows`() throws {
    for name in names { try store(participant: name, role: name).save([reading()]) }
    let (anna, ben) = (names[0], names[1])
    let tables = try server.run(
      """
      SELECT relname FROM pg_class WHERE relnamespace = 'heartcam'::regnamespace AND relkind = 'r'
        AND relname NOT IN ('version', 'participant', 'access')
      """, in: "heartcam"
    ).split(separator: "\n").map(String.init)
    #expect(tables.count >= 18)
    for table in tables {
      let rows = "\"\(table)\""
      #expect(try sql("SELECT count(*) FROM \(rows)", as: anna, seeing: ben) == "0", "\(table)")
      #expect(
        try sql(
          "SELECT count(*) FROM \(rows) WHERE participant <> (SELECT present())", as: anna,
          seeing: anna) == "0", "\(table)")
    }
    #expect(try sql("SELECT count(*) FROM sample", as: anna, seeing: anna) == "1")
    for change in ["UPDATE sample SET value = 0", "DELETE FROM sample"] {
      #expect(
        try sql(
          "WITH changed AS (\(change) RETURNING 1) SELECT count(*) FROM changed", as: anna,
          seeing: ben) == "0")
    }
    let number = try server.run(
      "SELECT id FROM heartcam.participant WHERE name = '\(ben)'", in: "heartcam")
    let foreign = "INSERT INTO unit (participant, symbol) VALUES (\(number), 'x')"
    let move = "UPDATE sample SET participant = \(number)"
    let attempts = [
      foreign, move, "COPY sample FROM STDIN", "ALTER TABLE sample NO FORCE ROW LEVEL SECURITY",
      "DROP POLICY own ON sample", "SELECT admit('\(anna)', '\(ben)')", "SELECT * FROM access",
      "SELECT * FROM participant", "SET row_security = off; SELECT count(*) FROM sample",
      "SET SESSION AUTHORIZATION \(ben)", "SET ROLE heartcam", "CREATE TABLE heartcam.x ()",
      "CREATE OR REPLACE FUNCTION present() RETURNS integer LANGUAGE sql RETURN \(number)",
    ]
    for attempt in attempts {
      #expect(throws: PostgreSQLServer.Failure.self, "\(attempt)") {
        try sql(attempt, as: anna, seeing: anna)
      }
    }
    #expect(try store(participant: ben, role: ben).count(matching: SampleQuery()) == 1)
  }

  @Test func `the owner sees one participant at a time, and no row without one`() throws {
    for name in names { try store(participant: name, role: name).save([reading()]) }
    #expect(
      try server.run("SELECT count(*) FROM heartcam.sample", as: "heartcam", in: "heartcam") == "0")
    #expect(try sql("SELECT count(*) FROM sample", as: "heartcam", seeing: names[1]) == "1")
    #expect(
      try store(participant: names[0], role: "heartcam", .readOnly).count(matching: SampleQuery())
        == 1)
  }

  @Test func `a role that was dismissed sees nothing any more, in a session that is open too`()
    throws
  {
    let store = try store(participant: names[0], role: names[0])
    try store.save([reading()])
    try server.run(
      "SELECT heartcam.dismiss('\(names[0])', '\(names[0])')", as: "heartcam", in: "heartcam")
    #expect(try store.count(matching: SampleQuery()) == 0)
    #expect(throws: StoreError.self) { try store.save([reading()]) }
    #expect(throws: StoreError.self) { try self.store(participant: names[0], role: names[0]) }
  }

  /// How long a question takes is a median of many, in turn with the other.
  @Test func `how long it takes does not say whether there is a participant`() throws {
    for name in names { _ = try store(participant: name, role: name) }
    func times(_ first: String, _ second: String) throws -> (Double, Double) {
      let text = try server.run(
        """
        CREATE FUNCTION pg_temp.ask(name text) RETURNS double precision LANGUAGE plpgsql AS $$
          DECLARE
            began timestamptz;
          BEGIN
            PERFORM set_config('heartcam.participant', name, false);
            began = clock_timestamp();
            FOR turn IN 1..50 LOOP PERFORM heartcam.present(); END LOOP;
            RETURN extract(epoch FROM clock_timestamp() - began);
          END $$;
        SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a) || ' ' || percentile_cont(0.5) WITHIN GROUP (ORDER BY b)
        FROM (SELECT pg_temp.ask('\(first)') AS a, pg_temp.ask('\(second)') AS b FROM generate_series(1, 400)) AS t
        """, as: names[0], in: "heartcam")
      let numbers = text.split(separator: " ").compactMap { Double($0) }
      return (try #require(numbers.first), try #require(numbers.last))
    }
    let (known, unknown) = try times(names[1], "nobody")
    // It was 1.8 times as long.
    #expect(known / unknown < 1.25 && unknown / known < 1.25, "\(known) \(unknown)")
  }

  @Test func `functions, settings and errors of one role say nothing of another's rows`() throws {
    for name in names { try store(participant: name, role: name).save([reading()]) }
    let (anna, ben) = (names[0], names[1])
    let number = try server.run(
      "SELECT id FROM heartcam.participant WHERE name = '\(ben)'", in: "heartcam")
    let row = try server.run(
      "SELECT uuid FROM heartcam.sample WHERE participant = \(number) LIMIT 1", in: "heartcam")
    let leak = """
      CREATE FUNCTION pg_temp.leak(row uuid) RETURNS boolean LANGUAGE plpgsql COST 0.0000001
      AS $$ BEGIN RAISE NOTICE '%', row; RETURN true; END $$;
      """
    // None shows a row, whether it fails or not.
    for attempt in [
      leak + "SELECT uuid FROM sample WHERE pg_temp.leak(uuid) AND participant = \(number)",
      "SELECT uuid FROM sample WHERE participant = \(number) FOR UPDATE",
      "SELECT uuid FROM sample WHERE 1 / (participant - \(number)) = 0",
      "CREATE TEMP VIEW v AS SELECT * FROM sample; SELECT uuid FROM v WHERE participant = \(number)",
      "CREATE TEMP TABLE participant (id int, name text); INSERT INTO pg_temp.participant VALUES (\(number), '\(anna)');"
        + " SELECT uuid FROM heartcam.sample WHERE participant = \(number)",
      "CREATE FUNCTION pg_temp.current_setting(text, boolean) RETURNS text LANGUAGE sql AS $$ SELECT '\(ben)' $$;"
        + " SET search_path = pg_temp, heartcam; SELECT uuid FROM heartcam.sample WHERE participant = \(number)",
      "PREPARE p AS SELECT uuid FROM sample WHERE participant = \(number); SET plan_cache_mode = force_generic_plan;"
        + " EXECUTE p; SET heartcam.participant = '\(ben)'; EXECUTE p",
      "SELECT uuid FROM sample, (SELECT set_config('heartcam.participant', '\(ben)', false)) AS s"
        + " WHERE participant = \(number)",
      "INSERT INTO unit (participant, symbol) VALUES (\(number), 'count/min') ON CONFLICT DO NOTHING RETURNING symbol",
      "INSERT INTO unit (participant, symbol) VALUES (\(number), 'count/min')",
      "INSERT INTO metadata (participant, sample, key) VALUES (\(number), 1, 'x')",
      "UPDATE history SET last = 0 WHERE participant = \(number) RETURNING name",
      "SELECT most_common_vals FROM pg_stats WHERE schemaname = 'heartcam'",
      "SELECT query FROM pg_stat_activity WHERE usename = '\(ben)'", "SELECT * FROM pg_statistic",
      "SELECT uuid FROM sample; SET ROLE \(ben)", "TRUNCATE sample",
      "SELECT rolpassword FROM pg_authid",
    ] {
      let shown: String
      do {
        shown = try sql(attempt, as: anna, seeing: anna)
      } catch {
        shown = "\(error)"
      }
      #expect(!shown.contains(row) && !shown.contains("count/min)"), "\(attempt): \(shown)")
    }
    #expect(try store(participant: ben, role: ben).count(matching: SampleQuery()) == 1)
  }

  @Test func `names with quotes and words of SQL are names`() throws {
    let mark = UUID().uuidString.prefix(6)
    for name in ["Q\"uo'te", "do$$llar", "se;lect--", "back\\slash", "percent%s", "ünï 1"].map({
      "\($0)\(mark)"
    }) {
      let (quoted, text) = (
        "\"" + name.replacing("\"", with: "\"\"") + "\"",
        "'" + name.replacing("'", with: "''") + "'"
      )
      try server.run("CREATE ROLE \(quoted) LOGIN")
      try server.run("SELECT heartcam.admit(\(text), \(text))", as: "heartcam", in: "heartcam")
      let encoded = name.percentEncoded()
      let own = try store(participant: encoded, role: encoded)
      try own.save([reading()])
      #expect(try own.count(matching: SampleQuery()) == 1 && own.problems() == [])
      #expect(throws: StoreError.self) { try store(participant: names[0], role: encoded) }
    }
  }

  @Test func `a superuser is refused`() throws {
    let error = #expect(throws: StoreError.self) {
      try store(participant: names[0], role: "admin")
    }
    #expect(error?.reason == .permissionDenied)
    #expect(error?.detail.contains("superuser") == true)
  }

  @Test func `a table that lost its guard is found by the check`() throws {
    let database = "unguarded_\(UUID().uuidString.lowercased().prefix(8))"
    try server.run("CREATE DATABASE \(database) OWNER heartcam")
    let url = server.url(participant: "P01").replacing("/heartcam?", with: "/\(database)?")
    let store = try HealthStore(
      location: StoreLocation(url, environment: [:]), engines: [.postgreSQL])
    #expect(try store.problems() == [])
    try server.run("ALTER TABLE heartcam.metadata DISABLE ROW LEVEL SECURITY", in: database)
    #expect(try store.problems() == ["the table metadata does not keep participants apart"])
  }
}
#endif
