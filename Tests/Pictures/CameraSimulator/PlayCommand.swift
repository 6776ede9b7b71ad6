import CSimulatorCalls
import CommandLineParsing
import Glibc

/// `CameraSimulator play`: sends prepared frames to v4l2loopback, each at its own time.
enum PlayCommand {
  private static let frames = Positional("FRAMES", .file(), help: "A file that `prepare` made.")
  private static let device = Positional("DEVICE", .file(), help: "The node, as in /dev/video0.")
  private static let loop = Flag("loop", help: "Begin again after the last frame.")

  static let description = CommandDescription(
    name: "play",
    summary: "Plays prepared frames into a v4l2loopback node, at their own pace.",
    positionals: [frames, device], options: [loop])

  static func run(_ arguments: Arguments) throws {
    let (path, device) = (arguments.required(frames), arguments.required(device))
    let recording = try RecordedFrames(opening: path)
    let interval = try interval(of: path)
    let node = open(device, O_RDWR | O_CLOEXEC)
    guard node >= 0 else { throw SimulatorError("open \(device)", errno) }
    defer { close(node) }
    let header = recording.header
    guard
      heartcam_set_output(
        node, header.encoding == .mjpeg ? 1 : 0, UInt32(header.width), UInt32(header.height),
        UInt32((interval * 1e6).rounded())) == 0
    else { throw SimulatorError("set the format of \(device)", errno) }
    var start = CameraLog.now
    CameraLog.note("start \(path)")
    start = try send(recording, to: node, from: start) + interval
    while arguments[loop] {
      start = try send(try RecordedFrames(opening: path), to: node, from: start) + interval
    }
    CameraLog.note("end")
  }

  /// Returns the time of the last frame.
  private static func send(
    _ recording: borrowing RecordedFrames, to node: Int32, from start: Double
  ) throws(SimulatorError) -> Double {
    var due = start
    while let frame = try recording.next() {
      due = start + frame.time
      let wait = due - CameraLog.now
      if wait > 0 { _ = heartcam_poll(nil, 0, timespec(seconds: wait)) }
      guard write(node, frame.bytes, frame.bytes.count) == frame.bytes.count else {
        throw SimulatorError("write a frame", errno)
      }
    }
    return due
  }

  /// Returns the mean seconds between the first hundred frames.
  private static func interval(of path: String) throws(SimulatorError) -> Double {
    let recording = try RecordedFrames(opening: path)
    var (count, last) = (0, 0.0)
    while count < 100, let frame = try recording.next() { (count, last) = (count + 1, frame.time) }
    return count > 1 ? last / Double(count - 1) : 1.0 / 30
  }
}
