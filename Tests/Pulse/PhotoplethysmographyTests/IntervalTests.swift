import Photoplethysmography
import Simulation
import Testing
import VideoFrames

/// The intervals that readings cover.
struct IntervalTests {
  @Test(arguments: [1.0, 5, 10, 30, 60, 300])
  func `intervals follow each other without gaps and are right`(interval: Double) {
    let recording = fingertip(66) { $0.duration = max(60, interval) }
    let found = readings(of: recording.colorSamples(), every: interval)
    #expect(found.count == Int(max(60, interval) / interval))
    for (index, reading) in found.enumerated() {
      #expect(reading.start == interval * Double(index))
      #expect(abs(reading.end - interval * Double(index + 1)) < 1e-9)
    }
    for (a, b) in zip(found, found.dropFirst()) {
      #expect(a.end == b.start)
      if let last = a.beats.last, let first = b.beats.first { #expect(last.time < first.time) }
    }
    for reading in found where interval > 1 || reading.start >= 4 {
      let truth = recording.heartRate(from: reading.start, to: reading.end)
      let rate = reading.rate?.beatsPerMinute
      #expect(rate != nil)
      if let rate, let truth {
        // A beat is placed to some 10 ms, which is a larger share of a short interval.
        #expect(abs(rate - truth) < max(0.2, 2 / interval))
      }
    }
    for reading in found {
      for beat in reading.beats {
        #expect((reading.start..<reading.end).contains(beat.time))
        #expect((0...1).contains(beat.quality))
      }
      #expect((0...1).contains(reading.quality))
      if let rate = reading.rate {
        #expect(rate.low <= rate.beatsPerMinute && rate.beatsPerMinute <= rate.high)
      }
    }
  }

  @Test(arguments: [0.1, 1.0, 3, 4.8])
  func `a stream shorter than five seconds is refused as too short`(duration: Double) {
    let found = readings(of: fingertip { $0.duration = duration }.colorSamples())
    #expect(found.map(\.reason) == [.tooShort])
    #expect(found.allSatisfy { $0.beats.isEmpty && $0.pulse.isEmpty })
  }

  @Test func `five seconds are enough`() {
    let recording = fingertip(75) { $0.duration = 5.2 }
    let found = readings(of: recording.colorSamples())
    #expect(found.count == 1)
    #expect(abs((found.first?.rate?.beatsPerMinute ?? 0) - 75) < 3)
  }

  @Test func `a single sample has no reading`() {
    let sample = ColorSample(time: 3, red: 200, green: 50, blue: 40)
    #expect(readings(of: [sample]).isEmpty)
    #expect(readings(of: []).isEmpty)
  }

  @Test func `the last part of an interval is measured if it is long enough`() {
    let samples = fingertip { $0.duration = 27 }.colorSamples()
    let found = readings(of: samples)
    #expect(found.map(\.start) == [0, 10, 20])
    #expect(abs((found.last?.end ?? 0) - 27) < 1e-6)
    #expect(found.last?.rate != nil)
    let less = readings(of: samples.filter { $0.time < 23 })
    #expect(less.map(\.start) == [0, 10])
  }

  @Test func `a reading comes a second after its interval`() {
    var monitor = HeartRateMonitor()
    var count = 0
    for sample in fingertip().colorSamples() {
      for reading in monitor.append(sample) {
        count += 1
        #expect(sample.time >= reading.end + HeartRateMonitor.lookahead)
        #expect(sample.time < reading.end + HeartRateMonitor.lookahead + 0.04)
      }
    }
    #expect(count == 2)
  }

  @Test func `a reading's pulse is as long as its interval and has a fixed size`() {
    let found = readings(of: fingertip().colorSamples())
    #expect(found.count == 3)
    for reading in found {
      #expect(abs(Double(reading.pulse.count) - 10 * HeartRateMonitor.sampleRate) <= 2)
      let power = reading.pulse.reduce(0) { $0 + $1 * $1 } / Double(reading.pulse.count)
      #expect(abs(power - 1) < 1e-9)
    }
  }
}
