/// One plane of a picture in memory, borrowed from its decoder.
public struct PixelPlane {
  /// The first byte of the topmost row.
  public let base: UnsafeRawPointer

  /// The distance from a row to the next one below; negative if rows are stored from the bottom up.
  public let bytesPerRow: Int

  /// Creates a plane from its first byte and the distance of its rows.
  public init(base: UnsafeRawPointer, bytesPerRow: Int) {
    self.base = base
    self.bytesPerRow = bytesPerRow
  }

  @inline(__always)
  func row(_ index: Int) -> UnsafeRawPointer {
    base + index &* bytesPerRow
  }
}
