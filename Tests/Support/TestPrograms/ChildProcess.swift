import FoundationEssentials
import Glibc

/// A process that a test starts, watches and ends. Its output goes to unnamed files, so that it never
/// waits for a reader.
final class ChildProcess {
  enum Input {
    case nothing
    case file(String)
    case descriptor(Int32)
  }

  enum Output {
    case captured
    case closed
    case file(String)
    case descriptor(Int32)
  }

  let command: String
  private(set) var pid: pid_t = 0
  private let output: Int32
  private let errors: Int32
  private var ending: ProcessResult.Ending?

  /// - Parameters:
  ///   - command: The program's path and its arguments.
  ///   - errors: Standard error; a terminal's descriptor, if the process should ask a person.
  init(
    _ command: [String], input: Input = .nothing, output: Output = .captured,
    errors: Output = .captured, environment: [String: String]
  ) throws {
    self.command = command.joined(separator: " ")
    self.output = try Self.unnamedFile()
    self.errors = try Self.unnamedFile()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    switch input {
    case .nothing: posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    case .file(let path): posix_spawn_file_actions_addopen(&actions, 0, path, O_RDONLY, 0)
    case .descriptor(let end): posix_spawn_file_actions_adddup2(&actions, end, 0)
    }
    for (target, choice, unnamed) in [(1, output, self.output), (2, errors, self.errors)] {
      switch choice {
      case .captured: posix_spawn_file_actions_adddup2(&actions, unnamed, Int32(target))
      case .closed: posix_spawn_file_actions_addclose(&actions, Int32(target))
      case .file(let path):
        posix_spawn_file_actions_addopen(&actions, Int32(target), path, O_WRONLY, 0)
      case .descriptor(let end): posix_spawn_file_actions_adddup2(&actions, end, Int32(target))
      }
    }
    // The threads that run tests block signals, and a process would inherit that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var words = command.map { strdup($0) } + [nil]
    var settings = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (words + settings).forEach { free($0) } }
    let code = posix_spawn(&pid, command[0], &actions, &attributes, &words, &settings)
    guard code == 0 else {
      ending = .exit(127)
      throw UnexpectedOutput(
        description: "\(command[0]) could not be started: \(String(cString: strerror(code)))")
    }
  }

  deinit {
    if ending == nil {
      kill(pid, SIGKILL)
      while waitpid(pid, nil, 0) < 0, errno == EINTR {}
    }
    close(output)
    close(errors)
  }

  func send(_ signal: Int32) { kill(pid, signal) }

  /// Whether it has not ended, or has not been waited for yet.
  var isRunning: Bool {
    guard ending == nil else { return false }
    var information = siginfo_t()
    return waitid(P_PID, id_t(pid), &information, WEXITED | WNOHANG | WNOWAIT) == 0
      && information.si_signo == 0
  }

  /// The output so far to standard output and to standard error, if these are captured.
  var outputSoFar: String { String(decoding: Self.bytes(of: output), as: UTF8.self) }
  var errorsSoFar: String { String(decoding: Self.bytes(of: errors), as: UTF8.self) }

  /// Waits until a condition holds; throws if the process ends before it does, or after two minutes.
  func wait(until condition: () throws -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(120)
    while try !condition() {
      guard isRunning, ContinuousClock.now < deadline else {
        if try condition() { return }
        throw UnexpectedOutput(
          description: "\(command)\nwhat was awaited did not come:\n\(outputSoFar)\n\(errorsSoFar)")
      }
      usleep(1000)
    }
  }

  /// Waits until the process and those that it has started are idle: all their threads sleep, and none has run
  /// between two checks, so that all slept at one time. A further condition is checked in between.
  func waitUntilAsleep(while condition: () throws -> Bool = { true }) throws {
    var before: [String: Int]?
    try wait {
      let isMet = try condition()
      let now = sleepingThreads()
      defer { before = now }
      return isMet && now != nil && now == before
    }
  }

  /// How often its threads have been woken from sleep.
  var wakeUpCount: Int {
    (Self.threads(of: "\(pid)") ?? [:]).values.reduce(0) { $0 + $1.switchCount }
  }

  /// The most memory that it has had so far, in kB; 0 once it has ended.
  var peakKilobytes: Int {
    let status = try? String(contentsOf: URL(filePath: "/proc/\(pid)/status"), encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }

  /// How often each thread has been given a processor, of this process and of those that it has started;
  /// `nil` if one of them is running or ready to run.
  private func sleepingThreads() -> [String: Int]? {
    var sleeping: [String: Int] = [:]
    var processes = ["\(pid)"]
    while let process = processes.popLast() {
      guard let threads = Self.threads(of: process), threads.values.allSatisfy(\.isAsleep)
      else { return nil }
      for (thread, (_, switchCount)) in threads {
        sleeping[thread] = switchCount
        let children = try? String(
          contentsOf: URL(filePath: "/proc/\(process)/task/\(thread)/children"), encoding: .utf8)
        processes += (children ?? "").split(separator: " ").map(String.init)
      }
    }
    return sleeping
  }

  /// A process's threads by their numbers; `nil` if one ended meanwhile.
  private static func threads(
    of process: String
  ) -> [String: (isAsleep: Bool, switchCount: Int)]? {
    let tasks = "/proc/\(process)/task"
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: tasks) else {
      return nil
    }
    var threads: [String: (isAsleep: Bool, switchCount: Int)] = [:]
    for name in names {
      guard
        let status = try? String(
          contentsOf: URL(filePath: "\(tasks)/\(name)/status"), encoding: .utf8)
      else { return nil }
      let counts = status.split(separator: "\n").filter { $0.contains("ctxt_switches") }
        .compactMap { $0.split(separator: "\t").last.flatMap { Int($0) } }
      threads[name] = (status.contains("State:\tS"), counts.reduce(0, +))
    }
    return threads
  }

  /// Waits until it ends, and kills it if that takes too long.
  func result(within limit: Duration = .seconds(120)) -> ProcessResult {
    let deadline = ContinuousClock.now + limit
    while ending == nil {
      var status: Int32 = 0
      let ended = waitpid(pid, &status, WNOHANG)
      if ended == pid {
        ending = status & 0x7F == 0 ? .exit((status >> 8) & 0xFF) : .signal(status & 0x7F)
      } else if ContinuousClock.now > deadline {
        kill(pid, SIGKILL)
        while waitpid(pid, nil, 0) < 0, errno == EINTR {}
        ending = .outOfTime
      } else {
        usleep(1000)
      }
    }
    return ProcessResult(
      command: command, ending: ending ?? .outOfTime, bytes: Self.bytes(of: output),
      errors: String(decoding: Self.bytes(of: errors), as: UTF8.self))
  }

  private static func unnamedFile() throws -> Int32 {
    let path = FileManager.default.temporaryDirectory.path + "/heartcam-" + UUID().uuidString
    // The process of another test that starts at the same time must not inherit it.
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw UnexpectedOutput(description: "\(path): \(String(cString: strerror(errno)))")
    }
    unlink(path)
    return descriptor
  }

  private static func bytes(of descriptor: Int32) -> Data {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = pread(descriptor, &part, part.count, off_t(bytes.count))
      guard count > 0 else { return Data(bytes) }
      bytes += part.prefix(count)
    }
  }
}
