import Foundation
import Glibc
import Photoplethysmography
import Simulation
import Testing

/// Variability, compared with other programs and with formulas, and the cases in which it must not
/// be reported.
struct HeartRateVariabilityTests {
  private struct File: Decodable {
    struct Case: Decodable {
      let intervals: [Double]
      let mean_nn, sdnn, rmssd, pnn50, sd1, sd2: Double
    }
    struct Versions: Decodable { let neurokit2: String }
    let made_by: Versions
    let cases: [Case]
  }

  private func variability(
    ofBeats times: [Double], quality: (Int) -> Double = { _ in 1 }
  ) -> HeartRateVariability {
    HeartRateVariability(of: series(ofBeats: times, quality: quality), rhythm: .regular)
  }

  /// Returns intervals in milliseconds that vary by sinusoids, each of a frequency in hertz and an
  /// amplitude.
  private func swaying(_ duration: Double, _ waves: [(frequency: Double, height: Double)])
    -> [Double]
  {
    var (intervals, time) = ([Double](), 0.0)
    while time < duration {
      let interval =
        800 + waves.reduce(0) { $0 + $1.height * sin(2 * .pi * $1.frequency * time) }
      intervals.append(interval)
      time += interval / 1000
    }
    return intervals
  }

  @Test func `measures are NeuroKit2's`() throws {
    let path = try #require(
      Bundle.module.path(forResource: "Reference/variability", ofType: "json"))
    let file = try JSONDecoder().decode(
      File.self, from: Data(contentsOf: URL(filePath: path)))
    try #require(!file.made_by.neurokit2.isEmpty && file.cases.count == 4)
    for test in file.cases {
      let found = variability(ofBeats: beats(intervals: test.intervals))
      let count = Double(test.intervals.count)
      #expect(found.intervalCount == test.intervals.count)
      let pairs = [
        (found.meanNN, test.mean_nn), (found.sdnn, test.sdnn), (found.rmssd, test.rmssd),
        (found.sd1, test.sd1), (found.sd2, test.sd2),
        // NeuroKit2 divides by the number of intervals, not by that of their changes.
        (found.pnn50, test.pnn50 / 100 * count / (count - 1)),
      ]
      for (own, other) in pairs {
        let value = try #require(own)
        #expect(abs(value - other) <= 1e-6 * other)
      }
    }
  }

  @Test func `a sinusoid of 40 ms has 800 ms² in its band, low or high`() throws {
    for (frequency, isLow) in [(0.1, true), (0.25, false), (0.3, false)] {
      let found = variability(ofBeats: beats(intervals: swaying(200, [(frequency, 40)])))
      let (low, high) = (
        try #require(found.lowFrequencyPower), try #require(found.highFrequencyPower)
      )
      #expect(abs((isLow ? low : high) / 800 - 1) < 0.06, "\(frequency) Hz: \(low), \(high)")
      #expect((isLow ? high : low) < 40)
      let sdnn = try #require(found.sdnn)
      #expect(sdnn > 0.95 * 40 / 2.0.squareRoot())
      #expect(found.powerRatio == low / high)
      #expect(found.reason == nil)
    }
  }

  @Test func `a later clock changes nothing`() throws {
    let intervals = swaying(150, [(0.1, 30), (0.27, 20)])
    let plain = variability(ofBeats: beats(intervals: intervals))
    let moved = variability(ofBeats: beats(intervals: intervals, from: 8192))
    for measure in [
      \HeartRateVariability.meanNN, \.sdnn, \.rmssd, \.sd1, \.sd2, \.lowFrequencyPower,
      \.highFrequencyPower,
    ] {
      let (a, b) = (try #require(plain[keyPath: measure]), try #require(moved[keyPath: measure]))
      #expect(abs(a - b) < 1e-6 * a)
    }
    #expect(plain.pnn50 == moved.pnn50 && plain.intervalCount == moved.intervalCount)
  }

  @Test func `an early beat is counted and leaves the normal intervals as they were`() throws {
    let steady = swaying(100, [(0.25, 15)])
    let plain = variability(ofBeats: beats(intervals: steady))
    var disturbed = steady
    disturbed.insert(contentsOf: [480, 1120], at: 60)
    let found = variability(ofBeats: beats(intervals: disturbed))
    #expect(plain.earlyBeatCount == 0 && found.earlyBeatCount == 1)
    #expect(found.intervalCount == plain.intervalCount)
    for (measure, tolerance) in [(\HeartRateVariability.sdnn, 1e-6), (\.rmssd, 0.2)] {
      let (a, b) = (try #require(plain[keyPath: measure]), try #require(found[keyPath: measure]))
      #expect(abs(a - b) < tolerance)
    }
  }

  @Test func `each measure comes with its own length of clean beats`() {
    let table: [(seconds: Double, known: [Bool])] = [
      (26, [false, false, false, false]), (28, [true, false, false, false]),
      (56, [true, false, false, false]), (58, [true, true, true, false]),
      (116, [true, true, true, false]), (118, [true, true, true, true]),
    ]
    for (seconds, known) in table {
      let found = variability(ofBeats: beats(intervals: swaying(seconds, [(0.25, 20)])))
      let given = [
        found.rmssd, found.sdnn, found.highFrequencyPower, found.lowFrequencyPower,
      ].map { $0 != nil }
      #expect(given == known, "\(seconds) s")
      #expect(found.reason == (known == [true, true, true, true] ? nil : .tooShort))
      #expect((found.meanNN != nil) == known[0] && (found.pnn50 != nil) == known[1])
    }
  }

  @Test func `uncertain beats throughout are the reason`() {
    let times = beats(intervals: swaying(180, [(0.25, 40)]))
    let found = variability(ofBeats: times) { $0 % 4 == 0 ? 0.5 : 0.95 }
    #expect(found.reason == .tooFewCleanBeats)
    #expect(found.rmssd == nil && found.sdnn == nil && found.meanNN == nil)
    // As short as a clean series of which all is measured that needs a minute.
    let minute = beats(intervals: swaying(58.5, [(0.25, 40)]))
    #expect(variability(ofBeats: minute).sdnn != nil)
    let unclear = variability(ofBeats: minute) { (20...50).contains($0) ? 0.5 : 0.95 }
    #expect(unclear.sdnn == nil && unclear.reason == .tooFewCleanBeats)
    // After a movement of ten seconds in the middle, the longer side is measured.
    let moved = variability(ofBeats: times) { (100...112).contains($0) ? 0.2 : 0.95 }
    #expect(moved.reason == .tooFewCleanBeats)
    #expect(moved.sdnn != nil && moved.lowFrequencyPower == nil)
    #expect(abs(moved.duration - 90) < 3)
  }

  @Test(arguments: [0.1, 0.17, 0.24])
  func `a heart that breathes deeply is measured whole`(hertz: Double) throws {
    // Intervals of 890 ms that swing by up to a quarter.
    let times = beats(intervals: swaying(280, [(hertz, 0.2 * 890)]))
    let found = variability(ofBeats: times)
    let intervals = zip(times, times.dropFirst()).map { 1000 * ($1 - $0) }
    let mean = intervals.reduce(0, +) / Double(intervals.count)
    let variance = intervals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(intervals.count)
    #expect(abs((found.sdnn ?? 0) / variance.squareRoot() - 1) < 0.05)
    #expect(found.intervalCount >= intervals.count - 3 && found.reason == nil)
  }

  @Test func `what errors of timing spoil is not told, and their share of RMSSD is`() throws {
    for (height, noise, isSpoiled) in [(1.0, 3.0, false), (0.05, 6.0, true)] {
      for seed in 1...4 {
        let recording = fingertip(68, seed: UInt64(seed)) {
          $0.duration = 130
          $0.frameRate = 30
          $0.heart.jitter = 0.01
          $0.perfusion *= height
          $0.sensorNoise = noise
        }
        let readings = readings(of: recording.colorSamples(pixels: 10_000))
        let series = BeatSeries(readings: readings)
        let found = HeartRateVariability(
          of: series, rhythm: RhythmRegularity(of: series),
          channels: readings.compactMap(\.channel), frameRate: 30,
          timing: BeatTiming(of: readings, jitter: 0))
        guard let rmssd = found.rmssd, let excess = found.rmssdExcess, let start = found.start
        else { continue }
        let inside = recording.beats.map(\.time).filter {
          (start - 0.1...start + found.duration + 0.1).contains($0)
        }
        let truth = zip(inside, inside.dropFirst()).map { 1000 * ($1 - $0) }
        let changes = zip(truth, truth.dropFirst()).map { $1 - $0 }
        let own = (changes.reduce(0) { $0 + $1 * $1 } / Double(changes.count)).squareRoot()
        #expect(rmssd - excess < 1.15 * own, "\(rmssd) less \(excess) for \(own)")
        #expect((found.reason == .coarseTiming) == isSpoiled, "\(seed): \(found)")
      }
    }
  }

  @Test func `an irregular rhythm has no variability`() {
    let found = HeartRateVariability(
      of: series(ofBeats: beats(intervals: swaying(180, [(0.25, 20)]))), rhythm: .irregular)
    #expect(found.reason == .irregularRhythm)
    #expect(found.rmssd == nil && found.sdnn == nil && found.meanNN == nil)
  }

  @Test(arguments: ColorChannel.allCases)
  func `beats of combined colors and of few frames are placed too coarsely`(channel: ColorChannel) {
    let series = series(ofBeats: beats(intervals: swaying(180, [(0.25, 20)])))
    func reason(_ frameRate: Double) -> HeartRateVariability.Reason? {
      HeartRateVariability(
        of: series, rhythm: .regular, channels: [.green, channel], frameRate: frameRate
      ).reason
    }
    #expect(reason(30) == (ColorChannel.colors.contains(channel) ? nil : .coarseTiming))
    #expect(reason(11) == .coarseTiming)
  }

  @Test func `less certain beats may have raised the changes by more`() throws {
    let times = beats(intervals: swaying(80, [(0.25, 30)]))
    let excesses = try [1, 0.95, 0.9, 0.82].map { quality in
      let found = variability(ofBeats: times) { _ in quality }
      let (rmssd, excess) = (try #require(found.rmssd), try #require(found.rmssdExcess))
      #expect(excess > 0 && excess <= rmssd)
      return excess
    }
    #expect(excesses == excesses.sorted() && excesses[0] < excesses[3] / 2)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a simulated finger has the variability of its heart`(seed: UInt64) throws {
    let recording = fingertip(66, seed: seed) {
      $0.duration = 140
      $0.heart.respiratoryDepth = 0.06
    }
    let series = BeatSeries(readings: readings(of: recording.colorSamples()))
    let found = HeartRateVariability(of: series, rhythm: RhythmRegularity(of: series))
    let start = try #require(found.start)
    let truth = recording.beats.map(\.time).filter {
      $0 > start - 0.2 && $0 < start + found.duration + 0.2
    }
    let expected = variability(ofBeats: truth)
    #expect(found.reason == nil)
    for (measure, tolerance) in [(\HeartRateVariability.meanNN, 1.0), (\.sdnn, 2), (\.rmssd, 4)] {
      let (a, b) = (
        try #require(found[keyPath: measure]), try #require(expected[keyPath: measure])
      )
      #expect(abs(a - b) < tolerance)
    }
    let (high, truly) = (
      try #require(found.highFrequencyPower), try #require(expected.highFrequencyPower)
    )
    #expect(abs(high / truly - 1) < 0.15)
  }
}
