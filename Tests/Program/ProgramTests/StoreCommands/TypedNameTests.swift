import FoundationEssentials
import TestSupport
import Testing

@testable import TestPrograms

/// Types and identifiers as people type them, in every command.
struct TypedNameTests {
  private let folder: TemporaryFolder
  private let store: String

  init() throws {
    folder = try TemporaryFolder()
    store = folder.file("health.db")
  }

  private func run(_ words: [String]) throws -> ProcessResult {
    try Heartcam.start(words + ["--store", store]).result()
  }

  @Test(arguments: [
    "hr", "heart-rate", "HEARTRATE", "HKQuantityTypeIdentifierHeartRate", "pulse-rate",
  ])
  func `a type has the same names in every command`(name: String) throws {
    for words in [
      ["store", "add", name, "62"], ["store", "list", "--type", name],
      ["store", "stats", "--type", name],
      ["chart", name], ["store", "export", "--type", name],
      ["store", "delete", "--type", name, "--yes"],
    ] {
      let result = try run(words)
      #expect(result.ending == .exit(0), "\(words) \(result)")
    }
  }

  @Test(arguments: [
    ("HartRate", "'HeartRate'"), ("wieght", "'weight'"), ("stepps", "'steps'"), ("slep", "'sleep'"),
    ("glucos", "'glucose'"), ("vitamin", "'DietaryVitaminA'"),
  ])
  func `one function suggests, in every command`(name: String, suggestion: String) throws {
    for words in [
      ["store", "add", name, "62"], ["store", "list", "--type", name], ["chart", name],
      ["store", "authorize", "com.example", "--read", name],
    ] {
      let result = try run(words)
      #expect(result.ending == .exit(64), "\(words) \(result)")
      #expect(result.errors.contains("did you mean \(suggestion)"), "\(words) \(result)")
    }
  }

  @Test func `a word that is near to nothing gets the list's name`() throws {
    let result = try run(["store", "add", "qqqqqqqq", "1"])
    #expect(result.errors.contains("'heartcam store types' lists them"), "\(result)")
  }

  @Test func `the list of types says names, units and how many are stored`() throws {
    _ = try run(["store", "add", "weight", "70 kg"])
    let result = try run(["store", "types"])
    #expect(result.ending == .exit(0) && result.errors.isEmpty, "\(result)")
    let line = try #require(
      result.output.split(separator: "\n").first { $0.hasPrefix("BodyMass ") })
    #expect(
      line.split(whereSeparator: \.isWhitespace) == ["BodyMass", "weight,", "mass", "kg", "1"])
    #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let lines = try run(["store", "types", "--json"]).output
    #expect(
      lines.contains("\"name\":\"BodyMass\"") && lines.contains("\"aliases\":[\"hr\",\"pulse\""))
  }

  @Test func `a sample is found by any beginning of its identifier, in any case`() throws {
    let added = try run(["store", "add", "hr", "62", "--json"]).output
    let id = String(try #require(added.firstMatch(of: /"id":"([0-9A-F-]{36})"/)).1)
    let short = id.prefix(8).lowercased()
    #expect(try run(["store", "list"]).output.hasPrefix(short))
    let spellings: [String] = [
      id, id.lowercased(), id.replacing("-", with: ""), short, String(id.prefix(4)),
      String(id.prefix(13)),
    ]
    for text in spellings {
      let shown = try run(["store", "show", text])
      #expect(shown.ending == .exit(0) && shown.output.contains(id), "\(text) \(shown)")
    }
    for text in ["abc", "xyzw", String(id.suffix(12)) + "0", ""] {
      #expect(try run(["store", "show", text]).ending != .exit(0), "\(text)")
    }
    let plain = try run(["store", "add", "hr", "63"]).output
    #expect(plain.wholeMatch(of: /[0-9a-f]{8}\n/) != nil, "\(plain)")
    #expect(try run(["store", "delete", String(plain.dropLast())]).ending == .exit(0))
    #expect(try run(["store", "undo"]).ending == .exit(0))
    #expect(try run(["store", "delete", short.uppercased()]).ending == .exit(0))
  }

  @Test func `a beginning of several identifiers names none of them`() throws {
    let ids = ["7C9E6679-7425-40DE-944B-E07FC1F90AE7", "7C9E6679-7425-40DE-944B-E07FC1F90AE8"]
    let lines = ids.map {
      "{\"id\":\"\($0)\",\"type\":\"HKQuantityTypeIdentifierHeartRate\",\"start\":\"2026-01-31T09:00:00Z\","
        + "\"end\":\"2026-01-31T09:00:00Z\",\"value\":62,\"unit\":\"count/min\",\"source\":\"Strap\"}\n"
    }
    let file = try folder.write(lines.joined(), to: "two.ndjson")
    let imported = try run(["store", "import", file])
    #expect(imported.ending == .exit(0), "\(imported)")
    let result = try run(["store", "show", "7c9e6679"])
    #expect(result.ending == .exit(1) && result.errors.contains("give more digits"), "\(result)")
    #expect(try run(["store", "show", ids[1].lowercased()]).ending == .exit(0))
  }
}
