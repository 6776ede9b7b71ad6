import BenchmarkSupport
import CommandLineParsing
import Glibc
import JSONCoding

/// The command line of `heartcam-bench`: which benchmarks there are, and which are quick.
enum BenchCommand {
  private struct Benchmark: Sendable {
    let description: CommandDescription
    let run: @Sendable (Arguments) throws -> SpeedReport

    /// Whether it takes only seconds.
    var isQuick = true
  }

  private static let benchmarks = [
    Benchmark(description: ColorSumsBenchmark.description, run: ColorSumsBenchmark.run),
    Benchmark(description: FiltersBenchmark.description, run: FiltersBenchmark.run),
    Benchmark(description: AutocorrelationBenchmark.description, run: AutocorrelationBenchmark.run),
    Benchmark(description: MonitorBenchmark.description, run: MonitorBenchmark.run),
    Benchmark(description: ChartsBenchmark.description, run: ChartsBenchmark.run),
    Benchmark(description: ParsersBenchmark.description, run: ParsersBenchmark.run, isQuick: false),
    Benchmark(description: CameraBenchmark.description, run: CameraBenchmark.run, isQuick: false),
    Benchmark(description: StartBenchmark.description, run: StartBenchmark.run, isQuick: false),
    Benchmark(description: DecodeBenchmark.description, run: DecodeBenchmark.run, isQuick: false),
    Benchmark(description: ImportBenchmark.description, run: ImportBenchmark.run, isQuick: false),
    Benchmark(description: StoreBenchmark.description, run: StoreBenchmark.run, isQuick: false),
    Benchmark(
      description: PostgreSQLBenchmark.description, run: PostgreSQLBenchmark.run, isQuick: false),
  ]

  private static let quick = CommandDescription(
    name: "quick", summary: "All benchmarks that take seconds; the default.",
    options: [SpeedOptions.rounds, SpeedOptions.json])
  private static let all = CommandDescription(
    name: "all", summary: "All benchmarks of speed.",
    options: [SpeedOptions.rounds, SpeedOptions.json])

  private static let description = CommandDescription(
    name: "heartcam-bench",
    summary: "Measures the speed and the accuracy of Heartcam.",
    examples: [
      CommandExample("heartcam-bench monitor", "What an hour of signal costs."),
      CommandExample("heartcam-bench accuracy DIR", "How far readings are from references."),
    ],
    subcommands: [quick, all] + benchmarks.map(\.description) + evaluations)

  /// The commands that measure accuracy or count instead of speed, write or check pages, or describe the machine.
  private static var evaluations: [CommandDescription] {
    let simulated = [
      AccuracyBenchmark.description, SimulatedSets.description, FaceSets.description,
      DisclosurePage.description, FiguresPage.description, LiveFigures.description,
      ScrambledSets.description, LongRuns.description, FrameAllocations.description,
    ]
    return simulated + FolderEvaluation.all.map(\.description) + [MachineDescription.description]
  }

  /// Runs the command and returns the exit code: 0, 2 if a folder cannot be used, 64 for a usage error, 74 if a file
  /// cannot be written, 1 for other errors.
  static func run(_ words: [String]) -> Int32 {
    do {
      switch try description.parse(words.isEmpty ? ["quick"] : words) {
      case .help(let path, let isShort):
        print(description.help(for: path, isShort: isShort) ?? "", terminator: "")
      case .run(let arguments): try run(arguments)
      }
      return 0
    } catch let error as UsageError {
      return fail("\(error)", 64)
    } catch let error as RecordingFolderError {
      return fail("\(error)", 2)
    } catch let error as OutputFile.Failure {
      return fail("\(error)", 74)
    } catch {
      return fail("\(error)", 1)
    }
  }

  private static func run(_ arguments: Arguments) throws {
    let name = arguments.commandPath.last
    switch name {
    case AccuracyBenchmark.description.name: return try AccuracyBenchmark.run(arguments)
    case SimulatedSets.description.name: return try SimulatedSets.run(arguments)
    case DisclosurePage.description.name: return try DisclosurePage.run(arguments)
    case FiguresPage.description.name: return try FiguresPage.run(arguments)
    case LiveFigures.description.name: return try LiveFigures.run(arguments)
    case FaceSets.description.name: return FaceSets.run(arguments)
    case FrameAllocations.description.name: return try FrameAllocations.run(arguments)
    case LongRuns.description.name: return try LongRuns.run(arguments)
    case ScrambledSets.description.name: return try ScrambledSets.run(arguments)
    case MachineDescription.description.name: return MachineDescription.run(arguments)
    default: break
    }
    if let evaluation = FolderEvaluation.all.first(where: { $0.description.name == name }) {
      return try evaluation.run(arguments)
    }
    let wanted = benchmarks.filter {
      name == all.name || $0.description.name == name || (name == quick.name && $0.isQuick)
    }
    var reports: [SpeedReport] = []
    for (index, benchmark) in wanted.enumerated() {
      let report = try benchmark.run(arguments)
      print((index > 0 ? "\n" : "") + report.text, terminator: "")
      fflush(nil)
      reports.append(report)
    }
    if let path = arguments[SpeedOptions.json] {
      try OutputFile.write(
        JSONValue.object([("benchmarks", .array(reports.map(\.json)))]).indentedText, to: path)
    }
  }

  private static func fail(_ message: String, _ code: Int32) -> Int32 {
    Message.report(message)
    return code
  }
}
