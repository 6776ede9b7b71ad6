import CommandEnvironment
import CommandLineParsing
import JSONCoding
import V4L2Source

/// `heartcam camera list`
enum CameraListCommand {
  private static let json = CommonOptions.json(a: "camera")
  private static let details = Flag(
    "all", help: "Show every format, size, rate and control.")

  static let description = CommandDescription(
    name: "list",
    summary: "List the cameras of this machine and what they can do.",
    discussion: """
      Cameras that cannot measure a pulse are listed with what to do instead. The exit status is 1 if none \
      can be used.
      """,
    examples: [
      CommandExample("heartcam camera list", "What is plugged in."),
      CommandExample("heartcam camera list --all", "With every picture size and control."),
      CommandExample("heartcam camera list --json", "For a program."),
    ],
    options: [json, details])

  static func run(_ context: CommandContext) -> ExitCode {
    let cameras = CameraList.all()
    for camera in cameras {
      context.output.write(
        context[json]
          ? CameraText.json(of: camera).text + "\n"
          : CameraText.text(of: camera, withDetails: context[details]))
    }
    if cameras.isEmpty { for line in absence { report(line) } }
    return cameras.contains(where: \.isUsable) ? .success : .noReading
  }

  /// The things to check if there is no camera at all.
  private static let absence = [
    "there is no camera",
    "  is it plugged in, and does 'ls /dev/video*' show it?",
    "  is a built-in camera's switch or lid closed, or is it off in the firmware's settings?",
    "  in a container, pass it on: docker run --device /dev/video0 --group-add video",
    "  in a virtual machine, hand the USB device over to the guest",
  ]
}
