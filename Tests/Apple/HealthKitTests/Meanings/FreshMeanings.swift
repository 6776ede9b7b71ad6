import Foundation
import HealthKit
import SampleStore
import Testing

/// Further statements of Apple's pages and of public reports, tried against the finished package.
@Suite struct FreshMeanings {
  private static let rate = HKQuantityType(.heartRate)
  private static let steps = HKQuantityType(.stepCount)
  private static let bpm = HKUnit(from: "count/min")

  /// hkcategorytypeidentifier/intermenstrualbleeding, mindfulsession - "Use a HKCategoryValue.notApplicable value".
  @Test func `a category without values takes no other`() async throws {
    let types = [HKCategoryType(.mindfulSession), HKCategoryType(.intermenstrualBleeding)]
    let kit = try await KitStore.allowing(types[0], types[1])
    for type in types {
      func sample(_ value: Int) -> HKCategorySample {
        HKCategorySample(type: type, value: value, start: KitStore.start, end: KitStore.start + 60)
      }
      #expect(await code { try await kit.health.save(sample(3)) } == .errorInvalidArgument)
      try await kit.health.save(sample(HKCategoryValue.notApplicable.rawValue))
    }
  }

  /// hkcumulativequantitysample/sumquantity, hkdiscretequantitysample - A sample of one value has it as its sum, or as its
  /// average, least, greatest and most recent one.
  @Test func `a sample of one value has it in every figure`() async throws {
    let kit = try await KitStore.allowing(Self.rate, Self.steps)
    let walked = HKQuantitySample(
      type: Self.steps, quantity: HKQuantity(unit: .count(), doubleValue: 50),
      start: KitStore.start, end: KitStore.start + 60)
    try await kit.health.save([walked, KitStore.heartRate(60, at: 0)])
    let sum = try #require(try await kit.samples(Self.steps).first as? HKCumulativeQuantitySample)
    #expect(sum.sumQuantity == walked.quantity)
    let one = try #require(try await kit.samples().first as? HKDiscreteQuantitySample)
    for figure in [
      one.averageQuantity, one.minimumQuantity, one.maximumQuantity, one.mostRecentQuantity,
    ] {
      #expect(figure == one.quantity)
    }
    #expect(one.mostRecentQuantityDateInterval == DateInterval(start: one.startDate, duration: 0))
  }

  /// hkdeletedobject/metadata - Of a deleted object's metadata the sync identifier and version are kept, and nothing else.
  @Test func `a deleted object keeps its sync identifier alone`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let sample = KitStore.heartRate(
      60, at: 0,
      metadata: [HKMetadataKeySyncIdentifier: "a", HKMetadataKeySyncVersion: 2, "note": "x"])
    try await kit.health.save(sample)
    try await kit.health.delete(sample)
    let deleted = try await HKAnchoredObjectQueryDescriptor<HKSample>(
      predicates: [.sample(type: Self.rate)], anchor: nil
    ).result(for: kit.health).deletedObjects
    let metadata = try #require(deleted.first?.metadata)
    #expect(metadata.count == 2 && metadata[HKMetadataKeySyncIdentifier] as? String == "a")
    #expect(metadata[HKMetadataKeySyncVersion] as? Int == 2)
  }

  /// hksource/default() - The source of the current app, which its samples have.
  @Test func `what an app saves has its own source`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    try await kit.health.save(KitStore.heartRate(60, at: 0))
    try kit.others([(80, 1)])
    let settings = HKHealthStoreSettings(location: kit.location, source: KitStore.program)
    let own = HKHealthStore.$settings.withValue(settings) { HKSource.default() }
    let found = try await kit.samples(Self.rate, HKQuery.predicateForObjects(from: own))
    #expect(found.map(\.sourceRevision.source) == [own])
    #expect(own.bundleIdentifier == KitStore.program.bundleIdentifier)
  }

  /// fam-tung-lam/health_connector#124 - Sharing heartbeat series is an exception there unless `heartRateVariabilitySDNN`
  /// is asked for too. Here it stands alone: Sources/Apple/README.md says why.
  @Test func `heartbeat series are shared alone`() async throws {
    let kit = try await KitStore.allowing(HKSeriesType.heartbeat())
    #expect(kit.health.authorizationStatus(for: HKSeriesType.heartbeat()) == .sharingAuthorized)
  }

  /// hkstatisticscollection/statistics(for:), sources() - The statistics of the interval that holds a date, without a value
  /// if it has no samples; all sources of the samples.
  @Test func `a collection has the statistics of a date, and all sources`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    try await kit.health.save([KitStore.heartRate(60, at: 10), KitStore.heartRate(90, at: 130)])
    try kit.others([(80, 70)])
    let collection = try await HKStatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(type: Self.rate), options: [.discreteMax, .separateBySource],
      anchorDate: KitStore.start, intervalComponents: DateComponents(minute: 1)
    ).result(for: kit.health)
    let second = try #require(collection.statistics(for: KitStore.start + 119))
    #expect(second.startDate == KitStore.start + 60 && second.endDate == KitStore.start + 120)
    #expect(second.maximumQuantity()?.doubleValue(for: Self.bpm) == 80)
    #expect(second.sources?.map(\.bundleIdentifier) == [KitStore.other.bundleIdentifier])
    let before = try #require(collection.statistics(for: KitStore.start - 86_400))
    #expect(before.maximumQuantity() == nil)
    #expect(collection.sources().count == 2)
  }

  /// hkworkoutbuilder/addmetadata(_:completion:) - May be called more than once: new values replace those of their keys, as
  /// `NSMutableDictionary` adds entries.
  @Test func `metadata of a workout are added up`() async throws {
    let kit = try await KitStore.allowing(.workoutType())
    let builder = HKWorkoutBuilder(
      healthStore: kit.health, configuration: HKWorkoutConfiguration(), device: nil)
    try await builder.beginCollection(at: KitStore.start)
    try await builder.addMetadata(["a": 1, "b": "x"])
    try await builder.addMetadata(["a": 2, "c": true])
    #expect(builder.metadata["a"] as? Int == 2 && builder.metadata.count == 3)
    try await builder.endCollection(at: KitStore.start + 60)
    let saved = try #require(try await builder.finishWorkout()?.metadata)
    #expect(saved["a"] as? Int == 2 && saved["b"] as? String == "x")
  }
}
