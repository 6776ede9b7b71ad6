import BenchmarkSupport
import CommandLineParsing
import FoundationEssentials
import Glibc
import JSONCoding
import SampleStore

/// Times the saving of a million samples against raw inserts of the same rows, and queries to a store of ten million.
enum StoreBenchmark {
  private static let saved = Option(
    "saved", .integer(in: 1000...100_000_000), value: "N", help: "How many samples to save.",
    default: "1000000")
  private static let kept = Option(
    "kept", .integer(in: 1000...100_000_000), value: "N",
    help: "How many samples the queried store holds.", default: "10000000")

  static let description = CommandDescription(
    name: "store",
    summary: "Saving into and querying a health store, as ratios to SQLite's C interface.",
    discussion:
      "The store that is asked, 1.3 GB, is made on first use in the temporary folder and kept.",
    options: [saved, kept, SpeedOptions.rounds, SpeedOptions.json])

  private static let source = Source(name: "Benchmark", bundleIdentifier: "org.example.benchmark")

  static func run(_ arguments: Arguments) throws -> SpeedReport {
    let isOwn = arguments.commandPath.last == description.name
    let savedCount = isOwn ? arguments[saved] ?? 1_000_000 : 1_000_000
    let keptCount = isOwn ? arguments[kept] ?? 10_000_000 : 10_000_000
    let folder = FileManager.default.temporaryDirectory.path + "/heartcam-bench"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = "\(folder)/health-\(keptCount).db"
    if access(path, F_OK) != 0 { try fill(path, keptCount) }
    let rows =
      try asking(path, keptCount, rounds: arguments[SpeedOptions.rounds] ?? 5)
      + saving(savedCount, in: folder)
    return SpeedReport(
      "store",
      summary:
        "\(savedCount) samples saved in batches of 1000; a year of \(keptCount) asked; wall time.",
      rows: rows)
  }

  /// The start of the year, in seconds since 2001.
  private static let origin = 790_000_000.0
  private static let year = 365 * 86_400.0

  private static func batch(_ generator: inout some RandomNumberGenerator, from place: Int) throws
    -> [QuantitySample]
  {
    try (0..<1000).map { index in
      let start = Date(timeIntervalSinceReferenceDate: origin + Double(place + index) * 3)
      return try QuantitySample(
        type: .heartRate,
        quantity: Quantity(Double.random(in: 50...150, using: &generator), .countPerMinute),
        start: start, end: start + 3, source: source)
    }
  }

