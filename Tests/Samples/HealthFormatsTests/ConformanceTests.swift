import TestSamples
import FoundationEssentials
import Glibc
import JSONCoding
import SampleStore
import TestSupport
import Testing

@testable import HealthFormats

/// Others' judgement of what is written. `HEARTCAM_PYTHON` names a Python that has `fhir.resources` and
/// `jsonschema`; `HEARTCAM_CONFORMANCE` a folder with Open mHealth's published `schema` and `test-data`.
struct ConformanceTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let python = environment["HEARTCAM_PYTHON"] ?? "python3"
  private static let folder = environment["HEARTCAM_CONFORMANCE"] ?? ""

  private static func hasModule(_ name: String) -> Bool {
    system("'\(python)' -c 'import \(name)' >/dev/null 2>&1") == 0
  }

  private static let hasFHIR = hasModule("fhir.resources.R4B")
  private static let hasSchemas = !folder.isEmpty && hasModule("jsonschema, referencing")

  private let files: TemporaryFolder

  init() throws { files = try TemporaryFolder() }

  private func export(_ format: HealthFormat, to name: String) throws {
    var random = RandomSamples(seed: 21)
    let descriptor = open(files.file(name), O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    var writer = SampleExport.writer(
      of: format, to: try ByteOutput(descriptor: descriptor),
      now: Date(timeIntervalSince1970: 1_769_850_000), patient: "Patient/example")
    var count = 0
    let start = Date(timeIntervalSinceReferenceDate: 790_000_000.25)
    for type in [
      QuantityType.heartRate, .restingHeartRate, .heartRateVariabilitySDNN,
      .respiratoryRate, .oxygenSaturation, .bodyMass, .height, .stepCount, .bodyTemperature,
      .activeEnergyBurned,
    ] {
      for end in [start, start + 60] {
        let sample = try QuantitySample(
          type: type, quantity: Quantity(0.5, type.canonicalUnit), start: start, end: end,
          source: Source(name: "Watch", bundleIdentifier: "org.example a/ü"))
        if try writer.write(.quantity(sample)) { count += 1 }
      }
    }
    for _ in 0..<200 { if try writer.write(try random.sample()) { count += 1 } }
    try writer.finish()
    #expect(count > 60)
  }

  private func check(_ script: String, _ arguments: String...) throws {
    let path = try files.write(script, to: "check.py")
    let line = ([Self.python, path] + arguments).map { "'\($0)'" }.joined(separator: " ")
    let code = system("\(line) >'\(files.file("out"))' 2>&1")
    let said = try files.text(of: "out").suffix(2000)
    #expect(code == 0, "\(said)")
  }

  @Test(.enabled(if: hasFHIR, "PyPI's fhir.resources is not installed"))
  func `bundles are valid FHIR`() throws {
    try export(.fhir, to: "bundle.json")
    try check(
      """
      import json, sys
      from fhir.resources.R4B.bundle import Bundle
      text = open(sys.argv[1]).read()
      bundle = Bundle.model_validate_json(text)
      for entry in bundle.entry:
          o = entry.resource
          assert o.subject.reference and o.code.coding and o.status == "final"
          assert o.effectiveDateTime or o.effectivePeriod
          profiles = [str(p) for p in (o.meta.profile or [])]
          if "http://hl7.org/fhir/StructureDefinition/heartrate" in profiles:
              assert o.category[0].coding[0].code == "vital-signs"
              assert any(c.code == "8867-4" and c.system == "http://loinc.org" for c in o.code.coding)
              assert o.valueQuantity.code == "/min"
              assert o.valueQuantity.system == "http://unitsofmeasure.org"
      """, files.file("bundle.json"))
  }

  @Test(.enabled(if: hasSchemas, "HEARTCAM_CONFORMANCE names no folder, or jsonschema is missing"))
  func `data points satisfy the published schemas`() throws {
    try export(.omh, to: "points.ndjson")
    try check(
      """
      import json, os, sys
      import jsonschema, referencing
      from referencing.jsonschema import DRAFT4
      folder = os.path.join(sys.argv[2], "schema", "omh")
      def load(uri):
          name = uri.rsplit("/", 1)[-1]
          text = open(os.path.join(folder, name)).read()
          # A version 1.x is a link to the newest, which archives keep as its name.
          while not text.lstrip().startswith("{"):
              text = open(os.path.join(folder, text.strip())).read()
          document = json.loads(text)
          for key in ("id", "$id"): document.pop(key, None)
          return referencing.Resource(contents=document, specification=DRAFT4)
      registry = referencing.Registry(retrieve=load)
      def validate(name, value):
          schema = load("file:///" + name).contents
          jsonschema.Draft4Validator({"$ref": "file:///" + name}, registry=registry).validate(value)
      for line in open(sys.argv[1]):
          point = json.loads(line)
          validate("data-point-1.0.json", point)
          validate("header-1.2.json", point["header"])
          schema = point["header"]["schema_id"]
          validate(schema["name"] + "-" + schema["version"] + ".json", point["body"])
      """, files.file("points.ndjson"), Self.folder)
  }

  @Test(.enabled(if: !folder.isEmpty, "HEARTCAM_CONFORMANCE names no folder"))
  func `the published examples pass and fail as they should`() throws {
    let root = Self.folder + "/test-data/omh"
    var (passed, failed) = (0, 0)
    for schema in try FileManager.default.contentsOfDirectory(atPath: root) {
      for version in try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(schema)") {
        for expectation in ["shouldPass", "shouldFail"] {
          let folder = "\(root)/\(schema)/\(version)/\(expectation)"
          let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
          for name in names where name.hasSuffix(".json") {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
            let value = try JSONParser.value(of: bytes)
            do {
              _ = try OpenMHealthPoint.sample(of: value, version: version)
              #expect(expectation == "shouldPass", "\(folder)/\(name)")
              passed += 1
            } catch let defect as ImportDefect {
              // The first version wants no time, without which there is no sample.
              let isTimeless = version == "1.0" && defect == .missingDate
              #expect(expectation == "shouldFail" || isTimeless, "\(folder)/\(name): \(defect)")
              failed += 1
            }
          }
        }
      }
    }
    #expect(passed > 5 && failed > 5)
  }
}
