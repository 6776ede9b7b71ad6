import CommandLineParsing
import FFmpegSource
import Glibc
import VideoFrames

/// `CameraSimulator prepare`: decodes a recording outside the virtual machine, which is too slow for it.
enum PrepareCommand {
  private static let clip = Positional("CLIP", .file(), help: "A recorded video.")
  private static let output = Positional("OUTPUT", .file(), help: "The file of frames to make.")
  private static let encoding = Option(
    "encoding", .choice as ValueReader<RecordedFrames.Encoding>,
    help: "How a camera would send it.",
    default: "yuyv")
  private static let width = Option(
    "width", .integer(in: 16...4096), value: "PIXELS", help: "Width.", default: "320")
  private static let height = Option(
    "height", .integer(in: 16...4096), value: "PIXELS", help: "Height.", default: "240")

  static let description = CommandDescription(
    name: "prepare",
    summary: "Turns a recorded video into frames that `play` can send.",
    positionals: [clip, output], options: [encoding, width, height])

  static func run(_ arguments: Arguments) throws {
    let (clip, output) = (arguments.required(clip), arguments.required(output))
    let header = RecordedFrames.Header(
      encoding: arguments[encoding] ?? .yuyv, width: arguments[width] ?? 320,
      height: arguments[height] ?? 240)
    let times = try times(of: clip)
    let raw = output + ".raw"
    defer { unlink(raw) }
    try decode(clip, to: raw, header)
    let bytes = try contents(of: raw)
    let frames =
      header.encoding == .mjpeg
      ? jpegs(in: bytes)
      : stride(from: 0, to: bytes.count, by: header.width * header.height * 2).map {
        bytes[$0..<min($0 + header.width * header.height * 2, bytes.count)]
      }
    guard frames.count == times.count else {
      throw SimulatorError(
        "\(clip) has \(times.count) frames, of which ffmpeg gave \(frames.count)")
    }
    let recording = try RecordedFrames(creating: output, header)
    for (frame, time) in zip(frames, times) { try recording.append(frame, at: time - times[0]) }
  }

  private static func times(of clip: String) throws -> [Double] {
    var video = try VideoFile(path: clip)
    var times: [Double] = []
    while let time = try video.withNextFrame({ $0.time }) { times.append(time) }
    return times
  }

  /// Runs FFmpeg's own program, which has every needed scaler and encoder and keeps each frame.
  private static func decode(
    _ clip: String, to raw: String, _ header: RecordedFrames.Header
  ) throws(SimulatorError) {
    var words = ["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", clip, "-an"]
    words += ["-fps_mode", "passthrough"]
    let size = "scale=\(header.width):\(header.height)"
    switch header.encoding {
    case .mjpeg:
      words += ["-vf", size + ":out_range=full", "-pix_fmt", "yuvj422p"]
      words += ["-c:v", "mjpeg", "-q:v", "2", "-f", "mjpeg", raw]
    case .yuyv:
      let color = ":out_color_matrix=bt601:out_range=limited"
      words += ["-vf", size + color, "-pix_fmt", "yuyv422", "-f", "rawvideo", raw]
    }
    var pid: pid_t = 0
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    let code = posix_spawnp(&pid, "ffmpeg", nil, nil, &arguments, environ)
    guard code == 0 else { throw SimulatorError("start ffmpeg", code) }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw SimulatorError("ffmpeg cannot decode \(clip)") }
  }

  private static func contents(of path: String) throws(SimulatorError) -> [UInt8] {
    guard let file = fopen(path, "re") else { throw SimulatorError("open \(path)", errno) }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: ftell(file))
    rewind(file)
    guard fread(&bytes, 1, bytes.count, file) == bytes.count else {
      throw SimulatorError("read \(path)", errno)
    }
    return bytes
  }

  /// Splits a stream into pictures: one ends where a start marker follows an end marker.
  private static func jpegs(in bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var frames: [ArraySlice<UInt8>] = []
    var start = 0
    for index in bytes.indices.dropLast(3)
    where bytes[index] == 0xFF && bytes[index + 1] == 0xD9 && bytes[index + 2] == 0xFF
      && bytes[index + 3] == 0xD8
    {
      frames.append(bytes[start..<index + 2])
      start = index + 2
    }
    return bytes.isEmpty ? [] : frames + [bytes[start...]]
  }
}
