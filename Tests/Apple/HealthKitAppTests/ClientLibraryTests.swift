import CoreLocation
import Foundation
import HealthKit
import SampleStore
import Testing

/// Libraries that other programs build on do the same here as on a phone.
@Suite struct ClientLibraryTests {
  private static let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

  private static let quantityTypes = QuantityType.allKnown.map {
    HKQuantityType(HKQuantityTypeIdentifier(rawValue: $0.identifier))
  }

  private static let categoryTypes = CategoryType.allKnown.map {
    HKCategoryType(HKCategoryTypeIdentifier(rawValue: $0.identifier))
  }

  /// A sample of each quantity type, and of each value of each category.
  private func samples(unitOf unit: (HKQuantityType) -> HKUnit?) throws -> [HKSample] {
    var samples: [HKSample] = []
    for (index, type) in Self.quantityTypes.enumerated() {
      let unit = try #require(unit(type), "\(type.identifier)")
      samples.append(
        HKQuantitySample(
          type: type, quantity: HKQuantity(unit: unit, doubleValue: 2),
          start: Self.start + Double(index), end: Self.start + Double(index),
          metadata: type == HKQuantityType(.insulinDelivery)
            ? [HKMetadataKeyInsulinDeliveryReason: HKInsulinDeliveryReason.bolus.rawValue] : nil))
    }
    for (type, known) in zip(Self.categoryTypes, CategoryType.allKnown) {
      for value in known.values?.cases ?? [] {
        samples.append(
          HKCategorySample(
            type: type, value: value.value, start: Self.start, end: Self.start + 60,
            metadata: type == HKCategoryType(.menstrualFlow)
              ? [HKMetadataKeyMenstrualCycleStart: true] : nil))
      }
    }
    return samples
  }

