import FoundationEssentials
import Glibc
import TestSupport

/// A video of half a minute of a heart at 62 beats per minute, made once a run. Its pictures are so small that
/// even a debug build measures it in a second.
enum RestingVideo {
  private static let made = Result {
    let folder = try TemporaryFolder()
    // A static folder is never deallocated, so it is removed at exit.
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
