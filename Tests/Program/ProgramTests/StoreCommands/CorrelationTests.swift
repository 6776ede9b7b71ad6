import FoundationEssentials
import TestSupport
import Testing

@testable import TestPrograms

/// Blood pressures and other correlations, as they come in by files and go out again.
struct CorrelationTests {
  private let folder: TemporaryFolder
  private var store: String { folder.file("health.db") }
  private let systolic = "00000000-0000-4000-8000-000000000001"
  private let diastolic = "00000000-0000-4000-8000-000000000002"

  init() throws { folder = try TemporaryFolder() }

  @discardableResult
  private func run(_ words: String...) throws -> ProcessResult {
    try Heartcam.start(["store"] + words + ["--store", store]).result()
  }

  private func lines(_ words: String...) throws -> [String] {
    let result = try Heartcam.start(["store", "list", "--json"] + words + ["--store", store])
      .result()
    #expect(result.ending == .exit(0), "\(result)")
    return result.output.split(separator: "\n").map(String.init)
  }

  private func isSound() throws -> Bool { try run("check").ending == .exit(0) }

  private func member(
    _ id: String, _ type: String, _ value: Double, source: String = "Cuff"
  ) -> String {
    """
    {"type":"HKQuantityTypeIdentifier\(type)","id":"\(id)","start":"2026-01-31T09:00:00Z",\
    "value":\(value),"unit":"mmHg","source":"\(source)"}
    """
  }

  private func pressure(
    _ id: String, _ members: [String], source: String = "Cuff",
    type: String = "HKCorrelationTypeIdentifierBloodPressure"
  ) -> String {
    """
    {"kind":"correlation","type":"\(type)","id":"\(id)","start":"2026-01-31T09:00:00Z",\
    "source":"\(source)","members":[\(members.joined(separator: ","))]}
    """
  }

  private var members: [String] {
    [
      member(systolic, "BloodPressureSystolic", 120),
      member(diastolic, "BloodPressureDiastolic", 80),
    ]
  }

  private func importing(_ lines: [String], _ name: String = "a.ndjson") throws -> ProcessResult {
    try run("import", "--json", folder.write(lines.map { $0 + "\n" }.joined(), to: name))
  }

