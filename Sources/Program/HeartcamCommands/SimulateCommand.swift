import CommandEnvironment
import CommandLineParsing
import FFmpegSource
import FileAccess
import FoundationEssentials
import Glibc
import Measurement
import SampleSelection
import Simulation

/// `heartcam simulate OUTPUT`
enum SimulateCommand {
  static let description = CommandDescription(
    name: "simulate",
    summary: "Make a fingertip video or color signal with a known heart rate.",
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
        "heartcam simulate none.csv --scene still", "A color signal without a finger."),
    ],
    positionals: [SimulateOptions.output], options: SimulateOptions.all,
    exclusions: [[SimulateOptions.rampTo, SimulateOptions.stepTo]],
    requirements: SimulateOptions.requirements)

  static func run(_ context: CommandContext) throws -> ExitCode {
    let path = context.required(SimulateOptions.output)
    let stem = stem(of: path)
    let recording = SimulatedRecording(SimulateOptions.scenario(context))
    let truth = truth(of: recording, context, stem)
    // The truth of another recording must not lie beside this one either.
    let places = [path] + ["beats", "bpm", "breaths"].map { "\(stem).\($0).csv" }
    if let codec = context[SimulateOptions.codec], !VideoEncoding.isAvailable(codec) {
      throw CommandError.usage(
        "this FFmpeg has no encoder \(codec); without --codec one is chosen that it has")
    }
    var outputs = OutputPlaces()
    for place in places { try outputs.add("OUTPUT", place) }
    try outputs.confirm(context)
    Interruption.listen()
    do {
      if path.lowercased().hasSuffix(".csv") {
        try PrivateFile.write(
          ColorSignalText.text(of: recording.colorSamples(), isSimulated: true), to: path)
      } else {
        var bar = ProgressLine("writing", path, terminal: context.terminal)
        defer { bar.clear() }
        // Video, truth and store are health data alike.
        try? PrivateFile.make(path)
        do {
          try recording.writeVideo(to: path, encoding: encoding(context, path)) { share in
            bar.update(share)
            return !Interruption.isRequested
          }
        } catch {
          _ = path.withFileName { unlink($0) }
          throw error
        }
        if Interruption.isRequested {
          _ = path.withFileName { unlink($0) }
          bar.clear()
          report("interrupted; \(path) was not made")
          return .interrupted
        }
      }
      for (path, text) in truth { try PrivateFile.write(text, to: path) }
      for path in places.dropFirst() where !truth.contains(where: { $0.path == path }) {
        removeTruth(path)
      }
      return .success
    } catch let error as FFmpegError {
      report(error.description)
    } catch {
      report("cannot write \(path): \(error)")
    }
    return .ioError
  }

  /// Returns the files of the truth; none without a pulse.
  private static func truth(
    of recording: SimulatedRecording, _ context: CommandContext, _ stem: String
  ) -> [(path: String, text: String)] {
    guard !recording.beats.isEmpty else { return [] }
    var truth = [
      (path: "\(stem).beats.csv", text: recording.beatsCSV),
      (path: "\(stem).bpm.csv", text: recording.ratesCSV),
    ]
    if context[SimulateOptions.breathing] != nil {
      truth.append(("\(stem).breaths.csv", recording.breathsCSV))
    }
    return truth
  }

  /// Removes the truth of an earlier recording of the name, and nothing else.
  private static func removeTruth(_ path: String) {
    guard !FileIdentity.isSpecial(path), let bytes = try? OpenFile.bytes(of: path, limit: 16),
      String(decoding: bytes, as: UTF8.self).contains("time_s")
    else { return }
    _ = path.withFileName { unlink($0) }
  }

  private static func encoding(_ context: CommandContext, _ path: String) -> VideoEncoding {
    let name = path.lowercased()
    let codec =
      context[SimulateOptions.codec]
      ?? (name.hasSuffix(".webm")
        ? "vp9"
        : name.hasSuffix(".avi") || !VideoEncoding.isAvailable("h264") ? "mjpeg" : "h264")
    let size = context[SimulateOptions.size]
    let options = context.all(SimulateOptions.encoderOptions)
    return VideoEncoding(
      codec: codec,
      pixelFormat: context[SimulateOptions.pixelFormat]
        ?? (codec.contains("mjpeg") ? "yuvj420p" : "yuv420p"),
      width: size.width, height: size.height,
      frameRate: context[SimulateOptions.frameRate],
      creationTime: context[SimulateOptions.start].timeIntervalSince1970, isSimulated: true,
      options: Dictionary(options.map { ($0.key, $0.value) }) { $1 })
  }

  /// Returns the path without the ending of its name.
  private static func stem(of path: String) -> String {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    guard let dot = path[slash...].lastIndex(of: "."), dot > slash else { return path }
    return String(path[..<dot])
  }
}
