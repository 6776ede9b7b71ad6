import FileAccess
import Glibc

/// Writes results to standard output and remembers whether that worked.
///
/// It belongs to the main thread; every part of a command that writes results shares one.
final class ResultOutput {
  /// Whether a piece could not be written. Nothing is written any more.
  private(set) var hasFailed = false

  /// Writes a piece of the results. A control character in it, which the name of a source or a file
  /// may hold, is written out; it would command the terminal.
  func write(_ text: String) { writeStyled(text.withVisibleControls(exceptLines: true)) }

  /// Writes a piece whose control characters are our own.
  func writeStyled(_ text: String) {
    // What follows a piece that is missing is of no use.
    if !hasFailed, !writeAll(text, to: STDOUT_FILENO) { hasFailed = true }
  }
}

/// Writes a line for a person to standard error.
func report(_ message: String) {
  writeAll("heartcam: \(message.withVisibleControls)\n", to: STDERR_FILENO)
}

extension String {
  /// With control characters, which a name may hold, written out rather than carried out.
  var withVisibleControls: String { withVisibleControls(exceptLines: false) }

  /// With control characters, which a name may hold, written out rather than carried out.
  ///
  /// - Parameter exceptLines: Whether line ends and tabulators stay, in a text of several lines.
  func withVisibleControls(exceptLines: Bool) -> String {
    func isHidden(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isControl && !(exceptLines && (scalar == "\n" || scalar == "\t"))
    }
    // Bytes are quicker to look through; 0xC2 begins the second range of control characters.
    let mayHide = utf8.contains { byte in
      byte == 0xC2 || byte == 0x7F
        || (byte < 0x20 && !(exceptLines && (byte == 0x0A || byte == 0x09)))
    }
    guard mayHide, unicodeScalars.contains(where: isHidden) else { return self }
    return unicodeScalars.map { isHidden($0) ? $0.escaped(asASCII: true) : String($0) }.joined()
  }
}

/// "1 sample", "2 samples".
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
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
