import Testing

@testable import StudyTasks

/// What is reported of task files that cannot be used.
struct TaskFileTests {
  private static func problems(_ text: String, isThere: Bool = true) -> [String] {
    do throws(TaskFile.Defect) {
      _ = try TaskFile.task(from: text) { isThere ? nil : "there is no sound file \($0)" }
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  private static func file(_ steps: String, _ rest: String = "") -> String {
    """
    {
    "heartcam_task": 1,
    "identifier": "t",
    "steps": [
    \(steps)
    ]\(rest)
    }
    """
  }

  private static let instruction = #"{"type": "instruction", "identifier": "a"}"#

  @Test(
    arguments: [
      ("{\n\"heartcam_task\": 1,,", "line 2: it is no JSON: a text is missing at byte 21"),
      ("[1]", "line 1: a task is an object in braces"),
      (
        "{\"heartcam_task\": 2}",
        "line 1: heartcam_task: the file has version 2 of the form; this program reads version 1, "
          + "so a newer program is needed"
      ),
      (file(""), "line 4: steps: a task needs a step"),
      (
        file(instruction + ",\n" + instruction),
        "line 6: steps[1].identifier: steps[0] has the identifier a already"
      ),
      (
        file(instruction + ",\n{\"type\": \"active\", \"identifier\": \"b\", \"duration_s\": -3}"),
        "line 6: steps[1].duration_s: must be a number from 0 to 86400"
      ),
      (
        file("{\"type\": \"dance\", \"identifier\": \"b\"}"),
        "line 5: steps[0].type: must be one of instruction, countdown, active, fitness, walking, "
          + "music, question, form, completion"
      ),
      (
        file("{\"type\": \"countdown\", \"identifier\": \"b\", \"duration_s\": 2}"),
        "line 5: steps[0].duration_s: must lie between 3 and 86400 seconds"
      ),
      (
        file(instruction, ",\n\"rules\": {\n\"a\": \"nowhere\"}"),
        "line 8: rules.a.to: there is no step nowhere"
      ),
      (
        file(instruction, ",\n\"rules\": {\n\"a\": \"a\"}"),
        "line 8: rules.a: the rules lead from step a round in a circle without a way out"
      ),
      (
        file(instruction, ",\n\"skips\": {\n\"a\": {\"step\": \"a\", \"equals\": 1}}"),
        "line 8: skips.a: step a has no question a"
      ),
      (
        file("{\"type\": \"instruction\", \"identifier\": \"a\",\n\"color\": 1}"),
        "line 6: steps[0].color: there is no such field here"
      ),
    ])
  func `a bad file is reported with its line and field`(text: String, problem: String) {
    #expect(Self.problems(text) == [problem])
  }

  @Test func `a missing clip, too many steps, and several problems at once`() {
    let music = """
      {"type": "music", "identifier": "m", "duration_s": 30,
      "clips": ["gone.mp3"]}
      """
    #expect(
      Self.problems(Self.file(music), isThere: false)
        == ["line 6: steps[0].clips[0]: there is no sound file gone.mp3"])
    let many = (0..<10_000).map { "{\"type\": \"instruction\", \"identifier\": \"s\($0)\"}" }
    #expect(
      Self.problems(Self.file(many.joined(separator: ",\n")))
        == ["line 1005: steps[1000]: a task has at most 1000 steps, and this one has 10000"])
    let both = Self.file("{\"type\": \"instruction\"},\n{\"identifier\": \"b\"}")
    #expect(
      Self.problems(both) == [
        "line 5: steps[0].identifier: identifier is missing",
        "line 6: steps[1].type: type is missing",
      ])
  }

  @Test func `a cut-off file is never a task and never a crash`() {
    let text = BuiltInTask.sixMinuteWalk.text
    let whole = text.count
    for length in stride(from: 0, to: whole - 1, by: 7) {
      #expect(!Self.problems(String(text.prefix(length))).isEmpty)
    }
  }

  @Test func `rules with branches and skips read again as written`() throws {
    let text = """
      {"heartcam_task": 1, "identifier": "t", "title": "T", "steps": [
        {"type": "question", "identifier": "q", "question": "How?",
         "answer": {"type": "choice", "choices": ["a", {"text": "B", "value": "b"}], "several": true}},
        {"type": "question", "identifier": "n", "question": "How many?", "optional": false,
         "answer": {"type": "number", "minimum": 0, "unit": "steps", "integer": true}},
        {"type": "active", "identifier": "x", "duration_s": 12.5, "effort": "exercise",
         "recorders": [{"identifier": "c", "type": "color_signal"}]},
        {"type": "completion", "identifier": "end"}],
       "rules": {"q": {"branches": [{"if": {"any": [{"step": "q", "includes": "b"},
          {"not": {"step": "q", "is_answered": true}}]}, "to": "end"}], "to": "@next"},
          "x": "@end"},
       "skips": {"x": {"step": "n", "at_least": 3, "at_most": 5}}}
      """
    let task = try TaskFile.task(from: text)
    #expect(try TaskFile.task(from: TaskFile.text(of: task)) == task)
    #expect(task.rules["x"] == NavigationRule(otherwise: .end))
  }
}
