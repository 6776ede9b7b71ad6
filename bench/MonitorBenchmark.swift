import BenchmarkSupport
import CHeap
import CommandLineParsing
import FoundationEssentials
import JSONCoding
import Photoplethysmography
import Simulation
import VideoFrames

/// Times everything from color samples to readings, sample by sample.
enum MonitorBenchmark {
  private static let writing = Option(
    "write", .directory, value: "DIR",
    help: "Write the simulated hour as a folder of recordings, for other programs to run on.")

  static let description = CommandDescription(
    name: "monitor",
    summary: "Processor time of HeartRateMonitor for an hour of signal, and its memory.",
    discussion: """
      The signal is a simulated hour, appended sample by sample; where HEARTCAM_DATA names a folder \
      of recordings, these too.
      """,
    options: [writing, SpeedOptions.rounds, SpeedOptions.json])

  private struct Course {
    let name: String
    let interval: Double
    var channels = ChannelSelection.automatic
  }

  private static let courses = [
    Course(name: "one channel, 10 s readings", interval: 10, channels: .channel(.green)),
    Course(name: "three channels, 10 s readings", interval: 10),
    Course(name: "three channels, 5 s readings", interval: 5),
    Course(name: "three channels, 30 s readings", interval: 30),
  ]

  static func run(_ arguments: Arguments) throws -> SpeedReport {
    let rounds = arguments[SpeedOptions.rounds] ?? 7
    let hour = SignalHour.recording()
    if let folder = arguments[writing] { try write(hour, to: folder) }
    let samples = hour.colorSamples()
    let timings = try Clock.processor.turns(
      rounds: rounds,
      courses.map { course in
        { _ = read([samples], course.interval, course.channels) }
      })
    var rows = zip(courses, timings).map { course, timing in
      SpeedReport.Row(
        course.name, "ms/hour", timing, scale: 1000,
        to: course.interval == 10 && course.channels == .automatic
          ? ("one channel", timings[0]) : nil)
    }
    rows += [slowestAppend(samples, rounds: rounds), lengthening(samples, rounds: rounds)]
    rows += allocations(samples)
    if let folder = ProcessInfo.processInfo.environment["HEARTCAM_DATA"] {
      rows.append(try recorded(folder, rounds: rounds))
    }
    return SpeedReport(
      "monitor", summary: "One hour at 30 frames/s, one thread, processor time.", rows: rows)
  }

  /// Appends recordings one sample at a time; returns the number of readings.
  @inline(never)
  private static func read(
    _ recordings: [[ColorSample]], _ interval: Double, _ channels: ChannelSelection = .automatic
  ) -> Int {
    var readings = 0
    for samples in recordings {
      var monitor = HeartRateMonitor(.init(interval: interval, channels: channels))
      for sample in samples { readings += monitor.append(sample).count }
      readings += monitor.finish().count
    }
    return readings
  }

  /// Times the slowest append. It completes a reading, and a live picture has to wait for it.
  private static func slowestAppend(_ samples: [ColorSample], rounds: Int) -> SpeedReport.Row {
    let part = samples.prefix(samples.count / 10)
    var slowest: [Double] = []
    for _ in 0..<rounds {
      var monitor = HeartRateMonitor(.init(interval: 10))
      slowest.append(
        part.reduce(0) { most, sample in
          max(most, Clock.processor.seconds { _ = monitor.append(sample) })
        })
    }
    return SpeedReport.Row("slowest append of 6 minutes", "ms", Timing(slowest), scale: 1000)
  }

  /// Compares the fourth hour with the first in time and memory; all hours have the same signal.
  private static func lengthening(_ samples: [ColorSample], rounds: Int) -> SpeedReport.Row {
    var hours = [[Double]](repeating: [], count: 4)
    var growth = 0
    for _ in 0..<max(3, rounds / 2) {
      var monitor = HeartRateMonitor(.init(interval: 10))
      var memory = 0
      for hour in hours.indices {
        hours[hour].append(
          Clock.processor.seconds {
            for var sample in samples {
              sample.time += SignalHour.duration * Double(hour)
              _ = monitor.append(sample)
            }
          })
        if hour == 0 { memory = heartcam_heap_in_use() }
      }
      growth = max(growth, heartcam_heap_in_use() - memory)
    }
    return SpeedReport.Row(
      "fourth hour on end", "ms/hour", Timing(hours[3]), scale: 1000,
      to: ("first hour", Timing(hours[0])),
      note: "heap grows by \((Double(growth) / 1024).fixed(1)) KiB")
  }

  /// Counts calls of the allocator in appends without a reading and in those with one, after a tenth of the hour as
  /// warm-up.
  private static func allocations(_ samples: [ColorSample]) -> [SpeedReport.Row] {
    var monitor = HeartRateMonitor(.init(interval: 10))
    let warm = samples.count / 10
    _ = monitor.append(contentsOf: samples.prefix(warm))
    var (silent, speaking) = ((calls: 0, appends: 0), (calls: 0, appends: 0))
    for sample in samples.dropFirst(warm) {
      let before = heartcam_allocations()
      let isSilent = monitor.append(sample).isEmpty
      let calls = heartcam_allocations() - before
      if isSilent {
        silent = (silent.calls + calls, silent.appends + 1)
      } else {
        speaking = (speaking.calls + calls, speaking.appends + 1)
      }
    }
    return [("allocations between readings", silent), ("allocations for a reading", speaking)]
      .map { name, counted in
        SpeedReport.Row(
          name, "calls/append", Timing([Double(counted.calls) / Double(max(counted.appends, 1))]),
          note: "\(counted.appends) appends")
      }
  }

  private static func recorded(_ folder: String, rounds: Int) throws -> SpeedReport.Row {
    let recordings = try RecordedReference.all(in: folder).map(\.samples)
    let seconds = recordings.reduce(0) { $0 + ($1.last?.time ?? 0) - ($1.first?.time ?? 0) }
    let timing = try Clock.processor.turns(rounds: rounds, [{ _ = read(recordings, 10) }])[0]
    return SpeedReport.Row(
      "recordings, 10 s readings", "ms/hour", timing, scale: 1000 * 3600 / seconds,
      note: "\(recordings.count) recordings, \((seconds / 60).fixed(0)) min")
  }

  private static func write(_ hour: SimulatedRecording, to folder: String) throws {
    let path = "\(folder)/simulated/hour"
    var text = "time_s,red,green,blue\n"
    for sample in hour.colorSamples() {
      text +=
        [sample.time, sample.red, sample.green, sample.blue]
        .map { $0.rounded(toPlaces: 6).plain }.joined(separator: ",") + "\n"
    }
    try OutputFile.write(text, to: "\(path)/signal.csv")
    try OutputFile.write(hour.beatsCSV, to: "\(path)/beats.csv")
    try OutputFile.write(hour.ratesCSV, to: "\(path)/bpm.csv")
  }
}
