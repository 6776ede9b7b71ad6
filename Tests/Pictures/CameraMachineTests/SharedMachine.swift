import TestSupport
import Testing

/// What one suite wants done in a machine that it shares with others: a bash script with a name of its own.
struct GuestScript: Sendable {
  let name: String
  let commands: String
}

/// A machine that boots once for several suites, because most of a short machine's work is its boot. It runs their
/// scripts one after another, each in a folder and a shell of its own; every script unplugs what it plugs in.
struct SharedMachine: Sendable {
  /// Cameras behind the driver of real webcams.
  static let usb = SharedMachine(
    [.usb()],
    scripts: [
      USBCameraTests.script, LiveTests.script, USBFaultTests.script, LiveFaultTests.camera,
      StudyTests.script,
    ])

  /// The kernel's test camera at `/dev/video0`, and recordings at `/dev/video1`.
  static let virtual = SharedMachine(
    [.vivid(), .loopback()],
    scripts: [LoopbackTests.script, LiveFaultTests.testCamera, LiveFaultTests.recordings]
  ) { folder in
    for encoding in ["yuyv", "mjpeg"] {
      try await ToolRun.simulator(
        "prepare", Samples.path("resting.mp4"), folder.file(encoding), "--encoding", encoding,
        "--width", "160", "--height", "120")
    }
  }

  private typealias USBCameraTests = CameraMachineSuite.USBCameraTests
  private typealias USBFaultTests = CameraMachineSuite.USBFaultTests
  private typealias LiveTests = CameraMachineSuite.LiveTests
  private typealias StudyTests = CameraMachineSuite.StudyTests
  private typealias LiveFaultTests = CameraMachineSuite.LiveFaultTests
  private typealias LoopbackTests = CameraMachineSuite.LoopbackTests

  private let boot: Task<GuestRun, any Error>

  private init(
    _ drivers: [CameraMachine.Driver], scripts: [GuestScript],
    prepare: @escaping @Sendable (TemporaryFolder) async throws -> Void = { _ in }
  ) {
    boot = Task {
      try await CameraMachine.run(
        drivers,
        prepare: { folder in
          for script in scripts {
            try folder.write(script.commands + "\n", to: script.name + ".script")
          }
          try await prepare(folder)
        },
        script: """
          for name in \(scripts.map(\.name).joined(separator: " ")); do
            mkdir "$name"
            status=0
            (cd "$name" && source "../$name.script") || status=$?
            echo "$status" >"$name/status"
          done
          """)
    }
  }

  /// Returns the results of one of the scripts; throws if the machine stopped before its end.
  func run(of script: GuestScript) async throws -> GuestRun {
    try await boot.value.part(script.name)
  }
}
