import FoundationEssentials
import Glibc
import JSONCoding
import TestSupport
import Testing

/// What `heartcam serve` answers, without a browser.
struct PageServiceTests {
  /// A visitor that has come by a printed address.
  private struct Visitor {
    let host: String
    let port: Int
    let cookie: String

    init(to served: ServedProgram) throws {
      let address = served.address
      let rest = address.dropFirst("http://".count)
      host = String(rest.prefix { $0 != "/" })
      port = Int(host.split(separator: ":").last ?? "") ?? 0
      let answer = try RawConnection(port: port).exchange(
        "GET \(rest.drop { $0 != "/" }) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
      cookie = answer.header("Set-Cookie").map { String($0.prefix { $0 != ";" }) } ?? ""
      // The next address is there before the next visitor looks for it.
      try served.process.wait { served.address != address }
    }

    func get(_ path: String) throws -> (status: Int, value: JSONValue) {
      try answer(
        "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nCookie: \(cookie)\r\nConnection: close\r\n\r\n")
    }

    func post(_ path: String, _ body: String) throws -> (status: Int, value: JSONValue) {
      try answer(
        "POST \(path) HTTP/1.1\r\nHost: \(host)\r\nCookie: \(cookie)\r\nOrigin: http://\(host)\r\n"
          + "Connection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    private func answer(_ request: String) throws -> (status: Int, value: JSONValue) {
      let answer = try RawConnection(port: port).exchange(request)
      return (answer.status, (try? JSONParser.value(of: Array(answer.body.utf8))) ?? .null)
    }

    func events() throws -> RawConnection {
      let connection = try RawConnection(port: port)
      connection.send("GET /api/events HTTP/1.1\r\nHost: \(host)\r\nCookie: \(cookie)\r\n\r\n")
      return connection
    }
  }

  @Test func `the events of a session are the lines of live --json, in their order`() throws {
    let signal = Heartcam.samples + "/lifted.mp4"
    let served = try ServedProgram("--replay", signal, "--speed", "100000")
    let visitor = try Visitor(to: served)
    let stream = try visitor.events()
    _ = stream.receive(until: "\"state\":\"idle\"")
    #expect(try visitor.post("/api/live/start", "{}").status == 202)
    let text = stream.receive(until: "\"state\":\"measured\"")
    let printed = try Heartcam.run(
      "live", "--json", "--store", "none", "--speed", "100000", "--replay", signal)
    func isCompared(_ line: String) -> Bool {
      ["\"state\"", "\"pulse\""].allSatisfy { !line.hasPrefix("{\"type\":\($0)") }
    }
    let events = RawResponse.events(in: text).filter(isCompared)
    #expect(events == printed.output.split(separator: "\n").map(String.init).filter(isCompared))
    #expect(events.contains { $0.hasPrefix("{\"type\":\"session\"") })
    // The curve has the same points, in smaller pieces.
    func points(_ lines: [String]) throws -> [Double] {
      try lines.filter { $0.hasPrefix("{\"type\":\"pulse\"") }.flatMap {
        try JSONParser.value(of: Array($0.utf8))["points"]?.elements.compactMap(\.number) ?? []
      }
    }
    let (sent, whole) = (
      try points(RawResponse.events(in: text)),
      try points(printed.output.split(separator: "\n").map(String.init))
    )
    #expect(sent.count > 100)
    #expect(sent.count <= whole.count + 60)
  }

  @Test func `one browser steers, others are refused until they take the wheel`() throws {
    let served = try ServedProgram("--replay", Heartcam.samples + "/resting.csv")
    let (first, second) = (try Visitor(to: served), try Visitor(to: served))
    #expect(first.cookie != second.cookie)
    #expect(try first.post("/api/live/start", "{}").status == 202)
    #expect(try second.post("/api/live/stop", "{}").status == 409)
    #expect(try second.post("/api/live/steer", "{}").status == 200)
    #expect(try first.post("/api/live/stop", "{}").status == 409)
    #expect(try second.post("/api/live/stop", "{}").status == 202)
    let text = try second.events().receive(until: "\"state\":\"idle\"")
    #expect(text.contains("\"steered_by\":null"))
    #expect(try first.post("/api/live/start", "{\"camera\":\"/etc/passwd\"}").status == 404)
  }

  @Test func `invented samples are in no chart, and what makes no sense is refused`() throws {
    let served = try ServedProgram()
    let file = try served.folder.write(
      "type,start,end,value,unit\nHeartRate,2026-03-10T12:00:00Z,2026-03-10T12:00:00Z,71,count/min\n",
      to: "rates.csv")
    for words in [["store", "import", file], ["mock", "--for", "60", "--at-once"]] {
      let result = try Heartcam.start(words + ["--store", served.store]).result()
      #expect(result.ending == .exit(0), "\(result)")
    }
    let visitor = try Visitor(to: served)
    let types = try visitor.get("/api/overview").value["types"]?.elements ?? []
    #expect(types.first { $0["name"]?.string == "HeartRate" }?["value"]?.string == "71.0 count/min")
    let year = try visitor.get("/api/chart?type=HeartRate&range=year&date=2026-11-22")
    #expect(year.value["rows"]?.elements.count == 1)
    let day = try visitor.get("/api/chart?type=HeartRate&range=day&zone=UTC&date=2026-03-10")
    #expect(day.value["from"]?.string == "2026-03-10T00:00:00.000Z")
    #expect(try visitor.get("/api/chart?type=HeartRate&date=soon").status == 400)
    #expect(try visitor.get("/api/samples?type=HeartRate&from=soon").status == 400)
    let refused = try visitor.post(
      "/api/authorizations",
      #"{"bundle_identifier":"x","type":"HeartRate","sharing":"yes"}"#)
    #expect(refused.status == 400)
    #expect(refused.value["error"]?.string == "sharing must be true or false")
    #expect(try visitor.post("/api/samples/undo", #"{"undo":1e300}"#).status == 404)
    let unknown = try visitor.post(
      "/api/samples/delete", #"{"ids":["00000000-0000-0000-0000-000000000000"]}"#)
    #expect(unknown.status == 404)
    #expect(try visitor.get("/api/overview").status == 200)
  }

  @Test func `charts of every range count by the zone that was asked for`() throws {
    let served = try ServedProgram()
    let file = try served.folder.write(
      "type,start,end,value,unit\nHeartRate,2026-03-10T23:30:00Z,2026-03-10T23:30:00Z,71,count/min\n",
      to: "rates.csv")
    #expect(
      try Heartcam.run("store", "import", "--store", served.store, file).ending == .exit(0))
    let visitor = try Visitor(to: served)
    for range in ["day", "week", "month", "half_year", "year"] {
      let chart = try visitor.get(
        "/api/chart?type=HeartRate&range=\(range)&zone=Asia/Kolkata&date=1773183000")
      #expect(chart.status == 200)
      #expect(
        chart.value["svg"]?.string?.hasPrefix("<?xml") == true
          || chart.value["svg"]?.string?.hasPrefix("<svg") == true)
      #expect(chart.value["rows"]?.elements.count == 1)
      #expect(chart.value["time_zone"]?.string == "Asia/Kolkata")
    }
    let day = try visitor.get("/api/chart?type=HeartRate&range=day&zone=Asia/Kolkata")
    // Half past eleven at night in London is five in the morning of the next day there.
    #expect(day.value["from"]?.string == "2026-03-10T18:30:00.000Z")
    for wrong in ["type=Nonsense", "type=HeartRate&range=decade", "", "type=HeartRate&date=1e300"] {
      #expect(try visitor.get("/api/chart?\(wrong)").status == 400)
    }
    // A zone that is none, or leads out of the folder of zones, is that of the machine.
    for zone in ["Nowhere", "../../../etc/passwd", "%00"] {
      #expect(
        try visitor.get("/api/chart?type=HeartRate&zone=\(zone)").value["time_zone"]?.string
          == "UTC")
    }
  }

