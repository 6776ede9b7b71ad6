/// The order of steps: a task, or another program's object that decides at run time.
public protocol StepOrder {
  /// Returns the step after one; the first for `nil`.
  /// - Returns: `nil` at the end.
  func step(after identifier: String?, in result: TaskResult) -> StudyStep?

  /// Returns the step with an identifier; `nil` for an unknown one.
  func step(withIdentifier identifier: String) -> StudyStep?

  /// Returns the number of a step and how many there are, for people; `nil` if that is unknown or of no use.
  func progress(of identifier: String) -> (number: Int, count: Int)?

  /// Returns whether a question of a step is asked; all are unless an order says otherwise.
  /// - Parameter result: The run's result with the step's answers so far.
  func asks(_ question: Question, of step: StudyStep, in result: TaskResult) -> Bool

  /// Returns whether a step may be shown now; otherwise the run stays where it is.
  func allows(_ step: StudyStep) -> Bool
}

extension StepOrder {
  public func asks(_ question: Question, of step: StudyStep, in result: TaskResult) -> Bool { true }
  public func allows(_ step: StudyStep) -> Bool { true }
}

extension StudyTask: StepOrder {
  /// Returns the next step that is not left out, by the task's rules.
  public func step(after identifier: String?, in result: TaskResult) -> StudyStep? {
    var place = -1
    if let identifier {
      guard let index = index(of: identifier) else { return nil }
      place = index
    }
    var rule = identifier.flatMap { rules[$0] }
    // Steps that are left out may lead to each other; each is passed at most once.
    for _ in 0...steps.count {
      var next = place + 1
      switch rule?.destination(result) ?? .next {
      case .end: return nil
      case .next: break
      case .step(let identifier):
        guard let index = index(of: identifier) else { return nil }
        next = index
      }
      guard steps.indices.contains(next) else { return nil }
      let step = steps[next]
      guard skips[step.identifier]?.holds(in: result) == true else { return step }
      (place, rule) = (next, rules[step.identifier])
    }
    return nil
  }

  /// Returns the task's step with an identifier; `nil` for an unknown one.
  public func step(withIdentifier identifier: String) -> StudyStep? {
    index(of: identifier).map { steps[$0] }
  }

  /// Returns the step's number of all; `nil` if rules may change the order.
  public func progress(of identifier: String) -> (number: Int, count: Int)? {
    guard rules.isEmpty, skips.isEmpty, let index = index(of: identifier) else { return nil }
    return (index + 1, steps.count)
  }

  private func index(of identifier: String) -> Int? {
    steps.firstIndex { $0.identifier == identifier }
  }
}
