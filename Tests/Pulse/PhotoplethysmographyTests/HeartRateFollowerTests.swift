import Simulation
import Testing
import VideoFrames

@testable import Photoplethysmography

/// The rate that is shown live.
struct HeartRateFollowerTests {
  /// Returns the live readings of a stream, each with the time at which it came.
  private func liveReadings(
    of samples: [ColorSample], _ configuration: HeartRateMonitor.Configuration = .init()
  ) -> [(time: Double, reading: HeartRateReading)] {
    var follower = HeartRateFollower(configuration)
    return samples.compactMap { sample in follower.append(sample).map { (sample.time, $0) } }
  }

  @Test(arguments: [48.0, 72, 110, 160])
  func `a rate appears within eight seconds of a finger, and is right from then on`(
    rate: Double
  ) throws {
    let recording = fingertip(rate, seed: UInt64(rate)) { $0.fingerOff = [0..<4] }
    let rated = liveReadings(of: recording.colorSamples()).filter { $0.reading.rate != nil }
    let first = try #require(rated.first)
    #expect((10...12).contains(first.time))
    #expect(rated.count > 34)
    for (_, reading) in rated {
      let rate = try #require(reading.rate)
      let truth = try #require(recording.heartRate(from: reading.start, to: reading.end))
      #expect(abs(rate.beatsPerMinute - truth) < 1.5)
      #expect(!reading.beats.isEmpty && !reading.pulse.isEmpty)
    }
  }

  @Test(arguments: [(80.0, 120.0), (120, 80), (60, 100), (100, 60)])
  func `a step of the rate is followed within eight seconds`(from: Double, to: Double) throws {
    let recording = fingertip(seed: 5) {
      $0.duration = 50
      $0.heart = HeartRateProfile(.step(from: from, to: to, at: 30))
    }
    let jump = try #require(recording.beats.first { $0.time >= 30 }).time
    let arrived = liveReadings(of: recording.colorSamples()).first { time, reading in
      guard let rate = reading.rate, time > jump else { return false }
      return (rate.beatsPerMinute - from) / (to - from) >= 0.9
    }
    #expect(try #require(arrived).time - jump < 8)
  }

  @Test(arguments: NoiseColor.allCases)
  func `noise gets no rate`(color: NoiseColor) {
    for seed in 1...3 {
      var noise = NoiseSource(color: color, seed: UInt64(seed))
      let samples = (0..<1200).map { index in
        let levels = SIMD4(180, 60, 45, 0) + noise.next()
        return ColorSample(
          time: Double(index) / 30, red: levels[0], green: levels[1], blue: levels[2], spread: 0.1)
      }
      let found = liveReadings(of: samples)
      #expect(found.count > 70 && found.allSatisfy { $0.reading.rate == nil })
    }
  }

  @Test func `a lifted finger ends its rate`() throws {
    let recording = fingertip(seed: 9) {
      $0.duration = 40
      $0.fingerOff = [20..<40]
    }
    let late = liveReadings(of: recording.colorSamples()).filter { $0.time > 25 }
    #expect(late.count > 25 && late.allSatisfy { $0.reading.rate == nil })
    #expect(late.last?.reading.reason == .noFinger)
  }

  @Test func `frames before a restart no longer count`() {
    let samples = fingertip(seed: 2).colorSamples()
    var follower = HeartRateFollower()
    for sample in samples.prefix(400) { _ = follower.append(sample) }
    follower.restart()
    #expect(follower.seconds == 0)
    let rest = samples.dropFirst(400)
    let first = rest.first { sample in follower.append(sample)?.rate != nil }
    #expect((first?.time ?? 0) - (rest.first?.time ?? 0) > 6.5)
  }

  @Test func `times that go back and invalid colors change nothing`() {
    let samples = fingertip(seed: 4).colorSamples()
    let plain = liveReadings(of: samples)
    let disturbed = samples.flatMap { sample in
      [
        sample, sample.changed { $0.time -= 5 }, sample.changed { $0.red = .nan },
        sample.changed { $0.time = .infinity },
      ]
    }
    let found = liveReadings(of: disturbed)
    #expect(found.map(\.reading) == plain.map(\.reading))
    #expect(plain.contains { $0.reading.rate != nil })
  }

  @Test func `a long gap ends a rate, and the stream continues after it`() {
    let samples = fingertip(seed: 6).colorSamples()
    let gap = samples.map { sample in
      sample.changed { $0.time += sample.time > 14 ? 600 : 0 }
    }
    let rated = liveReadings(of: gap).filter { $0.reading.rate != nil }
    #expect(rated.contains { $0.time < 15 })
    #expect(!rated.contains { (600..<619).contains($0.time) })
    #expect(rated.contains { $0.time > 621 })
  }
}
