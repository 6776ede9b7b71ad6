import FoundationEssentials
package import Sandbox
import Synchronization

/// Where recordings of strangers are read: locked processes of this program, which hand back colour
/// frames and nothing else.
///
/// It may be used by several threads at a time. What they share, the idle processes and whether a lack
/// was reported, is behind a mutex.
public final class RecordingSandbox: Sendable, Equatable {
  private struct State: ~Copyable {
    var idle: [IdleProcess] = []
    var hasReported = false
  }

  /// A process that waits for its next order. It is used by one thread at a time: the pool's mutex
  /// hands it over.
  private struct IdleProcess: @unchecked Sendable { let process: SandboxProcess }

  private let state = Mutex(State())
  private let command: [String]
  private let environment: [String: String]
  private let limits: SandboxLimits
  private let isReused: Bool
  private let onLack: @Sendable (String) -> Void

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
    self.onLack = onLack
  }

  /// Whether both are the same pool of processes.
  public static func == (first: RecordingSandbox, second: RecordingSandbox) -> Bool {
    first === second
  }

  /// A process that waits for an order.
  func take() throws(ChildProgram.Failure) -> SandboxProcess {
    if isReused, let idle = state.withLock({ $0.idle.popLast() }) { return idle.process }
    return try SandboxProcess(command, limits: limits, environment: environment)
  }

  /// Takes back a process that has done its work.
  func giveBack(_ process: SandboxProcess) {
    guard isReused else { return }
    let idle = IdleProcess(process: process)
    state.withLock { $0.idle.append(idle) }
  }

  /// Reports once what the kernel lacks.
  func note(_ lacks: [SandboxPart]) {
    guard !lacks.isEmpty, state.withLock({ !exchange(&$0.hasReported, true) }) else { return }
    onLack(SandboxPart.report(of: lacks))
  }

  private func exchange(_ value: inout Bool, _ new: Bool) -> Bool {
    defer { value = new }
    return value
  }
}
