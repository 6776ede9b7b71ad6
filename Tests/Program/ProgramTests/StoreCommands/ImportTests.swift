import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// What an import takes, leaves out, says and keeps of a file.
struct ImportTests {
  private let folder: TemporaryFolder
  private var store: String { folder.file("health.db") }

  init() throws { folder = try TemporaryFolder() }

  @discardableResult
  private func run(_ words: String...) throws -> ProcessResult {
    try Heartcam.start(["store"] + words + ["--store", store]).result()
  }

  private func record(
    _ type: String, _ unit: String, _ value: String, created: String = "2026-01-31 09:00:05 +0000"
  ) -> String {
    """
    <Record type="HKQuantityTypeIdentifier\(type)" sourceName="S" unit="\(unit)" \
    creationDate="\(created)" startDate="2026-01-31 09:00:00 +0000" \
    endDate="2026-01-31 09:00:00 +0000" value="\(value)"/>\n
    """
  }

  private func values(_ type: String) throws -> [String] {
    let result = try run("list", "--json", "--type", type)
    return result.output.split(separator: "\n").compactMap { line in
      line.split(separator: "\"value\":").last?.split(separator: ",").first.map(String.init)
    }
  }

  @Test(arguments: ["-9223372036854775808", "0", "4", "7", "9223372036854774784"])
  func `a document may hold any number`(status: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      """
      {"kind":"record","type":"HKMedicationDoseEventTypeIdentifierMedicationDoseEvent",\
      "start":"2026-02-01T00:00:00Z","record":{"status":\(status),"schedule_type":1,\
      "concept":"c","unit":"count"}}

      """, to: "dose.ndjson")
    let store = folder.file("health.db")
    #expect(try Heartcam.run("store", "import", file, "--store", store).ending == .exit(0))
    let list = try Heartcam.run("store", "list", "--store", store)
    #expect(list.ending == .exit(0), "\(list)")
    #expect(list.output.contains(status == "4" ? "taken" : "unknown"), "\(list)")
  }

  @Test func `glucose in moles is read, also from our own export`() throws {
    let file = try folder.write(
      "<HealthData>\n"
        + record("BloodGlucose", "mmol&lt;180.1558800000541&gt;/L", "5.5")
        + record("BloodGlucose", "mmol/L", "6.5") + "</HealthData>", to: "a.xml")
    #expect(try run("import", "--json", file).output.contains("\"saved\":2"))
    #expect(try run("export", "-o", folder.file("b.xml")).ending == .exit(0))
    let other = folder.file("other.db")
    let again = try Heartcam.run(
      "store", "import", "--json", folder.file("b.xml"), "--store", other)
    #expect(again.output.contains("\"saved\":2"), "\(again)")
    let stats = try Heartcam.run(
      "store", "stats", "--json", "--type", "BloodGlucose", "--unit", "mmol/L", "--store", other)
    #expect(stats.output.contains("\"average\":6.0"), "\(stats)")
    #expect(try run("add", "BloodGlucose", "5.5", "--unit", "mmol/L").ending == .exit(0))
    // A number that is usual in another unit than the one that is taken without any.
    for (type, number, unit) in [
      ("BloodGlucose", "5.5", "mmol/L"), ("BodyTemperature", "98.6", "degF"),
      ("Height", "70", "cm or 70 in"),
    ] {
      let asked = try run("add", type, number)
      #expect(
        asked.ending == .exit(64) && asked.errors.contains("write \(number) \(unit)"), "\(asked)")
      guard !unit.contains("or") else { continue }
      #expect(try run("add", type, "\(number) \(unit)").ending == .exit(0))
    }
    #expect(try run("add", "BloodGlucose", "99").ending == .exit(0))
    // In centimeters a height is shown, too.
    #expect(try run("add", "Height", "180").ending == .exit(0))
  }

  @Test func `what is left out is named by type, unit and line, and kept`() throws {
    let file = try folder.write(
      "<HealthData>\n" + record("HeartRate", "count/min", "60") + record("BodyMass", "foo", "70")
        + record("BodyMass", "foo", "71") + record("Height", "kg", "1") + "</HealthData>",
      to: "a.xml"
    )
    let result = try run("import", file, "--rejects", folder.file("rejects.ndjson"))
    #expect(result.ending == .exit(0))
    #expect(
      result.errors.contains("unreadable unit, left out: 2 of BodyMass in foo, first on line 3"),
      "\(result)")
    #expect(
      result.errors.contains("unreadable unit, left out: 1 of Height in kg, first on line 5"),
      "\(result)")
    #expect(result.errors.contains("such as: <Record type="))
    let rejects = try folder.text(of: "rejects.ndjson").split(separator: "\n")
    #expect(rejects.count == 3)
    #expect(rejects[1].contains("\"line\":4") && rejects[1].contains("value=\\\"71\\\""))
    var status = stat()
    #expect(stat(folder.file("rejects.ndjson"), &status) == 0 && status.st_mode & 0o777 == 0o600)
    let json = try run("import", "--json", file)
    #expect(
      json.output.contains(
        "{\"defect\":\"unreadable_unit\",\"left_out\":true,\"type\":\"HKQuantityTypeIdentifierBodyMass\","
          + "\"unit\":\"foo\",\"count\":2,\"first_line\":3,\"example\":\"<Record "), "\(json)")
    // The rejects never take the place of an input or of the store.
    for name in ["a.xml", "health.db"] {
      #expect(try run("import", file, "--rejects", folder.file(name)).ending == .exit(64))
    }
    #expect(try run("list").output.contains("60.0"))
  }

  @Test func `the creation date survives every format without loss, and Apple's`() throws {
    let created = "2020-02-29 01:02:03 +0000"
    let file = try folder.write(
      "<HealthData>" + record("HeartRate", "count/min", "60", created: created) + "</HealthData>",
      to: "a.xml")
    #expect(try run("import", file).ending == .exit(0))
    for name in ["b.ndjson", "c.csv", "d.xml"] {
      #expect(try run("export", "-o", folder.file(name)).ending == .exit(0))
      let other = folder.file("\(name).db")
      #expect(
        try Heartcam.run("store", "import", folder.file(name), "--store", other).ending == .exit(0))
      let again = try Heartcam.run(
        "store", "export", "--format", "apple", "--store", other)
      #expect(again.output.contains("creationDate=\"\(created)\""), "\(name): \(again)")
    }
  }

  @Test func `without a unit a number is in the customary one, which is said once`() throws {
    let csv = try folder.write(
      """
      type,start,value
      HeartRate,2026-01-31T09:00:00Z,63
      HeartRate,2026-01-31T09:01:00Z,64
      RespiratoryRate,2026-01-31T09:00:00Z,14
      OxygenSaturation,2026-01-31T09:00:00Z,97
      """, to: "a.csv")
    let result = try run("import", csv)
    #expect(result.errors.contains("assumed unit: 2 of HeartRate, read in count/min"), "\(result)")
    let line = """
      {"type":"HeartRate","start":"2026-01-31T09:02:00Z","value":65}
      {"type":"OxygenSaturation","start":"2026-01-31T09:02:00Z","value":96,"unit":"%"}
      """
    try run("import", folder.write(line, to: "a.ndjson"))
    #expect(try run("add", "OxygenSaturation", "98").ending == .exit(0))
    #expect(try run("add", "OxygenSaturation", "99", "--unit", "%").ending == .exit(0))
    #expect(try values("HeartRate") == ["63.0", "64.0", "65.0"])
    #expect(try values("RespiratoryRate") == ["14.0"])
    #expect(try values("OxygenSaturation") == ["97.0", "96.0", "98.0", "99.0"])
    let table = try run("export", "--format", "csv", "--type", "OxygenSaturation").output
    #expect(table.contains(",97,%,"), "\(table)")
    // What is listed is read back as it was.
    let listed = try folder.write(run("list", "--json").output, to: "listed.ndjson")
    let other = folder.file("other.db")
    _ = try Heartcam.run("store", "import", listed, "--store", other)
    let shares = try Heartcam.run(
      "store", "stats", "--json", "--type", "OxygenSaturation", "--store", other)
    #expect(shares.output.contains("\"minimum\":96.0,\"maximum\":99.0"), "\(shares)")
  }

  @Test(arguments: [
    ("HeartRate", "-5", "10 to 350 count/min"), ("HeartRate", "0", "10 to 350"),
    ("HeartRate", "1e308", "10 to 350"), ("Height", "400", "0.2 to 3 m"),
    ("StepCount", "-10", "0 to 1000000 count"), ("BloodPressure", "80/120", "upper"),
    ("OxygenSaturation", "970", "20 to 100 %"), ("BodyTemperature", "98.6", "10 to 50 degC"),
  ])
  func `values that no body can have are refused with what can be`(
    _ type: String, _ value: String, _ range: String
  ) throws {
    let result = try run("add", type, value)
    #expect(result.ending == .exit(64) && result.errors.contains(range), "\(result)")
    #expect(try run("add", type, "--yes", value).ending == .exit(64))
    guard !value.contains("/") else { return }
    let file = try folder.write(
      "type,start,value\n\(type),2026-01-31T09:00:00Z,\(value)\n", to: "a.csv")
    let counted = try run("import", "--json", file)
    #expect(counted.output.contains("\"impossible_value\":1"), "\(counted)")
    #expect(try run("list").output == "")
  }

  @Test func `unlikely values are taken with a warning, and counted`() throws {
    let result = try run("add", "HeartRate", "230")
    #expect(result.ending == .exit(0), "\(result)")
    #expect(result.errors.contains("230 is unusual: most people have 25 to 220 count/min"))
    #expect(try run("add", "HeartRate", "230", "--yes").errors == "")
    #expect(try run("add", "HeartRate", "1.5", "--unit", "Hz").errors == "")
    #expect(try run("add", "HeartRate", "90", "--unit", "bpm").errors == "")
    let late = try run("add", "HeartRate", "90", "--start", "2400-01-31")
    #expect(late.ending == .exit(0) && late.errors.contains("in the future"), "\(late)")
    let wrong = try run("add", "HeartRate", "90", "--unit", "m")
    #expect(wrong.ending == .exit(64))
    #expect(wrong.errors.contains("does not fit HKQuantityTypeIdentifierHeartRate; use count/min"))
    let file = try folder.write(
      "type,start,value\nHeartRate,2026-01-31T09:00:00Z,230\n", to: "a.csv")
    let counted = try run("import", "--json", file).output
    #expect(counted.contains("\"unlikely_value\":1") && counted.contains("\"saved\":1"))
  }

  @Test(arguments: [
    ("2026-03-08", "2026-03-08T08:00:00.000Z", "2026-03-09T07:00:00.000Z"),
    ("2026-03", "2026-03-01T08:00:00.000Z", "2026-04-01T07:00:00.000Z"),
    ("2026", "2026-01-01T08:00:00.000Z", "2027-01-01T08:00:00.000Z"),
  ])
  func `a date of FHIR without a time is a local day, month or year`(
    _ date: String, _ start: String, _ end: String
  ) throws {
    let file = try folder.write(
      """
      {"resourceType":"Observation","status":"final","effectiveDateTime":"\(date)",
       "code":{"coding":[{"system":"http://loinc.org","code":"8867-4"}]},
       "valueQuantity":{"value":44,"system":"http://unitsofmeasure.org","code":"/min"}}
      """, to: "a.fhir.json")
    let zone = ["TZ": "America/Los_Angeles"]
    _ = try Heartcam.run("store", "import", file, "--store", store, environment: zone)
    let list = try Heartcam.run("store", "list", "--json", "--store", store, environment: zone)
    #expect(list.output.contains("\"start\":\"\(start)\",\"end\":\"\(end)\""), "\(list)")
  }

  /// Small files that take much memory: each within a limit of the process.
  @Test(arguments: ["commas", "ones", "lines", "members", "metadata", "bundle"])
  func `no file takes more than 300 MB`(kind: String) throws {
    let count = 3_000_000
    let text =
      switch kind {
      case "commas": "type,start,value\n" + String(repeating: ",", count: 5 * count)
      case "ones":
        "{\"type\":\"HeartRate\",\"x\":[" + String(repeating: "1,", count: 2 * count) + "1]}"
      case "lines": String(repeating: "[", count: 40_000_000)
      case "members":
        "<HealthData><Correlation type=\"HKCorrelationTypeIdentifierFood\" sourceName=\"a\" "
          + "startDate=\"2026-01-31 09:00:00 +0000\" endDate=\"2026-01-31 09:00:00 +0000\">"
          + String(
            repeating: record("DietaryWater", "mL", "1"), count: 100_000)
          + "</Correlation></HealthData>"
      case "metadata":
        "<HealthData><Record type=\"HKQuantityTypeIdentifierHeartRate\" unit=\"count/min\" value=\"60\" "
          + "startDate=\"2026-01-31 09:00:00 +0000\" endDate=\"2026-01-31 09:00:00 +0000\">"
          + (0..<300_000).map { "<MetadataEntry key=\"\($0)\" value=\"\(kind)\"/>" }.joined()
          + "</Record></HealthData>"
      default:
        "{\"resourceType\":\"Bundle\",\"entry\":["
          + String(repeating: "{\"resource\":{\"a\":1}},", count: 500_000) + "{}]}"
      }
    let file = try folder.write(text, to: "a.\(kind)")
    #expect(try Heartcam.sh("gzip -f '\(file)'").ending == .exit(0))
    let process = try Heartcam.start(["store", "import", file + ".gz", "--store", store])
    var peak = 0
    while process.isRunning {
      peak = max(peak, process.peakKilobytes)
      usleep(1000)
    }
    let result = process.result()
    #expect([.exit(0), .exit(1), .exit(2)].contains(result.ending), "\(result)")
    #expect(peak > 0 && peak < 300_000, "\(kind): \(peak) KB")
  }

  @Test func `names cannot command a terminal`() throws {
    let evil = "a\\u001b[31mb\\u009b31mc\\nd"
    let line = """
      {"type":"HeartRate","start":"2026-01-31T09:00:00Z","value":65,"unit":"count/min",\
      "source":"\(evil)","device":"\(evil)","metadata":{"\(evil)":"\(evil)"}}
      """
    try run("import", folder.write(line, to: "a.ndjson"))
    let id = try run("list", "--json").output.split(separator: "\"id\":\"").last?.prefix(36) ?? ""
    for words in [
      ["list"], ["list", "--json"], ["show", String(id)], ["sources"], ["sources", "--json"],
      ["export", "--format", "bids", "-o", "a\u{1B}b"],
    ] {
      let result = try Heartcam.start(["store"] + words + ["--store", store]).result()
      let shown = result.output + result.errors
      #expect(!shown.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x9B }, "\(words)")
    }
    #expect(try run("list").output.split(separator: "\n").count == 1)
  }

  @Test func `a log that an import leaves is emptied`() throws {
    let file = try folder.write(
      "type,start,value\nHeartRate,2026-01-31T09:00:00Z,65\n", to: "a.csv")
    try run("import", file)
    var status = stat()
    #expect(stat(store + "-wal", &status) != 0 || status.st_size == 0)
  }

  @Test func `a sample whose identifier could not be printed is not saved`() throws {
    let result = try Heartcam.sh(
      "\"$heartcam\" store add HeartRate 62 --store '\(store)' > /dev/full")
    #expect(result.ending == .exit(74))
    #expect(try run("list").output == "")
  }

  @Test func `a source is preferred by its name, and an unknown one changes nothing`() throws {
    let lines = ["watch", "phone"].map {
      """
      {"type":"StepCount","start":"2026-01-31T09:00:00Z","end":"2026-01-31T10:00:00Z","value":5,\
      "unit":"count","source":{"name":"My \($0)","bundle_identifier":"org.example.\($0)"}}\n
      """
    }
    try run("import", folder.write(lines.joined(), to: "a.ndjson"))
    func order() throws -> [String] {
      try run("sources", "--type", "StepCount", "--json").output.split(separator: "\n").map {
        String($0.prefix(45))
      }
    }
    #expect(try run("sources", "--type", "StepCount", "--prefer", "My phone").ending == .exit(0))
    #expect(try order()[0].contains("phone"))
    #expect(try run("sources", "--type", "StepCount", "--prefer", "Nobody").ending == .exit(64))
    #expect(try order()[0].contains("phone"))
  }

  @Test func `the store none is no file`() throws {
    let result = try Heartcam.sh(
      "cd '\(folder.path)' && \"$heartcam\" store add HeartRate 62 --store none")
    #expect(result.ending == .exit(64))
    #expect(try folder.names() == [])
  }

  @Test func `what measure prints as a table is read back`() throws {
    let csv = try Heartcam.run(
      "measure", "--csv", "--store", "none", Heartcam.samples + "/resting.csv")
    let file = try folder.write(csv.output, to: "measured.csv")
    let result = try run("import", "--json", file)
    let readings = csv.output.split(separator: "\n").dropFirst().count
    #expect(result.output.contains("\"saved\":\(readings),"), "\(result)")
    #expect(try run("import", "--json", file).output.contains("\"saved\":0,\"known\":\(readings)"))
    #expect(try run("list", "--json").output.contains("\"HeartcamQuality\":"))
  }

  @Test func `any table is read if its columns are named`() throws {
    let file = try folder.write(
      "Datum, Puls ,Note\n2026-07-01 09:00,61,a\n2026-07-02 10:30:15,62,\n", to: "diary.csv")
    let result = try Heartcam.run(
      "store", "import", file, "--map", "date=datum,value=Puls,type=HeartRate,source=Diary",
      "--store", store, environment: ["TZ": "Europe/Berlin"])
    #expect(result.ending == .exit(0) && result.errors.contains("saved 2 samples"), "\(result)")
    let list = try run("list", "--json").output
    #expect(list.contains("\"start\":\"2026-07-01T07:00:00.000Z\"") && list.contains("Diary"))
    #expect(try run("import", file, "--map", "date=x,value=Puls,type=HeartRate").ending == .exit(2))
    #expect(try run("import", file, "--map", "value=Puls").ending == .exit(64))
  }

  @Test func `dates may be local, and so long ago`() throws {
    let zone = ["TZ": "America/Los_Angeles"]
    for time in ["2026-03-08T01:30", "2026-03-08 03:30:00"] {
      _ = try Heartcam.run(
        "store", "add", "HeartRate", "62", "--start", time, "--store", store, environment: zone)
    }
    _ = try run("add", "HeartRate", "63")
    func count(_ words: String...) throws -> Int {
      try Heartcam.start(["store", "list", "--store", store] + words, environment: zone).result()
        .output.split(separator: "\n").count
    }
    #expect(try run("list", "--json").output.contains("\"start\":\"2026-03-08T09:30:00.000Z\""))
    #expect(try run("list", "--json").output.contains("\"start\":\"2026-03-08T10:30:00.000Z\""))
    // Two o'clock is left out that night.
    #expect(try count("--since", "2026-03-08T02:00", "--until", "2026-03-09") == 1)
    #expect(try count("--since", "2026-03-08T04:00", "--until", "2026-03-09") == 0)
    #expect(try count("--since", "-7d") == 1)
    #expect(try count("--since", "today") == 1 && count("--until", "-12h") == 2)
  }

  @Test func `a short identifier shows and deletes`() throws {
    try run("add", "HeartRate", "62")
    try run("add", "HeartRate", "63")
    let short = try #require(run("list").output.split(separator: " ").first.map(String.init))
    #expect(short.count == 8)
    #expect(try run("show", short).output.contains("62.0"))
    #expect(try run("delete", short).errors.contains("deleted 1 sample"))
    #expect(try run("show", short).ending == .exit(1))
    #expect(try run("list").output.contains("63.0"))
  }

  /// `HEARTCAM_YEAR` says how many records; 3,000,000 are a year of somebody who wears a watch.
  @Test func `a year of a person's data is imported with nothing left out`() throws {
    let count =
      ProcessInfo.processInfo.environment["HEARTCAM_YEAR"].flatMap { Int($0) } ?? 20_000
    let kinds: [(type: String, unit: String, values: [String])] = [
      ("HeartRate", "count/min", ["58", "64.5", "121"]), ("StepCount", "count", ["12", "230"]),
      ("ActiveEnergyBurned", "kcal", ["0.12", "3.4"]), ("BasalEnergyBurned", "kcal", ["17.3"]),
      ("DistanceWalkingRunning", "km", ["0.01", "0.2"]), ("DistanceCycling", "mi", ["0.3"]),
      ("OxygenSaturation", "%", ["0.97", "1"]), ("RespiratoryRate", "count/min", ["14.5"]),
      ("HeartRateVariabilitySDNN", "ms", ["43.1"]), ("RestingHeartRate", "count/min", ["55"]),
      ("WalkingHeartRateAverage", "count/min", ["95"]), ("BodyMass", "lb", ["160.5"]),
      ("Height", "ft", ["5.9"]), ("BodyTemperature", "degF", ["98.6"]),
      ("VO2Max", "mL/min·kg", ["41.2"]),
      ("BloodGlucose", "mmol&lt;180.1558800000541&gt;/L", ["5.4"]),
      ("BodyFatPercentage", "%", ["0.21"]),
      ("EnvironmentalAudioExposure", "dBASPL", ["61.4"]),
      ("HeadphoneAudioExposure", "dBASPL", ["70"]),
      ("AppleStandTime", "min", ["5"]), ("AppleExerciseTime", "min", ["1"]),
      ("FlightsClimbed", "count", ["2"]),
      ("WalkingSpeed", "km/hr", ["4.9"]), ("WalkingStepLength", "cm", ["74"]),
      ("WalkingDoubleSupportPercentage", "%", ["0.28"]), ("WalkingAsymmetryPercentage", "%", ["0"]),
      ("SixMinuteWalkTestDistance", "m", ["500"]), ("StairAscentSpeed", "ft/s", ["1.1"]),
      ("AppleSleepingWristTemperature", "degC", ["35.9"]), ("RunningPower", "W", ["240"]),
      ("DietaryWater", "mL", ["250"]), ("DietaryCaffeine", "mg", ["80"]),
      ("PhysicalEffort", "kcal/hr·kg", ["1.7"]),
      ("TimeInDaylight", "min", ["30"]), ("BodyMassIndex", "count", ["23.4"]),
      ("WaistCircumference", "in", ["34"]),
    ]
    let sources = ["Ada's Apple Watch", "Ada&#8217;s iPhone", "Withings", "Oura"]
    let path = folder.file("export.xml")

    let file = try #require(fopen(path, "w"))
    fputs("<?xml version=\"1.0\"?>\n<HealthData locale=\"en_US\">\n", file)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    for index in 0..<count {
      let kind = kinds[index % 3 == 0 ? 0 : index % kinds.count]
      let second = index * (365 * 86_400 / count)
      let (day, time) = (second / 86_400, second % 86_400)
      let date =
        "2025-\(two(1 + day / 31 % 12))-\(two(1 + day % 28)) \(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60)) +0100"
      fputs(
        "<Record type=\"HKQuantityTypeIdentifier\(kind.type)\" sourceName=\"\(sources[index % 4])\" sourceVersion=\"11.\(index % 7)\" "
          + "device=\"&lt;&lt;HKDevice: 0x\(index)&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch&gt;\" "
          + "unit=\"\(kind.unit)\" creationDate=\"\(date)\" startDate=\"\(date)\" endDate=\"\(date)\" "
          + "value=\"\(kind.values[index % kind.values.count])\"><MetadataEntry key=\"n\" value=\"\(index)\"/></Record>\n",
        file)
    }
    fputs("</HealthData>\n", file)
    fclose(file)
    let result = try Heartcam.start(["store", "import", "--json", path, "--store", store])
      .result(within: .seconds(1200))
    #expect(result.ending == .exit(0))
    #expect(result.output.contains("\"defects\":{},\"details\":[],\"error\":null"), "\(result)")
    let parts = result.output.split(separator: ",").filter {
      $0.contains("saved") || $0.contains("known")
    }
    let numbers = parts.compactMap { Int($0.filter(\.isNumber)) }
    #expect(numbers.reduce(0, +) == count && numbers[0] > count * 9 / 10, "\(result)")
  }

  @Test func `a sample of years is left out and counted`() throws {
    let file = try folder.write(
      """
      type,start,end,value
      StepCount,1026-01-31T09:00:00Z,2026-01-31T09:00:00Z,100
      StepCount,2026-01-31T09:00:00Z,2026-01-31T10:00:00Z,100
      """, to: "a.csv")
    #expect(try run("import", "--json", file).output.contains("\"too_long\":1"))
    let long = try run(
      "add", "StepCount", "5", "--start", "1900-01-01", "--end", "2000-01-01")
    #expect(long.ending == .exit(64) && long.errors.contains("further apart"))
    let stats = try run("stats", "--by", "hour", "--type", "StepCount", "--json").output
    #expect(stats.split(separator: "\n").count == 1)
  }

  @Test func `an export counts what its format has no place for`() throws {
    let line = """
      {"type":"HeartRate","start":"2026-01-31T09:00:00.5Z","value":65,"unit":"count/min",\
      "source":{"name":"S","bundle_identifier":"s","version":"2","product_type":"Watch7,1"},\
      "device":{"name":"Watch","model":"7"},"metadata":{"k":5},"created":"2026-01-31T09:00:07Z"}
      """
    try run("import", folder.write(line, to: "a.ndjson"))
    let lost = [
      "fhir": ["metadata", "source version", "device", "creation date"],
      "omh": ["metadata", "source version", "device", "creation date"],
      "apple": ["metadata", "source version", "fractions of a second"], "csv": [], "ndjson": [],
    ]
    for (format, parts) in lost {
      let result = try run("export", "--format", format)
      #expect(result.errorLines.count == parts.count, "\(format): \(result)")
      for part in parts { #expect(result.errors.contains("1 sample without \(part)"), "\(format)") }
    }
  }
}
