import TestDatabases
import FoundationEssentials
import Glibc
import SampleStore
import TestSupport

@testable import TestPrograms

/// One thing that the program does from its start to its end, with what must hold if a call fails in between.
struct FaultedPath: Sendable {
  /// What it is called in the table.
  let name: String

  /// The words after the program, for the inputs' folder and the folder of this run.
  let words: @Sendable (_ inputs: TemporaryFolder, _ place: TemporaryFolder) -> [String]

  /// The files that it writes, below its folder; each must be whole or missing.
  var outputs: [String] = []

  /// Whether it begins with a store that holds a sample.
  var hasStore = false

  /// Whether all samples are saved together or none.
  var isOneTransaction = true

  /// Whether the store is a participant's on the PostgreSQL server of the tests.
  var isOnServer = false

  /// Does what a person does while the program runs; returns whether the program acknowledged a save.
  var drive: (@Sendable (ChildProcess, TemporaryFolder) -> Bool)?

  /// The store of a run: a file in its folder, or on the server a participant with the folder's name.
  func store(in place: TemporaryFolder) -> String {
    isOnServer ? Self.serverURL(place) : place.file("health.db")
  }

  static func participant(_ place: TemporaryFolder) -> String {
    String(place.path.split(separator: "/").last ?? "")
  }

  private static func serverURL(_ place: TemporaryFolder) -> String {
    PostgreSQLServer.shared?.url(participant: participant(place)) ?? ""
  }

  /// The paths that can run here: without PostgreSQL those on a server cannot.
  static let all = withFiles + (PostgreSQLServer.shared == nil ? [] : onServer)

  private static let onServer = [
    FaultedPath(
      name: "measure, save on a server",
      words: { ["measure", "--json", "--store", serverURL($1), $0.file("signal.csv")] },
      hasStore: true, isOnServer: true),
    FaultedPath(
      name: "import on a server",
      words: { ["store", "import", "--store", serverURL($1), $0.file("samples.csv")] },
      hasStore: true, isOneTransaction: false, isOnServer: true),
  ]

  private static let withFiles = [
    FaultedPath(
      name: "measure, save",
      words: { ["measure", "--json", "--store", $1.file("health.db"), $0.file("signal.csv")] }),
    FaultedPath(
      name: "measure a video in this process, save",
      words: {
        ["measure", "--json", "--no-sandbox", "--threads", "1", "--store"]
          + [$1.file("health.db"), $0.file("video.mkv")]
      }),
    FaultedPath(
      name: "measure, write files",
      words: {
        [
          "measure", "--csv", "--force", "--store", "none", $0.file("signal.csv"), "--beats",
          $1.file("beats.csv"), "--signal", $1.file("copy.csv"), "--report",
          $1.file("report.html"), "--plot", $1.file("plot.svg"),
        ]
      }, outputs: ["beats.csv", "copy.csv", "report.html", "plot.svg"]),
    FaultedPath(
      name: "import",
      words: { ["store", "import", "--store", $1.file("health.db"), $0.file("samples.csv")] },
      hasStore: true, isOneTransaction: false),
    FaultedPath(
      name: "export",
      words: {
        ["store", "export", "--force", "--store", $1.file("health.db"), "-o"]
          + [$1.file("out.ndjson.gz")]
      }, outputs: ["out.ndjson.gz"], hasStore: true),
    FaultedPath(
      name: "back up",
      words: { ["store", "backup", $1.file("copy.db"), "--store", $1.file("health.db")] },
      outputs: ["copy.db"], hasStore: true),
    FaultedPath(
      name: "live from a recording, save",
      words: {
        [
          "live", "--replay", $0.file("signal.csv"), "--speed", "1000", "--json", "--save",
          "--store", $1.file("health.db"),
        ]
      }),
    FaultedPath(
      name: "batch",
      words: {
        [
          "batch", $0.file("recordings"), "-o", $1.file("out"), "--jobs", "1", "--retry-failed",
          "--start-from-modified", "--store", $1.file("health.db"),
        ]
      }, outputs: ["out/recordings.csv", "out/readings.csv"], isOneTransaction: false),
    FaultedPath(
      name: "study, invented samples",
      words: {
        ["study", "run", "resting", "--dry-run", "--step", "rest=20", "-o", $1.file("runs")]
      }),
    FaultedPath(
      name: "serve: import and read",
      words: { ["serve", "--port", "0", "--store", $1.file("health.db")] },
      hasStore: true, isOneTransaction: false,
      drive: { visit($0, $1) }),
  ]

