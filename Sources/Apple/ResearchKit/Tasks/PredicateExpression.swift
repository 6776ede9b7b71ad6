internal import CoreLocation
internal import Foundation

/// A condition on results as the texts of predicates have it: comparisons of what results hold, joined, and
/// counts of `SUBQUERY`.
indirect enum PredicateExpression {
  /// How two values are compared.
  enum Comparison: String, CaseIterable {
    case equal = "=="
    case unequal = "!="
    case atLeast = ">="
    case atMost = "<="
    case greater = ">"
    case less = "<"
    case matches = "MATCHES"
  }

  /// A value: a constant, or a path from a variable such as `$z.answer`.
  enum Value {
    case constant(Any?)
    case path([String])
  }

  case all([PredicateExpression])
  case any([PredicateExpression])
  case not(PredicateExpression)
  case constant(Bool)
  case compare(Value, Comparison, Value)

  /// Compares how many elements of a list fulfil a condition.
  case count(Value, String, PredicateExpression, Comparison, Double)

  /// A program's own, which has no text.
  case program((ORKTaskResult) -> Bool)

  /// - Parameter variables: `SELF`, and others with their dollar signs.
  func holds(_ variables: [String: Any]) -> Bool {
    switch self {
    case .all(let parts): return parts.allSatisfy { $0.holds(variables) }
    case .any(let parts): return parts.contains { $0.holds(variables) }
    case .not(let part): return !part.holds(variables)
    case .constant(let value): return value
    case .compare(let left, let comparison, let right):
      return comparison.holds(left.value(variables), right.value(variables))
    case .count(let list, let name, let condition, let comparison, let count):
      let elements = list.value(variables) as? [Any] ?? []
      let found = elements.count { element in
        condition.holds(variables.merging([name: element]) { $1 })
      }
      return comparison.holds(Double(found), count)
    case .program(let block):
      return (variables["SELF"] as? [ORKTaskResult])?.first.map(block) ?? false
    }
  }

  var hasText: Bool {
    switch self {
    case .program: false
    case .all(let parts), .any(let parts): parts.allSatisfy(\.hasText)
    case .not(let part): part.hasText
    case .count(_, _, let condition, _, _): condition.hasText
    case .constant, .compare: true
    }
  }

  var text: String {
    switch self {
    case .all(let parts): parts.map(\.partText).joined(separator: " AND ")
    case .any(let parts): parts.map(\.partText).joined(separator: " OR ")
    case .not(let part): "NOT \(part.partText)"
    case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .compare(let left, let comparison, let right):
      "\(left.text) \(comparison.rawValue) \(right.text)"
    case .count(let list, let name, let condition, let comparison, let count):
      "SUBQUERY(\(list.text), \(name), \(condition.text)).@count \(comparison.rawValue) "
        + Value.constant(count).text
    case .program: "BLOCKPREDICATE"
    }
  }

  /// The text as part of another condition.
  private var partText: String {
    switch self {
    case .all, .any: "(\(text))"
    default: text
    }
  }
}

extension PredicateExpression.Value {
  func value(_ variables: [String: Any]) -> Any? {
    switch self {
    case .constant(let value): return value
    case .path(let names):
      var value = names.first.flatMap { variables[$0] }
      for name in names.dropFirst() { value = value.flatMap { Self.member(name, of: $0) } }
      return value
    }
  }

  /// What a result holds, by the names of ResearchKit's properties.
  private static func member(_ name: String, of object: Any) -> Any? {
    switch (name, object) {
    case ("identifier", let result as ORKResult): result.identifier
    case ("results", let result as ORKCollectionResult): result.results ?? []
    case ("isPreviousResult", let result as ORKStepResult): result.isPreviousResult ? 1.0 : 0
    case ("answer", let result as ORKQuestionResult): result.answer
    case ("consented", let result as ORKConsentSignatureResult): result.consented ? 1.0 : 0
    case ("hour", let time as DateComponents): time.hour.map(Double.init)
    case ("minute", let time as DateComponents): time.minute.map(Double.init)
    case ("startDate", let result as ORKResult): result.startDate
    case ("endDate", let result as ORKResult): result.endDate
    default: nil
    }
  }

  var text: String {
    switch self {
    case .path(let names): names.joined(separator: ".")
    case .constant(nil): "nil"
    case .constant(let text as String): Self.quoted(text)
    case .constant(let number as Double):
      number == number.rounded() && number.magnitude < 1e15 ? "\(Int(number))" : "\(number)"
    case .constant(let date as Date):
      "CAST(\(date.timeIntervalSinceReferenceDate), \"NSDate\")"
    case .constant(let number as NSNumber): Self.constant(number.doubleValue).text
    case .constant(let value?): Self.quoted("\(value)")
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\""))\""
  }
}

extension PredicateExpression.Comparison {
  func holds(_ left: Any?, _ right: Any?) -> Bool {
    switch self {
    case .equal: return Self.areEqual(left, right)
    case .unequal: return !Self.areEqual(left, right)
    case .matches:
      guard let left = left.map({ "\($0)" }), let right = right as? String else { return false }
      return left.range(of: "^(?:\(right))$", options: .regularExpression) != nil
    case .atLeast, .atMost, .greater, .less:
      guard let left = Self.number(left), let right = Self.number(right) else { return false }
      return switch self {
      case .atLeast: left >= right
      case .atMost: left <= right
      case .greater: left > right
      default: left < right
      }
    }
  }

