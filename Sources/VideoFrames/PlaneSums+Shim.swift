#if arch(x86_64)
  import CPixelSums

  /// The walks of `PlaneSums` with the kernels of `CPixelSums`.
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
      let bytes = samples.byteCount
      forEachRow { y, columns, blocks in
        let rows = (planes.0.row(y), planes.1.row(y), planes.2.row(y))
        forEachStretch(columns) { stretch, column in
          let offset = stretch.lowerBound &* bytes
          var sums = heartcam_sums()
          heartcam_planes(
            isWide, (rows.0 + offset).bytes, (rows.1 + offset).bytes, (rows.2 + offset).bytes,
            Int32(count), stretch.count, samples, &rule, &sums)
          blocks[column].add(sums, pixels: stretch.count, sites: stretch.count)
        }
      }
    }

    private func addPackedRGB(
      _ plane: PixelPlane, bytesPerPixel: Int, firstByte: Int, width: Int
    ) {
      var rule = heartcam_rule(rule, areDifferencesSwapped: false)
      forEachRow { y, columns, blocks in
        let row = plane.row(y)
        forEachStretch(columns) { stretch, column in
          let start = (row + stretch.lowerBound &* bytesPerPixel).bytes
          var sums = heartcam_sums()
          if bytesPerPixel == 3 {
            let readable = (width &- stretch.lowerBound) &* 3
            heartcam_triples(isWide, start, stretch.count, readable, &rule, &sums)
          } else {
            heartcam_quads(isWide, start, firstByte, stretch.count, &rule, &sums)
          }
          blocks[column].add(sums, pixels: stretch.count, sites: stretch.count)
        }
      }
    }

    private func addYCbCr(
      _ planes: Planes, _ layout: SiteLayout, _ samples: heartcam_samples, width: Int
    ) {
      var rule = heartcam_rule(rule, areDifferencesSwapped: layout.areDifferencesSwapped)
      let bytes = samples.byteCount
      let siteMask = (1 << grid.shiftY) - 1
      // Where a site's kernel reads all luma on its way, no other does.
      let isLumaIncluded = layout.lumaStride == 2 || (grid.shiftX == 0 && grid.shiftY == 0)
      forEachRow { y, columns, blocks in
        let luma = planes.0.row(y)
        forEachStretch(columns) { stretch, column in
          blocks[column].pixels &+= UInt64(stretch.count)
          guard !isLumaIncluded else { return }
          blocks[column].first &+= heartcam_sum(
            isWide, (luma + stretch.lowerBound &* bytes).bytes, stretch.count, samples)
        }
        // The chroma row goes with the topmost row of the area that shares it.
        guard y & siteMask == 0 || y == grid.area.y else { return }
        let chromaRow = y >> grid.shiftY
        let siteLuma = planes.0.row(chromaRow << grid.shiftY)
        let a = planes.1.row(chromaRow)
        let b = planes.2.row(chromaRow)
        forEachStretch(columns) { stretch, column in
          let first = stretch.lowerBound >> grid.shiftX
          let count = stretch.upperBound.dividedRoundingUp(byPowerOfTwo: grid.shiftX) &- first
          let lumaStart = (first << grid.shiftX) &* bytes
          let offset = first &* layout.differenceStride &* bytes
          var sums = heartcam_sums()
          heartcam_sites(
            isWide, (siteLuma + lumaStart).bytes, width &* bytes &- lumaStart, Int32(grid.shiftX),
            (a + offset).bytes, (b + offset).bytes, count, samples, layout.differences, &rule,
            &sums)
          if layout.areDifferencesSwapped { swap(&sums.second, &sums.third) }
          if !isLumaIncluded {
            sums.first = 0
          } else if layout.lumaStride == 2 {
            // A site that the area cuts through is of two pixels; one of them is outside.
            if stretch.lowerBound & 1 == 1 {
              sums.first &-= layout.luma(of: luma, at: stretch.lowerBound &- 1)
            }
            if stretch.upperBound & 1 == 1 {
              sums.first &-= layout.luma(of: luma, at: stretch.upperBound)
            }
          }
          blocks[column].add(sums, pixels: 0, sites: count)
        }
      }
    }
  }

  /// How luma and differences are found in the rows of a format.
  private struct SiteLayout {
    var differences = HEARTCAM_PLANAR

    /// Whether the red difference comes first.
    var areDifferencesSwapped = false

    /// In samples from one luma to the next, and from one site's differences to the next's.
    var lumaStride = 1
    var lumaOffset = 0
    var differenceStride = 1

    init(_ format: PixelFormat) {
      switch format.layout {
      case .semiPlanarYCbCr(let isRedFirst):
        differences = HEARTCAM_PAIRED
        areDifferencesSwapped = isRedFirst
        differenceStride = 2
      case .packedYCbCr422(let order):
        differences = order == .uyvy ? HEARTCAM_LUMA_SECOND : HEARTCAM_LUMA_FIRST
        areDifferencesSwapped = order == .yvyu
        lumaStride = 2
        lumaOffset = order == .uyvy ? 1 : 0
        differenceStride = 4
      case .gray, .planarYCbCr, .planarRGB, .packedRGB: break
      }
    }

    /// The luma of a pixel in a row of packed 4:2:2.
    func luma(of row: UnsafeRawPointer, at pixel: Int) -> UInt64 {
      UInt64(row.load(fromByteOffset: 2 &* pixel &+ lumaOffset, as: UInt8.self))
    }
  }

  extension PixelFormat {
    fileprivate var sampleKind: heartcam_samples {
      if bitDepth == 8 { return HEARTCAM_BYTES }
      return isBigEndian ? HEARTCAM_SWAPPED_WORDS : HEARTCAM_WORDS
    }
  }

  extension heartcam_samples {
    fileprivate var byteCount: Int { self == HEARTCAM_BYTES ? 1 : 2 }
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

  extension UnsafeRawPointer {
    fileprivate var bytes: UnsafePointer<UInt8> { assumingMemoryBound(to: UInt8.self) }
  }
#endif
