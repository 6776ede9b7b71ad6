import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The virtual machine with cameras, as `scripts/camera-machine` starts it.
enum CameraMachine {
  /// A driver, with parameters of its module if they differ from the default.
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

  /// A guest keeps one of the host's processors busy, and only its own clock matters to its cameras.
  private static let places = Places(max(1, ProcessInfo.processInfo.activeProcessorCount))

  private static let program = Repository.path("scripts/camera-machine")

  /// The simulator: `HEARTCAM_CAMERA_SIMULATOR`, which `scripts/test` sets to the release build.
  static let simulator = builtProgram("CameraSimulator", givenBy: "HEARTCAM_CAMERA_SIMULATOR")

  /// The program: `HEARTCAM_BINARY`, which `scripts/test` sets too.
  static let heartcam = builtProgram("heartcam", givenBy: "HEARTCAM_BINARY")

  private static func builtProgram(_ name: String, givenBy variable: String) -> String {
    if let given = ProcessInfo.processInfo.environment[variable] { return given }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    return own[..<(own.lastIndex(of: "/") ?? own.endIndex)] + "/\(name)"
  }

  /// Why no such machine can be started here; `nil` if one can.
  static let obstacle: String? = {
    // A debug build would be too slow for a processor of a billion instructions a second.
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

  /// Starts a machine, runs a bash script in it and returns its results.
  ///
  /// The script runs in a folder of its own, which it may write to, with the functions of
  /// `Tests/Pictures/CameraMachine/guest-functions`. `GuestRun` has the result of each `scenario`, whose limits are in the
  /// guest's own time.
  /// - Parameters:
  ///   - inMemory: Whether the script sees nothing but the programs that such scripts use, in the guest's memory. The
  ///     guest's clock runs on while it waits for a file of the host.
  ///   - limit: The seconds of the host's time after which the machine is stopped, as a last resort.
  ///   - prepare: Fills the folder before the machine starts.
  static func run(
    _ drivers: [Driver], inMemory: Bool = true, limit: Int = 1200,
    environment: [String: String] = [:],
    prepare: (TemporaryFolder) async throws -> Void = { _ in }, script: String
  ) async throws -> GuestRun {
    let folder = try TemporaryFolder()
    try await prepare(folder)
    try folder.write(
      """
      set -uo pipefail
      source \(Repository.path("Tests/Pictures/CameraMachine/guest-functions"))
      \(script)

      """, to: "scenarios")
    try folder.write(
      inMemory
        ? """
        source \(Repository.path("Tests/Pictures/CameraMachine/guest-functions"))
        from_memory scenarios "$CAMERA_SIMULATOR" "\(heartcam)" v4l2-ctl bash cat cp date find grep head ln ls \
          mkdir readlink rm sed sleep sort tail timeout tr

        """ : "exec bash scenarios\n", to: "script")
    let options = drivers.map(\.option) + ["--timeout", "\(limit)", "--log", "console"]
    await places.take()
    defer { places.giveBack() }
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

  /// Starts the program in a folder; its output goes to `machine.out` and `machine.err` there.
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
    // The threads that run tests block signals, and a process would inherit that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let environment = ProcessInfo.processInfo.environment
      .merging(["CAMERA_SIMULATOR": simulator]) { $1 }.merging(extra) { $1 }
    // The machine runs in the current folder. A spawned process inherits ours, so a shell changes it.
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
