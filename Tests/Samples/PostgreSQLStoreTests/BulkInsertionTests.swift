#if PostgreSQL
import TestSamples
import TestDatabases
import FoundationEssentials
import TestSupport
import Testing

@testable import PostgreSQLStore
@testable import SampleStore

/// Rows go to the server together, table by table.
@Suite(.onServer)
struct BulkInsertionTests {
  let server: PostgreSQLServer
  let participant = UUID().uuidString

  init() throws {
    server = try #require(PostgreSQLServer.shared)
  }

  private func store() throws -> HealthStore {
    try HealthStore(
      location: StoreLocation(server.url(participant: participant), environment: [:]),
      engines: [.postgreSQL])
  }

  /// How many statements inserted the rows of a table: each leaves its number in its rows.
  private func insertions(into table: String) throws -> (rows: Int, statements: Int) {
    let counts = try server.run(
      "SELECT count(*) || ' ' || count(DISTINCT (xmin::text, cmin::text)) FROM \(table)",
      as: "heartcam", in: "heartcam",
      settings: [
        "DO $$ BEGIN PERFORM heartcam.choose('\(participant)'); END $$"
      ]
    ).split(separator: " ").compactMap { Int($0.filter(\.isNumber)) }
    return (try #require(counts.first), try #require(counts.last))
  }

  @Test func `a transaction's rows of each table are inserted by few statements`() throws {
    let store = try store()
    let source = Source(name: "Tests", bundleIdentifier: "org.example.tests")
    var samples: [Sample] = []
    for index in 0..<40 {
      let start = moment(Double(index))
      samples.append(.quantity(try reading(from: Double(index), metadata: ["k": .bool(true)])))
      samples.append(
        .correlation(
          try Correlation(
            type: .bloodPressure,
            members: [QuantityType.bloodPressureSystolic, .bloodPressureDiastolic].map {
              .quantity(
                try QuantitySample(
                  type: $0, quantity: Quantity(100, .millimeterOfMercury), start: start, end: start,
                  source: source))
            }, start: start, end: start, source: source)))
      samples.append(
        .heartbeatSeries(
          try HeartbeatSeries(beats: [.init(time: 1)], start: start, source: source)))
      samples.append(
        .workout(
          try Workout(
            activity: .running, totals: [.stepCount: Quantity(9, .count)], start: start,
            end: start + 9, source: source)))
      let mood = try #require(
        HealthDocument(type: .stateOfMind, json: #"{"kind": 1, "valence": 0, "labels": [1]}"#))
      samples.append(
        .record(
          try RecordSample(content: .document(mood), start: start, end: start, source: source)))
    }
    try store.save(samples)
    for (table, rows) in [
      ("sample", 280), ("metadata", 40), ("correlation_member", 80), ("heartbeat_series", 40),
      ("workout", 40), ("workout_total", 40), ("record", 40), ("record_field", 120),
    ] {
      let found = try insertions(into: table)
      // What is looked up in between, once each, sends what waits.
      #expect(found.rows == rows && found.statements <= rows / 10, "\(table): \(found)")
    }
    #expect(try Set(store.allSamples(matching: SampleQuery())).count == 280)
    #expect(try store.problems() == [])
  }

  @Test func `what refers to a row that waits is sent after it, whatever waited first`() throws {
    let store = try store()
    try store.save([reading()])
    try store.write { connection throws(StoreError) in
      let row = try connection.integer("SELECT id FROM sample") ?? 0
      func note(_ sample: Int64, _ key: String) throws(StoreError) {
        try connection.insert(
          [.integer(sample), .text(key), .integer(4), .null, .real(1), .null],
          RowInsertion(into: .metadata))
      }
      try note(row, "first")
      let next = try connection.takeNumbers(1, from: .sample)
      try note(row, "second")
      let type = try connection.integer("SELECT id FROM sample_type") ?? 0
      let source = try connection.integer("SELECT id FROM source") ?? 0
      try note(row, "third")
      try connection.insert(
        [
          .integer(type), .integer(next), .identifier(.random()), .real(0), .real(0), .null, .null,
          .null, .integer(source), .null, .null,
        ], RowInsertion(into: .sample))
      try note(next, "fourth")
    }
    #expect(try insertions(into: "metadata").rows == 4)
  }

  @Test func `placeholders are those of PostgreSQL`() {
    #expect("SELECT ?1".withPlaceholders(PostgreSQLDialect().placeholderMark) == "SELECT $1")
  }
}
#endif
