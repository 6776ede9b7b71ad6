package import JSONCoding

/// What a record says that people read and nothing computes with, as the JSON object that is stored and exported: glasses,
/// ears, moods, doses, answers to questions, and records of hospitals.
public struct HealthDocument: Hashable, Sendable {
  /// What it is.
  public let type: RecordType

  /// The members that a document of the type has, in their order.
  package let json: JSONValue

  /// Makes a document of an object; `nil` if the type is not one of documents, or a member is missing that it needs.
  /// Members that are unknown are left out.
  package init?(type: RecordType, _ json: JSONValue) {
    guard let layout = Self.layout(of: type), let json = Member.object(json, layout) else {
      return nil
    }
    (self.type, self.json) = (type, json)
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

  /// What predicates may ask for.
  var fields: [RecordFieldValue] {
    (Self.layout(of: type) ?? []).flatMap { member -> [RecordFieldValue] in
      guard let field = member.field, let value = json[member.key] else { return [] }
      if let text = value.string { return [RecordFieldValue(field, text)] }
      if let number = value.number { return [RecordFieldValue(field, number)] }
      return value.elements.enumerated().map {
        RecordFieldValue(field, $0.element.number ?? 0, position: $0.offset)
      }
    }
  }

  /// Numbers are HealthKit's where they name something, dates are seconds since 2001.
  private static func layout(of type: RecordType) -> [Member]? {
    switch type {
    case .stateOfMind:
      [
        Member("kind", .whole, field: .stateOfMindKind),
        Member("valence", .number(-1...1), field: .valence),
        Member("labels", .wholes { _ in true }, field: .label),
        Member("associations", .wholes { _ in true }, field: .association),
      ]
    case .visionPrescription:
      [
        Member("kind", .whole), Member("expires_since_2001_s", .number(), isNeeded: false),
        Member("brand", .text, ifMissing: .string("")), Member("right", lens, isNeeded: false),
        Member("left", lens, isNeeded: false),
      ]
    case .audiogram: [Member("points", .list(tones))]
    case .gad7:
      [Member("answers", .wholes { $0.count == 7 && $0.allSatisfy { 0...3 ~= $0 } })]
    case .phq9:
      // The last question may be refused.
      [
        Member(
          "answers",
          .wholes { answers in
            answers.count == 9 && answers.dropLast().allSatisfy { 0...3 ~= $0 }
              && 0...4 ~= answers[8]
          })
      ]
    case .medicationDose:
      [
        Member("status", .whole, field: .status), Member("schedule_type", .whole),
        Member("concept", .text, field: .concept),
        Member("scheduled_since_2001_s", .number(), isNeeded: false, field: .scheduledDate),
        Member("scheduled_quantity", .number(), isNeeded: false),
        Member("quantity", .number(), isNeeded: false), Member("unit", .unit),
      ]
    case _ where RecordType.clinical.contains(type):
      [
        Member("display_name", .text), Member("resource_type", .text, field: .resourceType),
        Member("identifier", .text, field: .resourceIdentifier), Member("fhir_version", .text),
        Member("source_url", .text, isNeeded: false), Member("resource", .text),
      ]
    default: nil
    }
  }

  private static let lens = Member.Kind.object(
    lensMeasures.map {
      Member(
        $0.name, .object([Member("value", .number()), Member("unit", .unit)]), isNeeded: false)
    })

  /// An ear's sensitivity is in decibels hearing level; side 0 is left.
  private static let tones = [
    Member("frequency_hz", .number()),
    Member(
      "tests",
      .list([
        Member("side", .whole), Member("dBHL", .number()),
        Member("masked", .flag, ifMissing: .bool(false)),
        Member("lowest_dBHL", .number(), isNeeded: false),
        Member("highest_dBHL", .number(), isNeeded: false),
      ])),
  ]
}

/// One member of an object of a document.
private struct Member: Sendable {
  indirect enum Kind: Sendable {
    case flag, text, unit, whole
    case number(ClosedRange<Double>? = nil)

    /// Whole numbers that fulfil a condition. No list is an empty one.
    case wholes(@Sendable ([Int]) -> Bool)

    /// Objects that all have these members. No list is an empty one.
    case list([Member])
    case object([Member])
  }

  let key: String
  let kind: Kind
  let isNeeded: Bool
  let ifMissing: JSONValue?
  let field: RecordField?

  init(
    _ key: String, _ kind: Kind, isNeeded: Bool = true, ifMissing: JSONValue? = nil,
    field: RecordField? = nil
  ) {
    (self.key, self.kind, self.isNeeded) = (key, kind, isNeeded)
    (self.ifMissing, self.field) = (ifMissing, field)
  }

  /// An object with these members only, in this order; `nil` if one is missing that is needed.
  static func object(_ json: JSONValue, _ members: [Member]) -> JSONValue? {
    var pairs: [(String, JSONValue)] = []
    for member in members {
      if let value = member.value(in: json) ?? member.ifMissing {
        pairs.append((member.key, value))
      } else if member.isNeeded {
        return nil
      }
    }
    return .object(pairs)
  }

  private func value(in json: JSONValue) -> JSONValue? {
    let value = json[key]
    switch kind {
    case .flag: return value?.bool.map(JSONValue.bool)
    case .text: return value?.string.map(JSONValue.string)
    case .unit:
      return value?.string.flatMap { try? QuantityUnit($0) }.map { .string($0.description) }
    case .whole: return json.whole(key).map(JSONValue.integer)
    case .number(let range):
      return value?.number.flatMap { range?.contains($0) == false ? nil : .number($0) }
    case .wholes(let isValid):
      return json.wholes(key).flatMap { isValid($0) ? .array($0.map(JSONValue.integer)) : nil }
    case .list(let members):
      let elements = value?.elements ?? []
      let objects = elements.compactMap { Self.object($0, members) }
      return objects.count == elements.count ? .array(objects) : nil
    case .object(let members): return value.flatMap { Self.object($0, members) }
    }
  }
}
