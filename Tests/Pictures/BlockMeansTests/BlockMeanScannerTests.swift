import TestPictures
import TestSupport
import Testing

@testable import BlockMeans

/// The means of a picture are those that were written; what is damaged or of another kind is refused.
struct BlockMeanScannerTests {
  private func picture(_ change: (inout TestJPEG) -> Void) -> TestJPEG {
    var picture = TestJPEG()
    change(&picture)
    return picture
  }

  /// The means of each component, including padding; `nil` if the picture is refused.
  private func means(of bytes: [UInt8], _ scanner: BlockMeanScanner) -> [[UInt8]]? {
    // No spare capacity behind the last byte, as an array would have.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { buffer.deallocate() }
    buffer.copyBytes(from: bytes)
    let jpeg = UnsafeRawBufferPointer(buffer)
    guard scanner.begin(jpeg), scanner.scan(jpeg) else { return nil }
    return scanner.planes.map {
      Array(UnsafeBufferPointer(start: $0.means, count: $0.width * $0.height))
    }
  }

  @Test(arguments: [(1, 1), (2, 1), (2, 2), (1, 2), (4, 1)], [0, 1, 7, 40])
  func `the means are those that were written, for any sampling and restart interval`(
    factors: (Int, Int), restartInterval: Int
  ) {
    let scanner = BlockMeanScanner()
    for seed in 1...20 as ClosedRange<UInt64> {
      var picture = picture {
        ($0.horizontal, $0.vertical) = factors
        $0.restartInterval = restartInterval
        $0.seed = seed
        // From blocks that all end early to blocks that all end with their last coefficient.
        $0.fullBlocks = Int(seed) * 5
        $0.quantizer = 2 + Int(seed % 7) * 5
        $0.width = 75 + Int(seed)
        $0.height = 41 + Int(seed)
      }
      let written = picture.encode()
      #expect(means(of: written.bytes, scanner) == written.means, "seed \(seed)")
    }
  }

  @Test func `standard codes hold until a picture has codes of its own`() {
    var (own, standard) = (TestJPEG(), picture { $0.hasTables = false })
    var gray = picture { $0.isGray = true }
    let (first, second, third) = (standard.encode(), own.encode(), gray.encode())
    let scanner = BlockMeanScanner()
    for _ in 0..<2 { #expect(means(of: first.bytes, scanner) == first.means) }
    #expect(means(of: second.bytes, scanner) == second.means)
    #expect(means(of: first.bytes, scanner) == nil)
    #expect(means(of: third.bytes, scanner) == third.means)
  }

  @Test func `what follows the end changes nothing, a missing end and a missing restart do`() {
    var picture = picture { $0.restartInterval = 7 }
    let written = picture.encode()
    let scanner = BlockMeanScanner()
    for tail in [[UInt8](repeating: 0, count: 5000), Array(written.bytes.suffix(300)), [0xFF]] {
      #expect(means(of: written.bytes + tail, scanner) == written.means)
    }
    for count in stride(from: 0, to: written.bytes.count - 1, by: 3) {
      #expect(means(of: Array(written.bytes.prefix(count)), scanner) == nil)
    }
    for place in written.bytes.indices.dropLast() where written.bytes[place] == 0xFF {
      guard 0xD0...0xD9 ~= written.bytes[place + 1] else { continue }
      var bytes = written.bytes
      bytes[place + 1] = bytes[place + 1] == 0xD0 ? 0xD9 : 0xD0
      #expect(means(of: bytes, scanner) == nil, "\(place)")
    }
  }

  @Test(arguments: [0xC1, 0xC2, 0xC9, 0xCC] as [UInt8])
  func `extended, progressive and arithmetic pictures are refused`(marker: UInt8) throws {
    var picture = TestJPEG()
    var bytes = picture.encode().bytes
    let place = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes[place + 1] = marker
    #expect(means(of: bytes, BlockMeanScanner()) == nil)
  }

  @Test func `more codes than there can be are refused, however often they come`() throws {
    var picture = TestJPEG()
    let sound = picture.encode()
    let place = try #require(
      sound.bytes.indices.first { sound.bytes[$0...].starts(with: [0xFF, 0xC4]) })
    // Three codes of one bit and nine of sixteen, and twelve of one.
    for count in [3, 12] as [UInt8] {
      var bytes = sound.bytes
      bytes.replaceSubrange(
        place + 5..<place + 21, with: [count] + [UInt8](repeating: 0, count: 14) + [12 - count])
      let scanner = BlockMeanScanner()
      for _ in 0..<3 { #expect(means(of: bytes, scanner) == nil) }
      #expect(means(of: sound.bytes, scanner) == sound.means)
    }
  }

  @Test func `a look-up of many codes is what one code after the other gives`() throws {
    let (dc, ac) = (HuffmanCodes(), HuffmanCodes())
    let (first, rest) = (StandardCodes.lumaDC, StandardCodes.lumaAC)
    let (firstSize, restSize) = (dc.read(first.span, at: 0), ac.read(rest.span, at: 0))
    #expect(firstSize == first.count && restSize == rest.count)
    let tables = BlockTables()
    tables.make(dc: dc, ac: ac)
    for bits in 0..<1 << BlockTables.width {
      let entry = Int(tables.rest[1 << BlockTables.width + bits])
      let expected = (entry & BlockTables.lengthMask, entry >> BlockTables.advanceShift)
      guard expected.1 != BlockTables.unknown else { continue }
      // The bits, then zeros.
      let stream = bits << (40 - BlockTables.width)
      var (length, advance) = (0, 0)
      while length < expected.0 {
        let code = try #require(ac.first(in: stream >> (40 - 16 - length) & 0xFFFF))
        length += code.length + Int(code.symbol & 15)
        advance += code.symbol == 0 ? BlockTables.end : Int(code.symbol >> 4) + 1
      }
      #expect((length, advance) == expected, "\(bits)")
    }
  }

  @Test func `no damaged picture is read beyond its end`() {
    var pictures: [[UInt8]] = []
    for (factors, restarts) in [((2, 1), 5), ((2, 2), 0), ((1, 1), 1), ((4, 1), 3)] {
      for full in [0, 20, 100] {
        var picture = picture {
          ($0.horizontal, $0.vertical) = factors
          $0.restartInterval = restarts
          $0.fullBlocks = full
        }
        pictures.append(picture.encode().bytes)
      }
    }
    let scanner = BlockMeanScanner()
    for seed in FuzzRounds.seeds(usually: 4000) {
      var generator = SeededGenerator(seed: seed)
      var bytes = pictures.randomElement(using: &generator) ?? []
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let reach = Bool.random(using: &generator) ? bytes.count : min(bytes.count, 700)
        let place = Int.random(in: 2..<reach, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
        case 2: bytes.remove(at: place)
        default: bytes.replaceSubrange(place..., with: bytes[(place / 2)...])
        }
      }
      if let means = means(of: bytes, scanner) {
        #expect(means.count == 1 || means.count == 3, "seed \(seed)")
      }
    }
  }
}
