import FoundationEssentials
import SampleStore
import TestSupport
import Testing

@testable import TestPrograms

/// A store that another program has open.
struct OpenStoreTests {
  @Test func `a program goes on with a store that is restored beside it`() throws {
    let folder = try TemporaryFolder()
    let (store, backup) = (folder.file("health.db"), folder.file("backup.db"))
    func run(_ words: String...) throws -> ProcessResult {
      try Heartcam.start(["store"] + words + ["--store", store]).result()
    }
    #expect(try run("add", "HeartRate", "60").ending == .exit(0))
    #expect(try run("backup", backup).ending == .exit(0))
    #expect(try run("add", "HeartRate", "70").ending == .exit(0))
    let open = try HealthStore(location: StoreLocation(path: store))
    #expect(try open.count(matching: SampleQuery()) == 2)
    #expect(try run("restore", backup).ending == .exit(0))
    // The same handle reads and saves what is there now.
    #expect(try open.count(matching: SampleQuery()) == 1)
    let source = Source(name: "s", bundleIdentifier: "s")
    try open.save([
      QuantitySample(
        type: .heartRate, quantity: Quantity(99, .countPerMinute), start: Date(), end: Date(),
        source: source)
    ])
    #expect(try Heartcam.storedSamples(in: store).map(\.value).sorted() == [60, 99])
    #expect(try run("check").ending == .exit(0))
  }
}
