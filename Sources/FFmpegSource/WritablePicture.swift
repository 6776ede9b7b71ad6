/// An encoder's picture, lent to a closure that fills its planes.
public struct WritablePicture: ~Copyable {
  /// The coded size in pixels.
  public let width: Int
  public let height: Int

  let planes: [(base: UnsafeMutableRawPointer, bytesPerRow: Int)]

  public var planeCount: Int { planes.count }

  /// The first byte of the topmost row of a plane, as the pixel format orders them.
  public func base(ofPlane plane: Int) -> UnsafeMutableRawPointer { planes[plane].base }

  /// From one row to the next below it, in bytes.
  public func bytesPerRow(ofPlane plane: Int) -> Int { planes[plane].bytesPerRow }
}
