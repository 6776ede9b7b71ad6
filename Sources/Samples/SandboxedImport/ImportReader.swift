import FileAccess
import FoundationEssentials
import Glibc
import HealthFormats
import SampleStore
import Sandbox

/// The inner side of an `ImportSandbox`: reads a file of samples for the outer side.
package enum ImportReader {
  /// Reads files until the outer side is gone.
  package static func serve() {
    SandboxInterruption.listen()
    while case .order(let bytes, let descriptor) = SandboxedSide.next() {
      guard let order = ImportOrder(bytes) else { return }
      SandboxInterruption.reset()
      // Without any, number -1 gives the error of a closed file.
      Reading(order).read(OpenFile(adopting: FileDescriptor(descriptor ?? -1)))
    }
  }

  /// One file on its way.
  private final class Reading {
    private let order: ImportOrder
    private var encoder = SampleEncoder { SandboxedSide.send($0) }
    private var profile = PersonProfile()
    private var bytesRead = 0

    init(_ order: ImportOrder) { self.order = order }

    func read(_ descriptor: consuming OpenFile) {
      var file: SampleFile
      do {
        file = try SampleFile(
          descriptor, format: order.format.flatMap { HealthFormat(rawValue: $0) },
          hints: order.hints, beside: { RequestedCompanions() },
          isCancelled: { SandboxInterruption.isRequested })
      } catch is CancellationError {
        return encoder.finish()
      } catch {
        return encoder.fail(error)
      }
      encoder.open(file.format, reading: file.reading)
      file.input.log.onNote = { [unowned self] in
        encoder.add($0, $1)
        // A file may have many defects between two samples.
        if encoder.isFull { encoder.flush(bytesRead) }
      }
      do {
        while let sample = try file.input.next() {
          encoder.add(sample, line: file.input.line)
          if encoder.isFull { flush(file.input) }
        }
        flush(file.input)
        encoder.finish()
      } catch is CancellationError {
        flush(file.input)
        encoder.finish()
      } catch {
        flush(file.input)
        encoder.fail(error)
      }
    }

    /// Sends the items collected so far, and the known facts about the person.
    private func flush(_ input: any SampleInput) {
      if input.profile != profile {
        profile = input.profile
        encoder.add(profile)
      }
      bytesRead = input.bytesRead
      encoder.flush(bytesRead)
    }
  }
}

/// The files beside an export, which the outer side opens.
private final class RequestedCompanions: ExportCompanions {
  func bytes(of reference: String) -> [UInt8]? {
    guard reference.utf8.count <= ImportMessage.longestReference else { return nil }
    return ask([ImportMessage.companion.rawValue] + reference.utf8).bytes
  }

  func nextRest() -> (name: String, bytes: [UInt8]?)? {
    let (name, bytes) = ask([ImportMessage.rest.rawValue])
    return name.isEmpty ? nil : (name, bytes)
  }

  // A folder has no file of them.
  func ownSamples() throws -> NDJSONReader? { nil }

  private func ask(_ question: [UInt8]) -> (name: String, bytes: [UInt8]?) {
    SandboxedSide.send(question)
    guard case .order(let answer, let descriptor) = SandboxedSide.next() else { _exit(0) }
    let name = String(decoding: answer.dropFirst(), as: UTF8.self)
    guard let descriptor else { return (name, nil) }
    return (name, AppleCompanions.bytes(of: OpenFile(adopting: FileDescriptor(descriptor))))
  }
}
