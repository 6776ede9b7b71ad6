import FoundationEssentials
import Glibc
import SampleStore
import Testing

struct MaintenanceTests {
  let place: TemporaryStore

  init() throws {
    place = try TemporaryStore()
  }

  @Test func `a backup is the store at one moment, its owner's alone`() throws {
    let store = try place.open()
    var generator = SampleGenerator(seed: 8)
    let samples = try generator.samples(200)
    try store.save(samples)
    let copy = try StoreLocation(path: place.folder + "/backups/copy.db")
    try store.backUp(to: copy)
    try store.save([reading()])
    var status = stat()
    #expect(stat(copy.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let restored = try HealthStore(location: copy)
    #expect(restored.warnings == [])
    #expect(try Set(restored.samples(matching: SampleQuery())) == Set(samples))
    #expect(try restored.problems() == [])
    let error = #expect(throws: StoreError.self) { try store.backUp(to: copy) }
    #expect(error?.detail == "there is such a file already")
  }

  @Test func `a store that is only read can be backed up`() throws {
    try place.open().save([reading()])
    let copy = try StoreLocation(path: place.folder + "/copy.db")
    try place.open(.readOnly).backUp(to: copy)
    #expect(try HealthStore(location: copy).count(matching: SampleQuery()) == 1)
  }

  @Test(arguments: [
    ("UPDATE sample_type SET longest = 1", "samples longer than their type's longest: 1"),
    ("UPDATE sample SET value = NULL", "samples without their value or unit: 1"),
    (
      "UPDATE sample_type SET aggregation = NULL",
      "quantity types without a unit or an aggregation: 1"
    ),
    ("DELETE FROM store", "a store without an identity: 1"),
  ])
  func `what breaks a rule of the schema is found`(_ damage: String, _ sentence: String) throws {
    let store = try place.open()
    try store.save([reading(from: 0, to: 10)])
    #expect(try store.problems() == [])
    try RawDatabase(place.path).run(damage)
    #expect(try store.problems() == [sentence])
  }

  @Test func `only the owner may purge, back up and rank sources`() throws {
    _ = try place.open()
    let store = try HealthStore(
      location: StoreLocation(path: place.path),
      client: .application(Source(name: "a", bundleIdentifier: "a")))
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
