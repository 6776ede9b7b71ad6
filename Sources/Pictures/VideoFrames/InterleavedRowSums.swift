/// Sums of red, green and blue bytes that lie side by side in pixels of three or four bytes.
///
/// Pixels need not be taken apart: 48 bytes are 16 pixels of three or 12 of four, so each lane of
/// three vectors always belongs to the same component.
enum InterleavedRowSums {
  /// Adds the pixels in `range` of a row whose first colour byte is at `row`.
  @inline(__always)
  static func add(
    _ row: UnsafeRawPointer, bytesPerPixel: Int, _ range: Range<Int>, to sums: inout ColorSums
  ) {
    var offset = range.lowerBound &* bytesPerPixel
    // The last pixel's padding byte may lie beyond the row.
    let end = (range.upperBound &- 1) &* bytesPerPixel &+ 3
    while offset &+ 50 <= end {
      let stop = min(end, offset &+ 48 &* InterleavedLanes.capacity)
      var a = InterleavedLanes()
      var b = InterleavedLanes()
      var c = InterleavedLanes()
      while offset &+ 50 <= stop {
        a.add(row + offset, bytesPerPixel: bytesPerPixel)
        b.add(row + (offset &+ 16), bytesPerPixel: bytesPerPixel)
        c.add(row + (offset &+ 32), bytesPerPixel: bytesPerPixel)
        offset &+= 48
      }
      a.fold(at: 0, bytesPerPixel: bytesPerPixel, to: &sums)
      b.fold(at: 16, bytesPerPixel: bytesPerPixel, to: &sums)
      c.fold(at: 32, bytesPerPixel: bytesPerPixel, to: &sums)
    }
    while offset < end {
      let a = row.load(fromByteOffset: offset, as: UInt8.self)
      let b = row.load(fromByteOffset: offset &+ 1, as: UInt8.self)
      let c = row.load(fromByteOffset: offset &+ 2, as: UInt8.self)
      sums.first &+= UInt64(a)
      sums.second &+= UInt64(b)
      sums.third &+= UInt64(c)
      let most = Int16(max(a, b, c))
      sums.clipped &+= most >= InterleavedLanes.clippedFrom ? 1 : 0
      sums.black &+= most <= InterleavedLanes.blackUpTo ? 1 : 0
      offset &+= bytesPerPixel
    }
  }
}