  @Test func `samples of other programs are not deleted, and bad bodies change nothing`() throws {
    let served = try ServedProgram()
    let file = try served.folder.write(
      "type,start,end,value,unit\nHeartRate,2026-03-10T08:00:00Z,2026-03-10T08:00:00Z,71,count/min\n",
      to: "rates.csv")
    _ = try Heartcam.run("store", "import", "--store", served.store, file)
    let visitor = try Visitor(to: served)
    let sample = try #require(
      try visitor.get("/api/samples?type=HeartRate").value["samples"]?.elements.first)
    let id = try #require(sample["id"]?.string)
    #expect(sample["is_own"] == .bool(false))
    #expect(try visitor.post("/api/samples/delete", "{\"ids\":[\"\(id)\"]}").status == 403)
    for body in ["", "[]", "{", "{\"ids\":5}", "{\"ids\":[]}", "{\"ids\":[\"x\"]}", "\u{0}"] {
      #expect(try visitor.post("/api/samples/delete", body).status == 400)
      #expect([400, 404].contains(try visitor.post("/api/samples/undo", body).status))
      #expect(try visitor.post("/api/sources/priority", body).status == 400)
      #expect(try visitor.post("/api/authorizations", body).status == 400)
    }
    #expect(try visitor.get("/api/samples?type=HeartRate").value["samples"]?.elements.count == 1)
  }