  private static func areEqual(_ left: Any?, _ right: Any?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    if let left = number(left), let right = number(right) { return left == right }
    if let left = text(left), let right = text(right) { return left == right }
    return (left as? NSObject)?.isEqual(right) ?? false
  }

  private static func text(_ value: Any) -> String? {
    value as? String ?? (value as? NSString).map { $0 as String }
  }

  private static func number(_ value: Any?) -> Double? {
    switch value {
    case let number as Double: number
    case let number as NSNumber: number.doubleValue
    case let date as Date: date.timeIntervalSinceReferenceDate
    default: nil
    }
  }
}

/// Reads the text of a predicate.
struct PredicateReader {
  private enum Token: Equatable {
    case word(String)
    case text(String)
    case number(Double)
    case sign(String)

    /// The next value of those that were given.
    case value
  }

  private var tokens: [Token] = []
  private var place = 0
  private var values: [Any?]
  private var depth = 0

  /// - Parameter values: What stands for each `%@`.
  init(_ text: String, _ values: [Any?]) {
    self.values = values
    tokens = Self.tokens(text) ?? [.sign("?")]
  }

  var isAtEnd: Bool { place == tokens.count }

  /// Returns the condition; `nil` if there is none here.
  mutating func predicate() -> PredicateExpression? {
    guard let first = conjunction() else { return nil }
    var parts = [first]
    while take(.word("OR")) || take(.sign("||")) {
      guard let part = conjunction() else { return nil }
      parts.append(part)
    }
    return parts.count == 1 ? first : .any(parts)
  }

  private mutating func conjunction() -> PredicateExpression? {
    guard let first = part() else { return nil }
    var parts = [first]
    while take(.word("AND")) || take(.sign("&&")) {
      guard let part = part() else { return nil }
      parts.append(part)
    }
    return parts.count == 1 ? first : .all(parts)
  }

  private mutating func part() -> PredicateExpression? {
    // A text of nothing but parentheses ends somewhere.
    depth += 1
    defer { depth -= 1 }
    guard depth < 100 else { return nil }
    if take(.word("NOT")) || take(.sign("!")) { return part().map { .not($0) } }
    if take(.word("TRUEPREDICATE")) { return .constant(true) }
    if take(.word("FALSEPREDICATE")) { return .constant(false) }
    if take(.sign("(")) {
      guard let inner = predicate(), take(.sign(")")) else { return nil }
      return inner
    }
    if take(.word("SUBQUERY")) { return subquery() }
    guard let left = value(), let comparison = comparison(), let right = value() else { return nil }
    return .compare(left, comparison, right)
  }

  private mutating func subquery() -> PredicateExpression? {
    guard take(.sign("(")), let list = value(), take(.sign(",")), case .word(let name)? = next(),
      take(.sign(",")), let condition = predicate(), take(.sign(")")), take(.word(".@count")),
      let comparison = comparison(), case .number(let count)? = next()
    else { return nil }
    return .count(list, name, condition, comparison, count)
  }

  private mutating func comparison() -> PredicateExpression.Comparison? {
    switch next() {
    case .sign("="): .equal
    case .sign(let sign): PredicateExpression.Comparison(rawValue: sign)
    case .word("MATCHES"): .matches
    default: nil
    }
  }

  private mutating func value() -> PredicateExpression.Value? {
    switch next() {
    case .text(let text): return .constant(text)
    case .number(let number): return .constant(number)
    case .value:
      guard !values.isEmpty else { return nil }
      return .constant(values.removeFirst())
    case .word("nil"), .word("NULL"), .word("NIL"): return .constant(nil)
    case .word("YES"), .word("TRUE"): return .constant(1.0)
    case .word("NO"), .word("FALSE"): return .constant(0.0)
    case .word("CAST"):
      guard take(.sign("(")), case .number(let seconds)? = next(), take(.sign(",")),
        case .text("NSDate")? = next(), take(.sign(")"))
      else { return nil }
      return .constant(Date(timeIntervalSinceReferenceDate: seconds))
    case .word(let path): return .path(path.split(separator: ".").map(String.init))
    default: return nil
    }
  }

  private mutating func next() -> Token? {
    guard place < tokens.count else { return nil }
    place += 1
    return tokens[place - 1]
  }

  private mutating func take(_ token: Token) -> Bool {
    guard place < tokens.count, tokens[place] == token else { return false }
    place += 1
    return true
  }

  private static func tokens(_ text: String) -> [Token]? {
    var tokens: [Token] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if first == "\"" || first == "'" {
        rest.removeFirst()
        var inner = ""
        while let character = rest.popFirst(), character != first {
          inner.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
        }
        tokens.append(.text(inner))
      } else if first.isNumber || (first == "-" && rest.dropFirst().first?.isNumber == true) {
        let digits = rest.prefix { $0.isNumber || "+-.eE".contains($0) }
        guard let number = Double(digits) else { return nil }
        tokens.append(.number(number))
        rest.removeFirst(digits.count)
      } else if rest.hasPrefix("%@") {
        tokens.append(.value)
        rest.removeFirst(2)
      } else if first.isLetter || "$_.@".contains(first) {
        let word = rest.prefix { $0.isLetter || $0.isNumber || "$_.@".contains($0) }
        tokens.append(.word(String(word)))
        rest.removeFirst(word.count)
      } else if let sign = ["==", "!=", ">=", "<=", "&&", "||"].first(where: rest.hasPrefix) {
        tokens.append(.sign(sign))
        rest.removeFirst(2)
      } else {
        tokens.append(.sign(String(first)))
        rest.removeFirst()
      }
    }
    return tokens
  }
}
