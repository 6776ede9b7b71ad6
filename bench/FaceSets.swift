import BenchmarkSupport
import CommandLineParsing
import JSONCoding
import Photoplethysmography
import Simulation
import VideoFrames

/// Readings of simulated faces and of noise, as skin seen from a distance: `heartcam-bench faces`.
enum FaceSets {
  private static let count = Option(
    "count", .integer(in: 1...100_000), value: "N",
    help: "Windows of 10 s of each kind. [default: 1000]")

  static let description = CommandDescription(
    name: "faces",
    summary: "Count readings of simulated faces that have a number, with a pulse and without one.",
    options: [count])

  private static let channels: [ColorChannel] = [.green, .chrom, .pos]

  static func run(_ arguments: Arguments) {
    let windows = UInt64(arguments[count] ?? 1000)
    print(withoutPulse(windows).text)
    print(withPulse(windows).text, terminator: "")
  }

  // MARK: - Without a pulse

  /// Counts the readings with a number in `windows` windows of each kind, by channel.
  static func withoutPulse(_ windows: UInt64) -> MarkdownTable {
    var table = MarkdownTable(
      columns: ["no pulse", "windows"] + channels.map { "with a number, \($0.rawValue)" })
    for kind in NoiseColor.allCases {
      table.add(
        row("\(kind.rawValue) noise", windows) { seed in
          var noise = NoiseSource(color: kind, seed: 3_000 + seed)
          // At 30 frames per second, around the levels of a face.
          return (0..<1200).map { index in
            let value = noise.next()
            return ColorSample(
              time: Double(index) / 30, red: 186 + value[0], green: 132 + value[1],
              blue: 112 + value[2])
          }
        })
    }
    let faces: [(String, sway: Double, bursts: Double)] = [
      ("still face", 0.001, 0), ("face that sways 1%", 0.01, 0),
      ("face that sways 5%", 0.05, 0), ("face in bursts of movement", 0.01, 12),
    ]
    for (name, sway, bursts) in faces {
      table.add(
        row(name, windows) { seed in
          var scenario = Scenario(.face)
          scenario.seed = 50_000 + seed
          scenario.duration = 40
          scenario.perfusion = .zero
          scenario.sway = sway
          scenario.motionBurstsPerMinute = bursts
          scenario.sensorNoise = [1, 3, 10][Int(seed % 3)]
          return SimulatedRecording(scenario).colorSamples(pixels: 20_000)
        })
    }
    for scene in [Scenario.Scene.moving, .flicker, .ramp] {
      table.add(
        row("\(scene.rawValue) scene", windows) { seed in
          var scenario = Scenario(scene)
          scenario.seed = 90_000 + seed
          scenario.duration = 40
          return SimulatedRecording(scenario).colorSamples(pixels: 20_000)
        })
    }
    return table
  }

  private static func row(
    _ name: String, _ windows: UInt64, _ samples: (UInt64) -> [ColorSample]
  ) -> [String] {
    var numbers = [Int](repeating: 0, count: channels.count)
    var count = 0
    // Four windows a recording.
    for seed in 0..<(windows + 3) / 4 {
      let samples = samples(seed)
      for (index, channel) in channels.enumerated() {
        let readings = readings(of: samples, channel)
        numbers[index] += readings.count { $0.rate != nil }
        if index == 0 { count += readings.count }
      }
    }
    return [name, "\(count)"] + numbers.map { "\($0)" }
  }

  // MARK: - With a pulse

  /// Gives the windows that were answered, and those more than 2 beats per minute off, in per cent of all.
  static func withPulse(_ windows: UInt64) -> MarkdownTable {
    var table = MarkdownTable(
      columns: ["pulse of green, %", "sway, %", "windows"]
        + channels.flatMap { ["\($0.rawValue): answered, %", "off by over 2, %"] }, words: 0)
    for height in [0.1, 0.2, 0.4] {
      for sway in [0.0005, 0.003, 0.01, 0.03] {
        var (count, answered) = (0, [Int](repeating: 0, count: channels.count))
        var wrong = answered
        for seed in 0..<(windows + 15) / 16 {
          var scenario = Scenario(.face)
          scenario.seed = 70_000 + seed
          scenario.duration = 40
          scenario.heart = HeartRateProfile(.constant(45 + Double(seed * 37 % 110)))
          scenario.perfusion = scenario.perfusion * (height / (100 * scenario.perfusion[1]))
          scenario.sway = sway
          let recording = SimulatedRecording(scenario)
          let samples = recording.colorSamples(pixels: 20_000)
          for (index, channel) in channels.enumerated() {
            for reading in readings(of: samples, channel) {
              if index == 0 { count += 1 }
              guard let rate = reading.rate,
                let truth = recording.heartRate(from: reading.start, to: reading.end)
              else { continue }
              answered[index] += 1
              if abs(rate.beatsPerMinute - truth) > 2 { wrong[index] += 1 }
            }
          }
        }
        func share(_ part: Int) -> String { (100 * Double(part) / Double(count)).fixed(1) }
        table.add(
          [height.plain, (100 * sway).rounded(toPlaces: 2).plain, "\(count)"]
            + channels.indices.flatMap { [share(answered[$0]), share(wrong[$0])] })
      }
    }
    return table
  }

  private static func readings(
    of samples: [ColorSample], _ channel: ColorChannel
  ) -> [HeartRateReading] {
    var monitor = HeartRateMonitor(.init(channels: .channel(channel), subject: .skin))
    return monitor.append(contentsOf: samples) + monitor.finish()
  }
}
