import FoundationEssentials
import SampleStore
import TestSupport
import Testing

@testable import HealthFormats

/// Observations of FHIR as servers and devices write them, each with its bad siblings.
struct FHIRTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func observation(
    _ id: String = "a", _ content: String = pulse(72), status: String = "final",
    code: String = "8867-4", patient: String = "Patient/1"
  ) -> String {
    """
    {"resourceType":"Observation","id":"\(id)","status":"\(status)","subject":{"reference":"\(patient)"},\
    "code":{"coding":[{"system":"http://loinc.org","code":"\(code)"}]},"effectiveDateTime":"2026-10-05T05:31:12Z"\
    \(content.isEmpty ? "" : ",")\(content)}
    """
  }

  private static func pulse(_ value: Double) -> String { quantity(value, "/min") }

  private static func quantity(_ value: Double, _ unit: String) -> String {
    "\"valueQuantity\":{\"value\":\(value),\"unit\":\"\(unit)\",\"code\":\"\(unit)\"}"
  }

  private static func components(_ values: (String, Double, String)...) -> String {
    let parts = values.map { code, value, unit in
      "{\"code\":{\"coding\":[{\"system\":\"http://loinc.org\",\"code\":\"\(code)\"}]},\(quantity(value, unit))}"
    }
    return "\"component\":[\(parts.joined(separator: ","))]"
  }

  private static let pressure = components(
    ("8480-6", 121, "mm[Hg]"), ("8462-4", 79, "mm[Hg]"), ("8867-4", 64, "/min"))

  private static func series(_ more: String) -> String {
    "\"valueSampledData\":{\"origin\":{\"value\":60,\"code\":\"/min\"},\"period\":1000,\(more)}"
  }

  /// "HeartRate 72.0", and how often each defect was counted.
  private func read(
    _ texts: [String], person: String? = nil
  ) throws -> (words: [String], defects: [ImportDefect: Int]) {
    var hints = ImportHints()
    hints.person = person
    let entries = texts.map { "{\"resource\":\($0)}" }.joined(separator: ",")
    let path = try folder.write(
      "{\"resourceType\":\"Bundle\",\"entry\":[\(entries)]}", to: "bundle.json")
    var input = try SampleFile(path: path, hints: hints).input
    var words: [String] = []
    while let sample = try input.next() { words.append(Self.words(sample)) }
    return (words, input.log.counts)
  }

  private static func words(_ sample: Sample) -> String {
    guard case .correlation(let panel) = sample else {
      return sample.sampleType.shortName + " \(sample.quantitySample?.quantity.value ?? .nan)"
    }
    return [QuantityType.bloodPressureSystolic, .bloodPressureDiastolic].map {
      "\(panel.quantities(of: $0)[0].quantity.value)"
    }.joined(separator: "/")
  }

  @Test(
    arguments: [
      (observation(), ["HeartRate 72.0"], [:]),
      (observation("a", "\"valueInteger\":72"), ["HeartRate 72.0"], [.assumedUnit: 1]),
      (observation("a", "\"valueString\":\"72\""), [], [.unreadableValue: 1]),
      (observation("a", ""), [], [.unreadableValue: 1]),
      (
        observation("a", series("\"factor\":0.5,\"dimensions\":1,\"data\":\"10 E 14 U\"")),
        ["HeartRate 65.0", "HeartRate 67.0"], [.missingValue: 2]
      ),
      (observation("a", series("\"dimensions\":2,\"data\":\"1 2\"")), [], [.unreadableValue: 1]),
      (observation("a", series("\"dimensions\":1")), [], [.unreadableValue: 1]),
      (observation("a", pressure, code: "85354-9"), ["121.0/79.0", "HeartRate 64.0"], [:]),
      (
        observation(
          "a", components(("8867-4", 64, "/min"), ("8478-0", 92, "mm[Hg]")), code: "85353-1"),
        ["HeartRate 64.0"], [.unknownType: 1]
      ),
      (
        observation("a", components(("8480-6", 121, "mm[Hg]")), code: "85354-9"), [],
        [.invalidSample: 1]
      ),
      (
        observation("a", "\"hasMember\":[{\"reference\":\"Observation/b\"}]", code: "85353-1"), [],
        [:]
      ),
      (
        observation(
          "a", "\"hasMember\":[{\"reference\":\"#b\"}],\"contained\":[\(observation("b"))]"),
        ["HeartRate 72.0"], [:]
      ),
      (
        observation("a", pulse(72) + ",\"modifierExtension\":[{\"url\":\"u\"}]"), [],
        [.unknownModifier: 1]
      ),
      (observation("a", pulse(72) + ",\"focus\":[{\"display\":\"fetus\"}]"), [], [.unsupported: 1]),
      (observation("a", pulse(72), status: "registered"), [], [.unsupported: 1]),
      (observation("a", pulse(72), status: "entered-in-error"), [], [.withdrawn: 1]),
    ] as [(String, [String], [ImportDefect: Int])])
  func `an observation is what it says`(
    _ text: String, _ words: [String], _ defects: [ImportDefect: Int]
  ) throws {
    let found = try read([text])
    #expect(found.words == words && found.defects == defects)
  }

  @Test func `people are told apart, and one is chosen`() throws {
    let texts = [
      Self.observation(), Self.observation("b", Self.pulse(80), patient: "Patient/2"),
      Self.observation("c", Self.pulse(90), patient: "http://a/fhir/Patient/1"),
    ]
    #expect(throws: FormatError.self) { try read(texts) }
    #expect(try read([texts[0], texts[2]]).words == ["HeartRate 72.0", "HeartRate 90.0"])
    #expect(try read(texts, person: "Patient/2").words == ["HeartRate 80.0"])
    #expect(try read(texts, person: "1").words == ["HeartRate 72.0", "HeartRate 90.0"])
    #expect(try read(texts, person: "3").words == [])
    do {
      _ = try read(texts)
    } catch let error as FormatError {
      #expect(error.reason == .severalPeople && error.description.contains("Patient/2"))
    }
  }

  private func stored(after imports: [[String]], in name: String) throws -> [String] {
    let store = try HealthStore(location: StoreLocation(path: folder.file(name)))
    for texts in imports {
      let entries = texts.map { "{\"resource\":\($0)}" }.joined(separator: ",")
      let path = try folder.write(
        "{\"resourceType\":\"Bundle\",\"entry\":[\(entries)]}", to: "bundle.json")
      var input = try SampleFile(path: path).input
      var importer = SampleImporter(into: store, log: input.log)
      while let sample = try input.next() { try importer.add(sample) }
      try importer.finish()
    }
    let samples: [QuantitySample] = try store.samples(
      matching: SampleQuery(types: [.heartRate]))
    return samples.map { Self.words(.quantity($0)) }
  }

  @Test func `a correction replaces what was imported, and a withdrawal removes it`() throws {
    func version(_ id: String, _ value: Double, _ status: String) -> String {
      Self.observation(
        id, Self.pulse(value) + ",\"identifier\":[{\"system\":\"urn:x\",\"value\":\"1\"}]",
        status: status)
    }
    let (first, corrected) = (version("a", 72, "final"), version("b", 68, "corrected"))
    let withdrawn = version("c", 0, "entered-in-error")
    let other = Self.observation("1", Self.pulse(90))
    let uuid = "0f0e0d0c-0b0a-4908-8706-050403020100"
    let own = [
      Self.observation(uuid), Self.observation(uuid, Self.pulse(68), status: "amended"),
    ]
    let panels = [
      Self.observation("p", Self.pressure, code: "85354-9"),
      Self.observation("p", "", status: "cancelled", code: "85354-9"),
    ]
    let cases: [([[String]], [String])] = [
      ([[first]], ["HeartRate 72.0"]), ([[first], [corrected]], ["HeartRate 68.0"]),
      ([[first, corrected]], ["HeartRate 68.0"]), ([[corrected, first]], ["HeartRate 68.0"]),
      ([[first], [corrected], [first], [corrected]], ["HeartRate 68.0"]),
      ([[first, other], [withdrawn]], ["HeartRate 90.0"]),
      ([[first, withdrawn, other]], ["HeartRate 90.0"]),
      ([[withdrawn, first, other]], ["HeartRate 90.0"]),
      ([[own[0]], [own[1]]], ["HeartRate 68.0"]),
      ([[own[0]], [own[1]], [own[0]]], ["HeartRate 68.0"]),
      ([[panels[0]]], ["HeartRate 64.0"]), ([[panels[0]], [panels[1]]], []),
    ]
    for (index, (imports, words)) in cases.enumerated() {
      #expect(try stored(after: imports, in: "\(index).db") == words, "case \(index)")
    }
  }

  @Test(arguments: [
    (
      "Aufzeichnungsdatum", "2026-10-05 07:31:12 +0200", "Vorhofflimmern", "511,422 Hertz",
      "Ableitung I", "µV", 2, 1
    ),
    (
      "Date", "5 oct. 2026 07:31:12", "Rythme sinusal", "512 hertz", "Dérivation I", "\u{3BC}V", 1,
      1
    ),
    (
      "Fecha", "2026-10-05 07:31:12 +0200", "Fibrilación auricular", "511.4 hercios",
      "Derivación I", "mV", 2, 1000
    ),
    ("記録日", "2026年10月5日 7:31:12", "洞調律", "512ヘルツ", "I誘導", "マイクロボルト", 1, 1),
    ("Дата", "2026-10-05 07:31:12 +0200", "Синусовый ритм", "512 Гц", "I отведение", "мкВ", 1, 1),
    (
      "Recorded Date", "2026-10-05 07:31:12 +0200", "Keine Anzeichen von Vorhofflimmern",
      "512 hertz", "Lead I", "µV", 100, 1
    ),
  ])
  func `an electrocardiogram is read in the phone's language`(
    _ key: String, _ date: String, _ word: String, _ rate: String, _ lead: String, _ unit: String,
    _ number: Int,
    _ scale: Double
  ) throws {
    func text(_ date: String, _ rate: String, _ unit: String) -> [UInt8] {
      let head = [
        "N,A", "B,1990-01-01", "\(key),\(date)", "C,\(word)", "S,", "V,2.0", "D,\"Watch6,1\"",
        "R,\"\(rate)\"",
        "", "L,\(lead)", "U,\(unit)", "",
      ]
      return Array((head + (0..<5120).map { "1,\($0 % 10)" }).joined(separator: "\n").utf8)
    }
    var unknown: [String] = []
    let sample = try AppleElectrocardiogram.sample(of: text(date, rate, unit)) {
      unknown.append($0)
    }
    guard case .record(let record) = sample, case .electrocardiogram(let ecg) = record.content
    else {
      Issue.record("no electrocardiogram")
      return
    }
    #expect(ecg.classification == number && ecg.lead == "Lead I")
    #expect(unknown == (number == 100 ? [word] : []))
    #expect(abs((ecg.samplingFrequency ?? 0) - 512) < 1 && ecg.voltages[5] == Float(1.5 * scale))
    #expect(abs(sample.end.timeIntervalSince(sample.start) - 10) < 0.1)
    for (date, rate, unit) in [
      ("05/10/26 07:31", rate, unit), ("", rate, unit), (date, "", unit), (date, rate, "dB"),
    ] {
      #expect(throws: ImportDefect.self) {
        try AppleElectrocardiogram.sample(of: text(date, rate, unit))
      }
    }
  }
}
