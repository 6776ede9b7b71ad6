/// A way of reading samples out of a row, one at a time or eight side by side.
///
/// Each conformance is a memory layout; the kernels are written once and specialised for each. A
/// layout that skips bytes may read up to three bytes beyond its last sample. So kernels read the
/// last sample of a row with `sample`.
protocol SampleLanes {
  associatedtype Accumulator: LaneAccumulator

  static func sample(_ row: UnsafeRawPointer, _ index: Int) -> UInt16
  static func lanes(_ row: UnsafeRawPointer, _ index: Int) -> SIMD8<UInt16>
  static func sixteen(
    _ row: UnsafeRawPointer, _ index: Int
  ) -> (SIMD8<UInt16>, SIMD8<UInt16>)

  /// Returns the upper eight bits of each sample, by which clipping and blackness are judged.
  static func level(_ lanes: SIMD8<UInt16>, _ shift: UInt16) -> SIMD8<UInt16>
}

extension SampleLanes {
  @inline(__always)
  static func sixteen(
    _ row: UnsafeRawPointer, _ index: Int
  ) -> (SIMD8<UInt16>, SIMD8<UInt16>) {
    (lanes(row, index), lanes(row, index &+ 8))
  }
}

/// Samples of one byte.
protocol ByteSamples: SampleLanes where Accumulator == ByteAccumulator {}

extension ByteSamples {
  @inline(__always)
  static func level(_ lanes: SIMD8<UInt16>, _ shift: UInt16) -> SIMD8<UInt16> { lanes }
}

/// Samples of two bytes.
protocol WordSamples: SampleLanes where Accumulator == WordAccumulator {}

extension WordSamples {
  @inline(__always)
  static func level(_ lanes: SIMD8<UInt16>, _ shift: UInt16) -> SIMD8<UInt16> { lanes &>> shift }
}

/// Bytes in a row.
enum Bytes: ByteSamples {
  @inline(__always)
  static func sample(_ row: UnsafeRawPointer, _ index: Int) -> UInt16 {
    UInt16(row.load(fromByteOffset: index, as: UInt8.self))
  }

  @inline(__always)
  static func lanes(_ row: UnsafeRawPointer, _ index: Int) -> SIMD8<UInt16> {
    widened(row.loadUnaligned(fromByteOffset: index, as: SIMD8<UInt8>.self))
  }

  @inline(__always)
  static func sixteen(
    _ row: UnsafeRawPointer, _ index: Int
  ) -> (SIMD8<UInt16>, SIMD8<UInt16>) {
    let bytes = row.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
    return (widened(bytes.lowHalf), widened(bytes.highHalf))
  }

  // The standard library converts with the same loop, but it is not always inlined.
  @inline(__always)
  private static func widened(_ bytes: SIMD8<UInt8>) -> SIMD8<UInt16> {
    var words = SIMD8<UInt16>()
    for lane in 0..<8 { words[lane] = UInt16(bytes[lane]) }
    return words
  }
}

/// The first of every two bytes.
enum EvenBytes: ByteSamples {
  @inline(__always)
  static func sample(_ row: UnsafeRawPointer, _ index: Int) -> UInt16 {
    Bytes.sample(row, 2 &* index)
  }

  @inline(__always)
  static func lanes(_ row: UnsafeRawPointer, _ index: Int) -> SIMD8<UInt16> {
    SIMD8(littleEndian: row, 2 &* index) & 0xFF
  }
}

/// The second of every two bytes.
enum OddBytes: ByteSamples {
  @inline(__always)
  static func sample(_ row: UnsafeRawPointer, _ index: Int) -> UInt16 {
    Bytes.sample(row, 2 &* index &+ 1)
  }

  @inline(__always)
  static func lanes(_ row: UnsafeRawPointer, _ index: Int) -> SIMD8<UInt16> {
    SIMD8(littleEndian: row, 2 &* index) &>> 8
  }
}

/// One of every four bytes.
protocol FourthBytes: ByteSamples {
  static var offset: Int { get }
}

extension FourthBytes {
  @inline(__always)
  static func sample(_ row: UnsafeRawPointer, _ index: Int) -> UInt16 {
    Bytes.sample(row, 4 &* index &+ offset)
  }

  @inline(__always)
  static func lanes(_ row: UnsafeRawPointer, _ index: Int) -> SIMD8<UInt16> {
    let quads = row.loadUnaligned(fromByteOffset: 4 &* index, as: SIMD8<UInt32>.self)
    let bytes = (quads &>> UInt32(8 * offset)) & 0xFF
    return unsafeBitCast(bytes, to: SIMD16<UInt16>.self).evenHalf
  }
}

enum FirstOfFour: FourthBytes { static var offset: Int { 0 } }
enum SecondOfFour: FourthBytes { static var offset: Int { 1 } }
enum ThirdOfFour: FourthBytes { static var offset: Int { 2 } }
enum LastOfFour: FourthBytes { static var offset: Int { 3 } }

/// Words in a row, the lower byte first.
enum Words: WordSamples {
  @inline(__always)
  static func sample(_ row: UnsafeRawPointer, _ index: Int) -> UInt16 {
    row.loadUnaligned(fromByteOffset: 2 &* index, as: UInt16.self).littleEndian
  }

  @inline(__always)
  static func lanes(_ row: UnsafeRawPointer, _ index: Int) -> SIMD8<UInt16> {
    SIMD8(littleEndian: row, 2 &* index)
  }
}

/// One of every `stride` words, from index `offset` on.
protocol SpacedWords: WordSamples {
  static var stride: Int { get }
  static var offset: Int { get }
}

extension SpacedWords {
  @inline(__always)
  static func sample(_ row: UnsafeRawPointer, _ index: Int) -> UInt16 {
    Words.sample(row, stride &* index &+ offset)
  }

  @inline(__always)
  static func lanes(_ row: UnsafeRawPointer, _ index: Int) -> SIMD8<UInt16> {
    var words = SIMD8<UInt16>()
    for lane in 0..<8 { words[lane] = sample(row, index &+ lane) }
    return words
  }
}

enum EvenWords: SpacedWords {
  static var stride: Int { 2 }
  static var offset: Int { 0 }
}

enum OddWords: SpacedWords {
  static var stride: Int { 2 }
  static var offset: Int { 1 }
}

enum FourthWords: SpacedWords {
  static var stride: Int { 4 }
  static var offset: Int { 0 }
}

/// The same words with the upper byte first.
enum Swapped<Base: WordSamples>: WordSamples {
  @inline(__always)
  static func sample(_ row: UnsafeRawPointer, _ index: Int) -> UInt16 {
    Base.sample(row, index).byteSwapped
  }

  @inline(__always)
  static func lanes(_ row: UnsafeRawPointer, _ index: Int) -> SIMD8<UInt16> {
    let words = Base.lanes(row, index)
    return (words &<< 8) | (words &>> 8)
  }
}

extension SIMD8<UInt16> {
  @inline(__always)
  fileprivate init(littleEndian row: UnsafeRawPointer, _ offset: Int) {
    self = row.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt16>.self)
    #if _endian(big)
    self = (self &<< 8) | (self &>> 8)
    #endif
  }
}
