import TestDatabases
import Foundation
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// What `heartcam serve` answers, without a browser.
struct PageServiceTests {
  /// What comes of a session of a sample as events, its history after it, and what `live --json` prints of it.
  private func played(
    _ sample: String, speed: Int
  ) throws -> (text: String, history: JSONValue, printed: ProcessResult) {
    let signal = "\(Heartcam.samples)/\(sample)"
    let served = try ServedProgram("--replay", signal, "--speed", "\(speed)")
    let visitor = try PageVisitor(to: served)
    let stream = try visitor.events()
    _ = stream.receive(until: "\"state\":\"idle\"")
    #expect(try visitor.post("/api/live/start", "{}").status == 202)
    let text = stream.receive(until: "\"state\":\"measured\"")
    let printed = try Heartcam.run(
      "live", "--json", "--store", "none", "--speed", "100000", "--replay", signal)
    return (text, try visitor.get("/api/live/history").value, printed)
  }

  @Test func `the events of a session are the lines of live --json, in their order`() throws {
    let (text, history, printed) = try played("lifted.mp4", speed: 100_000)
    func isCompared(_ line: String) -> Bool {
      ["\"state\"", "\"pulse\""].allSatisfy { !line.hasPrefix("{\"type\":\($0)") }
    }
    let events = RawResponse.events(in: text).filter(isCompared)
    #expect(events == printed.output.split(separator: "\n").map(String.init).filter(isCompared))
    #expect(events.contains { $0.hasPrefix("{\"type\":\"session\"") })
    // Who comes later has what was shown.
    func numbers(_ type: String, _ key: String, where isTaken: (JSONValue) -> Bool) throws
      -> [Double?]
    {
      try events.filter { $0.hasPrefix("{\"type\":\"\(type)\"") }
        .map { try JSONValue.value(of: Array($0.utf8)) }.filter(isTaken).map { $0[key]?.number }
    }
    for (key, name) in [
      ("time", "time_s"), ("rate", "bpm"), ("low", "bpm_low"), ("high", "bpm_high"),
    ] {
      let shown = try numbers("rate", name) { $0["bpm"]?.number != nil }
      #expect(
        history["rates"]?.elements.map { $0[key]?.number } == shown && shown.count > 10, "\(key)")
    }
    for (key, name) in [("start", "start_s"), ("end", "end_s")] {
      let refused = try numbers("reading", name) { $0["reason"]?.string != nil }
      #expect(history["refused"]?.elements.map { $0[key]?.number } == refused, "\(key)")
      #expect(!refused.isEmpty)
    }
  }

  @Test func `the curve comes without a gap, and that of another color from its beginning`() throws
  {
    let (text, _, printed) = try played("resting.csv", speed: 20)
    func pieces(_ lines: [String]) throws -> [(channel: String?, first: Double, last: Double)] {
      try lines.filter { $0.hasPrefix("{\"type\":\"pulse\"") }.map {
        let pulse = try JSONValue.value(of: Array($0.utf8))
        let (last, count) = (pulse["time_s"]?.number ?? .nan, pulse["points"]?.elements.count ?? 0)
        return (pulse["channel"]?.string, last - Double(count - 1) / 30, last)
      }
    }
    let sent = try pieces(RawResponse.events(in: text))
    let whole = try pieces(printed.output.split(separator: "\n").map(String.init))
    #expect(sent.count > 2 * whole.count)
    #expect(abs((sent.last?.last ?? .nan) - (whole.last?.last ?? .nan)) < 1)
    for (piece, next) in zip(sent, sent.dropFirst()) {
      if piece.channel == next.channel {
        #expect(abs(next.first - piece.last - 1 / 30) < 0.01)
      } else {
        #expect(next.first < piece.last - 3 && next.last - next.first < 10.01)
      }
    }
    // There is one of which the program changes the color.
    #expect(Set(sent.map(\.channel)).count > 1)
    // A program that draws nothing gets each point once.
    for (piece, next) in zip(whole, whole.dropFirst()) {
      #expect(abs(next.first - piece.last - 1 / 30) < 0.01)
    }
  }

  @Test func `the page takes the names of a result's fields from their table`() throws {
    let signal = Heartcam.samples + "/resting.csv"
    let served = try ServedProgram("--replay", signal)
    let fields = try PageVisitor(to: served).get("/api/browser").value["fields"]?.members ?? [:]
    let names = fields.compactMap { $0.value["name"]?.string }
    #expect(names.count >= 6)
    let line = try Heartcam.run("measure", "--json", "--store", "none", signal).output
    let result = try JSONValue.value(of: Array(line.utf8))
    let keys = [result, result["readings"]?.elements.first].flatMap {
      $0?.members.map { Array($0.keys) } ?? []
    }
    #expect(Set(names).isSubset(of: keys))
    // No script of the page names one by itself, and each asks for fields that the server has. A phone's page has no table.
    let folder = try Repository.room("CPage") + "/files"
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where name.hasSuffix(".js") && name != "phone.js" {
      let script = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      // `end` is a word of the page's own, too.
      for field in names where field != "end" {
        #expect(!script.contains("." + field), "\(name) names \(field)")
      }
      for match in script.matches(of: /\b(?:event|result)\.(\w+)/) {
        #expect(!names.contains(String(match.1)), "\(name) names \(match.1)")
      }
      for match in script.matches(of: /\bvalueOf\(\w+, "(\w+)"/) {
        #expect(fields.contains { $0.key == match.1 }, "\(name) asks for \(match.1)")
      }
    }
  }

  @Test func `one browser steers, others are refused until they take the wheel`() throws {
    let served = try ServedProgram("--replay", Heartcam.samples + "/resting.csv")
    let (first, second) = (try PageVisitor(to: served), try PageVisitor(to: served))
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
    for words in [["store", "import", file], ["mock", "--duration", "60", "--at-once"]] {
      let result = try Heartcam.start(words + ["--store", served.store]).result()
      #expect(result.ending == .exit(0), "\(result)")
    }
    let visitor = try PageVisitor(to: served)
    let card = try visitor.get("/api/overview").value["cards"]?.elements.first
    #expect(card?["name"]?.string == "Heart rate" && card?["group"]?.string == "heart")
    #expect(card?["text"]?.string == "71" && card?["unit"]?.string == "bpm")
    let year = try visitor.get("/api/chart?type=HeartRate&range=year&date=2026-11-22")
    #expect(year.value["rows"]?.elements.count == 1)
    let day = try visitor.get(
      "/api/chart?type=HeartRate&range=day&zone=UTC&date=2026-03-10T09:30:00Z")
    #expect(day.value["from"]?.string == "2026-03-10T00:00:00.000Z")
    #expect(day.value["to"]?.string == "2026-03-11T00:00:00.000Z")
    // A year alone, or any number, is no moment in 1970.
    for date in ["soon", "2026", "1773187000", "@", "@soon"] {
      #expect(try visitor.get("/api/chart?type=HeartRate&date=\(date)").status == 400)
    }
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
    let visitor = try PageVisitor(to: served)
    for range in ["day", "week", "month", "half_year", "year"] {
      let chart = try visitor.get(
        "/api/chart?type=HeartRate&range=\(range)&zone=Asia/Kolkata&date=@1773187000")
      #expect(chart.status == 200)
      #expect(
        chart.value["svg"]?.string?.hasPrefix("<?xml") == true
          || chart.value["svg"]?.string?.hasPrefix("<svg") == true)
      #expect(chart.value["rows"]?.elements.count == 1)
      #expect(chart.value["time_zone"]?.string == "Asia/Kolkata")
    }
    let week = try visitor.get("/api/chart?type=HeartRate&range=week&zone=Asia/Kolkata")
    // Half past eleven at night in London is five in the morning of the next day there.
    #expect(week.value["to"]?.string == "2026-03-15T18:30:00.000Z")
    #expect(week.value["from"]?.string == "2026-03-08T18:30:00.000Z")
    let part = try visitor.get("/api/chart?type=HeartRate&from=@1773183000&to=@1773186600")
    #expect(part.value["bar"]?.string == "minute" && part.value["rows"]?.elements.count == 1)
    for wrong in [
      "type=Nonsense", "type=HeartRate&range=decade", "", "type=HeartRate&date=@1e300",
      "type=HeartRate&from=@10&to=@20", "type=HeartRate&as=gif", "type=HeartRate&height=9",
    ] {
      #expect(try visitor.get("/api/chart?\(wrong)").status == 400)
    }
    // Unknown zones, and names that lead out of the folder of zones; a width that no chart can have.
    for zone in ["Nowhere", "../../../etc/passwd", "%00", ""] {
      let refused = try visitor.get("/api/chart?type=HeartRate&zone=\(zone)")
      #expect(refused.status == 400)
      #expect(refused.value["error"]?.string?.contains("no such time zone") == true)
    }
    for width in ["wide", "", "0", "-700", "nan", "inf", "1e9", "239"] {
      let refused = try visitor.get("/api/chart?type=HeartRate&width=\(width)")
      #expect(refused.status == 400)
      #expect(refused.value["error"]?.string?.contains("from 240 to 2000") == true)
    }
    #expect(try visitor.get("/api/chart?type=HeartRate&width=240").status == 200)
  }

  @Test func `a chart of more weeks than can be told apart has bands, and says each`() throws {
    let served = try ServedProgram()
    let rows = (0..<400).map { week in
      let time = Date(timeIntervalSince1970: 1_500_000_000 + Double(week) * 604_800)
        .ISO8601Format()
      return "HeartRate,\(time),\(time),\(50 + week % 40),count/min"
    }
    let file = try served.folder.write(
      (["type,start,end,value,unit"] + rows).joined(separator: "\n") + "\n", to: "rates.csv")
    #expect(
      try Heartcam.run("store", "import", "--store", served.store, file).ending == .exit(0))
    let visitor = try PageVisitor(to: served)
    let chart = try visitor.get(
      "/api/chart?type=HeartRate&from=@1500000000&to=@1742000000&width=600&zone=UTC"
    ).value
    #expect(chart["columns"]?.elements.contains { $0.string == "Median" } == true)
    let bands = chart["rows"]?.elements ?? []
    #expect((100...150).contains(bands.count), "\(bands.count)")
    let marks = chart["marks"]?.elements ?? []
    #expect(marks.count == bands.count)
    #expect(marks.first?["text"]?.string?.hasPrefix("median 5") == true)
    #expect(chart["title"]?.string?.hasSuffix(", 21 days a band") == true)
    #expect(chart["svg"]?.string?.contains(">5 to 95%</text>") == true)
  }

  @Test func `a store that another program is writing to is read, and changes are told to wait`()
    throws
  {
    let served = try ServedProgram()
    let signal = Heartcam.samples + "/resting.csv"
    #expect(try Heartcam.run("measure", "--store", served.store, signal).ending == .exit(0))
    let visitor = try PageVisitor(to: served)
    let samples = try visitor.get("/api/samples?type=HeartRate").value["samples"]?.elements ?? []
    let ids = samples.compactMap { $0["id"]?.string }
    #expect(ids.count > 2)
    let other = try RawDatabase(served.store)
    try other.run("BEGIN IMMEDIATE")
    for id in ids.prefix(2) {
      let refused = try visitor.post("/api/samples/delete", "{\"ids\":[\"\(id)\"]}")
      #expect(refused.status == 503)
      #expect(refused.value["error"]?.string?.contains("wait until it has ended") == true)
      #expect(try visitor.get("/api/overview").status == 200)
    }
    try other.run("ROLLBACK")
    let deleted = try visitor.post("/api/samples/delete", "{\"ids\":[\"\(ids[0])\"]}")
    #expect(deleted.status == 200 && deleted.value["deleted"]?.number == 1)
  }

  @Test func `no more marks than a chart is wide come over the wire`() throws {
    let served = try ServedProgram()
    var lines: [String] = []
    func line(_ kind: String, _ second: Int, _ length: Int, _ rest: String) {
      let (start, end) = (1_772_323_200 + second, 1_772_323_200 + second + length)
      lines.append(
        #"{"kind":"\#(kind)","start":"\#(Self.text(start))","end":"\#(Self.text(end))",\#(rest),"#
          + #""source":{"name":"Watch","bundle_identifier":"org.example.watch"}}"#)
    }
    // A night in pieces of 20 s, each of another stage; a day of rates.
    for piece in 0..<1440 {
      line(
        "category", piece * 20, 20,
        #""type":"HKCategoryTypeIdentifierSleepAnalysis","value":\#(2 + piece % 2)"#)
    }
    for second in 0..<5000 {
      line(
        "quantity", second * 17, 0,
        #""type":"HKQuantityTypeIdentifierHeartRate","value":\#(60 + second % 40),"unit":"count/min""#
      )
    }
    let file = try served.folder.write(lines.joined(separator: "\n") + "\n", to: "year.ndjson")
    let imported = try Heartcam.run("store", "import", "--json", "--store", served.store, file)
    #expect(imported.output.contains("\"saved\":6440"), "\(imported)")
    let visitor = try PageVisitor(to: served)
    for type in ["SleepAnalysis", "HeartRate"] {
      for range in ["day", "week", "month", "half_year", "year"] {
        for width in [240, 700] {
          let chart = try visitor.get(
            "/api/chart?type=\(type)&range=\(range)&width=\(width)&zone=UTC&date=2026-03-01")
          let count = try #require(chart.value["rows"]?.elements.count, "\(type) \(range)")
          #expect((1...width).contains(count), "\(type) \(range): \(count)")
          // A mark takes some hundred bytes.
          #expect(chart.value["svg"]?.string?.utf8.count ?? 0 < 20_000 + 400 * width)
        }
      }
    }
    let night = try visitor.get(
      "/api/chart?type=SleepAnalysis&range=day&zone=UTC&date=2026-03-01T01:00:00Z")
    let rows = night.value["rows"]?.elements ?? []
    #expect(rows.first?.elements.first?.string == "2026-03-01T00:00:00.000Z")
    #expect(rows.last?.elements.dropFirst().first?.string == "2026-03-01T08:00:00.000Z")
  }

  private static func text(_ second: Int) -> String {
    Date(timeIntervalSince1970: Double(second)).ISO8601Format()
  }

  @Test func `samples of other programs are not deleted, and bad bodies change nothing`() throws {
    let served = try ServedProgram()
    let file = try served.folder.write(
      "type,start,end,value,unit\nHeartRate,2026-03-10T08:00:00Z,2026-03-10T08:00:00Z,71,count/min\n",
      to: "rates.csv")
    _ = try Heartcam.run("store", "import", "--store", served.store, file)
    let visitor = try PageVisitor(to: served)
    let sample = try #require(
      try visitor.get("/api/samples?type=HeartRate").value["samples"]?.elements.first)
    let id = try #require(sample["id"]?.string)
    #expect(sample["is_own"] == .bool(false))
    let refused = try visitor.post("/api/samples/delete", "{\"ids\":[\"\(id)\"],\"others\":1}")
    #expect(refused.status == 403)
    for body in ["", "[]", "{", "{\"ids\":5}", "{\"ids\":[]}", "{\"ids\":[\"x\"]}", "\u{0}"] {
      #expect(try visitor.post("/api/samples/delete", body).status == 400)
      #expect([400, 404].contains(try visitor.post("/api/samples/undo", body).status))
      #expect(try visitor.post("/api/sources/priority", body).status == 400)
      #expect(try visitor.post("/api/authorizations", body).status == 400)
    }
    #expect(try visitor.get("/api/samples?type=HeartRate").value["samples"]?.elements.count == 1)
    // After a question it is deleted, and the shell puts it back.
    let deleted = try visitor.post("/api/samples/delete", "{\"ids\":[\"\(id)\"],\"others\":true}")
    #expect(deleted.status == 200, "\(deleted)")
    let undone = try Heartcam.run("store", "undo", "--store", served.store)
    #expect(undone.errors.contains("put back 1 sample"), "\(undone)")
    // Another deletion has the number now, and an old button means the old one.
    let name = try #require(deleted.value["undo"]?.string)
    #expect(try visitor.post("/api/samples/undo", "{\"undo\":\"\(name)\"}").status == 404)
    let again = try visitor.post("/api/samples/delete", "{\"ids\":[\"\(id)\"],\"others\":true}")
    let other = try #require(again.value["undo"]?.string)
    #expect(other != name && other.prefix { $0 != "-" } == name.prefix { $0 != "-" })
    for old in ["\"\(name)\"", "\"1\"", "1", "null"] {
      #expect(try visitor.post("/api/samples/undo", "{\"undo\":\(old)}").status == 404)
    }
    #expect(try visitor.post("/api/samples/undo", "{\"undo\":\"\(other)\"}").status == 200)
    #expect(try visitor.get("/api/samples?type=HeartRate").value["samples"]?.elements.count == 1)
  }

  @Test
  func `a day with steps and no exercise counts in the average, one without a device does not`()
    throws
  {
    let served = try ServedProgram()
    func line(_ type: String, _ day: Int, _ value: Int, _ unit: String) -> String {
      let time = "2026-03-\(day < 10 ? "0" : "")\(day)T12"
      return "\(type),\(time):00:00Z,\(time):30:00Z,\(value),\(unit)\n"
    }
    // Steps on ten days, exercise on three of them and on one without steps, water on two.
    let steps = (2...11).map { line("StepCount", $0, 6000, "count") }
    let others =
      [2, 5, 9, 13].map { line("AppleExerciseTime", $0, 30, "min") }
      + [3, 4].map { line("DietaryWater", $0, 1, "L") }
    let file = try served.folder.write(
      "type,start,end,value,unit\n" + (steps + others).joined(), to: "days.csv")
    #expect(try Heartcam.run("store", "import", "--store", served.store, file).ending == .exit(0))
    let visitor = try PageVisitor(to: served)
    for range in ["month", "half_year", "year"] {
      func average(_ type: String) throws -> (number: Double?, chart: JSONValue) {
        let chart = try visitor.get(
          "/api/chart?type=\(type)&range=\(range)&zone=UTC&date=2026-03-11"
        ).value
        let fact = chart["facts"]?.elements.first { $0["name"]?.string == "Average a day" }
        return (fact?["number"]?.number, chart)
      }
      #expect(try average("StepCount").number == 6000, "\(range)")
      let (exercise, chart) = try average("AppleExerciseTime")
      #expect(abs((exercise ?? 0) - 120.0 / 11) < 1e-9, "\(range): \(chart)")
      // The rule is said, and the chart's own average is the same.
      #expect(chart["explanation"]?.string?.contains("counts as 0") == true, "\(chart)")
      if range == "month" {
        #expect(chart["svg"]?.string?.contains("average 10.9") == true)
      } else {
        // A week's average day: two of seven days, one and one of four.
        let bars = chart["rows"]?.elements.compactMap { $0.elements.last?.number } ?? []
        let expected = range == "year" ? [120.0 / 11] : [60.0 / 7, 60.0 / 4]
        #expect(bars.count == expected.count, "\(bars)")
        for (bar, wanted) in zip(bars, expected) { #expect(abs(bar - wanted) < 0.1, "\(bars)") }
      }
      let (water, other) = try average("DietaryWater")
      #expect(abs((water ?? 0) - 1) < 1e-9 || abs((water ?? 0) - 1000) < 1e-6, "\(other)")
      #expect(other["explanation"]?.string?.contains("counts as 0") == false)
    }
  }

  @Test func `of two browsers that delete and undo at once each sample is there once`() throws {
    let served = try ServedProgram()
    let lines = (60..<80).map { "HeartRate,2026-03-10T08:00:\($0 - 50)Z,\($0),count/min\n" }
    let file = try served.folder.write("type,start,value,unit\n" + lines.joined(), to: "a.csv")
    #expect(try Heartcam.run("store", "import", "--store", served.store, file).ending == .exit(0))
    let before = try Heartcam.storedSamples(in: served.store).map(\.id).sorted()
    let visitors = try (0..<4).map { _ in try PageVisitor(to: served) }
    // Each undoes what it has deleted, and of samples that others have deleted there is nothing to delete.
    let threads = visitors.enumerated().map { turn, visitor in
      Thread {
        var generator = SeededGenerator(seed: UInt64(turn))
        for _ in 0..<25 {
          let ids = before.shuffled(using: &generator).prefix(
            Int.random(in: 1...5, using: &generator))
          let body = JSONValue.object([
            ("ids", .array(ids.map(JSONValue.string))), ("others", .bool(true)),
          ])
          guard let answer = try? visitor.post("/api/samples/delete", body.text),
            let name = answer.value["undo"]?.text
          else { continue }
          _ = try? visitor.post("/api/samples/undo", "{\"undo\":\(name)}")
        }
      }
    }
    for thread in threads { thread.start() }
    while threads.contains(where: { !$0.isFinished }) { usleep(1000) }
    #expect(try Heartcam.storedSamples(in: served.store).map(\.id).sorted() == before)
    // Below the heading, only the import.
    let left = try Heartcam.run("store", "undo", "--list", "--store", served.store).output
    #expect(left.split(separator: "\n").count == 2 && left.contains("imported 20"), "\(left)")
    #expect(try Heartcam.run("store", "check", "--store", served.store).ending == .exit(0))
  }

  @Test func `a night belongs to the day on which it ends, and each day has its own`() throws {
    let served = try ServedProgram()
    for (start, end) in [("09T23:10", "10T06:00"), ("10T23:40", "10T23:55")] {
      let added = try Heartcam.run(
        "store", "add", "SleepAnalysis", "AsleepCore", "--start", "2026-03-\(start):00Z", "--end",
        "2026-03-\(end):00Z", "--store", served.store)
      #expect(added.ending == .exit(0))
    }
    let visitor = try PageVisitor(to: served)
    func night(_ date: String) throws -> JSONValue {
      try visitor.get("/api/chart?type=SleepAnalysis&range=day&zone=UTC\(date)").value
    }
    for (date, hours) in [
      ("&date=2026-03-10T23:59:59Z", 6.0 + 50.0 / 60), ("&date=2026-03-11", 0.25), ("", 0.25),
    ] {
      let found = try night(date)
      #expect(
        abs((found["facts"]?.elements.first?["number"]?.number ?? 0) - hours) < 1e-9, "\(date)")
    }
    #expect(try night("&date=2026-03-10")["to"]?.string == "2026-03-10T12:00:00.000Z")
  }

  @Test func `a long list comes by the page, each sample once`() throws {
    let served = try ServedProgram()
    var lines = ["type,start,end,value,unit"]
    for minute in 0..<130 {
      // Two samples begin together.
      let time = Date(timeIntervalSince1970: 1_773_100_800 + Double(minute / 2) * 60)
        .ISO8601Format()
      lines.append("HeartRate,\(time),\(time),\(60 + minute),count/min")
    }
    let file = try served.folder.write(lines.joined(separator: "\n") + "\n", to: "rates.csv")
    #expect(
      try Heartcam.run("store", "import", "--store", served.store, file).ending == .exit(0))
    let visitor = try PageVisitor(to: served)
    var found: [String] = []
    for page in 0..<3 {
      let list = try visitor.get("/api/samples?type=HeartRate&page=\(page)").value
      #expect(list["has_more"] == .bool(page < 2))
      found += list["samples"]?.elements.compactMap { $0["id"]?.string } ?? []
    }
    #expect(found.count == 130 && Set(found).count == 130)
    #expect(try visitor.get("/api/samples?type=HeartRate&page=-1").status == 400)
    #expect(try visitor.get("/api/samples?type=HeartRate&page=x").status == 400)
    #expect(try visitor.get("/api/chart?type=HeartRate&from=2026-03-10").status == 400)
  }

  @Test func `where steps of two sources overlap, the list says which count`() throws {
    let served = try ServedProgram()
    let lines = ["Phone", "Watch"].map { name in
      #"{"kind":"quantity","type":"HKQuantityTypeIdentifierStepCount","value":500,"unit":"count","#
        + #""start":"2026-03-10T12:00:00Z","end":"2026-03-10T12:30:00Z","#
        + #""source":{"name":"\#(name)","bundle_identifier":"org.example.\#(name)"}}"#
    }
    let file = try served.folder.write(lines.joined(separator: "\n") + "\n", to: "steps.ndjson")
    #expect(
      try Heartcam.run("store", "import", "--store", served.store, file).ending == .exit(0))
    let visitor = try PageVisitor(to: served)
    for first in ["Watch", "Phone"] {
      let order = #"{"type":"StepCount","order":["org.example.\#(first)"]}"#
      #expect(try visitor.post("/api/sources/priority", order).status == 200)
      let note = try visitor.get("/api/samples?type=StepCount").value["note"]?.string
      #expect(note == "Where sources overlap, \(first) counts and the others do not.")
    }
    // Of one source, and of what each counts, there is nothing to say.
    #expect(try visitor.get("/api/samples?type=HeartRate").value["note"] == nil)
  }

  @Test func `a chart is kept as a picture, as SVG and as a table`() throws {
    let served = try ServedProgram()
    let file = try served.folder.write(
      "type,start,end,value,unit\nHeartRate,2026-03-10T12:00:00Z,2026-03-10T12:00:00Z,71,count/min\n",
      to: "rates.csv")
    #expect(
      try Heartcam.run("store", "import", "--store", served.store, file).ending == .exit(0))
    let visitor = try PageVisitor(to: served)
    for (kind, start) in [("png", "\u{FFFD}PNG"), ("svg", "<"), ("csv", "start,end,count,")] {
      let answer = try RawConnection(port: visitor.port).exchange(
        "GET \(visitor.place)/api/chart?type=HeartRate&as=\(kind) HTTP/1.1\r\nHost: \(visitor.host)\r\n"
          + "Cookie: \(visitor.cookie)\r\nConnection: close\r\n\r\n")
      #expect(
        answer.status == 200 && answer.body.hasPrefix(start), "\(kind): \(answer.body.prefix(20))")
      #expect(
        answer.header("Content-Disposition")
          == "attachment; filename=\"heart-rate-by-day-2026-03-15.\(kind)\"")
    }
    #expect(try visitor.get("/api/chart?type=StepCount&as=png").status == 404)
  }

  @Test func `a day is kept as one page, and so is a session that has ended`() throws {
    let served = try ServedProgram(
      "--replay", Heartcam.samples + "/resting.csv", "--speed", "100000")
    let rates = (0..<20).map {
      "HeartRate,2026-03-10T1\($0 / 10):0\($0 % 10):00Z,2026-03-10T1\($0 / 10):0\($0 % 10):00Z,\(60 + $0),count/min\n"
    }
    let file = try served.folder.write(
      "type,start,end,value,unit\n" + rates.joined(), to: "rates.csv")
    #expect(
      try Heartcam.run("store", "import", "--store", served.store, file).ending == .exit(0))
    let profile = try Heartcam.run(
      "store", "profile", "--sex", "female", "--date-of-birth", "1984-05-03", "--store",
      served.store)
    #expect(profile.ending == .exit(0), "\(profile)")
    let visitor = try PageVisitor(to: served)
    func page(_ path: String) throws -> RawResponse {
      try RawConnection(port: visitor.port).exchange(
        "GET \(visitor.place + path) HTTP/1.1\r\nHost: \(visitor.host)\r\nCookie: \(visitor.cookie)\r\n"
          + "Connection: close\r\n\r\n")
    }
    let day = try page("/api/report?date=2026-03-10&zone=Europe/Berlin")
    #expect(day.status == 200 && day.body.contains("<h1>Health on 2026-03-10</h1>"))
    #expect(day.body.contains("<svg") && day.body.contains("Europe/Berlin, UTC+0100"))
    // Whom it is about, of what time it is, and when it was made.
    let head = try #require(day.body.firstMatch(of: /(?s)<dl>.*?<\/dl>/)).output
    for text in ["Person", "Female, born 1984-05-03", "Period", "2026-03-10", "Made on"] {
      #expect(head.contains(text), "\(head)")
    }
    for (range, name) in [
      ("day", "health-day-2026-03-10"), ("week", "health-week-2026-03-09"),
      ("month", "health-month-2026-03"),
    ] {
      #expect(
        try page("/api/report?range=\(range)&date=2026-03-10").header("Content-Disposition")
          == "attachment; filename=\"\(name).html\"")
    }
    #expect(day.body.contains("69.5 bpm") && !day.body.contains("TypeIdentifier"))
    #expect(!day.body.contains("<script") && day.body.contains("default-src 'none'"))
    #expect(try page("/api/report?date=2026-03-12").status == 404)
    #expect(try page("/api/live/report").status == 404)
    let stream = try visitor.events()
    #expect(try visitor.post("/api/live/start", "{}").status == 202)
    _ = stream.receive(until: "\"state\":\"measured\"")
    let session = try page("/api/live/report")
    #expect(session.status == 200 && session.body.contains("<h1>Live session</h1>"))
    let name = try #require(session.header("Content-Disposition"))
    #expect(name.contains(/filename="heart-rate-\d{4}-\d\d-\d\d-\d{4}.html"/), "\(name)")
    // What is saved of it is kept apart, and the event says so.
    #expect(try visitor.post("/api/live/save", "{}").status == 202)
    let saved = try #require(
      RawResponse.events(in: stream.receive(until: "\"type\":\"saved\""))
        .first { $0.contains("\"saved\"") })
    #expect(saved.contains("\"kept_apart\":\"simulated\""), "\(saved)")
  }

  @Test func `the page's own code is small, and names no code of a type`() throws {
    let folder = try Repository.room("CPage") + "/files"
    var (scripts, all) = (0, 0)
    var sizes: Set<Substring> = []
    var phone = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      // A phone's page is one of its own.
      if name.hasPrefix("phone.") {
        if name.hasSuffix(".js") { phone += text.utf8.count }
        continue
      }
      if name.hasSuffix(".js") { scripts += text.utf8.count }
      for size in text.matches(of: /font-size: ([^;]+);/) { sizes.insert(size.output.1) }
      all += text.utf8.count
      #expect(!text.contains("TypeIdentifierH") && !text.contains("count/"), "\(name)")
      #expect(!text.contains("http://") || name != "index.html")
      #expect(!text.contains("https://"))
    }
    #expect(scripts > 10_000 && scripts <= 72_000, "\(scripts) bytes")
    #expect(all <= 93_000, "\(all) bytes")
    // With that of the text and the one of large screens.
    #expect(sizes.count <= 8, "\(sizes)")
  }

  @Test func `modules lean on lower ones alone, and nobody on the first`() throws {
    let layers = [
      ["main"], ["live", "health", "type", "files", "sources"], ["chart", "samples", "drawing"],
      ["dom", "server", "result"], ["text"],
    ]
    let folder = try Repository.room("CPage") + "/files"
    func level(_ name: Substring) throws -> Int {
      try #require(layers.firstIndex { $0.contains(String(name)) }, "\(name)")
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where name.hasSuffix(".js") && !name.hasPrefix("phone") {
      let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      for found in text.matches(of: /from "\.\/([a-z]+)\.js"/) {
        let (own, other) = (try level(name.dropLast(3)), try level(found.output.1))
        // A chart is drawn upon, and both belong to the same parts.
        #expect(own < other || (own == other && name == "chart.js"), "\(name): \(found.output.0)")
      }
    }
  }

  @Test func `what is written by hand is saved, doubted or refused, and a type is exported`() throws
  {
    let served = try ServedProgram()
    let visitor = try PageVisitor(to: served)
    func add(_ type: String, _ value: String, _ more: String = "") throws -> (
      status: Int, value: JSONValue
    ) {
      try visitor.post(
        "/api/samples/add",
        #"{"type":"\#(type)","value":"\#(value)","start":"2026-03-10T08:00:00Z"\#(more)}"#)
    }
    #expect(try add("BodyMass", "70.5 kg", #","note":"after coffee""#).value["id"]?.string != nil)
    #expect(try add("BloodPressure", "120/80").value["id"]?.string != nil)
    #expect(try add("HeartRate", "20").value["unusual"] == .string("20 bpm"))
    let glucose = try add("BloodGlucose", "5.5").value
    #expect(
      glucose["id"] == nil && glucose["others"] == .string("5.5 mmol/L"), "\(glucose)")
    #expect(try "\(add("BodyTemperature", "98.6").value)".contains("98.6 degF"))
    let future = try visitor.post(
      "/api/samples/add", #"{"type":"BodyMass","value":"70 kg","start":"2099-01-01T08:00:00Z"}"#)
    #expect(future.value["is_future"] == .bool(true) && future.value["id"] == nil, "\(future)")
    #expect(try add("HeartRate", "20", #","is_sure":true"#).value["id"]?.string != nil)
    for (type, value) in [
      ("HeartRate", "900"), ("HeartRate", "soon"), ("BloodPressure", "80"), ("Nonsense", "1"),
      ("BodyMass", ""),
    ] { #expect(try add(type, value, #","is_sure":true"#).status == 400, "\(type) \(value)") }
    #expect(try visitor.post("/api/samples/add", "[]").status == 400)
    let listed = try Heartcam.run("store", "list", "--json", "--store", served.store).output
    #expect(listed.contains("after coffee") && listed.contains("BloodPressure"), "\(listed)")
    let answer = try RawConnection(port: visitor.port).exchange(
      "GET \(visitor.place)/api/export?format=csv&type=BodyMass HTTP/1.1\r\nHost: \(visitor.host)\r\n"
        + "Cookie: \(visitor.cookie)\r\nConnection: close\r\n\r\n")
    #expect(answer.body.contains("70.5") && !answer.body.contains("HeartRate"), "\(answer.body)")
  }

  @Test
  func `figures stand beside those of the time before, and a day's heart rate has its workouts`()
    throws
  {
    let served = try ServedProgram()
    let rows = (0..<60).map { minute in
      let time = "2026-03-10T08:\(minute < 10 ? "0" : "")\(minute):00Z"
      return "HeartRate,\(time),\(time),\((20..<40).contains(minute) ? 150 : 70),count/min\n"
    }
    let before = "HeartRate,2026-03-09T08:00:00Z,2026-03-09T08:00:00Z,64,count/min\n"
    let file = try served.folder.write(
      "type,start,end,value,unit\n" + before + rows.joined(), to: "rates.csv")
    let workout = try served.folder.write(
      #"{"kind":"workout","type":"HKWorkoutTypeIdentifier","activity":37,"duration_s":1200,"start":"2026-03-10T08:20:00Z","#
        + #""end":"2026-03-10T08:40:00Z","source":{"name":"Watch","bundle_identifier":"org.example.w"}}"#
        + "\n",
      to: "run.ndjson")
    for one in [file, workout] {
      let result = try Heartcam.run("store", "import", "--store", served.store, one)
      #expect(result.ending == .exit(0), "\(result)")
    }
    let visitor = try PageVisitor(to: served)
    let day = "/api/chart?type=HeartRate&range=day&zone=UTC&date=2026-03-10"
    let chart = try visitor.get(day).value
    let highest = chart["facts"]?.elements.first { $0["name"]?.string == "Highest" }
    #expect(highest?["during"]?.string == "Running, 20 min")
    #expect(chart["context"]?.elements.map { $0["name"]?.string } == ["Running, 20 min"])
    let earlier = try visitor.get(day + "&earlier=").value["earlier"] ?? .null
    #expect(earlier["from"]?.string == "2026-03-09T00:00:00.000Z")
    #expect(earlier["facts"]?.elements.first?["number"]?.number == 64)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends it at once, in the middle of everything`(signal: Int32) throws {
    let served = try ServedProgram("--replay", Heartcam.samples + "/resting.csv")
    let visitor = try PageVisitor(to: served)
    let stream = try visitor.events()
    #expect(try visitor.post("/api/live/start", "{}").status == 202)
    _ = stream.receive(until: "\"state\":\"running\"")
    served.process.send(signal)
    let result = served.process.result()
    #expect(result.ending == .exit(0))
    #expect(try served.folder.names().allSatisfy { !$0.hasPrefix("heartcam-page") })
  }

  /// Every user of a machine may read the arguments of its programs.
  @Test(.enabled(if: access("/usr/bin/xdg-open", X_OK) == 0, "there is no xdg-open here"))
  func `no argument of a program lets anybody in, and what does is the user's alone, once`() throws
  {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      """
      #!/bin/sh
      { tr '\\0' ' ' </proc/$PPID/cmdline; echo; echo "$*"; stat -c %a "$1"; cat "$1"; } >"$TMPDIR/seen.part"
      mv "$TMPDIR/seen.part" "$TMPDIR/seen"
      """, to: "script")
    // A program of its own makes the browser: see `OtherUser.run`.
    let browser = folder.file("browser")
    _ = try ChildProcess(
      ["/usr/bin/install", "-m", "755", script, browser], environment: Heartcam.environment
    ).result()
    let process = try Heartcam.start(
      ["serve", "--open", "--port", "0", "--store", "none"],
      environment: ["TMPDIR": folder.path, "BROWSER": browser])
    defer { process.send(SIGKILL) }
    try process.wait { access(folder.file("seen"), F_OK) == 0 }
    let lines = try String(contentsOfFile: folder.file("seen"), encoding: .utf8).split(
      separator: "\n")
    try #require(lines.count > 3, "\(lines)")
    let address = process.outputSoFar.prefix { $0 != "\n" }
    #expect(!lines[0].contains("key=") && !lines[1].contains("key="))
    #expect(lines[1].hasSuffix("/open.html") && lines[2] == "600")
    #expect(lines[3].contains("url=\(address)"))
    let host = address.dropFirst("http://".count).prefix { $0 != "/" }
    let port = try #require(Int(host.split(separator: ":").last ?? ""))
    let answer = try RawConnection(port: port).exchange(
      "GET /\(address.drop { $0 != "?" }) HTTP/1.1\r\n"
        + "Host: \(host)\r\nConnection: close\r\n\r\n")
    #expect(answer.status == 200)
    #expect(access(String(lines[1]), F_OK) != 0)
  }

  @Test func `a store that was replaced is opened again, and takes what is changed`() throws {
    let served = try ServedProgram()
    func fill(_ store: String, _ count: Int) throws {
      let rows = (0..<count).map {
        "HeartRate,2026-03-10T12:00:0\($0)Z,2026-03-10T12:00:0\($0)Z,71,count/min\n"
      }
      let file = try served.folder.write(
        "type,start,end,value,unit\n" + rows.joined(), to: "rates-\(count).csv")
      #expect(try Heartcam.run("store", "import", "--store", store, file).ending == .exit(0))
    }
    try fill(served.store, 3)
    let visitor = try PageVisitor(to: served)
    func samples() throws -> [JSONValue] {
      try visitor.get("/api/samples?type=HeartRate").value["samples"]?.elements ?? []
    }
    #expect(try samples().count == 3)
    #expect(try visitor.post("/api/sources/priority", "{}").status == 400)
    let other = served.folder.file("other.db")
    try fill(other, 5)
    #expect(rename(other, served.store) == 0)
    let found = try samples()
    #expect(found.count == 5)
    let id = try #require(found.first?["id"]?.string)
    let deleted = try visitor.post("/api/samples/delete", "{\"ids\":[\"\(id)\"],\"others\":true}")
    #expect(deleted.status == 200, "\(deleted)")
    #expect(try Heartcam.storedSamples(in: served.store).count == 4)
    // Of two that do the same, one has done it.
    let undo = "{\"undo\":\(deleted.value["undo"]?.text ?? "")}"
    #expect(try visitor.post("/api/samples/undo", undo).status == 200)
    #expect(try visitor.post("/api/samples/undo", undo).status == 404)
    for ids in [
      "\"\(id)\",\"x\"", "\"\(id)\",\"00000000-0000-0000-0000-000000000000\"", "\"\(id)\",1",
    ] {
      let answer = try visitor.post("/api/samples/delete", "{\"ids\":[\(ids)],\"others\":true}")
      #expect([400, 404].contains(answer.status), "\(ids): \(answer)")
    }
    #expect(try Heartcam.storedSamples(in: served.store).count == 5)
  }

  @Test func `exports whose browser leaves hold nothing afterwards`() throws {
    let served = try ServedProgram()
    let rows = (0..<3000).map {
      let time =
        "2026-03-\(10 + $0 / 1440)T\(String(format: "%02d:%02d", $0 / 60 % 24, $0 % 60)):00Z"
      return "HeartRate,\(time),\(time),71,count/min\n"
    }
    let file = try served.folder.write(
      "type,start,end,value,unit\n" + rows.joined(), to: "rates.csv")
    #expect(try Heartcam.run("store", "import", "--store", served.store, file).ending == .exit(0))
    let visitor = try PageVisitor(to: served)
    #expect(try visitor.get("/api/overview").status == 200)
    func deleted() throws -> Int {
      let folder = "/proc/\(served.process.pid)/fd"
      return try FileManager.default.contentsOfDirectory(atPath: folder).count {
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
        return target?.contains("export-") == true
      }
    }
    for _ in 0..<30 {
      let connection = try RawConnection(port: visitor.port)
      connection.send(
        "GET \(visitor.place)/api/export?format=ndjson HTTP/1.1\r\nHost: \(visitor.host)\r\n"
          + "Cookie: \(visitor.cookie)\r\n\r\n")
      // It is gone at once, before or while its answer is made.
    }
    let deadline = ContinuousClock.now + .seconds(90)
    while try deleted() > 0, ContinuousClock.now < deadline { usleep(50_000) }
    #expect(try deleted() == 0)
  }

  @Test func `orders that cannot be meant are refused for what they are`() throws {
    let served = try ServedProgram("--replay", Heartcam.samples + "/resting.csv")
    let visitor = try PageVisitor(to: served)
    for camera in ["1", "true", "[]", "{}"] {
      #expect(try visitor.post("/api/live/start", "{\"camera\": \(camera)}").status == 400)
    }
    #expect(try visitor.post("/api/live/start", "{\"camera\": null}").status == 202)
    let short = try Heartcam.run("serve", "--listen", "127.1", "--store", "none")
    #expect(short.ending == .exit(74) && short.errors.contains("is no address"), "\(short)")
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
