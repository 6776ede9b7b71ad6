import CommandEnvironment
import Glibc
import JSONCoding
import StudyTasks

/// Shows a run on a terminal's whole screen, and takes its keys.
final class StudyScreen: RunObserver {
  /// The newest thing that a person should know.
  var message = ""

  /// Whether nobody is at the terminal any more.
  private(set) var isLost = false

  /// Below this many rows a line takes the place of the large digits.
  private static let fewRows = 16

  private let terminal: Terminal
  private let raw: RawTerminal
  private var lines = ScreenLines()
  private var typed = ""
  private var question = 0
  private var isEnding = false
  private var notices: [String] = []

  init(_ terminal: Terminal, _ raw: RawTerminal) {
    self.terminal = terminal
    self.raw = raw
  }

  func receive(_ event: RunEvent, of run: TaskRun) {
    switch event {
    case .stepBegan: (typed, question, message) = ("", 0, "")
    case .notice(let text):
      message = text
      notices.append(text)
    default: break
    }
  }

  // MARK: - Keys

  /// Takes the keys that were pressed.
  func takeKeys(_ run: TaskRun) {
    guard let keys = raw.keys() else {
      isLost = true
      return
    }
    for key in keys where run.finishReason == nil {
      if isEnding { takeEnding(key, run) } else { take(key, run) }
    }
  }

  private func takeEnding(_ key: UInt8, _ run: TaskRun) {
    switch key | 0x20 {
    case UInt8(ascii: "k"): run.end(.earlyTermination)
    case UInt8(ascii: "d"): run.end(.discarded)
    case UInt8(ascii: "c"), 0x1B | 0x20: isEnding = false
    default: break
    }
  }

  private func take(_ key: UInt8, _ run: TaskRun) {
    if key == 0x1B {
      isEnding = true
      return
    }
    if let open = openQuestion(run) { return type(key, open, run) }
    switch key | 0x20 {
    case 0x0D | 0x20, 0x0A | 0x20, 0x20:
      if !run.next() { message = "the step is not over yet" }
    case UInt8(ascii: "p"):
      if run.active?.state == .suspended { run.resume() } else { run.pause() }
    case UInt8(ascii: "b"): run.back()
    case UInt8(ascii: "q"): isEnding = true
    default: break
    }
  }

  /// The question whose answer is typed; `nil` if the step asks none.
  private func openQuestion(_ run: TaskRun) -> Question? {
    guard let questions = run.step?.questions, questions.indices.contains(question) else {
      return nil
    }
    return questions[question]
  }

  private func type(_ key: UInt8, _ open: Question, _ run: TaskRun) {
    switch key {
    case 0x0D, 0x0A: accept(open, run)
    case 0x7F, 0x08: if !typed.isEmpty { typed.removeLast() }
    case 0x20...0x7E where typed.count < 1000: typed.append(Character(Unicode.Scalar(key)))
    default: break
    }
  }

  private func accept(_ open: Question, _ run: TaskRun) {
    do throws(InvalidAnswer) {
      if !typed.isEmpty {
        try run.answer(open.identifier, with: open.format.answer(toTyped: typed))
      } else if !open.isOptional, run.answer(to: open) == nil, run.step?.isOptional == false {
        throw InvalidAnswer(description: "this question must be answered: \(open.format.hint)")
      }
      (typed, message) = ("", "")
      question += 1
      if openQuestion(run) == nil { run.next() }
    } catch {
      message = error.description
    }
  }

  // MARK: - Drawing

  /// Draws what has changed since the last time.
  func draw(_ run: TaskRun) {
    guard raw.takesMore(within: 0) else { return }
    let size = raw.size
    let changes = lines.update(
      to: layout(run, columns: size.columns, rows: size.rows), columns: size.columns)
    if !changes.isEmpty, !raw.draw(changes) { isLost = true }
  }