  @Test(arguments: [false, true])
  func `two correlations that share their members are both there`(isOneFile: Bool) throws {
    let both = ["A", "B"].map { pressure("0000000\($0)-0000-4000-8000-000000000000", members) }
    if isOneFile {
      #expect(try importing(both).output.contains("\"saved\":2"))
    } else {
      for line in both { #expect(try importing([line]).output.contains("\"saved\":1")) }
    }
    #expect(try lines().count == 4)
    #expect(try run("export").ending == .exit(0))
    #expect(try isSound())
    // The members are there until the last correlation that has them is deleted.
    try run("delete", "0000000A-0000-4000-8000-000000000000")
    #expect(try lines().count == 3)
    try run("delete", "0000000B-0000-4000-8000-000000000000")
    #expect(try lines() == [])
    #expect(try isSound())
  }

  @Test func `an Apple export whose correlation has a new creation date is read`() throws {
    func export(_ created: String) -> String {
      let record = { (type: String, value: Int) in
        """
        <Record type="HKQuantityTypeIdentifier\(type)" sourceName="Cuff" unit="mmHg" \
        creationDate="2026-01-31 09:00:00 +0000" startDate="2026-01-31 09:00:00 +0000" \
        endDate="2026-01-31 09:00:00 +0000" value="\(value)"/>
        """
      }
      let both = record("BloodPressureSystolic", 120) + record("BloodPressureDiastolic", 80)
      return """
        <HealthData>\(both)<Correlation type="HKCorrelationTypeIdentifierBloodPressure" \
        sourceName="Cuff" creationDate="\(created)" startDate="2026-01-31 09:00:00 +0000" \
        endDate="2026-01-31 09:00:00 +0000">\(both)</Correlation></HealthData>
        """
    }
    for second in ["01", "02"] {
      let file = try folder.write(export("2026-01-31 09:00:\(second) +0000"), to: "export.xml")
      #expect(try run("import", file).ending == .exit(0))
      #expect(try run("list").ending == .exit(0))
      #expect(try isSound())
    }
    #expect(try lines("--type", "BloodPressureSystolic").count == 1)
  }

  @Test func `a correlation with a member that is not its own is counted and nothing else is lost`()
    throws
  {
    let stored = member(systolic, "BloodPressureSystolic", 111, source: "Phone")
    _ = try importing([stored])
    let other = "org.example.pair"
    let bad = [
      // Another source's sample, another value of the same source, itself, and one of them twice.
      pressure("00000000-0000-4000-8000-00000000000A", members),
      pressure(
        "00000000-0000-4000-8000-00000000000B",
        [member(systolic, "BloodPressureSystolic", 120, source: "Phone")], source: "Phone",
        type: other),
      pressure(
        "00000000-0000-4000-8000-00000000000C",
        [member("00000000-0000-4000-8000-00000000000C", "BloodPressureSystolic", 60)],
        type: other),
      pressure("00000000-0000-4000-8000-00000000000D", [members[1], members[1]], type: other),
      pressure(
        "00000000-0000-4000-8000-00000000000E",
        [member(diastolic, "BloodPressureDiastolic", 80, source: "Phone")], type: other),
      pressure(
        "00000000-0000-4000-8000-00000000000F",
        [pressure("00000000-0000-4000-8000-000000000010", members)], type: other),
    ]
    let good = member("00000000-0000-4000-8000-000000000011", "BloodPressureDiastolic", 70)
    let result = try importing(bad + [good], "bad.ndjson")
    #expect(result.ending == .exit(0), "\(result)")
    #expect(result.output.contains("\"saved\":1,"), "\(result)")
    #expect(result.output.contains("\"invalid_sample\":3,\"refused\":3"), "\(result)")
    let found = try lines()
    #expect(found.count == 2 && found.contains { $0.contains("111") }, "\(found)")
    #expect(try isSound())
  }

  @Test func `a sample that was there before its correlation stays when that is deleted`() throws {
    _ = try importing([members[0]])
    let id = "00000000-0000-4000-8000-00000000000A"
    #expect(try importing([pressure(id, members)], "b.ndjson").output.contains("\"saved\":1"))
    #expect(try lines().count == 3)
    try run("delete", id)
    let left = try lines()
    #expect(left.count == 1 && left[0].contains(systolic))
  }

  @Test func `two imports of the same correlations at once lose and double nothing`() throws {
    let all = (0..<300).map { index in
      let tail = String(repeating: "0", count: 9) + "\(100 + index)"
      return pressure(
        "AAAAAAAA-0000-4000-8000-\(tail)",
        [
          member("BBBBBBBB-0000-4000-8000-\(tail)", "BloodPressureSystolic", 120),
          member("CCCCCCCC-0000-4000-8000-\(tail)", "BloodPressureDiastolic", 80),
        ])
    }
    let alone = (0..<300).map { index in
      member(
        "BBBBBBBB-0000-4000-8000-000000000\(100 + index)", "BloodPressureSystolic", 120)
    }
    let files = try [
      folder.write(all.joined(separator: "\n"), to: "a.ndjson"),
      folder.write((alone + all).joined(separator: "\n"), to: "b.ndjson"),
      folder.write((all.reversed() + alone).joined(separator: "\n"), to: "c.ndjson"),
    ]
    let processes = try files.map {
      try Heartcam.start(["store", "import", $0, "--store", store])
    }
    for process in processes {
      let result = process.result()
      #expect(result.ending == .exit(0), "\(result)")
    }
    #expect(try lines().count == 900)
    #expect(try isSound())
  }

  @Test func `with a member goes the pressure, and the other number stays`() throws {
    try run("add", "BloodPressure", "120/80")
    try run("delete", "--type", "BloodPressureSystolic", "--yes")
    let left = try lines()
    #expect(left.count == 1 && left[0].contains("BloodPressureDiastolic"))
    #expect(try run("export").ending == .exit(0))
    #expect(try isSound())
  }

  @Test func `a type that is kept otherwise is counted and the rest of the file saved`() throws {
    let mood = """
      {"kind":"category","type":"org.example.mood","start":"2026-01-31T09:00:00Z","value":1}
      """
    let number = """
      {"kind":"quantity","type":"org.example.mood","start":"2026-01-31T09:00:00Z","value":1,"unit":"kg"}
      """
    let good = member(systolic, "BloodPressureSystolic", 120)
    let result = try importing([mood, number, good])
    #expect(result.ending == .exit(0), "\(result)")
    #expect(result.output.contains("\"saved\":2"), "\(result)")
    #expect(result.output.contains("\"refused\":1"), "\(result)")
  }
}
