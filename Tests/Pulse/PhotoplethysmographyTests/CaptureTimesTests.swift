import Simulation
import Testing
import VideoFrames

@testable import Photoplethysmography

/// Recordings whose timestamps are those of delivery.
struct CaptureTimesTests {
  /// Returns times of delivery: a little late, and now and then so late that the next frames come
  /// at once.
  private func delivered(_ captured: [Double], seed: UInt64) -> [Double] {
    var generator = SeededGenerator(seed: seed)
    var backlog = 0.0
    return captured.indices.map { i in
      if i > 0 { backlog = max(0, backlog - 0.9 * (captured[i] - captured[i - 1])) }
      if generator.uniform() < 0.15 { backlog += 0.02 + 0.02 * generator.uniform() }
      return captured[i] + backlog + 0.002 * generator.uniform()
    }
  }

  /// Returns the times of capture, or `nil` if the times of delivery are kept.
  private func capture(of delivered: [Double]) -> [Double]? {
    var times = CaptureTimes()
    let gaps = zip(delivered, delivered.dropFirst()).map { $1 - $0 }.sorted()
    let typical = gaps.isEmpty ? 0 : gaps[gaps.count / 2]
    return times.find(from: delivered[...], typicalGap: typical) ? times.times : nil
  }

  private func error(_ found: [Double], _ truth: [Double]) -> Double {
    let offset = zip(found, truth).reduce(0) { $0 + $1.0 - $1.1 } / Double(truth.count)
    let squares = zip(found, truth).reduce(0) {
      $0 + ($1.0 - $1.1 - offset) * ($1.0 - $1.1 - offset)
    }
    return (squares / Double(truth.count)).squareRoot()
  }

  @Test(arguments: 1...5)
  func `frames in bursts get capture times to within five milliseconds`(seed: UInt64) throws {
    let captured = (0..<375).map { 100 + Double($0) / 30 }
    let late = delivered(captured, seed: seed)
    let times = try #require(capture(of: late))
    #expect(error(times, captured) < 0.005)
    #expect(error(times, captured) < 0.7 * error(late, captured))
  }

  @Test(arguments: 1...5)
  func `dropped frames leave a gap and do not stretch the others`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let captured = (0..<375).map { Double($0) / 30 }.filter { _ in generator.uniform() > 0.03 }
    let late = delivered(captured, seed: seed)
    let times = try #require(capture(of: late))
    #expect(error(times, captured) < 0.011)
    #expect(times.count == captured.count)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test(arguments: [15.0, 24, 29.97, 30, 60, 120])
  func `times that are possible for a sensor do not change`(frameRate: Double) {
    let even = (0..<400).map { Double($0) / frameRate }
    #expect(capture(of: even) == nil)
    let rounded = even.map { ($0 * 1000).rounded() / 1000 }
    #expect(capture(of: rounded) == nil)
    var generator = SeededGenerator(seed: 3)
    let dropped = even.filter { _ in generator.uniform() > 0.2 }
    #expect(capture(of: dropped) == nil)
    let slowing = (0..<400).map { Double($0) / frameRate * (1 + Double($0) / 800) }
    #expect(capture(of: slowing) == nil)
    #expect(capture(of: []) == nil && capture(of: [1]) == nil)
  }

  @Test func `beats of a recording delivered in bursts are placed better`() {
    var (plain, mended) = (0.0, 0.0)
    for seed in UInt64(1)...6 {
      let recording = fingertip(60 + 10 * Double(seed), seed: seed) { $0.duration = 60 }
      let samples = recording.colorSamples()
      let late = delivered(samples.map(\.time), seed: seed)
      let bursts = zip(samples, late).map { sample, time in sample.changed { $0.time = time } }
      let truth = recording.beats.map(\.time)
      func spread(_ readings: [HeartRateReading]) -> Double {
        let found = readings.flatMap(\.beats).map { beat in
          beat.time - (truth.min { abs($0 - beat.time) < abs($1 - beat.time) } ?? 0)
        }
        let mean = found.reduce(0, +) / Double(found.count)
        return found.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(found.count)
      }
      mended += spread(readings(of: bursts))
      plain +=
        late.indices.reduce(0) {
          let delay = late[$1] - samples[$1].time
          return $0 + delay * delay
        } / Double(late.count)
    }
    #expect(mended < plain / 4)
  }
}
