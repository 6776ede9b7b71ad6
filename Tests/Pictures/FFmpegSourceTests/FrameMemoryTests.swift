import FFmpegSource
import FoundationEssentials
import Glibc
import Testing
import VideoFrames

/// Videos whose pictures would take too much memory together.
struct FrameMemoryTests {
  private func video(_ codec: String, _ side: Int, frames: Int, _ options: [String: String]) throws
    -> String
  {
    let path = FileManager.default.temporaryDirectory.path + "/memory-\(UUID().uuidString).mkv"
    let writer = try VideoWriter(
      path: path,
      encoding: VideoEncoding(
        codec: codec, pixelFormat: "yuv420p", width: side, height: side, options: options))
    for index in 0..<frames {
      try writer.append(time: Double(index) / 30) { picture in
        for plane in 0..<3 {
          let rows = plane == 0 ? side : side / 2
          UnsafeMutableRawBufferPointer(
            start: picture.base(ofPlane: plane), count: rows * picture.bytesPerRow(ofPlane: plane)
          ).initializeMemory(as: UInt8.self, repeating: UInt8(100 + index))
        }
      }
    }
    try writer.finish()
    return path
  }

  private func frameCount(of path: String) throws -> Int {
    var video = try VideoFile(path: path, options: VideoOptions(threads: 1))
    var count = 0
    while try video.withNextFrame({ _ in true }) != nil { count += 1 }
    return count
  }

  @Test func `AV1 is read as long as what is held of it fits, larger pictures are refused`() throws
  {
    let options = ["cpu-used": "8", "usage": "realtime", "crf": "40"]
    // 3 MB, 30 MB and 75 MB of two bytes a sample: of the first 18 fit, of the second 9, of the third fewer.
    let paths = try [1024, 3200, 5000].map { try video("libaom-av1", $0, frames: 3, options) }
    defer { for path in paths { unlink(path) } }
    #expect(try frameCount(of: paths[0]) == 3)
    #expect(try frameCount(of: paths[1]) == 3)
    #expect {
      try frameCount(of: paths[2])
    } throws: {
      ($0 as? FFmpegError)?.reason.hasPrefix("its pictures take more than 512 MB") == true
    }
  }

  @Test func `sixteen pictures that refer to each other may be large, but not that large`() throws {
    let references = [
      "preset": "ultrafast", "x264-params": "ref=16:bframes=0:scenecut=0:keyint=99",
    ]
    // 16 of 3.4 million pixels fit, 16 of 16.8 million do not, and a few of them do.
    let small = try video("libx264", 1840, frames: 20, references)
    let large = try video("libx264", 4096, frames: 20, references)
    let alone = try video(
      "libx264", 4096, frames: 6, ["preset": "ultrafast", "x264-params": "ref=1:bframes=0"])
    defer { for path in [small, large, alone] { unlink(path) } }
    #expect(try frameCount(of: small) == 20)
    #expect(try frameCount(of: alone) == 6)
    do {
      let count = try frameCount(of: large)
      Issue.record("\(count) frames")
    } catch let error as FFmpegError {
      #expect(error.reason.hasPrefix("its pictures take more than 512 MB together"), "\(error)")
    }
  }
}
