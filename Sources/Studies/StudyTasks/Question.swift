import CivilTime
public import FoundationEssentials
import JSONCoding

/// A question of a step and the form of its answer.
public struct Question: Sendable, Equatable {
  /// Names the answer in conditions and results; unique in its step.
  public var identifier: String

  /// The text for the person.
  public var text: String

  /// The answers that are allowed.
  public var format: AnswerFormat

  /// Whether it may be left without an answer.
  public var isOptional: Bool

  /// Lines that are shown before it, such as a section's heading. A task file has none.
  public var notes: [String]

  /// Makes a question.
  public init(
    identifier: String, text: String, format: AnswerFormat, isOptional: Bool = true,
    notes: [String] = []
  ) {
    (self.identifier, self.text, self.format) = (identifier, text, format)
    (self.isOptional, self.notes) = (isOptional, notes)
  }
}

/// The answers that are allowed for a question.
public enum AnswerFormat: Sendable, Equatable {
  /// A choice: the text for the person, and the value in the result.
  public struct Choice: Sendable, Equatable {
    /// The text for the person.
    public var text: String

    /// The value in the result.
    public var value: String

    /// Makes a choice.
    public init(text: String, value: String) {
      self.text = text
      self.value = value
    }
  }

  case boolean
  case choice([Choice], allowsSeveral: Bool)

  /// A number from the lowest to the highest in steps; `nil` as a step for any number in between.
  case scale(ClosedRange<Double>, step: Double?, default: Double?)

  /// A number with an optional unit for people.
  case number(ClosedRange<Double>?, unit: String?, isInteger: Bool)

  /// A text of at most this many characters; `nil` for any length.
  case text(maximumLength: Int?)

  /// A day, or a day with a time.
  case date(hasTime: Bool)
  case timeOfDay

  /// A length of time.
  case timeInterval

  /// The format of another module with its own rules. A task file has none.
  case custom(CustomFormat)

  /// Rules of another module as a format.
  public static func custom(_ rules: any AnswerRules) -> Self { .custom(CustomFormat(rules)) }
}

/// The rules for asking for and judging an answer, for the formats of other modules.
public protocol AnswerRules: Sendable {
  /// A hint about possible input, in a few words.
  var hint: String { get }

  /// The choices, in the order of their numbers; empty for other answers.
  var choices: [AnswerFormat.Choice] { get }

  /// The answer that an empty line means; `nil` for none.
  var defaultAnswer: Answer? { get }

  /// Returns an answer that is allowed, for runs without a person.
  func exampleAnswer(at date: Date) -> Answer

  /// Returns the answer that a typed text means; it need not be allowed.
  func answer(toTyped text: String) throws(InvalidAnswer) -> Answer

  /// Throws a description of the wanted answer, if an answer is not allowed.
  func check(_ answer: Answer) throws(InvalidAnswer)

  /// Returns whether other rules are the same.
  func isEqual(to other: any AnswerRules) -> Bool
}

/// Rules of another module, which can be compared.
public struct CustomFormat: Sendable, Equatable {
  /// The rules.
  public let rules: any AnswerRules

  /// Makes a format.
  public init(_ rules: any AnswerRules) { self.rules = rules }

  public static func == (left: Self, right: Self) -> Bool { left.rules.isEqual(to: right.rules) }
}

/// A person's answer.
public enum Answer: Sendable, Equatable {
  case bool(Bool)

  /// The values of the chosen choices.
  case choices([String])
  case number(Double)
  case text(String)

  /// A moment, and how far its local time was from UTC in seconds.
  case date(Date, secondsFromGMT: Int)
  case timeOfDay(hour: Int, minute: Int)

  /// Seconds.
  case interval(Double)

  /// That the person does not know, where a question allows it.
  case dontKnow
}

/// An answer that a question does not allow.
public struct InvalidAnswer: Error, Equatable, CustomStringConvertible {
  /// The wanted answer, one line without a period.
  public let description: String

  /// Makes an error with a description of the wanted answer.
  public init(description: String) { self.description = description }
}

extension AnswerFormat {
  /// A hint about possible input, in a few words.
  public var hint: String {
    switch self {
    case .boolean: return "y or n"
    case .choice(let choices, let allowsSeveral):
      let numbers = "1 to \(choices.count)"
      return allowsSeveral ? "\(numbers), several with commas" : numbers
    case .scale(let range, _, let value):
      let text = "\(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
      return value.map { "\(text), or nothing for \(Self.text($0))" } ?? text
    case .number(let range, let unit, let isInteger):
      let bounds = range.map { "\(Self.text($0.lowerBound)) to \(Self.text($0.upperBound))" }
      let kind = bounds ?? (isInteger ? "a whole number" : "a number")
      return unit.map { "\(kind), in \($0)" } ?? kind
    case .text(let length):
      return length.map { "a text of at most \($0) characters" } ?? "a text"
    case .date(let hasTime): return hasTime ? "YYYY-MM-DD HH:MM" : "YYYY-MM-DD"
    case .timeOfDay: return "HH:MM"
    case .timeInterval: return "seconds, or MM:SS"
    case .custom(let format): return format.rules.hint
    }
  }

  /// The choices, in the order of their numbers; empty for other formats.
  public var choices: [Choice] {
    switch self {
    case .choice(let choices, _): choices
    case .custom(let format): format.rules.choices
    default: []
    }
  }

  /// The answer that an empty line means; `nil` for none.
  public var defaultAnswer: Answer? {
    switch self {
    case .scale(_, _, let value?): .number(value)
    case .custom(let format): format.rules.defaultAnswer
    default: nil
    }
  }

