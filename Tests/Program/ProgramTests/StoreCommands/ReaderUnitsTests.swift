import FoundationEssentials
import TestSupport
import Testing

@testable import TestPrograms

/// Units as the reader likes them, wherever a person reads; programs read the same everywhere.
@Suite struct ReaderUnitsTests {
  private static let time = ["--start", "2026-01-31T08:00:00Z"]

  private let folder: TemporaryFolder
  private let store: String

  /// A store with a weight, a height, a temperature, a way and a glucose.
  init() throws {
    folder = try TemporaryFolder()
    store = folder.file("health.db")
    for value in [
      ["weight", "70 kg"], ["height", "175 cm"], ["temperature", "37 °C"],
      ["distance", "5 km"], ["glucose", "99 mg/dL"], ["hr", "62"],
    ] {
      let added = try run(["store", "add"] + value + Self.time)
      #expect(added.ending == .exit(0), "\(added)")
    }
  }

  private func run(_ words: [String], _ locale: String = "C.UTF-8") throws -> ProcessResult {
    try Heartcam.start(
      words + ["--store", store],
      environment: ["LC_ALL": locale, "XDG_CONFIG_HOME": folder.file("config")]
    ).result()
  }

  @Test(arguments: [
    ("C.UTF-8", ["70.0 kg", "175.0 cm", "37.0 °C", "5.0 km", "99.0 mg/dL", "62.0 bpm"]),
    ("en_US.UTF-8", ["154.32 lb", "5 ft 8.9 in", "98.6 °F", "3.11 mi", "99.0 mg/dL", "62.0 bpm"]),
    ("en_GB.UTF-8", ["70.0 kg", "175.0 cm", "37.0 °C", "3.11 mi", "5.5 mmol/L", "62.0 bpm"]),
    ("de_DE.UTF-8@euro", ["70.0 kg", "175.0 cm", "37.0 °C", "5.0 km", "99.0 mg/dL", "62.0 bpm"]),
  ])
  func `a list has the units of the locale`(locale: String, values: [String]) throws {
    let list = try run(["store", "list"], locale).output
    for value in values { #expect(list.contains(" \(value)  "), "\(value) in \(list)") }
    let page = try run(["store", "show"], locale).output
    #expect(!page.isEmpty)
  }

  @Test func `statistics, charts and reports have them too`() throws {
    func reads(_ words: [String], _ unit: String) throws {
      let result = try run(words, "en_US.UTF-8")
      #expect(result.ending == .exit(0) && result.output.contains(unit), "\(result)")
    }
    try reads(["store", "stats", "--type", "weight"], " 154.32   154.32   154.32  154.32  lb")
    try reads(["store", "types"], "weight, mass          lb ")
    try reads(["chart", "weight"], "lb")
    let report = folder.file("report.html")
    _ = try run(["report", "--day", "--date", "2026-01-31", "-o", report], "en_US.UTF-8")
    let text = try String(contentsOfFile: report, encoding: .utf8)
    #expect(text.contains("154.3 lb") && text.contains("5 ft 8.9 in"), "\(text.suffix(2000))")
  }

  @Test func `lines for programs are the same in every locale`() throws {
    for words in [
      ["store", "list", "--json"], ["store", "stats", "--json"], ["store", "types", "--json"],
      ["store", "export", "--format", "csv"],
      ["chart", "weight", "--data", "-"], ["chart", "distance", "--data", "-"],
    ] {
      let (own, us) = (try run(words), try run(words, "en_US.UTF-8"))
      #expect(own.ending == .exit(0) && own.output == us.output, "\(words): \(us)")
    }
  }

  @Test func `the configuration and the command line come before the locale`() throws {
    let environment = ["XDG_CONFIG_HOME": folder.file("config")]
    func set(_ units: String) throws -> ProcessResult {
      try Heartcam.run("config", "set", "units", units, environment: environment)
    }
    #expect(try set("us, weight=kg").ending == .exit(0))
    let list = try run(["store", "list"]).output
    #expect(list.contains(" 70.0 kg ") && list.contains(" 98.6 °F "), "\(list)")
    #expect(try run(["store", "list", "--units", "metric"]).output.contains(" 37.0 °C "))
    for (units, reason) in [
      ("imperial", "must be one of metric, uk, us"), ("weight=°F", "°F is no unit of weight"),
      ("sleep=h", "sleep has no unit"), ("wight=kg", "did you mean 'weight'?"),
      ("weight=stone-age", "must be a unit"),
    ] {
      let refused = try set(units)
      #expect(refused.ending == .exit(64) && refused.errors.contains(reason), "\(refused)")
    }
  }

  @Test func `a number without a unit is meant in the unit that is shown`() throws {
    func added(_ words: String..., locale: String) throws -> Double {
      let result = try run(["store", "add", "--json", "--yes"] + words, locale)
      let sample = try JSONDecoder().decode(StoredSample.self, from: Data(result.output.utf8))
      return sample.value
    }
    #expect(try added("weight", "150", locale: "en_US.UTF-8") == 150)
    #expect(try run(["store", "list"]).output.contains(" 68.04 kg "))
    #expect(try added("glucose", "5.5", locale: "en_GB.UTF-8") == 5.5)
    #expect(try run(["store", "list"]).output.contains(" 99.09 mg/dL "))
    // What no body has in that unit, and everybody in the type's own, is meant so.
    #expect(try added("height", "1.75", locale: "de_DE.UTF-8") == 1.75)
    #expect(try run(["store", "list"]).output.contains(" 175.0 cm "))
  }
}
