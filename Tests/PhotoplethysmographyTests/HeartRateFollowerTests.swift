import Simulation
import Testing
import VideoFrames

@testable import Photoplethysmography

/// The number that somebody watches.
struct HeartRateFollowerTests {
  /// Every look at a stream: when it was made, and what it told.
  private func looks(
    at samples: [ColorSample], _ configuration: HeartRateMonitor.Configuration = .init()
  ) -> [(time: Double, look: HeartRateReading)] {
    var follower = HeartRateFollower(configuration)
    return samples.compactMap { sample in follower.append(sample).map { (sample.time, $0) } }
  }

  @Test(arguments: [48.0, 72, 110, 160])
  func `a number comes within eight seconds of a finger, and is right from then on`(
    rate: Double
  ) throws {
    let recording = fingertip(rate, seed: UInt64(rate)) { $0.fingerOff = [0..<4] }
    let told = looks(at: recording.colorSamples()).filter { $0.look.rate != nil }
    let first = try #require(told.first)
    #expect((10...12).contains(first.time))
    #expect(told.count > 34)
    for (_, look) in told {
      let rate = try #require(look.rate)
      let truth = try #require(recording.heartRate(from: look.start, to: look.end))
      #expect(abs(rate.beatsPerMinute - truth) < 1.5)
      #expect(!look.beats.isEmpty && !look.pulse.isEmpty)
    }
  }

  @Test(arguments: [(80.0, 120.0), (120, 80), (60, 100), (100, 60)])
  func `a step of the rate is followed within eight seconds`(from: Double, to: Double) throws {
    let recording = fingertip(seed: 5) {
      $0.duration = 50
      $0.heart = HeartRateProfile(.step(from: from, to: to, at: 30))
    }
    let jump = try #require(recording.beats.first { $0.time >= 30 }).time
    let arrived = looks(at: recording.colorSamples()).first { time, look in
      guard let rate = look.rate, time > jump else { return false }
      return (rate.beatsPerMinute - from) / (to - from) >= 0.9
    }
    #expect(try #require(arrived).time - jump < 8)
  }

  @Test(arguments: NoiseColor.allCases)
  func `noise gets no number`(color: NoiseColor) {
    for seed in 1...3 {
      var noise = NoiseSource(color: color, seed: UInt64(seed))
      let samples = (0..<1200).map { index in
        let levels = SIMD4(180, 60, 45, 0) + noise.next()
        return ColorSample(
          time: Double(index) / 30, red: levels[0], green: levels[1], blue: levels[2], spread: 0.1)
      }
      #expect(looks(at: samples).allSatisfy { $0.look.rate == nil })
    }
  }

  @Test func `a finger that is lifted takes its number with it`() throws {
    let recording = fingertip(seed: 9) {
      $0.duration = 40
      $0.fingerOff = [20..<40]
    }
    let late = looks(at: recording.colorSamples()).filter { $0.time > 25 }
    #expect(late.allSatisfy { $0.look.rate == nil })
    #expect(late.last?.look.reason == .noFinger)
  }

  @Test func `what was seen before a restart counts no more`() {
    let samples = fingertip(seed: 2).colorSamples()
    var follower = HeartRateFollower()
    for sample in samples.prefix(400) { _ = follower.append(sample) }
    follower.restart()
    #expect(follower.seconds == 0)
    let rest = samples.dropFirst(400)
    let first = rest.first { sample in follower.append(sample)?.rate != nil }
    #expect((first?.time ?? 0) - (rest.first?.time ?? 0) > 6.5)
  }

  @Test func `times that go back and colours that are none change nothing`() {
    let samples = fingertip(seed: 4).colorSamples()
    let plain = looks(at: samples)
    let disturbed = samples.flatMap { sample in
      [
        sample, sample.changed { $0.time -= 5 }, sample.changed { $0.red = .nan },
        sample.changed { $0.time = .infinity },
      ]
    }
    let told = looks(at: disturbed)
    #expect(told.map(\.look) == plain.map(\.look))
    #expect(plain.contains { $0.look.rate != nil })
  }

  @Test func `a long silence ends a number, and the stream goes on after it`() {
    let samples = fingertip(seed: 6).colorSamples()
    let gap = samples.map { sample in
      sample.changed { $0.time += sample.time > 14 ? 600 : 0 }
    }
    let told = looks(at: gap).filter { $0.look.rate != nil }
    #expect(told.contains { $0.time < 15 })
    #expect(!told.contains { (600..<619).contains($0.time) })
    #expect(told.contains { $0.time > 621 })
  }
}
