package import Glibc

/// Starts other processes, with nothing of this one's but the environment.
package enum ChildProgram {
  /// A process could not be started.
  package struct Failure: Error {
    /// The system's number of the error.
    package let code: Int32

    /// Makes an error of a code that a system call left in `errno`.
    package init(code: Int32) { self.code = code }
  }

  /// Starts a program whose input comes from an open file, or none, and whose output goes to two open
  /// files, or nowhere.
  /// - Returns: Its number; the caller waits for its end.
  package static func start(
    _ command: [String], input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil,
    environment: [String: String]
  ) throws(Failure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    for (target, descriptor) in [(Int32(1), output), (2, errors)] {
      if let descriptor {
        posix_spawn_file_actions_adddup2(&actions, descriptor, target)
      } else {
        posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_WRONLY, 0)
      }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // A separate group: Ctrl-C at the terminal is for this program, which ends its children.
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    var words = command.map { strdup($0) } + [nil]
    var settings = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (words + settings).forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, command[0], &actions, &attributes, &words, &settings)
    guard code == 0 else { throw Failure(code: code) }
    return process
  }

  /// This program's own file.
  package static var own: String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
  }
}
