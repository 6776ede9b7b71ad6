import Testing

@testable import TestPrograms

struct AccuracyTests {
  /// The required accuracy. The debug build is slow, so with it every sixth video is measured.
  @Test func `simulated videos of all kinds are measured within 0.2 percent, beat by beat`()
    async throws
  {
    let videos = SimulatedVideo.all.enumerated().filter {
      Heartcam.isFast || $0.offset.isMultiple(of: 6)
    }.map(\.element)
    #expect(!Heartcam.isFast || videos.count >= 40)
    var errors: [Double] = []
    var (matched, invented, missed) = (0, 0, 0)
    try await withThrowingTaskGroup(of: (SimulatedVideo, MeasurementAccuracy).self) { group in
      var waiting = videos[...]
      // Two videos at a time.
      for _ in 0..<2 {
        if let video = waiting.popFirst() {
          group.addTask { (video, try video.measured(lasting: 21)) }
        }
      }
      while let (video, accuracy) = try await group.next() {
        if let next = waiting.popFirst() {
          group.addTask { (next, try next.measured(lasting: 21)) }
        }
        #expect(accuracy.refusals.isEmpty, "\(video)")
        #expect(accuracy.errors.count == 2, "\(video)")
        #expect(accuracy.errors.allSatisfy { $0 < 1 }, "\(video): \(accuracy.errors)")
        let f1 = MeasurementAccuracy.f1(
          matched: accuracy.matched, invented: accuracy.invented, missed: accuracy.missed)
        // One beat at an end of a short recording with a slow heart is a few percent of it.
        #expect(f1 > 0.9, "\(video): \(accuracy)")
        errors += accuracy.errors
        matched += accuracy.matched
        invented += accuracy.invented
        missed += accuracy.missed
      }
    }
    let meanError = errors.reduce(0, +) / Double(max(1, errors.count))
    let f1 = MeasurementAccuracy.f1(matched: matched, invented: invented, missed: missed)
    print(
      "\(videos.count) videos: mean absolute error \(meanError) %, greatest \(errors.max() ?? 0) %,",
      "F1 \(f1), \(invented) beats invented, \(missed) missed")
    #expect(meanError <= 0.2)
    #expect(f1 >= 0.99)
  }
}
