import CLinux
import FileAccess
import Glibc
import Sandbox

/// A worker as the batch sees it: its process, and the two pipes to it.
final class WorkerProcess {
  /// The file that it works on.
  private(set) var order: WorkerOrder?

  /// When it was last heard of, on the monotonic clock.
  private(set) var lastHeard = ContinuousClock.now

  /// The descriptor that is readable when it has answered.
  let answers: Int32

  private let process: pid_t
  private let orders: Int32
  private var buffer: [UInt8] = []
  private var isReaped = false

  /// Starts a worker.
  init(_ words: [String], environment: [String: String]) throws(ChildProgram.Failure) {
    var (down, up): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard heartcam_pipe(&down) == 0 else { throw ChildProgram.Failure(code: errno) }
    guard heartcam_pipe(&up) == 0 else {
      let code = errno
      down.forEach { close($0) }
      throw ChildProgram.Failure(code: code)
    }
    defer {
      close(down[0])
      close(up[1])
    }
    (orders, answers) = (down[1], up[0])
    do throws(ChildProgram.Failure) {
      process = try ChildProgram.start(
        [ChildProgram.own, BatchWorker.name] + words, input: down[0], output: up[1],
        environment: environment)
    } catch {
      close(down[1])
      close(up[0])
      throw error
    }
    _ = fcntl(answers, F_SETFL, O_NONBLOCK)
  }

  deinit {
    end()
    close(orders)
    close(answers)
  }

  /// Gives it a file to work on. That it has died shows when its answer is awaited.
  func give(_ order: WorkerOrder) {
    self.order = order
    lastHeard = .now
    guard let json = try? BatchJSON.bytes(of: order) else { return }
    try? FileDescriptor(orders).write(json + [0x0A])
  }

  /// It has done what it was asked.
  func finish() { order = nil }

  /// What has come from a worker.
  enum Answer {
    /// It goes on.
    case messages([WorkerMessage])

    /// It has ended: how, in words.
    case ended(String)
  }

  /// Takes what it has sent so far, without waiting.
  func take() -> Answer {
    var messages: [WorkerMessage] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(answers, &block, block.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { break }
      if count == 0 {
        // What it said before its end counts, too.
        if messages.isEmpty { return .ended(end()) }
        break
      }
      lastHeard = .now
      var from = 0
      while let stop = block[from..<count].firstIndex(of: 0x0A) {
        buffer += block[from..<stop]
        if let message = WorkerMessage(line: buffer) { messages.append(message) }
        buffer.removeAll(keepingCapacity: true)
        from = stop + 1
      }
      buffer += block[from..<count]
    }
    return .messages(messages)
  }

  /// Ends it at once; returns how it ended, in words.
  @discardableResult
  func end() -> String {
    guard !isReaped else { return "it has ended" }
    // One that has ended by itself keeps its own status.
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    isReaped = true
    let signal = status & 0x7F
    if signal == 0 { return "it ended with status \((status >> 8) & 0xFF)" }
    return "it was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
  }
}
