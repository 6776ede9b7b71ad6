internal import CivilTime
internal import Foundation
internal import JSONCoding
internal import StudyTasks

/// The rules of a ResearchKit answer format, as the engine asks and judges. A format's properties
/// may be set until its step is shown; these are their values then.
struct FormatRules: AnswerRules, Equatable {
  /// The form of the answer.
  enum Form: Sendable, Equatable {
    case boolean(yes: String, no: String)
    case choice(ChoiceForm)
    case number(NumberForm)
    case text(TextForm)
    case date(DateForm)

    /// - Parameter minutes: The step of its minutes.
    case timeOfDay(minutes: Int)

    /// - Parameter minutes: The step of its minutes.
    case interval(minutes: Int)
  }

  struct ChoiceForm: Sendable, Equatable {
    var choices: [AnswerFormat.Choice]

    /// The texts of the choices alone, without pictures and details.
    var names: [String]
    var allowsSeveral = false

    /// Values that stand alone.
    var exclusive: Set<String> = []

    /// The value of a choice that a person may replace by a text, and whether the text may be left out.
    var others: [String: Bool] = [:]
  }

  struct NumberForm: Sendable, Equatable {
    /// A unit that is typed, and how many units of the answer it is.
    struct TypedUnit: Sendable, Equatable {
      var name: String
      var scale: Double

      /// The number of smaller units in one, which may follow: 12 inches in a foot.
      var smaller: Double?
    }

    /// The answer's bounds, in its unit.
    var range: ClosedRange<Double> = -1e15...1e15
    var hasBounds = false

    /// The distance between allowed typed numbers, counted from the lowest; `nil` for all.
    var step: Double?
    var fractionDigits: Int?
    var unit = TypedUnit(name: "", scale: 1)

    /// The descriptions of the lowest and the highest number.
    var leastText: String?
    var greatestText: String?

    /// The results that stand for certain numbers: the ends of an age.
    var replacements: [Double: Double] = [:]

    /// The year from which a year of birth is reckoned: the answer is the year.
    var yearOfAge: Double?
  }

  struct TextForm: Sendable, Equatable {
    var maximumLength: Int?
    var pattern: String?
    var options: UInt = 0
    var invalidMessage: String?

    /// A text that fits, for runs without a person.
    var example: String?
  }

  struct DateForm: Sendable, Equatable {
    var hasTime: Bool
    var earliest: Date?
    var latest: Date?

    /// The plain form of the engine.
    var plain: AnswerFormat { .date(hasTime: hasTime) }
  }

  var form: Form
  var defaultAnswer: Answer?

  /// The text for "I don't know"; `nil` if it is not an answer.
  var unknown: String?

  init(_ form: Form, default value: Answer? = nil, unknown: String? = nil) {
    self.form = form
    defaultAnswer = value
    self.unknown = unknown
  }

  /// Takes an answer as the default, unless it is not allowed.
  mutating func fillIn(_ answer: Answer?) {
    defaultAnswer = answer.flatMap { (try? check($0)) == nil ? nil : $0 }
  }

  func isEqual(to other: any AnswerRules) -> Bool { (other as? Self) == self }

  var choices: [AnswerFormat.Choice] {
    switch form {
    case .choice(let form): form.choices
    case .boolean(let yes, let no) where (yes, no) != ("Yes", "No"):
      [.init(text: yes, value: yes), .init(text: no, value: no)]
    default: []
    }
  }

  // MARK: - Hint

  var hint: String {
    var parts = [wanted]
    if let defaultAnswer, let text = text(of: defaultAnswer) { parts.append("nothing for \(text)") }
    if let unknown { parts.append("? for \(unknown)") }
    return parts.joined(separator: ", or ")
  }

  /// The wanted answer, in a few words.
  private var wanted: String {
    switch form {
    case .boolean: return choices.isEmpty ? "y or n" : "1 or 2"
    case .choice(let form):
      let numbers = "1 to \(form.choices.count)"
      let others = form.others.isEmpty ? "" : ", or a text of your own"
      return (form.allowsSeveral ? "\(numbers), several with commas" : numbers) + others
    case .number(let form): return form.hint
    case .text(let form):
      return form.maximumLength.map { "a text of at most \($0) characters" } ?? "a text"
    case .date(let form):
      let bounds = [
        form.earliest.map { "from \(Self.day($0))" }, form.latest.map { "until \(Self.day($0))" },
      ].compactMap(\.self)
      return ([form.plain.hint] + bounds).joined(separator: " ")
    case .timeOfDay(let minutes):
      return minutes > 1 ? "HH:MM in steps of \(minutes) minutes" : "HH:MM"
    case .interval(let minutes):
      let steps = minutes > 1 ? " in steps of \(minutes) minutes" : ""
      return "H:MM, or seconds,\(steps) above 0 and below 24 hours"
    }
  }

  private static func day(_ date: Date) -> String { CivilMoment(date).day }

