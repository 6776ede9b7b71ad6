import Glibc
import Simulation
import Testing

@testable import Photoplethysmography

@Suite struct UpstrokesTests {
  /// A beat and how high it is.
  private struct Beat {
    let time: Double
    var height = 1.0
  }

  /// Returns the rises of beats with a dicrotic wave after each, in samples of the grid.
  private func upstrokes(
    _ beats: [Beat], seconds: Double = 14, noise: Double = 0, wave: Double = 0.3
  ) -> Upstrokes {
    var source = NoiseSource(color: .white, seed: 8)
    let signal = (0..<Int(seconds * 30)).map { index in
      let time = Double(index) / 30
      return beats.reduce(noise * source.next()[0]) { sum, beat in
        func bell(_ delay: Double, _ width: Double) -> Double {
          let distance = (time - beat.time - delay) / width
          return exp(-distance * distance / 2)
        }
        return sum + beat.height * (bell(0.07, 0.07) + wave * bell(0.36, 0.09))
      }
    }
    let none = [Disturbance](repeating: .none, count: signal.count)
    return signal.withUnsafeBufferPointer { signal in
      none.withUnsafeBufferPointer {
        Upstrokes(of: signal, sign: 1, disturbances: $0, unfiltered: signal)
      }
    }
  }

  private func times(_ upstrokes: Upstrokes) -> [Double] {
    upstrokes.positions(of: upstrokes.beats()).map { $0.sample / 30 }
  }

  private func expectBeats(_ beats: [Beat], noise: Double = 0, wave: Double = 0.3) {
    let found = times(upstrokes(beats, noise: noise, wave: wave))
    #expect(found.count == beats.count)
    for (time, beat) in zip(found, beats) { #expect(abs(time - beat.time) < 0.04) }
  }

  @Test(arguments: [0, 0.02]) func `each beat of a steady heart is found, and no dicrotic wave`(
    noise: Double
  ) {
    for (rate, wave) in [(45.0, 0.6), (60, 0.5), (90, 0.3), (140, 0)] {
      let beats = stride(from: 0.5, to: 13.5, by: 60 / rate).map { Beat(time: $0) }
      expectBeats(beats, noise: noise, wave: wave)
    }
  }

  @Test func `a pause stays empty`() {
    let times = [0.5, 1.3, 2.1, 2.9, 3.7, 6.8, 7.6, 8.4, 9.2, 10, 10.8, 13.2]
    expectBeats(times.map { Beat(time: $0) }, noise: 0.01)
  }

  @Test func `a weak rise is a beat where it is early, and none in a pause`() {
    let times = [0.5, 1.2, 1.9, 2.6, 3.3, 6, 6.7, 7.4, 8.1, 9.5, 10.2, 12.2, 12.9]
    let beats = times.map { Beat(time: $0) }
    func found(_ time: Double) -> Bool {
      let all = (beats + [Beat(time: time, height: 0.3)]).sorted { $0.time < $1.time }
      return self.times(upstrokes(all, noise: 0.01, wave: 0.1)).contains { abs($0 - time) < 0.1 }
    }
    #expect(found(8.55) && !found(4.3) && !found(4.6) && !found(11.3))
  }

  @Test func `a run of fast beats is counted`() {
    let times = [0.5, 1.4, 2.3, 3.2, 4.1, 4.6, 5.1, 5.6, 6.5, 7.4, 8.3, 8.8, 9.3, 9.8, 10.7, 11.6]
    expectBeats(times.map { Beat(time: $0, height: 0.9) })
  }

  @Test(arguments: [0.4, 0.7, 1]) func `a beat between two others is one`(height: Double) {
    var beats = stride(from: 0.5, to: 13, by: 1.1).map { Beat(time: $0) }
    for index in [9, 6, 2] {
      beats.insert(Beat(time: beats[index].time + 0.55, height: height), at: index + 1)
    }
    expectBeats(beats)
  }

  @Test func `what is said of beats that are none, and of beats left out`() {
    let beats = stride(from: 0.5, to: 13.5, by: 0.9).map { Beat(time: $0) }
    let upstrokes = upstrokes(beats)
    func doubt(_ times: [Double]) -> BeatCount {
      UpstrokeVerdict(
        on: times.map { BeatTracker.Position(sample: $0 * 30, step: 1) }, of: upstrokes
      ).count(in: 0..<420)
    }
    let right = doubt(beats.map(\.time))
    // Each wave after a beat may be one of its own, however unlikely.
    #expect(right.flat < 0.3 && right.leftOut < 0.12 * Double(beats.count))
    let fewer = doubt(beats.map(\.time).enumerated().filter { $0.offset != 6 }.map(\.element))
    #expect(abs(fewer.leftOut - right.leftOut - 1) < 0.2)
    let more = doubt((beats.map(\.time) + [6.78]).sorted())
    #expect(more.flat - right.flat > 0.7)
  }

  @Test func `a weaker wave soon after each beat is told from early beats that come later`() {
    let beats = stride(from: 0.5, to: 13, by: 0.62).map { Beat(time: $0) }
    func isWave(_ delay: Double, _ height: Double) -> Bool {
      let all = beats.flatMap { [$0, Beat(time: $0.time + delay, height: height)] }
      let upstrokes = upstrokes(all, wave: 0)
      return upstrokes.hasSecondWaves(
        among: all.map { BeatTracker.Position(sample: ($0.time + 0.03) * 30, step: 1) })
    }
    #expect(isWave(0.3, 0.5) && isWave(0.34, 0.6))
    #expect(!isWave(0.31, 0.95) && !isWave(0.42, 0.5))
    let steady = beats.map { BeatTracker.Position(sample: $0.time * 30, step: 1) }
    #expect(!upstrokes(beats).hasSecondWaves(among: steady))
  }

  @Test func `no rise has no beats`() {
    #expect(times(upstrokes([])).isEmpty)
    #expect(upstrokes([], seconds: 0.1).rises.isEmpty)
  }
}
