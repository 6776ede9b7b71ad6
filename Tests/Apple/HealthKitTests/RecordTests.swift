import CoreLocation
import Foundation
import HealthKit
import SampleStore
import Synchronization
import Testing

@Suite struct RecordTests {
  private static let start = KitStore.start

  private static func recordType(_ identifier: String) throws -> HKSampleType {
    try #require(HKObjectType.recordType(forIdentifier: identifier), "\(identifier)")
  }

  private static let gad7 = "HKScoredAssessmentTypeIdentifierGAD7"

  /// One of every kind of records, in the order of their starts.
  private func everyKind() throws -> [HKSample] {
    func quantity(_ value: Double, _ unit: String) -> HKQuantity {
      HKQuantity(unit: HKUnit(from: unit), doubleValue: value)
    }
    let documents: [(String, [String: Any])] = [
      (
        HKDataTypeIdentifierStateOfMind,
        ["kind": 2, "valence": 0.5, "labels": [7, 35], "associations": [17]]
      ),
      (
        HKVisionPrescriptionTypeIdentifier,
        [
          "kind": 1, "expires_since_2001_s": Self.start.timeIntervalSinceReferenceDate + 1000,
          "right": ["sphere": ["value": -2.25, "unit": "D"]],
        ]
      ),
      (
        "HKDataTypeIdentifierAudiogram",
        ["points": [["frequency_hz": 1000, "tests": [["side": 1, "dBHL": 15]]]]]
      ),
      (Self.gad7, ["answers": [1, 0, 3, 0, 1, 0, 0]]),
      ("HKScoredAssessmentTypeIdentifierPHQ9", ["answers": [2, 2, 2, 2, 2, 2, 2, 2, 4]]),
      (
        "HKMedicationDoseEventTypeIdentifierMedicationDoseEvent",
        ["status": 4, "schedule_type": 1, "concept": "aspirin", "quantity": 2, "unit": "count"]
      ),
      (
        HKClinicalTypeIdentifier.labResultRecord.rawValue,
        [
          "display_name": "Glucose", "resource_type": "Observation", "identifier": "lab-1",
          "fhir_version": "4.0.1", "source_url": "https://fhir.example/r4",
          "resource": #"{"resourceType":"Observation","id":"lab-1"}"#,
        ]
      ),
    ]
    let records = try documents.enumerated().map { index, document in
      let (type, date) = (try Self.recordType(document.0), Self.start + Double(index + 1))
      return switch type {
      case is HKClinicalType:
        try HKClinicalRecord(type: type, fields: document.1, start: date, end: date)
      case is HKPrescriptionType:
        try HKVisionPrescription(type: type, fields: document.1, start: date, end: date)
      default: try HKRecord(type: type, fields: document.1, start: date, end: date)
      }
    }
    return [
      try HKElectrocardiogram(
        classification: .sinusRhythm, symptomsStatus: .none,
        averageHeartRate: quantity(64, "count/min"), samplingFrequency: quantity(512, "Hz"),
        voltages: [150.141, -3.5, 0].map { quantity($0, "mcV") }, start: Self.start,
        metadata: ["algorithm": 2])
    ] + records
  }

  private func store(for samples: [HKSample]) async throws -> KitStore {
    let kit = try KitStore()
    let types = Set(samples.map(\.sampleType))
    try await kit.health.requestAuthorization(toShare: types, read: types)
    try await kit.health.save(samples)
    return kit
  }

  @Test func `records of every kind are saved, found, followed and deleted`() async throws {
    let saved = try everyKind()
    let kit = try await store(for: saved)
    for sample in saved {
      let found = try await kit.samples(sample.sampleType)
      #expect(found.map(\.uuid) == [sample.uuid], "\(sample.sampleType)")
      #expect(found.first.map { type(of: $0) == type(of: sample) } == true)
      let changes = try await HKAnchoredObjectQueryDescriptor(
        predicates: [.sample(type: sample.sampleType)], anchor: nil
      ).result(for: kit.health)
      #expect(changes.addedSamples.count == 1)
      try await kit.health.delete(sample)
      let later = try await HKAnchoredObjectQueryDescriptor(
        predicates: [.sample(type: sample.sampleType)], anchor: changes.newAnchor
      ).result(for: kit.health)
      #expect(later.deletedObjects.map(\.uuid) == [sample.uuid])
    }
    #expect(try kit.owner.count(matching: SampleQuery()) == 0)
    #expect(try kit.owner.problems() == [])
  }

