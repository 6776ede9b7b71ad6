import CommandLineParsing
import FFmpegSource
import FoundationEssentials
import Measurement
import Simulation

/// `heartcam simulate OUTPUT`
enum SimulateCommand {
  static let description = CommandDescription(
    name: "simulate",
    summary: "Make a fingertip video or colour signal whose heart rate is known.",
    discussion: """
      Beside OUTPUT stands the truth: NAME.beats.csv has the time of each beat's upstroke and the \
      interval before it, NAME.bpm.csv the rate at each beat, and with --breathing NAME.breaths.csv \
      the breaths. The same seed makes the same files.
      """,
    examples: [
      CommandExample("heartcam simulate test.mp4 --bpm 72", "Thirty seconds of a resting heart."),
      CommandExample(
        "heartcam simulate run.mkv --codec ffv1 --bpm 80 --ramp-to 150 --motion 4",
        "A heart that speeds up while the finger moves now and then."),
      CommandExample(
        "heartcam simulate breath.csv --duration 120 --breathing 15 --respiration 5",
        "Two minutes of a heart that breathing sways."),
      CommandExample(
        "heartcam simulate none.csv --scene still", "A colour signal without a finger."),
    ],
    positionals: [SimulateOptions.output], options: SimulateOptions.all,
    exclusions: [[SimulateOptions.rampTo, SimulateOptions.stepTo]])

  static func run(
    _ arguments: Arguments, _ context: CommandContext, _ output: ResultOutput
  ) -> ExitCode {
    let path = arguments.required(SimulateOptions.output)
    let stem = stem(of: path)
    var truth = ["\(stem).beats.csv", "\(stem).bpm.csv"]
    if arguments[SimulateOptions.breathing] != nil { truth.append("\(stem).breaths.csv") }
    if !arguments[SimulateOptions.force],
      let existing = ([path] + truth).first(where: { FileManager.default.fileExists(atPath: $0) })
    {
      report("\(existing) exists; --force replaces it")
      return .ioError
    }
    Interruption.listen()
    let recording = SimulatedRecording(SimulateOptions.scenario(arguments))
    do {
      if path.lowercased().hasSuffix(".csv") {
        try PrivateFile.write(ColorSignalText.text(of: recording.colorSamples()), to: path)
      } else {
        var bar = ProgressBar(path, terminal: context.terminal)
        defer { bar.clear() }
        try recording.writeVideo(to: path, encoding: encoding(arguments, path)) { share in
          bar.update(share)
          return !Interruption.isRequested
        }
        if Interruption.isRequested {
          try? FileManager.default.removeItem(atPath: path)
          report("interrupted; \(path) was not made")
          return .interrupted
        }
      }
      if !recording.beats.isEmpty {
        try PrivateFile.write(recording.beatsCSV, to: truth[0])
        try PrivateFile.write(recording.ratesCSV, to: truth[1])
        if truth.count > 2 { try PrivateFile.write(recording.breathsCSV, to: truth[2]) }
      }
      return .success
    } catch let error as FFmpegError {
      report(error.description)
    } catch {
      report("cannot write \(path): \(error)")
    }
    return .ioError
  }

  private static func encoding(_ arguments: Arguments, _ path: String) -> VideoEncoding {
    let name = path.lowercased()
    let codec =
      arguments[SimulateOptions.codec]
      ?? (name.hasSuffix(".webm") ? "vp9" : name.hasSuffix(".avi") ? "mjpeg" : "h264")
    let size = arguments[SimulateOptions.size]
    let options = arguments.all(SimulateOptions.encoderOptions)
    return VideoEncoding(
      codec: codec,
      pixelFormat: arguments[SimulateOptions.pixelFormat]
        ?? (codec.contains("mjpeg") ? "yuvj420p" : "yuv420p"),
      width: size.width, height: size.height,
      frameRate: arguments[SimulateOptions.frameRate],
      creationTime: arguments[SimulateOptions.start].timeIntervalSince1970,
      options: Dictionary(options.map { ($0.key, $0.value) }) { $1 })
  }

  /// The path without the ending of its name.
  private static func stem(of path: String) -> String {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    guard let dot = path[slash...].lastIndex(of: "."), dot > slash else { return path }
    return String(path[..<dot])
  }
}