  /// Makes what the paths read, and the store with which some begin.
  static func prepareInputs(in folder: TemporaryFolder) throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("recordings"), withIntermediateDirectories: true)
    try Heartcam.simulate(folder.file("signal.csv"), "--duration", "21", "--seed", "4")
    for seed in ["5", "6"] {
      try Heartcam.simulate(
        folder.file("recordings/\(seed).csv"), "--duration", "21", "--seed", seed)
    }
    try Heartcam.simulate(
      folder.file("video.mkv"), "--duration", "12", "--size", "32x32", "--codec", "mjpeg")
    try folder.write(samples, to: "samples.csv")
    let added = try Heartcam.run("store", "add", "HeartRate", "62", "--store", folder.file("h.db"))
    guard added.ending == .exit(0) else { throw UnexpectedOutput(description: "\(added)") }
  }

  private static let samples =
    "type,start,value,unit\n"
    + (0..<40).map { "HeartRate,2026-01-31T09:00:\($0 + 10)Z,\($0 + 60),count/min\n" }.joined()

  /// A visit of the page: an import, awaited, and what the store holds. Then the program is ended.
  private static func visit(_ process: ChildProcess, _ place: TemporaryFolder) -> Bool {
    defer { process.send(SIGTERM) }
    var isSaved = false
    do {
      try process.wait { process.outputSoFar.contains("\n") }
      let visitor = try FaultVisitor(address: String(process.outputSoFar.prefix { $0 != "\n" }))
      let job = try visitor.send("POST", "/api/import?name=samples.csv", samples)
      if job.contains("200 OK") || job.contains("202 Accepted") {
        // A fault may take an answer, so some are asked for in vain.
        for _ in 0..<2000 where process.isRunning {
          let jobs = (try? visitor.send("GET", "/api/jobs")) ?? ""
          isSaved = jobs.contains("\"state\":\"done\"")
          if isSaved || jobs.contains("\"state\":\"failed\"") { break }
          usleep(2000)
        }
      }
      _ = try? visitor.send("GET", "/api/overview")
      _ = try? visitor.send("GET", "/api/export?format=csv")
    } catch {}
    return isSaved
  }
}

/// A program that talks to the page and expects that answers may fail.
private struct FaultVisitor {
  let host: String
  let port: Int
  var cookie = ""
  var place = ""

  init(address: String) throws {
    let rest = address.dropFirst("http://".count)
    host = String(rest.prefix { $0 != "/" })
    port = Int(host.split(separator: ":").last ?? "") ?? 0
    let answer = try send("GET", String(rest.drop { $0 != "/" }))
    cookie =
      answer.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") }
      .map { String($0.dropFirst("Set-Cookie: ".count).prefix { $0 != ";" }) } ?? ""
    place = String(answer.firstMatch(of: /url=(\/[0-9a-f]{64})\/"/)?.1 ?? "")
  }

  func send(_ method: String, _ path: String, _ body: String = "") throws -> String {
    let connection = try RawConnection(port: port)
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(
      connection.descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    return connection.exchange(
      "\(method) \(place + path) HTTP/1.1\r\nHost: \(host)\r\nCookie: \(cookie)\r\n"
        + "Origin: http://\(host)\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        + body
    ).text
  }
}
