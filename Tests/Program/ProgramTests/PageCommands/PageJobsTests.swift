import TestDatabases
import Foundation
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// The files that a browser sends to `heartcam serve`: what is saved, said and left of them.
struct PageJobsTests {
  @Test func `what an import brought is deleted at once, and nothing else`() throws {
    let served = try ServedProgram()
    let visitor = try PageVisitor(to: served)
    func values() throws -> [Double] {
      try visitor.get("/api/samples?type=HeartRate").value["samples"]?.elements.compactMap {
        $0["value"]?.number
      }.sorted() ?? []
    }
    func add(_ values: ClosedRange<Int>) throws -> Int {
      let lines = values.map { "HeartRate,2026-03-10T08:00:00Z,\($0),count/min\n" }
      let answer = try visitor.post(
        "/api/import?name=a.csv", "type,start,value,unit\n" + lines.joined())
      let id = Int(answer.value["id"]?.number ?? 0)
      _ = try jobs(visitor, count: id)
      return id
    }
    let first = try add(60...64)
    // Half of it was there.
    let second = try add(62...69)
    #expect(try values() == (60...69).map(Double.init))
    let deleted = try visitor.post("/api/jobs/delete", "{\"id\":\(second)}")
    #expect(deleted.status == 200 && deleted.value["deleted"]?.number == 5, "\(deleted)")
    #expect(try values() == (60...64).map(Double.init))
    #expect(try visitor.post("/api/jobs/delete", "{\"id\":\(second)}").status == 404)
    // It is one deletion.
    let undo = try #require(deleted.value["undo"]?.text)
    #expect(try visitor.post("/api/samples/undo", "{\"undo\":\(undo)}").status == 200)
    #expect(try values() == (60...69).map(Double.init))
    #expect(try visitor.post("/api/jobs/delete", "{\"id\":\(first)}").status == 200)
    #expect(try values() == (65...69).map(Double.init))
    for body in ["", "{}", "[]", "{\"id\":99}", "{\"id\":-1}", "{\"id\":1e300}", "{\"id\":\"1\"}"] {
      #expect([400, 404].contains(try visitor.post("/api/jobs/delete", body).status))
    }
  }

  /// The jobs of a server, once all are done.
  private func jobs(_ visitor: PageVisitor, count: Int) throws -> [JSONValue] {
    var jobs: [JSONValue] = []
    for _ in 0..<60_000 {
      jobs = try visitor.get("/api/jobs").value["jobs"]?.elements ?? []
      if jobs.count == count, jobs.allSatisfy({ ["done", "failed"].contains($0["state"]?.string) })
      {
        return jobs
      }
      usleep(1000)
    }
    throw UnexpectedOutput(description: "not done after a minute: \(jobs)")
  }

