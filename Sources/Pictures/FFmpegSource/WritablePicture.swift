/// An encoder's picture, lent to a closure that fills its planes.
public struct WritablePicture: ~Copyable {
  /// The coded width in pixels.
  public let width: Int

  /// The coded height in pixels.
  public let height: Int

  let planes: [(base: UnsafeMutableRawPointer, bytesPerRow: Int)]

  /// The number of planes, 1 to 4.
  public var planeCount: Int { planes.count }

  /// Returns the first byte of the topmost row of a plane, as the pixel format orders them.
  public func base(ofPlane plane: Int) -> UnsafeMutableRawPointer { planes[plane].base }

  /// Returns the bytes from one row to the next below it.
  public func bytesPerRow(ofPlane plane: Int) -> Int { planes[plane].bytesPerRow }
}
