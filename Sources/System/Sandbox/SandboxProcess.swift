import CLinux
import Glibc

/// The outer side of a sandbox: a locked process, and the socket to it.
///
/// It belongs to the thread that made it, and the process ends with that thread. It does not trust
/// the process: a message is bytes of a limited number.
package final class SandboxProcess {
  /// Messages of the lock itself; all others begin with a byte from 16 on.
  enum Note: UInt8 {
    /// It is locked; the numbers of the lacking parts follow.
    case ready = 1
  }

  /// Bytes of the longest message.
  package static let greatestPacket = 1 << 16

  /// The outcome of waiting.
  package enum Arrival {
    case message([UInt8])

    /// The process has ended: why, as a part of a sentence.
    case ended(SandboxEnd)

    /// `isInterrupted` has returned true.
    case interrupted
  }

  /// The parts of the lock that the kernel lacks; complete once a message has come.
  package private(set) var lacks: [SandboxPart] = []

  /// The number of the process.
  package let process: Int32

  private let socket: Int32
  private let limits: SandboxLimits
  private var isReady = false
  private var end: SandboxEnd?
  private var buffer = [UInt8](repeating: 0, count: greatestPacket)

  /// Starts a process that locks itself.
  package init(
    _ command: [String], limits: SandboxLimits, environment: [String: String]
  ) throws(ChildProgram.Failure) {
    var ends: [Int32] = [-1, -1]
    guard heartcam_packet_sockets(&ends) == 0 else { throw ChildProgram.Failure(code: errno) }
    defer { close(ends[1]) }
    do throws(ChildProgram.Failure) {
      process = try ChildProgram.start(command, input: ends[1], environment: environment)
    } catch {
      close(ends[0])
      throw error
    }
    socket = ends[0]
    self.limits = limits
  }

  deinit {
    reap(SIGKILL)
    close(socket)
  }

  /// Sends an order, and an open file with it. A process that has ended, or could not be reached,
  /// shows when its answer is awaited.
  package func send(_ bytes: [UInt8], descriptor: Int32? = nil) {
    while heartcam_send_packet(socket, bytes, bytes.count, descriptor ?? -1) < 0 {
      let code = errno
      if code == EINTR { continue }
      // One that has ended says by its answer how.
      if code != EPIPE, code != ECONNRESET, end == nil {
        reap(SIGKILL)
        end = .untold(code)
      }
      return
    }
  }

  /// Asks the process to end its work early.
  package func interrupt() {
    if end == nil { kill(process, SIGINT) }
  }

  /// Waits for the next message.
  /// - Parameters:
  ///   - mayWait: Whether the input may keep it waiting, as a pipe does. Its silence is then no fault.
  ///   - isInterrupted: Asked several times per second while nothing comes.
  package func next(mayWait: Bool, isInterrupted: () -> Bool) -> Arrival {
    var waits = Waits()
    while end == nil {
      let count = heartcam_receive_packet(socket, &buffer, buffer.count, nil, 0)
      if count > 0 {
        if takeNote(count) { continue }
        return .message(Array(buffer[..<count]))
      }
      // It ended without reading its orders; its own messages come after this error.
      if count < 0, errno == ECONNRESET { continue }
      if count == 0 || (errno != EAGAIN && errno != EINTR) {
        // Its end of the socket is closed: it has ended, or ends as soon as it is asked to.
        let isTooLong = count < 0 && errno == EMSGSIZE
        let ending = reap(SIGTERM)
        if isTooLong { end = .malformed }
        return .ended(end ?? ending)
      }
      if isInterrupted() { return .interrupted }
      var request = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      if poll(&request, 1, Waits.step) == 0, let fault = fault(&waits, mayWait) {
        reap(SIGKILL)
        end = fault
        return .ended(fault)
      }
    }
    return .ended(end ?? .malformed)
  }

  // MARK: -

  /// The duration of silence. Steps of waiting are counted, not a clock read: time in which this
  /// process was stopped itself does not count.
  private struct Waits {
    /// Milliseconds.
    static let step: Int32 = 100

    var steps = 0
    var stoppedSteps = 0
    var workAtStart: Double?

    static func seconds(_ steps: Int) -> Double { Double(steps) * Double(step) / 1000 }
  }

  /// Returns the fault of a silent process.
  private func fault(_ waits: inout Waits, _ mayWait: Bool) -> SandboxEnd? {
    waits.steps += 1
    var information = siginfo_t()
    if waitid(P_PID, id_t(process), &information, WSTOPPED | WNOHANG | WNOWAIT) == 0,
      information.si_signo != 0
    {
      waits.stoppedSteps += 1
      if Waits.seconds(waits.stoppedSteps) >= limits.pause { return .stopped }
    } else {
      waits.stoppedSteps = 0
    }
    if let now = workSeconds {
      let start = waits.workAtStart ?? now
      waits.workAtStart = start
      if now - start >= limits.work { return .endless(limits.work) }
    }
    return !mayWait && Waits.seconds(waits.steps) >= limits.silence ? .silent(limits.silence) : nil
  }

  /// Seconds of processor time that it has used.
  private var workSeconds: Double? {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      return nil
    }
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Takes a message of the lock itself; returns whether it was one.
  private func takeNote(_ count: Int) -> Bool {
    switch Note(rawValue: buffer[0]) {
    case .ready:
      if !isReady { lacks = buffer[1..<count].prefix(8).compactMap(SandboxPart.init) }
      isReady = true
      return true
    case nil: return false
    }
  }

  /// Ends the process by a signal, unless it has ended by itself, and notes how it ended.
  @discardableResult
  private func reap(_ signal: Int32) -> SandboxEnd {
    if let end { return end }
    // One that has closed its socket is about to end; one that does not is made to.
    var status: Int32 = 0
    var result: pid_t = 0
    if signal != SIGKILL {
      for _ in 0..<100 {
        result = waitpid(process, &status, WNOHANG)
        if result != 0 { break }
        usleep(10_000)
      }
    }
    if result == 0 {
      kill(process, SIGKILL)
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
    let ending: SandboxEnd
    if status & 0x7F != 0 {
      ending = .signalled(status & 0x7F, memory: limits.memory)
    } else if (status >> 8) & 0xFF == SandboxedSide.unlockedStatus, !isReady {
      ending = .unlocked
    } else {
      ending = .exited((status >> 8) & 0xFF)
    }
    end = ending
    return ending
  }
}
