package import CommandEnvironment
package import CommandLineParsing
import FileAccess
import FoundationEssentials
import HealthFormats
import JSONCoding
import Measurement
import Photoplethysmography
import SampleSelection

/// `heartcam hrv FILE...`: the variability of given intervals.
package enum VariabilityCommand {
  private static let files = Positional(
    "FILE", .file(extensions: ["csv", "txt", "tcx", "fit", "json", "xml"]), count: .oneOrMore,
    help: """
      Intervals from beat to beat: a list in ms or s (RR), the beats of measure --beats, or any file with beats that store \
      import reads. - is standard input.
      """)
  private static let window = Option(
    "window", .number(in: 30...86_400), value: "SECONDS",
    help: "Measure windows of this length.", default: "all of it")
  private static let json = CommonOptions.json(a: "window")
  private static let csv = Flag("csv", help: "Print CSV, one line for each window.")

  package static let description = CommandDescription(
    name: "hrv",
    summary: "Measure heart rate variability from RR intervals.",
    discussion: """
      SDNN, RMSSD, pNN50, SD1, SD2, LF and HF of normal intervals, by the rules of measure: early beats and their pauses, \
      missed and added beats are left out, and what is too short for a measure has none.
      """,
    examples: [
      CommandExample("heartcam hrv rr.csv", "A strap's list of RR intervals."),
      CommandExample("heartcam hrv beats.csv --window 300", "Five minutes at a time."),
    ],
    positionals: [files], options: [window, json, csv, SandboxOptions.noSandbox],
    exclusions: [[json, csv]])

  package static func run(_ context: CommandContext) throws -> ExitCode {
    Interruption.listen()
    var code = ExitCode.success
    if context[csv] {
      context.output.write(
        CSVLine.text(of: ["input"] + VariabilityWindow.fields.map(\.column)))
    }
    for path in context.all(files) where !Interruption.isRequested {
      let name = path == "-" ? "standard input" : path
      let intervals: [BeatSeries.Interval]
      do {
        intervals = try Self.intervals(of: path, context)
        guard !intervals.isEmpty else { throw CommandError.badData("it has no beats") }
      } catch {
        report("cannot read \(name): \(error)")
        code = code.combined(with: .unreadableInput)
        continue
      }
      let windows = VariabilityWindow.windows(of: intervals, every: context[window])
      if windows.allSatisfy({ $0.variability.rmssd == nil }) {
        code = code.combined(with: .noReading)
      }
      if !context[json], !context[csv] { context.output.write(table(of: windows, name: name)) }
      for window in windows where context[json] {
        context.output.write(
          line: .object([("input", .string(name))] + VariabilityWindow.fields.members(of: window)))
      }
      for window in windows where context[csv] {
        context.output.write(
          CSVLine.text(of: [name] + VariabilityWindow.fields.cells(of: window)))
      }
    }
    return Interruption.isRequested ? .interrupted : code
  }

  /// Returns the intervals of a file; the times of one without dates begin at 0.
  private static func intervals(
    of path: String, _ context: CommandContext
  ) throws -> [BeatSeries.Interval] {
    if let own = try ownBeats(of: path) {
      return BeatSeries(beats: own, coveredDuration: 0).intervals
    }
    let start = Date(timeIntervalSince1970: 0)
    let stretches = try DeviceFile(path, from: start, undated: start, context).stretches
      .filter { $0.count > 1 }
    let first = stretches.first?[0] ?? 0
    return stretches.flatMap { beats in
      zip(beats, beats.dropFirst()).enumerated().map { index, pair in
        BeatSeries.Interval(
          end: pair.1 - first, duration: pair.1 - pair.0, quality: 1, isAdjacent: index > 0)
      }
    }
  }

  /// Returns the beats of a file of `measure --beats` or beside what `simulate` made; `nil` for any other, and for a pipe, which can be read once.
  private static func ownBeats(of path: String) throws -> [Beat]? {
    guard path != "-", !FileIdentity.isSpecial(path), var file = try? CSVFile(path: path),
      let heading = (try? file.next())?.cells, heading.count > 1,
      heading == PlacedBeat.fields.map(\.column).prefix(heading.count).map({ $0 })
    else { return nil }
    var beats: [Beat] = []
    while let row = try file.next() {
      let cells = row.cells.map { $0.flatMap { Double($0) } }
      guard cells.count == heading.count, let time = cells[0],
        let quality = cells.count > 2 ? cells[2] : 1, abs(time) < latestTime
      else {
        throw CommandError.badData("line \(row.line) is no beat")
      }
      beats.append(Beat(time: time, interval: cells[1].map { $0 / 1000 }, quality: quality))
    }
    return beats
  }

  /// In seconds; no recording is as long.
  private static let latestTime = 1e9

  private static func table(of windows: [VariabilityWindow], name: String) -> String {
    let headings = ["seconds", "beats", "SDNN ms", "RMSSD ms", "LF ms²", "HF ms²"]
    let widths = [18, 8, 9, 10, 9, 9]
    func line(_ cells: [String]) -> String {
      zip(cells, widths).map { padded($0, $1, right: true) }.joined()
    }
    var lines = [name, line(headings)]
    for window in windows {
      let measured = window.variability
      func cell(_ value: Double?, _ places: Int) -> String { value?.fixed(places) ?? "-" }
      let notes = [
        window.rhythm == .undetermined
          ? nil : window.rhythm.rawValue.replacing("_", with: " "),
        measured.reason?.rawValue.replacing("_", with: " "),
      ].compactMap(\.self)
      lines.append(
        line([
          "\(window.start.fixed(0)) to \(window.end.fixed(0))", "\(measured.intervalCount)",
          cell(measured.sdnn, 1), cell(measured.rmssd, 1), cell(measured.lowFrequencyPower, 0),
          cell(measured.highFrequencyPower, 0),
        ]) + (notes.isEmpty ? "" : "  " + notes.joined(separator: "; ")))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
