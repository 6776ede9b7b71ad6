import CommandEnvironment
import FileAccess
import HealthFormats
import JSONCoding

/// A file of an import with one line per record: those that were left out (`--rejects`) or saved (`--saved`).
final class ListFile {
  private let path: String
  private let file: OutputFile
  private var buffer = ""
  private var failure: FileError?

  /// Opens the file.
  init(_ path: String) throws(FileError) {
    self.path = path
    file = try OutputFile(path) { Interruption.isRequested }
  }

  /// Adds a record that was left out.
  func write(_ defect: ImportDefect, _ place: ImportLog.Place, of input: String) {
    write(
      JSONValue.object([
        ("input", .string(input)), ("line", place.line > 0 ? .integer(place.line) : .null),
        ("defect", .string(defect.rawValue)), ("type", .optional(place.type)),
        ("unit", .optional(place.unit)), ("record", .string(place.text)),
      ]).text)
  }

  /// Adds a line.
  func write(_ line: String) {
    buffer += line + "\n"
    if buffer.utf8.count >= 1 << 16 { flush() }
  }

  /// Makes the file whole; `ioError`, with a message, if that fails.
  func finish() -> ExitCode {
    flush()
    do throws(FileError) {
      if let failure { throw failure }
      try file.commit()
      return .success
    } catch {
      report("cannot write \(path): \(error)")
      return .ioError
    }
  }

  private func flush() {
    guard failure == nil, !buffer.isEmpty else { return }
    do throws(FileError) {
      try file.withDescriptor { descriptor throws(FileError) in
        try writeWithPatience(buffer, to: descriptor)
      }
    } catch {
      failure = error
    }
    buffer = ""
  }
}
