internal import Foundation
internal import SampleStore

// Records of the store as HealthKit's objects and types.

extension HKSample {
  static func record(_ sample: RecordSample) -> HKSample {
    switch sample.content {
    case .electrocardiogram(let content): HKElectrocardiogram(sample, content)
    case .workoutRoute(let content): HKWorkoutRoute(sample, content)
    case .document(let content): document(sample, content)
    // A query of samples cannot name its type, which is none of samples in HealthKit.
    case .activitySummary: HKSample(sample: sample)
    }
  }

  /// Returns the record that the store saves for a source.
  private static func document(_ sample: RecordSample, _ content: HealthDocument) -> HKSample {
    switch content.type {
    case .stateOfMind: HKStateOfMind(sample, content)
    case .visionPrescription: HKVisionPrescription.of(sample, content)
    case .audiogram: HKAudiogramSample(sample, content)
    case .gad7, .phq9: HKScoredAssessment.of(sample, content)
    case .medicationDose: HKMedicationDoseEvent(sample, content)
    default: HKClinicalRecord(sample, content)
    }
  }

  func storeRecord(_ content: RecordContent, from source: Source) throws -> Sample {
    .record(
      try RecordSample(
        id: uuid, content: content, start: startDate, end: endDate, source: source,
        device: device?.device, metadata: values.checked()))
  }
}

extension HKSampleType {
  static func record(_ type: RecordType) -> HKSampleType {
    switch type {
    case .electrocardiogram: HKElectrocardiogramType.shared
    case .workoutRoute: HKSeriesType.workoutRoute()
    case .stateOfMind: HKStateOfMindType.shared
    case .visionPrescription: HKPrescriptionType.shared
    case .audiogram: HKAudiogramSampleType.shared
    case .gad7, .phq9: HKScoredAssessmentType(sampleType: .record(type))
    case .medicationDose: HKMedicationDoseEventType.shared
    case .activitySummary: HKSampleType(sampleType: .record(type))
    default: HKClinicalType(sampleType: .record(type))
    }
  }
}

extension HKQuantity {
  /// The number in one of our own units; throws `errorInvalidArgument` if it does not fit.
  func value(_ unit: String) throws -> Double { try value(in: HKUnit(from: unit)) }

  convenience init(_ value: Double, _ unit: String) {
    self.init(unit: HKUnit(from: unit), doubleValue: value)
  }
}

extension HKQuery {
  /// A predicate on a field of records.
  static func field(
    _ field: RecordField, _ operatorType: HKComparisonOperator = .equalTo, _ value: Double
  ) -> NSPredicate {
    compared(by: operatorType) { SampleCondition(.field(field, $0, value)) }
  }
}
