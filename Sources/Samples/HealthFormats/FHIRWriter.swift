import CivilTime
import FoundationEssentials
import JSONCoding
public import SampleStore

/// Writes samples as a FHIR R4 bundle of observations.
///
/// Measures that LOINC has a code for carry it, vital signs by HL7's profiles; other quantities
/// carry their identifier as code. Categories, workouts, beats and metadata are left out.
public struct FHIRWriter: SampleOutput {
  static let appleSystem = "https://developer.apple.com/documentation/healthkit"
  static let sourcePrefix = "urn:heartcam:source:"

  private let output: ByteOutput
  private let patient: String
  private var count = 0

  /// - Parameter patient: The subject of the observations: `Patient/42`.
  public init(_ output: ByteOutput, patient: String) {
    self.output = output
    self.patient = patient
  }

  /// Writes a sample; false if the format cannot hold it.
  public mutating func write(_ sample: Sample) throws -> Bool {
    guard let resource = observation(of: sample) else { return false }
    try output.write(count == 0 ? Self.opening : ",\n")
    count += 1
    let entry: JSONValue = ["fullUrl": "urn:uuid:\(Self.id(of: sample))", "resource": resource]
    try output.write(entry.text)
    return true
  }

  /// Returns the parts of a sample for which the format has no place.
  public func losses(of sample: Sample) -> Set<ExportLoss> {
    let losses = sample.losses()
    guard case .correlation(let correlation) = sample,
      !correlation.members.allSatisfy({ Self.isAsWhole($0, in: correlation) })
    else { return losses }
    return losses.union([.memberIdentifiers])
  }

  private static func isAsWhole(_ member: Sample, in correlation: Correlation) -> Bool {
    member.start == correlation.start && member.end == correlation.end
      && member.source.bundleIdentifier == correlation.source.bundleIdentifier
  }

  /// Writes the end of the file.
  public mutating func finish() throws {
    try output.write(
      count == 0 ? "{\"resourceType\":\"Bundle\",\"type\":\"collection\"}\n" : "\n]}\n")
    try output.finish()
  }

  private static let opening =
    "{\"resourceType\":\"Bundle\",\"type\":\"collection\",\"entry\":[\n"

  private func observation(of sample: Sample) -> JSONValue? {
    switch sample {
    case .quantity(let quantity):
      let measure = FHIRMeasure.byType[quantity.type.identifier]
      guard let value = Self.value(quantity.quantity, measure) else { return nil }
      return observation(
        sample, code: Self.code(quantity.type, measure), category: measure?.category,
        profile: measure?.profile, content: ("valueQuantity", value))
    case .correlation(let correlation) where correlation.type == .bloodPressure:
      var components: [JSONValue] = []
      for measure in FHIRMeasure.pressures {
        guard let member = correlation.quantities(of: measure.type).first,
          let value = Self.value(member.quantity, measure)
        else { return nil }
        // A component has the panel's time and source: a member that has others comes back as another sample.
        let isAsWhole = Self.isAsWhole(.quantity(member), in: correlation)
        components.append([
          "id": isAsWhole ? .string(Self.id(of: .quantity(member))) : nil,
          "code": Self.code(measure.type, measure), "valueQuantity": value,
        ])
      }
      let code = Self.coding(
        "http://loinc.org", FHIRMeasure.bloodPressureCode,
        "Blood pressure panel with all children optional")
      return observation(
        sample, code: ["coding": [code]], category: "vital-signs",
        profile: "http://hl7.org/fhir/StructureDefinition/bp",
        content: ("component", .array(components)))
    default: return nil
    }
  }

  private func observation(
    _ sample: Sample, code: JSONValue, category: String?, profile: String?,
    content: (String, JSONValue)
  ) -> JSONValue? {
    guard let start = TimeText.iso(sample.start), let end = TimeText.iso(sample.end),
      !start.hasPrefix("0000"), !end.hasPrefix("0000")
    else { return nil }
    let source = Self.sourcePrefix + sample.source.bundleIdentifier.percentEncoded()
    let coding = category.map {
      Self.coding("http://terminology.hl7.org/CodeSystem/observation-category", $0)
    }
    func named(_ name: String?) -> JSONValue? {
      name.flatMap { $0.isEmpty ? nil : ["display": .string($0)] }
    }
    let isMoment = start == end
    return .object(present: [
      ("resourceType", "Observation"), ("id", .string(Self.id(of: sample))),
      ("meta", ["source": .string(source), "profile": profile.map { [.string($0)] }]),
      ("status", "final"), ("category", coding.map { [["coding": [$0]]] }), ("code", code),
      ("subject", ["reference": .string(patient)]),
      ("effectiveDateTime", isMoment ? .string(start) : nil),
      ("effectivePeriod", isMoment ? nil : ["start": .string(start), "end": .string(end)]),
      ("performer", named(sample.source.name).map { [$0] }),
      ("device", named(sample.device?.name ?? sample.device?.model)), content,
    ])
  }

  private static func id(of sample: Sample) -> String { sample.id.uuidString.lowercased() }

  private static func code(_ type: QuantityType, _ measure: FHIRMeasure?) -> JSONValue {
    var codings: [JSONValue] = []
    if let measure { codings.append(coding("http://loinc.org", measure.code, measure.display)) }
    // The oximeter's code comes beside the general one that the profile requires.
    if measure?.code == "59408-5" {
      codings.append(coding("http://loinc.org", "2708-6", "Oxygen saturation in Arterial blood"))
    }
    return ["coding": .array(codings + [coding(appleSystem, type.identifier)])]
  }

  private static func coding(
    _ system: String, _ code: String, _ display: String? = nil
  ) -> JSONValue {
    [
      "system": .string(system), "code": .string(code),
      "display": display.map(JSONValue.string),
    ]
  }

  private static func value(_ quantity: Quantity, _ measure: FHIRMeasure?) -> JSONValue? {
    guard let measure else {
      return ["value": .number(quantity.value), "unit": .string(quantity.unit.description)]
    }
    guard let unit = try? QuantityUnit(measure.unit.own),
      let value = try? quantity.value(in: unit), (value * measure.factor).isFinite
    else { return nil }
    return [
      "value": .number(value * measure.factor), "unit": .string(measure.unit.text),
      "system": "http://unitsofmeasure.org", "code": .string(measure.unit.code),
    ]
  }
}
