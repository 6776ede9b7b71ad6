import Glibc
import Photoplethysmography
import Simulation
import Testing
import VideoFrames

/// A pulse shows in all of the picture. What moves in a part of it is not a pulse.
struct UnevennessTests {
  /// A course in a picture whose unevenness changes with it by a number of times the share of the light.
  private func samples(
    following ratio: Double, by measure: Measure, clipped: Double? = nil, spread: Double = 0.08
  ) -> [ColorSample] {
    let samples = fingertip().colorSamples()
    let mean = samples.reduce(0) { $0 + $1.red } / Double(samples.count)
    return samples.enumerated().map { index, sample in
      sample.changed {
        let change = ratio * (sample.red / mean - 1)
        // A little noise of its own in each frame.
        let noise = Double(index * 7919 % 101) / 101 * 2e-4
        $0.spread = spread + noise + (measure == .spread ? change : 0)
        let part = measure == .pattern ? change * 0.7071 : 0
        $0.pattern = LightPattern(
          tiltX: 0.02 + part + noise, tiltY: -0.01 - part, twist: noise, bowX: 0, bowY: 0.03)
        $0.clippedShare = clipped
      }
    }
  }

  private enum Measure: CaseIterable { case spread, pattern }

  private func unevenness(_ samples: [ColorSample]) throws -> [Double] {
    var configuration = HeartRateMonitor.Configuration(interval: 10)
    configuration.leastChance = 0
    var monitor = HeartRateMonitor(configuration)
    let readings = monitor.append(contentsOf: samples) + monitor.finish()
    try #require(readings.count == 3)
    return readings.compactMap { $0.evidence?.circumstances.unevennessChange }
  }

  @Test(arguments: [0.0, 0.5, 3])
  func `the ratio of both changes is measured, in the signal's own unit`(ratio: Double) throws {
    for measure in Measure.allCases {
      for measured in try unevenness(samples(following: ratio, by: measure)) {
        #expect(abs(measured - ratio) < 0.1 + 0.02 * ratio, "\(measure) \(measured)")
      }
    }
  }

  @Test func `what clipped pixels do not change is not held against a finger`() throws {
    // A fifth of the picture is clipped: the rest changes by half of the mean more or less.
    for measured in try unevenness(samples(following: 0.5, by: .pattern, clipped: 0.2)) {
      #expect(measured < 0.15)
    }
  }

  @Test func `where most of the picture is clipped nothing is known`() throws {
    // Red before a torch changes little, and where it changes is at the edge of what is clipped.
    let torch = samples(following: 2, by: .spread, clipped: 0.7)
    #expect(try unevenness(torch).isEmpty)
    #expect(readings(of: torch).allSatisfy { $0.rate != nil })
  }

  @Test func `what looks like light in a clipped picture is refused as clipped`() throws {
    for (clipped, reason) in [(0.1, RefusalReason.motion), (0.6, .clipped)] {
      // All colors change by the same share, and rise as slowly as they fall: a lamp.
      let lamp = fingertip().colorSamples().map { sample in
        sample.changed {
          let light = 1 + 0.02 * sin(2 * .pi * 1.2 * sample.time)
          ($0.red, $0.green, $0.blue) = (200 * light, 80 * light, 60 * light)
          $0.clippedShare = clipped
        }
      }
      #expect(readings(of: lamp).map(\.reason) == [reason, reason, reason], "\(clipped)")
    }
  }

  @Test func `without the measures nothing is known, and nothing is held against a pulse`() throws {
    let plain = samples(following: 3, by: .pattern).map(\.withoutPicture)
    #expect(try unevenness(plain).isEmpty)
    #expect(readings(of: plain).allSatisfy { $0.quality > 0.9 })
  }

  @Test func `a finger that pulses more here than there has a rate, a moving part none`() throws {
    for measure in Measure.allCases {
      for reading in readings(of: samples(following: 0.5, by: measure)) {
        #expect(reading.rate != nil && reading.quality > 0.9, "\(measure) \(reading.outcome)")
      }
      for reading in readings(of: samples(following: 5, by: measure)) {
        #expect(reading.rate == nil, "\(measure) \(reading.quality)")
        let refused = try #require(reading.refusedRate)
        #expect(refused.against == .part, "\(measure) \(refused)")
      }
    }
  }
}
