import TestSamples
import FoundationEssentials
import SampleStore
import TestSupport
import Testing

@Suite(.everyEngine)
struct MaintenanceTests {
  let place: TemporaryStore

  init() throws {
    place = try TemporaryStore()
  }

  @Test func `only the owner may purge, back up and rank sources`() throws {
    _ = try place.open()
    let store = try place.open(for: Source(name: "a", bundleIdentifier: "a"))
    let copy = try StoreLocation(path: place.folder + "/copy.db")
    let attempts: [() throws -> Void] = [
      { try store.purgeTombstones(deletedBefore: moment(0)) }, { try store.backUp(to: copy) },
      { try store.setSourcePriority(["a"], for: .workout) },
    ]
    for attempt in attempts {
      let error = #expect(throws: StoreError.self) { try attempt() }
      #expect(error?.reason == .authorizationDenied)
    }
  }
}
