import FoundationEssentials
import TestSupport
import Testing

@testable import TestPrograms

/// A store with a sample of every kind, through each format and back.
struct StoreRoundTripTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A line for each kind, with what a format may have no place for.
  private static let file = Repository.path(
    "Tests/Program/ProgramTests/Released/every-kind.ndjson")

  private func listed(_ store: String) throws -> [String: String] {
    let result = try Heartcam.run("store", "list", "--json", "--store", store)
    #expect(result.ending == .exit(0), "\(result)")
    let lines = result.output.split(separator: "\n").map(String.init)
    return Dictionary(uniqueKeysWithValues: lines.map { (String($0.dropFirst(7).prefix(36)), $0) })
  }

  /// Exports all, imports it elsewhere, and returns what is there, what is there otherwise, and what the
  /// export said.
  private func roundTrip(_ name: String) throws -> (
    same: Int, changed: [String], missing: [String], said: [String]
  ) {
    let store = folder.file("from.db")
    let brought = try Heartcam.run("store", "import", "--store", store, Self.file)
    #expect(brought.ending == .exit(0) && brought.errors.contains("saved 7 samples"), "\(brought)")
    let file = folder.file(name)
    let export = try Heartcam.run(
      "store", "export", "--store", store, "-o", file, "--format", format(name))
    #expect(export.ending == .exit(0), "\(export)")
    let back = try Heartcam.run("store", "import", "--store", folder.file("to.db"), file)
    #expect(back.ending == .exit(0) && !back.errors.contains("left out"), "\(back)")
    let (before, after) = (try listed(store), try listed(folder.file("to.db")))
    let made = after.keys.filter { before[$0] == nil }
    // Open mHealth has one identifier for both numbers of a blood pressure.
    #expect(made.count == (name.hasSuffix("omh") ? 2 : 0), "nothing is made up: \(after)")
    #expect(try Heartcam.run("store", "check", "--store", folder.file("to.db")).ending == .exit(0))
    let missing = before.keys.filter { after[$0] == nil }.map { String($0.suffix(1)) }.sorted()
    let changed = before.filter { after[$0.key] != nil && after[$0.key] != $0.value }.keys
      .map { String($0.suffix(1)) }.sorted()
    let said = export.errorLines.dropLast().map { String($0.dropFirst("heartcam: ".count)) }
    return (before.count - missing.count - changed.count, changed, missing, said)
  }

  private func format(_ name: String) -> String {
    ["xml": "apple", "fhir": "fhir", "omh": "omh", "csv": "csv", "ndjson": "ndjson"][
      String(name.split(separator: ".").last ?? "")] ?? ""
  }

  @Test(arguments: ["a.ndjson", "a.csv"])
  func `what holds everything gives everything back`(name: String) throws {
    let result = try roundTrip(name)
    #expect(result.same == 9 && result.missing == [] && result.changed == [] && result.said == [])
  }

  @Test func `Apple's form keeps all but series of beats, and counts these`() throws {
    let result = try roundTrip("a.xml")
    #expect(result.missing == ["9"] && result.changed == [], "\(result)")
    #expect(
      result.said == [
        "1 sample of HKDataTypeIdentifierHeartbeatSeries has no place in the format apple"
      ], "\(result.said)")
  }

  @Test func `FHIR keeps measurements, and counts what else there is`() throws {
    let result = try roundTrip("a.fhir")
    #expect(result.missing == ["4", "8", "9"] && result.changed == ["1"], "\(result)")
    #expect(
      result.said == [
        "1 sample of HKCategoryTypeIdentifierSleepAnalysis has no place in the format fhir",
        "1 sample of HKDataTypeIdentifierHeartbeatSeries has no place in the format fhir",
        "1 sample of HKWorkoutTypeIdentifier has no place in the format fhir",
        "1 sample without metadata: the format fhir has no place for all of it",
        "1 sample without source version: the format fhir has no place for all of it",
      ], "\(result.said)")
  }

  @Test func `Open mHealth keeps what has a schema, and counts what else there is`() throws {
    let result = try roundTrip("a.omh")
    #expect(result.missing == ["4", "6", "7", "8", "9"], "\(result)")
    #expect(result.changed == ["1", "5"], "\(result)")
    #expect(
      result.said == [
        "1 sample of HKCategoryTypeIdentifierSleepAnalysis has no place in the format omh",
        "1 sample of HKDataTypeIdentifierHeartbeatSeries has no place in the format omh",
        "1 sample of HKWorkoutTypeIdentifier has no place in the format omh",
        "1 sample without identifiers of members: the format omh has no place for all of it",
        "1 sample without source version: the format omh has no place for all of it",
      ], "\(result.said)")
  }
}
