import CoreLocation
import Foundation
import HealthKit

/// A library that reports samples to a server as JSON and makes samples of what it gets back, as
/// published ones do. It knows HealthKit's interface alone.
struct HealthReporter {
  struct Report: Codable, Equatable {
    var identifier: String
    var uuid: String
    var start: Double
    var end: Double
    var source: String
    var kind: Kind
    var metadata: [String: String]

    enum Kind: Codable, Equatable {
      case quantity(value: Double, unit: String)
      case category(value: Int)
      case correlation([Report])
      case workout(activity: UInt, duration: Double, energy: Double?, distance: Double?)
      case electrocardiogram(
        classification: Int, rate: Double?, frequency: Double?, volts: [Double])
      case route([Place])
      case heartbeats([Double])
      case characteristic(String)
    }

    struct Place: Codable, Equatable {
      var time: Double
      var latitude: Double
      var longitude: Double
      var altitude: Double
    }
  }

  enum Failure: Error {
    case unknownSample(String), unknownUnit(String)
  }

  let store: HKHealthStore

  /// The unit of each quantity type, as the person prefers it.
  private func units(for types: Set<HKQuantityType>) async throws -> [HKQuantityType: HKUnit] {
    try await store.preferredUnits(for: types)
  }

  /// Reports of all samples of these types, oldest first.
  func reports(of types: [HKSampleType]) async throws -> [Report] {
    let quantities = Set(types.compactMap { $0 as? HKQuantityType })
    let units = try await units(for: quantities)
    var reports: [Report] = []
    for type in types {
      for sample in try await samples(of: type) {
        reports.append(try await report(of: sample, units))
      }
    }
    return reports.sorted { ($0.start, $0.uuid) < ($1.start, $1.uuid) }
  }

