/// Sums of red, green and blue bytes that lie side by side in pixels of three or four bytes.
///
/// Nothing is taken apart: 48 bytes are 16 pixels of three or 12 of four, so each lane of three
/// vectors belongs to one component for as long as it lives.
enum InterleavedRowSums {
  /// Adds the pixels `range` of a row whose first colour byte is at `row`.
  @inline(__always)
  static func add(
    _ row: UnsafeRawPointer, bytesPerPixel: Int, _ range: Range<Int>, to sums: inout ColorSums
  ) {
    var offset = range.lowerBound &* bytesPerPixel
    // The last pixel's padding byte may lie beyond the row.
    let end = (range.upperBound &- 1) &* bytesPerPixel &+ 3
    while offset &+ 50 <= end {
      // A lane of bytes counts to 255.
      let stop = min(end, offset &+ 48 &* 255)
      var even = (SIMD8<UInt16>(), SIMD8<UInt16>(), SIMD8<UInt16>())
      var odd = even
      var clipped = (SIMD16<UInt8>(), SIMD16<UInt8>(), SIMD16<UInt8>())
      var black = clipped
      while offset &+ 50 <= stop {
        add(row, offset, &even.0, &odd.0, &clipped.0, &black.0)
        add(row, offset &+ 16, &even.1, &odd.1, &clipped.1, &black.1)
        add(row, offset &+ 32, &even.2, &odd.2, &clipped.2, &black.2)
        offset &+= 48
      }
      fold(even.0, odd.0, clipped.0, black.0, at: 0, bytesPerPixel, &sums)
      fold(even.1, odd.1, clipped.1, black.1, at: 16, bytesPerPixel, &sums)
      fold(even.2, odd.2, clipped.2, black.2, at: 32, bytesPerPixel, &sums)
    }
    while offset < end {
      let a = row.load(fromByteOffset: offset, as: UInt8.self)
      let b = row.load(fromByteOffset: offset &+ 1, as: UInt8.self)
      let c = row.load(fromByteOffset: offset &+ 2, as: UInt8.self)
      sums.first &+= UInt64(a)
      sums.second &+= UInt64(b)
      sums.third &+= UInt64(c)
      let most = max(a, b, c)
      sums.clipped &+= most >= clippedFrom ? 1 : 0
      sums.black &+= most <= blackUpTo ? 1 : 0
      offset &+= bytesPerPixel
    }
  }

  // `LevelRule` for whole levels of 8 bits.
  private static var clippedFrom: UInt8 { 254 }
  private static var blackUpTo: UInt8 { 16 }

  @inline(__always)
  private static func add(
    _ row: UnsafeRawPointer, _ offset: Int, _ even: inout SIMD8<UInt16>,
    _ odd: inout SIMD8<UInt16>, _ clipped: inout SIMD16<UInt8>, _ black: inout SIMD16<UInt8>
  ) {
    let bytes = row.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
    let next = row.loadUnaligned(fromByteOffset: offset &+ 1, as: SIMD16<UInt8>.self)
    let last = row.loadUnaligned(fromByteOffset: offset &+ 2, as: SIMD16<UInt8>.self)
    let pairs = unsafeBitCast(bytes, to: SIMD8<UInt16>.self)
    even &+= pairs & 0xFF
    odd &+= pairs &>> 8
    // Right in the lanes where a pixel begins; the others are not looked at.
    var most = bytes.replacing(with: next, where: next .> bytes)
    most.replace(with: last, where: last .> most)
    clipped &-= unsafeBitCast(most .>= clippedFrom, to: SIMD16<UInt8>.self)
    black &-= unsafeBitCast(most .<= blackUpTo, to: SIMD16<UInt8>.self)
  }

  @inline(__always)
  private static func fold(
    _ even: SIMD8<UInt16>, _ odd: SIMD8<UInt16>, _ clipped: SIMD16<UInt8>,
    _ black: SIMD16<UInt8>, at position: Int, _ bytesPerPixel: Int, _ sums: inout ColorSums
  ) {
    for lane in 0..<16 {
      let sum = UInt64(lane % 2 == 0 ? even[lane / 2] : odd[lane / 2])
      switch (position + lane) % bytesPerPixel {
      case 0:
        sums.first &+= sum
        sums.clipped &+= UInt64(clipped[lane])
        sums.black &+= UInt64(black[lane])
      case 1: sums.second &+= sum
      case 2: sums.third &+= sum
      default: break
      }
    }
  }
}
