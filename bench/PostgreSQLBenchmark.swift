import TestDatabases
import BenchmarkSupport
import CommandLineParsing
import FoundationEssentials
import JSONCoding
import SampleStore
import StoreEngines
import TestSupport

/// Times a store on a PostgreSQL server against the server's own COPY and against SQL for its tables.
enum PostgreSQLBenchmark {
  private static let saved = Option(
    "saved", .integer(in: 1000...10_000_000), value: "N",
    help: "How many samples to save in each round.", default: "200000")
  private static let kept = Option(
    "kept", .integer(in: 1000...100_000_000), value: "N",
    help: "How many samples the queried participant has.", default: "10000000")

  static let description = CommandDescription(
    name: "postgresql",
    summary: "Saving into and querying a store on a PostgreSQL server, as ratios to plain SQL.",
    discussion: """
      A server of its own is started in the temporary folder, with the settings of a real one, and removed \
      at the end. Ten million samples take 3 GB there.
      """,
    options: [saved, kept, SpeedOptions.rounds, SpeedOptions.json])

  private static let source = Source(name: "Benchmark", bundleIdentifier: "org.example.benchmark")

  /// The start of the year, in seconds since 2001.
  private static let origin = 790_000_000

  static func run(_ arguments: Arguments) throws -> SpeedReport {
    guard PostgreSQLServer.isInstalled else {
      throw PostgreSQLServer.Failure(description: "no PostgreSQL server is installed")
    }
    let isOwn = arguments.commandPath.last == description.name
    let savedCount = isOwn ? arguments[saved] ?? 200_000 : 200_000
    let keptCount = isOwn ? arguments[kept] ?? 10_000_000 : 10_000_000
    let rounds = arguments[SpeedOptions.rounds] ?? 5
    let server = try PostgreSQLServer(isDurable: true)
    return SpeedReport(
      "postgresql",
      summary: "\(savedCount) samples saved at once; a year of \(keptCount) asked; wall time.",
      rows: try saving(savedCount, rounds: rounds, on: server)
        + asking(keptCount, rounds: rounds, on: server))
  }

  private static func samples(_ count: Int, from place: Int) throws -> [QuantitySample] {
    try (0..<count).map { index in
      let start = Date(
        timeIntervalSinceReferenceDate: Double(origin) + Double(place + index) * 3)
      return try QuantitySample(
        type: .heartRate, quantity: Quantity(Double.random(in: 50...150), .countPerMinute),
        start: start, end: start + 3, source: source)
    }
  }

  private static func store(
    _ participant: String, on server: PostgreSQLServer
  ) throws -> HealthStore {
    try HealthStore(
      location: StoreLocation(server.url(participant: participant), environment: [:]),
      engines: .all)
  }

  /// COPY reads the same rows from a file into a table with the same columns and indexes.
  private static func saving(
    _ count: Int, rounds: Int, on server: PostgreSQLServer
  ) throws -> [SpeedReport.Row] {
    let store = try store("saving", on: server)
    try store.save(samples(1, from: -1000))
    let schema = try schema(of: "saving", on: server)
    try server.run(
      "CREATE TABLE heartcam.plain (LIKE \(schema).sample INCLUDING ALL)", in: "heartcam")
    var seconds: [[Double]] = [[], []]
    for round in 0..<rounds {
      let samples = try samples(count, from: round * count)
      seconds[0].append(try Clock.wall.seconds { try store.save(samples) })
      let file = "\(server.folder)/data/rows"
      let (from, to) = (origin + round * count * 3, origin + (round + 1) * count * 3)
      try server.run(
        """
        COPY (SELECT * FROM \(schema).sample WHERE start_time >= \(from) AND start_time < \(to)
          ORDER BY id) TO '\(file)'
        """, in: "heartcam")
      seconds[1].append(
        try Clock.wall.seconds {
          try server.run("COPY heartcam.plain FROM '\(file)'", in: "heartcam")
        })
    }
    let (own, other) = (seconds[0].reduce(0, +), seconds[1].reduce(0, +))
    let scale = 1e6 / Double(count)
    return [
      SpeedReport.Row("COPY", "us/sample", Timing(seconds[1]), scale: scale),
      SpeedReport.Row(
        "save", "us/sample", Timing(seconds[0]), scale: scale, to: ("COPY", Timing(seconds[1])),
        note: "\((other / own * 100).fixed(1)) % of COPY's speed over all"),
    ]
  }

  /// The schema of a participant's tables.
  private static func schema(
    of participant: String, on server: PostgreSQLServer
  ) throws -> String {
    try server.run(
      "SELECT 'heartcam_' || id FROM heartcam.participant WHERE name = '\(participant)'",
      in: "heartcam")
  }

  private static func asking(
    _ count: Int, rounds: Int, on server: PostgreSQLServer
  ) throws -> [SpeedReport.Row] {
    let store = try store("asking", on: server)
    try store.save(samples(1, from: -100_000_000))
    let schema = try schema(of: "asking", on: server)
    let type = try server.run("SELECT id FROM \(schema).sample_type", in: "heartcam")
    Message.report("making a store of \(count) samples")
    try server.run(
      """
      INSERT INTO \(schema).sample (id, uuid, type, start_time, end_time, value,
        given_value, unit, source)
      SELECT 10 + n, gen_random_uuid(), type,
        \(origin) + n * \(365 * 86_400.0) / \(count), \(origin) + n * \(365 * 86_400.0) / \(count) + 3,
        1 + random(), 60, unit, source
      FROM \(schema).sample, generate_series(0, \(count - 1)) AS n
      """, in: "heartcam")
    try server.run("VACUUM ANALYZE \(schema).sample", in: "heartcam")
    let start = Date(timeIntervalSinceReferenceDate: Double(origin))
    let options: StatisticsOptions = [.discreteMin, .discreteMax, .discreteAverage]
    guard let days = CalendarIntervals(anchor: start, step: .day, zone: .utc) else { return [] }
    let oneDay = SampleQuery(
      from: days.boundary(200), to: days.boundary(201), options: .strictStartDate)
    let year = SampleQuery(from: start, to: days.boundary(365), options: .strictStartDate)
    func day(_ n: Int) -> String {
      """
      SELECT min(value), max(value), avg(value) FROM \(schema).sample
      WHERE type = \(type)
        AND start_time >= \(origin + n * 86_400) AND start_time < \(origin + (n + 1) * 86_400);
      """
    }
    let wholeYear = (0..<365).map(day).joined()
    let timings = try Clock.wall.turns(
      rounds: rounds,
      [
        // A statement that does nothing: what starting the server's client costs.
        { try server.run("SELECT 1", in: "heartcam", settings: ["SET jit = off"]) },
        { try server.run(day(200), in: "heartcam", settings: ["SET jit = off"]) },
        { _ = try store.statistics(of: .heartRate, matching: oneDay, options) },
        { try server.run(wholeYear, in: "heartcam", settings: ["SET jit = off"]) },
        {
          _ = try store.statisticsCollection(of: .heartRate, matching: year, options, by: days)
        },
      ])
    return [
      SpeedReport.Row("psql alone", "ms", timings[0], scale: 1e3),
      SpeedReport.Row("psql, a day", "ms", timings[1], scale: 1e3),
      SpeedReport.Row("a day's min, max, average", "ms", timings[2], scale: 1e3),
      SpeedReport.Row("psql, SQL for each day", "ms", timings[3], scale: 1e3),
      SpeedReport.Row(
        "365 days, collection", "ms", timings[4], scale: 1e3,
        to: ("psql, SQL for each day", timings[3])),
    ]
  }
}
