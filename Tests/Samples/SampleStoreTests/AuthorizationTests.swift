import TestSamples
import FoundationEssentials
import SampleStore
import TestSupport
import Testing

@Suite(.everyEngine)
struct AuthorizationTests {
  static let types: [QuantityType] = [.heartRate, .stepCount, .bodyMass]

  let place: TemporaryStore

  init() throws {
    place = try TemporaryStore()
  }

  private func source(_ bundle: String) -> Source { Source(name: bundle, bundleIdentifier: bundle) }

  private func store(of bundle: String) throws -> HealthStore {
    try place.open(for: source(bundle))
  }

  private func sample(_ type: QuantityType, by bundle: String) throws -> QuantitySample {
    try QuantitySample(
      type: type, quantity: Quantity(1, type.canonicalUnit), start: moment(0), end: moment(0),
      source: source(bundle))
  }

  @Test func `a permission is asked for once a type and the answer holds`() throws {
    let store = try store(of: "a")
    let heart = SampleType.quantity(.heartRate)
    let steps = SampleType.quantity(.stepCount)
    #expect(try store.authorization(for: heart) == Authorization())
    var asked: [AuthorizationRequest] = []
    let first = try store.requestAuthorization(toShare: [heart], read: [heart, steps]) {
      asked.append($0)
      return AuthorizationRequest(sharing: [heart], reading: [steps])
    }
    #expect(first)
    #expect(asked == [AuthorizationRequest(sharing: [heart], reading: [heart, steps])])
    #expect(
      try store.authorization(for: heart)
        == Authorization(sharing: .authorized, reading: .denied))
    let again = try store.requestAuthorization(toShare: [heart], read: [heart, steps]) { _ in
      Issue.record("asked twice")
      return AuthorizationRequest()
    }
    #expect(!again)
    let further = try store.requestAuthorization(toShare: [heart, steps], read: []) {
      #expect($0 == AuthorizationRequest(sharing: [steps]))
      return AuthorizationRequest()
    }
    #expect(further)
    #expect(
      try store.authorization(for: steps) == Authorization(sharing: .denied, reading: .authorized))
  }

  @Test func `an error of saving distinguishes not asked from refused`() throws {
    let store = try store(of: "a")
    let before = #expect(throws: StoreError.self) {
      try store.save([try sample(.heartRate, by: "a")])
    }
    #expect(before?.reason == .authorizationNotDetermined)
    try place.open().authorize("a", Authorization(sharing: .denied), for: [.quantity(.heartRate)])
    let refused = #expect(throws: StoreError.self) {
      try store.save([try sample(.heartRate, by: "a")])
    }
    #expect(refused?.reason == .authorizationDenied)
    let foreign = #expect(throws: StoreError.self) {
      try store.save([try sample(.heartRate, by: "b")])
    }
    #expect(foreign?.reason == .authorizationDenied)
  }

  @Test func `a correlation has the permissions of its members`() throws {
    let store = try store(of: "a")
    let pressure = SampleType.correlation(.bloodPressure)
    #expect(throws: StoreError.self) {
      try store.requestAuthorization(toShare: [pressure], read: []) { $0 }
    }
    let members: Set<SampleType> = [
      .quantity(.bloodPressureSystolic), .quantity(.bloodPressureDiastolic),
    ]
    let owner = try place.open()
    let correlation = try Correlation(
      type: .bloodPressure,
      members: [
        .quantity(sample(.bloodPressureSystolic, by: "a")),
        .quantity(sample(.bloodPressureDiastolic, by: "a")),
      ], start: moment(0), end: moment(0), source: source("a"))
    #expect(throws: StoreError.self) { try store.save([.correlation(correlation)]) }
    try owner.authorize("a", Authorization(sharing: .authorized), for: members)
    try store.save([.correlation(correlation)])
    let other = try self.store(of: "b")
    #expect(try other.count(matching: SampleQuery()) == 0)
    try owner.authorize(
      "b", Authorization(reading: .authorized), for: [.quantity(.bloodPressureSystolic)])
    #expect(try other.count(matching: SampleQuery()) == 1)
    try owner.authorize("b", Authorization(reading: .authorized), for: members)
    #expect(
      try other.allSamples(matching: SampleQuery(of: [pressure])) == [.correlation(correlation)])
  }

  /// The rules in memory: what was decided for whom, and what is there.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `reading, saving and deleting keep to the rules under random decisions`(_ seed: UInt64)
    throws
  {
    var generator = SampleGenerator(seed: seed)
    let bundles = ["a", "b", "c"]
    let owner = try place.open()
    let stores = try Dictionary(uniqueKeysWithValues: bundles.map { ($0, try store(of: $0)) })
    var decided: [String: [QuantityType: Authorization]] = [:]
    var samples: [QuantitySample] = []
    for _ in 0..<150 {
      let bundle = bundles.randomElement(using: &generator)!
      let type = Self.types.randomElement(using: &generator)!
      let store = stores[bundle]!
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        let authorization = Authorization(
          sharing: Authorization.Status.allCases.randomElement(using: &generator)!,
          reading: Authorization.Status.allCases.randomElement(using: &generator)!)
        try owner.authorize(bundle, authorization, for: [.quantity(type)])
        decided[bundle, default: [:]][type] = authorization
      case 1:
        let sample = try sample(type, by: bundle)
        do {
          try store.save([sample])
          #expect(decided[bundle]?[type]?.sharing == .authorized)
          samples.append(sample)
        } catch {
          #expect(decided[bundle]?[type]?.sharing != .authorized)
        }
      case 2:
        guard let sample = samples.randomElement(using: &generator) else { continue }
        do {
          #expect(try store.delete([sample.id]) == 1)
          #expect(sample.source.bundleIdentifier == bundle)
          samples.removeAll { $0.id == sample.id }
        } catch {
          #expect(error.reason == .authorizationDenied)
          #expect(sample.source.bundleIdentifier != bundle)
        }
      default:
        let visible = samples.filter { sample in
          sample.source.bundleIdentifier == bundle
            || decided[bundle]?[sample.type]?.reading == .authorized
        }
        #expect(
          try Set(store.samples(matching: SampleQuery()).map(\.id)) == Set(visible.map(\.id)))
        #expect(try store.count(matching: SampleQuery()) == visible.count)
        #expect(try owner.count(matching: SampleQuery()) == samples.count)
      }
    }
  }

  @Test func `a program may not change permissions`() throws {
    let store = try store(of: "a")
    let error = #expect(throws: StoreError.self) {
      try store.authorize("a", Authorization(sharing: .authorized), for: [.workout])
    }
    #expect(error?.reason == .authorizationDenied)
  }
}
