import FoundationEssentials
package import Sandbox
import Synchronization

/// Where recordings of strangers are read: locked processes of this program, which hand back colour
/// frames and nothing else.
///
/// It may be used by several threads at a time. The idle processes, which they share, are behind a mutex.
public final class RecordingSandbox: Sendable, Equatable {
  /// A process that waits for its next order. It is used by one thread at a time: the pool's mutex
  /// hands it over.
  private struct IdleProcess: @unchecked Sendable { let process: SandboxProcess }

  private let idle = Mutex<[IdleProcess]>([])
  private let command: [String]
  private let environment: [String: String]
  private let limits: SandboxLimits
  private let isReused: Bool
  private let lackReport: LackReport

  /// - Parameters:
  ///   - command: The program and its words that run `RecordingReader`.
  ///   - isReused: Whether a process reads one recording after the other, as far as the thread lives that
  ///     started it. What breaks into it through one recording can then give wrong numbers for the next.
  ///   - onLack: Takes, once, what the kernel lacks, as a sentence.
  package init(
    command: [String], environment: [String: String], limits: SandboxLimits = SandboxLimits(),
    isReused: Bool = false, onLack: @escaping @Sendable (String) -> Void
  ) {
    self.command = command + ["--memory", "\(limits.memory)"]
    self.environment = environment
    self.limits = limits
    self.isReused = isReused
    lackReport = LackReport(onLack)
  }

  /// Whether both are the same pool of processes.
  public static func == (first: RecordingSandbox, second: RecordingSandbox) -> Bool {
    first === second
  }

  /// A process that waits for an order.
  /// - Parameter isForSignal: Whether what it will read is a colour signal.
  func take(isForSignal: Bool) throws(ChildProgram.Failure) -> SandboxProcess {
    if isReused, let waiting = idle.withLock({ $0.popLast() }) { return waiting.process }
    // One that reads more than that needs the libraries for it.
    let words = isForSignal && !isReused ? RecordingReader.signalWords : []
    return try SandboxProcess(command + words, limits: limits, environment: environment)
  }

  /// Takes back a process that has done its work.
  func giveBack(_ process: SandboxProcess) {
    guard isReused else { return }
    let waiting = IdleProcess(process: process)
    idle.withLock { $0.append(waiting) }
  }

  /// Reports once what the kernel lacks.
  func note(_ lacks: [SandboxPart]) { lackReport.note(lacks) }
}
