import BenchmarkSupport
import Photoplethysmography
import Simulation
import VideoFrames

/// Prints the features of hypotheses in recordings and simulated sets, for `bench/fit_model.py`: a line for each reading,
/// refused ones included, with the error of its rate in beats per minute (1000 without a pulse).
enum EvidenceTable {
  private static let columns =
    [
      "kind", "recording", "seed", "seconds", "start", "error_bpm", "bpm", "half_width", "quality",
      "chance",
      "channel", "beats", "one_beat_bpm",
    ] + PulseFeature.allCases.map(\.rawValue)

  static func run(folder: String) throws {
    print(columns.joined(separator: ","))
    let records = try RecordedReference.all(in: folder)
    for record in records {
      for seconds in [5.0, 10, 30] {
        for choice in choices {
          for reading in readings(record.samples, seconds, choice) {
            let reference = record.rate(from: reading.start, to: reading.end)
            let rate = reading.rate?.beatsPerMinute ?? .nan
            row(
              "real", "\(record.dataset)/\(record.name)", seconds, reading,
              rate - (reference ?? .nan), choice)
          }
        }
      }
    }
    for (index, record) in records.enumerated() {
      var generator = SeededGenerator(seed: 300 + UInt64(index))
      for (name, scrambled) in ScrambledSets.kinds {
        for choice in choices {
          for reading in scrambled(record.samples, &generator, { readings($0, 10, choice) }) {
            row(
              "scrambled", "\(record.dataset)/\(record.name) \(name)", 10, reading, 1000, choice)
          }
        }
      }
    }
    for kind in DisturbedSets.kinds {
      for seed in disturbedSeeds {
        for seconds in seed % 4 == 0 ? [10.0, 30] : [10] {
          var chosen: [BeatChoice] = []
          let all = DisturbedSets.compare(kind, UInt64(seed)) { samples in
            choices.flatMap { choice in
              let readings = readings(samples, seconds, choice)
              chosen += repeatElement(choice, count: readings.count)
              return readings
            }
          }
          for (compared, choice) in zip(all, chosen) {
            let rate = compared.reading.rate?.beatsPerMinute ?? .nan
            row(
              "simulated", kind.name, seconds, compared.reading,
              compared.truth.map { rate - $0 } ?? 1000, choice, seed: seed)
          }
        }
      }
    }
    for kind in NoiseKind.allCases {
      for seconds in [5.0, 10, 30] {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<20 {
          let samples = kind.samples(duration: seconds * 50, using: &generator)
          for choice in choices {
            for reading in readings(samples, seconds, choice) {
              row(kind.rawValue, "", seconds, reading, 1000, choice)
            }
          }
        }
      }
    }
  }

  /// Prints the measures of `PulseEvidence` in recordings and in noise, with nothing refused for having too little.
  static func runBound(folder: String) throws {
    print("kind,recording,seconds,error_bpm,logit,bound," + boundColumns.joined(separator: ","))
    for seconds in [5.0, 10, 30] {
      for record in try RecordedReference.all(in: folder) {
        for reading in unboundedReadings(record.samples, seconds) {
          guard let rate = reading.rate?.beatsPerMinute,
            let reference = record.rate(from: reading.start, to: reading.end)
          else { continue }
          boundRow("real", "\(record.dataset)/\(record.name)", seconds, reading, rate - reference)
        }
      }
      for kind in NoiseKind.allCases where kind != .shared {
        var generator = SeededGenerator(seed: 12)
        for _ in 0..<20 {
          let samples = kind.samples(duration: seconds * 50, using: &generator)
          for reading in unboundedReadings(samples, seconds) {
            boundRow(kind.rawValue, "", seconds, reading, 1000)
          }
        }
      }
    }
  }

  private static let boundColumns = [
    "strength", "template_correlation", "detrended_correlation", "interval_change",
    "interval_spread",
  ]

  private static func boundRow(
    _ kind: String, _ name: String, _ seconds: Double, _ reading: HeartRateReading, _ error: Double
  ) {
    guard let evidence = reading.evidence, reading.end - reading.start > 0.9 * seconds else {
      return
    }
    let values = [
      seconds, error, evidence.logit, evidence.circumstances.noiseLogit, evidence.strength,
      evidence.templateCorrelation, evidence.detrendedTemplateCorrelation, evidence.intervalChange,
      evidence.intervalSpread,
    ]
    print(([kind, name] + values.map { "\(Float($0))" }).joined(separator: ","))
  }

  private static func unboundedReadings(
    _ samples: [ColorSample], _ seconds: Double
  ) -> [HeartRateReading] {
    readings(samples, seconds, nil, of: .fingertip.withoutNoiseBound)
  }

  /// The recordings of each disturbance: others than `heartcam-bench simulated --set disturbed` judges by.
  private static let disturbedSeeds = 1000..<1100

  /// Each window is in the table with the likeliest of the beats that are found in each way.
  private static let choices: [BeatChoice] =
    [.rhythm, .free] + (1...RisesBetweenBeats.mostAdded).map { .added($0) }

  /// Returns the readings of the likeliest hypotheses, however unlikely.
  private static func readings(
    _ samples: [ColorSample], _ seconds: Double, _ choice: BeatChoice?,
    of subject: PulseSubject = .fingertip
  ) -> [HeartRateReading] {
    var configuration = HeartRateMonitor.Configuration(interval: seconds, subject: subject)
    configuration.leastChance = 0
    configuration.beatChoice = choice
    var monitor = HeartRateMonitor(configuration)
    return monitor.append(contentsOf: samples) + monitor.finish()
  }

  private static func row(
    _ kind: String, _ name: String, _ seconds: Double, _ reading: HeartRateReading, _ error: Double,
    _ choice: BeatChoice, seed: Int = 0
  ) {
    guard let evidence = reading.evidence, let rate = reading.rate,
      reading.end - reading.start > 0.9 * seconds
    else { return }
    let values: [Double] =
      [rate.beatsPerMinute, (rate.high - rate.low) / 2, reading.quality, evidence.chance]
    var cells = [kind, name, "\(seed)", "\(seconds)", "\(reading.start)", "\(error)"]
    cells += values.map { "\($0)" }
    let beats =
      switch choice {
      case .rhythm: "rhythm"
      case .free: "free"
      case .added(let count): "added \(count)"
      }
    cells += [reading.channel?.rawValue ?? "", beats, "\(evidence.count.beatsPerMinute)"]
    cells += PulseFeature.allCases.map { "\(Float($0.value(of: evidence)))" }
    print(cells.joined(separator: ","))
  }
}

/// Light that varies without a pulse.
enum NoiseKind: String, CaseIterable {
  /// Of one color each, and the three colors each for itself.
  case white, pink, brown
  /// One course of all colors, in proportions as blood has them.
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
