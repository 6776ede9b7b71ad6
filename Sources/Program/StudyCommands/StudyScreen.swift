import CommandEnvironment
import Glibc
import JSONCoding
import StudyTasks
import VisibleText

/// Shows a run on a terminal's whole screen, and takes its keys.
final class StudyScreen: RunObserver {
  /// The newest thing that a person should know.
  var message = ""

  /// Whether the terminal has no reader left.
  var isLost: Bool { hasNoKeys || raw.isLost }

  let raw: RawTerminal

  private let terminal: Terminal
  private var hasNoKeys = false
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
      hasNoKeys = true
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
      if !run.next() { message = "not over yet" }
    case UInt8(ascii: "p"):
      if run.active?.state == .suspended { run.resume() } else { run.pause() }
    case UInt8(ascii: "b"): run.back()
    case UInt8(ascii: "q"): isEnding = true
    default: break
    }
  }

  /// Returns the question whose answer is typed; `nil` if the step asks none.
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

  /// Draws the changes since the last time.
  func draw(_ run: TaskRun) {
    raw.show { ScreenPart.lines(of: parts(run, columns: $0), columns: $0, rows: $1) }
  }

  /// Returns the screen's parts: time and rate come before the text to read.
  private func parts(_ run: TaskRun, columns: Int) -> [ScreenPart] {
    func text(_ text: String) -> [String] {
      text.isEmpty ? [] : wrapped(text.withVisibleControls, width: columns, indent: 0)
    }
    let step = run.step
    let title = step.map { $0.title.isEmpty ? $0.identifier : $0.title } ?? ""
    let progress =
      run.progress.map {
        columns < 30 ? "\($0.number)/\($0.count)" : "step \($0.number) of \($0.count)"
      } ?? ""
    let room = max(columns - progress.count - 1, 0)
    let task = run.result.taskIdentifier.withVisibleControls.prefix(cells: room)
    var question = (text: [String](), answer: [String]())
    if let open = openQuestion(run) {
      question.text = text(open.text)
      if case .choice(let choices, _) = open.format {
        question.text += choices.enumerated().flatMap { text("  \($0 + 1)  \($1.text)") }
      }
      // The end of a long answer is the part being typed.
      let prompt = "[\(open.format.hint)] "
      question.answer = [prompt + typed.suffix(max(columns - prompt.count - 1, 1)) + "_"]
    }
    return [
      ScreenPart(8, [padded(task, room) + " " + progress]), .gap,
      ScreenPart(7, text(title).map { terminal.styled($0) }), ScreenPart(6, text(step?.text ?? "")),
      .gap, ScreenPart(1) { [self] in timer(run.active, rows: $0) }, .gap, ScreenPart(2, rate(run)),
      ScreenPart(3, text(run.guidance)), .gap, ScreenPart(5, question.text),
      ScreenPart(0, question.answer), .rest,
      ScreenPart(4, text(message).map { terminal.styled($0, .doubtful) }),
      ScreenPart(3, keys: keys(run), columns: columns),
    ]
  }

  /// Returns the remaining or elapsed time, and what to do in it: large where that leaves room for the rest.
  private func timer(_ active: ActiveStepRun?, rows: Int) -> [String] {
    guard let active, let activity = active.step.activity, activity.showsTimer else { return [] }
    let seconds = activity.duration == 0 ? active.elapsed : active.remaining
    let whole = Int(activity.duration == 0 ? seconds : seconds.rounded(.up))
    let isLong = max(activity.duration, seconds) > 60
    let time = isLong ? "\(whole / 60):\(whole % 60 / 10)\(whole % 10)" : "\(whole)"
    var notes: [String] = []
    if let pace = activity.breathsPerMinute, active.state == .running {
      let phase = (active.elapsed * pace / 60).truncatingRemainder(dividingBy: 1)
      notes.append(phase < 0.5 ? "breathe in" : "breathe out")
    }
    switch active.state {
    case .ready: notes.append("return starts")
    case .suspended: notes.append("paused")
    case .finished: notes.append("over: return goes on")
    case .running: break
    }
    guard rows < 2 * LargeDigits.rows else {
      let digits = LargeDigits.lines(time, isUnicode: terminal.showsUnicode)
      return (digits + [""] + notes).map { "  " + $0 }
    }
    return [([time + (isLong ? "" : " s")] + notes).joined(separator: "  ")]
  }

  private func rate(_ run: TaskRun) -> [String] {
    guard run.active != nil || !run.guidance.isEmpty else { return [] }
    var text = run.rate.map { "\($0.rate.fixed(0)) bpm" } ?? "-- bpm"
    if let low = run.rate?.low, let high = run.rate?.high {
      text += "  \(low.fixed(0)) to \(high.fixed(0))"
    }
    if let quality = run.rate?.quality { text += "  quality \(quality.fixed(2))" }
    return [text]
  }

  private func keys(_ run: TaskRun) -> [String] {
    if isEnding { return ["end? [k] keep", "[d] discard", "[c] continue"] }
    if openQuestion(run) != nil { return ["[return] answer", "[esc] end"] }
    switch run.active?.state {
    case .running: return ["[p] pause", "[q] end"]
    case .suspended: return ["[p] go on", "[q] end"]
    default:
      return ["[return] next"] + (run.result.steps.isEmpty ? [] : ["[b] back"]) + ["[q] end"]
    }
  }

  /// Gives the terminal back and repeats the messages of a screen that is gone.
  func close() {
    raw.restore()
    for notice in notices { report(notice) }
  }
}
