import FoundationEssentials
import Glibc

/// A process of `StoreWriterTool`, whose lines are read as it prints them.
public final class ToolProcess {
  /// A tool that could not be started.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private var pid: pid_t = 0
  private let stream: UnsafeMutablePointer<FILE>
  private var isReaped = false

  /// The tool lies beside the tests' own executable.
  public static let path: String = {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    return own[..<(own.lastIndex(of: "/") ?? own.endIndex)] + "/StoreWriterTool"
  }()

  public convenience init(_ words: String...) throws {
    try self.init(command: [Self.path] + words)
  }

  /// The first word of a command is the path of its program.
  public init(command: [String]) throws {
    let failure = Failure(description: "\(command[0]) could not be started")
    var ends: [Int32] = [0, 0]
    // Closed on exec from its first moment: an end inherited by another test's process would keep
    // the reader waiting.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw failure }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    var arguments = command.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    let code = posix_spawn(&pid, command[0], &actions, nil, &arguments, environ)
    close(ends[1])
    guard let stream = fdopen(ends[0], "r"), code == 0 else { throw failure }
    self.stream = stream
  }

  deinit {
    if !isReaped {
      kill(pid, SIGKILL)
      _ = wait()
    }
    fclose(stream)
  }

  /// The next line without its newline; nil when the process has ended. A line that a kill cut off
  /// is not given.
  public func line() -> String? {
    var text: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(text) }
    let count = getline(&text, &capacity, stream)
    guard count > 0, let text else { return nil }
    let line = String(cString: text)
    return line.hasSuffix("\n") ? String(line.dropLast()) : nil
  }

  public func lines() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    return lines
  }

  public func killNow() {
    kill(pid, SIGKILL)
  }

  /// The exit status, or minus the number of the signal that ended the process.
  public func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    isReaped = true
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
  }
}
