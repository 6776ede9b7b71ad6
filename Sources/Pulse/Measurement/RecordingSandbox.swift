import FoundationEssentials
package import Sandbox
import Synchronization

/// A reader for recordings from strangers: locked processes of this program, which hand back color
/// frames and nothing else.
///
/// It may be used by several threads at a time, unless its processes are reused. Those that are idle are behind a mutex.
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
  ///   - onLack: Takes, once, the features that the kernel lacks, as a sentence.
  package convenience init(
    command: [String], environment: [String: String], limits: SandboxLimits = SandboxLimits(),
    onLack: @escaping @Sendable (String) -> Void
  ) {
    self.init(
      command + ["--memory", "\(limits.memory)"], environment, limits, isReused: false,
      LackReport(onLack))
  }

  private init(
    _ command: [String], _ environment: [String: String], _ limits: SandboxLimits, isReused: Bool,
    _ lackReport: LackReport
  ) {
    (self.command, self.environment, self.limits) = (command, environment, limits)
    (self.isReused, self.lackReport) = (isReused, lackReport)
  }

  /// The same for one thread, with a process that reads one recording after the other and ends with the
  /// thread. An attacker who breaks into it through one recording can then give wrong numbers for the next.
  package var reused: RecordingSandbox {
    RecordingSandbox(command, environment, limits, isReused: true, lackReport)
  }

  /// Returns whether both are the same pool of processes.
  public static func == (first: RecordingSandbox, second: RecordingSandbox) -> Bool {
    first === second
  }

  /// Returns a process that waits for an order.
  /// - Parameter isForSignal: Whether it will read a color signal.
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

  /// Reports once the features that the kernel lacks.
  func note(_ lacks: [SandboxPart]) { lackReport.note(lacks) }
}
