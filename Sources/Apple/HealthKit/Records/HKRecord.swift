public import Foundation
internal import JSONCoding
internal import SampleStore

/// A record that people read and nothing computes with: a state of mind, an audiogram, an assessment, a dose, a
/// prescription of lenses, or a record of a hospital. Its fields have the names that exports give them.
///
/// It is `@unchecked Sendable` as `HKSample` is: its content is constant.
public class HKRecord: HKSample, @unchecked Sendable {
  let content: HealthDocument

  init(
    _ content: HealthDocument, _ type: HKSampleType, _ start: Date, _ end: Date,
    _ device: HKDevice?, _ metadata: [String: Any]?
  ) {
    self.content = content
    super.init(type: type, start: start, end: end, device: device, metadata: metadata)
  }

  init(_ sample: RecordSample, _ content: HealthDocument) {
    self.content = content
    super.init(sample: sample)
  }

  /// Creates a record of its fields, as JSON has them; fields that its type has not are left out.
  ///
  /// Throws `errorInvalidArgument` if the type is not one of records, or a field is missing that it needs.
  public convenience init(
    type: HKSampleType, fields: [String: Any], start: Date, end: Date, device: HKDevice? = nil,
    metadata: [String: Any]? = nil
  ) throws {
    guard case .record(let record) = type.type, JSONSerialization.isValidJSONObject(fields),
      let text = try? JSONSerialization.data(withJSONObject: fields),
      let content = HealthDocument(type: record, json: String(decoding: text, as: UTF8.self))
    else { throw HKError.invalid("these are not the fields of \(type.identifier)") }
    self.init(content, type, start, end, device, metadata)
  }

  /// The fields, as Foundation reads JSON.
  public var fields: [String: Any] {
    let object = try? JSONSerialization.jsonObject(with: Data(content.text.utf8))
    return object as? [String: Any] ?? [:]
  }

  override func storeSample(from source: Source) throws -> Sample {
    try storeRecord(.document(content), from: source)
  }

  func text(_ field: String) -> String { content.json[field]?.string ?? "" }
}

extension HKObjectType {
  /// Returns the type of records with an identifier, such as `HKDataTypeIdentifierStateOfMind`; `nil` if unknown.
  public class func recordType(forIdentifier identifier: String) -> HKSampleType? {
    RecordType(identifier: identifier).map(HKSampleType.record)
  }
}

public let HKDataTypeIdentifierStateOfMind = RecordType.stateOfMind.identifier

// MARK: - Records as objects and types

extension HKSample {
  static func record(_ sample: RecordSample) -> HKSample {
    switch sample.content {
    case .electrocardiogram(let content): HKElectrocardiogram(sample, content)
    case .workoutRoute(let content): HKWorkoutRoute(sample, content)
    case .document(let content) where content.isClinical: HKClinicalRecord(sample, content)
    case .document(let content) where content.type == .visionPrescription:
      HKVisionPrescription(sample, content)
    case .document(let content): HKRecord(sample, content)
    // A query of samples cannot name its type, which HealthKit does not count among samples.
    case .activitySummary: HKSample(sample: sample)
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
    case .visionPrescription: HKPrescriptionType.shared
    case _ where RecordType.clinical.contains(type): HKClinicalType(sampleType: .record(type))
    default: HKSampleType(sampleType: .record(type))
    }
  }
}

extension HKQuantity {
  /// Returns the number in one of our own units; throws `errorInvalidArgument` if it does not fit.
  func value(_ unit: String) throws -> Double { try value(in: HKUnit(from: unit)) }

  convenience init(_ value: Double, _ unit: String) {
    self.init(unit: HKUnit(from: unit), doubleValue: value)
  }
}
