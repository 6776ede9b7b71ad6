import JSONCoding
import BenchmarkSupport
import CommandLineParsing
import Glibc
import Photoplethysmography
import Simulation
import VideoFrames

/// Readings of simulated recordings without a pulse, and with one, from clean ones to the disclosed limits:
/// `heartcam-bench simulated`.
enum SimulatedSets {
  private static let count = Option(
    "count", .integer(in: 1...1_000_000), value: "N",
    help: "Recordings without a pulse, and as many with one. [default: 1000]")
  private static let set = Option(
    "set", ValueReader<Set>.choice, help: "Which recordings.", default: "plain")
  private static let only = Option(
    "only", .text, value: "TEXT", help: "Only the disturbances whose names have this in them.")
  private static let list = Flag("list", help: "List wrong readings with their scenarios.")

  static let description = CommandDescription(
    name: "simulated",
    summary: "Count numbers without a pulse, and errors with one, on simulated signals.",
    discussion: """
      --set disturbed counts errors under each disturbance that once made readings wrong, with N recordings of each; \
      --set rates measures pulses of five shapes from 30 to 210 beats per minute at each frame rate; \
      --set intervals tells how many rates lie inside their 95 % interval under each disturbance, and --set averages \
      how many averages of recordings with gaps and trends.
      """,
    options: [count, set, only, list])

  private enum Set: String, CaseIterable, Sendable {
    case plain, disturbed, rates, intervals, averages
  }

  static func run(_ arguments: Arguments) throws {
    let recordings = UInt64(arguments[count] ?? 1000)
    switch arguments[set] ?? .plain {
    case .plain: break
    case .disturbed:
      return DisturbedSets.run(
        UInt64(arguments[count] ?? 200), only: arguments[only], isListing: arguments[list])
    case .intervals: return IntervalSets.run(UInt64(arguments[count] ?? 100))
    case .averages: return AverageSets.run(UInt64(arguments[count] ?? 1500))
    case .rates: return RateSets.run(step: 7, isListing: arguments[list])
    }
    var table = TextTable(columns: ["no pulse", "readings", "with a number"])
    let kinds = negatives(recordings, isListing: arguments[list])
    for (kind, readings, answered) in kinds { table.add([kind, "\(readings)", "\(answered)"]) }
    table.addRule()
    table.add([
      "\(recordings) recordings", "\(kinds.reduce(0) { $0 + $1.readings })",
      "\(kinds.reduce(0) { $0 + $1.answered })",
    ])
    print(table.text)
    noise(recordings)
    positives(recordings, isListing: arguments[list])
    moving(recordings, isListing: arguments[list])
  }

  // MARK: - Without a pulse

  private static let pulseless = [
    "still", "moving", "noise", "dark", "saturated", "flicker", "ramp", "comb",
    "finger without blood", "finger that moves",
  ]

  /// Returns how many readings each kind of recording without a pulse has, and how many have a number.
  static func negatives(
    _ count: UInt64, isListing: Bool = false
  ) -> [(kind: String, readings: Int, answered: Int)] {
    var answered = [Int](repeating: 0, count: pulseless.count)
    var readings = answered
    for seed in 0..<count {
      let kind = Int(seed % UInt64(pulseless.count))
      let (scenario, samples) = negative(kind, seed)
      for interval in [10.0, 30] {
        var monitor = HeartRateMonitor(.init(interval: interval))
        for reading in monitor.append(contentsOf: samples) + monitor.finish() {
          readings[kind] += 1
          guard let rate = reading.rate else { continue }
          answered[kind] += 1
          if isListing {
            print(
              "\(pulseless[kind]), seed \(seed): \(rate.beatsPerMinute.fixed(1)) a minute,",
              "quality \(reading.quality.fixed(2)), from \(interval) s, \(scenario)")
          }
        }
      }
    }
    return pulseless.indices.map { (pulseless[$0], readings[$0], answered[$0]) }
  }

  /// Returns a recording of 40 s without a pulse. Half of the recordings have only the colors of their frames, like a
  /// color signal from a file.
  private static func negative(_ kind: Int, _ seed: UInt64) -> (Scenario, [ColorSample]) {
    var draw = Draw(seed: 7_000_000 + seed)
    var scenario = Scenario()
    scenario.seed = seed
    scenario.duration = 40
    draw.camera(&scenario)
    scenario.sensorNoise = draw.one(of: [1, 3, 10])
    scenario.drift = draw.one(of: [0, 0.01, 0.03])
    // No codec's key frames come faster than every tenth frame.
    scenario.keyFrameInterval = max(
      10 / scenario.frameRate, draw.one(of: [1.0 / 3, 0.5, 1, 2]))
    if let scene = Scenario.Scene(rawValue: pulseless[kind]) {
      scenario.scene = scene
    } else {
      scenario.perfusion = .zero
      if pulseless[kind] == "finger that moves" {
        scenario.motionBurstsPerMinute = draw.one(of: [4, 12, 30])
        scenario.exposureStepsPerMinute = draw.one(of: [0, 4, 12])
      }
    }
    var samples = SimulatedRecording(scenario).colorSamples(pixels: draw.one(of: [5_000, 100_000]))
    if seed / 10 % 2 == 1 {
      for index in samples.indices { samples[index].spread = nil }
    }
    return (scenario, samples)
  }

