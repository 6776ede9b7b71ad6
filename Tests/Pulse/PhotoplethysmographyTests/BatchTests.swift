import Photoplethysmography
import Simulation
import Testing
import VideoFrames

/// Readings of whole recordings, of one and of many at once.
struct BatchTests {
  private let recordings = (1...7).map { seed in
    fingertip(50 + 15 * Double(seed), seed: UInt64(seed)) { $0.duration = 8 * Double(seed) }
      .colorSamples()
  }

  @Test func `a whole recording gives the same readings as its samples one by one`() {
    for samples in recordings {
      var monitor = HeartRateMonitor()
      let streamed = samples.flatMap { monitor.append($0) } + monitor.finish()
      #expect(HeartRateMonitor.readings(of: samples) == streamed)
    }
    #expect(HeartRateMonitor.readings(of: []).isEmpty)
  }

  @Test(arguments: [1, 2, 5, 100])
  func `many recordings at once give each one's bits, in their order`(width: Int) async throws {
    let together = try await HeartRateMonitor.readings(
      ofEach: recordings, .init(interval: 5), atOnce: width)
    #expect(together == recordings.map { HeartRateMonitor.readings(of: $0, .init(interval: 5)) })
    #expect(try await HeartRateMonitor.readings(ofEach: [], atOnce: width).isEmpty)
  }

  @Test func `a cancelled batch throws a cancellation error`() async {
    let recordings = recordings
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await HeartRateMonitor.readings(ofEach: recordings, atOnce: 2)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `frame rates from 15 to 120 agree within three tenths of a beat a minute`() {
    for (seed, rate) in [52.0, 71, 96, 118].enumerated() {
      let rateLists = [15.0, 24, 25, 29.97, 30, 60, 120].map { frameRate in
        let recording = fingertip(rate, seed: UInt64(seed)) { $0.frameRate = frameRate }
        return HeartRateMonitor.readings(of: recording.colorSamples()).map {
          $0.rate?.beatsPerMinute ?? .nan
        }
      }
      for index in 0..<3 {
        let rates = rateLists.map { $0[index] }
        #expect((rates.max() ?? .nan) - (rates.min() ?? .nan) < 0.3)
      }
    }
  }
}
