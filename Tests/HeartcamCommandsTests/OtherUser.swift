import Glibc

/// A user who is not root, to whom permissions apply.
enum OtherUser {
  private static var words: [String] {
    geteuid() == 0
      ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
  }

  static let canRun: Bool = {
    guard let result = try? run(["--version"]) else { return false }
    return result.ending == .exit(0)
  }()

  static func run(_ arguments: [String]) throws -> ProcessResult {
    try ChildProcess(
      words + [Heartcam.path] + arguments, environment: Heartcam.environment
    ).result()
  }
}
