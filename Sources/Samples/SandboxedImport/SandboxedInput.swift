import FileAccess
import HealthFormats
import SampleStore
import Sandbox

/// Samples of a file that a locked process takes apart, as this process would read them.
///
/// Its messages are checked (`SampleDecoder`).
final class SandboxedInput: SampleInput {
  let log = ImportLog()
  private(set) var line = 0
  private(set) var profile = PersonProfile()

  private let process: SandboxProcess
  private let isCancelled: () -> Bool
  private let onLack: ([SandboxPart]) -> Void
  private let makeCompanions: () -> AppleCompanions
  private lazy var companions = makeCompanions()
  private var decoder = SampleDecoder()
  private var hasEnded = false

  /// Whether the file may keep its reader waiting.
  private var mayWait: Bool
  private var hasAsked = false

  /// - Parameters:
  ///   - process: One that has got its order.
  ///   - companions: Makes the files beside an export; they are looked up in it, so that no name from the process
  ///     is a path.
  init(
    from process: SandboxProcess, mayWait: Bool,
    beside companions: @escaping () -> AppleCompanions, isCancelled: @escaping () -> Bool,
    onLack: @escaping ([SandboxPart]) -> Void
  ) {
    self.process = process
    self.mayWait = mayWait
    self.makeCompanions = companions
    self.isCancelled = isCancelled
    self.onLack = onLack
  }

  var bytesRead: Int { decoder.bytesRead }

  /// Waits until the file is open, and returns its format and how it is read.
  func open() throws -> (format: HealthFormat, reading: String?) {
    guard case .opened(let format, let reading) = try receive() else {
      throw hasAsked ? CancellationError() : lie
    }
    return (format, reading)
  }

  func next() throws -> Sample? {
    while true {
      while let item = try nextItem() {
        switch item {
        case .sample(let sample, let line):
          self.line = line
          return sample
        case .note(let defect, let place): log.note(defect, at: place)
        case .profile(let profile): self.profile = profile
        }
      }
      line = 0
      guard !hasEnded else { return nil }
      _ = try receive()
    }
  }

  private func nextItem() throws -> SampleDecoder.Item? {
    do throws(SampleDecoder.Malformed) {
      return try decoder.next()
    } catch {
      throw lie
    }
  }

  private var lie: FormatError { FormatError(.system, SandboxEnd.malformed.description) }

  /// Takes the next message, and answers those that ask for something.
  private func receive() throws -> SampleDecoder.Arrival {
    while true {
      let arrival = process.next(mayWait: mayWait, isInterrupted: { !hasAsked && isCancelled() })
      onLack(process.lacks)
      switch arrival {
      case .interrupted: interrupt()
      case .ended(let end): throw FormatError(.system, end.description)
      case .message(let bytes):
        let taken: SampleDecoder.Arrival
        do throws(SampleDecoder.Malformed) {
          taken = try decoder.take(bytes)
        } catch {
          throw lie
        }
        switch taken {
        case .companion, .rest: try answer(taken)
        case .failed(let kind, let reason): throw FormatError(kind, reason)
        case .finished:
          hasEnded = true
          if hasAsked { throw CancellationError() }
          return taken
        case .opened, .items, .part: return taken
        }
      }
    }
  }

  /// Interrupts the process, which reads the available part and ends as this process would.
  private func interrupt() {
    hasAsked = true
    mayWait = false
    process.interrupt()
  }

  private func answer(_ wish: SampleDecoder.Arrival) throws {
    // Asking is no reason not to be interrupted.
    if !hasAsked, isCancelled() { interrupt() }
    let name: String?
    if case .companion(let reference) = wish {
      name = reference
    } else {
      name = companions.nextRestName()
    }
    guard let name else {
      return process.send(CompanionAnswer.bytes(CompanionAnswer.missing, ""))
    }
    guard let file = companions.file(of: name) else {
      return process.send(CompanionAnswer.bytes(CompanionAnswer.missing, name))
    }
    file.withDescriptor {
      process.send(
        CompanionAnswer.bytes(CompanionAnswer.opened, name), descriptor: $0.number)
    }
  }
}
