import Glibc
import Photoplethysmography
import Simulation
import Testing
import VideoFrames

/// Rates and beats, compared with those of the simulated heart.
struct AccuracyTests {
  static let rates: [Double] = [30, 40, 55, 72, 90, 120, 150, 180, 200, 215]

  @Test(arguments: [15.0, 24, 30, 60, 120])
  func `rates from 30 to 215 are right to 0.2 per cent, beats to 50 ms`(frameRate: Double) {
    var all = RateErrors()
    var beats = BeatMatch()
    for rate in Self.rates {
      var own = RateErrors()
      for seed in [UInt64(frameRate)] {
        let recording = fingertip(rate, seed: seed) { $0.frameRate = frameRate }
        let found = readings(of: recording.colorSamples())
        all.add(found, of: recording)
        own.add(found, of: recording)
        beats.add(found, of: recording)
      }
      // With five beats in ten seconds, it matters more how a beat is shared between two intervals.
      #expect(own.meanPercentage < (rate < 35 ? 0.4 : 0.2), "\(rate) at \(frameRate)")
    }
    #expect(all.unanswered == 0)
    #expect(all.shares.count == Self.rates.count * 3)
    #expect(all.meanPercentage <= 0.2)
    #expect(beats.score >= 0.99, "\(beats)")
  }

  @Test(arguments: [55.0, 72, 110])
  func `whole levels show a pulse of two of them`(rate: Double) {
    var errors = RateErrors()
    for seed in 1...3 as ClosedRange<UInt64> {
      let recording = fingertip(rate, seed: seed) { $0.drift = 0.002 }
      let rounded = recording.colorSamples().map { sample in
        ColorSample(
          time: sample.time, red: sample.red.rounded(), green: sample.green.rounded(),
          blue: sample.blue.rounded())
      }
      errors.add(readings(of: rounded), of: recording)
    }
    #expect(errors.unanswered == 0 && errors.meanPercentage < 2, "\(errors)")
  }

  @Test(arguments: [75.0, 100, 140])
  func `half a minute of a fast pulse is as sure as ten seconds`(rate: Double) throws {
    let samples = fingertip(rate) { $0.duration = 60 }.colorSamples()
    for interval in [10.0, 30] {
      var monitor = HeartRateMonitor(.init(interval: interval))
      let found = monitor.append(contentsOf: samples) + monitor.finish()
      #expect(found.count { $0.quality >= 0.95 } == found.count, "\(found.map(\.quality))")
    }
  }

  @Test(arguments: [
    HeartRateProfile.Course.ramp(from: 60, to: 120), .ramp(from: 150, to: 80),
    .step(from: 70, to: 100, at: 9.5), .step(from: 120, to: 75, at: 10),
  ])
  func `a rate that changes is followed`(course: HeartRateProfile.Course) {
    var errors = RateErrors()
    var beats = BeatMatch()
    for seed in 1...4 {
      let recording = fingertip(seed: UInt64(seed)) { $0.heart.course = course }
      let found = readings(of: recording.colorSamples())
      errors.add(found, of: recording)
      beats.add(found, of: recording)
    }
    #expect(errors.unanswered == 0)
    #expect(errors.meanPercentage < 0.5)
    #expect(beats.score > 0.97)
  }

  /// Every multiple of a perfectly regular period correlates as well as the period itself.
  @Test(arguments: [25.0, 30, 60], [180.0, 190, 205, 214])
  func `a fast pulse that never varies is not measured at a fraction of its rate`(
    frameRate: Double, rate: Double
  ) {
    let recording = fingertip(rate) {
      $0.frameRate = frameRate
      $0.heart.jitter = 0
      $0.heart.respiratoryDepth = 0
    }
    let samples = recording.colorSamples()
    for reading in readings(of: samples) {
      #expect(abs((reading.rate?.beatsPerMinute ?? 0) - rate) < 1)
    }
  }

  @Test func `a step in the middle of an interval is averaged over it`() {
    var errors = RateErrors()
    for seed in 1...4 {
      let recording = fingertip(seed: UInt64(seed)) {
        $0.heart.course = .step(from: 70, to: 100, at: 15)
      }
      errors.add(readings(of: recording.colorSamples()), of: recording)
    }
    #expect(errors.meanPercentage < 0.5)
  }

  @Test func `a rate that deep breathing changes is followed`() {
    var errors = RateErrors()
    var beats = BeatMatch()
    for seed in 1...6 {
      let recording = fingertip(65, seed: UInt64(seed)) {
        $0.heart.respiratoryDepth = 0.12
        $0.heart.breathingRate = 8
      }
      let found = readings(of: recording.colorSamples())
      errors.add(found, of: recording)
      beats.add(found, of: recording)
    }
    #expect(errors.unanswered == 0 && errors.meanPercentage < 0.8)
    #expect(beats.score >= 0.99)
  }

  @Test func `early beats leave the rate of the interval right`() {
    var errors = RateErrors()
    var ectopicCount = 0
    for seed in 1...10 {
      let recording = fingertip(70, seed: UInt64(seed)) { $0.heart.ectopicShare = 0.08 }
      ectopicCount += recording.beats.count { $0.interval < 0.65 }
      errors.add(readings(of: recording.colorSamples()), of: recording)
    }
    #expect(ectopicCount > 10)
    #expect(errors.unanswered <= 3)
    #expect(errors.meanPercentage < 1)
    // One beat in ten seconds is 9 %, so none is lost or invented.
    #expect((errors.shares.max() ?? 1) < 0.05)
  }

  @Test func `a beat's interval is the time since the beat before`() {
    let recording = fingertip(80)
    let found = readings(of: recording.colorSamples())
    let truth = recording.beats
    var compared = 0
    for beat in found.flatMap(\.beats) {
      guard let interval = beat.interval,
        let index = truth.firstIndex(where: { abs($0.time - beat.time) < 0.05 }), index > 0
      else { continue }
      #expect(abs(interval - truth[index - 1].interval) < 0.03)
      compared += 1
    }
    #expect(compared > 35)
  }

  @Test func `nineteen of twenty true rates are in the reported range`() {
    var (inside, all) = (0, 0)
    for seed in 1...40 {
      let recording = fingertip(50 + 3 * Double(seed), seed: UInt64(seed)) {
        // Half of the recordings are poor: a twentieth of the pulse in the light, and a sensor that
        // averages little.
        if seed.isMultiple(of: 2) { $0.perfusion *= 0.05 }
      }
      for reading in readings(of: recording.colorSamples(pixels: 20_000)) {
        guard let rate = reading.rate,
          let truth = recording.heartRate(from: reading.start, to: reading.end)
        else { continue }
        all += 1
        if (rate.low...rate.high).contains(truth) { inside += 1 }
      }
    }
    #expect(all > 80)
    #expect(Double(inside) >= 0.95 * Double(all), "\(inside) of \(all)")
  }
}
