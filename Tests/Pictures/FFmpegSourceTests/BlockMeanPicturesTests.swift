import TestPictures
import TestSupport
import Testing
import VideoFrames

@testable import FFmpegSource

/// `fast` gives of Motion JPEG what libavcodec gives at an eighth of the size, to the bit.
struct BlockMeanPicturesTests {
  /// The pictures, and how many of them are not libavcodec's, which begins each row at a multiple of 32 bytes.
  private func means(
    of path: String
  ) throws -> (pictures: [MeansPicture], own: Int, damage: VideoDamage) {
    var video = try VideoFile(path: path, options: VideoOptions(fast: true))
    var (pictures, own): ([MeansPicture], Int) = ([], 0)
    while let picture = try video.withNextFrame({
      #expect($0.decimation == 3)
      if $0.planes.0.bytesPerRow % 32 != 0 { own += 1 }
      return MeansPicture($0)
    }) {
      pictures.append(picture)
    }
    return (pictures, own, video.damage)
  }

  private func expectSame(_ path: String, count: Int) throws {
    let reference = try LibavMeans(path: path)
    let (pictures, own, damage) = try means(of: path)
    #expect(pictures.count == count && pictures == reference.pictures)
    #expect(own == count - 1 && damage.isNone)
  }

  private static let formats = ["yuvj420p", "yuvj422p", "yuvj444p", "yuv420p"]

  @Test(arguments: formats, ["avi", "mkv", "mov"])
  func `a clip's means are libavcodec's`(format: String, container: String) throws {
    let folder = try TemporaryFolder()
    for (width, height) in [(66, 50), (320, 240), (75, 41), (8, 8)] {
      var encoding = RoundTripTests.encoding("mjpeg", format, width, height)
      encoding.options = [
        "strict": "unofficial", "flags": "+qscale", "global_quality": "\(118 * (1 + width % 7))",
      ]
      let path = try folder.clip("\(width).\(container)", encoding)
      try expectSame(path, count: 20)
    }
  }

  /// Pictures of a writer of our own: what it draws at random is noise, of all sizes of coefficients.
  private static func written(_ change: (inout TestJPEG) -> Void, count: Int = 12) -> [[UInt8]] {
    (0..<count).map { index in
      var picture = TestJPEG()
      (picture.width, picture.height) = (99, 61)
      picture.seed = UInt64(index + 1)
      change(&picture)
      return picture.encode().bytes
    }
  }

  private func path(_ pictures: [[UInt8]], _ folder: TemporaryFolder) throws -> String {
    let path = folder.path + "/a.nut"
    try LibavMeans.write(pictures, width: 99, height: 61, to: path)
    return path
  }

  @Test(arguments: [(1, 1), (2, 1), (2, 2), (1, 2), (4, 1)], [0, 1, 7])
  func `any sampling, restarts, full blocks and clamped means are libavcodec's`(
    factors: (Int, Int), restarts: Int
  ) throws {
    let folder = try TemporaryFolder()
    for (full, quantizer, hasTables) in [(0, 5, true), (50, 2, false), (100, 30, true)] {
      let pictures = Self.written {
        ($0.horizontal, $0.vertical) = factors
        $0.restartInterval = restarts
        $0.fullBlocks = full
        $0.quantizer = quantizer
        $0.hasTables = hasTables
      }
      try expectSame(try path(pictures, folder), count: 12)
    }
  }

  @Test func `means beyond all levels are libavcodec's`() throws {
    let folder = try TemporaryFolder()
    let pictures = Self.written { $0.restartInterval = 5 }.map { picture in
      // Behind the start, a marker, a length and a number: the first quantizer.
      var picture = picture
      picture[7] = 255
      return picture
    }
    let path = try path(pictures, folder)
    #expect(try means(of: path).pictures == LibavMeans(path: path).pictures)
  }

  @Test func `kinds that change from picture to picture are libavcodec's`() throws {
    let kinds: [(inout TestJPEG) -> Void] = [
      { _ in }, { $0.isGray = true }, { $0.restartInterval = 3 }, { $0.quantizer = 9 },
      { ($0.width, $0.height) = (80, 72) }, { $0.hasTables = false },
      { ($0.horizontal, $0.vertical) = (2, 2) },
    ]
    let folder = try TemporaryFolder()
    var generator = SeededGenerator(seed: 5)
    let written = kinds.map { Self.written($0, count: 4) }
    let pictures = (0..<200).map { _ in
      let kind = Bool.random(using: &generator) ? 0 : Int.random(in: 0..<7, using: &generator)
      return written[kind].randomElement(using: &generator) ?? []
    }
    let reference = try LibavMeans(path: try path(pictures, folder))
    let found = try means(of: folder.path + "/a.nut").pictures
    #expect(found.count > 150 && found == reference.pictures)
  }

  @Test func `damaged pictures, and those between and after them, are libavcodec's`() throws {
    let folder = try TemporaryFolder()
    var sound = Self.written { $0.restartInterval = 5 } + Self.written { $0.fullBlocks = 90 }
    for format in ["yuvj420p", "yuvj422p", "yuvj444p"] {
      var encoding = RoundTripTests.encoding("mjpeg", format, 99, 61)
      encoding.options = ["strict": "unofficial"]
      sound += try LibavMeans.packets(path: try folder.clip("\(format).mkv", encoding))
    }
    var ownCount = 0
    for seed in FuzzRounds.seeds(usually: 150) {
      var generator = SeededGenerator(seed: seed)
      var pictures: [[UInt8]] = []
      for _ in 0..<20 {
        // Pictures of a kind follow each other, so that they are not all libavcodec's.
        var bytes = sound[(Int(seed) * 7 + Int.random(in: 0..<6, using: &generator)) % sound.count]
        if Int.random(in: 0..<3, using: &generator) == 0 { Self.damage(&bytes, &generator) }
        pictures.append(bytes)
        // The same damage again meets what it has left behind.
        if Int.random(in: 0..<6, using: &generator) == 0 { pictures.append(bytes) }
      }
      let path = try path([sound[Int(seed) * 7 % sound.count]] + pictures, folder)
      let reference = try LibavMeans(path: path)
      let (found, own, damage) = try means(of: path)
      #expect(found.count == reference.pictures.count, "seed \(seed)")
      for (index, (own, other)) in zip(found, reference.pictures).enumerated() {
        #expect(own == other, "seed \(seed), picture \(index)")
      }
      #expect(damage.damagedPackets == reference.damagedPackets, "seed \(seed)")
      ownCount += own
    }
    #expect(ownCount > 0)
  }

  private static func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let reach = Bool.random(using: &generator) ? bytes.count : min(bytes.count, 700)
      guard reach > 4 else { return }
      let place = Int.random(in: 2..<reach, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      case 2: bytes.remove(at: place)
      case 3: bytes.removeSubrange(place...)
      default: bytes.insert(contentsOf: bytes[place / 2..<place], at: place)
      }
    }
  }
}
