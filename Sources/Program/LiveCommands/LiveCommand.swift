package import CommandEnvironment
package import CommandLineParsing
import Glibc
import MeasureCommands
package import Measurement
import Photoplethysmography

/// `heartcam live`
package enum LiveCommand {
  package static let description = CommandDescription(
    name: "live",
    summary: "Measure heart rate with a camera, now.",
    discussion: """
      Cover the lens with a fingertip. The screen says what to do, and shows the rate with its 95% interval \
      as soon as it can be trusted. In a terminal, s saves what has been measured since the start or the last \
      s, and q ends. Elsewhere lines are printed; --json prints every event.

      After Ctrl-C, what was measured until then is printed, and saved with --save.
      """,
    examples: [
      CommandExample("heartcam live", "Measure with the best camera there is; q ends."),
      CommandExample(
        "heartcam live --until-stable --save", "Wait for one reliable rate, save it, and end."),
      CommandExample(
        "heartcam live --json --duration 60 --no-save", "A minute of readings for a program."),
      CommandExample(
        "heartcam live --replay finger.mp4", "See what it looks like without a camera."),
    ],
    options: LiveOptions.all, exclusions: LiveOptions.exclusions,
    requirements: LiveOptions.requirements + [
      OptionRequirement(MeasureOptions.start, needs: LiveOptions.replay)
    ],
    surplusAdvice: "--replay FILE plays a recording, and 'heartcam measure FILE' measures it")

  package static func run(_ context: CommandContext) throws -> ExitCode {
    try OutputFiles.check(inputs: [context[LiveOptions.replay]].compactMap(\.self), context)
    if context[LiveOptions.save], MeasureOptions.savesNothing(context) {
      throw CommandError.usage("--save has no use with --store none; see 'heartcam live --help'")
    }
    try ResultSaver(context).check(opens: context[LiveOptions.save])
    var options = MeasureOptions.measurement(context)
    let file = context[LiveOptions.replay]
    if let file {
      options.sandbox = RecordingSandbox.chosen(context)
      listen()
      let feed = LiveFeed.replay(
        RecordingInput(file), options: options, speed: context[LiveOptions.speed])
      var run = LiveRun(context, feed: feed, of: RecordingInput(file), options: options)
      return run.run()
    }
    let camera = camera(context, options)
    listen()
    var run = LiveRun(
      context, feed: .camera(camera), of: nil, options: options,
      reopen: { .camera(camera) })
    return run.run()
  }

  /// Signals end the session in good order; a reader that goes away is an error like a full disk.
  private static func listen() {
    Interruption.listen()
    Suspension.listen()
    signal(SIGPIPE, SIG_IGN)
  }

  package static func camera(
    _ context: CommandContext, _ options: MeasurementOptions
  ) -> LiveCameraOptions {
    var camera = LiveCameraOptions()
    (camera.request, camera.name) = CameraOptions.request(context)
    // A face is not on the lens, so there is no finger to search the exposure for.
    if options.monitor.subject.isOnLens {
      camera.lock = CameraOptions.lock(context)
    }
    camera.journalFolder = CameraOptions.journalFolder(context)
    camera.waits = context[LiveOptions.wait]
    camera.region = options.region
    camera.selection = options.selection
    return camera
  }
}
