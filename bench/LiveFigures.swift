import JSONCoding
import BenchmarkSupport
import CommandLineParsing
import Glibc
import Photoplethysmography
import Simulation
import VideoFrames

/// Measures how soon the number of a live session comes, how it follows steps, and how far it is off:
/// `heartcam-bench live`.
enum LiveFigures {
  private static let folder = Positional(
    "DIR", .directory, count: .atMostOne,
    help: "A folder of recordings with references: SET/RECORDING/signal.csv beside bpm.csv.")
  private static let count = Option(
    "count", .integer(in: 1...100_000), value: "N", help: "Sessions of each kind.", default: "20")

  static let description = CommandDescription(
    name: "live",
    summary: "Measure how soon a live number comes, how it follows steps, and how far it is off.",
    discussion: """
      Sessions are simulated: a finger is laid on the lens after five seconds of a room. Times count from the \
      frame on which it lies there, or from the beat on which the heart jumps.
      """,
    examples: [CommandExample("heartcam-bench live DIR --count 200", "Also against references.")],
    positionals: [folder], options: [count])

  static func run(_ arguments: Arguments) throws {
    let sessions = UInt64(arguments[count] ?? 20)
    print(firstNumbers(sessions).text)
    print(steps(sessions).text)
    print(pulseless(sessions).text)
    if let folder = arguments[folder] { print(try recorded(in: folder).text) }
  }

  // MARK: - The first number

  /// The time at which the finger is on the lens, in seconds.
  private static let placed = 5.0

  private static func firstNumbers(_ sessions: UInt64) -> TextTable {
    var table = TextTable(columns: [
      "first number", "median, s", "worst", "answered", "off by, bpm", "worst", "wrong by > 5",
      "inside 95 %",
    ])
    for (name, change) in fingers {
      var (times, errors, inside) = ([Double](), [Double](), 0)
      for seed in 1...sessions {
        var scenario = Scenario()
        scenario.seed = seed
        scenario.duration = 45
        scenario.heart = HeartRateProfile(.constant(48 + Double(seed * 37 % 100)))
        scenario.fingerOff = [0..<placed]
        change(&scenario)
        let recording = SimulatedRecording(scenario)
        var first = Double.infinity
        for (time, look) in looks(at: recording.colorSamples(pixels: 10_000)) {
          guard let rate = look.rate,
            let truth = recording.heartRate(from: look.start, to: look.end)
          else { continue }
          first = min(first, time - placed)
          errors.append(abs(rate.beatsPerMinute - truth))
          if rate.low <= truth, truth <= rate.high { inside += 1 }
        }
        times.append(first)
      }
      times.sort()
      errors.sort()
      let mean = errors.reduce(0, +) / Double(max(errors.count, 1))
      table.add([
        name, times[times.count / 2].fixed(1), times[times.count - 1].fixed(1),
        "\(errors.count)", mean.fixed(2), (errors.last ?? .nan).fixed(1),
        "\(errors.count { $0 > 5 })",
        (100 * Double(inside) / Double(max(errors.count, 1))).fixed(1) + " %",
      ])
    }
    return table
  }

  private static let fingers: [(name: String, change: @Sendable (inout Scenario) -> Void)] = [
    ("good finger, 30 frames/s", { _ in }),
    ("15 frames/s", { $0.frameRate = 15 }),
    ("60 frames/s", { $0.frameRate = 60 }),
    ("pressed, a fifth of the pulse", { $0.perfusion *= 0.2 }),
    (
      "late and lost frames",
      {
        $0.timeJitter = 0.2
        $0.droppedShare = 0.05
      }
    ),
    ("restless", { $0.motionBurstsPerMinute = 4 }),
  ]

  /// Returns the time and the rate of every look at a session.
  private static func looks(
    at samples: [ColorSample]
  ) -> [(time: Double, look: HeartRateReading)] {
    var follower = HeartRateFollower()
    return samples.compactMap { sample in follower.append(sample).map { (sample.time, $0) } }
  }

  // MARK: - Steps

