import Charts
import CommandEnvironment
import CommandLineParsing
import FFmpegSource
import FoundationEssentials
import Glibc
import HealthCharts
import JSONCoding
import MeasureCommands
import Measurement
import Photoplethysmography
import SampleStore
import Sandbox
import Simulation
import V4L2Source

/// `heartcam selftest`
enum SelftestCommand {
  static let description = CommandDescription(
    name: "selftest",
    summary: "Check on this machine what Heartcam needs, in a few seconds.",
    discussion: """
      Makes a short video whose heart rate is known, measures it, saves it in a store of its own, and draws \
      it; then looks for cameras. Lets the process that decodes try what it must not. Says for each part that lacks something what to do. Nothing is left \
      behind.

      The exit code is 1 without a usable camera or a whole sandbox, and 74 if something else lacks.
      """,
    examples: [CommandExample("heartcam selftest", "After installing.")])

  /// The finding of a check.
  private enum Finding {
    case well(String)

    /// A missing part, and advice.
    case lack(String)
  }

  static func run(_ context: CommandContext) throws -> ExitCode {
    var code = ExitCode.success
    let clock = ContinuousClock()
    let start = clock.now
    guard let folder = PrivateFolder() else {
      throw CommandError.ioError(
        "there is no folder for temporary files; set TMPDIR to one that you may write to")
    }
    let video = "\(folder.path)/finger.mkv"
    var result: RecordingResult?
    let checks: [(name: String, check: () throws -> Finding, code: ExitCode)] = [
      ("encoding", { try makeVideo(video) }, .ioError),
      (
        "decoding",
        {
          var options = MeasurementOptions()
          options.sandbox = RecordingSandbox(context)
          result = try RecordingInput(video).measure(options)
          return try decoding(result)
        }, .ioError
      ),
      ("sandbox", { try sandbox(context) }, .noReading),
      ("heart rate", { try heartRate(result) }, .ioError),
      ("store", { try store(result, "\(folder.path)/health.db") }, .ioError),
      ("charts", { try charts(result) }, .ioError),
      ("camera", { camera() }, .noReading),
    ]
    for check in checks {
      let finding: Finding
      do {
        finding = try check.check()
      } catch {
        finding = .lack("\(error)")
      }
      let name = check.name + String(repeating: " ", count: 12 - check.name.count)
      switch finding {
      case .well(let text): context.output.write("well   \(name)\(text)\n")
      case .lack(let text):
        context.output.write("LACKS  \(name)\(text)\n")
        code = code.combined(with: check.code)
      }
    }
    let seconds = (clock.now - start) / .seconds(1)
    context.output.write("heartcam \(HeartcamVersion.current), checked in \(seconds.fixed(1)) s\n")
    return code
  }

  private static let rate = 72.0

  private static func makeVideo(_ path: String) throws -> Finding {
    var scenario = Scenario()
    scenario.heart = HeartRateProfile(.constant(rate))
    scenario.duration = 12
    let recording = SimulatedRecording(scenario)
    try recording.writeVideo(
      to: path,
      encoding: VideoEncoding(
        codec: "mjpeg", pixelFormat: "yuvj420p", width: 160, height: 120, frameRate: 30)
    ) { _ in true }
    return .well("FFmpeg's libraries write a video")
  }

  private static func decoding(_ result: RecordingResult?) throws -> Finding {
    guard let result, result.frameCount == 360 else {
      return .lack("not all frames came back; reinstall libavcodec59 and libavformat59")
    }
    return .well("\(result.frameCount) frames of \(result.kind)")
  }

  /// Lets the process that decodes try what it must not.
  private static func sandbox(_ context: CommandContext) throws -> Finding {
    var limits = SandboxLimits()
    limits.work = 0.2
    var lacks: [SandboxPart] = []
    for trial in SandboxTrial.allCases {
      let (held, lacking) = try trial.outcome(
        of: SandboxOptions.command, limits: limits,
        environment: SandboxOptions.environment(from: context.environment))
      lacks = lacking.isEmpty ? lacks : lacking
      if held == nil, lacks.isEmpty {
        return .lack("\(trial.attempt) was not held back; please report this")
      }
    }
    guard lacks.isEmpty else {
      let names = lacks.map(\.name).joined(separator: " and ")
      return .lack("this kernel has no \(names): files of strangers are held less safely")
    }
    return .well("files, connections, processes, memory and time are held (seccomp, Landlock)")
  }

  private static func heartRate(_ result: RecordingResult?) throws -> Finding {
    guard let found = result?.collector.rate?.beatsPerMinute else {
      return .lack("no pulse was found where there is one; please report this")
    }
    guard abs(found - rate) < 2 else {
      return .lack("\(found.fixed(1)) bpm in place of \(rate.fixed(0)); please report this")
    }
    return .well("\(found.fixed(1)) of \(rate.fixed(0)) bpm")
  }

  private static func store(_ result: RecordingResult?, _ path: String) throws -> Finding {
    guard let result else { return .lack("there is nothing to save") }
    let store = try HealthStore(location: StoreLocation(path: path))
    _ = try HeartRateLog(store: store, version: HeartcamVersion.current).save(result)
    let problems = try store.problems()
    let count = try store.samples(matching: SampleQuery()).count
    guard problems.isEmpty, count > 0 else {
      return .lack("what was saved did not come back: " + problems.joined(separator: "; "))
    }
    return .well("\(counted(count, "sample")) saved and read")
  }

  private static func charts(_ result: RecordingResult?) throws -> Finding {
    guard let result else { return .lack("there is nothing to draw") }
    let charts = RecordingCharts(
      readings: result.readings, variability: result.variability, firstTime: result.firstTime)
    let picture = try ChartRenderer(
      charts.overview, width: 400, height: 300, title: "Heart rate"
    ).png()
    return .well("a picture of \(picture.count) bytes")
  }

  private static func camera() -> Finding {
    let cameras = CameraList.all()
    if let usable = cameras.first(where: \.isUsable) { return .well(usable.path) }
    guard let first = cameras.first else {
      return .lack(
        "there is none; recordings can be measured. 'heartcam camera list' says what to check")
    }
    return .lack("\(first.path): \(first.problem?.advice ?? "it cannot be used")")
  }
}
