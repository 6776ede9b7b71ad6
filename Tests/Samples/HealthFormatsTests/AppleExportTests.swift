import TestSamples
import FoundationEssentials
import JSONCoding
import SampleStore
import TestSupport
import Testing

@testable import HealthFormats

struct AppleExportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The samples of an export with these elements, and what was wrong with it.
  private func read(
    _ body: String, head: String = "", tail: String = "</HealthData>"
  ) throws -> (samples: [Sample], defects: [ImportDefect: Int]) {
    let text = "<?xml version=\"1.0\"?>\(head)<HealthData locale=\"en\">\(body)\(tail)"
    var file = try SampleFile(path: folder.write(text, to: "export.xml"))
    var samples: [Sample] = []
    while let sample = try file.input.next() { samples.append(sample) }
    return (samples, file.input.defects)
  }

  private func record(
    _ type: String = "HKQuantityTypeIdentifierHeartRate", unit: String = "count/min",
    value: String = "92", start: String = "2021-12-11 18:04:47 -0700", extra: String = ""
  ) -> String {
    """
    <Record type="\(type)" sourceName="Jane&apos;s Watch" sourceVersion="7.6.2" \
    device="&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch, manufacturer:Apple Inc., hardware:Watch3,4&gt;" \
    unit="\(unit)" creationDate="\(start)" startDate="\(start)" endDate="\(start)" value="\(value)" \(extra)
    """
  }

  @Test func `a record has its type, value, time, source, device and metadata`() throws {
    let (samples, defects) = try read(
      record() + ">"
        + "<MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"2\"/></Record>")
    let sample = try #require(samples.first?.quantitySample)
    #expect(defects.isEmpty && samples.count == 1)
    #expect(sample.type == .heartRate && sample.quantity == Quantity(92, .countPerMinute))
    #expect(
      sample.start == Date(timeIntervalSince1970: 1_639_271_087) && sample.end == sample.start)
    #expect(sample.source.name == "Jane's Watch" && sample.source.version == "7.6.2")
    #expect(
      sample.device
        == Device(name: "Apple Watch", manufacturer: "Apple Inc.", hardwareVersion: "Watch3,4"))
    #expect(sample.metadata == [MetadataKey.heartRateMotionContext: .number(2)])
  }

  @Test func `what cannot be read of a prescription is counted, and the rest is kept`() throws {
    let (samples, defects) = try read(
      """
      <VisionPrescription type="Glasses" dateIssued="2026-01-31 09:00:00 +0000" expirationDate="x">\
      <RightEye sphere="-2.25" sphereUnit="kg" cylinder="1e999" cylinderUnit="D" axis="170" \
      axisUnit="deg" vertex="12" vertexUnit="mm"/></VisionPrescription>
      """)
    guard case .record(let sample)? = samples.first, case .document(let glasses) = sample.content
    else {
      Issue.record("there is no prescription")
      return
    }
    #expect(defects == [.droppedMetadata: 3])
    #expect(
      glasses.text == """
        {"kind":1,"brand":"","right":{"axis":{"value":170,"unit":"deg"},\
        "vertex":{"value":12,"unit":"mm"}}}
        """)
  }

  @Test func `a correlation takes its members from the top level`() throws {
    func pressure(_ name: String, _ value: String) -> String {
      record("HKQuantityTypeIdentifierBloodPressure\(name)", unit: "mmHg", value: value) + "/>"
    }
    let both = pressure("Systolic", "120") + pressure("Diastolic", "80")
    let correlation = """
      <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="Jane&apos;s Watch" \
      startDate="2021-12-11 18:04:47 -0700" endDate="2021-12-11 18:04:47 -0700">\(both)</Correlation>
      """
    for body in [both + correlation, correlation + both, correlation] {
      let (samples, _) = try read(body + pressure("Systolic", "133"))
      #expect(samples.count == 2)
      let found = samples.compactMap { sample -> Correlation? in
        if case .correlation(let correlation) = sample { correlation } else { nil }
      }
      #expect(found.first?.quantities(of: .bloodPressureSystolic).first?.quantity.value == 120)
    }
  }

  @Test func `what is known to be broken is counted and the rest read`() throws {
    let cases: [(String, ImportDefect, Int)] = [
      (record(value: "") + "/>", .unreadableValue, 1),
      (record(value: "nan") + "/>", .unreadableValue, 1),
      (record(unit: "furlong") + "/>", .unreadableUnit, 1),
      (record(unit: "kg") + "/>", .unreadableUnit, 1),
      (record(start: "2021-13-11 18:04:47 -0700") + "/>", .unreadableDate, 1),
      (record("Nothing") + "/>", .unknownType, 1),
      (record(extra: "my name=\"x\"") + "/>", .malformedAttribute, 2),
      (record(extra: "loose") + "/>", .malformedAttribute, 2),
      (
        record(extra: "note=\"a\u{B}b\"")
          + "><MetadataEntry key=\"k\" value=\"a\u{B}b\"/></Record>",
        .controlCharacter, 2
      ),
      (record() + "><MetadataEntry key=\"k\" value=\"&bomb;\"/></Record>", .unknownEntity, 2),
      (record() + "><MetadataEntry key=\"k\"/></Record>", .droppedMetadata, 2),
      ("<Novelty type=\"x\"><Part/></Novelty>", .unsupported, 1),
      ("< " + record() + "/>", .malformed, 2),
      ("<Record type=\"HKQuantityTypeIdentifierHeartRate\" value=\"1\"/>", .missingDate, 1),
    ]
    for (body, defect, count) in cases {
      let (samples, defects) = try read(body + record(value: "60") + "/>")
      #expect(samples.count == count, "\(body)")
      #expect(defects == [defect: 1], "\(body)")
    }
  }

  @Test func `a broken document type is passed over`() throws {
    let head = """
      <!DOCTYPE HealthData [
      <!-- HealthKit Export Version: 12 -->
      <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation)*)
      <!ATTLIST Record type CDATA #REQUIRED unit
      ]>
      """
    #expect(try read(record() + "/>", head: head).samples.count == 1)
  }

  @Test func `hostile files are refused`() throws {
    let bomb = "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>"
    let deep = String(repeating: "<a>", count: 1000)
    let long = "<Record type=\"" + String(repeating: "a", count: 3 << 20)
    let endless = "<!DOCTYPE x [" + String(repeating: " ", count: 2 << 20)
    for (head, body) in [(bomb, ""), ("", deep), ("", long), (endless, "")] {
      let error = #expect(throws: FormatError.self) { try read(body, head: head) }
      #expect(error?.reason == .refused)
    }
    let none = #expect(throws: FormatError.self) {
      _ = try AppleExportReader(FileSource(path: folder.write("<html/>", to: "a"))).all()
    }
    #expect(none?.reason == .malformed)
  }

  @Test func `a file that ends too early gives what it has`() throws {
    let whole = record() + "/>"
    let (samples, defects) = try read(whole + whole.dropLast(30), tail: "")
    #expect(samples.count == 1 && defects[.truncated] != nil)
  }

  @Test func `lines that end too early give what they have`() throws {
    var random = RandomSamples(seed: 15)
    let line = try #require(SampleJSON.value(of: random.sample())).text
    // A last line without an end is whole if it can be read.
    for (text, count, isTruncated) in [
      (line + "\n" + line.dropLast(9), 1, true), (line + "\n{\n" + line, 2, false),
      (line, 1, false),
    ] {
      var reader = NDJSONReader(PieceSource(Array(text.utf8)))
      var found = 0
      while try reader.next() != nil { found += 1 }
      #expect(found == count && (reader.log.counts[.truncated] != nil) == isTruncated)
    }
  }

  @Test(arguments: [
    ("6:14:48.94 PM", 65_688.94), ("08:33:44,67", 30_824.67), ("6:14:48.94\u{202F}AM", 22_488.94),
    ("12:00:00.00 AM", 0), ("下午6:14:48.94", 65_688.94), ("6:14:48,94 p. m.", 65_688.94),
    ("12:30:00 PM", 45_000),
  ])
  func `beat times are read in many languages`(text: String, seconds: Double) throws {
    #expect(abs(try #require(BeatClock.seconds(text)) - seconds) < 1e-6)
  }

  @Test func `beat times become a heartbeat series`() throws {
    let beats = ["6:14:48.00", "6:14:49.00", "6:14:51.00"].map {
      "<InstantaneousBeatsPerMinute bpm=\"60\" time=\"\($0) PM\"/>"
    }.joined()
    let (samples, defects) = try read(
      record("HKQuantityTypeIdentifierHeartRateVariabilitySDNN", unit: "ms", value: "40")
        + "><HeartRateVariabilityMetadataList>\(beats)</HeartRateVariabilityMetadataList></Record>")
    #expect(samples.count == 2 && defects.isEmpty)
    guard case .heartbeatSeries(let series) = samples.last else {
      Issue.record("no series")
      return
    }
    #expect(series.beats.map(\.time) == [0, 1, 3])
    #expect(series.beats.map(\.precededByGap) == [false, false, true])
  }

  @Test func `the address of a device and the time zone do not make another sample`() throws {
    let first = try read(record() + "/>").samples
    let again = try read(
      record(start: "2021-12-12 01:04:47 +0000")
        .split(separator: "0x1").joined(separator: "0x2fe7") + "/>"
    ).samples
    #expect(first.map(\.id) == again.map(\.id))
    #expect(first.first?.device == again.first?.device)
  }

  @Test func `damaged bytes never stop the program`() throws {
    let text =
      "<HealthData>" + record() + "><MetadataEntry key=\"k\" value=\"&amp;\"/></Record>"
      + "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"1\" "
      + "startDate=\"2021-12-11 18:04:47 -0700\" endDate=\"2021-12-11 18:14:47 -0700\"/></HealthData>"
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] =
          UInt8.random(in: 0...255, using: &generator)
      }
      bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator) / 4)
      let reader = AppleExportReader(PieceSource(bytes))
      do { _ = try reader.all() } catch is FormatError {}
    }
  }
}

extension AppleExportReader {
  fileprivate func all() throws -> [Sample] {
    var reader = self
    var samples: [Sample] = []
    while let sample = try reader.next() { samples.append(sample) }
    return samples
  }
}
