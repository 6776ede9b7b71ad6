import Simulation
import Testing
import VideoFrames

@testable import Photoplethysmography

/// Frames that come late, twice, not at all or with past times.
struct TimestampTests {
  private func meanError(_ change: @escaping (inout Scenario) -> Void) -> RateErrors {
    var errors = RateErrors()
    for seed in 1...6 {
      let recording = fingertip(50 + 20 * Double(seed), seed: UInt64(seed), change)
      errors.add(readings(of: recording.colorSamples()), of: recording)
    }
    return errors
  }

  @Test func `jittered frame times hardly change the rate`() {
    let errors = meanError { $0.timeJitter = 0.3 }
    #expect(errors.unanswered == 0 && errors.meanPercentage < 0.2)
  }

  @Test func `one frame in ten may be missing`() {
    let errors = meanError { $0.droppedShare = 0.1 }
    #expect(errors.unanswered == 0 && errors.meanPercentage < 0.2)
  }

  @Test func `frames that come twice change little`() {
    let recording = fingertip()
    let doubled = recording.colorSamples().flatMap { [$0, $0] }
    var errors = RateErrors()
    errors.add(readings(of: doubled), of: recording)
    #expect(errors.unanswered == 0 && errors.meanPercentage < 0.2)
  }

  @Test func `samples from the past are counted and change nothing`() {
    let samples = fingertip().colorSamples()
    let disturbed = samples.enumerated().flatMap { index, sample in
      index % 50 == 49
        ? [
          sample,
          sample.changed {
            $0.time -= 0.5; $0.red = 0
          },
        ] : [sample]
    }
    var monitor = HeartRateMonitor()
    let found = monitor.append(contentsOf: disturbed)
    #expect(monitor.rejectedSampleCount == disturbed.count - samples.count)
    #expect(found + monitor.finish() == readings(of: samples))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func `values that a camera cannot send are counted and change nothing`(value: Double) {
    let samples = fingertip().colorSamples()
    let bad = [
      ColorSample(time: value, red: 200, green: 50, blue: 40),
      ColorSample(time: 5, red: value, green: 50, blue: 40),
      ColorSample(time: 5, red: 200, green: value, blue: 40),
      ColorSample(time: 5, red: 200, green: 50, blue: value),
    ]
    var monitor = HeartRateMonitor()
    // A color that is not a number in the first sample was not measured.
    let first = value.isNaN ? Array(bad.prefix(1)) : bad
    var found = monitor.append(contentsOf: first)
    for (index, sample) in samples.enumerated() {
      found += monitor.append(sample)
      if index % 100 == 50 {
        found += monitor.append(
          contentsOf: bad.map { $0.changed { if $0.time == 5 { $0.time = sample.time } } })
      }
    }
    #expect(monitor.rejectedSampleCount == first.count + 4 * 9)
    #expect(found + monitor.finish() == readings(of: samples))
  }

  @Test(arguments: [3600, 31_536_000, 1e9, 1e12] as [Double])
  func `both sides of a jump of the clock have readings`(jump: Double) throws {
    let recording = fingertip()
    let samples = recording.colorSamples()
    for interval in [5.0, 10, 60] {
      let both = samples + samples.map { $0.changed { $0.time += jump } }
      let found = readings(of: both, every: interval)
      // The empty time between has no readings, except for the interval that holds the jump.
      #expect(found.count <= 2 * readings(of: samples, every: interval).count + 2)
      guard interval < 30 else { continue }
      let rates = found.filter { $0.end < 30 }.compactMap(\.rate)
      #expect(rates.count >= 2)
      #expect(found.last { $0.start > 60 }?.rate != nil)
    }
  }

  @Test func `frames with impossible times are left out`() {
    var monitor = HeartRateMonitor()
    let sample = ColorSample(time: 0, red: 200, green: 50, blue: 40)
    let times: [Double] = [0, 1e18, 1e30, -1e30, .greatestFiniteMagnitude]
    for time in times {
      #expect(monitor.append(sample.changed { $0.time = time }).isEmpty)
    }
    #expect(monitor.rejectedSampleCount == 4)
    #expect(monitor.keptSampleCount == 1)
  }

  @Test(arguments: [1, 5, 6, 7.5])
  func `fewer than eight frames per second are too few for a pulse`(frameRate: Double) {
    let found = readings(of: fingertip { $0.frameRate = frameRate }.colorSamples())
    #expect(found.count == 3)
    for reading in found { #expect(reading.reason == .tooFewFrames) }
  }

  @Test func `one second in three without frames is refused`() {
    let samples = fingertip().colorSamples().filter {
      $0.time.truncatingRemainder(dividingBy: 3) < 2
    }
    let found = readings(of: samples)
    for reading in found { #expect(reading.reason == .irregularTimestamps) }
    #expect(!found.isEmpty)
  }

  @Test func `an interval without frames has no rate, but its neighbors do`() {
    let samples = fingertip { $0.duration = 40 }.colorSamples().filter {
      !(10.0..<20).contains($0.time)
    }
    let found = readings(of: samples)
    #expect(found.map { $0.rate != nil }.filter { $0 }.count == 3)
    #expect(!found.contains { $0.start == 10 && $0.rate != nil })
  }
}
