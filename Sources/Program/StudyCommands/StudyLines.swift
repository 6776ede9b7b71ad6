import CommandEnvironment
import JSONCoding
import SampleStore
import StudyTasks

/// Shows a run as plain lines for a person, and asks its questions one by one.
final class StudyLines: RunObserver {
  private let output: ResultOutput
  private var shownSecond = -1

  /// Seconds from one line about the time and the rate to the next.
  private static let step = 5

  init(_ output: ResultOutput) { self.output = output }

  func receive(_ event: RunEvent, of run: TaskRun) {
    switch event {
    case .stepBegan(let step):
      dialogue = QuestionDialogue()
      let progress = run.progress.map { " (\($0.number) of \($0.count))" } ?? ""
      output.write("\n\(step.title.isEmpty ? step.identifier : step.title)\(progress)\n")
      if !step.text.isEmpty { output.write(step.text + "\n") }
      prompt(run)
    case .started(let step):
      shownSecond = -1
      if let duration = step.activity?.duration, duration > 0 {
        output.write("started, \(Int(duration)) s\n")
      }
    case .paused: output.write("paused; return goes on\n")
    case .clip(let clip): output.write("playing \(clip)\n")
    case .observed(.guidance(let text), _): output.write("\(text)\n")
    case .notice(let text): report(text)
    case .stepEnded, .speech, .sound, .silence, .observed, .finished: break
    }
  }

  /// Takes a typed line.
  func take(_ line: String, _ run: TaskRun) {
    if dialogue.open(run) != nil {
      do throws(InvalidAnswer) { try dialogue.answer(line, run) } catch {
        output.write("\(error)\n")
      }
      if dialogue.open(run) == nil { run.next() } else { prompt(run) }
      return
    }
    switch line {
    case "p": run.pause()
    case "q": run.end(.earlyTermination)
    case "b": run.back()
    default:
      if !run.next() { output.write("the step is not over yet; p pauses, q ends the study\n") }
    }
  }

  /// Shows the remaining time, and the rate, now and then.
  func show(_ run: TaskRun) {
    guard let active = run.active, active.state == .running else { return }
    let second = Int(active.elapsed)
    guard second != shownSecond, second > 0, second.isMultiple(of: Self.step) else { return }
    shownSecond = second
    let time =
      active.step.activity?.duration == 0
      ? "\(second) s" : "\(Int(active.remaining.rounded())) s left"
    let rate = run.rate.map { "  \($0.rate.fixed(0)) bpm" } ?? ""
    output.write(time + rate + "\n")
  }

  private var dialogue = QuestionDialogue()

  private func prompt(_ run: TaskRun) {
    guard let step = run.step else { return }
    if step.activity == nil, step.questions.isEmpty {
      output.write("(return goes on)\n")
      return
    }
    if let activity = step.activity {
      if !activity.startsAutomatically { output.write("(return starts)\n") }
      if activity.duration == 0 { output.write("(return ends)\n") }
    }
    for line in dialogue.lines(run) { output.write(line + "\n") }
  }
}
