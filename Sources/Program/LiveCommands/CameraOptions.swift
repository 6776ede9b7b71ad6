package import CommandEnvironment
package import CommandLineParsing
import FoundationEssentials
import Glibc
package import Measurement
package import V4L2Source

/// The options that choose and set a camera.
package enum CameraOptions {
  package static let camera = Option(
    "camera", nameReader, value: "CAMERA",
    help:
      "A device, its number, or a part of its name; 'heartcam camera list' lists them. [default: the first "
      + "usable one]")
  package static let size = Option(
    "size", sizeReader, value: "WxH", help: "The size of its pictures. [default: small and fast]")
  package static let frameRate = Option(
    "fps", .number(in: 1...1000), value: "N", help: "Frames per second. [default: 30 to 60]")
  package static let format = Option(
    "encoding", formatReader, value: "CODE",
    help: "How pictures are sent, such as YUYV or MJPG. [default: what needs no decoding]")
  package static let noLock = Flag(
    "no-lock",
    help: """
      Leave exposure, gain, white balance and focus to the camera. Without it they are set once a finger is on \
      the lens, and put back at the end.
      """)
  package static let mains = DefaultedOption(
    "mains", .oneOf(["50", "60"]), value: "50|60",
    help: "The mains frequency whose flicker the camera filters out, in hertz.", default: "50")
  package static let noTorch = Flag("no-torch", help: "Leave the camera's own lamp off.")

  package static let choosing: [any OptionDeclaration] = [camera, size, frameRate, format]
  package static let setting: [any OptionDeclaration] = [noLock, mains, noTorch]

  /// Options that say the opposite of each other.
  package static let exclusions: [[any OptionDeclaration]] = [[noLock, mains], [noLock, noTorch]]

  /// Returns the camera that the arguments ask for, by its path or by a part of its name.
  package static func request(
    _ context: CommandContext
  ) -> (request: CameraRequest, name: String?) {
    let size = context[size]
    let path = context[camera].flatMap(path)
    return (
      CameraRequest(
        path: path, width: size?.width, height: size?.height, frameRate: context[frameRate],
        format: context[format]),
      path == nil ? context[camera] : nil
    )
  }

  /// Returns how to hold the camera still; `nil` to leave it as it is.
  package static func lock(_ context: CommandContext) -> CameraLockOptions? {
    guard !context[noLock] else { return nil }
    return CameraLockOptions(
      mainsFrequency: context[mains] == "60" ? .hertz60 : .hertz50,
      usesTorch: !context[noTorch], journalFolder: journalFolder(context))
  }

  /// Returns the folder in which changes to a camera are noted in case the program is killed, made
  /// if it is missing; `nil` if there can be none.
  package static func journalFolder(_ context: CommandContext) -> String? {
    let environment = context.environment
    let base =
      [environment["XDG_RUNTIME_DIR"], environment["XDG_STATE_HOME"]].lazy.compactMap(\.self)
      .first { $0.hasPrefix("/") } ?? environment["HOME"].map { $0 + "/.local/state" }
    guard let base else { return nil }
    let folder = base + "/heartcam"
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return access(folder, W_OK) == 0 ? folder : nil
  }

  /// Returns an error for a person, with this program's advice.
  package static func text(of error: V4L2Error) -> String {
    switch error.kind {
    case .unknownName: "\(error); 'heartcam camera list' lists them"
    case .notACamera: "\(error); see 'heartcam camera list'"
    default: "\(error)"
    }
  }

  /// Returns the path that an argument means; `nil` if it is a name.
  private static func path(of word: String) -> String? {
    if word.contains("/") { return word }
    if let number = Int(word), number >= 0 { return "/dev/video\(number)" }
    return word.hasPrefix("video") && Int(word.dropFirst(5)) != nil ? "/dev/\(word)" : nil
  }

  private static let nameReader = ValueReader<String> { text throws(InvalidValue) in
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw InvalidValue("must be a device, its number, or a part of a camera's name")
    }
    return text
  }

  private static let sizeReader = ValueReader<(width: Int, height: Int)> {
    text throws(InvalidValue) in
    let numbers = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map {
      Int($0)
    }
    guard numbers.count == 2, let width = numbers[0], let height = numbers[1],
      (1...16384).contains(width), (1...16384).contains(height)
    else { throw InvalidValue("must be two whole numbers WxH from 1 to 16384, such as 640x480") }
    return (width, height)
  }

  private static let formatReader = ValueReader<FourCC> { text throws(InvalidValue) in
    guard let code = FourCC(text.uppercased()) ?? FourCC(text) else {
      throw InvalidValue("must be a code of up to four letters, such as YUYV or MJPG")
    }
    return code
  }
}
