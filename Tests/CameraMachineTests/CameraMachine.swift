import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The virtual machine with cameras, as `scripts/camera-machine` starts it.
enum CameraMachine {
  /// A driver, and where it is not to be as usual the parameters of its module.
  enum Driver {
    case vivid(String? = nil)
    case usb(String? = nil)
    case loopback(String? = nil)

    fileprivate var option: String {
      let (name, parameters) =
        switch self {
        case .vivid(let parameters): ("--vivid", parameters)
        case .usb(let parameters): ("--usb", parameters)
        case .loopback(let parameters): ("--loopback", parameters)
        }
      return parameters.map { "\(name)=\($0)" } ?? name
    }
  }

  private static let package =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  private static let program = package + "/scripts/camera-machine"

  /// `HEARTCAM_CAMERA_SIMULATOR`, which `scripts/test` sets to the release build.
  static let simulator = builtProgram("CameraSimulator", givenBy: "HEARTCAM_CAMERA_SIMULATOR")

  /// `HEARTCAM_BINARY` likewise.
  static let heartcam = builtProgram("heartcam", givenBy: "HEARTCAM_BINARY")

  private static func builtProgram(_ name: String, givenBy variable: String) -> String {
    if let given = ProcessInfo.processInfo.environment[variable] { return given }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    return own[..<(own.lastIndex(of: "/") ?? own.endIndex)] + "/\(name)"
  }

  /// Why no such machine can be started here; nil where one can.
  static let obstacle: String? = {
    // Cameras keep real time: debug builds beside other tests would not.
    guard ProcessInfo.processInfo.environment["HEARTCAM_CAMERA_SIMULATOR"] != nil else {
      return "scripts/test runs these tests"
    }
    do {
      let folder = try TemporaryFolder()
      let pid = try start(["--check"], in: folder)
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0, errno == EINTR {}
      return status == 0 ? nil : String(try folder.text(of: "machine.out").dropLast())
    } catch {
      return "\(error)"
    }
  }()

  /// Starts a machine, runs a bash script in it and gives what came of it.
  ///
  /// The script runs in `folder`, which it may write to, with the functions of `Tests/CameraMachine/guest-functions`;
  /// what it does with `scenario` can be asked for one by one.
  /// - Parameter limit: When the machine is stopped, in seconds: a last resort after the scenarios' own limits.
  static func run(
    _ drivers: [Driver], limit: Int = 120, in folder: TemporaryFolder? = nil,
    environment: [String: String] = [:], script: String
  ) async throws -> GuestRun {
    let folder = try folder ?? TemporaryFolder()
    try folder.write(
      "set -uo pipefail\nsource \(package)/Tests/CameraMachine/guest-functions\n\(script)\n",
      to: "script")
    let options = drivers.map(\.option) + ["--timeout", "\(limit)", "--log", "console"]
    let started = ContinuousClock.now
    let pid = try start(
      options + ["--", "bash", folder.file("script")], in: folder, environment: environment)
    var status: Int32 = 0
    while waitpid(pid, &status, WNOHANG) == 0 { try await Task.sleep(for: .milliseconds(20)) }
    let seconds = (ContinuousClock.now - started) / .seconds(1)
    return try GuestRun(
      folder: folder, status: status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F),
      seconds: seconds)
  }

  /// Starts the program in a folder; what it writes goes to `machine.out` and `machine.err` there.
  private static func start(
    _ words: [String], in folder: TemporaryFolder, environment extra: [String: String] = [:]
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for (target, name) in [(1, "machine.out"), (2, "machine.err")] {
      posix_spawn_file_actions_addopen(
        &actions, Int32(target), folder.file(name), O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    }
    // The threads that tests run on block signals, which a process would inherit.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let environment = ProcessInfo.processInfo.environment
      .merging(["CAMERA_SIMULATOR": simulator]) { $1 }.merging(extra) { $1 }
    // The machine's folder is the current one, which a spawned process inherits: a shell changes it.
    let command =
      ["/bin/bash", "-c", "cd \"$0\" && exec \"$@\"", folder.path, program] + words
    var arguments = command.map { strdup($0) } + [nil]
    var settings = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (arguments + settings).forEach { free($0) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, command[0], &actions, &attributes, &arguments, &settings)
    try #require(code == 0, "\(command[0]) could not be started")
    return pid
  }
}
