import BenchmarkSupport
import CommandLineParsing
import FoundationEssentials
import JSONCoding
import Photoplethysmography

/// Compares readings with the references of a folder of recordings: `heartcam-bench accuracy DIR`.
enum AccuracyBenchmark {
  private enum Format: String, CaseIterable, Sendable {
    case text, json, csv
  }

  private enum Fold: String, CaseIterable, Sendable {
    case people
  }

  private static let folder = Positional(
    "DIR", .directory, help: "A folder of recordings: SET/RECORDING/signal.csv beside bpm.csv.")
  private static let every = Option(
    "every", lengths, value: "SECONDS,...", help: "Lengths of the readings.", default: "10,30")
  private static let format = Option(
    "format", ValueReader<Format>.choice,
    help: "A table, or figures as JSON, or a line of CSV for each reading.", default: "text")
  private static let plot = Option(
    "plot", .file(extensions: ["svg"]), value: "FILE",
    help: "Draw agreement, error by quality and calibration as SVG.")
  private static let fold = Option(
    "fold", ValueReader<Fold>.choice,
    help: "Add figures for each person and for either half of them, with their mean and the worst.")

  static let description = CommandDescription(
    name: "accuracy",
    summary: "Compare readings with the references of a folder of recordings.",
    discussion: """
      References of beats are taken as they are; rates that an oximeter showed are taken 6.5 s later, \
      or as much later as index.json says. See bench/README.md for the form of the folder.
      """,
    examples: [
      CommandExample("heartcam-bench accuracy DIR --plot accuracy.svg", "Figures and a picture."),
      CommandExample(
        "heartcam-bench accuracy DIR --every 10 --format csv", "Every reading, for a program."),
    ],
    positionals: [folder], options: [every, format, plot, fold])

  static func run(_ arguments: Arguments) throws {
    let records = try RecordedReference.all(in: arguments.required(folder))
    let groups = Set(records.map(\.dataset)).sorted().flatMap { dataset in
      (arguments[every] ?? [10, 30]).map { seconds in
        AccuracyGroup(
          dataset: dataset, seconds: seconds,
          records: records.filter { $0.dataset == dataset }.map { measure($0, seconds) })
      }
    }
    switch arguments[format] ?? .text {
    case .text:
      let texts = groups.map { $0.text(withPeople: arguments[fold] == .people) }
      print(texts.joined(separator: "\n"), terminator: "")
    case .json:
      print(JSONValue.object([("groups", .array(groups.map(\.json)))]).indentedText, terminator: "")
    case .csv:
      print(AccuracyGroup.csvHeader + groups.map(\.csv).joined(), terminator: "")
    }
    if let path = arguments[plot] {
      try OutputFile.write(AccuracyPlot(groups: groups).svg, to: path)
    }
  }

  /// Shorter readings at a recording's end do not count.
  private static func measure(
    _ record: RecordedReference, _ seconds: Double
  ) -> AccuracyGroup.Record {
    var monitor = HeartRateMonitor(.init(interval: seconds))
    let readings = monitor.append(contentsOf: record.samples) + monitor.finish()
    let compared = readings.compactMap { reading -> ComparedReading? in
      guard reading.end - reading.start > seconds - 0.5,
        let reference = record.rate(from: reading.start, to: reading.end)
      else { return nil }
      return ComparedReading(
        start: reading.start, end: reading.end,
        rate: reading.rate.map { ($0.beatsPerMinute, $0.low, $0.high) }, quality: reading.quality,
        reference: reference, reason: reading.reason?.rawValue)
    }
    let beats = record.beats.map { reference in
      let found = readings.flatMap(\.beats)
      return BeatAgreement(
        found: found.map(\.time), qualities: found.map(\.quality), reference: reference)
    }
    return AccuracyGroup.Record(
      name: record.name, person: record.person, readings: compared, beats: beats)
  }

  private static let lengths = ValueReader<[Double]> { text throws(InvalidValue) in
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    let seconds = numbers.compactMap { $0 }.filter(
      HeartRateMonitor.Configuration.intervals.contains)
    guard seconds.count == numbers.count, Set(seconds).count == seconds.count else {
      throw InvalidValue("must be different numbers of seconds from 1 to 3600, as in 10,30")
    }
    return seconds
  }
}
