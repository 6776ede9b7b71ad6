import FFmpegSource
import FoundationEssentials
import VideoFrames

/// A folder that is removed with the test, and the clips that tests write into it.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/heartcam-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String, holding bytes: [UInt8]) throws -> String {
    let file = path + "/" + name
    try Data(bytes).write(to: URL(filePath: file))
    return file
  }

  func bytes(of file: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: file)))
  }

  /// Writes a clip of a soft gradient that brightens by a level a frame and starts over after 60 frames.
  func clip(
    _ name: String, _ encoding: VideoEncoding, times: [Double] = (0..<20).map { Double($0) / 30 }
  ) throws -> String {
    let file = path + "/" + name
    let writer = try VideoWriter(path: file, encoding: encoding)
    for (index, time) in times.enumerated() {
      var pixels: [UInt16] = []
      for y in 0..<encoding.height {
        for x in 0..<encoding.width {
          let shade = 8 * Double(x) / Double(encoding.width) + 4 * Double(y % 16) / 16
          for level in [150.0, 60, 40] {
            pixels.append(UInt16((level + Double(index % 60) + shade) * 257))
          }
        }
      }
      try writer.append(rgb: pixels.span, time: time)
    }
    try writer.finish()
    return file
  }
}

/// The samples of all frames of a file, and the damage that the file reported.
func samples(
  of path: String, options: VideoOptions = VideoOptions(), region: PixelRegion? = nil
) throws -> (samples: [ColorSample], damage: VideoDamage, identity: String) {
  var file = try VideoFile(path: path, options: options)
  var extractor = ColorExtractor(region: region)
  var samples: [ColorSample] = []
  while let sample = try file.withNextFrame({ try extractor.sample(of: $0) }) {
    samples.append(sample)
  }
  return (samples, file.damage, file.contentIdentity)
}