  @Test func `an import says what came by type and time, and which answer an unclear file needs`()
    throws
  {
    let served = try ServedProgram()
    let visitor = try PageVisitor(to: served)
    // What a column can mean is known before there is a store.
    let types = try visitor.get("/api/authorizations").value["types"]?.elements ?? []
    #expect(types.contains { $0["key"]?.string == "HeartRate" })
    let table = "Wann;Wert;Notiz\n2026-03-10 08:00;62;ok\n2026-03-12 09:00;64;ok\n"
    let dates = "date,heart rate\n03/04/2026 08:00,62\n"
    let beats = String(repeating: "800\n", count: 200)
    for (name, body, option, answer) in [
      ("table.csv", table, "map", "date=1,HeartRate=2"), ("dates.csv", dates, "dates", "day-first"),
      ("beats.txt", beats, "start", "2026-03-14T08:00"),
    ] {
      #expect(try visitor.post("/api/import?name=\(name)", body).status == 202)
      let unclear = try #require(try jobs(visitor, count: 1).first)
      #expect(unclear["state"]?.string == "failed", "\(unclear)")
      #expect(unclear["result"]?["option"]?.string == option, "\(unclear)")
      // It is dismissed for every browser.
      let id = unclear["id"]?.text ?? ""
      #expect(try visitor.post("/api/jobs/dismiss", "{\"id\":\(id)}").status == 200)
      #expect(try jobs(visitor, count: 0).isEmpty)
      #expect(
        try visitor.post("/api/import?name=\(name)&\(option)=\(answer)", body).status == 202)
      let job = try #require(try jobs(visitor, count: 1).first)
      #expect(job["state"]?.string == "done", "\(job)")
      let came = job["result"]?["types"]?.elements ?? []
      #expect(
        came.compactMap { $0["count"]?.number }.reduce(0, +) == job["result"]?["saved"]?.number)
      #expect(came.count >= 1)
      if option == "map" {
        #expect(came.first?["type"]?.string == "HeartRate" && came.first?["count"]?.number == 2)
        #expect(came.first?["name"]?.string == "Heart rate")
        #expect(came.first?["start"]?.string?.hasPrefix("2026-03-10T") == true)
        #expect(came.first?["end"]?.string?.hasPrefix("2026-03-12T") == true)
      }
      if option == "dates" {
        #expect(came.first?["start"]?.string?.hasPrefix("2026-04-03T") == true, "\(job)")
      }
      let done = job["id"]?.text ?? ""
      #expect(try visitor.post("/api/jobs/dismiss", "{\"id\":\(done)}").status == 200)
    }
    // Dismissing removes no sample; what is no answer is refused by the import itself.
    #expect(try Heartcam.storedSamples(in: served.store).count >= 3)
    #expect(try visitor.post("/api/import?name=a.csv&map=--store=x", table).status == 202)
    #expect(try jobs(visitor, count: 1).first?["state"]?.string == "failed")
  }

  @Test func `a measured file leads to its report, and says that it is kept apart`() throws {
    let served = try ServedProgram()
    let visitor = try PageVisitor(to: served)
    let signal = try String(contentsOfFile: Heartcam.samples + "/resting.csv", encoding: .utf8)
    #expect(try visitor.post("/api/measure?name=my%20finger.csv", signal).status == 202)
    let job = try #require(try jobs(visitor, count: 1).first)
    #expect(job["kept_apart"]?.string == "simulated", "\(job)")
    #expect((job["readings"]?.number ?? 0) > 2)
    #expect(!job.text.contains(served.folder.path), "\(job)")
    #expect(job["has_report"] == .bool(true))
    let report = try RawConnection(port: visitor.port).exchange(
      "GET \(visitor.place)/api/jobs/report?id=1 HTTP/1.1\r\nHost: \(visitor.host)\r\n"
        + "Cookie: \(visitor.cookie)\r\nConnection: close\r\n\r\n")
    #expect(
      report.header("Content-Disposition") == "attachment; filename=\"heart-rate-myfinger.html\"")
    #expect(report.body.contains("<h2>Pulse</h2>") && report.body.contains("<h2>Readings</h2>"))
    #expect(try visitor.get("/api/jobs/report?id=2").status == 404)
    // Where nothing is drawn, it is said what the list has nevertheless.
    let end = try #require(job["result"]?["end"]?.string)
    let chart = try visitor.get("/api/chart?type=HeartRate&range=day&zone=UTC&date=\(end)").value
    #expect(chart["svg"] == nil)
    #expect(chart["note"]?.string?.contains("simulated") == true, "\(chart)")
    #expect(try visitor.get("/api/chart?type=StepCount").value["note"] == nil)
    // A second time, nothing is new.
    #expect(try visitor.post("/api/measure?name=my%20finger.csv", signal).status == 202)
    #expect(try jobs(visitor, count: 2).last?["readings"]?.number == 0)
  }

  @Test func `what an import left out can be read whole`() throws {
    let served = try ServedProgram()
    let visitor = try PageVisitor(to: served)
    let body =
      "type,start,end,value,unit\nHeartRate,soon,soon,71,count/min\nHeartRate,late,late,71,count/min\n"
    #expect(try visitor.post("/api/import?name=x.csv", body).status == 202)
    let job = try #require(try jobs(visitor, count: 1).first)
    #expect(job["has_rejects"] == .bool(true))
    #expect(job["result"]?["details"]?.elements.first?["first_line"]?.number == 2)
    let answer = try RawConnection(port: visitor.port).exchange(
      "GET \(visitor.place)/api/jobs/rejects?id=1 HTTP/1.1\r\nHost: \(visitor.host)\r\n"
        + "Cookie: \(visitor.cookie)\r\nConnection: close\r\n\r\n")
    #expect(answer.body.split(separator: "\n").count == 2)
    #expect(answer.body.contains("HeartRate,late,late"))
    #expect(try visitor.get("/api/jobs/rejects?id=2").status == 404)
    #expect(try visitor.get("/api/jobs/rejects?id=../1").status == 404)
  }

  @Test func `a file with a hostile name stays in its place, and is gone afterwards`() throws {
    let served = try ServedProgram()
    let visitor = try PageVisitor(to: served)
    let body =
      "type,start,end,value,unit\nHeartRate,2026-03-10T08:00:00Z,2026-03-10T08:00:00Z,71,count/min\n"
    let names = ["..%2F..%2F..%2Ftmp%2Fescaped.csv", "--store", ".hidden", "%00", "a%0Ab.csv", ""]
    // One character may be of any length.
    let long = [
      String(repeating: "x", count: 300) + ".csv", String(repeating: "%F0%9F%AB%80", count: 80),
      "e" + String(repeating: "%CC%81", count: 2000), "x." + String(repeating: "y", count: 300),
    ]
    for name in names + long {
      #expect(try visitor.post("/api/import?name=\(name)", body).status == 202)
    }
    let jobs = try jobs(visitor, count: 10)
    #expect(jobs.allSatisfy { (1...120).contains($0["name"]?.string?.utf8.count ?? 0) })
    #expect(jobs.contains { $0["name"]?.string?.hasSuffix("xxx.csv") == true })
    #expect(jobs.compactMap { $0["result"]?["saved"]?.number }.reduce(0, +) == 1)
    #expect(jobs.allSatisfy { !$0.text.contains("/job-") })
    #expect(access("/tmp/escaped.csv", F_OK) != 0)
    let place = try #require(try served.folder.names().first { $0.hasPrefix("heartcam-page") })
    // But for a note of what the one that saved something has saved.
    func left() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: served.folder.file(place))
    }
    while try !left().allSatisfy({ $0.hasPrefix("saved-") }) { usleep(1000) }
    #expect(try left().count == 1)
  }

  @Test func `files that wait when the server ends are named`() throws {
    let served = try ServedProgram()
    let visitor = try PageVisitor(to: served)
    let signal = try String(contentsOfFile: Heartcam.samples + "/resting.csv", encoding: .utf8)
    for number in 1...5 {
      #expect(try visitor.post("/api/measure?name=\(number).csv", signal).status == 202)
    }
    served.process.send(SIGTERM)
    let result = served.process.result()
    #expect(result.ending == .exit(0))
    #expect(result.errors.contains("5.csv; drop them again"), "\(result)")
  }
}
