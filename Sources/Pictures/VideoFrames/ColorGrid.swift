/// The coarse grid of 8 x 8 blocks over the area of a picture that is summed.
///
/// Each pixel belongs to one block. Borders are between chroma samples. In an area that is wide
/// enough they are at multiples of a vector, so that only the last column has a remainder.
struct ColorGrid: Equatable {
  static let side = 8

  let area: PixelRegion
  let shiftX: Int
  let shiftY: Int

  /// The nine borders from edge to edge of the area, in pixels of the picture in memory.
  let columns: [Int]
  let rows: [Int]

  init(area: PixelRegion, shiftX: Int, shiftY: Int) {
    (self.area, self.shiftX, self.shiftY) = (area, shiftX, shiftY)
    let vector = max(32, 16 << shiftX)
    columns = Self.borders(
      from: area.x, length: area.width,
      unit: area.width >= 2 * Self.side * vector ? vector : 1 << shiftX)
    rows = Self.borders(from: area.y, length: area.height, unit: 1 << shiftY)
  }

  func covers(_ area: PixelRegion, shiftX: Int, shiftY: Int) -> Bool {
    self.area == area && self.shiftX == shiftX && self.shiftY == shiftY
  }

  private static func borders(from start: Int, length: Int, unit: Int) -> [Int] {
    let inner = (1..<side).map { part in
      min(max(start, (start + length * part / side) / unit * unit), start + length)
    }
    return [start] + inner + [start + length]
  }
}
