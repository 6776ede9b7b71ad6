/// The destination of a run after a step.
public struct NavigationRule: Sendable, Equatable {
  /// A place to go.
  public enum Destination: Sendable, Equatable {
    case step(String)

    /// The next step in the task's order.
    case next

    /// The end of the task.
    case end
  }

  /// A place to go if a condition holds.
  public struct Branch: Sendable, Equatable {
    /// A condition on earlier answers.
    public var condition: ResultCondition

    /// The destination if it holds.
    public var destination: Destination

    /// Makes a branch.
    public init(if condition: ResultCondition, to destination: Destination) {
      self.condition = condition
      self.destination = destination
    }
  }

  /// The first whose condition holds counts.
  public var branches: [Branch]

  /// The destination if none holds.
  public var otherwise: Destination

  /// Makes a rule; without branches it is a direct one.
  public init(_ branches: [Branch] = [], otherwise: Destination) {
    self.branches = branches
    self.otherwise = otherwise
  }

  func destination(_ result: TaskResult) -> Destination {
    branches.first { $0.condition.holds(in: result) }?.destination ?? otherwise
  }

  /// All places where it may lead.
  var destinations: [Destination] { branches.map(\.destination) + [otherwise] }
}

/// A condition on the answers of a run.
public indirect enum ResultCondition: Sendable, Equatable {
  /// A test of an answer.
  public enum Test: Sendable, Equatable {
    case isAnswered
    case equals(AnswerValue)

    /// A number, a scale, seconds.
    case atLeast(Double)
    case atMost(Double)

    /// One of several chosen values.
    case includes(String)
  }

  /// A test of the answer to a question of a step. A question without an answer fulfills none.
  /// - Parameter item: The question; `nil` for the step's own, whose identifier is the step's.
  case answer(step: String, item: String?, Test)
  case all([ResultCondition])
  case any([ResultCondition])
  case not(ResultCondition)

  /// Returns whether it holds for the newest answers of a run.
  public func holds(in result: TaskResult) -> Bool {
    switch self {
    case .all(let parts): parts.allSatisfy { $0.holds(in: result) }
    case .any(let parts): parts.contains { $0.holds(in: result) }
    case .not(let part): !part.holds(in: result)
    case .answer(let step, let item, let test):
      result.answer(ofStep: step, item: item ?? step).map { test.holds(for: $0) } ?? false
    }
  }

  /// The steps whose answers it needs.
  var steps: [(step: String, item: String?)] {
    switch self {
    case .answer(let step, let item, _): [(step, item)]
    case .all(let parts), .any(let parts): parts.flatMap(\.steps)
    case .not(let part): part.steps
    }
  }
}

/// A value that a task file compares an answer with.
public enum AnswerValue: Sendable, Equatable {
  case bool(Bool)
  case number(Double)
  case text(String)
}

extension ResultCondition.Test {
  func holds(for answer: Answer) -> Bool {
    switch self {
    case .isAnswered: return true
    case .equals(let value):
      switch (value, answer) {
      case (.bool(let value), .bool(let answer)): return value == answer
      case (.number(let value), .number(let answer)): return value == answer
      case (.number(let value), .interval(let answer)): return value == answer
      case (.text(let value), .text(let answer)): return value == answer
      case (.text(let value), .choices(let answer)): return answer == [value]
      default: return false
      }
    case .atLeast(let least): return Self.number(answer).map { $0 >= least } ?? false
    case .atMost(let most): return Self.number(answer).map { $0 <= most } ?? false
    case .includes(let value):
      if case .choices(let values) = answer { return values.contains(value) }
      return false
    }
  }

  private static func number(_ answer: Answer) -> Double? {
    switch answer {
    case .number(let number), .interval(let number): number
    default: nil
    }
  }
}
