import Glibc

/// Writes results to standard output and remembers whether that worked.
struct ResultOutput {
  private(set) var hasFailed = false

  mutating func write(_ text: String) {
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

/// Writes the whole text; returns whether that worked. A reader that takes nothing for some seconds after a
/// signal has asked to stop does not hold up the end: a camera may have to be put back.
@discardableResult
func writeAll(_ text: String, to descriptor: Int32) -> Bool {
  var text = text
  return text.withUTF8 { bytes in
    var written = 0
    var patience = 5
    while written < bytes.count {
      let count = write(descriptor, bytes.baseAddress! + written, bytes.count - written)
      if count < 0 {
        guard errno == EINTR else { return false }
        // An alarm comes each second then.
        if Interruption.isRequested { patience -= 1 }
        guard patience > 0 else { return false }
        continue
      }
      written += count
    }
    return true
  }
}
