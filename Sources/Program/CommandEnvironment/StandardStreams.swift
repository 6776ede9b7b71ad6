package import FileAccess
import Glibc
package import JSONCoding
import Synchronization
import VisibleText

/// Writes results to standard output, or to a file, and remembers whether that worked.
///
/// It belongs to the main thread; every part of a command that writes results shares one. Other threads have it in their
/// context and leave it alone, which makes it `@unchecked Sendable`.
package final class ResultOutput: @unchecked Sendable {
  /// Whether a piece could not be written. No further ones are written then.
  package private(set) var hasFailed = false

  private let file: OutputFile?

  package init() { file = nil }

  /// Opens a file that `commit` makes whole.
  package init(to path: String) throws(CommandError) {
    file = try writing(path) { try OutputFile(path) { Interruption.isRequested } }
  }

  /// Makes the content a file.
  package func commit() throws(CommandError) {
    _ = try writing("the output") { try file?.commit() }
  }

  /// Writes a piece of the results. Invisible characters, which the name of a source or a file may
  /// hold, are written out.
  package func write(_ text: String) { writeStyled(VisibleText.text(of: text, keepsLines: true)) }

  /// Writes a value as a line of JSON.
  package func write(line: JSONValue) { write(line.text + "\n") }

  /// Writes a piece whose control characters are our own.
  package func writeStyled(_ text: String) {
    // Output after a missing piece is of no use.
    guard !hasFailed else { return }
    let isWritten =
      file?.withDescriptor { writeAll(text, to: $0.number) }
      ?? writeAll(Terminal.text(text, for: STDOUT_FILENO), to: STDOUT_FILENO)
    hasFailed = !isWritten
  }
}

/// Does what writes a file, which an error names if it cannot.
package func writing<Value>(
  _ path: String, _ work: () throws -> Value
) throws(CommandError) -> Value {
  do { return try work() } catch {
    throw .ioError("cannot write \((error as? FileError)?.path ?? path): \(error)")
  }
}

/// How much is said on standard error besides errors.
package enum Verbosity {
  private static let quiet = Atomic<Bool>(false)

  /// Whether notes and progress are left out.
  package static var isQuiet: Bool {
    get { quiet.load(ordering: .relaxed) }
    set { quiet.store(newValue, ordering: .relaxed) }
  }
}

/// Reports optional information: how many were saved, where a file is. Nothing with `--quiet`.
package func note(_ message: String) {
  if !Verbosity.isQuiet { report(message) }
}

/// Writes a line for a person to standard error. At a terminal it is wrapped at words; a program that
/// reads it gets one line.
package func report(_ message: String) {
  let line = "heartcam: \(message.withVisibleControls)"
  guard isatty(STDERR_FILENO) == 1 else {
    writeAll(line + "\n", to: STDERR_FILENO)
    return
  }
  let lines = wrapped(
    Terminal.text(line, for: STDERR_FILENO), width: Terminal.size(of: STDERR_FILENO)?.columns ?? 80)
  writeAll(lines.joined(separator: "\n") + "\n", to: STDERR_FILENO)
}

/// Returns a text in lines of at most this width, divided at spaces; all but the first are
/// indented. A longer word gets a separate line, so that a path can be copied.
package func wrapped(_ text: String, width: Int, indent: Int = 2) -> [String] {
  guard text.cells > width else { return [text] }
  let indent = String(repeating: " ", count: indent)
  var lines: [String] = []
  // The text's own indentation is kept.
  let start = text.prefix { $0 == " " }
  var line = ""
  for word in text.dropFirst(start.count).split(separator: " ", omittingEmptySubsequences: false) {
    if line.isEmpty {
      line = (lines.isEmpty ? String(start) : indent) + word
    } else if line.cells + 1 + word.cells <= width {
      line += " " + word
    } else {
      lines.append(line)
      line = indent + word
    }
  }
  return line.isEmpty ? lines : lines + [line]
}

extension String {
  /// With what a person would not see written out (`VisibleText`).
  package var withVisibleControls: String { VisibleText.text(of: self) }
}

/// Returns a number with its noun: "1 sample", "2 samples".
package func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// Writes the whole text; returns whether that worked.
@discardableResult
package func writeAll(_ text: String, to descriptor: Int32) -> Bool {
  do throws(FileError) {
    try writeWithPatience(text, to: FileDescriptor(descriptor))
    return true
  } catch {
    return false
  }
}

/// Writes the whole text. A reader that takes nothing for some seconds after a signal has asked to
/// stop does not delay the end: a camera may have to be restored.
package func writeWithPatience(_ text: String, to descriptor: FileDescriptor) throws(FileError) {
  var patience = 5
  try descriptor.write(text) {
    // An alarm comes each second then.
    if Interruption.isRequested { patience -= 1 }
    return patience <= 0
  }
}