  /// Saves batch by batch in turns, so that the disk's changes affect both alike.
  private static func saving(_ count: Int, in folder: String) throws -> [SpeedReport.Row] {
    let paths = ["store", "raw"].map { "\(folder)/saving-\(getpid())-\($0).db" }
    defer { for path in paths { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } } }
    var generator = SystemRandomNumberGenerator()
    let store = try HealthStore(location: StoreLocation(path: paths[0]))
    // Both begin with the shared rows in place.
    let first = try batch(&generator, from: -1000)
    try store.save(first)
    try HealthStore(location: StoreLocation(path: paths[1])).save(first)
    let raw = try RawStore(path: paths[1])
    var seconds: [[Double]] = [[], []]
    for place in stride(from: 0, to: count, by: 1000) {
      let samples = try batch(&generator, from: place)
      seconds[0].append(try Clock.wall.seconds { try store.save(samples) })
      seconds[1].append(try Clock.wall.seconds { try raw.save(samples) })
    }
    let (own, other) = (seconds[0].reduce(0, +), seconds[1].reduce(0, +))
    let note =
      "\((other / own * 100).fixed(1)) % of raw speed over all, \((Double(count) / own).fixed(0)) samples/s"
    return [
      SpeedReport.Row("raw insert", "us/sample", Timing(seconds[1]), scale: 1e3),
      SpeedReport.Row(
        "save", "us/sample", Timing(seconds[0]), scale: 1e3,
        to: ("raw insert", Timing(seconds[1])), note: note),
    ]
  }

  private static func asking(
    _ path: String, _ count: Int, rounds: Int
  ) throws -> [SpeedReport.Row] {
    let location = try StoreLocation(path: path)
    let store = try HealthStore(location: location)
    let raw = try RawStore(path: path)
    let start = Date(timeIntervalSinceReferenceDate: origin)
    let options: StatisticsOptions = [.discreteMin, .discreteMax, .discreteAverage]
    guard let days = CalendarIntervals(anchor: start, step: .day, zone: .utc) else { return [] }
    let bounds = (0...365).map { days.boundary($0).timeIntervalSinceReferenceDate }
    let range = "FROM sample WHERE type = 1 AND start_time >= ?1 AND start_time < ?2"
    let oneDay = SampleQuery(
      from: days.boundary(200), to: days.boundary(201), options: .strictStartDate)
    let wholeYear = SampleQuery(from: start, to: days.boundary(365), options: .strictStartDate)
    let newest = SampleQuery(types: [.heartRate], limit: 100, order: .newestFirst)
    // Measured apart from the year's queries, which fill the caches and use up the machine's processor share.
    var timings = try Clock.wall.turns(
      rounds: rounds * 4,
      [
        { _ = try HealthStore(location: location) },
        { _ = try store.statistics(of: .heartRate, matching: oneDay, options) },
        { _ = try store.samples(matching: newest) },
      ])
    timings += try Clock.wall.turns(
      rounds: rounds,
      [
        {
          _ = try raw.aggregates(
            "SELECT min(value), max(value), avg(value) \(range)", over: bounds)
        },
        {
          _ = try store.statisticsCollection(
            of: .heartRate, matching: wholeYear, options, by: days)
        },
        {
          _ = try raw.rows(
            """
            SELECT CAST((start_time - ?1) / 86400 AS INTEGER) AS day,
              min(value), max(value), avg(value) \(range) GROUP BY day
            """, [bounds[0], bounds[365]])
        },
      ])
    return [
      SpeedReport.Row("opening", "ms", timings[0], scale: 1e3),
      SpeedReport.Row(
        "a day's min, max, average", "ms", timings[1], scale: 1e3, note: "\(count / 365) samples"),
      SpeedReport.Row("newest 100", "ms", timings[2], scale: 1e3),
      SpeedReport.Row("365 days, SQL for each day", "ms", timings[3], scale: 1e3),
      SpeedReport.Row(
        "365 days, collection", "ms", timings[4], scale: 1e3, to: ("SQL for each day", timings[3])),
      SpeedReport.Row(
        "365 days, SQL by groups", "ms", timings[5], scale: 1e3,
        to: ("SQL for each day", timings[3])),
    ]
  }

  /// Makes the store with two statements. Its file gets its name only when it is complete.
  private static func fill(_ path: String, _ count: Int) throws {
    func ofHour(_ value: String) -> String {
      "(SELECT \(value) FROM sample WHERE type = 1 AND start_time >= hour AND start_time < hour + 3600)"
    }
    Message.report("making a store of \(count) samples")
    let part = "\(path)-part-\(getpid())"
    defer { for suffix in ["", "-wal", "-shm"] { unlink(part + suffix) } }
    var generator = SystemRandomNumberGenerator()
    var first = try batch(&generator, from: -1000)
    first.removeLast(999)
    try HealthStore(location: StoreLocation(path: part)).save(first)
    do {
      let raw = try RawStore(path: part)
      // Ascending identifiers fill their index from one end, in a tenth of the time. No query here depends on
      // them.
      try raw.run(
        """
        PRAGMA synchronous = OFF;
        WITH RECURSIVE place(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM place WHERE n + 1 < \(count))
        INSERT INTO sample (uuid, type, start_time, end_time, value, given_value, unit, source)
        SELECT CAST(printf('%016x', n) AS BLOB), 1, \(origin) + n * \(year) / \(count),
          \(origin) + n * \(year) / \(count) + 3, 1 + abs(random() % 1000) / 1000.0, 60, 2, 1
        FROM place;

        WITH RECURSIVE hours(hour) AS (
          SELECT 3600 * CAST(min(start_time) / 3600 AS INTEGER) FROM sample
          UNION ALL SELECT hour + 3600 FROM hours WHERE hour + 3600 <= \(origin) + \(year))
        INSERT INTO hour_sum
          (type, hour_start, source, count, sum, minimum, maximum, seconds, weighted)
        SELECT 1, hour, 1, \(ofHour("count(*)")), \(ofHour("sum(value)")), \(ofHour("min(value)")),
          \(ofHour("max(value)")), \(ofHour("sum(end_time - start_time)")),
          \(ofHour("sum(value * (end_time - start_time))"))
        FROM hours WHERE EXISTS \(ofHour("1"));
        PRAGMA wal_checkpoint(TRUNCATE);
        """)
    }
    guard rename(part, path) == 0 else {
      throw RawStore.Failure(description: "cannot make \(path)")
    }
  }
}
