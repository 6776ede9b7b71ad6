import BenchmarkSupport
import Charts
import CommandLineParsing
import HealthCharts
import Photoplethysmography
import Simulation

/// What drawing costs: a year of heart rate by day, and ten minutes of pulse.
enum ChartsBenchmark {
  static let description = CommandDescription(
    name: "charts", summary: "A year of capsules and ten minutes of pulse, beside matplotlib.",
    options: [SpeedOptions.rounds, SpeedOptions.json])

  static func run(_ arguments: Arguments) throws -> SpeedReport {
    let rounds = arguments[SpeedOptions.rounds] ?? 9
    let year = ChartRenderer(year(), width: 900, height: 400, title: "Heart rate by day")
    let wave = ChartRenderer(try waveform(), width: 1200, height: 300, title: "Pulse")
    let works: [(name: String, work: () throws -> Void)] = [
      ("365 days, SVG", { _ = try year.svg() }), ("365 days, PNG", { _ = try year.png(scale: 1) }),
      ("365 days, PDF", { _ = try year.pdf() }),
      ("365 days, terminal", { _ = try year.terminal() }),
      ("10 min of pulse, SVG", { _ = try wave.svg() }),
      ("10 min of pulse, PNG", { _ = try wave.png(scale: 1) }),
      ("10 min of pulse, PDF", { _ = try wave.pdf() }),
    ]
    let times = try Clock.processor.turns(rounds: rounds, works.map(\.work))
    var rows = zip(works, times).map { SpeedReport.Row($0.name, "ms", $1, scale: 1000) }
    let own = ["365 days, PNG": times[1], "10 min of pulse, PNG": times[5]]
    for (name, seconds) in matplotlib(rounds: rounds) {
      rows.append(
        SpeedReport.Row(
          "\(name), matplotlib", "ms", Timing(seconds), scale: 1000,
          to: own[name].map { ("own", $0) }))
    }
    return SpeedReport(
      "charts",
      summary:
        "From values in memory to a file's bytes; processor time; matplotlib if HEARTCAM_PYTHON has it.",
      rows: rows)
  }

  private static func year() -> RangesChart {
    let start = Date(timeIntervalSinceReferenceDate: 788_918_400)
    return RangesChart(
      buckets: (0..<365).map { day in
        let low = 50 + Double((day * 7) % 13)
        return .init(
          start: start + Double(day) * 86_400, end: start + Double(day + 1) * 86_400, minimum: low,
          maximum: low + 40 + Double((day * 31) % 60), mean: low + 25, count: 17_000)
      }, title: "Heart rate by day", unit: RangesChart.beatsPerMinute)
  }

  private static func waveform() throws -> PulseWaveformChart {
    var scenario = Scenario()
    scenario.duration = 600
    var monitor = HeartRateMonitor(.init(interval: 10))
    var readings: [HeartRateReading] = []
    for sample in SimulatedRecording(scenario).colorSamples() { readings += monitor.append(sample) }
    readings += monitor.finish()
    return PulseWaveformChart(readings: readings)
  }

  /// The seconds that matplotlib takes for the same two pictures, a list each; empty without it.
  private static func matplotlib(rounds: Int) -> [(name: String, seconds: [Double])] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let python = ProcessInfo.processInfo.environment["HEARTCAM_PYTHON"] ?? "python3"
    process.arguments = [python, "bench/peers/charts.py", "\(rounds)"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return [] }
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return output.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t")
      guard parts.count > 1 else { return nil }
      return (String(parts[0]), parts.dropFirst().compactMap { Double($0) })
    }
  }
}
