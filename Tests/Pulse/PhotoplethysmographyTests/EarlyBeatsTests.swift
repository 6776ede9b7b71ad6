import Simulation
import Testing

@testable import Photoplethysmography

/// Early beats: found in a window, and counted where they are weak.
struct EarlyBeatsTests {
  private func positions(_ steps: [Double]) -> [BeatTracker.Position] {
    var sample = 10.0
    return [BeatTracker.Position(sample: sample, step: 1)]
      + steps.map { step in
        sample += step
        return BeatTracker.Position(sample: sample, step: 1)
      }
  }

  @Test func `an early beat and its pause are found, a missed or an added beat is none`() {
    #expect(EarlyBeats.indices(in: positions([25, 25, 17, 33, 25, 25])) == [3])
    #expect(EarlyBeats.indices(in: positions([25, 25, 50, 25, 25, 25])).isEmpty)
    #expect(EarlyBeats.indices(in: positions([25, 25, 12, 13, 25, 25])).isEmpty)
    #expect(EarlyBeats.indices(in: positions([25, 26, 24, 25, 26, 24])).isEmpty)
  }

  @Test func `beats that are all early and late leave nothing to judge a pulse by`() {
    #expect(EarlyBeats.indices(in: positions([17, 33, 17, 33, 17, 33, 17, 33])).isEmpty)
  }

  /// A wave that rises steeply at each of these samples, by this much, and falls again.
  private func wave(_ count: Int, _ beats: [(sample: Double, height: Double)]) -> [Double] {
    (0..<count).map { index in
      beats.reduce(0.0) { sum, beat in
        let since = (Double(index) - beat.sample) / 3
        return sum + (abs(since) < 6 ? beat.height * max(0, 1 - abs(since - 1)) : 0)
      }
    }
  }

  private func rises(_ offset: Double, height: Double) -> RisesBetweenBeats {
    let beats = stride(from: 20.0, to: 380, by: 48).map { $0 }
    let signal = wave(
      420, beats.map { ($0, 1) } + beats.map { ($0 + offset, height) })
    return RisesBetweenBeats(
      in: signal, sign: 1,
      beats: beats.map { BeatTracker.Position(sample: $0 + 1, step: 1) }, period: 48)
  }

  @Test func `a late rise after each beat may be a beat, and one soon after it is a wave of it`() {
    var late = rises(18, height: 0.4)
    #expect(late.figures.lateRise > 0.3 && late.figures.addedCount == 0)
    let isAdded = late.addBeat()
    #expect(isAdded)
    #expect(late.figures.addedCount == 1 && late.figures.lateRise == 0)
    #expect(abs(late.added[0].samples - 18) < 1)
    var soon = rises(9, height: 0.4)
    #expect(soon.figures.lateRise == 0 && soon.figures.earlyRise == 0)
    let isWaveAdded = soon.addBeat()
    #expect(!isWaveAdded)
  }

  @Test(arguments: PulseWaveform.Shape.allCases, [2, 3])
  func `weak early beats are counted or the rate is unsure`(
    shape: PulseWaveform.Shape, every: Int
  ) {
    var (answered, right) = (0, 0)
    for seed in 1...4 as ClosedRange<UInt64> {
      let recording = fingertip(75, seed: seed) {
        $0.waveform = shape
        $0.heart.ectopicPeriod = every
        $0.heart.ectopicStrength = 0.4
      }
      for reading in readings(of: recording.colorSamples()) {
        guard let rate = reading.rate,
          let truth = recording.heartRate(from: reading.start, to: reading.end)
        else { continue }
        answered += 1
        let isRight = abs(rate.beatsPerMinute - truth) < 5
        if isRight { right += 1 }
        #expect(isRight || reading.quality <= 0.9)
      }
    }
    // One after each beat may be a late dicrotic wave.
    #expect(20 * right >= (every == 2 ? 15 : 18) * answered, "\(right) of \(answered)")
    if every == 2 { #expect(answered >= 4) }
  }

  @Test(arguments: [
    ("interpolated beats", Arrhythmia.interpolated(every: 4, strength: 0.8)),
    ("runs", .runs(after: 9, beats: 4, ratio: 1.7, strength: 0.9)),
    ("dropped beats", .dropped(every: 5)),
  ])
  func `the beats that the light shows are counted where a rhythm leaves some out or adds some`(
    name: String, arrhythmia: Arrhythmia
  ) {
    var (answered, right, all) = (0, 0, 0)
    for seed in 1...8 as ClosedRange<UInt64> {
      let recording = fingertip(63, seed: seed) { $0.heart.arrhythmia = arrhythmia }
      for reading in readings(of: recording.colorSamples()) {
        let truth = recording.heartRate(from: reading.start, to: reading.end)
        guard let truth else { continue }
        all += 1
        guard let rate = reading.rate else { continue }
        answered += 1
        if abs(rate.beatsPerMinute - truth) < 5 { right += 1 }
      }
    }
    #expect(10 * right >= 9 * answered && 10 * answered >= 7 * all, "\(right), \(answered), \(all)")
  }

  @Test(arguments: [0.15, 0.25, 0.4])
  func `a weak beat soon after each other one leaves a doubt`(strength: Double) {
    for seed in 1...6 as ClosedRange<UInt64> {
      let recording = fingertip(80, seed: seed) {
        ($0.heart.ectopicPeriod, $0.heart.ectopicStrength) = (2, strength)
        $0.heart.ectopicPrematurity = 0.45
      }
      for reading in readings(of: recording.colorSamples()) {
        guard let rate = reading.rate,
          let truth = recording.heartRate(from: reading.start, to: reading.end)
        else { continue }
        #expect(abs(rate.beatsPerMinute - truth) < 5 || reading.quality <= 0.9)
      }
    }
  }

  @Test func `beats stay in order where some come sooner than others`() {
    // Intervals that change by a third hold a rise of the mean beat behind the next upstroke.
    for seed in 1...40 as ClosedRange<UInt64> {
      let recording = fingertip(62, seed: seed) {
        $0.heart.irregularity = 0.3
        $0.heart.ectopicPeriod = seed % 2 == 0 ? 2 : 0
      }
      for added in 1...RisesBetweenBeats.mostAdded {
        var configuration = HeartRateMonitor.Configuration()
        (configuration.leastChance, configuration.beatChoice) = (0, .added(added))
        var monitor = HeartRateMonitor(configuration)
        let found = monitor.append(contentsOf: recording.colorSamples()) + monitor.finish()
        for reading in found {
          let times = reading.beats.map(\.time)
          #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
        }
      }
    }
  }

  @Test func `a strong dicrotic wave is no beat`() {
    for rate in [45.0, 60, 75, 100] {
      let recording = fingertip(rate) { $0.waveform = .strongDicrotic }
      for reading in readings(of: recording.colorSamples()) {
        #expect(reading.rate.map { abs($0.beatsPerMinute - rate) < 4 } ?? false)
      }
    }
  }
}
