import BenchmarkSupport
import CommandLineParsing
import FoundationEssentials
import Glibc
import HealthFormats
import JSONCoding
import SampleStore

/// Measures the import of a generated Apple Health export into a new store: speed and memory.
enum ImportBenchmark {
  private static let size = Option(
    "megabytes", .integer(in: 1...100_000), value: "N", help: "How large the export is.",
    default: "200")

  static let description = CommandDescription(
    name: "import", summary: "A generated Apple Health export into a new store.",
    options: [size, SpeedOptions.rounds, SpeedOptions.json])

  static func run(_ arguments: Arguments) throws -> SpeedReport {
    let isOwn = arguments.commandPath.last == description.name
    let megabytes = isOwn ? arguments[size] ?? 200 : 200
    let folder = FileManager.default.temporaryDirectory.path + "/heartcam-bench"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = "\(folder)/export-\(getpid()).xml"
    defer { unlink(path) }
    let records = try write(megabytes, to: path)
    let rounds = arguments[SpeedOptions.rounds] ?? 3
    let timings = try Clock.wall.turns(
      rounds: rounds,
      [
        { try read(path, into: nil) },
        {
          let store = "\(folder)/import-\(getpid()).db"
          defer { for suffix in ["", "-wal", "-shm"] { unlink(store + suffix) } }
          try read(path, into: HealthStore(location: StoreLocation(path: store)))
        },
      ])
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    func rate(_ timing: Timing) -> String {
      "\((Double(megabytes) / timing.median).fixed(1)) MB/s"
    }
    return SpeedReport(
      "import", summary: "\(megabytes) MB of export.xml, \(records) records; wall time.",
      rows: [
        SpeedReport.Row("parsing", "s", timings[0], note: rate(timings[0])),
        SpeedReport.Row(
          "parsing and saving", "s", timings[1], to: ("parsing", timings[0]),
          note: "\(rate(timings[1])), at most \(usage.ru_maxrss / 1024) MB in use"),
      ])
  }

  private static func read(_ path: String, into store: HealthStore?) throws {
    var file = try SampleFile(path: path)
    var importer = SampleImporter(into: store)
    while let sample = try file.input.next() { try importer.add(sample) }
    try importer.finish()
  }

  /// Writes heart rates a quarter of a minute apart, as a watch exports them.
  static func write(_ megabytes: Int, to path: String) throws -> Int {
    guard let file = fopen(path, "w") else { throw CocoaError(.fileWriteUnknown) }
    defer { fclose(file) }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"en_US\">\n", file)
    var records = 0
    while ftell(file) < megabytes * 1_000_000 {
      let second = records * 15
      let (day, rest) = second.quotientAndRemainder(dividingBy: 86_400)
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      let date =
        "\(2000 + day / 336)-\(two(day / 28 % 12 + 1))-\(two(day % 28 + 1)) "
        + "\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60)) +0100"
      fputs(
        """
         <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" sourceVersion="7.6.2" \
        device="&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch&gt;" \
        unit="count/min" creationDate="\(date)" startDate="\(date)" endDate="\(date)" \
        value="\(50 + records * 7 % 100)">
          <MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="\(records % 3)"/>
         </Record>

        """, file)
      records += 1
    }
    fputs("</HealthData>\n", file)
    return records
  }
}
