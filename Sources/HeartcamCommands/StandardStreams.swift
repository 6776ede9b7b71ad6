import Glibc

/// Writes results to standard output and remembers whether that worked.
struct ResultOutput {
  private(set) var hasFailed = false

  mutating func write(_ text: String) {
    if !writeAll(text, to: STDOUT_FILENO) { hasFailed = true }
  }
}

/// Writes a line for a person to standard error.
func report(_ message: String) {
  _ = writeAll("heartcam: \(message)\n", to: STDERR_FILENO)
}

/// Writes the whole text; returns whether that worked.
@discardableResult
func writeAll(_ text: String, to descriptor: Int32) -> Bool {
  var text = text
  return text.withUTF8 { bytes in
    var written = 0
    while written < bytes.count {
      let count = write(descriptor, bytes.baseAddress! + written, bytes.count - written)
      if count < 0 {
        if errno == EINTR { continue }
        return false
      }
      written += count
    }
    return true
  }
}