  @Test func `what a record says comes back`() async throws {
    let kit = try await store(for: everyKind())
    let ecg = try #require(
      try await HKSampleQueryDescriptor(predicates: [.electrocardiogram()], sortDescriptors: [])
        .result(for: kit.health).first)
    #expect(ecg.classification == .sinusRhythm && ecg.symptomsStatus == .none)
    #expect(ecg.averageHeartRate?.doubleValue(for: HKUnit(from: "count/min")) == 64)
    #expect(ecg.samplingFrequency?.doubleValue(for: .hertz()) == 512)
    var voltages: [Double] = []
    for try await voltage in HKElectrocardiogramQueryDescriptor(ecg).results(for: kit.health) {
      let quantity = try #require(voltage.quantity(for: .appleWatchSimilarToLeadI))
      voltages.append(quantity.doubleValue(for: HKUnit(from: "mcV")))
    }
    #expect(voltages == [150.141, -3.5, 0])
    let mood = try #require(
      try await kit.samples(Self.recordType(HKDataTypeIdentifierStateOfMind)).first as? HKRecord)
    #expect(mood.fields["valence"] as? Double == 0.5 && mood.fields["labels"] as? [Int] == [7, 35])
    let lab = try #require(
      try await kit.samples(HKClinicalType(.labResultRecord)).first as? HKClinicalRecord)
    #expect(lab.clinicalType == HKClinicalType(.labResultRecord) && lab.displayName == "Glucose")
    #expect(lab.fhirResource?.fhirVersion.stringRepresentation == "4.0.1")
    #expect(lab.fhirResource?.sourceURL?.host == "fhir.example")
    #expect(lab.fhirResource?.data.isEmpty == false)
    let glasses = try #require(
      try await kit.samples(.visionPrescriptionType()).first as? HKVisionPrescription)
    #expect(glasses.prescriptionType == .glasses && glasses.dateIssued == glasses.startDate)
    #expect(glasses.expirationDate == Self.start + 1000)
  }

  @Test func `predicates find records by their fields`() async throws {
    let kit = try await store(for: everyKind())
    func count(_ type: HKSampleType, _ predicate: NSPredicate) async throws -> Int {
      try await kit.samples(type, predicate).count
    }
    let cases: [(HKSampleType, NSPredicate, Int)] = [
      (
        .electrocardiogramType(),
        HKQuery.predicateForElectrocardiograms(classification: .sinusRhythm), 1
      ),
      (
        .electrocardiogramType(),
        HKQuery.predicateForElectrocardiograms(classification: .atrialFibrillation), 0
      ),
      (
        .electrocardiogramType(), HKQuery.predicateForElectrocardiograms(symptomsStatus: .none),
        1
      ),
      (
        .electrocardiogramType(),
        NSPredicate(format: "%K >= %d", HKPredicateKeyPathAverageHeartRate, 64), 1
      ),
      (
        HKClinicalType(.labResultRecord),
        HKQuery.predicateForClinicalRecords(withFHIRResourceType: .init(rawValue: "Observation")), 1
      ),
      (
        HKClinicalType(.labResultRecord),
        NSPredicate(format: "FHIRResource.identifier == 'lab-2'"), 0
      ),
      (
        try Self.recordType("HKMedicationDoseEventTypeIdentifierMedicationDoseEvent"),
        NSPredicate(format: "%K == 4", HKPredicateKeyPathStatus), 1
      ),
    ]
    for (index, (type, predicate, expected)) in cases.enumerated() {
      #expect(try await count(type, predicate) == expected, "case \(index)")
    }
  }

  @Test func `a route belongs to its workout and gives its places`() async throws {
    let kit = try await KitStore.allowing(
      HKObjectType.workoutType(), HKSeriesType.workoutRoute(), HKQuantityType(.heartRate))
    let kind = HKWorkoutConfiguration()
    kind.activityType = .running
    kind.locationType = .outdoor
    let builder = HKWorkoutBuilder(healthStore: kit.health, configuration: kind, device: nil)
    try await builder.beginCollection(at: Self.start)
    let route = try #require(
      builder.seriesBuilder(for: .workoutRoute()) as? HKWorkoutRouteBuilder)
    let places = (0..<250).map { second in
      CLLocation(
        coordinate: CLLocationCoordinate2D(
          latitude: 52 + Double(second) / 1e5, longitude: 13.1), altitude: 34.25,
        horizontalAccuracy: 4, verticalAccuracy: 2, course: 12.5, speed: 3.1,
        timestamp: Self.start + Double(second))
    }
    try await route.insertRouteData(Array(places.reversed()))
    try await builder.addSamples([KitStore.heartRate(120, at: 10), KitStore.heartRate(140, at: 20)])
    try await builder.endCollection(at: Self.start + 300)
    let workout = try #require(try await builder.finishWorkout())
    let rate = try #require(workout.statistics(for: HKQuantityType(.heartRate)))
    let mean = try #require(rate.averageQuantity()).doubleValue(for: HKUnit(from: "count/min"))
    #expect(abs(mean - 130) < 1e-9)
    #expect(rate.maximumQuantity()?.doubleValue(for: HKUnit(from: "count/min")) == 140)
    let found = try await kit.samples(
      HKSeriesType.workoutRoute(), HKQuery.predicateForObjects(from: workout))
    let saved = try #require(found.first as? HKWorkoutRoute)
    #expect(saved.count == 250 && saved.endDate == Self.start + 249)
    var read: [CLLocation] = []
    for try await place in HKWorkoutRouteQueryDescriptor(saved).results(for: kit.health) {
      read.append(place)
    }
    #expect(read.map(\.timestamp) == places.map(\.timestamp))
    #expect(read.last?.coordinate.latitude == places.last?.coordinate.latitude)
    #expect(read.first?.speed == 3.1 && read.first?.course == 12.5)
    let sizes = Collected()
    await withCheckedContinuation { caller in
      kit.health.execute(
        HKWorkoutRouteQuery(route: saved) { _, places, isDone, _ in
          sizes.append(places?.count ?? -1)
          if isDone { caller.resume() }
        })
    }
    #expect(sizes.numbers == [100, 100, 50])
  }

  @Test func `a series of quantities is one sample with all of them`() async throws {
    let kit = try await KitStore.allowing(HKQuantityType(.heartRate), HKQuantityType(.stepCount))
    let rates = HKQuantitySeriesSampleBuilder(
      healthStore: kit.health, quantityType: HKQuantityType(.heartRate), startDate: Self.start,
      device: nil)
    for (second, bpm) in [(2.0, 80.0), (1, 60), (3, 70)] {
      try rates.insert(
        HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: bpm), at: Self.start + second)
    }
    #expect(throws: HKError.self) {
      try rates.insert(HKQuantity(unit: .meter(), doubleValue: 1), at: Self.start)
    }
    try await rates.finishSeries(metadata: nil)
    await #expect(throws: HKError.self) { try await rates.finishSeries(metadata: nil) }
    let steps = HKQuantitySeriesSampleBuilder(
      healthStore: kit.health, quantityType: HKQuantityType(.stepCount), startDate: Self.start,
      device: nil)
    for minute in 0..<3 {
      try steps.insert(
        HKQuantity(unit: .count(), doubleValue: 100),
        for: DateInterval(start: Self.start + Double(minute) * 60, duration: 60))
    }
    try await steps.finishSeries(metadata: nil)
    let sample = try #require(try await kit.samples().first as? HKDiscreteQuantitySample)
    let unit = HKUnit(from: "count/min")
    #expect(sample.count == 3 && sample.quantity.doubleValue(for: unit) == 70)
    #expect(sample.minimumQuantity.doubleValue(for: unit) == 60)
    #expect(sample.mostRecentQuantityDateInterval.start == Self.start + 3)
    let walked = try #require(
      try await kit.samples(HKQuantityType(.stepCount)).first as? HKCumulativeQuantitySample)
    #expect(walked.sumQuantity.doubleValue(for: .count()) == 300)
    let found: [Double] = try await withCheckedThrowingContinuation { continuation in
      let found = Mutex<[Double]>([])
      let query = HKQuantitySeriesSampleQuery(
        quantityType: HKQuantityType(.heartRate), predicate: nil
      ) { _, quantity, _, owner, isLast, error in
        if let error { return continuation.resume(throwing: error) }
        if let quantity {
          #expect(owner?.uuid == sample.uuid)
          found.withLock { $0.append(quantity.doubleValue(for: unit)) }
        }
        if isLast { continuation.resume(returning: found.withLock { $0 }) }
      }
      query.includeSample = true
      kit.health.execute(query)
    }
    #expect(found == [60, 80, 70])
  }

  @Test func `summaries are found by their days, and the last of a day counts`() async throws {
    let kit = try KitStore()
    try await kit.health.requestAuthorization(
      toShare: [], read: [HKObjectType.activitySummaryType()])
    for (day, energy) in [(30, 400.0), (31, 100), (31, 500)] {
      try kit.owner.save([.record(try record(day: day, energy: energy))])
    }
    let all = try await kit.summaries()
    #expect(all.map { $0.activeEnergyBurned.doubleValue(for: .kilocalorie()) } == [400, 500])
    let one = HKQuery.predicateForActivitySummary(
      with: DateComponents(calendar: .init(identifier: .gregorian), year: 2026, month: 1, day: 31))
    let found = try await kit.summaries(one)
    let day = try #require(found.first).dateComponents(for: Calendar(identifier: .gregorian))
    #expect(found.count == 1 && day.day == 31 && day.month == 1 && day.year == 2026)
    #expect(found.first?.standHoursGoal == nil)
    #expect(found.first?.appleStandHoursGoal.doubleValue(for: .count()) == 0)
  }

  private func record(day: Int, energy: Double) throws -> RecordSample {
    let summary = try #require(
      ActivitySummary(
        year: 2026, month: 1, day: day,
        values: [.activeEnergyBurned: Quantity(energy, .kilocalorie)]))
    return try RecordSample(
      content: .activitySummary(summary), start: summary.start, end: summary.start,
      source: KitStore.other)
  }

  @Test func `activities of a workout are kept, each with its statistics`() async throws {
    let kit = try await KitStore.allowing(
      HKObjectType.workoutType(), HKQuantityType(.heartRate), HKQuantityType(.distanceSwimming))
    let kind = HKWorkoutConfiguration()
    kind.activityType = .swimBikeRun
    let builder = HKWorkoutBuilder(healthStore: kit.health, configuration: kind, device: nil)
    try await builder.beginCollection(at: Self.start)
    for (index, sport) in [HKWorkoutActivityType.swimming, .cycling].enumerated() {
      let part = HKWorkoutConfiguration()
      part.activityType = sport
      part.swimmingLocationType = sport == .swimming ? .pool : .unknown
      part.lapLength =
        sport == .swimming ? HKQuantity(unit: .meter(), doubleValue: 25) : nil
      let begin = Self.start + Double(index) * 600
      try await builder.addWorkoutActivity(
        HKWorkoutActivity(
          workoutConfiguration: part, start: begin, end: begin + 300 + Double(index) * 200,
          metadata: ["part": "\(index)"]))
    }
    try await builder.addSamples([
      KitStore.heartRate(150, at: 100), KitStore.heartRate(110, at: 700),
    ])
    try await builder.endCollection(at: Self.start + 1200)
    _ = try await builder.finishWorkout()
    let saved = try #require(try await kit.samples(.workoutType()).first as? HKWorkout)
    let swim = try #require(saved.workoutActivities.first)
    #expect(saved.workoutActivities.count == 2 && swim.duration == 300)
    #expect(swim.workoutConfiguration.lapLength?.doubleValue(for: .meter()) == 25)
    #expect(swim.metadata?["part"] as? String == "0")
    let unit = HKUnit(from: "count/min")
    #expect(
      swim.statistics(for: HKQuantityType(.heartRate))?.averageQuantity()?.doubleValue(for: unit)
        == 150)
  }

  @Test func `fields that make no record are refused`() throws {
    let bad: [(String, [String: Any])] = [
      (HKDataTypeIdentifierStateOfMind, ["kind": 2, "labels": [Int](), "associations": [Int]()]),
      (Self.gad7, ["answer": [0]]), (Self.gad7, ["answers": Date()]),
    ]
    for (type, fields) in bad {
      #expect(throws: HKError.self) {
        try HKRecord(
          type: Self.recordType(type), fields: fields, start: Self.start, end: Self.start)
      }
    }
    #expect(throws: HKError.self) {
      try HKRecord(
        type: HKQuantityType(.heartRate), fields: [:], start: Self.start, end: Self.start)
    }
  }
}

/// Numbers that handlers collect.
private final class Collected: Sendable {
  private let collected = Mutex<[Int]>([])

  var numbers: [Int] { collected.withLock { $0 } }

  func append(_ number: Int) { collected.withLock { $0.append(number) } }
}
