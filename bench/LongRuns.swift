import BenchmarkSupport
import CommandLineParsing
import FoundationEssentials
import JSONCoding

/// Draws what `bench/long-runs` noted and prints its figures: `heartcam-bench long-runs`.
enum LongRuns {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static let folder = Positional(
    "FOLDER", .directory, help: "What bench/long-runs has written.")
  private static let plot = Option(
    "plot", .file(), value: "FILE.svg", help: "Draw the runs.")

  static let description = CommandDescription(
    name: "long-runs",
    summary: "Print the figures of long runs, and draw them.",
    examples: [
      CommandExample(
        "heartcam-bench long-runs runs --plot docs/internals/long-runs.svg",
        "The table and the picture of docs/internals/reliability.md.")
    ],
    positionals: [folder], options: [plot])

  private static let names = [
    ("live", "live"), ("batch", "batch"), ("day", "a day"), ("store", "a store"),
  ]

  static func run(_ arguments: Arguments) throws {
    let place = arguments.required(folder)
    var runs: [LongRun] = []
    for (name, title) in names {
      let path = "\(place)/\(name).csv"
      guard let data = try? Data(contentsOf: URL(filePath: path)) else { continue }
      guard let run = LongRun(name: title, csv: String(decoding: data, as: UTF8.self)) else {
        throw Failure(description: "\(path): not a table of bench/long-runs")
      }
      runs.append(run)
    }
    var table = MarkdownTable(columns: [
      "run", "seconds", "processor seconds", "memory in the second quarter, MB",
      "in the last, MB", "descriptors, the same", "at the end", "second half to first",
    ])
    for run in runs {
      guard let last = run.moments.last else { continue }
      table.add([
        run.name, last.time.fixed(0), last.processorTime.fixed(0),
        run.median(\.memory, from: 0.25, to: 0.5).fixed(0),
        run.median(\.memory, from: 0.75, to: 1).fixed(0),
        run.median(\.descriptors, from: 0.25, to: 0.5).fixed(0),
        run.median(\.descriptors, from: 0.75, to: 1).fixed(0), run.secondHalf.fixed(2),
      ])
    }
    print(table.text, terminator: "")
    if let path = arguments[plot] {
      try OutputFile.write(try LongRunPlot(runs: runs).svg, to: path)
    }
  }
}
