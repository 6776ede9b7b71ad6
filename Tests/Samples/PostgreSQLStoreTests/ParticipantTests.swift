#if PostgreSQL
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
