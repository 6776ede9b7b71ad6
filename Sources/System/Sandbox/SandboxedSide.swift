import CLinux
import Glibc

/// The inner side of a sandbox: this process, which locks itself, and its one socket.
package enum SandboxedSide {
  /// The socket to the outer side takes the place of standard input.
  private static let socket = STDIN_FILENO

  /// The exit status of a process that could not lock itself.
  static let unlockedStatus: Int32 = 75

  /// An order of the outer side, and the input that came with it.
  package enum Order {
    case order([UInt8], descriptor: Int32?)

    /// The outer side has gone.
    case end
  }

  /// Locks this process and reports that to the outer side. Ends the process if the lock fails.
  /// - Parameters:
  ///   - memory: Megabytes that it may use.
  ///   - without: Parts that are treated as if the kernel lacked them.
  package static func enter(memory: Int, without: Set<SandboxPart> = []) {
    heartcam_close_from(3)
    // The zone is read from a file, once.
    tzset()
    preferAsVictim()
    guard heartcam_give_up_root() == 0 else { _exit(unlockedStatus) }
    // Killed with the outer side, also while it is stopped itself. A change of the user takes that back.
    _ = heartcam_end_with_parent()
    if !hasSanitizer { limit(__rlimit_resource_t(RLIMIT_DATA.rawValue), to: memory << 20) }
    limit(__rlimit_resource_t(RLIMIT_CORE.rawValue), to: 0)
    limit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), to: 0)
    guard let lacks = SandboxLock.close(without: without) else { _exit(unlockedStatus) }
    send([SandboxProcess.Note.ready.rawValue] + lacks.map(\.rawValue).sorted())
  }

  /// Waits for the next order.
  package static func next() -> Order {
    var bytes = [UInt8](repeating: 0, count: SandboxProcess.greatestPacket)
    var descriptor: Int32 = -1
    while true {
      let count = heartcam_receive_packet(socket, &bytes, bytes.count, &descriptor, 1)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return .end }
      return .order(Array(bytes[..<count]), descriptor: descriptor < 0 ? nil : descriptor)
    }
  }

  /// Sends a message; ends the process if there is no receiver.
  package static func send(_ bytes: [UInt8]) {
    while heartcam_send_packet(socket, bytes, bytes.count, -1) < 0 {
      guard errno == EINTR else { _exit(0) }
    }
  }

  // MARK: -

  /// Whether the program was built for tests that find faults of memory or threads; these map terabytes.
  private static var hasSanitizer: Bool {
    dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
  }

  private static func limit(_ resource: __rlimit_resource_t, to most: Int) {
    var limit = rlimit()
    getrlimit(resource, &limit)
    limit.rlim_max = min(limit.rlim_max, rlim_t(most))
    limit.rlim_cur = min(limit.rlim_cur, limit.rlim_max)
    setrlimit(resource, &limit)
  }

  /// Lets the kernel end this process before others if the machine runs out of memory.
  private static func preferAsVictim() {
    let file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = write(file, "500", 3)
    close(file)
  }
}
