/// Reads the rows of a frame once, from top to bottom, and adds each block's part of a row to the
/// block.
///
/// The outer loop is over rows, not blocks, so memory is read in its own order.
struct PlaneSums {
  let grid: ColorGrid
  let blocks: UnsafeMutableBufferPointer<ColorSums>
  let rule: LevelRule
  let kernels: PixelKernels

  func add(_ frame: borrowing PixelFrame) {
    #if arch(x86_64)
    guard kernels == .portable else { return addByShim(frame) }
    #endif
    let format = frame.format
    let planes = frame.planes
    switch (format.layout, format.bitDepth > 8, format.isBigEndian) {
    case (.gray, false, _): addGray(Bytes.self, planes.0)
    case (.gray, true, false): addGray(Words.self, planes.0)
    case (.gray, true, true): addGray(Swapped<Words>.self, planes.0)
    case (.planarRGB, false, _): addPlanarRGB(Bytes.self, planes)
    case (.planarRGB, true, false): addPlanarRGB(Words.self, planes)
    case (.planarRGB, true, true): addPlanarRGB(Swapped<Words>.self, planes)
    case (.planarYCbCr, false, _): addPlanarBytes(planes)
    case (.planarYCbCr, true, false):
      addPlanarWords(Words.self, EvenWords.self, FourthWords.self, planes)
    case (.planarYCbCr, true, true):
      addPlanarWords(
        Swapped<Words>.self, Swapped<EvenWords>.self, Swapped<FourthWords>.self, planes)
    case (.semiPlanarYCbCr(let isRedFirst), false, _):
      isRedFirst
        ? addSemiPlanarBytes(OddBytes.self, EvenBytes.self, planes)
        : addSemiPlanarBytes(EvenBytes.self, OddBytes.self, planes)
    case (.semiPlanarYCbCr(let isRedFirst), true, false):
      isRedFirst
        ? addSemiPlanarWords(Words.self, EvenWords.self, OddWords.self, EvenWords.self, planes)
        : addSemiPlanarWords(Words.self, EvenWords.self, EvenWords.self, OddWords.self, planes)
    case (.semiPlanarYCbCr(let isRedFirst), true, true):
      isRedFirst
        ? addSemiPlanarWords(
          Swapped<Words>.self, Swapped<EvenWords>.self, Swapped<OddWords>.self,
          Swapped<EvenWords>.self, planes)
        : addSemiPlanarWords(
          Swapped<Words>.self, Swapped<EvenWords>.self, Swapped<EvenWords>.self,
          Swapped<OddWords>.self, planes)
    case (.packedYCbCr422(let order), _, _): addPacked(order, planes.0)
    case (.packedRGB(let bytesPerPixel, let firstByte, _), _, _):
      addPackedRGB(planes.0, bytesPerPixel: bytesPerPixel, firstByte: firstByte)
    }
  }

  // MARK: - One function for each layout

  typealias Planes = (PixelPlane, PixelPlane, PixelPlane)

  private func addPlanarBytes(_ planes: Planes) {
    switch grid.shiftX {
    case 0: addYCbCr(Bytes.self, Bytes.self, Bytes.self, Bytes.self, planes)
    case 1: addYCbCr(Bytes.self, EvenBytes.self, Bytes.self, Bytes.self, planes)
    default: addYCbCr(Bytes.self, FirstOfFour.self, Bytes.self, Bytes.self, planes)
    }
  }

  private func addPlanarWords<All: SampleLanes, Even: SampleLanes, Fourth: SampleLanes>(
    _: All.Type, _: Even.Type, _: Fourth.Type, _ planes: Planes
  ) {
    switch grid.shiftX {
    case 0: addYCbCr(All.self, All.self, All.self, All.self, planes)
    case 1: addYCbCr(All.self, Even.self, All.self, All.self, planes)
    default: addYCbCr(All.self, Fourth.self, All.self, All.self, planes)
    }
  }

  private func addSemiPlanarBytes<Cb: SampleLanes, Cr: SampleLanes>(
    _: Cb.Type, _: Cr.Type, _ planes: Planes
  ) {
    let planes = (planes.0, planes.1, planes.1)
    switch grid.shiftX {
    case 0: addYCbCr(Bytes.self, Bytes.self, Cb.self, Cr.self, planes)
    case 1: addYCbCr(Bytes.self, EvenBytes.self, Cb.self, Cr.self, planes)
    default: addYCbCr(Bytes.self, FirstOfFour.self, Cb.self, Cr.self, planes)
    }
  }

  private func addSemiPlanarWords<
    All: SampleLanes, Even: SampleLanes, Cb: SampleLanes, Cr: SampleLanes
  >(_: All.Type, _: Even.Type, _: Cb.Type, _: Cr.Type, _ planes: Planes) {
    let planes = (planes.0, planes.1, planes.1)
    switch grid.shiftX {
    case 0: addYCbCr(All.self, All.self, Cb.self, Cr.self, planes)
    case 1: addYCbCr(All.self, Even.self, Cb.self, Cr.self, planes)
    default: preconditionFailure("no semi-planar format shares chroma among four deep pixels")
    }
  }

