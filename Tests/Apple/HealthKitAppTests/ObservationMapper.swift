import Foundation
import HealthKit

/// A library that maps samples to FHIR observations, as published ones do: dictionaries that
/// `JSONSerialization` writes.
struct ObservationMapper {
  enum Failure: Error {
    case unmapped(String)
  }

  /// How HealthKit's unit is written in UCUM.
  private static let ucum: [(healthKit: String, code: String)] = [
    ("count/min", "/min"), ("%", "%"), ("mmHg", "mm[Hg]"), ("degC", "Cel"), ("mg/dL", "mg/dL"),
    ("kg", "kg"), ("m", "m"), ("s", "s"), ("kcal", "kcal"), ("g", "g"), ("L", "L"), ("V", "V"),
    ("count", "{count}"), ("L/min", "L/min"), ("m/s", "m/s"), ("W", "W"), ("IU", "[iU]"),
    ("S", "S"), ("dBASPL", "dB[SPL]"), ("mL/(kg*min)", "mL/kg/min"), ("lx", "lx"),
    ("kcal/(kg*hr)", "kcal/kg/h"), ("appleEffortScore", "{score}"), ("D", "[diop]"),
  ]

  func observation(of sample: HKSample) throws -> [String: Any] {
    var observation: [String: Any] = [
      "resourceType": "Observation", "status": "final",
      "identifier": [["id": sample.uuid.uuidString]],
      "code": ["coding": [["code": sample.sampleType.identifier]]],
    ]
    if sample.startDate == sample.endDate {
      observation["effectiveDateTime"] = text(sample.startDate)
    } else {
      observation["effectivePeriod"] = [
        "start": text(sample.startDate), "end": text(sample.endDate),
      ]
    }
    switch sample {
    case let sample as HKQuantitySample: observation["valueQuantity"] = try quantity(sample)
    case let sample as HKCategorySample: observation["valueString"] = try category(sample)
    case let sample as HKCorrelation:
      observation["component"] = try sample.objects.compactMap { $0 as? HKQuantitySample }.sorted {
        $0.quantityType.identifier < $1.quantityType.identifier
      }.map {
        [
          "code": ["coding": [["code": $0.quantityType.identifier]]],
          "valueQuantity": try quantity($0),
        ]
      }
    case let sample as HKElectrocardiogram:
      observation["component"] = [
        ["valueString": "\(sample.classification)"],
        [
          "valueQuantity": [
            "value": sample.averageHeartRate?.doubleValue(for: HKUnit(from: "count/min")) ?? 0,
            "code": "/min",
          ] as [String: Any]
        ],
      ]
    case let sample as HKWorkout: observation["valueString"] = "\(sample.workoutActivityType)"
    default: throw Failure.unmapped(sample.sampleType.identifier)
    }
    return observation
  }

  private func quantity(_ sample: HKQuantitySample) throws -> [String: Any] {
    for (unit, code) in Self.ucum {
      let unit = HKUnit(from: unit)
      guard sample.quantityType.is(compatibleWith: unit) else { continue }
      return ["value": sample.quantity.doubleValue(for: unit), "code": code]
    }
    throw Failure.unmapped(sample.quantityType.identifier)
  }

  /// The name of a category's value, by the enumeration that its type has.
  private func category(_ sample: HKCategorySample) throws -> String {
    func name<Value: RawRepresentable>(_: Value.Type) throws -> String where Value.RawValue == Int {
      guard let value = Value(rawValue: sample.value) else {
        throw Failure.unmapped(sample.categoryType.identifier)
      }
      return "\(value)"
    }
    switch HKCategoryTypeIdentifier(rawValue: sample.categoryType.identifier) {
    case .sleepAnalysis: return try name(HKCategoryValueSleepAnalysis.self)
    case .appleStandHour: return try name(HKCategoryValueAppleStandHour.self)
    case .cervicalMucusQuality: return try name(HKCategoryValueCervicalMucusQuality.self)
    case .ovulationTestResult: return try name(HKCategoryValueOvulationTestResult.self)
    case .pregnancyTestResult: return try name(HKCategoryValuePregnancyTestResult.self)
    case .progesteroneTestResult: return try name(HKCategoryValueProgesteroneTestResult.self)
    case .menstrualFlow, .bleedingAfterPregnancy, .bleedingDuringPregnancy:
      return try name(HKCategoryValueVaginalBleeding.self)
    case .contraceptive: return try name(HKCategoryValueContraceptive.self)
    case .environmentalAudioExposureEvent:
      return try name(HKCategoryValueEnvironmentalAudioExposureEvent.self)
    case .headphoneAudioExposureEvent:
      return try name(HKCategoryValueHeadphoneAudioExposureEvent.self)
    case .lowCardioFitnessEvent: return try name(HKCategoryValueLowCardioFitnessEvent.self)
    case .appleWalkingSteadinessEvent:
      return try name(HKCategoryValueAppleWalkingSteadinessEvent.self)
    case .appetiteChanges: return try name(HKCategoryValueAppetiteChanges.self)
    case .moodChanges, .sleepChanges: return try name(HKCategoryValuePresence.self)
    default:
      return try (try? name(HKCategoryValueSeverity.self)) ?? name(HKCategoryValue.self)
    }
  }

  private func text(_ date: Date) -> String { ISO8601DateFormatter().string(from: date) }
}
