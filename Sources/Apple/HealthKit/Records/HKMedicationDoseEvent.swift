public import Foundation
internal import JSONCoding
internal import SampleStore

/// A dose of a medication that was due, or that was taken.
///
/// It is `@unchecked Sendable` as `HKSample` is: what it holds is constant.
public final class HKMedicationDoseEvent: HKSample, @unchecked Sendable {
  public enum LogStatus: Int, Sendable, CaseIterable {
    case notInteracted = 1
    case notificationNotSent, snoozed, taken, skipped, notLogged
  }

  public enum ScheduleType: Int, Sendable, CaseIterable {
    case asNeeded = 1
    case schedule = 2
  }

  let content: HealthDocument

  init(_ sample: RecordSample, _ content: HealthDocument) {
    self.content = content
    super.init(sample: sample)
  }

  public required convenience init?(coder: NSCoder) {
    guard let (record, content) = coder.document(of: [.medicationDose]) else { return nil }
    self.init(record, content)
  }

  /// Creates a dose, which HealthKit lets only its own app do.
  ///
  /// - Parameter medication: The identifier of the medication.
  public init(
    medication: String, logStatus: LogStatus, scheduledDate: Date? = nil,
    scheduledDoseQuantity: Double? = nil, doseQuantity: Double?, unit: HKUnit, date: Date,
    metadata: [String: Any]? = nil
  ) throws {
    let values: [(String, JSONValue?)] = [
      ("status", .integer(logStatus.rawValue)),
      (
        "schedule_type",
        .integer((scheduledDate == nil ? ScheduleType.asNeeded : .schedule).rawValue)
      ),
      ("concept", .string(medication)),
      ("scheduled_since_2001_s", scheduledDate.map { .seconds($0) }),
      ("scheduled_quantity", scheduledDoseQuantity.map(JSONValue.number)),
      ("quantity", doseQuantity.map(JSONValue.number)),
      ("unit", .string(unit.unit.description)),
    ]
    guard let content = HealthDocument(type: .medicationDose, .object(present: values)) else {
      throw HKError.invalid("a dose has numbers that cannot be kept")
    }
    self.content = content
    super.init(
      type: HKMedicationDoseEventType.shared, start: date, end: date, device: nil,
      metadata: metadata)
  }

  public var medicationDoseEventType: HKMedicationDoseEventType { .shared }
  public var logStatus: LogStatus {
    content.json.whole("status").flatMap(LogStatus.init) ?? .notLogged
  }
  public var scheduleType: ScheduleType {
    content.json.whole("schedule_type").flatMap(ScheduleType.init) ?? .asNeeded
  }
  public var scheduledDate: Date? { content.json.date("scheduled_since_2001_s") }
  public var scheduledDoseQuantity: Double? { content.json["scheduled_quantity"]?.number }
  public var doseQuantity: Double? { content.json["quantity"]?.number }
  public var unit: HKUnit {
    content.json["unit"]?.string.flatMap { try? HKUnit(validating: $0) } ?? .count()
  }

  /// The identifier of the medication; HealthKit has an object for it.
  public var medication: String { content.json["concept"]?.string ?? "" }

  override func storeSample(from source: Source) throws -> Sample {
    try storeRecord(.document(content), from: source)
  }
}

/// It is `@unchecked Sendable` as `HKSampleType` is: what it holds is constant.
public final class HKMedicationDoseEventType: HKSampleType, @unchecked Sendable {
  static let shared = HKMedicationDoseEventType(sampleType: .record(.medicationDose))
}

extension HKObjectType {
  public class func medicationDoseEventType() -> HKMedicationDoseEventType { .shared }
}

extension HKQuery {
  public class func predicateForMedicationDoseEvent(
    status: HKMedicationDoseEvent.LogStatus
  ) -> NSPredicate { field(.status, .equalTo, Double(status.rawValue)) }

  public class func predicateForMedicationDoseEvent(
    statuses: Set<HKMedicationDoseEvent.LogStatus>
  ) -> NSPredicate {
    SampleCondition(.any(statuses.map { .field(.status, .equal, Double($0.rawValue)) }))
  }

  public class func predicateForMedicationDoseEvent(scheduledDate: Date) -> NSPredicate {
    field(.scheduledDate, .equalTo, scheduledDate.timeIntervalSinceReferenceDate)
  }

  public class func predicateForMedicationDoseEvent(scheduledDates: Set<Date>) -> NSPredicate {
    SampleCondition(
      .any(
        scheduledDates.map {
          .field(.scheduledDate, .equal, $0.timeIntervalSinceReferenceDate)
        }))
  }
}
