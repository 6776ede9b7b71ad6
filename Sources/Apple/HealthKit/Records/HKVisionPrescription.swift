public import Foundation
internal import SampleStore

public enum HKVisionPrescriptionType: UInt, Sendable, CaseIterable {
  case glasses = 1
  case contacts = 2
}

/// A prescription of glasses or contact lenses, whose measures are its fields.
///
/// It is `@unchecked Sendable` as `HKRecord` is: its content is constant.
public final class HKVisionPrescription: HKRecord, @unchecked Sendable {
  public var prescriptionType: HKVisionPrescriptionType {
    content.json.whole("kind") == Int(HKVisionPrescriptionType.contacts.rawValue)
      ? .contacts : .glasses
  }

  public var dateIssued: Date { startDate }
  public var expirationDate: Date? { content.json.date("expires_since_2001_s") }
}

/// It is `@unchecked Sendable` as `HKSampleType` is: its content is constant.
public final class HKPrescriptionType: HKSampleType, @unchecked Sendable {
  static let shared = HKPrescriptionType(sampleType: .record(.visionPrescription))
}

public let HKVisionPrescriptionTypeIdentifier = RecordType.visionPrescription.identifier

extension HKObjectType {
  public class func visionPrescriptionType() -> HKPrescriptionType { HKPrescriptionType.shared }
}

extension HKSamplePredicate where Sample == HKVisionPrescription {
  public static func visionPrescription(
    _ predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<HKVisionPrescription> { .init(HKPrescriptionType.shared, predicate) }
}