  private func addPacked(_ order: PixelFormat.PackedOrder, _ plane: PixelPlane) {
    let planes = (plane, plane, plane)
    switch order {
    case .yuyv:
      addYCbCr(EvenBytes.self, FirstOfFour.self, SecondOfFour.self, LastOfFour.self, planes)
    case .uyvy:
      addYCbCr(OddBytes.self, SecondOfFour.self, FirstOfFour.self, ThirdOfFour.self, planes)
    case .yvyu:
      addYCbCr(EvenBytes.self, FirstOfFour.self, LastOfFour.self, SecondOfFour.self, planes)
    }
  }

  // MARK: - The loops over rows

  /// Adds a frame of luma and colour differences. `Luma` reads all pixels of a row, `SiteLuma` the
  /// first of those that share a chroma sample.
  private func addYCbCr<
    Luma: SampleLanes, SiteLuma: SampleLanes, Cb: SampleLanes, Cr: SampleLanes
  >(_: Luma.Type, _: SiteLuma.Type, _: Cb.Type, _: Cr.Type, _ planes: Planes) {
    let siteMask = (1 << grid.shiftY) - 1
    forEachRow { y, columns, blocks in
      let luma = planes.0.row(y)
      forEachStretch(columns) { stretch, column in
        blocks[column].first &+= RowSums.sum(Luma.self, luma, stretch)
        blocks[column].pixels &+= UInt64(stretch.count)
      }
      // A chroma row is read along with the topmost row of the area that shares it.
      guard y & siteMask == 0 || y == grid.area.y else { return }
      let chromaRow = y >> grid.shiftY
      let siteLuma = planes.0.row(chromaRow << grid.shiftY)
      let cb = planes.1.row(chromaRow)
      let cr = planes.2.row(chromaRow)
      forEachStretch(columns) { stretch, column in
        let firstSite = stretch.lowerBound >> grid.shiftX
        let endSite = stretch.upperBound.dividedRoundingUp(byPowerOfTwo: grid.shiftX)
        RowSums.addSites(
          SiteLuma.self, Cb.self, Cr.self, luma: siteLuma, cb: cb, cr: cr,
          firstSite..<endSite,
          spared: column == ColorGrid.side - 1 ? 1 : 0, rule, to: &blocks[column])
      }
    }
  }

  private func addGray<Samples: SampleLanes>(_: Samples.Type, _ plane: PixelPlane) {
    forEachRow { y, columns, blocks in
      let row = plane.row(y)
      forEachStretch(columns) { stretch, column in
        blocks[column].first &+= RowSums.sum(Samples.self, row, stretch)
        blocks[column].pixels &+= UInt64(stretch.count)
        blocks[column].sites &+= UInt64(stretch.count)
        RowSums.judge(
          Samples.self, (row, row, row), isSingle: true, stretch, rule, to: &blocks[column])
      }
    }
  }

  private func addPlanarRGB<Samples: SampleLanes>(_: Samples.Type, _ planes: Planes) {
    forEachRow { y, columns, blocks in
      let rows = (planes.0.row(y), planes.1.row(y), planes.2.row(y))
      forEachStretch(columns) { stretch, column in
        blocks[column].first &+= RowSums.sum(Samples.self, rows.0, stretch)
        blocks[column].second &+= RowSums.sum(Samples.self, rows.1, stretch)
        blocks[column].third &+= RowSums.sum(Samples.self, rows.2, stretch)
        blocks[column].pixels &+= UInt64(stretch.count)
        blocks[column].sites &+= UInt64(stretch.count)
        RowSums.judge(
          Samples.self, rows, isSingle: false, stretch, rule, to: &blocks[column])
      }
    }
  }

  private func addPackedRGB(_ plane: PixelPlane, bytesPerPixel: Int, firstByte: Int) {
    forEachRow { y, columns, blocks in
      let row = plane.row(y) + firstByte
      forEachStretch(columns) { stretch, column in
        bytesPerPixel == 3
          ? InterleavedRowSums.add(row, bytesPerPixel: 3, stretch, to: &blocks[column])
          : InterleavedRowSums.add(row, bytesPerPixel: 4, stretch, to: &blocks[column])
        blocks[column].pixels &+= UInt64(stretch.count)
        blocks[column].sites &+= UInt64(stretch.count)
      }
    }
  }

  // MARK: - Rows and their parts

  /// Calls `body` with each row of the area and the eight blocks that it crosses.
  @inline(__always)
  func forEachRow(
    _ body: (Int, UnsafeBufferPointer<Int>, UnsafeMutablePointer<ColorSums>) -> Void
  ) {
    guard let first = blocks.baseAddress else { return }
    grid.columns.withUnsafeBufferPointer { columns in
      for blockRow in 0..<ColorGrid.side {
        for y in grid.rows[blockRow]..<grid.rows[blockRow + 1] {
          body(y, columns, first + blockRow * ColorGrid.side)
        }
      }
    }
  }

  /// Calls `body` with each block's part of a row, unless the part is empty.
  @inline(__always)
  func forEachStretch(
    _ columns: UnsafeBufferPointer<Int>, _ body: (Range<Int>, Int) -> Void
  ) {
    for column in 0..<ColorGrid.side where columns[column] < columns[column + 1] {
      body(columns[column]..<columns[column + 1], column)
    }
  }
}
