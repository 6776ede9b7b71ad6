import FileAccess
package import HealthFormats
package import Sandbox
import Glibc

/// A reader for files of samples from strangers: a locked process of this program for each, which
/// hands back samples and nothing else.
package final class ImportSandbox: Sendable {
  private let command: [String]
  private let environment: [String: String]
  private let limits: SandboxLimits
  private let lackReport: LackReport

  /// Makes a sandbox; nothing is started yet.
  /// - Parameters:
  ///   - command: The program and its words that run `ImportReader`.
  ///   - onLack: Takes, once, the features that the kernel lacks, as a sentence.
  package init(
    command: [String], environment: [String: String], limits: SandboxLimits = SandboxLimits(),
    onLack: @escaping @Sendable (String) -> Void
  ) {
    self.command = command + ["--memory", "\(limits.memory)"]
    self.environment = environment
    self.limits = limits
    lackReport = LackReport(onLack)
  }

  /// Opens a file as `SampleFile` does, with the same samples, defects and errors. The thread that opens it
  /// also reads it.
  ///
  /// - Parameters:
  ///   - path: `-` for standard input.
  ///   - format: `nil` to recognize it by the first bytes.
  ///   - hints: Hints about a file that does not describe itself.
  ///   - isCancelled: Asked while nothing comes; `true` makes reading throw `CancellationError`, after the samples that
  ///     were read already.
  package func open(
    _ path: String, format: HealthFormat? = nil, hints: ImportHints = ImportHints(),
    isCancelled: @escaping () -> Bool = { false }
  ) throws -> SampleFile {
    let file = try SampleFile.opened(path, isCancelled: isCancelled)
    let size = file.regularSize
    let process: SandboxProcess
    do throws(ChildProgram.Failure) {
      process = try SandboxProcess(command, limits: limits, environment: environment)
    } catch {
      throw FormatError(
        .system,
        "the process that would read it cannot be started: \(String(cString: strerror(error.code)))"
      )
    }
    file.withDescriptor {
      process.send(
        ImportOrder(format: format, hints: hints).bytes, descriptor: $0.number)
    }
    let input = SandboxedInput(
      from: process, mayWait: size == nil, beside: { AppleCompanions(besideXML: path) },
      isCancelled: isCancelled, onLack: lackReport.note)
    let (kind, reading) = try input.open()
    return SampleFile(format: kind, reading: reading, input: input, size: size)
  }
}
