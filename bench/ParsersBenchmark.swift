import BenchmarkSupport
import CExpat
import CommandLineParsing
import Foundation
import HealthFormats
import JSONCoding

/// The parsers of XML and JSON beside expat and Foundation, on the same bytes.
enum ParsersBenchmark {
  static let description = CommandDescription(
    name: "parsers", summary: "XML beside expat, JSON beside Foundation's two.",
    options: [SpeedOptions.rounds, SpeedOptions.json])

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  static func run(_ arguments: Arguments) throws -> SpeedReport {
    let rounds = arguments[SpeedOptions.rounds] ?? 5
    let xml = try export(megabytes: 16)
    let lines = samples(count: 20_000)
    let document = [UInt8]("[".utf8) + lines.joined(separator: [0x2C]) + [UInt8]("]".utf8)
    let xmlTimes = try Clock.processor.turns(
      rounds: rounds,
      [
        { try check(own(xml), of: xml) }, { try check(expat(xml), of: xml) },
      ])
    let lineTimes = try Clock.processor.turns(
      rounds: rounds,
      [
        { for line in lines { _ = try JSONParser.value(of: line) } },
        {
          let decoder = JSONDecoder()
          for line in lines { _ = try decoder.decode(Record.self, from: Data(line)) }
        },
        {
          let decoder = JSONDecoder()
          for line in lines { _ = try decoder.decode(AnyValue.self, from: Data(line)) }
        },
        { for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line)) } },
      ])
    let documentTimes = try Clock.processor.turns(
      rounds: rounds,
      [
        { _ = try JSONParser.value(of: document) },
        { _ = try JSONDecoder().decode([Record].self, from: Data(document)) },
        { _ = try JSONDecoder().decode([AnyValue].self, from: Data(document)) },
        { _ = try JSONSerialization.jsonObject(with: Data(document)) },
      ])
    let jsonNames = ["own", "JSONDecoder, one type", "JSONDecoder, any value", "JSONSerialization"]
    return SpeedReport(
      "parsers",
      summary: "\(xml.count / 1_000_000) MB of export.xml; \(lines.count) samples, "
        + "\(document.count / 1_000_000) MB of JSON, a line each and as one array; processor time.",
      rows: rows("XML", ["own", "expat"], xmlTimes, xml.count)
        + rows("lines", jsonNames, lineTimes, document.count)
        + rows("array", jsonNames, documentTimes, document.count))
  }

  private static func rows(
    _ what: String, _ names: [String], _ times: [Timing], _ bytes: Int
  ) -> [SpeedReport.Row] {
    zip(names, times).enumerated().map { index, row in
      SpeedReport.Row(
        "\(what), \(row.0)", "ms", row.1, scale: 1000,
        to: index == 0 ? nil : ("own", times[0]),
        note: "\((Double(bytes) / row.1.median / 1e6).fixed(1)) MB/s")
    }
  }

  // MARK: XML

  /// Bytes in memory, as a parser takes them.
  private final class MemorySource: ByteSource {
    private let bytes: [UInt8]
    private(set) var bytesRead = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func read(into memory: UnsafeMutableRawBufferPointer) -> Int {
      let count = min(memory.count, bytes.count - bytesRead)
      bytes.withUnsafeBytes {
        memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[bytesRead..<bytesRead + count]))
      }
      bytesRead += count
      return count
    }
  }

  /// What both parsers find: elements, and bytes of their values.
  private struct Found: Equatable {
    var elements = 0
    var bytes = 0
  }

  private static func own(_ xml: [UInt8]) throws -> Found {
    let parser = XMLPullParser(MemorySource(xml))
    var found = Found()
    while true {
      switch try parser.next() {
      case .start:
        found.elements += 1
        found.bytes += parser.value(of: "value")?.count ?? 0
      case .end: break
      case .endOfFile: return found
      }
    }
  }

  private static func expat(_ xml: [UInt8]) throws -> Found {
    guard let parser = XML_ParserCreate(nil) else { throw Failure(description: "no memory") }
    defer { XML_ParserFree(parser) }
    var found = Found()
    try withUnsafeMutablePointer(to: &found) { found in
      XML_SetUserData(parser, found)
      XML_SetElementHandler(
        parser,
        { found, _, attributes in
          let found = found!.assumingMemoryBound(to: Found.self)
          found.pointee.elements += 1
          var at = attributes!
          while let name = at[0], let value = at[1] {
            if strcmp(name, "value") == 0 { found.pointee.bytes += strlen(value) }
            at += 2
          }
        }, { _, _ in })
      try xml.withUnsafeBytes { bytes in
        var at = 0
        while at < bytes.count {
          let count = min(1 << 18, bytes.count - at)
          let part = bytes.baseAddress!.advanced(by: at).assumingMemoryBound(to: CChar.self)
          at += count
          guard XML_Parse(parser, part, Int32(count), at == bytes.count ? 1 : 0) == XML_STATUS_OK
          else { throw Failure(description: "expat refuses the export") }
        }
      }
    }
    return found
  }

  private static func check(_ found: Found, of xml: [UInt8]) throws {
    // A record of the export with its metadata is two elements in some 500 bytes.
    guard found.elements > xml.count / 1000, found.bytes > found.elements else {
      throw Failure(description: "elements are missing")
    }
  }

  private static func export(megabytes: Int) throws -> [UInt8] {
    let path = FileManager.default.temporaryDirectory.path + "/heartcam-parsers-\(getpid()).xml"
    defer { unlink(path) }
    _ = try ImportBenchmark.write(megabytes, to: path)
    let xml = [UInt8](try Data(contentsOf: URL(filePath: path)))
    guard try own(xml) == expat(xml) else {
      throw Failure(description: "expat finds other elements than the own parser")
    }
    return xml
  }

  // MARK: JSON

  /// Samples as NDJSON has them.
  private static func samples(count: Int) -> [[UInt8]] {
    (0..<count).map { index in
      let value = JSONValue.object([
        ("kind", .string("quantity")), ("type", .string("HKQuantityTypeIdentifierHeartRate")),
        ("id", .string(UUID().uuidString)), ("start", .string("2024-05-01T08:30:00.25Z")),
        ("end", .string("2024-05-01T08:30:15.25Z")),
        ("value", .number(60 + Double(index % 4000) / 100)), ("unit", .string("count/min")),
        (
          "source",
          .object([
            ("name", .string("Watch of \"A\"")),
            ("bundle_identifier", .string("org.example.watch")),
            ("version", .string("7.6.2")),
          ])
        ),
        (
          "metadata",
          .object([
            ("HKMetadataKeyHeartRateMotionContext", .number(Double(index % 3))),
            ("HKWasUserEntered", .bool(false)),
          ])
        ),
      ])
      return Array(value.text.utf8)
    }
  }

  /// The type that a decoder fills from a sample's line.
  private struct Record: Decodable {
    struct Source: Decodable {
      let name: String
      let bundle_identifier: String
      let version: String?
    }

    let kind: String
    let type: String
    let id: String
    let start: String
    let end: String
    let value: Double
    let unit: String
    let source: Source
    let metadata: [String: AnyValue]
  }

  /// Any value, as metadata may be.
  private indirect enum AnyValue: Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([AnyValue])
    case object([String: AnyValue])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let text = try? container.decode(String.self) {
        self = .string(text)
      } else if let bool = try? container.decode(Bool.self) {
        self = .bool(bool)
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else if let members = try? container.decode([String: AnyValue].self) {
        self = .object(members)
      } else {
        self = .array(try container.decode([AnyValue].self))
      }
    }
  }
}
