import Testing

@testable import Simulation

@Suite struct ArrhythmiaTests {
  private func beats(_ arrhythmia: Arrhythmia, seconds: Double = 60) -> [SimulatedBeat] {
    var profile = HeartRateProfile(.constant(60))
    (profile.jitter, profile.respiratoryDepth) = (0, 0)
    profile.arrhythmia = arrhythmia
    var generator = SeededGenerator(seed: 4)
    return profile.beats(duration: seconds, using: &generator)
  }

  private func intervals(_ arrhythmia: Arrhythmia) -> [Double] { beats(arrhythmia).map(\.interval) }

  private func share(_ values: [Double], where holds: (Double) -> Bool) -> Double {
    Double(values.count(where: holds)) / Double(values.count)
  }

  @Test func `a heart without one beats evenly`() {
    #expect(intervals(.none).allSatisfy { abs($0 - 1) < 1e-9 })
  }

  @Test func `a beat in six is dropped`() {
    let found = intervals(.dropped(every: 6))
    #expect(abs(share(found) { abs($0 - 2) < 1e-9 } - 1.0 / 6) < 0.03)
  }

  @Test func `a group shortens and ends with a pause`() {
    let found = Array(intervals(.wenckebach(group: 4)).dropFirst(4).prefix(4))
    #expect(found[0] > 1.7 && found[1] > found[2] && found[2] > found[3])
  }

  @Test func `pauses come as often as they should and last as long`() {
    let found = intervals(.pauses(every: 10, seconds: 3))
    #expect(found.count { $0 > 3.9 } >= 5 && found.allSatisfy { $0 < 4.1 })
  }

  @Test func `runs are fast and weak`() {
    let found = beats(.runs(after: 5, beats: 3, ratio: 2, strength: 0.7))
    #expect(abs(share(found.map(\.interval)) { $0 < 0.6 } - 3.0 / 8) < 0.05)
    #expect(abs(share(found.map(\.strength)) { $0 < 0.8 } - 3.0 / 8) < 0.05)
  }

  @Test func `an interpolated beat halves an interval`() {
    let found = beats(.interpolated(every: 4, strength: 0.5))
    #expect(abs(share(found.map(\.interval)) { $0 < 0.6 } - 2.0 / 5) < 0.05)
    #expect(abs(share(found.map(\.strength)) { $0 < 0.6 } - 1.0 / 5) < 0.05)
  }

  @Test func `a tachycardia lasts between its moments`() {
    for beat in beats(.tachycardia(from: 20, to: 40, ratio: 2)) {
      #expect(abs(beat.interval - (20..<40 ~= beat.time ? 0.5 : 1)) < 1e-9)
    }
  }

  @Test func `a wandering rate stays within its depth`() {
    let found = intervals(.wandering(0.2))
    #expect(found.allSatisfy { abs($0 - 1) <= 0.2 } && found.contains { abs($0 - 1) > 0.1 })
  }

  @Test func `a beat with two hills has two`() {
    var hills = PulseWaveform.TwoHills()
    (hills.delay, hills.height) = (0.35, 0.5)
    var wave = PulseWaveform(beats: beats(.none), hills: hills)
    let start = beats(.none)[5].time
    let values = (0..<90).map { wave.volume(at: start + Double($0) / 100) }
    let tops = (1..<89).filter { values[$0] > values[$0 - 1] && values[$0] >= values[$0 + 1] }
    #expect(tops.count == 2 && abs(Double(tops[1] - tops[0]) / 100 - 0.35) < 0.05)
  }
}
