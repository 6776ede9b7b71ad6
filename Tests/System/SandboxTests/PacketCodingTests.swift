import Sandbox
import Testing

/// The form of messages, and what is refused of those that nobody vouches for.
struct PacketCodingTests {
  @Test func `what is written comes back to the last bit`() throws {
    let numbers = [0, -0.0, 1.1, .leastNonzeroMagnitude, -.greatestFiniteMagnitude]
    var writer = PacketWriter(16)
    for number in numbers { writer.put(number) }
    writer.put(nil as Double?)
    writer.put(7.25 as Double?)
    writer.put(UInt32(70_000))
    writer.put("ein Häuschen", limit: 100)
    var reader = PacketReader(writer.bytes)
    for number in numbers { #expect(try reader.number().bitPattern == number.bitPattern) }
    #expect(try reader.optionalNumber() == nil)
    #expect(try reader.optionalNumber() == 7.25)
    #expect(try reader.count(upTo: 70_000) == 70_000)
    #expect(try reader.text(limit: 100) == "ein Häuschen")
    #expect(reader.isAtEnd)
  }

  @Test func `a message that is cut off anywhere is refused`() throws {
    var writer = PacketWriter(16)
    writer.put(3.5)
    writer.put("text", limit: 100)
    for count in 1..<writer.bytes.count {
      var reader = PacketReader(Array(writer.bytes.prefix(count)))
      #expect(throws: PacketReader.Malformed.self) {
        _ = try reader.number()
        _ = try reader.text(limit: 100)
      }
    }
  }

  @Test func `lengths, numbers and texts that cannot be are refused`() throws {
    func refused(_ fill: (inout PacketWriter) -> Void, _ read: (inout PacketReader) throws -> Void)
    {
      var writer = PacketWriter(16)
      fill(&writer)
      var reader = PacketReader(writer.bytes)
      #expect(throws: PacketReader.Malformed.self) { try read(&reader) }
    }
    refused({ $0.put(UInt32.max) }, { _ = try $0.text(limit: 100) })
    refused({ $0.put(UInt32(101)) }, { _ = try $0.count(upTo: 100) })
    refused({ $0.put(Double.nan) }, { _ = try $0.finiteNumber() })
    refused({ $0.put(Double.infinity as Double?) }, { _ = try $0.optionalNumber() })
    refused({ $0.put(2 as UInt8) }, { _ = try $0.optionalNumber() })
    // No UTF-8.
    refused(
      {
        $0.put(UInt32(1))
        $0.put(0xFF as UInt8)
      }, { _ = try $0.text(limit: 100) })
  }

  @Test func `a control character cannot command a terminal`() throws {
    var writer = PacketWriter(16)
    writer.put("\u{1B}[2Jred\u{9B}", limit: 100)
    var reader = PacketReader(writer.bytes)
    #expect(try reader.text(limit: 100) == "\u{FFFD}[2Jred\u{FFFD}")
  }
}
