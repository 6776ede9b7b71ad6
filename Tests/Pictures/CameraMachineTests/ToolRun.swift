import Glibc
import TestSupport
import Testing

/// Programs that prepare the input of a machine.
enum ToolRun {
  /// Runs the simulator outside any machine; throws if it fails.
  static func simulator(_ words: String...) async throws {
    var pid: pid_t = 0
    let command = [CameraMachine.simulator] + words
    var arguments = command.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    let code = posix_spawn(&pid, command[0], nil, nil, &arguments, environ)
    try #require(code == 0, "\(command[0]) could not be started")
    var status: Int32 = 0
    while waitpid(pid, &status, WNOHANG) == 0 { try await Task.sleep(for: .milliseconds(20)) }
    try #require(status == 0, "\(command)")
  }
}

/// The recordings that come with the package.
enum Samples {
  static func path(_ name: String) -> String {
    Repository.path("samples/" + name)
  }
}
