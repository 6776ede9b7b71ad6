import CommandEnvironment
package import CommandLineParsing
import MeasureCommands

/// The options of `heartcam live`.
package enum LiveOptions {
  package static let duration = Option(
    "duration", .number(in: 1...86_400), value: "SECONDS",
    help: "End this long after the first frame.")
  package static let untilStable = Flag(
    "until-stable",
    help: """
      End once the rate has been steady for eight seconds and is reliable; after a minute once it is steady, \
      and say so.
      """)
  package static let save = Flag(
    "save",
    help:
      "Save the session when it ends. Without it, s saves, and a person at a terminal is asked at the end."
  )
  package static let json = Flag(
    "json", help: "Print a line of JSON for every event as it happens.")
  package static let plain = Flag("plain", help: "Print lines instead of drawing on the terminal.")
  package static let wait = Flag(
    "wait", help: "Wait for a camera that is missing or is unplugged, and go on when it is there.")
  package static let replay = Option(
    "replay", .file(), value: "FILE",
    help: "Play a video or color signal as if it came from a camera.")
  package static let speed = DefaultedOption(
    "speed", .number(in: 0.01...1_000_000), value: "N",
    help: "Play it N times faster than it was recorded.", default: 1)

  /// Options of a camera, which a replay does not take, and two ways to show the same.
  package static let exclusions: [[any OptionDeclaration]] =
    [
      [json, plain], [save, MeasureOptions.noSave], [MeasureOptions.store, MeasureOptions.noSave],
    ]
    + CameraOptions.exclusions
    + (CameraOptions.choosing + CameraOptions.setting + [wait]).map { [replay, $0] }

  /// Options that have a meaning only beside others.
  package static let requirements = [OptionRequirement(speed, needs: replay)]

  package static let all: [any OptionDeclaration] =
    [
      CameraOptions.camera, duration, untilStable, save, MeasureOptions.noSave, json, plain, replay,
      MeasureOptions.report, MeasureOptions.every, MeasureOptions.store, wait,
    ] + CameraOptions.choosing.dropFirst() + CameraOptions.setting + [
      MeasureOptions.channel, MeasureOptions.region, MeasureOptions.beats, MeasureOptions.signal,
      MeasureOptions.plot, CommonOptions.force, speed, MeasureOptions.start,
      SandboxOptions.noSandbox,
    ]
}
