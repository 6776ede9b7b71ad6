public import Foundation
internal import SampleStore

/// A dose of a medication that was due, or that was taken.
///
/// It is `@unchecked Sendable` because `NSObject` is not `Sendable`: all it holds is constant.
public final class HKMedicationDoseEvent: HKSample, @unchecked Sendable {
  public enum LogStatus: Int, Sendable, CaseIterable {
    case notInteracted = 1
    case notificationNotSent, snoozed, taken, skipped, notLogged
  }

  public enum ScheduleType: Int, Sendable, CaseIterable {
    case asNeeded = 1
    case schedule = 2
  }

  let content: MedicationDose

  init(_ sample: RecordSample, _ content: MedicationDose) {
    self.content = content
    super.init(sample: sample)
  }

  public required convenience init?(coder: NSCoder) {
    guard let record = coder.record, case .medicationDose(let content) = record.content else {
      return nil
    }
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
    content = MedicationDose(
      status: logStatus.rawValue,
      scheduleType: (scheduledDate == nil ? ScheduleType.asNeeded : .schedule).rawValue,
      concept: medication, scheduledDate: scheduledDate,
      scheduledQuantity: scheduledDoseQuantity, quantity: doseQuantity, unit: try unit.readUnit())
    super.init(
      type: HKMedicationDoseEventType.shared, start: date, end: date, device: nil,
      metadata: metadata)
  }

  public var medicationDoseEventType: HKMedicationDoseEventType { .shared }
  public var logStatus: LogStatus { LogStatus(rawValue: content.status) ?? .notLogged }
  public var scheduleType: ScheduleType {
    ScheduleType(rawValue: content.scheduleType) ?? .asNeeded
  }
  public var scheduledDate: Date? { content.scheduledDate }
  public var scheduledDoseQuantity: Double? { content.scheduledQuantity }
  public var doseQuantity: Double? { content.quantity }
  public var unit: HKUnit { HKUnit(content.unit) }

  /// The identifier of the medication; HealthKit has an object for it.
  public var medication: String { content.concept }

  override func storeSample(from source: Source) throws -> Sample {
    try storeRecord(.medicationDose(content), from: source)
  }
}

/// It is `@unchecked Sendable` because `NSObject` is not `Sendable`: all it holds is constant.
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
}
