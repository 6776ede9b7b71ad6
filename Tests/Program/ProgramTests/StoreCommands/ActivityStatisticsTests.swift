import FoundationEssentials
import TestSupport
import Testing

@testable import TestPrograms

/// Sleep and workouts in `heartcam store stats`.
struct ActivityStatisticsTests {
  private let folder: TemporaryFolder
  private let store: String

  init() throws {
    folder = try TemporaryFolder()
    store = folder.file("h.db")
    let lines = """
      {"kind":"workout","type":"HKWorkoutTypeIdentifier","activity":"HKWorkoutActivityTypeRunning",\
      "start":"2026-01-31T09:00:00Z","end":"2026-01-31T09:30:00Z",\
      "totals":[{"type":"HKQuantityTypeIdentifierDistanceWalkingRunning","value":5,"unit":"km"}]}
      {"kind":"workout","type":"HKWorkoutTypeIdentifier","activity":"HKWorkoutActivityTypeRunning",\
      "start":"2026-02-01T09:00:00Z","end":"2026-02-01T09:20:00Z",\
      "totals":[{"type":"HKQuantityTypeIdentifierDistanceWalkingRunning","value":3,"unit":"km"}]}
      {"kind":"workout","type":"HKWorkoutTypeIdentifier","activity":"HKWorkoutActivityTypeYoga",\
      "start":"2026-02-01T10:00:00Z","end":"2026-02-01T11:00:00Z","totals":[]}
      """
    _ = try Heartcam.run("store", "import", "--store", store, folder.write(lines, to: "a.ndjson"))
    // A night over midnight, as a watch and a phone that overlaps it see it.
    for (value, start, end) in [
      ("AsleepCore", "2026-01-31T22:30:00Z", "2026-02-01T02:00:00Z"),
      ("AsleepDeep", "2026-02-01T02:00:00Z", "2026-02-01T03:30:00Z"),
      ("Awake", "2026-02-01T03:30:00Z", "2026-02-01T03:45:00Z"),
      ("AsleepREM", "2026-02-01T03:45:00Z", "2026-02-01T06:00:00Z"),
    ] {
      _ = try Heartcam.run(
        "store", "add", "SleepAnalysis", value, "--start", start, "--end", end, "--store", store)
    }
  }

  private func rows(_ words: String...) throws -> [String: [String]] {
    let result = try Heartcam.start(["store", "stats", "--store", store] + words).result()
    #expect(result.ending == .exit(0), "\(result)")
    var rows: [String: [String]] = [:]
    for line in result.output.split(separator: "\n") {
      let parts = line.matches(of: /\S+( \S+)*/).map { String($0.output.0) }
      guard parts.count > 3, parts[0] != "FROM" else { continue }
      rows[parts[0] + " " + parts[1]] = Array(parts.dropFirst(2))
    }
    return rows
  }

  @Test func `the hours of each stage and the minutes of each activity are added up`() throws {
    let all = try rows()
    #expect(all["2026-01-31 asleep"] == ["3", "7.25", "h"], "\(all)")
    #expect(all["2026-01-31 deep"] == ["1", "1.5", "h"])
    #expect(all["2026-01-31 awake"] == ["1", "0.25", "h"])
    // Nobody has said that anybody was in bed.
    #expect(all["2026-01-31 in bed"] == nil)
    #expect(
      all["2026-01-31 Running"] == ["2", "25.0", "30.0", "50.0", "min"])
    #expect(all["2026-01-31 Yoga"]?.first == "1")
    #expect(
      all.first { $0.key.contains("Running Distance") }?.value
        == ["2", "4.0", "5.0", "8.0", "km"], "\(all)")
  }

  @Test func `a night belongs to the day on which it ends, and only what is asked for is there`()
    throws
  {
    let days = try rows("--type", "SleepAnalysis", "--by", "day")
    #expect(!days.keys.contains { $0.hasPrefix("2026-01-31") }, "\(days)")
    #expect(days["2026-02-01 core"] == ["1", "3.5", "h"], "\(days)")
    #expect(days["2026-02-01 asleep"] == ["3", "7.25", "h"])
    #expect(!days.keys.contains { $0.contains("Running") })
    let runs = try rows("--type", "Workout", "--by", "month", "--until", "2026-02-01")
    #expect(runs.count == 2 && runs["2026-01-01 Running"]?.first == "1", "\(runs)")
  }
}
