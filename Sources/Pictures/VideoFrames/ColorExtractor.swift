/// Measures the mean color, the evenness and the clipping of a region of a frame. The samples are
/// summed where the decoder left them.
///
/// Sums are integers. The mean color is calculated from the mean luma and the mean differences, by
/// the linear map of the frame's own matrix and range. No RGB picture is made in between.
///
/// A region may cut through subsampled chroma. Luma is then summed over exactly the region's
/// pixels, and chroma over every sample that any of these pixels shares. A chroma sample is judged
/// for clipping and blackness with the luma of the top left pixel that shares it, even if that
/// pixel is just outside the region.
public struct ColorExtractor {
  /// The region in pixels of the displayed picture; `nil` is all of it.
  public let region: PixelRegion?

  /// The pixels of the region that are averaged.
  public let selection: PixelSelection

  private let kernels: PixelKernels
  private var grid: ColorGrid?
  private var blocks = [ColorSums](repeating: ColorSums(), count: ColorGrid.side * ColorGrid.side)

  /// Creates an extractor for a region and a selection of its pixels.
  public init(region: PixelRegion? = nil, selection: PixelSelection = .all) {
    self.init(region: region, selection: selection, kernels: .best)
  }

  /// Creates an extractor that uses given kernels, which this machine must be able to run.
  package init(region: PixelRegion?, selection: PixelSelection = .all, kernels: PixelKernels) {
    precondition(PixelKernels.available.contains(kernels))
    (self.region, self.selection, self.kernels) = (region, selection, kernels)
  }

  /// Returns the color frame of the region; throws if the picture does not hold the region.
  ///
  /// `spread` compares the blocks of an 8 x 8 grid, which all count alike. It is 0 if the picture
  /// is too small to have two blocks. The divisor is at least 1 level, so that darkness is not
  /// uneven. `pattern` says where the light is; it is unknown if a block has no pixel.
  ///
  /// If skin is selected, means and clipped share are those of its pixels, `skinShare` is their
  /// share of the region, and there is no `spread` and no `pattern`. If no pixel has the color of skin, the sample
  /// averages all pixels.
  public mutating func sample(of frame: borrowing PixelFrame) throws(RegionError) -> ColorSample {
    if selection == .skin, let sample = try skinSample(of: frame) { return sample }
    try sumBlocks(of: frame)
    let linear = LinearColor(format: frame.format, color: frame.color)
    var total = ColorSums()
    for block in blocks { total += block }
    let mean = linear.mean(of: total)
    let (spread, pattern) = evenness(of: mean, linear)
    return ColorSample(
      time: frame.time, red: mean.red, green: mean.green, blue: mean.blue,
      spread: spread, clippedShare: Double(total.clipped) / Double(total.sites),
      blackShare: Double(total.black) / Double(total.sites),
      skinShare: selection == .skin ? 0 : nil, isKeyFrame: frame.isKeyFrame, pattern: pattern)
  }

  /// Returns the color of the skin, or `nil` if no pixel has the color of skin.
  private func skinSample(
    of frame: borrowing PixelFrame
  ) throws(RegionError) -> ColorSample? {
    let skin = SkinSums(of: frame, in: try frame.area(of: region))
    guard skin.sums.pixels > 0, skin.sums.sites > 0 else { return nil }
    let mean = LinearColor(format: frame.format, color: frame.color).mean(of: skin.sums)
    return ColorSample(
      time: frame.time, red: mean.red, green: mean.green, blue: mean.blue,
      clippedShare: Double(skin.sums.clipped) / Double(skin.sums.sites), blackShare: 0,
      skinShare: skin.share, isKeyFrame: frame.isKeyFrame)
  }

  /// Returns the exact sums over the region.
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

  private func evenness(
    of mean: RGB, _ linear: LinearColor
  ) -> (spread: Double, pattern: LightPattern?) {
    let brightest = mean.brightest
    var count = 0.0
    var average = 0.0
    var squares = 0.0
    var (sum, terms) = (0.0, SIMD8<Double>.zero)
    for (index, block) in blocks.enumerated() where block.pixels > 0 {
      // Welford's recurrence: the blocks of a lens under a finger differ by hundredths of a level.
      let level = linear.mean(of: block)[brightest]
      count += 1
      let difference = level - average
      average += difference / count
      squares += difference * (level - average)
      sum += level
      terms += LightPattern.weights[index] * level
    }
    guard count > 1 else { return (0, nil) }
    let isWhole = Int(count) == blocks.count
    return (
      (squares / count).squareRoot() / max(average, 1),
      isWhole ? LightPattern(sum: sum, weighted: terms) : nil
    )
  }
}
