import Synchronization

/// Reports the features that the kernel lacks for a sandbox: once, however many processes lack the
/// same. Any thread may use it; whether it has reported is behind a mutex.
package final class LackReport: Sendable {
  private let hasReported = Mutex(false)
  private let report: @Sendable (String) -> Void

  /// - Parameter report: Takes the lack as a sentence.
  package init(_ report: @escaping @Sendable (String) -> Void) { self.report = report }

  /// Notes the features that one process lacks; nothing is reported if it lacks none.
  package func note(_ lacks: [SandboxPart]) {
    guard !lacks.isEmpty else { return }
    let isFirst = hasReported.withLock { hasReported in
      defer { hasReported = true }
      return !hasReported
    }
    if isFirst { report(SandboxPart.report(of: lacks)) }
  }
}
