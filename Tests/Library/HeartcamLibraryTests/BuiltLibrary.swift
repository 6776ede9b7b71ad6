import Foundation
import TestSupport
import Testing

/// The library and the program as they were built, and what uses them.
enum BuiltLibrary {
  /// The library that lies beside the tests' own executable.
  static let path = folder + "/libHeartcam.so"

  /// The program: `HEARTCAM_BINARY`, or the one beside the tests.
  static let program =
    ProcessInfo.processInfo.environment["HEARTCAM_BINARY"] ?? folder + "/heartcam"

  private static let folder = (ToolProcess.path as NSString).deletingLastPathComponent

  /// What a command printed on both streams, and its exit status.
  static func run(
    _ command: [String], environment: [String: String] = [:]
  ) throws -> (output: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    // A test's thread may block every signal, and a process inherits that: Python's own pools of processes wait for
    // ever for one that SIGTERM does not end.
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (output, process.terminationStatus)
  }
}
