import BenchmarkSupport
import Photoplethysmography
import Simulation
import VideoFrames

/// Prints the evidence for a pulse in windows of recordings and of noise, for `bench/fit_evidence.py`.
///
/// It prints one line a window: `kind,recording,seconds,error_bpm,strength,template_correlation,detrended_correlation,change,spread,rate_change,disturbed`
/// and what else the fits use.
enum EvidenceTable {
  static func run(folder: String) throws {
    print(
      "kind,recording,seconds,error_bpm,strength,template_correlation,detrended_correlation,change,spread,rate_change,disturbed,bpm,half_width,quality,channel,agreeing,disagreeing,rms,slow,rises,late_rises,part_r,part_g,part_b,like_r,like_g,like_b,color_spread,comb,frames,lengthening,projected,reason,seed,start,half_strength,doubt,chance"
    )
    for record in try RecordedReference.all(in: folder) {
      for seconds in [5.0, 10, 30] {
        for reading in readings(record.samples, seconds) {
          let reference = record.rate(from: reading.start, to: reading.end)
          let rate = reading.rate?.beatsPerMinute ?? .nan
          row(
            "real", "\(record.dataset)/\(record.name)", seconds, reading, rate - (reference ?? .nan)
          )
        }
      }
    }
    for (index, record) in try RecordedReference.all(in: folder).enumerated() {
      var generator = SeededGenerator(seed: 300 + UInt64(index))
      for (name, scrambled) in ScrambledSets.kinds {
        for reading in scrambled(record.samples, &generator) {
          row("scrambled", "\(record.dataset)/\(record.name) \(name)", 10, reading, 1000)
        }
      }
    }
    for kind in DisturbedSets.kinds {
      for seed in disturbedSeeds {
        for compared in DisturbedSets.compare(kind, UInt64(seed)) {
          let rate = compared.reading.rate?.beatsPerMinute ?? .nan
          row(
            "simulated", kind.name, 10, compared.reading,
            compared.truth.map { rate - $0 } ?? 1000, seed: seed)
        }
      }
    }
    for kind in NoiseKind.allCases {
      for seconds in [5.0, 10, 30] {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<20 {
          let samples = kind.samples(duration: seconds * 50, using: &generator)
          for reading in readings(samples, seconds) {
            row(kind.rawValue, "", seconds, reading, .nan)
          }
        }
      }
    }
  }

  /// The recordings of each disturbance: others than `heartcam-bench simulated --set disturbed` judges by.
  private static let disturbedSeeds = 1000..<1500

  private static func readings(_ samples: [ColorSample], _ seconds: Double) -> [HeartRateReading] {
    var monitor = HeartRateMonitor(.init(interval: seconds))
    return monitor.append(contentsOf: samples) + monitor.finish()
  }

  private static func row(
    _ kind: String, _ name: String, _ seconds: Double, _ reading: HeartRateReading, _ error: Double,
    seed: Int = 0
  ) {
    guard let evidence = reading.evidence, reading.end - reading.start > 0.9 * seconds else {
      return
    }
    let circumstances = evidence.circumstances
    print(
      kind, name, seconds, error, evidence.strength, evidence.templateCorrelation,
      evidence.detrendedTemplateCorrelation,
      evidence.intervalChange, evidence.intervalSpread, evidence.rateChange ?? .nan,
      evidence.disturbedShare, reading.rate?.beatsPerMinute ?? .nan,
      reading.rate.map { ($0.high - $0.low) / 2 } ?? .nan, reading.quality,
      reading.channel?.rawValue ?? "", circumstances.agreeing, circumstances.disagreeing,
      circumstances.relativeRMS, circumstances.slowExcess, circumstances.risesPerBeat,
      circumstances.lateRisesPerBeat,
      circumstances.colorParts[0], circumstances.colorParts[1], circumstances.colorParts[2],
      circumstances.colorCorrelations[0], circumstances.colorCorrelations[1],
      circumstances.colorCorrelations[2], circumstances.colorSpread ?? .nan,
      circumstances.combScore,
      circumstances.framesPerBeat, circumstances.lengthening, circumstances.isProjected ? 1 : 0,
      reading.reason?.rawValue ?? "", seed, reading.start,
      evidence.halfPeriodStrength, evidence.count.doubt, evidence.chance,
      separator: ",")
  }
}

/// Light that varies without a pulse.
enum NoiseKind: String, CaseIterable {
  /// Of one colour each, and the three colours each for itself.
  case white, pink, brown
  /// One course of all colours, in proportions as blood has them.
  case shared

  func samples(duration: Double, using generator: inout SeededGenerator) -> [ColorSample] {
    var slow = SIMD4<Double>.zero
    return (0..<Int(duration * 30)).map { index in
      let white = SIMD4(generator.normal(), generator.normal(), generator.normal(), 0)
      slow = slow * 0.9995 + white
      let noise: SIMD4<Double> =
        switch self {
        case .white: white
        case .pink: slow * 0.15 + white * 0.5
        case .brown: slow * 0.3
        case .shared: SIMD4(slow[0] * 0.3, slow[0] * 0.15, slow[0] * 0.21, 0) + white * 0.02
        }
      return ColorSample(
        time: Double(index) / 30, red: 120 + noise[0], green: 100 + noise[1], blue: 100 + noise[2])
    }
  }
}
