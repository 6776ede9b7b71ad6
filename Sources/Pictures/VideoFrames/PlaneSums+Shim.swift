#if arch(x86_64)
import CPixelSums

/// The loops over rows of `PlaneSums`, with the kernels of `CPixelSums`.
extension PlaneSums {
  func addByShim(_ frame: borrowing PixelFrame) {
    let planes = frame.planes
    let samples = frame.format.sampleKind
    switch frame.format.layout {
    case .gray:
      addPlanes((planes.0, planes.0, planes.0), count: 1, samples)
    case .planarRGB:
      addPlanes(planes, count: 3, samples)
    case .packedRGB(let bytesPerPixel, let firstByte, _):
      addPackedRGB(
        planes.0, bytesPerPixel: bytesPerPixel, firstByte: firstByte, width: frame.width)
    case .planarYCbCr, .semiPlanarYCbCr, .packedYCbCr422:
      addYCbCr(planes, SiteLayout(frame.format), samples, width: frame.width)
    }
  }

  private var isWide: Bool { kernels == .avx2 }

  private func addPlanes(_ planes: Planes, count: Int, _ samples: heartcam_samples) {
    var rule = heartcam_rule(rule, areDifferencesSwapped: false)
    forEachBlockRow { rows, columns, sums in
      for y in rows {
        heartcam_planes(
          isWide, planes.0.bytes(y), planes.1.bytes(y), planes.2.bytes(y), Int32(count), columns,
          samples, &rule, sums)
      }
      return rows.count
    }
  }

  private func addPackedRGB(
    _ plane: PixelPlane, bytesPerPixel: Int, firstByte: Int, width: Int
  ) {
    var rule = heartcam_rule(rule, areDifferencesSwapped: false)
    forEachBlockRow { rows, columns, sums in
      for y in rows {
        if bytesPerPixel == 3 {
          heartcam_triples(isWide, plane.bytes(y), width, columns, &rule, sums)
        } else {
          heartcam_quads(isWide, plane.bytes(y), firstByte, columns, &rule, sums)
        }
      }
      return rows.count
    }
  }

  private func addYCbCr(
    _ planes: Planes, _ layout: SiteLayout, _ samples: heartcam_samples, width: Int
  ) {
    var rule = heartcam_rule(rule, areDifferencesSwapped: layout.areDifferencesSwapped)
    let siteMask = (1 << grid.shiftY) - 1
    // If the kernel of sites reads all luma on its way, no other kernel needs to.
    let isLumaRead = layout.isPacked || (grid.shiftX == 0 && grid.shiftY == 0)
    forEachBlockRow { rows, columns, sums in
      var siteRows = 0
      for y in rows {
        if !isLumaRead { heartcam_sum(isWide, planes.0.bytes(y), columns, samples, sums) }
        // A chroma row is read along with the topmost row of the area that shares it.
        guard y & siteMask == 0 || y == grid.area.y else { continue }
        siteRows &+= 1
        let chromaRow = y >> grid.shiftY
        heartcam_sites(
          isWide, planes.0.bytes(chromaRow << grid.shiftY), width, Int32(grid.shiftX),
          planes.1.bytes(chromaRow), planes.2.bytes(chromaRow), columns, samples,
          layout.differences, isLumaRead, &rule, sums)
        if layout.isPacked { subtractOutside(planes.0.row(y), layout, columns, sums) }
      }
      if layout.areDifferencesSwapped {
        for column in 0..<ColorGrid.side { swap(&sums[column].second, &sums[column].third) }
      }
      return siteRows
    }
  }

  /// Subtracts the luma of pixels that share a site with a pixel of the area but are outside the
  /// area.
  private func subtractOutside(
    _ row: UnsafeRawPointer, _ layout: SiteLayout, _ columns: UnsafePointer<Int>,
    _ sums: UnsafeMutablePointer<heartcam_sums>
  ) {
    guard (grid.area.x | grid.area.width) & 1 == 1 else { return }
    for column in 0..<ColorGrid.side where columns[column] < columns[column + 1] {
      if columns[column] & 1 == 1 {
        sums[column].first &-= layout.luma(of: row, at: columns[column] &- 1)
      }
      if columns[column + 1] & 1 == 1 {
        sums[column].first &-= layout.luma(of: row, at: columns[column + 1])
      }
    }
  }