  private static func steps(_ sessions: UInt64) -> TextTable {
    var table = TextTable(columns: ["step", "90 % of it after, s", "worst", "answered, %"])
    for (from, to) in [(80.0, 120.0), (120, 80), (60, 100), (100, 60), (80, 40), (40, 80)] {
      var (times, answered, count) = ([Double](), 0, 0)
      for seed in 1...sessions {
        var scenario = Scenario()
        scenario.seed = seed
        scenario.duration = 60
        let place = 30 + Double(seed * 7 % 20) / 7
        scenario.heart = HeartRateProfile(.step(from: from, to: to, at: place))
        let recording = SimulatedRecording(scenario)
        let jump = recording.beats.first { $0.time >= place }?.time ?? place
        var response = Double.infinity
        for (time, look) in looks(at: recording.colorSamples(pixels: 10_000)) where time > jump {
          count += 1
          guard let rate = look.rate else { continue }
          answered += 1
          if (rate.beatsPerMinute - from) / (to - from) >= 0.9 {
            response = min(response, time - jump)
          }
        }
        times.append(response)
      }
      times.sort()
      table.add([
        "\(from.plain) to \(to.plain)", times[times.count / 2].fixed(1),
        times[times.count - 1].fixed(1), (100 * Double(answered) / Double(max(count, 1))).fixed(0),
      ])
    }
    return table
  }

  // MARK: - Without a pulse

  private static func pulseless(_ sessions: UInt64) -> TextTable {
    var table = TextTable(columns: ["a minute without a pulse", "looks", "with a number"])
    for kind in NoiseKind.allCases {
      let streams = (0..<sessions).lazy.map { seed in
        var generator = SeededGenerator(seed: 6_000_000 + seed)
        return kind.samples(duration: 60, using: &generator)
      }
      add("\(kind.rawValue) noise", streams, to: &table)
    }
    for scene in Scenario.Scene.allCases where scene != .face {
      let streams = (1...sessions).lazy.map { seed in
        var scenario = Scenario()
        scenario.scene = scene
        scenario.seed = seed
        scenario.duration = 60
        scenario.perfusion = .zero
        return SimulatedRecording(scenario).colorSamples(pixels: 10_000)
      }
      add(scene == .finger ? "finger without blood" : scene.rawValue, streams, to: &table)
    }
    return table
  }

  private static func add(
    _ name: String, _ streams: some Sequence<[ColorSample]>, to table: inout TextTable
  ) {
    var (count, answered) = (0, 0)
    for samples in streams {
      let looks = looks(at: samples)
      count += looks.count
      answered += looks.count { $0.look.rate != nil }
    }
    table.add([name, "\(count)", "\(answered)"])
  }

  // MARK: - References

  private static func recorded(in folder: String) throws -> TextTable {
    var table = TextTable(columns: [
      "recordings", "first number, median, s", "worst", "looks", "answered, %", "off by, bpm",
      "within 5, %", "inside 95 %, %",
    ])
    let records = try RecordedReference.all(in: folder)
    for dataset in Set(records.map(\.dataset)).sorted() {
      var (times, errors, count, inside) = ([Double](), [Double](), 0, 0)
      for record in records where record.dataset == dataset {
        var first = Double.infinity
        for (time, look) in looks(at: record.samples) {
          if look.rate != nil { first = min(first, time - record.samples[0].time) }
          guard let reference = record.rate(from: look.start, to: look.end) else { continue }
          count += 1
          guard let rate = look.rate else { continue }
          errors.append(abs(rate.beatsPerMinute - reference))
          if rate.low <= reference, reference <= rate.high { inside += 1 }
        }
        times.append(first)
      }
      times.sort()
      let answered = Double(max(errors.count, 1))
      table.add([
        dataset, times[times.count / 2].fixed(1), times[times.count - 1].fixed(1), "\(count)",
        (100 * Double(errors.count) / Double(max(count, 1))).fixed(1),
        (errors.reduce(0, +) / answered).fixed(2),
        (100 * Double(errors.count { $0 <= 5 }) / answered).fixed(1),
        (100 * Double(inside) / answered).fixed(1),
      ])
    }
    return table
  }
}
