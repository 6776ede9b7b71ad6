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

  /// What a role sees that says to be asking for a participant.
  private func sql(_ text: String, as role: String, seeing participant: String) throws -> String {
    try server.run(
      text, as: role, in: "heartcam",
      settings: ["DO $$ BEGIN PERFORM heartcam.choose('\(participant)'); END $$"])
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

  /// The number of a participant's schema.
  private func number(of participant: String) throws -> String {
    try server.run(
      "SELECT id FROM heartcam.participant WHERE name = '\(participant)'", in: "heartcam")
  }

  @Test func `SQL of one role neither shows nor changes another's rows`() throws {
    for name in names { try store(participant: name, role: name).save([reading()]) }
    let (anna, ben) = (names[0], names[1])
    let (own, foreign) = try (number(of: anna), number(of: ben))
    #expect(throws: PostgreSQLServer.Failure.self) {
      try sql("SELECT 1", as: anna, seeing: ben)
    }
    let tables = try server.run(
      """
      SELECT format('%I.%I', nspname, relname) FROM pg_class
        JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname IN ('heartcam', 'heartcam_\(foreign)') AND relkind IN ('r', 'v')
        AND relname <> 'version'
      """, in: "heartcam"
    ).split(separator: "\n").map(String.init)
    #expect(tables.count >= 29)
    // One refusal is as good as another: of everything that can be done with a table, in one session.
    for table in tables {
      for attempt in [
        "SELECT 1 FROM \(table) LIMIT 1", "SELECT ctid FROM \(table)",
        "SELECT FROM \(table) TABLESAMPLE SYSTEM (100)", "COPY \(table) TO STDOUT",
        "EXPLAIN SELECT 1 FROM \(table)", "DECLARE c CURSOR WITH HOLD FOR SELECT 1 FROM \(table)",
        "EXPLAIN (ANALYZE) DELETE FROM \(table)", "LOCK TABLE \(table) IN ACCESS SHARE MODE",
        "INSERT INTO \(table) DEFAULT VALUES", "TRUNCATE \(table)",
        "CREATE TEMP TABLE mine (LIKE \(table)); ALTER TABLE mine INHERIT \(table)",
        // Rights on a table are asked for after a query was planned, and a view's not at all when it is made.
        "CREATE TEMP VIEW named AS SELECT 1 FROM \(table)",
      ] where !(attempt.contains("VIEW") && table.hasPrefix("heartcam.")) {
        let shown = try server.run(
          """
          DO $test$ BEGIN
            BEGIN
              EXECUTE $sql$\(attempt)$sql$;
            EXCEPTION WHEN insufficient_privilege OR undefined_table OR undefined_column
              OR object_not_in_prerequisite_state OR syntax_error
              OR feature_not_supported OR wrong_object_type OR invalid_schema_name THEN RETURN;
            END;
            RAISE 'done';
          END $test$
          """, as: anna, in: "heartcam")
        #expect(shown == "", "\(attempt): \(shown)")
      }
    }
    let attempts = [
      "SELECT * FROM heartcam.of_all('samples') AS row (participant text)",
      "SELECT nextval('heartcam_\(foreign).unit_id')",
      "SELECT last_value FROM heartcam_\(foreign).unit_id", "SELECT setval('unit_id', 1)",
      "SELECT heartcam.admit('\(anna)', '\(ben)')", "SELECT heartcam.add_participant('x')",
      "SELECT * FROM heartcam.participant", "SET SESSION AUTHORIZATION \(ben)", "SET ROLE heartcam",
      "CREATE TABLE heartcam.x ()", "CREATE TABLE heartcam_\(own).x ()",
      "CREATE TRIGGER t BEFORE INSERT ON sample FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()",
      "ALTER TABLE sample ADD x integer",
      "CREATE OR REPLACE FUNCTION heartcam.place(name text) RETURNS integer LANGUAGE sql RETURN \(foreign)",
    ]
    for attempt in attempts {
      #expect(throws: PostgreSQLServer.Failure.self, "\(attempt)") {
        try sql(attempt, as: anna, seeing: anna)
      }
    }
    #expect(try store(participant: ben, role: ben).count(matching: SampleQuery()) == 1)
    for name in names { #expect(try store(participant: name, role: name).problems() == []) }
  }

  /// A value that is there and one that is not were told apart by which parts of a plan ran, and plans by what they expected.
  @Test func `plans, statistics and errors of a query say nothing of another's rows`() throws {
    let (anna, ben) = (names[0], names[1])
    let theirs = try store(participant: ben, role: ben)
    try theirs.save((0..<500).map { try reading(72, from: Double($0)) })
    _ = try store(participant: anna, role: anna)
    try server.run("ANALYZE", in: "heartcam")
    let foreign = try number(of: ben)
    let plan = "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) "
    for query in [
      plan + "SELECT 1 FROM sample WHERE value = ANY('{?}'::float8[])",
      "EXPLAIN SELECT 1 FROM sample WHERE value = ?",
      plan + "SELECT 1 FROM samples WHERE value = ? * 60",
      "SELECT count(*) FROM heartcam_\(foreign).sample WHERE value = ?",
      "SELECT 1 / count(*) FROM sample WHERE value = ?",
      "SELECT count(*) FROM sample WHERE value = ? AND ctid = '(0,1)'",
      "SELECT count(*) FROM pg_stats WHERE schemaname LIKE 'heartcam%' AND most_common_vals::text LIKE '%?%'"
        + " AND schemaname <> current_schema()",
    ] {
      /// What is answered, with a word for the schema: its number may hold the digits of a value.
      func shown(_ value: String) -> String {
        let answer: String
        do {
          answer = try sql(query.replacing("?", with: value), as: anna, seeing: anna)
        } catch {
          answer = "\(error)"
        }
        return answer.replacing("heartcam_\(foreign)", with: "theirs")
      }
      let (known, unknown) = (shown("1.2"), shown("1.3"))
      #expect(
        known.replacing("1.2", with: "1.3").replacing("72", with: "78") == unknown, "\(query)")
      #expect(!known.contains("rows=500"), "\(query): \(known)")
    }
    // Nor has a plan anything to know of the one table of all that everybody may name.
    #expect(
      try server.run(
        "SELECT count(*) FROM pg_statistic JOIN pg_class ON pg_class.oid = starelid"
          + " WHERE relname = 'participant' AND staattnum = 2", in: "heartcam") == "0")
    // Nor is anything of it in the tables that the query names.
    #expect(try sql("SELECT count(*) FROM sample", as: anna, seeing: anna) == "0")
    // A channel is known to those who may read.
    let channel = try sql("SELECT replace(uuid::text, '-', '') FROM store", as: ben, seeing: ben)
    #expect(channel.count == 32)
  }

  @Test func `the owner sees all participants in views, and each in tables of its own`() throws {
    for name in names { try store(participant: name, role: name).save([reading()]) }
    for view in ["samples", "heart_rates"] {
      #expect(
        try server.run(
          """
          SELECT string_agg(participant, ' ' ORDER BY participant) FROM heartcam.\(view)
          WHERE participant IN ('\(names[0])', '\(names[1])')
          """, as: "heartcam", in: "heartcam") == names.sorted().joined(separator: " "))
    }
    #expect(try sql("SELECT count(*) FROM sample", as: "heartcam", seeing: names[1]) == "1")
    #expect(
      try store(participant: names[0], role: "heartcam", .readOnly).count(matching: SampleQuery())
        == 1)
  }

  @Test
  func `a role that was dismissed is refused by every question, in a session that is open too`()
    throws
  {
    let store = try store(participant: names[0], role: names[0])
    try store.save([reading()])
    try server.run(
      "SELECT heartcam.dismiss('\(names[0])', '\(names[0])')", as: "heartcam", in: "heartcam")
    func refused(_ ask: () throws -> Void) {
      let error = #expect(throws: StoreError.self) { try ask() }
      #expect(error?.reason == .permissionDenied)
    }
    refused { _ = try store.count(matching: SampleQuery()) }
    refused { _ = try store.samples(matching: SampleQuery()) }
    refused { _ = try store.sources(matching: SampleQuery()) }
    refused { _ = try store.problems() }
    refused { try store.save([reading()]) }
    refused { _ = try self.store(participant: names[0], role: names[0]) }
  }

  @Test func `a role keeps its participant under another name, which gives nobody else anything`()
    throws
  {
    let (anna, other) = (names[0], "\(names[0])_other")
    try store(participant: anna, role: anna).save([reading()])
    try server.run("ALTER ROLE \(anna) RENAME TO \(other); CREATE ROLE \(anna) LOGIN")
    #expect(try store(participant: anna, role: other).count(matching: SampleQuery()) == 1)
    #expect(throws: StoreError.self) { try store(participant: anna, role: anna) }
  }

  /// As in PostgreSQL 14, where everybody may make functions in `public`.
  @Test func `no operator of another role runs when a participant is chosen`() throws {
    let (database, url) = try server.freshDatabase()
    _ = try HealthStore(location: StoreLocation(url, environment: [:]), engines: [.postgreSQL])
    try server.run(
      "SELECT heartcam.admit('\(names[1])', 'P01')", as: "heartcam", in: database)
    try server.run(
      """
      GRANT CREATE ON SCHEMA public TO \(names[0]); SET ROLE \(names[0]);
      CREATE FUNCTION public.mine(text, integer) RETURNS text LANGUAGE plpgsql
        AS $$ BEGIN RAISE 'here'; END $$;
      CREATE FUNCTION public.format(text, integer) RETURNS text LANGUAGE sql RETURN public.mine($1, $2);
      CREATE OPERATOR public.|| (FUNCTION = public.mine, LEFTARG = text, RIGHTARG = integer)
      """, in: database)
    #expect(
      try server.run("SELECT heartcam.choose('P01')", as: names[1], in: database)
        == "heartcam_1, heartcam")
  }

  @Test func `what a superuser or a member of the owner makes is the owner's`() throws {
    let (member, made) = ("\(names[0])_member", ["\(names[0])_a", "\(names[0])_b"])
    try server.run("CREATE ROLE \(member) LOGIN; GRANT heartcam TO \(member)")
    try server.run("SELECT heartcam.admit('\(names[0])', '\(made[0])')", in: "heartcam")
    _ = try store(participant: made[1], role: member)
    for participant in made {
      #expect(try store(participant: participant, role: "heartcam").problems() == [])
    }
  }

  /// How long a question takes is the lowest tenth of many, in turn with the other: other tests make the rest slower.
  @Test func `how long it takes does not say whether there is a participant`() throws {
    // A database of its own: others take part in the shared one, and rights are looked at one after another.
    let (database, url) = try server.freshDatabase()
    _ = try HealthStore(
      location: StoreLocation(url, environment: [:]), engines: [.postgreSQL])
    for name in names {
      try server.run("SELECT heartcam.admit('\(name)', '\(name)')", as: "heartcam", in: database)
    }
    func times(_ first: String, _ second: String) throws -> (Double, Double) {
      let text = try server.run(
        """
        CREATE FUNCTION pg_temp.ask(name text) RETURNS double precision LANGUAGE plpgsql AS $$
          DECLARE
            began timestamptz;
          BEGIN
            began = clock_timestamp();
            FOR turn IN 1..50 LOOP PERFORM heartcam.place(name); END LOOP;
            RETURN extract(epoch FROM clock_timestamp() - began);
          END $$;
        SELECT percentile_cont(0.1) WITHIN GROUP (ORDER BY a) || ' ' || percentile_cont(0.1) WITHIN GROUP (ORDER BY b)
        FROM (SELECT pg_temp.ask('\(first)') AS a, pg_temp.ask('\(second)') AS b FROM generate_series(1, 400)) AS t
        """, as: names[0], in: database)
      let numbers = text.split(separator: " ").compactMap { Double($0) }
      return (try #require(numbers.first), try #require(numbers.last))
    }
    let (known, unknown) = try times(names[1], "nobody")
    // It was 1.8 times as long.
    #expect(known / unknown < 1.25 && unknown / known < 1.25, "\(known) \(unknown)")
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

  @Test
  func `what no longer keeps participants apart, or does something else, is found by the check`()
    throws
  {
    for (change, problem) in [
      (
        "GRANT SELECT ON heartcam_1.metadata TO public",
        "the table metadata does not keep participants apart"
      ),
      (
        "GRANT SELECT (id) ON heartcam_1.unit TO public",
        "the table unit does not keep participants apart"
      ),
      (
        "ALTER TABLE heartcam_1.source OWNER TO admin",
        "the table source does not keep participants apart"
      ),
      (
        "GRANT CREATE ON SCHEMA heartcam_1 TO public",
        "the schema heartcam_1 does not keep participants apart"
      ),
      (
        "GRANT USAGE ON SCHEMA heartcam_1 TO public",
        "the schema heartcam_1 does not keep participants apart"
      ),
      (
        "CREATE OR REPLACE FUNCTION heartcam.place(name text) RETURNS integer LANGUAGE sql STABLE RETURN 1",
        "the function place is not this program's"
      ),
      (
        "CREATE RULE none AS ON DELETE TO heartcam_1.sample DO INSTEAD NOTHING",
        "the table sample has a trigger or rule of another program: none"
      ),
      (
        "UPDATE heartcam_1.history SET last = 0",
        "rows of sample with numbers that are yet to be given: 1"
      ),
    ] {
      let (database, url) = try server.freshDatabase()
      let store = try HealthStore(
        location: StoreLocation(url, environment: [:]), engines: [.postgreSQL])
      try store.save([reading()])
      #expect(try store.problems() == [])
      try server.run(change, in: database)
      #expect(try store.problems() == [problem])
      guard change.hasPrefix("UPDATE") else { continue }
      // Nor does it keep anybody from saving.
      #expect(try store.repair().count == 1)
      try server.run(change, in: database)
      try store.save([reading()])
      #expect(try store.problems() == [])
    }
  }

  /// Everybody could name them, and so learn by the time of planning which values are frequent.
  @Test func `tables of version 2 are closed by their owner, and keep everything`() throws {
    let (database, url) = try server.freshDatabase()
    func open(as role: String) throws -> HealthStore {
      try HealthStore(
        location: StoreLocation(url.replacing("heartcam@", with: "\(role)@"), environment: [:]),
        engines: [.postgreSQL])
    }
    try open(as: "heartcam").save([reading()])
    try server.run("SELECT heartcam.admit('\(names[0])', 'P01')", as: "heartcam", in: database)
    try server.run(
      """
      REVOKE USAGE ON SCHEMA heartcam_1 FROM \(names[0]); GRANT USAGE ON SCHEMA heartcam_1 TO public;
      ALTER TABLE heartcam.participant ALTER name SET STATISTICS -1; ANALYZE heartcam.participant;
      UPDATE heartcam.version SET version = 2
      """, as: "heartcam", in: database)
    #expect(throws: StoreError.self) { try open(as: names[0]) }
    #expect(try open(as: "heartcam").problems() == [])
    #expect(try open(as: names[0]).count(matching: SampleQuery()) == 1)
    #expect(throws: PostgreSQLServer.Failure.self) {
      try server.run(
        "CREATE TEMP VIEW named AS SELECT 1 FROM heartcam_1.sample", as: names[1], in: database)
    }
    #expect(
      try server.run(
        "SELECT count(*) FROM pg_statistic WHERE starelid = 'heartcam.participant'::regclass"
          + " AND staattnum = 2", in: database) == "0")
  }

  /// Version 1 had tables with all participants' rows.
  @Test func `tables of version 1 are brought up to this one by their owner, and keep everything`()
    throws
  {
    let (database, url) = try server.freshDatabase()
    try server.run(
      Repository.text("Tests/Samples/PostgreSQLStoreTests/version-1.sql"), as: "heartcam",
      in: database)
    try server.run(
      "CREATE ROLE \(names[0])_old LOGIN; SELECT heartcam.admit('\(names[0])_old', 'P01')",
      in: database)
    let location = try StoreLocation(
      url.replacing("heartcam@", with: "\(names[0])_old@"), environment: [:])
    func open(_ location: StoreLocation) throws -> HealthStore {
      try HealthStore(location: location, engines: [.postgreSQL])
    }
    let error = #expect(throws: StoreError.self) { try open(location) }
    #expect(error?.reason == .permissionDenied)
    #expect(error?.detail.contains("older") == true)
    _ = try open(StoreLocation(url, environment: [:]))
    let store = try open(location)
    #expect(try store.problems() == [])
    #expect(try store.samples(matching: SampleQuery()).count == 3)
    try store.save([reading()])
    #expect(
      try open(StoreLocation(url.replacing("P01", with: "P02"), environment: [:]))
        .samples(matching: SampleQuery()).count == 2)
  }
}
#endif
