import FoundationEssentials
import Glibc
import TestSupport

/// Half a minute of a resting heart of 62 beats a minute in small pictures, which even a debug build
/// measures in a second; made once a run.
enum RestingVideo {
  private static let made = Result {
    let folder = try TemporaryFolder()
    // A folder that lives as long as the tests is not let go by them.
    atexit { RestingVideo.remove() }
    try Heartcam.simulate(
      folder.file("resting.mp4"), "--size", "64x48", "--bpm", "62", "--encoder-option", "crf=16")
    return folder
  }

  static var path: String {
    get throws { try made.get().file("resting.mp4") }
  }

  private static func remove() {
    if let folder = try? made.get() { try? FileManager.default.removeItem(atPath: folder.path) }
  }
}
