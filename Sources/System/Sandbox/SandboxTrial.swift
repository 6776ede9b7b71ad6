import CLinux
import Glibc

/// The attempts that a locked process must not succeed with, and their outcomes: for a check of the
/// machine, and for tests.
package enum SandboxTrial: String, CaseIterable, Sendable {
  case read, write, connect, spawn, signal, memory, endless, fault, lie

  /// The attempt, in words.
  package var attempt: String {
    switch self {
    case .read: "opening a file"
    case .write: "writing a file"
    case .connect: "opening a connection"
    case .spawn: "starting a process"
    case .signal: "directing signals at others"
    case .memory: "taking 4 GB of memory"
    case .endless: "running for ever"
    case .fault: "a fault of a decoder"
    case .lie: "a message that is none"
    }
  }

  /// The kind of the message with the answer: a byte, 0 if it was refused.
  private static let answer: UInt8 = 16

  /// Tries it in a process of a command, from outside.
  /// - Returns: The obstacle, in words; `nil` if nothing held it back.
  package func outcome(
    of command: [String], limits: SandboxLimits, environment: [String: String]
  ) throws(ChildProgram.Failure) -> (text: String?, lacks: [SandboxPart]) {
    let process = try SandboxProcess(
      command + ["--memory", "\(limits.memory)", "--try", rawValue], limits: limits,
      environment: environment)
    switch process.next(mayWait: false, isInterrupted: { false }) {
    case .message([Self.answer, 0]): return ("it was refused", process.lacks)
    case .message([Self.answer, 1]): return (nil, process.lacks)
    case .message: return (SandboxEnd.malformed.description, process.lacks)
    case .ended(let end): return (end.description, process.lacks)
    case .interrupted: return (nil, process.lacks)
    }
  }

  /// Tries it, from inside.
  package func run() {
    var hasSucceeded = false
    switch self {
    case .read: hasSucceeded = open("/proc/self/status", O_RDONLY) >= 0
    case .write:
      for folder in ["/tmp", "/dev/shm", "."] {
        let path = "\(folder)/heartcam-trial-\(getpid())"
        guard open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600) >= 0 else { continue }
        unlink(path)
        hasSucceeded = true
      }
    case .connect:
      // A handler does not help.
      Glibc.signal(SIGSYS, SIG_IGN)
      hasSucceeded = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0
    case .spawn:
      hasSucceeded = (try? ChildProgram.start(["/bin/true"], environment: [:])) != nil
    case .signal:
      let socket = STDIN_FILENO
      let flags = fcntl(socket, F_GETFL)
      guard flags >= 0, fcntl(socket, F_SETFL, flags | O_NONBLOCK) == 0,
        fcntl(socket, F_SETFL, flags) == 0
      else { return }
      for (command, value) in [
        (F_SETOWN, getppid()), (F_SETFL, flags | O_ASYNC), (10 /* F_SETSIG */, SIGKILL),
        (1024 /* F_SETLEASE */, Int32(F_WRLCK)),
      ] where fcntl(socket, command, value) == 0 || errno != EPERM { hasSucceeded = true }
    case .memory:
      for kind in [MAP_PRIVATE, MAP_SHARED, MAP_PRIVATE | MAP_GROWSDOWN] {
        let size = 4 << 30
        let memory = mmap(nil, size, PROT_READ | PROT_WRITE, kind | MAP_ANONYMOUS, -1, 0)
        if memory != MAP_FAILED { hasSucceeded = true }
      }
    case .endless:
      var count = 0
      while getpid() > 0 { count &+= 1 }
    case .fault: raise(SIGSEGV)
    case .lie: return SandboxedSide.send([255, 255, 255])
    }
    SandboxedSide.send([Self.answer, hasSucceeded ? 1 : 0])
  }
}