  /// Returns an answer that is allowed, for runs without a person: the default, or the first there is.
  public func exampleAnswer(at date: Date) -> Answer {
    switch self {
    case .boolean: .bool(true)
    case .choice(let choices, _): .choices(choices.prefix(1).map(\.value))
    case .scale(let range, _, let value): .number(value ?? range.lowerBound)
    case .number(let range, _, _): .number(max(range?.lowerBound ?? 0, 0).rounded(.up))
    case .text(let length): .text(String("dry run".prefix(length ?? .max)))
    case .date: .date(date, secondsFromGMT: CivilMoment(date).offset)
    case .timeOfDay: .timeOfDay(hour: 12, minute: 0)
    case .timeInterval: .interval(0)
    case .custom(let format): format.rules.exampleAnswer(at: date)
    }
  }

  /// Returns the answer that a typed text means. A choice is typed as its number or its value.
  public func answer(toTyped typed: String) throws(InvalidAnswer) -> Answer {
    let text = String(typed.trimmingPrefix { $0 == " " })
    let wanted = InvalidAnswer(description: "the answer must be \(hint)")
    switch self {
    case .boolean:
      switch text.lowercased() {
      case "y", "yes", "true": return .bool(true)
      case "n", "no", "false": return .bool(false)
      default: throw wanted
      }
    case .choice(let choices, let allowsSeveral):
      var chosen: [String] = []
      for word in text.split(separator: ",") {
        let word = word.trimmingPrefix { $0 == " " }
        let byNumber = Int(word).flatMap { choices.indices ~= $0 - 1 ? choices[$0 - 1] : nil }
        guard let choice = choices.first(where: { $0.value == word }) ?? byNumber else {
          throw wanted
        }
        if !chosen.contains(choice.value) { chosen.append(choice.value) }
      }
      guard !chosen.isEmpty, chosen.count == 1 || allowsSeveral else { throw wanted }
      return .choices(chosen)
    case .scale, .number:
      guard let number = DecimalNumber.value(of: text) else { throw wanted }
      let answer = Answer.number(number)
      guard allows(answer) else { throw wanted }
      return answer
    case .text:
      guard allows(.text(text)) else { throw wanted }
      return .text(text)
    case .date(let hasTime):
      guard let answer = Self.date(of: text, hasTime: hasTime) else { throw wanted }
      return answer
    case .timeOfDay:
      guard let (hour, minute) = Self.clock(of: text), hour < 24 else { throw wanted }
      return .timeOfDay(hour: hour, minute: minute)
    case .timeInterval:
      if let (minutes, seconds) = Self.clock(of: text) {
        return .interval(Double(60 * minutes + seconds))
      }
      guard let seconds = DecimalNumber.value(of: text), seconds >= 0 else { throw wanted }
      return .interval(seconds)
    case .custom(let format): return try format.rules.answer(toTyped: text)
    }
  }

  /// Returns a typed day, `2026-01-31`, or a day with a time, `2026-01-31 09:00`.
  private static func date(of text: String, hasTime: Bool) -> Answer? {
    let words = text.split { $0 == " " || $0 == "T" }
    guard let word = words.first, words.count == (hasTime ? 2 : 1),
      let zone = try? ZoneRules.local.get()
    else { return nil }
    let numbers = word.split(separator: "-").map { Int($0) }
    guard numbers.count == 3, let year = numbers[0], let month = numbers[1], let day = numbers[2],
      (1800...9999).contains(year), CivilDate(year: year, month: month, day: day).isReal
    else { return nil }
    var second = 0
    if hasTime {
      guard let (hour, minute) = clock(of: words[1]), hour < 24 else { return nil }
      second = 3600 * hour + 60 * minute
    }
    let date = zone.date(CivilDate(year: year, month: month, day: day), second: second)
    return .date(date, secondsFromGMT: CivilMoment(date, in: zone).offset)
  }

  /// Returns two numbers with a colon between them, the second below 60.
  private static func clock(of text: some StringProtocol) -> (Int, Int)? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = Int(parts[0]), let second = Int(parts[1]),
      (0..<100_000).contains(first), (0..<60).contains(second)
    else { return nil }
    return (first, second)
  }

  /// Throws a description of the wanted answer, if an answer is not of this form or not within its bounds.
  public func check(_ answer: Answer) throws(InvalidAnswer) {
    if case .custom(let format) = self { return try format.rules.check(answer) }
    guard allows(answer) else { throw InvalidAnswer(description: "the answer must be \(hint)") }
  }

  /// Returns whether an answer is of this form and within its bounds.
  public func allows(_ answer: Answer) -> Bool {
    switch (self, answer) {
    case (.boolean, .bool), (.date, .date), (.timeInterval, .interval): return true
    case (.timeOfDay, .timeOfDay(let hour, let minute)):
      return (0..<24).contains(hour) && (0..<60).contains(minute)
    case (.choice(let choices, let allowsSeveral), .choices(let values)):
      return (values.count == 1 || allowsSeveral)
        && values.allSatisfy { value in choices.contains { $0.value == value } }
    case (.scale(let range, let step, _), .number(let number)):
      guard range.contains(number) else { return false }
      guard let step else { return true }
      let count = (number - range.lowerBound) / step
      return (count - count.rounded()).magnitude < 1e-6
    case (.number(let range, _, let isInteger), .number(let number)):
      return number.isFinite && (range?.contains(number) ?? true)
        && (!isInteger || number == number.rounded())
    case (.text(let length), .text(let text)): return text.count <= length ?? .max
    case (.custom(let format), _):
      do { try format.rules.check(answer) } catch { return false }
      return true
    default: return false
    }
  }

  private static func text(_ number: Double) -> String { DecimalNumber.text(number) }
}
