public import Foundation
internal import JSONCoding
internal import SampleStore

/// A record of a hospital with its FHIR resource.
///
/// It is `@unchecked Sendable` as `HKSample` is: what it holds is constant.
public final class HKClinicalRecord: HKSample, @unchecked Sendable {
  public let clinicalType: HKClinicalType
  public let displayName: String
  public let fhirResource: HKFHIRResource?

  /// Creates a record, which HealthKit lets only hospitals do.
  public init(
    type: HKClinicalType, displayName: String, fhirResource: HKFHIRResource, receivedDate: Date,
    metadata: [String: Any]? = nil
  ) {
    clinicalType = type
    self.displayName = displayName
    self.fhirResource = fhirResource
    super.init(
      type: type, start: receivedDate, end: receivedDate, device: nil, metadata: metadata)
  }

  init(_ sample: RecordSample, _ content: HealthDocument) {
    func text(_ key: String) -> String { content.json[key]?.string ?? "" }
    clinicalType = HKClinicalType(sampleType: .record(content.type))
    displayName = text("display_name")
    fhirResource = HKFHIRResource(
      resourceType: HKFHIRResourceType(rawValue: text("resource_type")),
      identifier: text("identifier"), fhirVersion: HKFHIRVersion(text("fhir_version")),
      sourceURL: content.json["source_url"]?.string.flatMap(URL.init(string:)),
      data: Data(text("resource").utf8))
    super.init(sample: sample)
  }

  public required convenience init?(coder: NSCoder) {
    guard let (record, content) = coder.document(of: RecordType.clinical) else { return nil }
    self.init(record, content)
  }

  override func storeSample(from source: Source) throws -> Sample {
    guard case .record(let type) = clinicalType.type, let resource = fhirResource,
      let text = String(data: resource.data, encoding: .utf8),
      let content = HealthDocument(
        type: type,
        .object(present: [
          ("display_name", .string(displayName)),
          ("resource_type", .string(resource.resourceType.rawValue)),
          ("identifier", .string(resource.identifier)),
          ("fhir_version", .string(resource.fhirVersion.stringRepresentation)),
          ("source_url", (resource.sourceURL?.absoluteString).map(JSONValue.string)),
          ("resource", .string(text)),
        ]))
    else { throw HKError.invalid("a clinical record needs a type and a resource in UTF-8") }
    return try storeRecord(.document(content), from: source)
  }
}

/// A group of clinical records.
///
/// It is `@unchecked Sendable` as `HKSampleType` is: what it holds is constant.
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
public final class HKFHIRResource: NSObject, _HKConstant, Sendable {
  public let resourceType: HKFHIRResourceType
  public let identifier: String
  public let fhirVersion: HKFHIRVersion
  public let sourceURL: URL?

  /// The resource as JSON.
  public let data: Data

  public init(
    resourceType: HKFHIRResourceType, identifier: String, fhirVersion: HKFHIRVersion,
    sourceURL: URL?, data: Data
  ) {
    self.resourceType = resourceType
    self.identifier = identifier
    self.fhirVersion = fhirVersion
    self.sourceURL = sourceURL
    self.data = data
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKFHIRResource else { return false }
    return other.identifier == identifier && other.resourceType == resourceType
      && other.data == data
  }

  public override var hash: Int { identifier.hashValue }
}

public struct HKFHIRResourceType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public static let allergyIntolerance = Self(rawValue: "AllergyIntolerance")
  public static let condition = Self(rawValue: "Condition")
  public static let coverage = Self(rawValue: "Coverage")
  public static let diagnosticReport = Self(rawValue: "DiagnosticReport")
  public static let documentReference = Self(rawValue: "DocumentReference")
  public static let immunization = Self(rawValue: "Immunization")
  public static let medicationDispense = Self(rawValue: "MedicationDispense")
  public static let medicationOrder = Self(rawValue: "MedicationOrder")
  public static let medicationRequest = Self(rawValue: "MedicationRequest")
  public static let medicationStatement = Self(rawValue: "MedicationStatement")
  public static let observation = Self(rawValue: "Observation")
  public static let procedure = Self(rawValue: "Procedure")
}

public struct HKFHIRRelease: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public static let dstu2 = Self(rawValue: "DSTU2")
  public static let r4 = Self(rawValue: "R4")
  public static let unknown = Self(rawValue: "unknown")
}

/// A version of FHIR.
public final class HKFHIRVersion: NSObject, _HKConstant, Sendable {
  public let stringRepresentation: String
  private let numbers: [Int]

  /// Throws `errorInvalidArgument` unless the text is three numbers with dots between them.
  public convenience init(fromVersionString versionString: String) throws {
    self.init(versionString)
    guard numbers.count == 3, versionString.split(separator: ".").count == 3 else {
      throw HKError.invalid("a version of FHIR is three numbers, such as 4.0.1")
    }
  }

  init(_ text: String) {
    stringRepresentation = text
    numbers = text.split(separator: ".").compactMap { Int($0) }
  }

  public class func primaryDSTU2() -> HKFHIRVersion { HKFHIRVersion("1.0.2") }
  public class func primaryR4() -> HKFHIRVersion { HKFHIRVersion("4.0.1") }

  public var majorVersion: Int { number(0) }
  public var minorVersion: Int { number(1) }
  public var patchVersion: Int { number(2) }

  public var fhirRelease: HKFHIRRelease {
    stringRepresentation == "1.0.2" ? .dstu2 : majorVersion == 4 ? .r4 : .unknown
  }

  private func number(_ index: Int) -> Int { numbers.indices.contains(index) ? numbers[index] : 0 }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKFHIRVersion)?.stringRepresentation == stringRepresentation
  }

  public override var hash: Int { stringRepresentation.hashValue }
}

extension HKObjectType {
  /// Returns the type with an identifier, or `nil` if there is none.
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

extension HKSamplePredicate where Sample == HKClinicalRecord {
  public static func clinicalRecord(
    type: HKClinicalType, predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<HKClinicalRecord> { .init(type, predicate) }
}

extension HKQuery {
  public class func predicateForClinicalRecords(
    withFHIRResourceType resourceType: HKFHIRResourceType
  ) -> NSPredicate { SampleCondition(.fieldText(.resourceType, .equal, resourceType.rawValue)) }

  public class func predicateForClinicalRecords(
    from source: HKSource, fhirResourceType resourceType: HKFHIRResourceType, identifier: String
  ) -> NSPredicate {
    SampleCondition(
      .all([
        .sources([source.bundleIdentifier]),
        .fieldText(.resourceType, .equal, resourceType.rawValue),
        .fieldText(.resourceIdentifier, .equal, identifier),
      ]))
  }
}
