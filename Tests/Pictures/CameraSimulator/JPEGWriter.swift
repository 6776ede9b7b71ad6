/// Writes baseline JPEGs in which each row of blocks has one color: 4:2:2, as webcams send it.
///
/// Every coefficient but the first is zero. The first is a multiple of 8 of a level, so that any decoder returns
/// exactly these levels. The Huffman tables are as short as possible: a repeated block is a run of zero bits.
struct JPEGWriter {
  private let blocksAcross: Int
  private var bytes: [UInt8] = []
  private var predictions = SIMD4<Int>.zero
  private var bits: UInt64 = 0
  private var bitCount = 0

  init(width: Int, height: Int) {
    blocksAcross = width / 16
    bytes.reserveCapacity(1024 + width * height / 40)
    bytes += [0xFF, 0xD8]
    // One quantization table of ones.
    bytes += [0xFF, 0xDB, 0, 67, 0] + Array(repeating: 1, count: 64)
    bytes += [0xFF, 0xC0, 0, 17, 8, UInt8(height >> 8), UInt8(height & 255)]
    bytes += [UInt8(width >> 8), UInt8(width & 255), 3, 1, 0x21, 0, 2, 0x11, 0, 3, 0x11, 0]
    // First coefficients have sizes 0 to 11 in four bits each. For the others, one bit ends the block.
    bytes += [0xFF, 0xC4, 0, 31, 0x00] + [0, 0, 0, 12] + Array(repeating: 0, count: 12) + (0...11)
    bytes += [0xFF, 0xC4, 0, 20, 0x10] + [1] + Array(repeating: 0, count: 15) + [0]
    bytes += [0xFF, 0xDA, 0, 12, 3, 1, 0x00, 2, 0x00, 3, 0x00, 0, 63, 0]
  }

  /// Appends a row of blocks.
  /// - Parameter levels: Y, Cb and Cr from 0 to 255.
  mutating func append(row levels: SIMD4<Int>) {
    let differences = (levels &- 128) &* 8 &- predictions
    predictions = predictions &+ differences
    // Two blocks of Y, the second like the first.
    for difference in [differences.x, 0, differences.y, differences.z] {
      let size = Int.bitWidth - abs(difference).leadingZeroBitCount
      put(UInt64(size), 4)
      put(UInt64(difference < 0 ? difference + (1 << size) - 1 : difference), size)
      put(0, 1)
    }
    for _ in 1..<blocksAcross { put(0, 20) }
  }

  mutating func finished() -> [UInt8] {
    // The last byte is filled with ones.
    if bitCount % 8 != 0 { put(1 << (8 - bitCount % 8) - 1, 8 - bitCount % 8) }
    return bytes + [0xFF, 0xD9]
  }

  private mutating func put(_ value: UInt64, _ count: Int) {
    bits = bits << count | value
    bitCount += count
    while bitCount >= 8 {
      bitCount -= 8
      let byte = UInt8(truncatingIfNeeded: bits >> bitCount)
      bytes.append(byte)
      if byte == 0xFF { bytes.append(0) }
    }
  }
}
