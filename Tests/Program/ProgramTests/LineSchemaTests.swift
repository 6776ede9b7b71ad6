import FoundationEssentials
import TestSupport
import Testing

@testable import TestPrograms

/// The lines of `--json` against `docs/store-lines.schema.json` and `docs/measure-lines.schema.json`.
struct LineSchemaTests {
  private let folder: TemporaryFolder
  private var store: String { folder.file("health.db") }
  private let definitions: [JSONValue]

  init() throws {
    folder = try TemporaryFolder()
    definitions = try ["store", "measure"].map { name in
      let text = try Repository.text("docs/\(name)-lines.schema.json")
      return try #require(JSONValue.value(of: Array(text.utf8))["definitions"])
    }
  }

  /// What of a value is not as the schema says, with its place; the part of JSON Schema that ours uses.
  static func faults(_ value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
    let kind =
      switch value {
      case .null: "null"
      case .bool: "boolean"
      case .number: "number"
      case .string: "string"
      case .array: "array"
      case .members: "object"
      }
    let type = schema["type"]
    let names = type?.string.map { [$0] } ?? type?.elements.compactMap(\.string) ?? []
    guard names.contains(kind) else { return ["\(place) is of the kind \(kind)"] }
    switch value {
    case .members(let members):
      let keys = Set(members.map(\.key))
      let required = (schema["required"]?.elements ?? []).compactMap(\.string)
      let properties = schema["properties"]
      let isClosed = schema["additionalProperties"]?.bool == false
      return required.filter { !keys.contains($0) }.map { "\(place).\($0) is missing" }
        + members.flatMap { member -> [String] in
          guard let property = properties?[member.key] else {
            return isClosed ? ["\(place).\(member.key) is unknown"] : []
          }
          return faults(member.value, property, at: "\(place).\(member.key)")
        }
    case .array(let elements):
      guard let items = schema["items"] else { return [] }
      return elements.flatMap { faults($0, items, at: "\(place)[]") }
    default: return []
    }
  }

  private func check(_ text: String, _ definition: String) throws {
    let schema = try #require(definitions.lazy.compactMap { $0[definition] }.first)
    let lines = text.split(separator: "\n")
    #expect(!lines.isEmpty, "\(definition)")
    for line in lines {
      let value = try JSONValue.value(of: Array(line.utf8))
      #expect(Self.faults(value, schema, at: definition) == [], "\(line)")
    }
  }

  @Test func `every line of a measurement, a session and the configuration is as the schema says`()
    throws
  {
    let signal = Heartcam.samples + "/resting.csv"
    try check(Heartcam.run("measure", "--json", "--store", "none", signal).output, "measure")
    try check(
      Heartcam.run("measure", "--json", "--store", "none", folder.file("none.mp4")).output,
      "measure_error")
    try check(Heartcam.run("config", "--json", "--all").output, "config")
    let live = try Heartcam.run(
      "live", "--replay", signal, "--speed", "100000", "--json", "--save", "--store", store)
    var kinds: Set<String> = []
    for line in live.output.split(separator: "\n") {
      let type = try #require(JSONValue.value(of: Array(line.utf8))["type"]?.string)
      kinds.insert(type)
      try check(String(line), "live_\(type)")
    }
    #expect(
      kinds == ["source", "advice", "rate", "beat", "pulse", "reading", "session", "saved"],
      "\(live)")
    let cameras = try Heartcam.run("camera", "list", "--json").output
    if !cameras.isEmpty { try check(cameras, "cameras") }
  }

  @Test func `every line is as the schema says`() throws {
    func run(_ words: String...) throws -> String {
      try Heartcam.start(["store"] + words + ["--store", store]).result().output
    }
    let kinds = """
      {"kind":"workout","type":"HKWorkoutTypeIdentifier","activity":"HKWorkoutActivityTypeRunning",\
      "start":"2026-01-31T09:00:00Z","end":"2026-01-31T09:30:00Z",\
      "totals":[{"type":"HKQuantityTypeIdentifierActiveEnergyBurned","value":9,"unit":"kcal"}]}
      {"kind":"heartbeat_series","type":"HKDataTypeIdentifierHeartbeatSeries",\
      "start":"2026-01-31T09:00:00Z","beats_s":[0,0.8]}
      {"type":"HeartRate","start":"2026-01-31T09:00:00Z","value":-1}
      {"type":"HeartRate","start":"x","value":1}
      not JSON
      """
    let file = try folder.write(kinds, to: "a.ndjson")
    try check(run("import", "--json", file, "--rejects", folder.file("rejects")), "import")
    try check(run("import", "--json", folder.file("missing")), "import")
    try check(folder.text(of: "rejects"), "rejects")
    try check(run("add", "--json", "SleepAnalysis", "AsleepCore"), "list")
    try check(run("add", "--json", "BloodPressure", "120/80"), "list")
    try check(run("add", "--json", "StepCount", "80", "--metadata", "a=b"), "list")
    try check(run("list", "--json"), "list")
    #expect(try run("list", "--json").split(separator: "\n").count == 7)
    try check(run("show", "--json"), "show")
    try check(run("stats", "--json"), "stats")
    #expect(try run("stats", "--json").contains("\"part\":\"Running\""))
    try check(run("stats", "--json", "--by", "day"), "stats")
    try check(run("sources", "--json"), "sources")
    try check(run("check", "--json"), "check")
    _ = try run("authorize", "org.example.watch", "--share", "StepCount")
    try check(run("authorize", "--json"), "authorize")
  }
}
