import Glibc

/// Shows the progress of long work on one line of standard error.
///
/// Nothing is drawn if standard error is no terminal, or before half a second has passed.
package struct ProgressBar {
  private let label: String
  private let isShown: Bool
  private let width: Int
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var lastDrawn: ContinuousClock.Instant
  private var isDrawn = false

  package init(_ label: String, terminal: Terminal) {
    let label = label.withVisibleControls
    self.label = label.count > 24 ? "…" + label.suffix(23) : label
    isShown = terminal.isErrorTerminal
    width = terminal.width
    start = clock.now
    lastDrawn = start + .milliseconds(400)
  }

  /// Draws the bar, at most ten times a second.
  /// - Parameter share: From 0 to 1; `nil` if the length is not known.
  package mutating func update(_ share: Double?) {
    guard isShown else { return }
    let now = clock.now
    guard now - lastDrawn > .milliseconds(100) else { return }
    lastDrawn = now
    isDrawn = true
    let elapsed = (now - start) / .seconds(1)
    var line = "\(label)  "
    if let share, share > 0 {
      let share = min(share, 1)
      let cells = max(10, min(30, width - label.count - 24))
      let full = Int(share * Double(cells))
      line += "[" + String(repeating: "#", count: full)
      line += String(repeating: ".", count: cells - full) + "] \(Int(share * 100)) %"
      line += "  \(Self.minutes(elapsed * (1 - share) / share)) left"
    } else {
      line += "\(Self.minutes(elapsed))"
    }
    writeAll("\r\u{1B}[K" + line, to: STDERR_FILENO)
  }

  /// Removes the bar.
  package mutating func clear() {
    if isDrawn { writeAll("\r\u{1B}[K", to: STDERR_FILENO) }
    isDrawn = false
  }

  package static func minutes(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 1e9).rounded())
    let rest = whole % 60
    return "\(whole / 60):" + (rest < 10 ? "0\(rest)" : "\(rest)")
  }
}
