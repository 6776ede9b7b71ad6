import Glibc

/// A terminal at which the test sits.
final class PseudoTerminal {
  private let own: Int32

  /// The end that a process takes for its terminal.
  let other: Int32

  /// All that was shown so far.
  private(set) var shown = ""

  init() throws {
    own = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    var lock: Int32 = 0
    var number: Int32 = 0
    // TIOCSPTLCK and TIOCGPTN, macros that Swift does not import; what unlockpt and ptsname call.
    guard own >= 0, ioctl(own, 0x4004_5431, &lock) == 0, ioctl(own, 0x8004_5430, &number) == 0
    else {
      throw UnexpectedOutput(description: "no terminal: \(String(cString: strerror(errno)))")
    }
    other = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard other >= 0 else {
      throw UnexpectedOutput(description: "no terminal: \(String(cString: strerror(errno)))")
    }
  }

  deinit {
    close(own)
    close(other)
  }

  /// Waits until what is shown ends with the text, and takes it as read; throws after a minute.
  func wait(for text: String) throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while !shown.hasSuffix(text) {
      guard ContinuousClock.now < deadline else {
        throw UnexpectedOutput(description: "no '\(text)' but:\n\(shown)")
      }
      if !read() { usleep(1000) }
    }
  }

  /// Types a line.
  func type(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(own, bytes, bytes.count)
  }

  /// Takes in what has been shown since; whether there was something.
  @discardableResult
  func read() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(own, &bytes, bytes.count)
    guard count > 0 else { return false }
    shown += String(decoding: bytes.prefix(count), as: UTF8.self).replacing("\r\n", with: "\n")
    return true
  }
}