  @Test func `a reporting library reports every type, and its reports make the samples again`()
    async throws
  {
    let (phone, server) = (try AppStore(), try AppStore())
    #expect(Self.quantityTypes.count >= 120 && Self.categoryTypes.count >= 69)
    var types: [HKSampleType] = Self.quantityTypes + Self.categoryTypes
    let pressure = HKObjectType.correlationType(forIdentifier: .bloodPressure)!
    try await phone.run {
      let store = HKHealthStore()
      try phone.grantAll()
      let share: Set<HKSampleType> = [
        .workoutType(), .electrocardiogramType(), HKSeriesType.workoutRoute(),
      ]
      try await store.requestAuthorization(toShare: share, read: share)
      let units = try await store.preferredUnits(for: Set(Self.quantityTypes))
      try await store.save(samples { units[$0] })
      let bp = [
        (HKQuantityTypeIdentifier.bloodPressureSystolic, 120.0), (.bloodPressureDiastolic, 80),
      ].map { identifier, value in
        HKQuantitySample(
          type: HKQuantityType(identifier),
          quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: value),
          start: Self.start + 500, end: Self.start + 500)
      }
      try await store.save(
        HKCorrelation(
          type: pressure, start: Self.start + 500, end: Self.start + 500, objects: Set(bp)))
    }
    types.append(pressure)
    let reports = try await phone.run {
      try await HealthReporter(store: HKHealthStore()).reports(of: types)
    }
    let data = try JSONEncoder().encode(reports)
    let received = try JSONDecoder().decode([HealthReporter.Report].self, from: data)
    #expect(received == reports && Set(reports.map(\.identifier)).count == types.count)
    // The members of the pressure are in it.
    let own = received.filter { report in
      !(report.start == (Self.start + 500).timeIntervalSince1970
        && report.identifier.hasPrefix("HKQuantityTypeIdentifierBloodPressure"))
    }
    let again = try await server.run {
      let store = HKHealthStore()
      try server.grantAll()
      let reporter = HealthReporter(store: store)
      try await store.save(own.map(reporter.sample(of:)))
      return try await reporter.reports(of: types)
    }
    func content(_ reports: [HealthReporter.Report]) -> [String] {
      reports.map { "\($0.identifier) \($0.start) \($0.end) \(plain($0.kind)) \($0.metadata)" }
        .sorted()
    }
    func plain(_ kind: HealthReporter.Report.Kind) -> String {
      if case .correlation(let parts) = kind { return parts.map { "\($0.kind)" }.joined() }
      return "\(kind)"
    }
    #expect(content(again) == content(reports))
  }

  @Test func `a reporting library reports an electrocardiogram, a route and the person`()
    async throws
  {
    let app = try AppStore()
    var profile = PersonProfile()
    profile[.dateOfBirth] = "1990-01-31"
    profile[.biologicalSex] = "HKBiologicalSexFemale"
    try app.owner.setProfile(profile)
    try await app.run {
      let store = HKHealthStore()
      let share: Set<HKSampleType> = [
        .workoutType(), .electrocardiogramType(), HKSeriesType.workoutRoute(),
      ]
      let person = [
        HKCharacteristicTypeIdentifier.dateOfBirth, .biologicalSex, .bloodType,
        .fitzpatrickSkinType, .wheelchairUse,
      ].compactMap(HKObjectType.characteristicType(forIdentifier:))
      let read = Set(share.map { $0 as HKObjectType } + person)
      try await store.requestAuthorization(toShare: share, read: read)
      let workout = HKWorkout(activityType: .walking, start: Self.start, end: Self.start + 60)
      try await store.save(workout)
      let builder = HKWorkoutRouteBuilder(healthStore: store, device: nil)
      try await builder.insertRouteData([
        CLLocation(
          coordinate: CLLocationCoordinate2D(latitude: 52.5, longitude: 13.4), altitude: 34,
          horizontalAccuracy: 4, verticalAccuracy: 2, timestamp: Self.start + 1)
      ])
      try await builder.finishRoute(with: workout, metadata: nil)
      try await store.save(
        try HKElectrocardiogram(
          classification: .atrialFibrillation,
          samplingFrequency: HKQuantity(unit: .hertz(), doubleValue: 512),
          voltages: [HKQuantity(unit: .volt(), doubleValue: 0.000150141)], start: Self.start))
      let reporter = HealthReporter(store: store)
      let reports = try await reporter.reports(
        of: [.electrocardiogramType(), HKSeriesType.workoutRoute(), .workoutType()])
      #expect(reports.count == 3)
      for report in reports {
        switch report.kind {
        case .electrocardiogram(let classification, _, let frequency, let volts):
          #expect(classification == 2 && frequency == 512 && volts.count == 1)
          #expect(abs(volts[0] - 0.000150141) < 1e-12)
        case .route(let places): #expect(places.map(\.latitude) == [52.5])
        case .workout(let activity, let duration, _, _): #expect(activity == 52 && duration == 60)
        default: Issue.record("\(report.identifier)")
        }
      }
      let known = try reporter.characteristics()
      #expect(known["birthday"] == "1990-1-31" && known["sex"] == "female")
      #expect(known["blood"] == "notSet")
    }
  }

  @Test func `a FHIR mapper maps every type to an observation`() async throws {
    let app = try AppStore()
    try await app.run {
      let store = HKHealthStore()
      let types: [HKSampleType] = Self.quantityTypes + Self.categoryTypes
      try app.grantAll()
      let units = try await store.preferredUnits(for: Set(Self.quantityTypes))
      let saved = try samples { units[$0] }
      try await store.save(saved)
      var mapped: Set<String> = []
      for type in types {
        for sample in try await HKSampleQueryDescriptor(
          predicates: [.sample(type: type)], sortDescriptors: [SortDescriptor(\.startDate)]
        ).result(for: store) {
          let observation = try ObservationMapper().observation(of: sample)
          #expect(JSONSerialization.isValidJSONObject(observation), "\(type.identifier)")
          mapped.insert(type.identifier)
        }
      }
      #expect(mapped == Set(types.map(\.identifier)))
    }
  }
}
