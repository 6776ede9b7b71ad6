import Photoplethysmography
import Simulation
import Testing
import VideoFrames

/// Readings of whole recordings.
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
