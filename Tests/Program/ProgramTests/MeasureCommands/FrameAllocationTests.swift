import FoundationEssentials
import TestSupport
import Testing

@testable import TestPrograms

/// What a frame costs, counted instead of timed.
struct FrameAllocationTests {
  private static let bench = Heartcam.path + "-bench"

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: bench), "there are no benchmarks"),
    arguments: ["resting.mp4", "exercise.mkv"])
  func `hardly a frame asks for memory of its own`(video: String) throws {
    let run = try ChildProcess(
      [Self.bench, "allocations", Heartcam.samples + "/" + video],
      environment: Heartcam.environment
    ).result()
    let counted = try #require(
      run.output.firstMatch(of: /(\d+) frames, (\d+) allocations/), "\(run)")
    let (frames, allocations) = (Int(counted.1) ?? 0, Int(counted.2) ?? .max)
    #expect(frames > 500 && allocations < frames / 20, "\(run.output)")
  }
}
