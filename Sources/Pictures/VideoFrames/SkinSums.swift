/// Adds up the pixels of an area that have the color of skin, each by its weight. No RGB picture
/// is made.
///
/// Samples of any layout are copied row by row into a buffer of words, which fits into the caches.
/// So one set of loops serves all formats.
struct SkinSums {
  /// The weighted sums; `pixels` and `sites` are sums of weights.
  private(set) var sums = ColorSums()

  /// The share, 0 to 1, of the area that is skin, by weight.
  private(set) var share = 0.0

  init(of frame: borrowing PixelFrame, in area: PixelRegion) {
    let format = frame.format
    let skin = SkinRule(format: format, color: frame.color)
    let level = LevelRule(format: format, color: frame.color)
    guard skin.seesColor else { return }
    let (shiftX, shiftY) = (format.chromaShiftX, format.chromaShiftY)
    let sites = area.x >> shiftX..<(area.x + area.width).dividedRoundingUp(byPowerOfTwo: shiftX)
    let rows = (
      ComponentRows(0, of: frame), ComponentRows(1, of: frame), ComponentRows(2, of: frame)
    )
    let length = sites.count << shiftX
    let offset = area.x - sites.lowerBound << shiftX
    var (total, siteRowCount, hasSkin) = (ColorSums(), 0, false)
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: SkinRow.capacity(length)) { memory in
      guard let base = memory.baseAddress else { return }
      let row = SkinRow(base, length: length, siteCount: sites.count)
      for y in area.y..<(area.y + area.height) {
        // A chroma row is read along with the topmost row of the area that shares it.
        if y & (1 << shiftY - 1) == 0 || y == area.y {
          siteRowCount += 1
          let siteRow = y >> shiftY
          rows.0.copy(
            siteRow << shiftY, from: sites.lowerBound << shiftX, count: sites.count,
            step: 1 << shiftX, into: row.siteFirst)
          rows.1.copy(siteRow, from: sites.lowerBound, count: sites.count, into: row.second)
          rows.2.copy(siteRow, from: sites.lowerBound, count: sites.count, into: row.third)
          hasSkin = row.addSites(skin, level, to: &total)
          if hasSkin { row.spreadWeights(shift: shiftX, upTo: offset + area.width) }
        }
        guard hasSkin else { continue }
        rows.0.copy(y, from: area.x, count: area.width, into: row.first)
        row.addPixels(area.width, offset: offset, isWide: level.shift > 0, to: &total)
      }
    }
    sums = total
    share = Double(sums.sites) / Double(SkinRule.fullWeight * sites.count * siteRowCount)
  }
}
