import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// The answers of `heartcam serve` against the table of `docs/internals/page-protocol.md`.
struct PageKeysTests {
  /// A row of the table: an address, and the keys and commands that the last column names.
  private struct Row {
    let method: String
    let path: String
    let keys: Set<String>
    let commands: [String]
  }

  private static func rows() throws -> [Row] {
    let text = try Repository.text("docs/internals/page-protocol.md")
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      guard cells.count == 5, let address = spans(cells[1]).first,
        address.hasPrefix("GET /") || address.hasPrefix("POST /")
      else { return nil }
      let words = address.split(separator: " ")
      let spans = spans(cells[3])
      return Row(
        method: String(words[0]), path: String(words[1].prefix { $0 != "?" }),
        keys: Set(spans.filter { !$0.contains(" ") }), commands: spans.filter { $0.contains(" ") })
    }
  }

  /// What stands between backticks.
  private static func spans(_ text: Substring) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  /// The keys of all objects, without those of objects that people fill.
  private static func keys(_ value: JSONValue) -> Set<String> {
    if let members = value.members {
      return members.reduce(into: []) { keys, member in
        keys.insert(member.key)
        if !["metadata", "totals", "record"].contains(member.key) {
          keys.formUnion(Self.keys(member.value))
        }
      }
    }
    return value.elements.reduce(into: []) { $0.formUnion(keys($1)) }
  }

  /// Whether both files that were sent have been measured or imported.
  private func areDone(_ visitor: PageVisitor) throws -> Bool {
    let jobs = try visitor.get("/api/jobs").value["jobs"]?.elements ?? []
    return jobs.count == 2 && jobs.allSatisfy { $0["state"] == .string("done") }
  }

  @Test func `every address answers with the keys that docs names, and there is no other`()
    throws
  {
    let served = try ServedProgram("--replay", Heartcam.samples + "/resting.csv")
    let signal = Heartcam.samples + "/resting.csv"
    let video = try Heartcam.run("measure", "--json", "--store", served.store, signal)
    #expect(video.ending == .exit(0))
    let granted = try Heartcam.run(
      "store", "authorize", "org.example.watch", "--share", "StepCount", "--store", served.store)
    #expect(granted.ending == .exit(0))
    // Two months with a week of resting rates each can be compared.
    let resting = ["01", "02"].flatMap { month in
      (10...17).map { day in
        "RestingHeartRate,2026-\(month)-\(day)T08:00:00Z,2026-\(month)-\(day)T08:00:00Z,60,count/min\n"
      }
    }
    let rates = try served.folder.write(
      "type,start,end,value,unit\nHeartRate,2026-03-10T08:00:00Z,2026-03-10T08:00:00Z,71,count/min\n"
        + resting.joined(), to: "rates.csv")
    let slept = try Heartcam.run(
      "store", "add", "SleepAnalysis", "AsleepCore", "--start", "2026-03-10T01:00:00Z", "--end",
      "2026-03-10T02:00:00Z", "--store", served.store)
    #expect(slept.ending == .exit(0))
    // What the commands print that the table names.
    let printed = try [
      "heartcam measure --json": [video.output],
      "heartcam store import --json": [
        Heartcam.run("store", "import", "--json", "--store", served.store, rates).output
      ],
      "heartcam store list --json": [
        Heartcam.run("store", "list", "--json", "--store", served.store).output
      ],
      "heartcam store sources --json": [
        Heartcam.run("store", "sources", "--json", "--store", served.store).output
      ],
      "heartcam store authorize --json": [
        Heartcam.run("store", "authorize", "--json", "--store", served.store).output
      ],
    ].mapValues { texts in
      try texts.flatMap { $0.split(separator: "\n") }.reduce(into: Set<String>()) {
        $0.formUnion(Self.keys(try JSONValue.value(of: Array($1.utf8))))
      }
    }
    let visitor = try PageVisitor(to: served)
    let rate = try #require(
      visitor.get("/api/samples?type=HeartRate").value["samples"]?.elements.first {
        $0["is_own"] == .bool(true)
      })
    let source = rate["source"]?.string ?? ""
    #expect(!source.isEmpty)
    let bundle = try #require(
      visitor.get("/api/sources?type=HeartRate").value["sources"]?.elements
        .first?["bundle_identifier"]?.string)
    let bodies: [String: String] = [
      "/api/samples/add": #"{"type":"BodyMass","value":"70 kg","start":"2026-03-10"}"#,
      "/api/samples/delete": #"{"ids":["\#(rate["id"]?.string ?? "")"]}"#,
      "/api/sources/priority": #"{"type":"HeartRate","order":["\#(bundle)"]}"#,
      "/api/authorizations": #"{"bundle_identifier":"x","type":"HeartRate","sharing":true}"#,
      "/api/measure": try String(contentsOfFile: signal, encoding: .utf8),
      // One that the store does not have yet.
      "/api/import": "type,start,value,unit\nHeartRate,2026-03-11T08:00:00Z,72,count/min\n",
    ]
    let rows = try Self.rows()
    #expect(rows.count == 30)
    // What an import saved is deleted, and what was deleted comes back, after these were done.
    let late = ["/api/jobs/delete", "/api/samples/undo"]
    let ordered = rows.filter { !late.contains($0.path) } + rows.filter { late.contains($0.path) }
    var (undo, job) = ("0", "0")
    for row in ordered where !row.keys.isEmpty {
      var (status, value): (Int, JSONValue)
      if row.method == "POST" {
        let body =
          switch row.path {
          case "/api/jobs/delete": "{\"id\":\(job)}"
          case "/api/samples/undo": "{\"undo\":\(undo)}"
          default: bodies[row.path] ?? "{}"
          }
        (status, value) = try visitor.post(row.path + "?name=x.csv", body)
        undo = value["undo"]?.text ?? undo
        if row.path == "/api/import" { job = value["id"]?.text ?? job }
      } else {
        if row.path == "/api/jobs" {
          while try !areDone(visitor) { usleep(1000) }
        }
        (status, value) = try visitor.get(row.path + "?type=HeartRate")
      }
      #expect([200, 202].contains(status), "\(row.path): \(value.text)")
      let allowed = row.commands.reduce(into: row.keys) { $0.formUnion(printed[$1] ?? []) }
      let found = Self.keys(value)
      #expect(row.commands.allSatisfy { printed[$0]?.isEmpty == false })
      #expect(
        found.isSubset(of: allowed), "\(row.path): \(found.subtracting(allowed)) is not in docs")
      // A key of a camera is missing where none is plugged in, one of a session before it has begun.
      let always =
        switch row.path {
        case "/api/cameras": row.keys.subtracting(["path", "name"])
        case "/api/live/history": row.keys.intersection(["rates", "refused"])
        default: row.keys
        }
      #expect(always.isSubset(of: found), "\(row.path): \(always.subtracting(found)) never came")
    }
    // What a page may ask for is in the table, whatever it is.
    let folder = try Repository.room("PageCommands")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let source = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      for match in source.matches(of: /"(\/api\/[a-z\/]+)"/) {
        #expect(
          rows.contains { $0.path == match.1 },
          "\(match.1) is not in docs/internals/page-protocol.md")
      }
    }
  }
}
