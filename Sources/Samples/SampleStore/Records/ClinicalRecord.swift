import JSONCoding

/// A record of a hospital, as the FHIR resource that it sent.
public struct ClinicalRecord: Hashable, Sendable {
  /// The group that HealthKit puts it in.
  public let type: RecordType

  /// What a person reads.
  public let displayName: String

  /// The type of the resource, such as `Condition`.
  public let resourceType: String

  /// The identifier of the resource with the hospital.
  public let identifier: String

  /// The version of FHIR, such as `4.0.1`.
  public let fhirVersion: String

  /// Where the resource came from; `nil` if that is not known.
  public let sourceURL: String?

  /// The resource: JSON, as it was sent.
  public let resource: String

  /// Makes a record; `nil` unless the type is one of clinical records.
  public init?(
    type: RecordType, displayName: String, resourceType: String, identifier: String,
    fhirVersion: String, sourceURL: String?, resource: String
  ) {
    guard RecordType.clinical.contains(type) else { return nil }
    self.type = type
    self.displayName = displayName
    self.resourceType = resourceType
    self.identifier = identifier
    self.fhirVersion = fhirVersion
    self.sourceURL = sourceURL
    self.resource = resource
  }
}

extension ClinicalRecord: RecordDocument {
  var content: RecordContent { .clinicalRecord(self) }

  var members: [(String, JSONValue?)] {
    [
      ("display_name", .string(displayName)), ("resource_type", .string(resourceType)),
      ("identifier", .string(identifier)), ("fhir_version", .string(fhirVersion)),
      ("source_url", sourceURL.map(JSONValue.string)), ("resource", .string(resource)),
    ]
  }

  var fields: [RecordFieldValue] {
    [
      RecordFieldValue(.resourceType, resourceType),
      RecordFieldValue(.resourceIdentifier, identifier),
    ]
  }

  init?(type: RecordType, json: JSONValue, series: RecordSeries?) {
    guard let name = json["display_name"]?.string, let kind = json["resource_type"]?.string,
      let identifier = json["identifier"]?.string, let version = json["fhir_version"]?.string,
      let resource = json["resource"]?.string
    else { return nil }
    self.init(
      type: type, displayName: name, resourceType: kind, identifier: identifier,
      fhirVersion: version, sourceURL: json["source_url"]?.string, resource: resource)
  }
}
