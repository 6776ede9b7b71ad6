import Testing
import VideoFrames

@Suite struct PixelRegionTests {
  private static let orientations = (0..<4).flatMap { turns in
    [false, true].map { PictureOrientation(quarterTurns: turns, isMirrored: $0) }
  }

  @Test(arguments: orientations)
  func `a region refers to the picture as a player shows it`(orientation: PictureOrientation) throws
  {
    let picture = TestPicture(.gray8, 6, 4, seed: 2)
    // A player mirrors the picture first, then turns it clockwise.
    var shown = (0..<4).map { y in (0..<6).map { picture.sample(0, $0, y) } }
    if orientation.isMirrored { shown = shown.map { $0.reversed() } }
    for _ in 0..<orientation.quarterTurns {
      let old = shown
      shown = old[0].indices.map { x in old.indices.reversed().map { old[$0][x] } }
    }
    for y in shown.indices {
      for x in shown[0].indices {
        let region = PixelRegion(
          x: x, y: y, width: min(2, shown[0].count - x), height: min(3, shown.count - y))
        var expected = 0
        for row in y..<(y + region.height) {
          for column in x..<(x + region.width) { expected += shown[row][column] }
        }
        var extractor = ColorExtractor(region: region)
        let sums = try picture.withFrame(orientation: orientation) { try extractor.sums(of: $0) }
        #expect(sums.first == UInt64(expected))
      }
    }
  }

  @Test(arguments: [
    PixelRegion(x: -1, y: 0, width: 2, height: 2), PixelRegion(x: 0, y: 0, width: 0, height: 2),
    PixelRegion(x: 5, y: 0, width: 2, height: 2), PixelRegion(x: 0, y: 0, width: 7, height: 1),
    PixelRegion(x: 1, y: 1, width: .max, height: .max),
    PixelRegion(x: .max, y: 1, width: 1, height: 1),
  ])
  func `a region outside the picture is refused, and the error names both sizes`(
    region: PixelRegion
  ) {
    let picture = TestPicture(.gray8, 6, 4, seed: 2)
    var extractor = ColorExtractor(region: region)
    #expect(throws: RegionError(region: region, pictureWidth: 6, pictureHeight: 4)) {
      try picture.withFrame { try extractor.sample(of: $0) }
    }
  }

  @Test func `a picture decoded at a lower resolution keeps the region's pixels`() throws {
    let picture = TestPicture(.gray8, 13, 9, seed: 2)
    let frame = PixelFrame(
      format: .gray8, color: ColorDescription(matrix: .bt601, range: .full), time: 0, width: 13,
      height: 9, planes: (picture.planes[0], picture.planes[0], picture.planes[0]), decimation: 3,
      codedWidth: 100, codedHeight: 70)
    var extractor = ColorExtractor(region: PixelRegion(x: 16, y: 8, width: 25, height: 16))
    let sums = try extractor.sums(of: frame)
    var expected = 0
    for y in 1..<3 { for x in 2..<6 { expected += picture.sample(0, x, y) } }
    #expect(sums.first == UInt64(expected))
    #expect(sums.pixels == 8)
    var corner = ColorExtractor(region: PixelRegion(x: 99, y: 69, width: 1, height: 1))
    #expect(try corner.sums(of: frame).first == UInt64(picture.sample(0, 12, 8)))
  }
}
