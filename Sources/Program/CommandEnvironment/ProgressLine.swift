import Glibc
package import JSONCoding
import VisibleText

/// Reports the progress of long work: the finished part, in percent, and the time left.
///
/// At a terminal it is a line of standard error that is redrawn. With `HEARTCAM_PROGRESS` in the
/// environment it is lines of JSON on standard error, for the program that started this one.
/// Otherwise it is nothing, or messages for work of hours. Half a second passes before the first.
package struct ProgressLine {
  private enum Form {
    case line(width: Int), json, messages(every: Duration), nothing

    /// Between two of them.
    var pause: Duration {
      switch self {
      case .line, .json: .milliseconds(250)
      case .messages(let pause): pause
      case .nothing: .zero
      }
    }
  }

  private let work: String
  private let form: Form
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var last: ContinuousClock.Instant
  private var drawn = ""

  /// - Parameters:
  ///   - verb: The activity, such as "importing".
  ///   - name: The file being processed; its folder is left out, and its start if it is long.
  ///   - pause: Between two messages where there is no terminal; `nil` for no messages.
  package init(
    _ verb: String, _ name: String? = nil, terminal: Terminal, messagesEvery pause: Duration? = nil
  ) {
    let short = name?.split(separator: "/").last.map { String($0).withVisibleControls } ?? ""
    work = [verb, short.cells > 24 ? "…" + short.suffix(cells: 23) : short].filter { !$0.isEmpty }
      .joined(separator: " ")
    form =
      if terminal.isAskedForProgress {
        .json
      } else if Verbosity.isQuiet {
        .nothing
      } else if terminal.isErrorTerminal, !terminal.isDumb {
        .line(width: terminal.width)
      } else if let pause = pause ?? (terminal.isErrorTerminal ? .seconds(10) : nil) {
        .messages(every: pause)
      } else {
        .nothing
      }
    start = clock.now
    last = start
  }

  /// Whether anything is ever said.
  package var isShown: Bool { if case .nothing = form { false } else { true } }

  /// Says it, if enough time has passed since it was last said.
  /// - Parameters:
  ///   - share: From 0 to 1; `nil` if the length is not known.
  ///   - detail: The finished part, such as "12 of 300 recordings".
  package mutating func update(_ share: Double?, detail: String = "") {
    guard isShown else { return }
    let now = clock.now
    guard now - start > .milliseconds(500), now - last > form.pause else { return }
    last = now
    let progress = WorkProgress(share, after: (now - start) / .seconds(1))
    let words = detail.isEmpty ? work : detail
    switch form {
    case .line(let width):
      let line = progress.line(Terminal.text(words, for: STDERR_FILENO), width: width)
      if line != drawn { writeAll("\r\u{1B}[K" + line, to: STDERR_FILENO) }
      drawn = line
    case .json: writeAll(progress.json(words).text + "\n", to: STDERR_FILENO)
    case .messages: report(progress.sentence(words))
    case .nothing: break
    }
  }

  /// Removes the line. Messages that were given end with a last one.
  package mutating func clear(_ detail: String = "") {
    if case .messages = form, last > start, !detail.isEmpty { report("\(work): \(detail)") }
    if !drawn.isEmpty { writeAll("\r\u{1B}[K", to: STDERR_FILENO) }
    drawn = ""
  }
}

/// The progress of work at a moment, in the forms in which it is reported.
package struct WorkProgress: Equatable {
  /// The finished share, from 0 to 1; `nil` if the length is unknown.
  package let share: Double?

  /// Seconds since the beginning.
  package let elapsed: Double

  package init(_ share: Double?, after elapsed: Double) {
    self.share = share.map { $0.isFinite ? min(max($0, 0), 1) : 0 }
    self.elapsed = elapsed
  }

  /// The seconds left if the rest takes as long for its length as the finished part; `nil` if that is unknown yet.
  package var secondsLeft: Double? {
    share.flatMap { $0 > 0 ? elapsed * (1 - $0) / $0 : nil }
  }

  /// "41%, 5:10 left"; the elapsed time if nothing else is available.
  private var words: [String] {
    guard let share, let secondsLeft else { return [Self.clock(elapsed)] }
    return ["\(Int(share * 100))%", "\(Self.clock(secondsLeft)) left"]
  }

  /// Returns a sentence: "importing export.zip, 41%, 5:10 left"
  package func sentence(_ work: String) -> String { ([work] + words).joined(separator: ", ") }

  /// Returns the same with a bar, if a terminal's width has room for one.
  package func line(_ work: String, width: Int) -> String {
    let sentence = sentence(work)
    let cells = min(30, width - sentence.cells - 5)
    guard let share, cells >= 10 else { return sentence.prefix(cells: max(20, width - 1)) }
    let full = Int(share * Double(cells))
    let bar = String(repeating: "#", count: full) + String(repeating: ".", count: cells - full)
    return "\(work)  [\(bar)] \(words.joined(separator: ", "))"
  }

  /// Returns the form for the program that started this one.
  package func json(_ work: String) -> JSONValue {
    ["progress": .string(work), "share": .rounded(share, 3), "left_s": .rounded(secondsLeft, 0)]
  }

  /// Returns the share and the seconds left of a line that `json` has made; `nil` for any other line.
  package static func values(
    ofLine line: [UInt8]
  ) -> (share: JSONValue, secondsLeft: JSONValue)? {
    guard let value = try? JSONParser.value(of: line), value["progress"]?.string != nil
    else { return nil }
    return (value["share"] ?? .null, value["left_s"] ?? .null)
  }

  /// Returns seconds as minutes: "5:10".
  package static func clock(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 1e9).rounded())
    let rest = whole % 60
    return "\(whole / 60):" + (rest < 10 ? "0\(rest)" : "\(rest)")
  }
}
