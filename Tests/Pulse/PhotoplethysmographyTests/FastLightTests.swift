import Glibc
import Simulation
import Testing
import VideoFrames

@testable import Photoplethysmography

@Suite struct FastLightTests {
  /// Returns a fingertip's colors, with all light multiplied by a course.
  private func samples(
    _ rate: Double, frameRate: Double = 30, _ gain: (_ time: Double) -> Double
  ) -> [ColorSample] {
    let recording = fingertip(rate) { $0.frameRate = frameRate }
    return recording.colorSamples().map { sample in
      sample.changed {
        let gain = gain(sample.time)
        $0.red *= gain
        $0.green *= gain
        $0.blue *= gain
      }
    }
  }

  private func expectRate(_ rate: Double, of samples: [ColorSample]) {
    for reading in HeartRateMonitor.readings(of: samples) {
      #expect(reading.rate.map { abs($0.beatsPerMinute - rate) < 2 } ?? false, "\(reading)")
    }
  }

  @Test(arguments: [0.01, 0.02, 0.03])
  func `a lamp that repeats every third frame does not hide a pulse`(depth: Double) {
    expectRate(66, of: samples(66) { 1 + depth * sin(2 * .pi * 100 * $0 + 1) })
    expectRate(72, of: samples(72, frameRate: 60) { 1 + depth * sin(2 * .pi * 100 * $0 + 1) })
  }

  @Test(arguments: [4.4, 5, 6]) func `a tremor does not hide a pulse`(rate: Double) {
    expectRate(
      78, of: samples(78) { 1 + 0.015 * sin(2 * .pi * rate * $0 + 0.5 * sin(0.9 * $0)) })
  }

  @Test func `its period is found, and neither a pulse nor noise has one`() throws {
    var light = FastLight()
    func signal(blue share: Double = 0.9, _ value: (_ time: Double) -> Double) -> [[Double]] {
      let course = (0..<360).map { value(Double($0) / 30) }
      return [course, course.map { share * $0 }]
    }
    for rate in [4.0, 5.3, 9.7, 14.2] {
      let found = light.period(
        in: signal { 0.3 * sin(2 * .pi * 1.2 * $0) + sin(2 * .pi * rate * $0) })
      #expect(abs(try #require(found) * rate - 1) < 0.02)
    }
    #expect(light.period(in: signal { exp(sin(2 * .pi * 3.4 * $0)) - 1.266 }) == nil)
    var noise = NoiseSource(color: .white, seed: 3)
    #expect(light.period(in: signal { _ in noise.next()[0] }) == nil)
    #expect(light.period(in: signal(blue: 0.4) { sin(2 * .pi * 5 * $0) }) == nil)
    #expect(light.period(in: []) == nil && light.period(in: [[], []]) == nil)
  }

  @Test func `a mean over a period keeps slow courses and takes the fast one away`() throws {
    let samples = samples(60) { 1 + 0.05 * sin(2 * .pi * 5 * $0) }
    var stages = AnalysisStages(samples)
    let frames = stages.frames()
    let mean = frames.averaged(over: 0.2)
    #expect(mean.times == frames.times)
    #expect(mean.recordedLevels(of: .red) == frames.values(of: .red).sorted())
    func spread(_ values: [Double]) -> Double {
      zip(values, values.dropFirst()).reduce(0) { max($0, abs($1.0 - $1.1)) }
    }
    #expect(spread(mean.values(of: .red)) < 0.2 * spread(frames.values(of: .red)))
  }
}
