package import JSONCoding

/// The content of a record that people read and nothing computes with, as the JSON object that is stored and
/// exported: glasses, ears, moods, doses, answers to questions, and records of hospitals.
public struct HealthDocument: Hashable, Sendable {
  /// The type of the record.
  public let type: RecordType

  /// The members that a document of the type has, in their order.
  package let json: JSONValue

  /// Makes a document of an object; `nil` if the type is not one of documents, or a member is missing that it needs.
  /// Members that are unknown are left out.
  package init?(type: RecordType, _ json: JSONValue) {
    let names = RecordType.clinical.contains(type) ? Self.clinicalMembers : Self.members[type]
    guard let names = names?.split(separator: " ") else { return nil }
    var members: [JSONValue.Member] = []
    for name in names {
      let key = String(name.filter { $0 != "!" })
      if let value = json[key] {
        members.append(.init(key: key, value: value))
      } else if name.last == "!" {
        return nil
      }
    }
    (self.type, self.json) = (type, .members(members))
  }

  /// Makes a document of the text of an object, as exports have it.
  public init?(type: RecordType, json text: String) {
    guard let json = try? JSONParser.value(of: Array(text.utf8)) else { return nil }
    self.init(type: type, json)
  }

  /// The object as text.
  public var text: String { json.text }

  /// Whether it is a record of a hospital, whose `resource` is FHIR as it was sent.
  public var isClinical: Bool { RecordType.clinical.contains(type) }

  /// The sum of answers; a refused one counts nothing.
  public var score: Int {
    // A file may hold any number.
    (json.wholes("answers") ?? []).filter((0...3).contains).reduce(0, +)
  }

  /// The measures of a lens, named as exports name them, and units of the kind that each has.
  package static let lensMeasures: [(name: String, unit: QuantityUnit)] = [
    ("sphere", .known("D")), ("cylinder", .known("D")), ("axis", .known("deg")),
    ("add", .known("D")), ("vertex", .meter), ("prismAmount", .known("pD")),
    ("prismAngle", .known("deg")), ("farPD", .meter), ("nearPD", .meter), ("baseCurve", .meter),
    ("diameter", .meter),
  ]

  /// The fields that predicates may ask for.
  var fields: [RecordFieldValue] {
    (json.members ?? []).flatMap { member -> [RecordFieldValue] in
      let isKind = type == .stateOfMind && member.key == "kind"
      guard let field = isKind ? .stateOfMindKind : Self.fields[member.key] else { return [] }
      if let text = member.value.string { return [RecordFieldValue(field, text)] }
      if let number = member.value.number { return [RecordFieldValue(field, number)] }
      return member.value.elements.enumerated().map {
        RecordFieldValue(field, $0.element.number ?? 0, position: $0.offset)
      }
    }
  }

  private static let fields: [String: RecordField] = [
    "valence": .valence, "labels": .label, "associations": .association, "status": .status,
    "concept": .concept, "scheduled_since_2001_s": .scheduledDate,
    "resource_type": .resourceType, "identifier": .resourceIdentifier,
  ]

  /// The members of each type, in their order; those with a mark must be there. Numbers are HealthKit's where they name
  /// something, dates are seconds since 2001. A point of an audiogram has a `frequency_hz` and `tests`, each with a `side` (0
  /// is left), `dBHL`, `masked`, `lowest_dBHL` and `highest_dBHL`; a lens has `lensMeasures`, each with a value and a unit.
  private static let members: [RecordType: String] = [
    .stateOfMind: "kind! valence! labels associations",
    .visionPrescription: "kind! expires_since_2001_s brand right left", .audiogram: "points!",
    .gad7: "answers!", .phq9: "answers!",
    .medicationDose:
      "status! schedule_type! concept! scheduled_since_2001_s scheduled_quantity quantity unit!",
  ]

  private static let clinicalMembers =
    "display_name! resource_type! identifier! fhir_version! source_url resource!"
}