  /// Measures noise of each kind, with five readings of 10 s for each recording: far more noise than any camera has.
  private static func noise(_ count: UInt64) {
    var table = TextTable(columns: ["noise", "readings of 10 s", "with a number"])
    for kind in NoiseKind.allCases {
      var (readings, answered) = (0, 0)
      for seed in 0..<count {
        var generator = SeededGenerator(seed: 5_000_000 + seed)
        let samples = kind.samples(duration: 50, using: &generator)
        for reading in HeartRateMonitor.readings(of: samples) {
          readings += 1
          if reading.rate != nil { answered += 1 }
        }
      }
      table.add([kind.rawValue, "\(readings)", "\(answered)"])
    }
    print(table.text)
  }

  // MARK: - With a pulse

  private static func positives(_ count: UInt64, isListing: Bool) {
    var errors: [Double] = []
    for seed in 0..<count {
      let (recording, samples) = positive(seed)
      var monitor = HeartRateMonitor(.init(interval: 10))
      var collector = AveragingCollector()
      for reading in monitor.append(contentsOf: samples) + monitor.finish() {
        collector.append(reading)
      }
      guard let average = collector.average, let start = collector.start, let end = collector.end,
        let truth = recording.heartRate(from: start, to: end)
      else {
        if isListing { print("seed \(seed): no number, \(recording.scenario)") }
        continue
      }
      errors.append(abs(average - truth))
      if isListing, abs(average - truth) > 1 {
        print(
          "seed \(seed): \(average.fixed(1)) for \(truth.fixed(1)) a minute,", recording.scenario)
      }
    }
    let right = errors.count { $0 <= 1 }
    let mean = errors.reduce(0, +) / Double(max(errors.count, 1))
    print(
      "\(count) with a pulse: \(errors.count) answered, \(right) within 1 beat a minute,",
      "mean error \(mean.fixed(3))")
  }

  /// Measures recordings of a minute in which a fingertip moves by several times its pulse, in readings of 10 s.
  private static func moving(_ count: UInt64, isListing: Bool) {
    var figures = AccuracyFigures()
    for seed in 0..<count {
      var draw = Draw(seed: 3_000_000 + seed)
      var scenario = Scenario()
      scenario.seed = seed
      scenario.duration = 60
      scenario.heart = HeartRateProfile(.constant(draw.between(45, 160)))
      scenario.motionBurstsPerMinute = draw.one(of: [2, 4, 8, 12])
      scenario.exposureStepsPerMinute = draw.one(of: [0, 2, 4])
      scenario.perfusion *= draw.between(0.3, 1.5)
      let recording = SimulatedRecording(scenario)
      for reading in HeartRateMonitor.readings(of: recording.colorSamples()) {
        guard let truth = recording.heartRate(from: reading.start, to: reading.end) else {
          continue
        }
        figures.add(
          rate: reading.rate.map { ($0.beatsPerMinute, $0.low, $0.high) },
          quality: reading.quality, reference: truth)
        if isListing, let rate = reading.rate, abs(rate.beatsPerMinute - truth) > 5 {
          print(
            "moving, seed \(seed), \(reading.start.fixed(0)) s: \(rate.beatsPerMinute.fixed(1)),",
            "\(rate.low.fixed(1)) to \(rate.high.fixed(1)), for \(truth.fixed(1)) a minute,",
            "quality \(reading.quality.fixed(2))")
        }
      }
    }
    print(
      "\(count) that move, \(figures.count) readings of 10 s:",
      "\((100 * figures.answeredShare).fixed(1)) % answered, mean error",
      "\(figures.meanAbsoluteError.fixed(2)), \((100 * figures.shareWithinFive).fixed(1)) % within",
      "5, \((100 * figures.shareInside).fixed(1)) % inside the 95 % interval, best 70 %",
      figures.relativeRisk(ofBest: 0.7).fixed(2))
  }

  /// Returns a fingertip of 30 s. The pulse's amplitude is `DisclosureLimits.lowestHeight` or more, and its ratio to the
  /// noise `lowestRatio` or more, as with pressed or cold fingers and small sensors.
  private static func positive(_ seed: UInt64) -> (SimulatedRecording, [ColorSample]) {
    var draw = Draw(seed: 9_000_000 + seed)
    var scenario = Scenario()
    scenario.seed = seed
    let rate = draw.between(35, 200)
    scenario.heart = HeartRateProfile(.constant(rate))
    scenario.heart.respiratoryDepth = draw.one(of: [0, 0.02, 0.05])
    scenario.heart.jitter = draw.one(of: [0.002, 0.005, 0.015])
    draw.camera(&scenario)
    // At fifteen frames per second, faster beats would have fewer than six frames.
    if scenario.frameRate < 24, rate > 150 { scenario.frameRate = 30 }
    scenario.droppedShare = min(scenario.droppedShare, 0.05)
    scenario.drift = draw.one(of: [0, 0.01, 0.02])
    let green = 3.0
    let strength = draw.between(DisclosureLimits.lowestHeight / green, 1)
    scenario.perfusion = SIMD4(0.012, 0.01 * green, 0.015, 0) * strength
    scenario.levels = draw.one(of: [
      SIMD4(210, 60, 45, 0), SIMD4(240, 5, 12, 0), SIMD4(120, 20, 30, 0), SIMD4(254.5, 80, 60, 0),
    ])
    let height = (scenario.perfusion * scenario.levels).max()
    let pixels = 10_000
    scenario.sensorNoise =
      height / draw.between(DisclosureLimits.lowestRatio, 100) * Double(pixels).squareRoot()
    let recording = SimulatedRecording(scenario)
    return (recording, recording.colorSamples(pixels: pixels))
  }
}