  /// As many lines as there are rows, none longer than there are columns.
  private func layout(_ run: TaskRun, columns: Int, rows: Int) -> [String] {
    func fit(_ text: String) -> String { String(text.withVisibleControls.prefix(columns)) }
    func styled(_ text: String, _ style: String) -> String {
      terminal.showsColor && !text.isEmpty ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
    }
    let step = run.step
    let progress = run.progress.map { "step \($0.number) of \($0.count)" } ?? ""
    let room = max(columns - progress.count - 1, 0)
    var top = [
      fit(padded(String(run.result.taskIdentifier.prefix(room)), room) + " " + progress), "",
      styled(fit(step.map { $0.title.isEmpty ? $0.identifier : $0.title } ?? ""), "1"),
    ]
    if let text = step?.text, !text.isEmpty {
      top += wrapped(text, width: columns, indent: 0).map(fit)
    }
    if let active = run.active { top += timer(active, rows: rows).map(fit) }
    top += pulse(run).map(fit)
    if let open = openQuestion(run) {
      top += [""] + wrapped(open.text, width: columns, indent: 0).map(fit)
      if case .choice(let choices, _) = open.format {
        top += choices.enumerated().map { fit("  \($0 + 1)  \($1.text)") }
      }
      // The end of a long answer is what is being typed.
      let prompt = "[\(open.format.hint)] "
      top.append(fit(prompt + typed.suffix(max(columns - prompt.count - 1, 1)) + "_"))
    }
    // A low screen has no room for lines without anything.
    if rows < Self.fewRows { top.removeAll(where: \.isEmpty) }
    let bottom = [styled(fit(message), "33"), fit(keys(run, columns: columns))]
    let free = max(rows - bottom.count, 0)
    let middle = top.prefix(free) + Array(repeating: "", count: max(0, free - top.count))
    return Array((middle + bottom).suffix(max(rows, 1)))
  }

  private func timer(_ active: ActiveStepRun, rows: Int) -> [String] {
    guard let activity = active.step.activity, activity.showsTimer else { return [] }
    let seconds = activity.duration == 0 ? active.elapsed : active.remaining
    let whole = Int(activity.duration == 0 ? seconds : seconds.rounded(.up))
    let isLong = max(activity.duration, seconds) > 60
    let time = isLong ? "\(whole / 60):\(whole % 60 / 10)\(whole % 10)" : "\(whole)"
    var lines =
      rows < Self.fewRows
      ? ["", "  " + time + (isLong ? "" : " s")]
      : [""] + LargeDigits.lines(time, isUnicode: terminal.showsUnicode).map { "  " + $0 }
    if let pace = activity.breathsPerMinute, active.state == .running {
      let phase = (active.elapsed * pace / 60).truncatingRemainder(dividingBy: 1)
      lines += ["", phase < 0.5 ? "  breathe in" : "  breathe out"]
    }
    switch active.state {
    case .ready: lines.append("  return starts")
    case .suspended: lines.append("  paused")
    case .finished: lines.append("  over: return goes on")
    case .running: break
    }
    return lines
  }

  private func pulse(_ run: TaskRun) -> [String] {
    guard run.active != nil || !run.guidance.isEmpty else { return [] }
    var text = run.rate.map { "\($0.rate.fixed(0)) bpm" } ?? "-- bpm"
    if let low = run.rate?.low, let high = run.rate?.high {
      text += "  \(low.fixed(0)) to \(high.fixed(0))"
    }
    if let quality = run.rate?.quality { text += "  quality \(quality.fixed(2))" }
    return ["", "  " + text, run.guidance.isEmpty ? "" : "  " + run.guidance]
  }

  private func keys(_ run: TaskRun, columns: Int) -> String {
    if isEnding {
      let question = "end the study? [k] keep what was recorded  [d] discard  [c] continue"
      return question.count <= columns ? question : "end? [k] keep [d] discard [c] continue"
    }
    if openQuestion(run) != nil { return "[return] answer  [esc] end" }
    switch run.active?.state {
    case .running: return "[p] pause  [q] end"
    case .suspended: return "[p] go on  [q] end"
    default:
      return run.result.steps.isEmpty
        ? "[return] next  [q] end" : "[return] next  [b] back  [q] end"
    }
  }

  // MARK: -

  /// Gives the terminal back for a while, until `takeOver`.
  func giveBack() { raw.restore() }

  /// Takes the terminal once more and draws everything anew.
  func takeOver() {
    raw.takeOver()
    lines = ScreenLines()
  }

  /// Gives the terminal back and says again what a screen that is gone has said.
  func close() {
    raw.restore()
    for notice in notices { report(notice) }
  }
}
