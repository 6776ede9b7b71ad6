import Simulation
import Testing
import VideoFrames

@testable import Photoplethysmography

/// Readings must not depend on how samples arrive.
struct StreamingTests {
  private let samples = fingertip(seed: 3) {
    $0.timeJitter = 0.1
    $0.droppedShare = 0.02
  }.colorSamples()

  @Test(arguments: [1, 7, 299, 10_000])
  func `pieces of any size give the same bits`(size: Int) {
    for interval in [4.0, 40] {
      let whole = readings(of: samples, every: interval)
      var monitor = HeartRateMonitor(.init(interval: interval))
      var result: [HeartRateReading] = []
      for start in stride(from: 0, to: samples.count, by: size) {
        // A copy continues as the original would: the struct shares no state.
        var next = monitor
        result += next.append(contentsOf: samples[start..<min(start + size, samples.count)])
        monitor = next
      }
      result += monitor.finish()
      #expect(result == whole)
      #expect(whole.contains { $0.rate != nil })
    }
  }

  @Test func `a later clock moves times and nothing else`() {
    let plain = readings(of: samples)
    let shifts: [Double] = [1024, -65_536, 1_073_741_824]
    for shift in shifts {
      let moved = readings(of: samples.map { $0.changed { $0.time += shift } })
      #expect(moved.count == plain.count)
      for (a, b) in zip(plain, moved) {
        #expect(abs(b.start - a.start - shift) < 1e-6 && abs(b.end - a.end - shift) < 1e-6)
        // After 34 years, a clock in double precision has steps of 0.1 microseconds.
        #expect(isClose(a, b, beatsPerMinute: 1e-3, seconds: 1e-4, shift: shift))
      }
    }
  }

  @Test func `a gain changes no rate and no beat`() {
    let plain = readings(of: samples)
    for gain in [0.5, 0.93, 1.1] {
      let scaled = readings(
        of: samples.map { sample in
          sample.changed {
            $0.red *= gain
            $0.green *= gain
            $0.blue *= gain
          }
        })
      #expect(plain.count == scaled.count)
      for (a, b) in zip(plain, scaled) {
        #expect(isClose(a, b, beatsPerMinute: 1e-6, seconds: 1e-6))
      }
    }
  }

  @Test func `an offset changes no rate and no beat`() {
    let plain = readings(of: samples)
    let raised = readings(
      of: samples.map { sample in
        sample.changed {
          $0.red += 20
          $0.green += 20
          $0.blue += 20
        }
      })
    #expect(plain.count == raised.count)
    for (a, b) in zip(plain, raised) {
      #expect(isClose(a, b, beatsPerMinute: 1e-6, seconds: 1e-6))
    }
  }

  @Test
  func `the order of the channels changes the channel's name and what blood would do, but no beat`()
  {
    let plain = readings(of: samples.map(\.withoutPicture))
    let turned = readings(
      of: samples.map {
        ColorSample(time: $0.time, red: $0.blue, green: $0.red, blue: $0.green)
      })
    #expect(plain.count == turned.count)
    for (a, b) in zip(plain, turned) {
      #expect(a.rate != nil && b.rate != nil)
      #expect(isClose(a, b, beatsPerMinute: 0.3, seconds: 0.03, withInterval: false))
    }
  }

  @Test func `a signal turned upside down has the same beats`() {
    // A negative's colors are not a finger's: the likeliest rate is looked at, however unlikely.
    var configuration = HeartRateMonitor.Configuration()
    configuration.leastChance = 0
    func readings(of samples: [ColorSample]) -> [HeartRateReading] {
      var monitor = HeartRateMonitor(configuration)
      return monitor.append(contentsOf: samples) + monitor.finish()
    }
    let plain = readings(of: samples)
    let inverted = readings(
      of: samples.map { sample in
        sample.changed {
          $0.red = 255 - $0.red
          $0.green = 255 - $0.green
          $0.blue = 255 - $0.blue
        }.withoutPicture
      })
    #expect(plain.count == inverted.count)
    for (a, b) in zip(plain, inverted) {
      #expect(isClose(a, b, beatsPerMinute: 0.1, seconds: 0.02, withInterval: false))
    }
  }

  @Test func `the channel that is asked for is the one that is measured`() {
    for channel in ColorChannel.colors {
      let found = readings(of: samples, channels: .channel(channel))
      #expect(found.allSatisfy { $0.channel == channel && $0.rate != nil })
    }
  }

  @Test func `a finished monitor is like a new one`() {
    var monitor = HeartRateMonitor()
    let first = monitor.append(contentsOf: samples) + monitor.finish()
    #expect(monitor.finish().isEmpty)
    #expect(monitor.rejectedSampleCount == 0)
    let second = monitor.append(contentsOf: samples) + monitor.finish()
    #expect(first == second && !first.isEmpty)
  }

  @Test func `a monitor does not keep an hour of samples`() {
    let hour = 3600
    var monitor = HeartRateMonitor()
    var most = 0
    var count = 0
    for index in 0..<(hour * 30) {
      let time = Double(index) / 30
      // Too dark for a search: what is kept does not depend on what is found.
      count += monitor.append(ColorSample(time: time, red: 1, green: 1, blue: 1)).count
      if index % 30 == 0 { most = max(most, monitor.keptSampleCount) }
    }
    #expect(count == hour / 10 - 1)
    // A long window of 30 s and the current interval, and as much again before the rest is moved.
    #expect(most < 30 * 90)
  }

  /// Returns whether two readings are the same, with times `shift` seconds apart.
  private func isClose(
    _ a: HeartRateReading, _ b: HeartRateReading, beatsPerMinute: Double, seconds: Double,
    shift: Double = 0, withInterval: Bool = true
  ) -> Bool {
    guard a.reason == b.reason, a.beats.count == b.beats.count, a.pulse.count == b.pulse.count
    else { return false }
    if let first = a.rate, let second = b.rate,
      abs(first.beatsPerMinute - second.beatsPerMinute) > beatsPerMinute
        || withInterval && abs(first.low - second.low) > max(beatsPerMinute, 0.5 * a.halfWidth)
    {
      return false
    }
    return zip(a.beats, b.beats).allSatisfy { abs($1.time - $0.time - shift) <= seconds }
  }
}

extension HeartRateReading {
  fileprivate var halfWidth: Double { rate.map { ($0.high - $0.low) / 2 } ?? 0 }
}
