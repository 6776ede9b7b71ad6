import BenchmarkSupport
import CommandLineParsing
import FoundationEssentials
import Simulation

/// Times commands that have little to do, as whole processes.
enum StartBenchmark {
  static let description = CommandDescription(
    name: "start", summary: "Time that commands take which have little to do, from start to end.",
    options: [SpeedOptions.rounds, SpeedOptions.json])

  static func run(_ arguments: Arguments) throws -> SpeedReport {
    let folder = FileManager.default.temporaryDirectory.path + "/heartcam-bench"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let (signal, video) = ("\(folder)/ten-seconds.csv", "\(folder)/ten-seconds.mp4")
    let program = ProgramCost.heartcam
    for file in [signal, video] {
      _ = try ProgramCost(of: [program, "simulate", "--force", "--duration", "10", file])
    }
    let measure = [program, "measure", "--json", "--store", "none"]
    let commands = [
      ("heartcam --version", [program, "--version"]),
      ("a signal of 10 s", measure + [signal]),
      ("a signal of 10 s, --no-sandbox", measure + ["--no-sandbox", signal]),
      ("a video of 10 s, 320x240", measure + [video]),
      ("a video of 10 s, --no-sandbox", measure + ["--no-sandbox", video]),
      ("ffmpeg -version", ["ffmpeg", "-version"]),
      ("ffmpeg, a video of 10 s", ["ffmpeg", "-nostdin", "-i", video, "-f", "null", "-"]),
    ]
    let costs = try ProgramCost.turns(
      rounds: arguments[SpeedOptions.rounds] ?? 21, commands.map(\.1))
    return SpeedReport(
      "start", summary: "Whole processes, wall and processor time.",
      rows: zip(commands, costs).flatMap { command, costs in
        ProgramCost.rows(command.0, costs, unit: "ms", scale: 1000)
      })
  }
}
