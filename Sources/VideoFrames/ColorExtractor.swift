/// Means, evenness and clipping of a region of a frame, summed where the decoder left the samples.
///
/// Sums are integers. The mean colour is the linear map of the mean luma and mean differences with
/// the frame's own matrix and range: no RGB picture is made on the way.
///
/// A region cuts through subsampled chroma thus: luma is summed over exactly its pixels, chroma over
/// every sample that any of these pixels shares. A chroma sample is judged for clipping and
/// blackness with the luma of the top left pixel that shares it, be it just outside the region.
public struct ColorExtractor {
  /// In pixels of the displayed picture; nil is all of it.
  public let region: PixelRegion?

  /// Which of its pixels are averaged.
  public let selection: PixelSelection

  private let kernels: PixelKernels
  private var grid: ColorGrid?
  private var blocks = [ColorSums](repeating: ColorSums(), count: ColorGrid.side * ColorGrid.side)

  public init(region: PixelRegion? = nil, selection: PixelSelection = .all) {
    self.init(region: region, selection: selection, kernels: .best)
  }

  /// The kernels must be among those that this machine can run.
  package init(region: PixelRegion?, selection: PixelSelection = .all, kernels: PixelKernels) {
    precondition(PixelKernels.available.contains(kernels))
    self.region = region
    self.selection = selection
    self.kernels = kernels
  }

  /// What the region of this frame tells; throws where the picture does not hold the region.
  ///
  /// `spread` is over the blocks of an 8 x 8 grid, without weights. It is 0 in a picture too small
  /// to have two, and divides by 1 level at least, so that darkness is not uneven.
  ///
  /// Of skin, the means and the clipped share are those of its pixels, `skinShare` tells how much of the
  /// region they are, and there is no `spread`. Where there are none, the sample is of all pixels.
  public mutating func sample(of frame: borrowing PixelFrame) throws(RegionError) -> ColorSample {
    if selection == .skin, let sample = try skinSample(of: frame) { return sample }
    try sumBlocks(of: frame)
    let linear = LinearColor(format: frame.format, color: frame.color)
    var total = ColorSums()
    for block in blocks { total += block }
    let mean = linear.mean(of: total)
    return ColorSample(
      time: frame.time, red: mean[0], green: mean[1], blue: mean[2],
      spread: spread(of: mean, linear), clippedShare: Double(total.clipped) / Double(total.sites),
      blackShare: Double(total.black) / Double(total.sites),
      skinShare: selection == .skin ? 0 : nil)
  }

  /// The skin's colour; `nil` where no pixel has any.
  private func skinSample(
    of frame: borrowing PixelFrame
  ) throws(RegionError) -> ColorSample? {
    let skin = SkinSums(of: frame, in: try frame.area(of: region))
    guard skin.sums.pixels > 0, skin.sums.sites > 0 else { return nil }
    let mean = LinearColor(format: frame.format, color: frame.color).mean(of: skin.sums)
    return ColorSample(
      time: frame.time, red: mean[0], green: mean[1], blue: mean[2],
      clippedShare: Double(skin.sums.clipped) / Double(skin.sums.sites), blackShare: 0,
      skinShare: skin.share)
  }

  /// The exact sums over the region.
  package mutating func sums(of frame: borrowing PixelFrame) throws(RegionError) -> ColorSums {
    try sumBlocks(of: frame)
    return blocks.reduce(into: ColorSums()) { $0 += $1 }
  }

  private mutating func sumBlocks(of frame: borrowing PixelFrame) throws(RegionError) {
    let area = try frame.area(of: region)
    let format = frame.format
    if grid?.covers(area, shiftX: format.chromaShiftX, shiftY: format.chromaShiftY) != true {
      grid = ColorGrid(area: area, shiftX: format.chromaShiftX, shiftY: format.chromaShiftY)
    }
    guard let grid else { return }
    blocks.withUnsafeMutableBufferPointer { blocks in
      for index in blocks.indices { blocks[index] = ColorSums() }
      let rule = LevelRule(format: format, color: frame.color)
      PlaneSums(grid: grid, blocks: blocks, rule: rule, kernels: kernels).add(frame)
    }
  }

  private func spread(of mean: SIMD3<Double>, _ linear: LinearColor) -> Double {
    let brightest = mean[1] >= mean[0] && mean[1] >= mean[2] ? 1 : (mean[0] >= mean[2] ? 0 : 2)
    var count = 0.0
    var average = 0.0
    var squares = 0.0
    for block in blocks where block.pixels > 0 {
      // Welford's recurrence: the blocks of a lens under a finger differ by hundredths of a level.
      let level = linear.mean(of: block)[brightest]
      count += 1
      let difference = level - average
      average += difference / count
      squares += difference * (level - average)
    }
    guard count > 1 else { return 0 }
    return (squares / count).squareRoot() / max(average, 1)
  }
}
