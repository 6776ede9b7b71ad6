import JSONCoding

/// Something that is wrong with a task, and where.
public struct TaskProblem: Sendable, Equatable, CustomStringConvertible {
  /// The field: `steps[3].duration_s`; empty for the whole task.
  public let field: String

  /// The line of the file, counted from 1; `nil` for a task that was not read from one.
  public let line: Int?

  /// The fault and the wanted value, without a period.
  public let message: String

  /// One line: "line 12: steps[3].duration_s: must be positive".
  public var description: String {
    [line.map { "line \($0)" }, field.isEmpty ? nil : field, message].compactMap(\.self)
      .joined(separator: ": ")
  }
}

/// Finds the faults of a task whose fields have been read.
struct TaskCheck {
  /// More steps are a mistake of a program that wrote the file.
  static let mostSteps = 1000

  private let task: StudyTask
  private(set) var faults: [(path: [JSONKey], message: String)] = []

  /// - Parameter clipProblem: Why a sound file cannot be played, by its path as the task has it.
  init(_ task: StudyTask, clipProblem: (String) -> String?) {
    self.task = task
    guard !task.steps.isEmpty else {
      note([.name("steps")], "a task needs a step")
      return
    }
    checkIdentifiers()
    for (index, step) in task.steps.enumerated() {
      check(step, at: [.name("steps"), .index(index)], clipProblem)
    }
    checkRules()
    // Rules that lead nowhere are reported above.
    if faults.isEmpty { checkEnd() }
  }

  private mutating func note(_ path: [JSONKey], _ message: String) {
    faults.append((path, message))
  }

  private mutating func checkIdentifiers() {
    var known: [String: Int] = [:]
    for (index, step) in task.steps.enumerated() {
      let path: [JSONKey] = [.name("steps"), .index(index), .name("identifier")]
      if step.identifier.isEmpty {
        note(path, "an identifier is needed")
      } else if let first = known[step.identifier] {
        note(path, "steps[\(first)] has the identifier \(step.identifier) already")
      }
      known[step.identifier] = known[step.identifier] ?? index
    }
  }

  private mutating func check(
    _ step: StudyStep, at path: [JSONKey], _ clipProblem: (String) -> String?
  ) {
    func field(_ name: String) -> [JSONKey] { path + [.name(name)] }
    if let activity = step.activity {
      let least = step.kind == .countdown ? 3.0 : step.kind == .fitness ? 5.0 : 0
      if !activity.duration.isFinite || activity.duration < least || activity.duration > 86_400 {
        note(field("duration_s"), "must lie between \(Int(least)) and 86400 seconds")
      }
      if step.kind == .music, activity.clips.isEmpty {
        note(field("clips"), "a music step needs at least one sound file")
      }
      for (index, clip) in activity.clips.enumerated() {
        if let problem = clipProblem(clip) { note(field("clips") + [.index(index)], problem) }
      }
      let recorders = activity.recorders
      for (index, recorder) in recorders.enumerated()
      where recorders[..<index].contains(where: { $0.identifier == recorder.identifier }) {
        note(
          field("recorders") + [.index(index)],
          "another recorder of the step has the identifier \(recorder.identifier)")
      }
    }
    switch step.kind {
    case .question where step.questions.count != 1: note(path, "a question step needs an answer")
    case .form where step.questions.isEmpty: note(field("items"), "a form needs an item")
    default: break
    }
    for (index, question) in step.questions.enumerated()
    where step.questions[..<index].contains(where: { $0.identifier == question.identifier }) {
      note(
        field("items") + [.index(index), .name("identifier")],
        "another item has the identifier \(question.identifier)")
    }
  }

  private mutating func checkRules() {
    let known = Set(task.steps.map(\.identifier))
    func unknown(_ step: String) -> String { "there is no step \(step)" }
    for (trigger, rule) in task.rules.sorted(by: { $0.key < $1.key }) {
      let path: [JSONKey] = [.name("rules"), .name(trigger)]
      if !known.contains(trigger) { note(path, unknown(trigger)) }
      for (index, branch) in rule.branches.enumerated() {
        let path = path + [.name("branches"), .index(index)]
        if case .step(let step) = branch.destination, !known.contains(step) {
          note(path + [.name("to")], unknown(step))
        }
        check(branch.condition, at: path + [.name("if")])
      }
      if case .step(let step) = rule.otherwise, !known.contains(step) {
        note(path + [.name("to")], unknown(step))
      }
    }
    for (step, condition) in task.skips.sorted(by: { $0.key < $1.key }) {
      let path: [JSONKey] = [.name("skips"), .name(step)]
      if !known.contains(step) { note(path, unknown(step)) }
      check(condition, at: path)
    }
  }

  private mutating func check(_ condition: ResultCondition, at path: [JSONKey]) {
    for (identifier, item) in condition.steps {
      guard let step = task.steps.first(where: { $0.identifier == identifier }) else {
        note(path, "there is no step \(identifier)")
        continue
      }
      let item = item ?? identifier
      if !step.questions.contains(where: { $0.identifier == item }) {
        note(path, "step \(identifier) has no question \(item)")
      }
    }
  }

  /// Checks that every step that can be reached leads to the end, whatever the answers.
  private mutating func checkEnd() {
    let places = Dictionary(
      uniqueKeysWithValues: task.steps.enumerated().map { ($1.identifier, $0) })
    let end = task.steps.count
    let next = task.steps.indices.map { index in
      let rule = task.rules[task.steps[index].identifier]
      return (rule?.destinations ?? [.next]).map { destination in
        switch destination {
        case .end: end
        case .next: index + 1
        case .step(let identifier): places[identifier] ?? end
        }
      }
    }
    // A step that may be skipped still has the same ways out.
    var before = Array(repeating: [Int](), count: end + 1)
    for (index, places) in next.enumerated() { for place in places { before[place].append(index) } }
    func reached(from first: Int, _ ways: (Int) -> [Int]) -> Set<Int> {
      var (found, open): (Set<Int>, [Int]) = ([first], [first])
      while let place = open.popLast() {
        for way in ways(place) where found.insert(way).inserted { open.append(way) }
      }
      return found
    }
    let reachable = reached(from: 0) { $0 < end ? next[$0] : [] }
    let ending = reached(from: end) { before[$0] }
    if let stuck = reachable.subtracting(ending).min() {
      let identifier = task.steps[stuck].identifier
      let path: [JSONKey] =
        task.rules[identifier] == nil
        ? [.name("steps"), .index(stuck)] : [.name("rules"), .name(identifier)]
      note(path, "the rules lead from step \(identifier) round in a circle without a way out")
    }
  }
}
