/// The questions of a step, asked one by one: the answer in a typed line, and the next question.
package struct QuestionDialogue {
  /// Questions of the present step that were answered or passed.
  private var asked: Set<String> = []

  package init() {}

  /// Returns the question that is asked now; `nil` if the step has none left.
  package func open(_ run: TaskRun) -> Question? {
    run.questions.first { !asked.contains($0.identifier) }
  }

  /// Answers the open question with a typed line; an empty one takes the default, or passes the question.
  package mutating func answer(_ line: String, _ run: TaskRun) throws(InvalidAnswer) {
    guard let question = open(run) else { return }
    if !line.isEmpty {
      try run.answer(question.identifier, with: question.format.answer(toTyped: line))
    } else if run.answer(to: question) == nil {
      guard question.isOptional else {
        throw InvalidAnswer(description: "this question must be answered: \(question.format.hint)")
      }
      try run.answer(question.identifier, with: nil)
    }
    asked.insert(question.identifier)
    if open(run) == nil, run.unanswered != nil {
      asked = []
      throw InvalidAnswer(description: "one of these questions must be answered")
    }
  }

  /// Returns the lines that ask the open question: its notes, its text with a hint about input, then a line
  /// for each choice. Without an open question the list is empty.
  package func lines(_ run: TaskRun) -> [String] {
    guard let question = open(run) else { return [] }
    let first = "\(question.text) [\(question.format.hint)]"
    return question.notes + [first]
      + question.format.choices.enumerated().map { "  \($0 + 1)  \($1.text)" }
  }
}
