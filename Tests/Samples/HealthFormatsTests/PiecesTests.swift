import TestSamples
import FileAccess
import FoundationEssentials
import SampleStore
import TestSupport
import Testing

@testable import HealthFormats

/// What is read does not depend on the sizes of the pieces in which the bytes come, nor on what
/// lies across the end of a reader's block.
struct PiecesTests {
  /// The size of the block of every reader here.
  private static let block = 1 << 18

  // MARK: XML

  /// All that a reader of XML reports of a document, in order.
  private static func events(of source: any ByteSource) throws -> [String] {
    let parser = XMLPullParser(source)
    var events: [String] = []
    while true {
      switch try parser.next() {
      case .start(let isEmpty):
        let attributes = ["a", "b", "ü"].compactMap { name -> String? in
          let text: String? =
            switch name {
            case "a": parser.text(of: "a")
            case "b": parser.text(of: "b")
            default: parser.text(of: "ü")
            }
          return text.map { "\(name)=\($0)" }
        }
        let name = String(decoding: parser.name, as: UTF8.self)
        events.append("<\(name) \(attributes)\(isEmpty ? "/" : "") \(parser.depth)")
      case .end:
        events.append(">\(String(decoding: parser.name, as: UTF8.self)) \(parser.depth)")
      case .endOfFile:
        return events + parser.defects.map { "\($0): \($1)" }.sorted()
      }
    }
  }

  /// A token of every kind, the defects of real files among them.
  private static let xmlTokens = [
    "<e a=\"1\" b='2'>", "</e>", "<e a=\"x &amp; &#252;&#x1F600; &lt;&gt;&quot;&apos;\"/>",
    "<e ü=\"größer\" b = \"two\"  />", "<!-- a -- comment > with \"marks\" -->", "<!---->",
    "<![CDATA[ <e a=\"no\"/> ]] ]]>", "<?instruction with=\"data\" ?>",
    "<!DOCTYPE e [ <!ELEMENT e (f*)> <!ATTLIST e a CDATA #IMPLIED> ]>", "<!ELEMENT e ANY>",
    "text & more text", "a < b", "<e a=unquoted b=\"2\"/>", "<e a =\"1\" / b=\"2\">",
    "<e a b=\"2\"/>",
    "<e a=\"1\"b=\"2\"/>", "<name-with.marks:x\n\ta=\"line\nend\"\n>", "</ name >",
    "<e a=\"&unknown; &#0; &#xD800; &\"/>", "<e\u{7F}/>",
  ]

