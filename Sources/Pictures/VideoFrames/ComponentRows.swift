/// Finds the samples of one component in the rows of its plane, and copies them side by side.
struct ComponentRows {
  private let plane: PixelPlane
  private let firstByte: Int
  private let bytesBetween: Int
  private let isWide: Bool
  private let isBigEndian: Bool

  /// - Parameter component: 0 to 2, in the format's order.
  init(_ component: Int, of frame: borrowing PixelFrame) {
    let format = frame.format
    let bytes = format.bitDepth > 8 ? 2 : 1
    isWide = bytes == 2
    isBigEndian = format.isBigEndian
    let planes = frame.planes
    let own = [planes.0, planes.1, planes.2][component]
    switch format.layout {
    case .gray:
      (plane, firstByte, bytesBetween) = (planes.0, 0, bytes)
    case .planarYCbCr, .planarRGB:
      (plane, firstByte, bytesBetween) = (own, 0, bytes)
    case .semiPlanarYCbCr(let isRedFirst):
      let isSecond = component == (isRedFirst ? 1 : 2)
      (plane, firstByte, bytesBetween) =
        component == 0 ? (planes.0, 0, bytes) : (planes.1, isSecond ? bytes : 0, 2 * bytes)
    case .packedYCbCr422(let order):
      let offsets =
        switch order {
        case .yuyv: [0, 1, 3]
        case .uyvy: [1, 0, 2]
        case .yvyu: [0, 3, 1]
        }
      (plane, firstByte, bytesBetween) = (planes.0, offsets[component], component == 0 ? 2 : 4)
    case .packedRGB(let bytesPerPixel, let first, _):
      (plane, firstByte, bytesBetween) = (planes.0, first + component, bytesPerPixel)
    }
  }

  /// Copies `count` samples of row `y`: every `step`th from `start` on.
  func copy(
    _ y: Int, from start: Int, count: Int, step: Int = 1,
    into samples: UnsafeMutablePointer<UInt16>
  ) {
    let distance = bytesBetween &* step
    let row = plane.row(y) + (firstByte &+ start &* bytesBetween)
    guard isWide else {
      // A constant distance lets the compiler make vectors of the loop.
      switch distance {
      case 1: Self.widen(row, 1, count, into: samples)
      case 2: Self.widen(row, 2, count, into: samples)
      case 3: Self.widen(row, 3, count, into: samples)
      case 4: Self.widen(row, 4, count, into: samples)
      default: Self.widen(row, distance, count, into: samples)
      }
      return
    }
    for i in 0..<count {
      let sample = row.loadUnaligned(fromByteOffset: i &* distance, as: UInt16.self)
      samples[i] = isBigEndian ? UInt16(bigEndian: sample) : UInt16(littleEndian: sample)
    }
  }

  @inline(__always)
  private static func widen(
    _ row: UnsafeRawPointer, _ distance: Int, _ count: Int,
    into samples: UnsafeMutablePointer<UInt16>
  ) {
    for i in 0..<count {
      samples[i] = UInt16(row.load(fromByteOffset: i &* distance, as: UInt8.self))
    }
  }
}
