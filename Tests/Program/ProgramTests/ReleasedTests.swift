import Foundation
import TestSupport
import Testing

@testable import TestPrograms

/// What each version that was handed out has written, read by this one. `Released/make` keeps it.
struct ReleasedTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let place = Repository.path("Tests/Program/ProgramTests/Released")
  static let versions =
    (try? FileManager.default.contentsOfDirectory(atPath: place))?
    .filter { $0.contains(".") && $0.first?.isNumber == true }.sorted() ?? []

  private func kept(_ version: String, _ name: String) throws -> String {
    try String(contentsOf: URL(filePath: "\(Self.place)/\(version)/\(name)"), encoding: .utf8)
  }

  @Test func `there is something of a version`() {
    #expect(!Self.versions.isEmpty)
  }

  @Test(arguments: versions)
  func `a store is read, checked, continued and what was deleted in it comes back`(
    version: String
  ) throws {
    let store = try folder.copy("\(Self.place)/\(version)/health.db", to: "health.db")
    // A clone's files may be read by others; a store's may not, and the program would say so.
    chmod(store, 0o600)
    // What was deleted lies beside the store.
    try FileManager.default.copyItem(
      atPath: "\(Self.place)/\(version)/health.db.deleted", toPath: store + ".deleted")
    let listed = try Heartcam.run("store", "list", "--json", "--store", store)
    #expect(listed.ending == .exit(0) && listed.errors.isEmpty, "\(listed)")
    #expect(try listed.output == kept(version, "samples.ndjson"))
    #expect(try Heartcam.run("store", "check", "--store", store).ending == .exit(0))
    // What was measured and imported then is not saved a second time.
    let again = try Heartcam.run(
      "store", "import", "--store", store, Self.place + "/every-kind.ndjson")
    #expect(again.ending == .exit(0) && again.errors.contains("saved 0 samples"), "\(again)")
    let undone = try Heartcam.run("store", "undo", "--store", store)
    #expect(undone.ending == .exit(0), "\(undone)")
    let more = try Heartcam.run("store", "list", "--json", "--store", store)
    #expect(
      more.output.split(separator: "\n").count == listed.output.split(separator: "\n").count + 1)
  }

  @Test(arguments: versions)
  func `fields of results keep their names, kinds and places`(version: String) throws {
    let signal = Heartcam.samples + "/resting.csv"
    let words = ["measure", signal, "--start", "2026-01-31T12:00:00Z", "--store", "none"]
    let csv = try Heartcam.start(words + ["--csv"]).result().output
    let header = try kept(version, "measure.csv").prefix { $0 != "\n" }
    #expect(csv.hasPrefix(header), "columns are added at the end")
    let json = try Heartcam.start(words + ["--json"]).result().output
    let (then, now) = (try objects(kept(version, "measure.json")), try objects(json))
    #expect(then.count == now.count)
    for (old, new) in zip(then, now) {
      #expect(Set(old.keys).isSubset(of: Set(new.keys)))
      for (key, value) in old {
        #expect(type(of: value) == type(of: new[key] ?? 0), "\(key)")
      }
    }
  }

  private func objects(_ lines: String) throws -> [[String: Any]] {
    try lines.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }
}
