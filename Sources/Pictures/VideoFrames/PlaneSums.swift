/// Reads the rows of a frame once, from top to bottom, and adds each block's part of a row to the
/// block.
///
/// The outer loop is over rows, not blocks, so memory is read in its own order.
struct PlaneSums {
  let grid: ColorGrid
  let blocks: UnsafeMutableBufferPointer<ColorSums>
  let rule: LevelRule
  let kernels: PixelKernels

  typealias Planes = (PixelPlane, PixelPlane, PixelPlane)
  private typealias Samples = UnsafeMutablePointer<UInt16>

  func add(_ frame: borrowing PixelFrame) {
    #if arch(x86_64)
    guard kernels == .portable else { return addByShim(frame) }
    #endif
    // Each component of a stretch, and the luma at its sites: the first is read for all pixels.
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 4 * (grid.area.width + 8)) { memory in
      guard let base = memory.baseAddress else { return }
      let length = grid.area.width + 8
      let part = (base, base + length, base + 2 * length, base + 3 * length)
      let components = (
        ComponentRows(0, of: frame), ComponentRows(1, of: frame), ComponentRows(2, of: frame)
      )
      let isGray = frame.format.layout == .gray
      forEachStretch { y, stretch, block in
        components.0.copy(y, from: stretch.lowerBound, count: stretch.count, into: part.0)
        block.first &+= Self.sum(part.0, stretch.count)
        block.pixels &+= UInt64(stretch.count)
        // A chroma row is read along with the topmost row of the area that shares it.
        guard y & (1 << grid.shiftY - 1) == 0 || y == grid.area.y else { return }
        let row = y >> grid.shiftY
        let start = stretch.lowerBound >> grid.shiftX
        let count = stretch.upperBound.dividedRoundingUp(byPowerOfTwo: grid.shiftX) - start
        components.0.copy(
          row << grid.shiftY, from: start << grid.shiftX, count: count, step: 1 << grid.shiftX,
          into: part.1)
        components.1.copy(row, from: start, count: count, into: part.2)
        components.2.copy(row, from: start, count: count, into: part.3)
        block.sites &+= UInt64(count)
        judge((part.1, part.2, part.3), count, &block)
        guard !isGray else { return }
        block.second &+= Self.sum(part.2, count)
        block.third &+= Self.sum(part.3, count)
      }
    }
  }

  private func forEachStretch(_ body: (Int, Range<Int>, inout ColorSums) -> Void) {
    for blockRow in 0..<ColorGrid.side {
      for y in grid.rows[blockRow]..<grid.rows[blockRow + 1] {
        for column in 0..<ColorGrid.side {
          let stretch = grid.columns[column]..<grid.columns[column + 1]
          guard !stretch.isEmpty else { continue }
          body(y, stretch, &blocks[blockRow * ColorGrid.side + column])
        }
      }
    }
  }

  private static func sum(_ samples: Samples, _ count: Int) -> UInt64 {
    (0..<count).reduce(0) { $0 &+ UInt64(samples[$1]) }
  }

  private func judge(
    _ samples: (Samples, Samples, Samples), _ count: Int, _ sums: inout ColorSums
  ) {
    func eight(_ samples: Samples, _ index: Int) -> SIMD8<UInt16> {
      UnsafeRawPointer(samples + index).loadUnaligned(as: SIMD8<UInt16>.self) &>> rule.shift
    }
    for index in stride(from: 0, to: count, by: 8) {
      let greatest = rule.greatest(
        eight(samples.0, index), eight(samples.1, index), eight(samples.2, index))
      for lane in 0..<min(8, count - index) {
        sums.clipped &+= greatest[lane] >= rule.clippedFrom ? 1 : 0
        sums.black &+= greatest[lane] <= rule.blackUpTo ? 1 : 0
      }
    }
  }
}
