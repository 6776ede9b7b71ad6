import TestDatabases
import FoundationEssentials
import TestSupport
import Testing

@testable import TestPrograms

/// Rows that make no sample: they are named and left out, and `check --repair` mends the store.
struct RepairTests {
  private let folder: TemporaryFolder
  private var store: String { folder.file("health.db") }

  init() throws {
    folder = try TemporaryFolder()
    for value in ["61", "62"] {
      _ = try run("add", "HeartRate", value, "--start", "2026-01-31T09:00:00Z")
    }
    _ = try run("add", "BloodPressure", "120/80", "--start", "2026-01-31T09:00:00Z")
  }

  @discardableResult
  private func run(_ words: String...) throws -> ProcessResult {
    try Heartcam.start(["store"] + words + ["--store", store]).result()
  }

  private func damage(_ sql: String) throws {
    let database = try RawDatabase(store)
    try database.run("PRAGMA ignore_check_constraints = 1; PRAGMA foreign_keys = 0")
    try database.run(sql)
  }

  @Test(arguments: [
    "DELETE FROM correlation_member WHERE member = (SELECT max(id) FROM sample)",
    "DELETE FROM sample WHERE id = (SELECT max(id) FROM sample)",
    "UPDATE sample SET end_time = start_time - 5 WHERE id = 1",
    "UPDATE sample SET start_time = 9e999 WHERE id = 1",
    "UPDATE sample SET given_value = NULL, value = NULL WHERE id = 1",
    "UPDATE sample SET unit = 77 WHERE id = 1",
    "UPDATE sample SET source = 77 WHERE id = 1",
    "UPDATE metadata SET kind = 9 WHERE sample = 1",
    "UPDATE sample_type SET aggregation = NULL WHERE id = 1",
    "UPDATE store SET uuid = x'00'",
    "INSERT INTO correlation_member VALUES (3, 3, 1)",
    "UPDATE sample_type SET longest = -1",
    "UPDATE sample SET value = 5 WHERE id = 1",
  ])
  func `a row that makes no sample hides no other, is found and mended`(sql: String) throws {
    #expect(try run("check").ending == .exit(0))
    try damage(sql)
    let check = try run("check")
    #expect(check.ending == .exit(74), "\(sql): \(check)")
    for words in [
      ["list"], ["list", "--limit", "9"], ["export"], ["stats"], ["stats", "--by", "day"], ["show"],
    ] {
      let result = try Heartcam.start(["store"] + words + ["--store", store]).result()
      #expect([.exit(0), .exit(74)].contains(result.ending), "\(sql): \(result)")
      if words[0] == "list" {
        // The second heart rate is sound in every case but that of its type.
        #expect(result.output.contains("62.0") || sql.contains("aggregation"), "\(sql): \(result)")
      }
      if result.ending == .exit(74) {
        #expect(result.errors.contains(/cannot be read|is damaged/), "\(sql): \(result)")
      }
    }
    let repair = try run("check", "--repair")
    #expect(repair.ending == .exit(0), "\(sql): \(repair)")
    #expect(repair.errors.contains("copied the store"), "\(sql): \(repair)")
    #expect(try run("check").ending == .exit(0))
    let list = try run("list")
    #expect(list.ending == .exit(0) && list.output.contains("62.0"), "\(sql): \(list)")
    #expect(try folder.names().contains { $0.contains("before-repair") })
    #expect(try run("add", "HeartRate", "63").ending == .exit(0))
  }
}
