import CommandEnvironment
import Glibc
import JSONCoding

/// How far a batch is: a line that is drawn anew at a terminal, else a line every half minute.
struct BatchProgress {
  /// Recordings of the batch, and those that need no measuring.
  private let count: Int
  private(set) var doneCount: Int
  private(set) var failedCount = 0

  private let bytes: Int
  private var doneBytes = 0
  private var measuredCount = 0
  private let terminal: Terminal
  private let start = ContinuousClock.now
  private var last = ContinuousClock.now
  private var isDrawn = false

  init(count: Int, done: Int, bytes: Int, terminal: Terminal) {
    (self.count, doneCount, self.bytes, self.terminal) = (count, done, bytes, terminal)
  }

  mutating func add(bytes: Int, hasFailed: Bool) {
    doneCount += 1
    measuredCount += 1
    doneBytes += bytes
    if hasFailed { failedCount += 1 }
  }

  /// Shows it, at most ten times a second.
  mutating func show() {
    let now = ContinuousClock.now
    guard now - last > (terminal.isErrorTerminal ? .milliseconds(100) : .seconds(30)) else {
      return
    }
    last = now
    let text = line(after: (now - start) / .seconds(1))
    if terminal.isErrorTerminal {
      isDrawn = true
      writeAll("\r\u{1B}[K" + text.prefix(max(20, terminal.width - 1)), to: STDERR_FILENO)
    } else {
      report(text)
    }
  }

  /// "123 of 300 recordings, 2 failed, 34.2 a minute, 5:10 left"
  func line(after seconds: Double) -> String {
    var text = "\(doneCount) of \(counted(count, "recording"))"
    if failedCount > 0 { text += ", \(failedCount) failed" }
    guard measuredCount > 0, seconds > 0 else { return text }
    text += ", \((60 * Double(measuredCount) / seconds).fixed(1)) a minute"
    if doneBytes > 0, bytes > doneBytes {
      let left = seconds * Double(bytes - doneBytes) / Double(doneBytes)
      text += ", \(ProgressBar.minutes(left)) left"
    }
    return text
  }

  mutating func clear() {
    if isDrawn { writeAll("\r\u{1B}[K", to: STDERR_FILENO) }
    isDrawn = false
  }
}
