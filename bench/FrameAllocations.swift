import CHeap
import CommandLineParsing
import FFmpegSource
import Photoplethysmography
import VideoFrames

/// Counts what a frame costs in memory of its own, from the file to the monitor. FFmpeg asks for aligned memory, or
/// to enlarge some, and is not counted.
enum FrameAllocations {
  private static let file = Positional("VIDEO", .file(), help: "A video of some seconds.")

  static let description = CommandDescription(
    name: "allocations",
    summary: "Count how often Swift's code asks for memory for a frame of a video.",
    positionals: [file])

  static func run(_ arguments: Arguments) throws {
    var video = try VideoFile(path: arguments.required(file), options: VideoOptions(threads: 1))
    var extractor = ColorExtractor()
    var monitor = HeartRateMonitor(HeartRateMonitor.Configuration(interval: 10))
    var (frames, calls) = (0, 0)
    while true {
      let before = heartcam_plain_allocations()
      guard let sample = try video.withNextFrame({ try extractor.sample(of: $0) }) else { break }
      let isSilent = monitor.append(sample).isEmpty
      let own = heartcam_plain_allocations() - before
      // The first seconds make what is kept, and a reading has its beats.
      guard sample.time > 3, isSilent else { continue }
      (frames, calls) = (frames + 1, calls + own)
    }
    print("\(frames) frames, \(calls) allocations")
  }
}
