import FoundationEssentials
import SampleStore
import TestSupport
import Testing

@testable import StudyTasks

/// The order of steps against a plain model of it.
struct NavigationTests {
  /// A task of questions with random rules and skips.
  private static func task(_ generator: inout SeededGenerator) -> StudyTask {
    let count = Int.random(in: 1...8, using: &generator)
    let names = (0..<count).map { "s\($0)" }
    var task = StudyTask(
      identifier: "random",
      steps: names.map {
        StudyStep(
          identifier: $0, kind: .question, isOptional: true,
          questions: [Question(identifier: $0, text: "?", format: .boolean)])
      })
    func destination(_ generator: inout SeededGenerator) -> NavigationRule.Destination {
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: .end
      case 1: .next
      default: .step(names.randomElement(using: &generator) ?? "s0")
      }
    }
    func condition(_ generator: inout SeededGenerator) -> ResultCondition {
      let step = names.randomElement(using: &generator) ?? "s0"
      let base = ResultCondition.answer(
        step: step, item: nil, .equals(.bool(Bool.random(using: &generator))))
      return Bool.random(using: &generator) ? .not(base) : base
    }
    for name in names {
      if Int.random(in: 0..<3, using: &generator) == 0 {
        let branches = (0..<Int.random(in: 0..<3, using: &generator)).map { _ in
          NavigationRule.Branch(
            if: condition(&generator), to: destination(&generator))
        }
        task.rules[name] = NavigationRule(branches, otherwise: destination(&generator))
      }
      if Int.random(in: 0..<4, using: &generator) == 0 { task.skips[name] = condition(&generator) }
    }
    return task
  }

  /// The visited steps, by a model that knows only indices and the newest answers.
  private static func model(_ task: StudyTask, _ answers: [Bool], most: Int) -> [String] {
    var known: [String: Bool] = [:]
    func holds(_ condition: ResultCondition) -> Bool {
      switch condition {
      case .not(let part): !holds(part)
      case .answer(let step, _, .equals(.bool(let value))): known[step] == value
      default: false
      }
    }
    func place(_ destination: NavigationRule.Destination, after index: Int) -> Int? {
      switch destination {
      case .end: nil
      case .next: index + 1 < task.steps.count ? index + 1 : nil
      case .step(let name): task.steps.firstIndex { $0.identifier == name }
      }
    }
    func successor(_ index: Int, _ passed: Int) -> Int? {
      guard passed <= task.steps.count else { return nil }
      var target: Int? = index + 1 < task.steps.count ? index + 1 : nil
      if index >= 0, let rule = task.rules[task.steps[index].identifier] {
        let taken = rule.branches.first { holds($0.condition) }?.destination ?? rule.otherwise
        target = place(taken, after: index)
      }
      guard let target else { return nil }
      if let skip = task.skips[task.steps[target].identifier], holds(skip) {
        return successor(target, passed + 1)
      }
      return target
    }
    var visited: [String] = []
    var at = successor(-1, 0)
    while let index = at, visited.count < most {
      let name = task.steps[index].identifier
      known[name] = answers[visited.count % answers.count]
      visited.append(name)
      at = successor(index, 0)
    }
    return visited
  }

  @Test func `random rules lead where a plain model says`() throws {
    var generator = SeededGenerator(seed: 15)
    var lengths: Set<Int> = []
    for _ in 0..<3000 {
      let task = Self.task(&generator)
      let answers = (0..<7).map { _ in Bool.random(using: &generator) }
      let clock = ManualClock(date: Date(timeIntervalSince1970: 0))
      let run = TaskRun(
        task, identifier: "random", folder: nil, clock: clock, source: nil, seed: 0)
      run.begin()
      var visited: [String] = []
      while let step = run.step, visited.count < 40 {
        try run.answer(step.identifier, with: .bool(answers[visited.count % answers.count]))
        visited.append(step.identifier)
        run.next()
      }
      #expect(visited == Self.model(task, answers, most: 40), "\(task.rules) \(task.skips)")
      #expect(run.result.steps.map(\.identifier).prefix(visited.count) == visited[...])
      lengths.insert(visited.count)
    }
    #expect(lengths.count > 10)
  }
}
