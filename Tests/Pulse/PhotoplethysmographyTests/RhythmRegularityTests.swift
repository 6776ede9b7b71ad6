import Photoplethysmography
import Simulation
import Testing

/// The rhythms that are called regular, irregular or undetermined.
struct RhythmRegularityTests {
  private func rhythm(_ times: [Double], quality: (Int) -> Double = { _ in 1 }) -> RhythmRegularity
  {
    RhythmRegularity(of: series(ofBeats: times, quality: quality))
  }

  @Test(arguments: [0.18, 0.22, 0.28], [60.0, 80, 110])
  func `random intervals are irregular`(spread: Double, rate: Double) {
    let outcomes = (1...20 as ClosedRange<UInt64>).map { seed in
      rhythm(heartbeats(90, rate: rate, seed: seed) { $0.irregularity = spread })
    }
    #expect(outcomes.count { $0 == .irregular } >= 18)
    #expect(!outcomes.contains(.regular))
  }

  @Test(arguments: [0.0, 0.03, 0.1, 0.15, 0.2], [8.0, 14, 20])
  func `even deep breathing is not an irregular rhythm`(depth: Double, breaths: Double) {
    for seed in 1...10 as ClosedRange<UInt64> {
      for rate in [55.0, 70, 90] {
        let times = heartbeats(90, rate: rate, seed: seed) {
          $0.respiratoryDepth = depth
          $0.breathingRate = breaths
          $0.jitter = 0.015
        }
        #expect(rhythm(times) != .irregular, "seed \(seed), \(rate) a minute")
        if depth <= 0.1 { #expect(rhythm(times) == .regular) }
      }
    }
  }

  @Test(arguments: [0.02, 0.05, 0.1])
  func `early beats are not an irregular rhythm`(share: Double) {
    for seed in 1...20 as ClosedRange<UInt64> {
      let times = heartbeats(120, seed: seed) { $0.ectopicShare = share }
      let found = rhythm(times)
      #expect(share == 0.1 ? found != .irregular : found == .regular, "seed \(seed)")
    }
  }

  @Test(arguments: [[660.0, 840], [570, 870], [850, 1550], [700, 800]])
  func `intervals that take turns are not regular`(pattern: [Double]) {
    let times = beats(intervals: (0..<80).map { pattern[$0 % 2] })
    #expect(rhythm(times) == .undetermined || rhythm(times) == .frequentEarlyBeats)
  }

  @Test func `a pattern of early beats is called one, and the early beats are counted`() {
    for (pattern, share) in [([560.0, 1100], 2), ([850, 560, 1130], 3)] {
      let intervals = (0..<120).map { pattern[$0 % pattern.count] }
      let times = beats(intervals: intervals)
      #expect(rhythm(times) == .frequentEarlyBeats)
      let early = series(ofBeats: times).earlyBeatCount
      #expect(abs(early - 120 / share) <= 2, "\(early)")
    }
  }

  @Test(arguments: [
    ("pauses of 3 s", Arrhythmia.pauses(every: 25, seconds: 3)),
    ("dropped beats", .dropped(every: 6)), ("Wenckebach", .wenckebach(group: 4)),
    ("runs", .runs(after: 12, beats: 4, ratio: 1.6, strength: 0.9)),
    ("interpolated beats", .interpolated(every: 6, strength: 0.8)),
  ])
  func `a heart that pauses, drops or adds beats is not regular`(
    name: String, arrhythmia: Arrhythmia
  ) {
    for seed in 1...10 as ClosedRange<UInt64> {
      let times = heartbeats(100, rate: 66, seed: seed) { $0.arrhythmia = arrhythmia }
      let found = rhythm(times)
      #expect(found != .regular, "\(name), seed \(seed)")
    }
  }

  @Test func `a steady climb from 60 to 120 is regular`() {
    var profile = HeartRateProfile(.ramp(from: 60, to: 120))
    profile.jitter = 0.01
    var generator = SeededGenerator(seed: 4)
    #expect(rhythm(profile.beats(duration: 90, using: &generator).map(\.time)) == .regular)
  }

  @Test func `few or uncertain beats leave the rhythm undetermined`() {
    let times = heartbeats(120) { $0.irregularity = 0.25 }
    #expect(rhythm(Array(times.prefix(25))) == .undetermined)
    #expect(rhythm(times) { $0 % 2 == 0 ? 0.7 : 1 } == .undetermined)
    #expect(RhythmRegularity(of: BeatSeries(readings: [])) == .undetermined)
  }

  @Test func `a rhythm is judged by most of the recording`() {
    let (steady, wild) = (heartbeats(300, seed: 2), heartbeats(300) { $0.irregularity = 0.25 })
    func joined(_ share: Double) -> [Double] {
      let first = steady.filter { $0 < 300 * share }
      let shift = (first.last ?? 0) + 0.9 - (wild.first ?? 0)
      return first + wild.map { $0 + shift }.filter { $0 < 300 }
    }
    #expect(rhythm(joined(0.9)) == .regular)
    #expect(rhythm(joined(0.1)) == .irregular)
  }

  @Test func `years without a beat change no figure and cost no more than a minute`() {
    let times = heartbeats(60) { $0.irregularity = 0.25 }
    func figures(_ silence: Double) -> [RhythmFigures] {
      let later = times.filter { $0 > 30 }.map { $0 + silence }
      return RhythmFigures.segments(
        of: BeatSeries(
          readings: readings(ofBeats: times.filter { $0 <= 30 }) + readings(ofBeats: later)))
    }
    let found = figures(60)
    #expect(!found.isEmpty)
    // A power of two, so that adding it rounds little.
    for (minute, years) in zip(found, figures(0x1p30)) {
      #expect(abs(minute.periodicShare - years.periodicShare) < 1e-3)
      #expect(abs(minute.relativeChange - years.relativeChange) < 1e-3)
    }
  }

  @Test(arguments: [0.2, 0.25])
  func `an irregular pulse of a finger is recognized, a regular one is not`(spread: Double) {
    for seed in 1...3 as ClosedRange<UInt64> {
      let wild = fingertip(75, seed: seed) {
        $0.duration = 90
        $0.heart.irregularity = spread
      }
      let series = BeatSeries(readings: readings(of: wild.colorSamples()))
      #expect(RhythmRegularity(of: series) == .irregular)
      #expect(
        HeartRateVariability(of: series, rhythm: .irregular).reason == .irregularRhythm)
      let swayed = fingertip(75, seed: seed) {
        $0.duration = 90
        $0.heart.respiratoryDepth = 0.1
      }
      #expect(
        RhythmRegularity(of: BeatSeries(readings: readings(of: swayed.colorSamples()))) == .regular)
    }
  }

  @Test func `a rhythm is not regular where the number of its beats is in doubt`() {
    func rhythm(_ seed: UInt64, _ change: (inout Scenario) -> Void) -> RhythmRegularity {
      let recording = fingertip(75, seed: seed) {
        $0.duration = 60
        change(&$0)
      }
      return RhythmRegularity(
        of: BeatSeries(readings: readings(of: recording.colorSamples())))
    }
    for seed in 1...3 as ClosedRange<UInt64> {
      #expect(rhythm(seed) { _ in } == .regular)
      // A tachycardia that begins at once.
      #expect(
        rhythm(seed) { $0.heart.course = .step(from: 75, to: 165, at: 33) } != .regular)
      // Every second beat comes so early that hardly any blood follows.
      let bigeminy = rhythm(seed) {
        $0.heart.ectopicPeriod = 2
        $0.heart.ectopicStrength = 0.2
      }
      #expect(bigeminy != .regular)
    }
  }
}
