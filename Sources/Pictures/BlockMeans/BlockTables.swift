/// The content of the next bits of a scan, looked up for many codes at once.
///
/// An entry says how many bits its codes and their values take, and by how many coefficients they advance.
final class BlockTables {
  /// The number of bits that are looked up.
  static let width = 12

  /// The mask for the number of an entry's bits: at most `width` + 10 = 22.
  static let lengthMask = 31
  static let advanceShift = 5

  /// The summand for the end of a block in the coefficients, and for bits that must be looked at
  /// one by one. Twelve codes, as many as an entry can have, advance by no more than 12 x 16.
  static let end = 512
  static let unknown = 1024

  private static let unknownEntry = UInt16(unknown << advanceShift)

  /// For each beginning of a block: the difference of the first coefficient in the upper half, an entry in the lower.
  let first = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: 1 << width)

  /// For 0 to `width` bits, from the place that the number of their values says: an entry for each value, 0 if no code
  /// fits.
  let rest = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: 2 << width)

  private var source: (dc: HuffmanCodes, dcVersion: Int, ac: HuffmanCodes, acVersion: Int)?

  init() {
    first.initialize(repeating: UInt32(Self.unknownEntry))
    rest.initialize(repeating: 0)
  }

  deinit {
    first.deallocate()
    rest.deallocate()
  }

  /// Makes the tables of the two kinds of codes, unless they are those already.
  func make(dc: HuffmanCodes, ac: HuffmanCodes) {
    if let source, source.dc === dc, source.ac === ac, source.dcVersion == dc.version,
      source.acVersion == ac.version
    {
      return
    }
    source = (dc, dc.version, ac, ac.version)
    for width in 1...Self.width { fill(width, ac) }
    fill(dc)
    for index in 1 << Self.width..<2 << Self.width where rest[index] == 0 {
      rest[index] = Self.unknownEntry
    }
  }

  /// Symbols of AC codes are a run of zeros and the size of the value after them (T.81, F.1.2.2). The bits
  /// after a value are those of a narrower table.
  private func fill(_ width: Int, _ ac: HuffmanCodes) {
    let base = 1 << width
    rest[base..<2 * base].update(repeating: 0)
    for code in ac.codes {
      guard code.length <= width else { break }
      let (run, size) = (Int(code.symbol >> 4), Int(code.symbol & 15))
      let start = base + code.bits << (width - code.length)
      let length = code.length + size
      if code.symbol == 0 || length > width {
        guard code.symbol == 0 || size > 0, length <= width + 10 else { continue }
        let advance = code.symbol == 0 ? Self.end : run + 1
        rest[start..<start + 1 << (width - code.length)].update(
          repeating: UInt16(length | advance << Self.advanceShift))
      } else if size > 0 || run == 15 {
        let entry = UInt16(length | (run + 1) << Self.advanceShift)
        let narrow = 1 << (width - length)
        for value in 0..<1 << size {
          for index in 0..<narrow {
            rest[start + value * narrow + index] = rest[narrow + index] + entry
          }
        }
      }
    }
  }

  /// Symbols of DC codes are the size of the difference after them (F.1.2.1).
  private func fill(_ dc: HuffmanCodes) {
    first.update(repeating: UInt32(Self.unknownEntry))
    for code in dc.codes {
      let size = Int(code.symbol)
      let length = code.length + size
      guard length <= Self.width else { continue }
      let narrow = 1 << (Self.width - length)
      for value in 0..<1 << size {
        let start = (code.bits << size + value) * narrow
        let difference = UInt32(truncatingIfNeeded: Self.difference(value, size: size)) << 16
        for index in 0..<narrow {
          first[start + index] = difference | UInt32(rest[narrow + index] + UInt16(length))
        }
      }
    }
  }

  /// Returns the difference that bits of this number mean (T.81, F.2.2.1, EXTEND).
  static func difference(_ value: Int, size: Int) -> Int {
    size > 0 && value >> (size - 1) == 0 ? value - 1 << size + 1 : value
  }
}
