import Glibc

/// Prints lines for a person on standard error, beside the results.
enum Message {
  static func report(_ text: String) {
    var line = "heartcam-bench: \(text)\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