  private static func document(seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...40, using: &random)
    let tokens = (0..<count).map { _ in xmlTokens.randomElement(using: &random)! }
    var bytes = Array(("<?xml version=\"1.0\"?><r>" + tokens.joined()).utf8)
    // Half of the documents end anywhere.
    if Bool.random(using: &random) {
      bytes.removeLast(Int.random(in: 0..<bytes.count / 2, using: &random))
    } else {
      bytes += Array("</r>".utf8)
    }
    return bytes
  }

  @Test(arguments: PieceSizes.all)
  func `the events of XML are the same in pieces`(sizes: PieceSizes) throws {
    var count = 0
    for seed in 0..<60 as Range<UInt64> {
      let bytes = Self.document(seed: seed)
      let whole = try Self.events(of: PieceSource(bytes))
      #expect(try Self.events(of: sizes.source(bytes)) == whole, "seed \(seed)")
      count += whole.count
    }
    #expect(count > 500)
  }

  @Test(arguments: xmlTokens)
  func `a token of XML may lie across the block's end`(token: String) throws {
    let rest = Array((token + "<after a=\"1\"/></r>").utf8)
    let alone = try Self.events(of: PieceSource(Array("<r>".utf8) + rest))
    for before in 0...token.utf8.count {
      let padding = [UInt8](repeating: UInt8(ascii: " "), count: Self.block - 3 - before)
      let bytes = Array("<r>".utf8) + padding + rest
      #expect(try Self.events(of: PieceSource(bytes)) == alone, "\(before) bytes before the end")
    }
  }

  @Test func `a tag longer than the block is read whole`() throws {
    let long = String(repeating: "x", count: 3 * Self.block)
    let bytes = Array("<r><e a=\"\(long)\" b=\"2\"/></r>".utf8)
    #expect(
      try Self.events(of: PieceSource(bytes))
        == ["<r [] 1", "<e [\"a=\(long)\", \"b=2\"]/ 1", ">r 0"])
  }

  // MARK: CSV and lines

  private static func rows(of source: any ByteSource) throws -> [[String?]] {
    var reader = CSVRows(source)
    var rows: [[String?]] = []
    while let row = try reader.next() { rows.append(row) }
    return rows + (reader.isTruncated ? [["truncated"]] : [])
  }

  private static func lines(of source: any ByteSource) throws -> [[UInt8]] {
    var reader = ByteReader(source)
    var lines: [[UInt8]] = []
    while let line = try reader.takeLine() { lines.append(line.bytes) }
    return lines
  }

  private static let csvTokens = [
    "plain,", "\"quoted\",", "\"a \"\"word\"\", a comma\",", "\"two\r\nlines\",", "\"\",", ",",
    ",,",
    "\n", "\r\n", "\r", "\r\r", "größer,", "\"x\"y,", "a\"b,", "\n\n", "😀\r\n", "\"end\"\r\n",
  ]

  private static func table(seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...60, using: &random)
    let text = (0..<count).map { _ in csvTokens.randomElement(using: &random)! }.joined()
    return Array(text.utf8).dropLast(Int.random(in: 0...5, using: &random))
  }

  @Test(arguments: PieceSizes.all)
  func `rows and lines are the same in pieces`(sizes: PieceSizes) throws {
    var count = 0
    for seed in 0..<60 as Range<UInt64> {
      let bytes = Self.table(seed: seed)
      let whole = try Self.rows(of: PieceSource(bytes))
      #expect(try Self.rows(of: sizes.source(bytes)) == whole, "seed \(seed)")
      #expect(
        try Self.lines(of: sizes.source(bytes)) == Self.lines(of: PieceSource(bytes)),
        "seed \(seed)")
      count += whole.count
    }
    #expect(count > 300)
  }

  @Test(arguments: csvTokens)
  func `a token of CSV may lie across the block's end`(token: String) throws {
    let rest = Array((token + "after,the token\n").utf8)
    let alone = try Self.rows(of: PieceSource(Array("\n".utf8) + rest))
    let lines = try Self.lines(of: PieceSource(Array("\n".utf8) + rest))
    for before in 0...token.utf8.count {
      let padding = [UInt8](repeating: UInt8(ascii: "\n"), count: Self.block - before)
      #expect(try Self.rows(of: PieceSource(padding + rest)) == alone, "\(before) bytes before")
      let found = try Self.lines(of: PieceSource(padding + rest))
      #expect(found.count == padding.count - 1 + lines.count, "\(before) bytes before")
      #expect(found.suffix(lines.count) == lines[...], "\(before) bytes before")
    }
  }

  // MARK: Whole formats

  private static func input(
    _ format: HealthFormat, _ source: any ByteSource
  ) -> any SampleInput {
    switch format {
    case .apple: AppleExportReader(source)
    case .ndjson: NDJSONReader(source)
    case .csv: CSVReader(source)
    case .fhir: StandardReader(source, of: FHIRObservation.self)
    default: StandardReader(source, of: OpenMHealthPoint.self)
    }
  }

  /// Samples and defects; the error that ended them last.
  private static func content(
    _ format: HealthFormat, _ source: any ByteSource
  ) -> (samples: [Sample], end: String) {
    var input = input(format, source)
    var samples: [Sample] = []
    do {
      while let sample = try input.next() { samples.append(sample) }
    } catch {
      return (samples, "\(input.defects.sorted { "\($0)" < "\($1)" }) \(error)")
    }
    return (samples, "\(input.defects.sorted { "\($0)" < "\($1)" })")
  }

  private static func file(
    of format: HealthFormat, isCompressed: Bool = false
  ) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    var random = RandomSamples(seed: 31, isPlain: format == .apple)
    let replacement = try FileReplacement(of: folder.file("file"))
    try replacement.withDescriptor { descriptor in
      var writer = SampleExport.writer(
        of: format,
        to: try ByteOutput(descriptor: descriptor.number, isCompressed: isCompressed),
        now: Date(timeIntervalSince1970: 1_769_850_000), patient: "Patient/1")
      for _ in 0..<25 { _ = try writer.write(try random.sample()) }
      for _ in 0..<10 { _ = try writer.write(.quantity(try random.quantity())) }
      try writer.finish()
    }
    try replacement.commit()
    return [UInt8](try Data(contentsOf: URL(filePath: folder.file("file"))))
  }

  @Test(arguments: [HealthFormat.apple, .ndjson, .csv, .fhir, .omh], PieceSizes.all)
  func `samples and defects are the same in pieces`(
    format: HealthFormat, sizes: PieceSizes
  ) throws {
    let bytes = try Self.file(of: format)
    var random = SeededGenerator(seed: 5)
    var damaged = bytes
    for _ in 0..<5 { damaged[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 }
    for file in [bytes, damaged, Array(bytes.dropLast(bytes.count / 3))] {
      let whole = Self.content(format, PieceSource(file))
      let pieces = Self.content(format, sizes.source(file))
      #expect(pieces.samples == whole.samples)
      #expect(pieces.end == whole.end)
    }
    #expect(Self.content(format, PieceSource(bytes)).samples.count >= 3)
  }

  @Test(arguments: PieceSizes.all)
  func `what is compressed is the same in pieces`(sizes: PieceSizes) throws {
    let plain = try Self.file(of: .ndjson)
    let packed = try Self.file(of: .ndjson, isCompressed: true)
    #expect(packed.count < plain.count)
    let source = try InflatingSource(sizes.source(packed), .gzip)
    #expect(try source.all(limit: 1 << 24) == plain)
  }
}
