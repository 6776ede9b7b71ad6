import FileAccess
import Glibc

/// Writes results to standard output and remembers whether that worked.
///
/// It belongs to the main thread; every part of a command that writes results shares one.
final class ResultOutput {
  /// Whether a piece could not be written. Nothing is written any more.
  private(set) var hasFailed = false

  /// Writes a piece of the results.
  func write(_ text: String) {
    // What follows a piece that is missing is of no use.
    if !hasFailed, !writeAll(text, to: STDOUT_FILENO) { hasFailed = true }
  }
}

/// Writes a line for a person to standard error.
func report(_ message: String) {
  writeAll("heartcam: \(message.withVisibleControls)\n", to: STDERR_FILENO)
}

extension String {
  /// With control characters, which a file's name may hold, written out rather than carried out.
  var withVisibleControls: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    return unicodeScalars.map { $0.isControl ? $0.escaped(asASCII: true) : String($0) }.joined()
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}

/// Writes the whole text; returns whether that worked.
@discardableResult
func writeAll(_ text: String, to descriptor: Int32) -> Bool {
  do throws(FileError) {
    try writeWithPatience(text, to: FileDescriptor(descriptor))
    return true
  } catch {
    return false
  }
}

/// Writes the whole text. A reader that takes nothing for some seconds after a signal has asked to
/// stop does not hold up the end: a camera may have to be put back.
func writeWithPatience(_ text: String, to descriptor: FileDescriptor) throws(FileError) {
  var patience = 5
  try descriptor.write(text) {
    // An alarm comes each second then.
    if Interruption.isRequested { patience -= 1 }
    return patience <= 0
  }
}
