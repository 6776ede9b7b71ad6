import CommandLineParsing
import Measurement
import Photoplethysmography
import VideoFrames

/// What `heartcam live` takes.
enum LiveOptions {
  static let duration = Option(
    "for", .number(in: 1...86400), value: "SECONDS",
    help: "End so many seconds after the first frame.")
  static let untilStable = Flag(
    "until-stable", help: "End once the rate has been told, and evenly, for eight seconds.")
  static let save = Flag(
    "save",
    help: "Save the session when it ends. Without it s saves; a terminal is asked at the end.")
  static let json = Flag("json", help: "Print a line of JSON for everything as it happens.")
  static let plain = Flag("plain", help: "Print lines rather than draw on the terminal.")
  static let wait = Flag(
    "wait", help: "Wait for a camera that is not there, or is unplugged on the way, and go on.")
  static let replay = Option(
    "replay", .file(), value: "FILE",
    help: "Play a video or colour signal as if it came from a camera.")
  static let speed = Option(
    "speed", .number(in: 0.01...1_000_000), value: "N",
    help: "Play it so many times faster than it was recorded.", default: "1")

  /// What a recording in the camera's place has nothing to do with, and two ways to show the same.
  static let exclusions: [[any OptionDeclaration]] =
    [[json, plain]]
    + (CameraOptions.choosing + CameraOptions.setting + [wait]).map { [replay, $0] }

  static let all: [any OptionDeclaration] =
    CameraOptions.choosing + CameraOptions.setting + [
      wait, MeasureOptions.every, MeasureOptions.channel, MeasureOptions.region, duration,
      untilStable,
      save,
      MeasureOptions.store, json, plain, MeasureOptions.beats, MeasureOptions.signal, replay, speed,
    ]
}