  private func text(of answer: Answer) -> String? {
    switch answer {
    case .number(let value):
      guard case .number(let form) = form else { return nil }
      return DecimalNumber.text(form.typed(value))
    case .text(let text): return text
    case .choices(let values):
      return values.map { value in choices.first { $0.value == value }?.text ?? value }
        .joined(separator: ", ")
    case .date(let date, _): return CivilMoment(date).day
    case .timeOfDay(let hour, let minute): return String(format: "%02d:%02d", hour, minute)
    case .interval(let seconds): return "\(DecimalNumber.text(seconds)) s"
    case .bool(let value): return value ? "yes" : "no"
    case .dontKnow: return nil
    }
  }

  func exampleAnswer(at date: Date) -> Answer {
    if let defaultAnswer { return defaultAnswer }
    switch form {
    case .boolean: return .bool(true)
    case .choice(let form):
      let plain = form.choices.first { form.others[$0.value] == nil } ?? form.choices.first
      guard let plain else { return .choices([]) }
      return .choices([form.others[plain.value] == false ? "other" : plain.value])
    case .number(let form):
      let least = form.range.lowerBound
      return .number(form.answer(max(least, min(form.range.upperBound, 0))))
    case .text(let form):
      // An example fits a length, not any pattern.
      let text = form.example ?? (form.pattern == nil ? "dry run" : "")
      return .text(String(text.prefix(form.maximumLength ?? .max)))
    case .date(let form):
      let near = min(max(date, form.earliest ?? date), form.latest ?? .distantFuture)
      let day = form.hasTime ? near : Calendar.current.startOfDay(for: near)
      return .date(day, secondsFromGMT: CivilMoment(day).offset)
    case .timeOfDay: return .timeOfDay(hour: 12, minute: 0)
    case .interval(let minutes): return .interval(Double(60 * minutes))
    }
  }

  // MARK: - Typed answers

  func answer(toTyped text: String) throws(InvalidAnswer) -> Answer {
    let text = text.trimmingCharacters(in: .whitespaces)
    if unknown != nil, text == "?" || text == unknown { return .dontKnow }
    guard let answer = try read(text) else { throw InvalidAnswer(description: sentence) }
    try check(answer)
    return answer
  }

  private var sentence: String { "the answer must be \(hint)" }

  private func read(_ text: String) throws(InvalidAnswer) -> Answer? {
    switch form {
    case .boolean(let yes, let no):
      switch text.lowercased() {
      case yes.lowercased(), "y", "yes", "true", choices.isEmpty ? "y" : "1": return .bool(true)
      case no.lowercased(), "n", "no", "false", choices.isEmpty ? "n" : "2": return .bool(false)
      default: return nil
      }
    case .choice(let form): return form.read(text)
    case .number(let form): return try form.read(text).map(Answer.number)
    case .text: return .text(text)
    case .date(let form): return try? form.plain.answer(toTyped: text)
    case .timeOfDay: return try? AnswerFormat.timeOfDay.answer(toTyped: text)
    case .interval:
      let parts = text.split(separator: ":").map { Int($0) }
      if parts.count == 2, let hours = parts[0], let minutes = parts[1] {
        guard hours >= 0, (0..<60).contains(minutes), hours < 1000 else { return nil }
        return .interval(Double(3600 * hours + 60 * minutes))
      }
      return DecimalNumber.value(of: text).map(Answer.interval)
    }
  }

  // MARK: - Judgment

  func check(_ answer: Answer) throws(InvalidAnswer) {
    if answer == .dontKnow {
      guard unknown != nil else { throw InvalidAnswer(description: sentence) }
      return
    }
    if case .text(let form) = form, case .text(let text) = answer {
      return try form.check(text)
    }
    guard allows(answer) else { throw InvalidAnswer(description: sentence) }
  }

  private func allows(_ answer: Answer) -> Bool {
    switch (form, answer) {
    case (.boolean, .bool): return true
    case (.choice(let form), .choices(let values)): return form.allows(values)
    case (.number(let form), .number(let value)): return form.allows(value)
    case (.date(let form), .date(let date, _)):
      return (form.earliest.map { date >= $0 } ?? true) && (form.latest.map { date <= $0 } ?? true)
    case (.timeOfDay(let minutes), .timeOfDay(let hour, let minute)):
      return (0..<24).contains(hour) && (0..<60).contains(minute)
        && minute.isMultiple(of: max(1, minutes))
    case (.interval(let minutes), .interval(let seconds)):
      return seconds > 0 && seconds < 86_400
        && (minutes <= 1 || Int(seconds).isMultiple(of: 60 * minutes))
    default: return false
    }
  }
}

extension FormatRules.ChoiceForm {
  /// Returns the choice that a word means: by its value, its text or its number.
  fileprivate func choice(_ word: String) -> AnswerFormat.Choice? {
    if let choice = choices.first(where: { $0.value == word }) { return choice }
    if let place = names.firstIndex(of: word) { return choices[place] }
    return Int(word).flatMap { choices.indices ~= $0 - 1 ? choices[$0 - 1] : nil }
  }

