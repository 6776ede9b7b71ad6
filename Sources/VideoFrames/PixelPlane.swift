/// One plane of a picture where it lies in memory, borrowed from whoever decoded it.
public struct PixelPlane {
  /// The first byte of the topmost row.
  public let base: UnsafeRawPointer

  /// From one row to the next below it; negative where rows are stored from the bottom up.
  public let bytesPerRow: Int

  public init(base: UnsafeRawPointer, bytesPerRow: Int) {
    self.base = base
    self.bytesPerRow = bytesPerRow
  }

  @inline(__always)
  func row(_ index: Int) -> UnsafeRawPointer {
    base + index &* bytesPerRow
  }
}
