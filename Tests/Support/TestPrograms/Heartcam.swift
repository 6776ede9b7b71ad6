import FoundationEssentials
import Glibc
import TestSupport

/// The built program.
enum Heartcam {
  /// The program: `HEARTCAM_BINARY`, which `scripts/test` sets to the release build, or the one beside the tests.
  static let path: String = {
    if let given = ProcessInfo.processInfo.environment["HEARTCAM_BINARY"] { return given }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    return own[..<(own.lastIndex(of: "/") ?? own.endIndex)] + "/heartcam"
  }()

  /// Whether it is as fast as for users. A debug build is some thirty times slower, so tests that measure
  /// many videos then measure fewer.
  static let isFast = ProcessInfo.processInfo.environment["HEARTCAM_BINARY"] != nil

  /// The videos and signals that come with the package.
  static let samples = Repository.path("samples")

  static let environment = [
    // Not even root can make a folder below this home.
    "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": "/dev/null",
    "LC_ALL": "C.UTF-8", "TZ": "UTC", "TERM": "dumb", "SWIFT_BACKTRACE": "enable=no",
    // The toolchain's libraries, from the tests' own environment.
    "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
  ].merging(
    // The options that say where a sanitizer writes its reports, and what shows it locks.
    ProcessInfo.processInfo.environment.filter {
      ["TSAN_OPTIONS", "ASAN_OPTIONS", "LD_PRELOAD"].contains($0.key)
    }
  ) { $1 }

  static func start(
    _ arguments: [String], input: ChildProcess.Input = .nothing,
    output: ChildProcess.Output = .captured, environment extra: [String: String] = [:]
  ) throws -> ChildProcess {
    try ChildProcess(
      [path] + arguments, input: input, output: output,
      environment: environment.merging(extra) { $1 })
  }

  /// Runs the program to its end.
  static func run(
    _ arguments: String..., input: ChildProcess.Input = .nothing,
    output: ChildProcess.Output = .captured, environment: [String: String] = [:]
  ) throws -> ProcessResult {
    try start(arguments, input: input, output: output, environment: environment).result()
  }

  /// Measures without saving and returns the line of JSON.
  static func measure(_ input: String, _ options: String...) throws -> MeasuredRow {
    try start(["measure", "--json", "--store", "none", input] + options).result().row()
  }

  /// Makes a video or a color signal.
  @discardableResult
  static func simulate(_ output: String, _ options: String...) throws -> String {
    try shell(path, ["simulate", output] + options)
    return output
  }

  /// Runs FFmpeg's own program, to make unusual files.
  @discardableResult
  static func ffmpeg(_ arguments: String..., to output: String) throws -> String {
    try shell("/usr/bin/ffmpeg", ["-v", "error", "-nostdin", "-y"] + arguments + [output])
    return output
  }

  /// Makes another video of one.
  static func encode(_ input: String, _ options: [String], to output: String) throws {
    try shell(
      "/usr/bin/ffmpeg", ["-v", "error", "-nostdin", "-y", "-i", input] + options + [output])
  }

  private static func shell(_ program: String, _ arguments: [String]) throws {
    let result = try ChildProcess([program] + arguments, environment: environment).result()
    guard result.ending == .exit(0) else { throw UnexpectedOutput(description: "\(result)") }
  }

  /// A mount namespace of its own, which a user other than root gets with a user namespace.
  static let unshare = geteuid() == 0 ? "unshare -m" : "unshare -rm"

  /// Why no small file system can be mounted here; `nil` if one can.
  static let mountObstacle: String? = {
    do {
      let result = try sh("exec \(unshare) mount -t tmpfs -o size=64k tmpfs /mnt")
      return result.ending == .exit(0)
        ? nil : "no file system can be mounted here: \(result.errorLines.last ?? "no reason given")"
    } catch {
      return "no file system can be mounted here: \(error)"
    }
  }()

  /// Runs a line of sh that finds the program as `$heartcam`.
  static func sh(_ line: String, _ variables: [String: String] = [:]) throws -> ProcessResult {
    try ChildProcess(
      ["/bin/sh", "-c", line],
      environment: environment.merging(variables) { $1 }.merging(["heartcam": path]) { $1 }
    ).result()
  }

  /// Returns the samples of a store: heart rates, unless another type is named.
  static func storedSamples(
    in store: String, ofType type: String = "HeartRate"
  ) throws -> [StoredSample] {
    let result = try run("store", "list", "--json", "--type", type, "--store", store)
    guard result.ending == .exit(0) else { throw UnexpectedOutput(description: "\(result)") }
    return try result.output.split(separator: "\n").map {
      try JSONDecoder().decode(StoredSample.self, from: Data($0.utf8))
    }
  }

  /// Everything that sessions have saved: their readings, and each session's average.
  static func savedRates(in store: String) throws -> [StoredSample] {
    try storedSamples(in: store)
      + storedSamples(in: store, ofType: "HeartcamSessionHeartRate")
  }
}