  @Test func `a file with a hostile name stays in its place, and is gone afterwards`() throws {
    let served = try ServedProgram()
    let visitor = try Visitor(to: served)
    let body =
      "type,start,end,value,unit\nHeartRate,2026-03-10T08:00:00Z,2026-03-10T08:00:00Z,71,count/min\n"
    for name in ["..%2F..%2F..%2Ftmp%2Fescaped.csv", "--store", ".hidden", "%00", "a%0Ab.csv", ""] {
      #expect(try visitor.post("/api/import?name=\(name)", body).status == 202)
    }
    while try visitor.get("/api/jobs").value["jobs"]?.elements.contains(where: {
      $0["state"]?.string != "done"
    }) != false { usleep(1000) }
    let jobs = try visitor.get("/api/jobs").value["jobs"]?.elements ?? []
    #expect(jobs.count == 6)
    #expect(jobs.compactMap { $0["result"]?["saved"]?.number }.reduce(0, +) == 1)
    #expect(jobs.allSatisfy { !$0.text.contains("/job-") })
    #expect(access("/tmp/escaped.csv", F_OK) != 0)
    let place = try #require(try served.folder.names().first { $0.hasPrefix("heartcam-page") })
    while try !FileManager.default.contentsOfDirectory(atPath: served.folder.file(place)).isEmpty {
      usleep(1000)
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends it at once, in the middle of everything`(signal: Int32) throws {
    let served = try ServedProgram("--replay", Heartcam.samples + "/resting.csv")
    let visitor = try Visitor(to: served)
    let stream = try visitor.events()
    #expect(try visitor.post("/api/live/start", "{}").status == 202)
    _ = stream.receive(until: "\"state\":\"running\"")
    served.process.send(signal)
    let result = served.process.result()
    #expect(result.ending == .exit(0))
    #expect(try served.folder.names().allSatisfy { !$0.hasPrefix("heartcam-page") })
  }

  @Test func `a port in use and an address that is none are said`() throws {
    let served = try ServedProgram("--store", "none")
    let port = String(served.origin.split(separator: ":").last?.filter(\.isNumber) ?? "")
    let second = try Heartcam.run("serve", "--port", port, "--store", "none")
    #expect(second.ending == .exit(74) && second.errors.contains("is in use"))
    let nowhere = try Heartcam.run("serve", "--listen", "example.com", "--store", "none")
    #expect(nowhere.ending == .exit(74) && nowhere.errors.contains("is no address"))
  }
}