  /// Calls `body` for each row of eight blocks, with its rows of pixels, the blocks' borders and
  /// their sums, and adds the sums to the blocks. `body` returns the number of rows that had
  /// sites.
  @inline(__always)
  private func forEachBlockRow(
    _ body: (Range<Int>, UnsafePointer<Int>, UnsafeMutablePointer<heartcam_sums>) -> Int
  ) {
    withUnsafeTemporaryAllocation(of: heartcam_sums.self, capacity: ColorGrid.side) { sums in
      grid.columns.withUnsafeBufferPointer { columns in
        guard let columns = columns.baseAddress, let first = sums.baseAddress else { return }
        for blockRow in 0..<ColorGrid.side {
          sums.initialize(repeating: heartcam_sums())
          let rows = grid.rows[blockRow]..<grid.rows[blockRow + 1]
          let siteRows = body(rows, columns, first)
          for column in 0..<ColorGrid.side where columns[column] < columns[column + 1] {
            let pixels = columns[column]..<columns[column + 1]
            let sites =
              pixels.upperBound.dividedRoundingUp(byPowerOfTwo: grid.shiftX)
              &- pixels.lowerBound >> grid.shiftX
            blocks[blockRow &* ColorGrid.side &+ column].add(
              sums[column], pixels: pixels.count &* rows.count, sites: sites &* siteRows)
          }
        }
      }
    }
  }
}

/// Finds luma and differences in the rows of a format.
private struct SiteLayout {
  var differences = HEARTCAM_PLANAR

  /// Whether the red difference comes first.
  var areDifferencesSwapped = false

  /// Whether differences are stored beside their luma, and which of two bytes is then luma.
  var isPacked = false
  var lumaByte = 0

  init(_ format: PixelFormat) {
    switch format.layout {
    case .semiPlanarYCbCr(let isRedFirst):
      differences = HEARTCAM_PAIRED
      areDifferencesSwapped = isRedFirst
    case .packedYCbCr422(let order):
      differences = order == .uyvy ? HEARTCAM_LUMA_SECOND : HEARTCAM_LUMA_FIRST
      areDifferencesSwapped = order == .yvyu
      isPacked = true
      lumaByte = order == .uyvy ? 1 : 0
    case .gray, .planarYCbCr, .planarRGB, .packedRGB: break
    }
  }

  /// Returns the luma of a pixel in a row of packed 4:2:2.
  func luma(of row: UnsafeRawPointer, at pixel: Int) -> UInt64 {
    UInt64(row.load(fromByteOffset: 2 &* pixel &+ lumaByte, as: UInt8.self))
  }
}

extension PixelFormat {
  fileprivate var sampleKind: heartcam_samples {
    if bitDepth == 8 { return HEARTCAM_BYTES }
    return isBigEndian ? HEARTCAM_SWAPPED_WORDS : HEARTCAM_WORDS
  }
}

extension heartcam_rule {
  fileprivate init(_ rule: LevelRule, areDifferencesSwapped: Bool) {
    self.init(
      a: rule.blueFromCb, b: rule.redFromCr, mixed_a: rule.greenFromCb,
      mixed_b: rule.greenFromCr, clipped_from: rule.clippedFrom, black_up_to: rule.blackUpTo,
      shift: rule.shift)
    if areDifferencesSwapped {
      swap(&a, &b)
      swap(&mixed_a, &mixed_b)
    }
  }
}

extension ColorSums {
  fileprivate mutating func add(_ sums: heartcam_sums, pixels: Int, sites: Int) {
    first &+= sums.first
    second &+= sums.second
    third &+= sums.third
    clipped &+= sums.clipped
    black &+= sums.black
    self.pixels &+= UInt64(pixels)
    self.sites &+= UInt64(sites)
  }
}

extension PixelPlane {
  @inline(__always)
  fileprivate func bytes(_ index: Int) -> UnsafePointer<UInt8> {
    row(index).assumingMemoryBound(to: UInt8.self)
  }
}
#endif
