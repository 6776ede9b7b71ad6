import Photoplethysmography
import Testing
import VideoFrames

/// The readings of this version of the algorithm.
struct AlgorithmVersionTests {
  /// If this fails because readings have changed on purpose, raise `HeartRateMonitor.algorithmVersion`, and
  /// write both the version and the new sum here: stored outcomes of batches are measured again then.
  @Test func `a change of readings raises the version`() {
    var monitor = HeartRateMonitor(.init(interval: 10))
    var readings: [HeartRateReading] = []
    var generator = UInt64(7)
    for index in 0..<1900 {
      let time = Double(index) / 30
      generator = generator &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let noise = Double(generator >> 40) / Double(1 << 24) - 0.5
      // A saw of 1.2 beats per second, as a pulse is: it falls fast and rises slowly.
      let phase = (time * 1.2).truncatingRemainder(dividingBy: 1)
      let pulse = phase < 0.2 ? 1 - phase * 10 : -1 + (phase - 0.2) * 2.5
      readings += monitor.append(
        ColorSample(
          time: time, red: 200 + 2 * pulse + 0.3 * noise, green: 60 + pulse + 0.2 * noise,
          blue: 45 + 0.5 * pulse + 0.2 * noise, spread: 0.05))
    }
    readings += monitor.finish()
    let rates = readings.map { (($0.rate?.beatsPerMinute ?? 0) * 1e6).rounded() / 1e6 }
    #expect(HeartRateMonitor.algorithmVersion == 15)
    #expect(rates == Self.rates)
  }

  private static let rates = [
    71.950652, 72.352186, 71.916923, 72.030004, 72.00434, 71.807593,
  ]
}