  private func samples(of type: HKSampleType) async throws -> [HKSample] {
    try await withCheckedThrowingContinuation { waiting in
      let byStart = NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true)
      store.execute(
        HKSampleQuery(
          sampleType: type, predicate: nil, limit: HKObjectQueryNoLimit,
          sortDescriptors: [byStart]
        ) { _, samples, error in
          if let error {
            waiting.resume(throwing: error)
          } else {
            waiting.resume(returning: samples ?? [])
          }
        })
    }
  }

  private func report(
    of sample: HKSample, _ units: [HKQuantityType: HKUnit]
  ) async throws -> Report {
    let kind: Report.Kind
    switch sample {
    case let sample as HKQuantitySample:
      guard let unit = units[sample.quantityType] else {
        throw Failure.unknownUnit(sample.quantityType.identifier)
      }
      kind = .quantity(value: sample.quantity.doubleValue(for: unit), unit: unit.unitString)
    case let sample as HKCategorySample: kind = .category(value: sample.value)
    case let sample as HKCorrelation:
      let types = Set(sample.objects.compactMap { ($0 as? HKQuantitySample)?.quantityType })
      let units = try await self.units(for: types)
      var parts: [Report] = []
      for part in sample.objects { parts.append(try await report(of: part, units)) }
      kind = .correlation(parts.sorted { $0.identifier < $1.identifier })
    case let sample as HKWorkout:
      kind = .workout(
        activity: sample.workoutActivityType.rawValue, duration: sample.duration,
        energy: sample.totalEnergyBurned?.doubleValue(for: .kilocalorie()),
        distance: sample.totalDistance?.doubleValue(for: .meter()))
    case let sample as HKElectrocardiogram: kind = try await electrocardiogram(sample)
    case let sample as HKWorkoutRoute: kind = try await route(sample)
    case let sample as HKHeartbeatSeriesSample: kind = try await heartbeats(sample)
    default: throw Failure.unknownSample(sample.sampleType.identifier)
    }
    return Report(
      identifier: sample.sampleType.identifier, uuid: sample.uuid.uuidString,
      start: sample.startDate.timeIntervalSince1970, end: sample.endDate.timeIntervalSince1970,
      source: sample.sourceRevision.source.bundleIdentifier, kind: kind,
      metadata: (sample.metadata ?? [:]).mapValues { "\($0)" })
  }

  private func electrocardiogram(_ sample: HKElectrocardiogram) async throws -> Report.Kind {
    let volts: [Double] = try await withCheckedThrowingContinuation { waiting in
      var volts: [Double] = []
      store.execute(
        HKElectrocardiogramQuery(sample) { _, result in
          switch result {
          case .measurement(let measurement):
            let quantity = measurement.quantity(for: .appleWatchSimilarToLeadI)
            volts.append(quantity?.doubleValue(for: .volt()) ?? .nan)
          case .done: waiting.resume(returning: volts)
          case .error(let error): waiting.resume(throwing: error)
          }
        })
    }
    return .electrocardiogram(
      classification: sample.classification.rawValue,
      rate: sample.averageHeartRate?.doubleValue(for: .count().unitDivided(by: .minute())),
      frequency: sample.samplingFrequency?.doubleValue(for: .hertz()), volts: volts)
  }

  private func route(_ sample: HKWorkoutRoute) async throws -> Report.Kind {
    let places: [CLLocation] = try await withCheckedThrowingContinuation { waiting in
      var places: [CLLocation] = []
      store.execute(
        HKWorkoutRouteQuery(route: sample) { _, part, isDone, error in
          if let error { return waiting.resume(throwing: error) }
          places += part ?? []
          if isDone { waiting.resume(returning: places) }
        })
    }
    return .route(
      places.map {
        Report.Place(
          time: $0.timestamp.timeIntervalSince1970, latitude: $0.coordinate.latitude,
          longitude: $0.coordinate.longitude, altitude: $0.altitude)
      })
  }

  private func heartbeats(_ sample: HKHeartbeatSeriesSample) async throws -> Report.Kind {
    var times: [Double] = []
    for try await beat in HKHeartbeatSeriesQueryDescriptor(sample).results(for: store) {
      times.append(beat.timeIntervalSinceStart)
    }
    return .heartbeats(times)
  }

  /// What does not change about the person.
  func characteristics() throws -> [String: String] {
    let day = try store.dateOfBirthComponents()
    return [
      "birthday": "\(day.year ?? 0)-\(day.month ?? 0)-\(day.day ?? 0)",
      "sex": "\(try store.biologicalSex().biologicalSex)",
      "blood": "\(try store.bloodType().bloodType)",
      "skin": "\(try store.fitzpatrickSkinType().skinType)",
      "wheelchair": "\(try store.wheelchairUse().wheelchairUse)",
    ]
  }

  /// The sample of a report, for saving on another machine.
  func sample(of report: Report) throws -> HKSample {
    let (start, end) = (
      Date(timeIntervalSince1970: report.start), Date(timeIntervalSince1970: report.end)
    )
    switch report.kind {
    case .quantity(let value, let unit):
      guard
        let type = HKObjectType.quantityType(
          forIdentifier: HKQuantityTypeIdentifier(rawValue: report.identifier))
      else { throw Failure.unknownSample(report.identifier) }
      return HKQuantitySample(
        type: type, quantity: HKQuantity(unit: HKUnit(from: unit), doubleValue: value),
        start: start, end: end, metadata: metadata(of: report))
    case .category(let value):
      guard
        let type = HKObjectType.categoryType(
          forIdentifier: HKCategoryTypeIdentifier(rawValue: report.identifier))
      else { throw Failure.unknownSample(report.identifier) }
      return HKCategorySample(
        type: type, value: value, start: start, end: end, metadata: metadata(of: report))
    case .correlation(let parts):
      guard
        let type = HKObjectType.correlationType(
          forIdentifier: HKCorrelationTypeIdentifier(rawValue: report.identifier))
      else { throw Failure.unknownSample(report.identifier) }
      return HKCorrelation(
        type: type, start: start, end: end, objects: Set(try parts.map(sample(of:))))
    default: throw Failure.unknownSample(report.identifier)
    }
  }

  /// Keys that a type asks for, back as numbers and Booleans.
  private func metadata(of report: Report) -> [String: Any]? {
    var metadata: [String: Any] = [:]
    for (key, text) in report.metadata {
      switch key {
      case HKMetadataKeyMenstrualCycleStart: metadata[key] = text == "1" || text == "true"
      case HKMetadataKeyInsulinDeliveryReason: metadata[key] = Double(text)
      default: metadata[key] = text
      }
    }
    return metadata.isEmpty ? nil : metadata
  }
}
