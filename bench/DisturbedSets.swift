import JSONCoding
import BenchmarkSupport
import Glibc
import Photoplethysmography
import Simulation
import VideoFrames

/// Readings of simulated recordings under each disturbance that once made readings wrong, with a pulse and without:
/// the disturbed part of `heartcam-bench simulated`.
enum DisturbedSets {
  /// A disturbance, and how recordings of it are drawn.
  struct Kind: Sendable {
    let name: String
    let hasPulse: Bool
    let draw: @Sendable (inout Scenario, inout Draw) -> Void

    /// What becomes of the levels.
    var change: @Sendable (inout [ColorSample], Scenario, inout Draw) -> Void = { _, _, _ in }

    /// What of the picture changes.
    var extent = PictureExtent.whole
  }

  static func run(_ count: UInt64, only: String?, isListing: Bool) {
    var table = TextTable(columns: [
      "disturbance", "readings", "answered, %", "right, %", "within 2, %", "wrong", "q > 0.5",
      "sure",
    ])
    for hasPulse in [true, false] {
      var total = Tally()
      for kind in kinds
      where kind.hasPulse == hasPulse && (only.map { kind.name.contains($0) } ?? true) {
        let tally = tally(kind, count, isListing: isListing)
        table.add(row(kind.name, tally))
        total.add(tally)
      }
      table.addRule()
      table.add(row(hasPulse ? "all with a pulse" : "all without", total))
      table.addRule()
      if hasPulse {
        let share = Double(total.wrongSure) / Double(max(total.sure, 1))
        print(
          "with a pulse, of \(total.sure) sure answers: \((100 * share).fixed(2)) % wrong"
        )
      }
    }
    print(table.text)
  }

  private static func row(_ name: String, _ tally: Tally) -> [String] {
    let all = Double(max(tally.readings, 1))
    return [
      name, "\(tally.readings)", (100 * Double(tally.answered) / all).fixed(1),
      (100 * Double(tally.answered - tally.wrong) / all).fixed(1),
      (100 * Double(tally.close) / Double(max(tally.answered, 1))).fixed(1), "\(tally.wrong)",
      "\(tally.wrongAboveHalf)", "\(tally.wrongSure)",
    ]
  }

  static func tally(_ kind: Kind, _ count: UInt64, isListing: Bool = false) -> Tally {
    var tally = Tally()
    for seed in 0..<count {
      for compared in compare(kind, seed) {
        tally.add(compared)
        let reading = compared.reading
        guard let rate = reading.rate, compared.isWrong else { continue }
        if isListing {
          print(
            "\(kind.name), seed \(seed), \(reading.start.fixed(0)) s: \(rate.beatsPerMinute.fixed(1))",
            "for \(compared.truth?.fixed(1) ?? "none"), quality \(reading.quality.fixed(2)),",
            reading.channel?.rawValue ?? "")
        }
      }
    }
    return tally
  }

  /// Returns the readings of one recording of a kind, of 10 s if no others are asked for.
  static func compare(
    _ kind: Kind, _ seed: UInt64, seconds: Double = 30,
    measuring readings: ([ColorSample]) -> [HeartRateReading] = {
      HeartRateMonitor.readings(of: $0)
    }
  ) -> [Compared] {
    let (recording, samples) = recording(kind, seed, seconds: seconds)
    return readings(samples).map {
      Compared(
        reading: $0,
        truth: kind.hasPulse ? recording.heartRate(from: $0.start, to: $0.end) : nil)
    }
  }

  /// Returns a recording of a kind.
  /// - Parameter change: Changes what was drawn.
  static func recording(
    _ kind: Kind, _ seed: UInt64, seconds: Double, change: (inout Scenario) -> Void = { _ in }
  ) -> (SimulatedRecording, [ColorSample]) {
    let number = kinds.firstIndex { $0.name == kind.name } ?? 0
    var draw = Draw(seed: 50_000_000 + UInt64(number) * 1_000_003 + seed)
    var scenario = Scenario()
    scenario.seed = 80_000 + seed
    scenario.duration = seconds
    scenario.frameRate = draw.one(of: [24, 25, 29.97, 30, 30, 30, 60])
    scenario.timeJitter = draw.one(of: [0, 0, 0.05, 0.1])
    scenario.waveform = draw.one(of: PulseWaveform.Shape.allCases)
    scenario.heart = HeartRateProfile(.constant(draw.between(42, 170)))
    scenario.heart.jitter = draw.one(of: [0.01, 0.02, 0.03, 0.05])
    scenario.heart.respiratoryDepth = draw.one(of: [0.01, 0.03, 0.06])
    scenario.drift = draw.one(of: [0.003, 0.01])
    scenario.sensorNoise = draw.one(of: [1, 3, 6])
    scenario.levels = draw.one(of: [
      SIMD4(210, 60, 45, 0), SIMD4(150, 30, 22, 0), SIMD4(240, 12, 18, 0), SIMD4(120, 80, 70, 0),
    ])
    scenario.perfusion = SIMD4(0.008, 0.024, 0.012, 0) * draw.between(0.25, 2)
    // Cameras mix the colors of blood, and some see it in red alone.
    var color = Draw(seed: 90_000_000 + UInt64(number) * 1_000_003 + seed)
    scenario.perfusion *= SIMD4(color.between(0.6, 2.4), 1, color.between(0.6, 1.9), 0)
    kind.draw(&scenario, &draw)
    if !kind.hasPulse {
      scenario.perfusion = .zero
      if draw.one(of: [0, 1]) == 1 { scenario.levels = SIMD4(132, 126, 118, 0) }
    }
    // A third of fingers before a torch are dark in green and blue. No other scene is so dark.
    let isRedAlone = color.one(of: [0, 1, 2, 3, 4, 5]) < (kind.hasPulse ? 2 : 1)
    let isFinger = ["comb", "starved", "movement", "bursts"].contains { kind.name.hasPrefix($0) }
    if isRedAlone, kind.hasPulse || isFinger {
      (scenario.levels[1], scenario.levels[2]) = (3, 2)
    }
    change(&scenario)
    let recording = SimulatedRecording(scenario)
    var samples = recording.colorSamples(pixels: draw.one(of: [5_000, 50_000]))
    kind.change(&samples, scenario, &draw)
    var picture = Draw(seed: 95_000_000 + UInt64(number) * 1_000_003 + seed)
    kind.extent.follow(&samples, &picture)
    if seed % 2 == 1, kind.extent != .part {
      for index in samples.indices { (samples[index].spread, samples[index].pattern) = (nil, nil) }
    }
    // The decoder of a file knows the key frames, a camera does not.
    if seed % 3 != 0 {
      let period = max(scenario.disturbances.keyFramePeriod, 1)
      for index in samples.indices { samples[index].isKeyFrame = index % period == 0 }
    }
    return (recording, samples)
  }
}
