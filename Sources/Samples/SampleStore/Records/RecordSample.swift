public import FoundationEssentials

/// A sample whose content is more than one value: an electrocardiogram, a route, an audiogram.
public struct RecordSample: HealthSample {
  /// The properties that samples of every kind have.
  public let head: SampleHead

  /// The content of the record.
  public let content: RecordContent

  /// The type of the content.
  public var type: RecordType { content.type }

  /// The type, as samples of all kinds have one.
  public var sampleType: SampleType { .record(type) }

  /// Makes a sample; throws if the interval is reversed, or a number is not finite.
  public init(
    id: UUID = .random(), content: RecordContent, start: Date, end: Date, source: Source,
    device: Device? = nil, metadata: [String: MetadataValue] = [:], created: Date? = nil
  ) throws(InvalidSample) {
    try self.init(
      SampleHead(
        id: id, start: start, end: end, source: source, device: device, metadata: metadata,
        created: created), content: content)
  }

  /// Makes a sample; throws if a number is not finite.
  package init(_ head: SampleHead, content: RecordContent) throws(InvalidSample) {
    guard content.isFinite else { throw .valueIsNotFinite }
    self.head = head
    self.content = content
  }
}

/// A type of records, by HealthKit's identifier.
public struct RecordType: Hashable, Sendable {
  /// The name under which the type is stored and exported.
  public let identifier: String

  /// The identifier without its common beginning: `Electrocardiogram`, `LabResultRecord`, `GAD7`.
  public var shortName: String {
    if self == .medicationDose { return "MedicationDose" }
    let prefixes = [
      "HKDataTypeIdentifier", "HKDataType", "HKClinicalTypeIdentifier",
      "HKScoredAssessmentTypeIdentifier", "HK",
    ]
    let prefix = prefixes.first(where: identifier.hasPrefix) ?? ""
    let rest = identifier.dropFirst(prefix.count)
    return String(rest.hasSuffix("TypeIdentifier") ? rest.dropLast(14) : rest)
  }

  /// Makes a type; `nil` if there is no such type of records.
  public init?(identifier: String) {
    guard Self.allKnown.contains(where: { $0.identifier == identifier }) else { return nil }
    self.identifier = identifier
  }

  private init(_ identifier: String) {
    self.identifier = identifier
  }

  /// Voltages of a heart.
  public static let electrocardiogram = RecordType("HKDataTypeIdentifierElectrocardiogram")

  /// The route of a workout.
  public static let workoutRoute = RecordType("HKWorkoutRouteTypeIdentifier")

  /// The rings of a day.
  public static let activitySummary = RecordType("HKActivitySummaryTypeIdentifier")

  /// An emotion, or the mood of a day.
  public static let stateOfMind = RecordType("HKDataTypeStateOfMind")

  /// Glasses or contact lenses.
  public static let visionPrescription = RecordType("HKVisionPrescriptionTypeIdentifier")

  /// The sensitivity of the ears.
  public static let audiogram = RecordType("HKDataTypeIdentifierAudiogram")

  /// The questions on anxiety.
  public static let gad7 = RecordType("HKScoredAssessmentTypeIdentifierGAD7")

  /// The questions on depression.
  public static let phq9 = RecordType("HKScoredAssessmentTypeIdentifierPHQ9")

  /// A dose of a medication.
  public static let medicationDose = RecordType(
    "HKMedicationDoseEventTypeIdentifierMedicationDoseEvent")

  /// Records of hospitals, by HealthKit's groups.
  public static let clinical = [
    "AllergyRecord", "ClinicalNoteRecord", "ConditionRecord", "CoverageRecord",
    "ImmunizationRecord", "LabResultRecord", "MedicationRecord", "ProcedureRecord",
    "VitalSignRecord",
  ].map { RecordType("HKClinicalTypeIdentifier" + $0) }

  /// The whole catalog.
  public static let allKnown: [RecordType] =
    [
      electrocardiogram, workoutRoute, activitySummary, stateOfMind, visionPrescription, audiogram,
      gad7, phq9, medicationDose,
    ] + clinical
}