  fileprivate func read(_ text: String) -> Answer? {
    // A text with commas may be one choice.
    if let choice = choice(text) { return .choices([choice.value]) }
    let words = allowsSeveral ? text.split(separator: ",").map(String.init) : [text]
    var values: [String] = []
    for word in words.map({ $0.trimmingCharacters(in: .whitespaces) }) {
      // A word outside the choices is the person's own text, if there is a place for one.
      let choice = choice(word)
      guard choice != nil || !others.isEmpty else { return nil }
      let value = choice?.value ?? word
      if !values.contains(value) { values.append(value) }
    }
    return values.isEmpty ? nil : .choices(values)
  }

  fileprivate func allows(_ values: [String]) -> Bool {
    guard !values.isEmpty, values.count == 1 || allowsSeveral else { return false }
    let known = values.filter { value in choices.contains { $0.value == value } }
    let own = values.count - known.count
    guard own <= others.count, values.allSatisfy({ !$0.isEmpty }) else { return false }
    // A choice whose text must be typed is answered by the text.
    guard known.allSatisfy({ others[$0] != false }) else { return false }
    let isAlone =
      known.contains { exclusive.contains($0) }
      || own > 0 && others.keys.allSatisfy { exclusive.contains($0) }
    return !isAlone || values.count == 1
  }
}

extension FormatRules.NumberForm {
  fileprivate var hint: String {
    let bounds = [range.lowerBound, range.upperBound].map { DecimalNumber.text(typed($0)) }
    var kind =
      hasBounds
      ? "\(bounds[0]) to \(bounds[1])" : fractionDigits == 0 ? "a whole number" : "a number"
    if !unit.name.isEmpty { kind += " \(unit.name)" }
    let ends = [(bounds[0], leastText), (bounds[1], greatestText)].compactMap { bound, text in
      text.map { "\(bound): \($0)" }
    }
    return ends.isEmpty ? kind : "\(kind) (\(ends.joined(separator: "; ")))"
  }

  /// Returns the number that is typed for one in the answer's unit.
  func typed(_ value: Double) -> Double { ((value / unit.scale) * 1e6).rounded() / 1e6 }

  /// Returns the answer to a number in its unit.
  func answer(_ value: Double) -> Double {
    replacements[value] ?? yearOfAge.map { $0 - value } ?? value
  }

  /// Reads `72`, `72.5`, `50%`, `5'11"` or `11 st 4`: one or two numbers.
  fileprivate func read(_ text: String) throws(InvalidAnswer) -> Double? {
    var scale = unit.scale
    var text = text
    if text.hasSuffix("%") {
      text.removeLast()
      scale = 0.01
    }
    let numbers = text.split { !"0123456789.-+eE".contains($0) }.map { DecimalNumber.value(of: $0) }
    guard let first = numbers.first, var value = first, numbers.count <= 2,
      text.first.map({ "0123456789.-+".contains($0) }) == true
    else { return nil }
    if numbers.count == 2 {
      guard let smaller = unit.smaller, let second = numbers[1], second >= 0, second < smaller
      else { return nil }
      value += second / smaller
    } else if let rest = text.last, unit.smaller == nil, !rest.isNumber, rest != "." {
      return nil
    }
    if let fractionDigits {
      let scaled = value * pow(10, Double(fractionDigits))
      guard (scaled - scaled.rounded()).magnitude < 1e-6 else { return nil }
    }
    return answer(value * scale)
  }

  fileprivate func allows(_ value: Double) -> Bool {
    guard value.isFinite else { return false }
    if replacements.values.contains(value) { return true }
    let value = yearOfAge.map { $0 - value } ?? value
    guard value >= range.lowerBound - 1e-9, value <= range.upperBound + 1e-9,
      replacements[value] == nil
    else { return false }
    guard let step else { return true }
    let count = (value - range.lowerBound) / unit.scale / step
    return (count - count.rounded()).magnitude < 1e-6
  }
}

extension FormatRules.TextForm {
  fileprivate func check(_ text: String) throws(InvalidAnswer) {
    if let maximumLength, text.count > maximumLength {
      throw InvalidAnswer(
        description: "the answer must be a text of at most \(maximumLength) characters")
    }
    guard let pattern else { return }
    let options = NSRegularExpression.Options(rawValue: options)
    guard let expression = try? NSRegularExpression(pattern: pattern, options: options) else {
      return
    }
    let all = NSRange(text.startIndex..., in: text)
    guard expression.firstMatch(in: text, range: all) == nil else { return }
    // ResearchKit's messages have a place for the typed text.
    let message = invalidMessage ?? "the answer must fit \(pattern)"
    throw InvalidAnswer(description: message.replacingOccurrences(of: "%@", with: text))
  }
}
