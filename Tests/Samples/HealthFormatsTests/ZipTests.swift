import FoundationEssentials
import TestSupport
import Testing

@testable import HealthFormats

struct ZipTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let export = """
    <HealthData><Record type="HKQuantityTypeIdentifierStepCount" sourceName="a" unit="count" \
    startDate="2021-12-11 18:04:47 -0700" endDate="2021-12-11 18:05:47 -0700" value="9"/></HealthData>
    """

  /// An entry of a zip: its local part and what the directory says, of zip64's form where asked for.
  private struct Entry {
    var name: String
    var text: String
    var isWide = false
    var checksum: UInt32?
    var flags = 0
  }

  private func zip(_ entries: [Entry]) -> [UInt8] {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let content = Array(entry.text.utf8)
      let name = Array(entry.name.utf8)
      let offset = bytes.count
      let checksum = Int(entry.checksum ?? Self.crc32(content))
      bytes += le(0x0403_4B50, 4) + le(20, 2) + le(entry.flags, 2) + le(0, 2) + le(0, 4)
      bytes += le(checksum, 4) + le(content.count, 4) + le(content.count, 4)
      bytes += le(name.count, 2) + le(0, 2) + name + content
      let extra =
        entry.isWide
        ? le(1, 2) + le(24, 2) + le(content.count, 8) + le(content.count, 8) + le(offset, 8) : []
      let narrow = entry.isWide ? 0xFFFF_FFFF : content.count
      directory += le(0x0201_4B50, 4) + le(20, 2) + le(20, 2) + le(entry.flags, 2) + le(0, 2)
      directory += le(0, 4) + le(checksum, 4) + le(narrow, 4) + le(narrow, 4) + le(name.count, 2)
      directory += le(extra.count, 2) + le(0, 2) + le(0, 2) + le(0, 2) + le(0, 4)
      directory += le(entry.isWide ? 0xFFFF_FFFF : offset, 4) + name + extra
    }
    let start = bytes.count
    bytes += directory
    bytes += le(0x0605_4B50, 4) + le(0, 4) + le(entries.count, 2) + le(entries.count, 2)
    return bytes + le(directory.count, 4) + le(start, 4) + le(0, 2)
  }

  private func le(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
  }

  private func count(_ bytes: [UInt8]) throws -> Int {
    var file = try SampleFile(path: folder.write(Data(bytes), to: "export.zip"))
    var count = 0
    while try file.input.next() != nil { count += 1 }
    return count
  }

  @Test(arguments: [false, true])
  func `the export is found in a zip, whatever it is called`(isWide: Bool) throws {
    for name in ["apple_health_export/export.xml", "导出.xml", "apple_health_export/Exportar.xml"] {
      let entries = [
        Entry(name: "apple_health_export/export_cda.xml", text: String(repeating: "x", count: 999)),
        Entry(name: name, text: Self.export, isWide: isWide),
      ]
      #expect(try count(zip(entries)) == 1)
    }
  }

  @Test func `what is wrong with a zip is said`() throws {
    let name = "export.xml"
    let whole = zip([Entry(name: name, text: Self.export)])
    let cases: [([UInt8], FormatError.Reason)] = [
      (zip([Entry(name: "other.txt", text: "x")]), .unknownFormat),
      (zip([Entry(name: name, text: Self.export, flags: 1)]), .unknownFormat),
      (whole.dropLast(30) + [], .damaged), (Array(whole.prefix(10)), .damaged),
    ]
    for (bytes, reason) in cases {
      let error = #expect(throws: FormatError.self) { try count(bytes) }
      #expect(error?.reason == reason)
    }
  }

  @Test func `a damaged zip never stops the program`() throws {
    let whole = zip([Entry(name: "export.xml", text: Self.export, isWide: true)])
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      var bytes = whole
      for _ in 0..<3 {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      do { _ = try count(bytes) } catch is FormatError {}
    }
  }
}
