import TestDatabases
import FoundationEssentials
import TestSupport
import Testing

@testable import TestPrograms

/// The program with a store on a PostgreSQL server.
@Suite(
  .enabled(
    if: PostgreSQLServer.shared != nil,
    "no PostgreSQL server can be started here (apt-get install postgresql)"))
struct ServerStoreTests {
  let folder: TemporaryFolder
  let url: String

  init() throws {
    folder = try TemporaryFolder()
    url = try #require(PostgreSQLServer.shared).freshURL()
  }

  private func run(
    _ words: String..., environment: [String: String] = [:]
  ) throws -> ProcessResult {
    try Heartcam.start(words, environment: environment).result()
  }

  @Test func `a recording is measured into a server, once, and listed from it`() throws {
    let signal = Heartcam.samples + "/resting.csv"
    #expect(try run("store", "list", "--store", url).errors.contains("there is no store"))
    #expect(try run("measure", "--store", url, signal).ending == .exit(0))
    #expect(try run("measure", "--store", url, signal).ending == .exit(0))
    let file = folder.file("health.db")
    #expect(try run("measure", "--store", file, signal).ending == .exit(0))
    let lists = try [url, file].map { store in
      try run("store", "list", "--json", "--store", store).output.split(separator: "\n")
    }
    #expect(lists[0].count == lists[1].count && lists[0].count > 2)
    // The variable names it too.
    let named = try run("store", "list", "--json", environment: ["HEARTCAM_STORE": url])
    #expect(named.output.split(separator: "\n") == lists[0])
    #expect(try run("store", "path", environment: ["HEARTCAM_STORE": url]).output == url + "\n")
  }

  @Test func `the commands of the store work on a server`() throws {
    #expect(try run("store", "add", "BloodPressure", "120/80", "--store", url).ending == .exit(0))
    #expect(try run("store", "add", "HeartRate", "62", "--store", url).ending == .exit(0))
    for words in [
      ["show"], ["stats", "--by", "day"], ["sources"], ["authorize"], ["check"],
      ["export", "--format", "ndjson", "-o", folder.file("out.ndjson")],
      ["import", folder.file("out.ndjson")], ["forget"],
      ["authorize", "org.example.watch", "--share", "StepCount"],
    ] {
      let result = try Heartcam.start(["store"] + words + ["--store", url]).result()
      #expect(result.ending == .exit(0), "\(words): \(result)")
    }
    // What is deleted is kept on this machine, and nothing is deleted where it has no place.
    let words = ["store", "delete", "--type", "HeartRate", "--yes", "--store", url]
    let homeless = try Heartcam.start(words).result()
    #expect(homeless.ending == .exit(74) && homeless.errors.contains("--for-good"), "\(homeless)")
    let home = ["XDG_DATA_HOME": folder.file("data")]
    let deleting = try Heartcam.start(words, environment: home).result()
    #expect(deleting.ending == .exit(0), "\(deleting)")
    let back = try run("store", "undo", "--store", url, environment: home)
    #expect(back.ending == .exit(0) && back.errors.contains("put back 1 sample"), "\(back)")
    let restoring = try run("store", "restore", folder.file("copy.db"), "--store", url)
    #expect(restoring.ending == .exit(64), "\(restoring)")
    let backup = try run("store", "backup", folder.file("copy.db"), "--store", url)
    #expect(backup.ending == .exit(74) && backup.errors.contains("pg_dump"))
  }

  @Test func `what is deleted from one store of a server comes back in no other`() throws {
    let home = ["XDG_DATA_HOME": folder.file("data")]
    // Addresses that differ in one sign, or late.
    let long = url + String(repeating: "x", count: 120)
    let urls = [url + ".a", url + "_a", long + "1", long + "2"]
    for (index, url) in urls.enumerated() {
      let added = try run("store", "add", "HeartRate", "6\(index)", "--store", url)
      #expect(added.ending == .exit(0), "\(added)")
    }
    for (index, url) in urls.enumerated() where index % 2 == 0 {
      let deleted = try run("store", "delete", "--all", "--yes", "--store", url, environment: home)
      #expect(deleted.ending == .exit(0), "\(deleted)")
      let other = try run("store", "undo", "--store", urls[index + 1], environment: home)
      #expect(other.ending == .exit(1), "\(other)")
      #expect(try run("store", "undo", "--store", url, environment: home).ending == .exit(0))
    }
  }

  @Test func `a store is copied to a server and back`() throws {
    let (file, back) = (folder.file("a.db"), folder.file("b.db"))
    #expect(try run("store", "add", "BloodPressure", "120/80", "--store", file).ending == .exit(0))
    let first = try run("store", "copy", file, url, "--json")
    #expect(
      first.output
        == "{\"saved\":1,\"known\":2,\"deleted\":0,\"refused\":0,\"unreadable\":0,\"settings\":0}\n"
    )
    let again = try run("store", "copy", file, url)
    #expect(again.errors == "heartcam: copied 0 samples; 3 were there, 0 were deleted\n")
    #expect(try run("store", "copy", url, back).ending == .exit(0))
    let lists = try [file, url, back].map {
      try run("store", "list", "--json", "--store", $0).output
    }
    #expect(lists[0] == lists[1] && lists[1] == lists[2] && !lists[0].isEmpty)
    #expect(try run("store", "copy", folder.file("none.db"), url).ending == .exit(74))
  }

  @Test func `the page says that it was refused, and that the server is gone, at once`() throws {
    let server = try PostgreSQLServer(isDurable: false)
    func admission(_ function: String) throws {
      try server.run("SELECT heartcam.\(function)('anna', 'anna')", as: "heartcam", in: "heartcam")
    }
    #expect(
      try run("store", "add", "HeartRate", "60", "--store", server.url(participant: "x")).ending
        == .exit(0))
    try server.run("CREATE ROLE anna LOGIN")
    try admission("admit")
    let own = server.url(participant: "anna", role: "anna")
    #expect(try run("store", "add", "HeartRate", "60", "--store", own).ending == .exit(0))
    let served = try ServedProgram("--store", own)
    let visitor = try PageVisitor(to: served)
    let paths = ["/api/overview", "/api/samples?type=HeartRate", "/api/export?format=ndjson"]
    for path in paths { #expect(try visitor.get(path).status == 200, "\(path)") }
    try admission("dismiss")
    for path in paths { #expect(try visitor.get(path).status == 403, "\(path)") }
    #expect(try visitor.post("/api/samples/undo", "{}").status == 403)
    try admission("admit")
    for path in paths { #expect(try visitor.get(path).status == 200, "\(path)") }
    try server.stop()
    let start = ContinuousClock.now
    for path in paths { #expect(try visitor.get(path).status == 503, "\(path)") }
    #expect(ContinuousClock.now - start < .seconds(15))
  }
}
