public import Foundation
internal import SampleStore

/// A record of a hospital with its FHIR resource.
///
/// It is `@unchecked Sendable` as `HKRecord` is: its content is constant.
public final class HKClinicalRecord: HKRecord, @unchecked Sendable {
  public var clinicalType: HKClinicalType { HKClinicalType(sampleType: .record(content.type)) }
  public var displayName: String { text("display_name") }
  public var fhirResource: HKFHIRResource? {
    HKFHIRResource(
      resourceType: HKFHIRResourceType(rawValue: text("resource_type")),
      identifier: text("identifier"),
      fhirVersion: HKFHIRVersion(stringRepresentation: text("fhir_version")),
      sourceURL: URL(string: text("source_url")), data: Data(text("resource").utf8))
  }
}

/// A group of clinical records.
///
/// It is `@unchecked Sendable` as `HKSampleType` is: its content is constant.
public final class HKClinicalType: HKSampleType, @unchecked Sendable {
  /// Creates the type with an identifier; one that is not known is that of clinical notes.
  public convenience init(_ identifier: HKClinicalTypeIdentifier) {
    self.init(
      sampleType: .record(RecordType(identifier: identifier.rawValue) ?? RecordType.clinical[1]))
  }
}

public struct HKClinicalTypeIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ name: String) {
    rawValue = "HKClinicalTypeIdentifier" + name
  }

  public static let allergyRecord = Self("AllergyRecord")
  public static let clinicalNoteRecord = Self("ClinicalNoteRecord")
  public static let conditionRecord = Self("ConditionRecord")
  public static let coverageRecord = Self("CoverageRecord")
  public static let immunizationRecord = Self("ImmunizationRecord")
  public static let labResultRecord = Self("LabResultRecord")
  public static let medicationRecord = Self("MedicationRecord")
  public static let procedureRecord = Self("ProcedureRecord")
  public static let vitalSignRecord = Self("VitalSignRecord")
}

/// A resource of FHIR, as a hospital sent it.
public struct HKFHIRResource: Hashable, Sendable {
  public let resourceType: HKFHIRResourceType
  public let identifier: String
  public let fhirVersion: HKFHIRVersion
  public let sourceURL: URL?

  /// The resource as JSON.
  public let data: Data
}

/// The kind of a resource by its name in FHIR, such as `Observation`.
public struct HKFHIRResourceType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// A version of FHIR, such as `4.0.1`.
public struct HKFHIRVersion: Hashable, Sendable {
  public let stringRepresentation: String
}

extension HKObjectType {
  /// Returns the type with an identifier, or `nil` for an unknown one.
  public class func clinicalType(
    forIdentifier identifier: HKClinicalTypeIdentifier
  ) -> HKClinicalType? {
    RecordType(identifier: identifier.rawValue) == nil ? nil : HKClinicalType(identifier)
  }
}

extension HKHealthStore {
  /// Always true: clinical records can be kept.
  public func supportsHealthRecords() -> Bool { true }
}

extension HKQuery {
  public class func predicateForClinicalRecords(
    withFHIRResourceType resourceType: HKFHIRResourceType
  ) -> NSPredicate {
    predicate(
      HKPredicateKeyPathClinicalRecordFHIRResourceType, .equalTo, resourceType.rawValue)
  }
}
