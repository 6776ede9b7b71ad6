import StudyTasks

/// The input of a person or a program while a study runs without a screen: one command per line.
enum StudyInput {
  /// A line that is no command, as `--json` reads it.
  struct Unknown: Error, CustomStringConvertible {
    let description: String
  }

  static let words = "next, back, pause, resume, answer ITEM VALUE, end or discard"

  /// Carries out a command; returns the identifier of the question that it answers, if it does.
  static func perform(_ line: String, on run: TaskRun) throws -> String? {
    let parts = line.split(separator: " ", maxSplits: 2)
    switch parts.first {
    case "next"?:
      if !run.next() {
        throw Unknown(
          description: run.unanswered.map { "\($0.identifier) must be answered first" }
            ?? "the step is not over yet")
      }
    case "back"?: run.back()
    case "pause"?: run.pause()
    case "resume"?: run.resume()
    case "end"?: run.end(.earlyTermination)
    case "discard"?: run.end(.discarded)
    case "answer"? where parts.count == 3:
      guard
        let question = run.step?.questions.first(where: { $0.identifier == parts[1] })
      else { throw Unknown(description: "the step has no question of that name") }
      try run.answer(question.identifier, with: question.format.answer(toTyped: String(parts[2])))
      return question.identifier
    default: throw Unknown(description: "a command must be \(words)")
    }
    return nil
  }
}

/// Collects bytes from a terminal or a pipe into lines.
struct LineCollector {
  private var bytes: [UInt8] = []

  /// Returns the lines that these bytes complete.
  mutating func lines(adding new: [UInt8]) -> [String] {
    bytes += new
    var lines: [String] = []
    while let end = bytes.firstIndex(of: 0x0A) {
      lines.append(
        String(decoding: bytes[..<end].filter { $0 != 0x0D }, as: UTF8.self))
      bytes.removeFirst(end + 1)
    }
    // A person does not type so much without pressing return.
    if bytes.count > 65_536 { bytes = [] }
    return lines
  }
}
