/// Sums over the pixels of an area that have the colour of skin, each by its weight, where the decoder
/// left the samples: no RGB picture is made. What it keeps between frames is memory for a row.
struct SkinSums {
  /// The weighted sums; `pixels` and `sites` are sums of weights.
  private(set) var sums = ColorSums()

  /// The share, 0 to 1, of the area that is skin, by weight.
  private(set) var share = 0.0

  private var first: [UInt16] = []
  private var second: [UInt16] = []
  private var third: [UInt16] = []

  /// The first component where the other two are.
  private var siteFirst: [UInt16] = []
  private var siteWeights: [UInt16] = []
  private var weights: [UInt16] = []

  mutating func measure(_ frame: borrowing PixelFrame, in area: PixelRegion) {
    let format = frame.format
    let skin = SkinRule(format: format, color: frame.color)
    let level = LevelRule(format: format, color: frame.color)
    sums = ColorSums()
    share = 0
    guard skin.seesColor else { return }
    let (shiftX, shiftY) = (format.chromaShiftX, format.chromaShiftY)
    let sites = area.x >> shiftX..<(area.x + area.width).dividedRoundingUp(byPowerOfTwo: shiftX)
    prepare(pixels: area.width, sites: sites.count)
    let rows = (
      ComponentRows(0, of: frame), ComponentRows(1, of: frame), ComponentRows(2, of: frame)
    )
    var siteCount = 0
    for y in area.y..<(area.y + area.height) {
      // The chroma row goes with the topmost row of the area that shares it.
      if y & (1 << shiftY - 1) == 0 || y == area.y {
        siteCount += sites.count
        let row = y >> shiftY
        rows.0.copy(
          row << shiftY, from: sites.lowerBound << shiftX, count: sites.count, step: 1 << shiftX,
          into: &siteFirst)
        rows.1.copy(row, from: sites.lowerBound, count: sites.count, into: &second)
        rows.2.copy(row, from: sites.lowerBound, count: sites.count, into: &third)
        skin.weigh(
          siteFirst, second, third, count: sites.count, shift: level.shift, into: &siteWeights)
        addSites(sites.count, level, isYCbCr: format.isYCbCr)
        for x in 0..<area.width {
          weights[x] = siteWeights[(area.x &+ x) >> shiftX &- sites.lowerBound]
        }
      }
      rows.0.copy(y, from: area.x, count: area.width, into: &first)
      let (sum, weight) = Self.weightedSum(first, weights, area.width)
      sums.first &+= sum
      sums.pixels &+= weight
    }
    share = Double(sums.sites) / Double(SkinRule.fullWeight * siteCount)
  }

  private mutating func prepare(pixels: Int, sites: Int) {
    guard first.count != pixels || second.count != sites else { return }
    first = [UInt16](repeating: 0, count: pixels)
    weights = first
    second = [UInt16](repeating: 0, count: sites)
    third = second
    siteFirst = second
    siteWeights = second
  }

  private mutating func addSites(_ count: Int, _ level: LevelRule, isYCbCr: Bool) {
    let (sum, weight) = Self.weightedSum(second, siteWeights, count)
    sums.second &+= sum
    sums.third &+= Self.weightedSum(third, siteWeights, count).sum
    sums.sites &+= weight
    let (red, blue) = (Int32(level.redFromCr), Int32(level.blueFromCb))
    let (greenCb, greenCr) = (Int32(level.greenFromCb), Int32(level.greenFromCr))
    let bound = Int32(level.clippedFrom)
    var clipped: UInt32 = 0
    for i in 0..<count {
      let a = Int32(truncatingIfNeeded: siteFirst[i] &>> level.shift)
      let b = Int32(truncatingIfNeeded: second[i] &>> level.shift)
      let c = Int32(truncatingIfNeeded: third[i] &>> level.shift)
      let (cb, cr) = (b &- 128, c &- 128)
      let greatest =
        isYCbCr
        ? 64 &* a &+ max(red &* cr, blue &* cb, greenCb &* cb &+ greenCr &* cr)
        : 64 &* max(a, b, c)
      if greatest >= bound { clipped &+= UInt32(truncatingIfNeeded: siteWeights[i]) }
    }
    sums.clipped &+= UInt64(clipped)
  }

  /// The sum of values times weights, and that of the weights.
  private static func weightedSum(
    _ values: [UInt16], _ weights: [UInt16], _ count: Int
  ) -> (sum: UInt64, weight: UInt64) {
    values.withUnsafeBufferPointer { values in
      weights.withUnsafeBufferPointer { weights in
        var (total, weight) = (UInt64(0), UInt64(0))
        var start = 0
        while start < count {
          // So many products of 16 bits and a weight fit into 32 bits.
          let end = min(start &+ 8192, count)
          var (part, partWeight) = (UInt32(0), UInt32(0))
          for i in start..<end {
            let own = UInt32(truncatingIfNeeded: weights[i])
            part &+= UInt32(truncatingIfNeeded: values[i]) &* own
            partWeight &+= own
          }
          total &+= UInt64(part)
          weight &+= UInt64(partWeight)
          start = end
        }
        return (total, weight)
      }
    }
  }
}
