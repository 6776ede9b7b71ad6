import Glibc
import TestSupport
import VideoFrames

/// Random samples in a format's layout. Each plane ends where its memory ends, so that a read
/// beyond it crashes.
final class TestPicture {
  let format: PixelFormat
  let width: Int
  let height: Int
  let planes: [PixelPlane]
  private let mapping: UnsafeMutableRawPointer
  private let mappingLength: Int
  private let bases: [UnsafeMutableRawPointer]

  init(
    _ format: PixelFormat, _ width: Int, _ height: Int, seed: UInt64, padding: Int = 0,
    isBottomUp: Bool = false, levels: ClosedRange<Double> = 0...1
  ) {
    self.format = format
    self.width = width
    self.height = height
    let pageLength = Int(sysconf(Int32(_SC_PAGESIZE)))
    let rowLengths = (0..<format.planeCount).map {
      format.minimumBytesPerRow(plane: $0, width: width) + padding
    }
    let rowCounts = (0..<format.planeCount).map { format.rows(plane: $0, height: height) }
    // Each plane ends at a page that cannot be read.
    let lengths = zip(rowLengths, rowCounts).map { row, rows in row * rows - padding }
    let pages = lengths.map { ($0 + pageLength - 1) / pageLength * pageLength }
    mappingLength = pages.reduce(0) { $0 + $1 + pageLength }
    mapping = mmap(
      nil, mappingLength, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!
    var random = SeededGenerator(seed: seed)
    var start = mapping
    var bases: [UnsafeMutableRawPointer] = []
    var planes: [PixelPlane] = []
    for plane in 0..<format.planeCount {
      let end = start + pages[plane]
      let base = end - lengths[plane]
      for offset in 0..<lengths[plane] {
        base.storeBytes(
          of: UInt8(truncatingIfNeeded: random.next()), toByteOffset: offset, as: UInt8.self)
      }
      let last = base + (rowCounts[plane] - 1) * rowLengths[plane]
      planes.append(
        isBottomUp
          ? PixelPlane(base: last, bytesPerRow: -rowLengths[plane])
          : PixelPlane(base: base, bytesPerRow: rowLengths[plane]))
      bases.append(base)
      mprotect(end, pageLength, PROT_NONE)
      start = end + pageLength
    }
    self.planes = planes
    self.bases = bases
    for y in 0..<height {
      for x in 0..<width {
        for component in 0..<componentCount {
          let (low, high) = (levels.lowerBound, levels.upperBound)
          let unit = Double(random.next() >> 11) / 0x1p53
          set(component, x, y, Int((low + (high - low) * unit) * Double(1 << format.bitDepth - 1)))
        }
      }
    }
  }

  deinit {
    munmap(mapping, mappingLength)
  }

  func withFrame<Result>(
    color: ColorDescription = ColorDescription(matrix: .bt601, range: .limited),
    orientation: PictureOrientation = .upright,
    _ body: (borrowing PixelFrame) throws -> Result
  ) rethrows -> Result {
    let frame = PixelFrame(
      format: format, color: color, time: 0, width: width, height: height,
      planes: (planes[0], planes[min(1, planes.count - 1)], planes[min(2, planes.count - 1)]),
      orientation: orientation)
    return try body(frame)
  }

  var componentCount: Int { format.layout == .gray ? 1 : 3 }

  /// Returns a component (Y, Cb, Cr or R, G, B) at a pixel, with its padding bits.
  func sample(_ component: Int, _ x: Int, _ y: Int) -> Int {
    let (plane, offset) = place(component, x, y)
    let row = planes[plane].base + rowIndex(component, y) * planes[plane].bytesPerRow
    if format.bitDepth == 8 { return Int(row.load(fromByteOffset: offset, as: UInt8.self)) }
    let a = Int(row.load(fromByteOffset: offset, as: UInt8.self))
    let b = Int(row.load(fromByteOffset: offset + 1, as: UInt8.self))
    return format.isBigEndian ? a << 8 | b : b << 8 | a
  }

  func set(_ component: Int, _ x: Int, _ y: Int, _ significant: Int) {
    let value = significant << format.paddingBits
    let (plane, offset) = place(component, x, y)
    let row = UnsafeMutableRawPointer(
      mutating: planes[plane].base + rowIndex(component, y) * planes[plane].bytesPerRow)
    if format.bitDepth == 8 {
      row.storeBytes(of: UInt8(value), toByteOffset: offset, as: UInt8.self)
    } else {
      let bytes = format.isBigEndian ? (value >> 8, value & 255) : (value & 255, value >> 8)
      row.storeBytes(of: UInt8(bytes.0), toByteOffset: offset, as: UInt8.self)
      row.storeBytes(of: UInt8(bytes.1), toByteOffset: offset + 1, as: UInt8.self)
    }
  }

  private func rowIndex(_ component: Int, _ y: Int) -> Int {
    format.isYCbCr && component > 0 ? y >> format.chromaShiftY : y
  }

  /// Returns the plane of a component and the byte in its row.
  private func place(_ component: Int, _ x: Int, _ y: Int) -> (Int, Int) {
    let bytes = format.bitDepth > 8 ? 2 : 1
    let site = x >> format.chromaShiftX
    switch format.layout {
    case .gray: return (0, x * bytes)
    case .planarYCbCr: return (component, (component == 0 ? x : site) * bytes)
    case .semiPlanarYCbCr(let isRedFirst):
      if component == 0 { return (0, x * bytes) }
      return (1, (2 * site + ((component == 2) != isRedFirst ? 1 : 0)) * bytes)
    case .packedYCbCr422(let order):
      let offsets =
        switch order {
        case .yuyv: [0, 1, 3]
        case .uyvy: [1, 0, 2]
        case .yvyu: [0, 3, 1]
        }
      return (0, component == 0 ? 2 * x + offsets[0] : 4 * site + offsets[component])
    case .planarRGB: return ([2, 0, 1][component], x * bytes)
    case .packedRGB(let bytesPerPixel, let firstByte, let isBlueFirst):
      return (0, x * bytesPerPixel + firstByte + (isBlueFirst ? 2 - component : component))
    }
  }
}
