package import CommandEnvironment
package import CommandLineParsing
import Glibc
import Measurement
import V4L2Source
import VideoFrames

/// `heartcam camera check`
enum CameraCheckCommand {
  private static let duration = DefaultedOption(
    "duration", .number(in: 2...600), value: "SECONDS", help: "Watch the camera for this long.",
    default: 20)
  private static let json = Flag("json", help: "Print one line of JSON.")

  static let description = CommandDescription(
    name: "check",
    summary: "Check how fit a camera is for measuring a pulse.",
    discussion: """
      Watches the camera as it is, without setting anything: true frame rate, jitter, gaps, clipping, flicker of \
      lamps, and whether exposure and white balance can be held still. Put a finger on the lens, or let it look at \
      something lit as a finger would be.

      The exit code is 0 if it is fit, and 1 if it is fit with limits or unfit.
      """,
    examples: [
      CommandExample("heartcam camera check", "The first camera, for 20 seconds."),
      CommandExample(
        "heartcam camera check --camera 2 --fps 60 --json", "Another one, for a program."),
    ],
    options: CameraOptions.choosing + [duration, json])

  static func run(_ context: CommandContext) -> ExitCode {
    var options = LiveCameraOptions()
    (options.request, options.name) = CameraOptions.request(context)
    options.journalFolder = CameraOptions.journalFolder(context)
    Interruption.listen()
    signal(SIGPIPE, SIG_IGN)
    let feed = LiveFeed.camera(options)
    var watch = CameraWatch(seconds: context[duration], terminal: context.terminal)
    watch.run(feed)
    for case .event(.ended(let end)) in feed.stop() where watch.end == nil { watch.end = end }
    if case .failed(let failure) = watch.end {
      if case .camera(let error) = failure {
        report(CameraOptions.text(of: error))
      } else {
        report("\(failure)")
      }
      return watch.source == nil ? .unreadableInput : .ioError
    }
    guard let source = watch.source, let findings = watch.checkup.findings else {
      report(
        Interruption.isRequested ? "interrupted" : "the camera sent too few frames to judge it")
      return Interruption.isRequested ? .interrupted : .ioError
    }
    let camera = CameraList.all().first { ($0.stablePath ?? $0.path) == source.path }
    let verdict = CameraVerdict(findings, lostCount: watch.lostCount, camera: camera)
    if context[json] {
      context.output.write(
        line: CameraCheckText.json(source, findings, verdict, lost: watch.lostCount))
    } else {
      context.output.write(
        CameraCheckText.text(source, findings, verdict, lost: watch.lostCount))
    }
    if Interruption.isRequested { return .interrupted }
    return verdict.fitness == .fit ? .success : .noReading
  }
}

/// Takes a camera's frames for some seconds.
private struct CameraWatch {
  let seconds: Double
  private(set) var source: LiveSourceDescription?
  private(set) var checkup = CameraCheckup()
  private(set) var lostCount = 0
  var end: LiveEnding?
  private var bar: ProgressLine
  private var firstTime: Double?
  private var lastTime = 0.0

  init(seconds: Double, terminal: Terminal) {
    self.seconds = seconds
    bar = ProgressLine("watching the camera", terminal: terminal)
  }

  mutating func run(_ feed: LiveFeed) {
    let begin = MonotonicClock.now
    defer { bar.clear() }
    while end == nil, !Interruption.isRequested {
      var descriptor = pollfd(fd: feed.descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&descriptor, 1, 200)
      for message in feed.messages() { take(message) }
      if let firstTime, lastTime - firstTime >= seconds { return }
      // A camera that sends few frames is not watched for much longer.
      if MonotonicClock.now - begin > seconds + 10 { return }
    }
  }

  private mutating func take(_ message: LiveMessage) {
    switch message {
    case .event(.opened(let source)): self.source = source
    case .sample(let sample, _):
      let first = firstTime ?? sample.time
      (firstTime, lastTime) = (first, sample.time)
      checkup.append(sample)
      bar.update((sample.time - first) / seconds)
    case .event(.lost(let count)): lostCount += count
    case .event(.notice(let notice)):
      bar.clear()
      report("\(notice)")
    case .event(.disconnected(let disconnection)):
      bar.clear()
      report("\(disconnection)")
    case .event(.settings): break
    case .event(.ended(let end)): self.end = end
    }
  }
}

/// `heartcam camera check`
package enum CameraCommand {
  package static let description = CommandDescription(
    name: "camera",
    summary: "List the cameras of this machine, or check how fit one is.",
    subcommands: commands.map(\.0))

  private static let commands: [(CommandDescription, CommandWork)] = [
    (CameraListCommand.description, CameraListCommand.run),
    (CameraCheckCommand.description, CameraCheckCommand.run),
  ]

  package static func run(_ context: CommandContext) throws -> ExitCode {
    try context.chosen(among: commands)?(context) ?? .usage
  }
}
