import CommandEnvironment
import JSONCoding

/// The progress of a batch: the counts so far, for its `ProgressLine`.
struct BatchProgress {
  /// Recordings of the batch, and those that need no measuring.
  private let count: Int
  private(set) var doneCount: Int
  private(set) var failedCount = 0

  private let bytes: Int
  private var doneBytes = 0
  private var measuredCount = 0
  private let start = ContinuousClock.now
  private var line: ProgressLine

  init(count: Int, done: Int, bytes: Int, terminal: Terminal) {
    (self.count, doneCount, self.bytes) = (count, done, bytes)
    line = ProgressLine("measuring", terminal: terminal, messagesEvery: .seconds(30))
  }

  mutating func add(bytes: Int, hasFailed: Bool) {
    doneCount += 1
    measuredCount += 1
    doneBytes += bytes
    if hasFailed { failedCount += 1 }
  }

  mutating func show() {
    // Bytes take time rather than files do.
    line.update(
      bytes > 0 ? Double(doneBytes) / Double(bytes) : nil,
      detail: text(after: (ContinuousClock.now - start) / .seconds(1)))
  }

  /// Returns the progress: "123 of 300 recordings, 2 failed, 34.2 a minute"
  func text(after seconds: Double) -> String {
    var text = "\(doneCount) of \(counted(count, "recording"))"
    if failedCount > 0 { text += ", \(failedCount) failed" }
    guard measuredCount > 0, seconds > 0 else { return text }
    return text + ", \((60 * Double(measuredCount) / seconds).fixed(1)) a minute"
  }

  mutating func clear() { line.clear(text(after: (ContinuousClock.now - start) / .seconds(1))) }
}
