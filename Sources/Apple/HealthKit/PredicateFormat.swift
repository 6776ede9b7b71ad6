internal import Foundation
internal import SampleStore

/// Reads the text of a predicate: comparisons of a key path with a value, joined by AND, OR and NOT.
///
/// It descends through the grammar. An error names the character, counted from 1, and what may
/// follow; it quotes no value, since values may be personal.
struct PredicateFormat {
  static func predicate(_ format: String, _ arguments: [Any?]) -> NSPredicate {
    do throws(HKError) {
      var parser = PredicateFormat(format, arguments)
      return SampleCondition(try parser.whole())
    } catch {
      return SampleCondition(error)
    }
  }

  private let text: [Character]
  private var at = 0
  private var arguments: ArraySlice<Any?>

  /// Parentheses within parentheses; a hostile text could overflow the stack.
  private var depth = 0
  private static let deepest = 200

  private init(_ format: String, _ arguments: [Any?]) {
    text = Array(format)
    self.arguments = arguments[...]
  }

  private mutating func whole() throws(HKError) -> SamplePredicate {
    let predicate = try alternatives()
    skipSpace()
    guard at == text.count else { throw wrong("AND, OR or the end") }
    guard arguments.isEmpty else {
      throw HKError.invalid("the predicate's text uses fewer arguments than it was given")
    }
    return predicate
  }

  // MARK: The grammar

  private mutating func alternatives() throws(HKError) -> SamplePredicate {
    var parts = [try conjunction()]
    while take("OR") || take(sign: "||") { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction() throws(HKError) -> SamplePredicate {
    var parts = [try negation()]
    while take("AND") || take(sign: "&&") { parts.append(try negation()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func negation() throws(HKError) -> SamplePredicate {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw wrong("fewer parentheses within each other") }
    skipSpace()
    let isSign = at + 1 < text.count && text[at] == "!" && text[at + 1] != "="
    if isSign { at += 1 }
    if isSign || take("NOT") { return .not(try negation()) }
    if take(sign: "(") {
      let inner = try alternatives()
      guard take(sign: ")") else { throw wrong("a closing parenthesis") }
      return inner
    }
    if take("TRUEPREDICATE") { return .all([]) }
    if take("FALSEPREDICATE") { return .any([]) }
    return try comparison()
  }

  private mutating func comparison() throws(HKError) -> SamplePredicate {
    let begin = at
    let left = try operand()
    let sign = try comparisonSign()
    let right = try operand()
    do throws(PredicateKey.Mismatch) {
      switch (left, right) {
      case (.key(let key), .value(let value)):
        return try PredicateKey(key).condition(sign, value)
      case (.value(let value), .key(let key)):
        guard let flipped = sign.flipped else { break }
        return try PredicateKey(key).condition(flipped, value)
      default: break
      }
    } catch {
      throw wrong(error.sentence, from: begin)
    }
    throw wrong("a comparison of a key path with a value", from: begin)
  }

  private mutating func comparisonSign() throws(HKError) -> PredicateSign {
    for (text, comparison) in Self.signs where take(sign: text) { return .compare(comparison) }
    if take("IN") { return .isIn }
    if take("BETWEEN") { return .between }
    if take("CONTAINS") { return .contains }
    throw wrong("=, !=, <, <=, >, >=, IN, BETWEEN or CONTAINS")
  }

  private static let signs: [(String, Comparison)] = [
    ("==", .equal), ("!=", .notEqual), ("<>", .notEqual), ("<=", .lessOrEqual),
    ("=<", .lessOrEqual), (">=", .greaterOrEqual), ("=>", .greaterOrEqual), ("=", .equal),
    ("<", .less), (">", .greater),
  ]

  private enum Operand {
    case key(String)
    case value(PredicateValue)
  }

  private mutating func operand() throws(HKError) -> Operand {
    skipSpace()
    guard at < text.count else { throw wrong("a key path or a value") }
    switch text[at] {
    case "%", "_": return try word()
    case _ where text[at].isLetter: return try word()
    case "\"", "'": return .value(.text(try quoted()))
    case "{": return .value(.list(try list()))
    case _ where text[at].isNumber || "+-.".contains(text[at]): return .value(try number())
    default: throw wrong("a key path, a value or %@")
    }
  }

  /// Returns a key path of names and `%K`, a literal, or a value among the arguments.
  private mutating func word() throws(HKError) -> Operand {
    let begin = at
    var path = ""
    repeat {
      guard at < text.count else { throw wrong("a name after the point") }
      if text[at] == "%" {
        let (specifier, argument) = try argument()
        if specifier != "K" {
          guard path.isEmpty else { throw wrong("%K or a name", from: begin) }
          guard let value = PredicateValue(argument) else {
            throw wrong("an argument that a store can compare", from: begin)
          }
          return .value(value)
        }
        guard let name = argument as? String else { throw wrong("a text for %K", from: begin) }
        path += name
      } else {
        let name = name()
        guard !name.isEmpty else { throw wrong("a name after the point") }
        path += name
      }
      guard at < text.count, text[at] == "." else { break }
      at += 1
      path += "."
    } while true
    switch path.uppercased() {
    case "TRUE", "YES": return .value(.bool(true))
    case "FALSE", "NO": return .value(.bool(false))
    case "NULL", "NIL": return .value(.null)
    default: return .key(path)
    }
  }

  private mutating func argument() throws(HKError) -> (specifier: String, value: Any?) {
    let begin = at
    at += 1
    var specifier = ""
    while at < text.count, specifier.isEmpty || specifier.allSatisfy({ $0 == "l" || $0 == "h" }),
      text[at].isLetter || text[at] == "@"
    {
      specifier.append(text[at])
      at += 1
    }
    guard ["@", "K"].contains(specifier) || "diufFgGeE".contains(specifier.last ?? " ") else {
      throw wrong("%@, %K, %d, %i, %u, %ld, %lu, %f, %lf or %g", from: begin)
    }
    guard let value = arguments.popFirst() else {
      throw wrong("as many arguments as there are places for them", from: begin)
    }
    return (specifier, value)
  }

  private mutating func list() throws(HKError) -> [PredicateValue] {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw wrong("fewer braces within each other") }
    at += 1
    var values: [PredicateValue] = []
    if take(sign: "}") { return values }
    repeat {
      guard case .value(let value) = try operand() else { throw wrong("a value") }
      values.append(value)
    } while take(sign: ",")
    guard take(sign: "}") else { throw wrong("a closing brace") }
    return values
  }

  private mutating func quoted() throws(HKError) -> String {
    let (begin, quote) = (at, text[at])
    var result = ""
    at += 1
    while at < text.count, text[at] != quote {
      if text[at] == "\\", at + 1 < text.count { at += 1 }
      result.append(text[at])
      at += 1
    }
    guard at < text.count else { throw wrong("a closing quotation mark", from: begin) }
    at += 1
    return result
  }

  private mutating func number() throws(HKError) -> PredicateValue {
    let begin = at
    while at < text.count, text[at].isNumber || "+-.eE".contains(text[at]) { at += 1 }
    guard let number = Double(String(text[begin..<at])), number.isFinite else {
      throw wrong("a number", from: begin)
    }
    return .number(number)
  }

  // MARK: Characters

  private mutating func name() -> String {
    var name = ""
    while at < text.count, text[at].isLetter || text[at].isNumber || text[at] == "_" {
      name.append(text[at])
      at += 1
    }
    return name
  }

  private mutating func skipSpace() {
    while at < text.count, text[at].isWhitespace { at += 1 }
  }

  private mutating func take(sign: String) -> Bool {
    skipSpace()
    guard text[at...].starts(with: sign) else { return false }
    at += sign.count
    return true
  }

  /// Takes a word, in any case, that is not the beginning of a longer one.
  private mutating func take(_ word: String) -> Bool {
    skipSpace()
    let end = at + word.count
    guard end <= text.count, String(text[at..<end]).uppercased() == word,
      end == text.count || !(text[end].isLetter || text[end].isNumber || text[end] == "_")
    else { return false }
    at = end
    return true
  }

  private func wrong(_ expected: String, from place: Int? = nil) -> HKError {
    HKError.invalid(
      "the predicate's text cannot be read at character \((place ?? at) + 1): "
        + "there must be \(expected)")
  }
}

/// The comparison of a key path.
enum PredicateSign {
  case compare(Comparison)
  case isIn, between, contains

  /// The sign if the sides change places; `nil` if they cannot.
  var flipped: PredicateSign? {
    guard case .compare(let comparison) = self else { return nil }
    return switch comparison {
    case .equal, .notEqual: self
    case .less: .compare(.greater)
    case .lessOrEqual: .compare(.greaterOrEqual)
    case .greater: .compare(.less)
    case .greaterOrEqual: .compare(.lessOrEqual)
    }
  }
}

/// A value that is compared.
enum PredicateValue {
  case null
  case number(Double)
  case bool(Bool)
  case text(String)
  case date(Date)
  case day(DateComponents)
  case quantity(Quantity)
  case id(UUID)
  case source(HKSource)
  case revision(HKSourceRevision)
  case device(HKDevice)
  case workout(HKWorkout)
  case list([PredicateValue])

  /// `nil` for a value that a store cannot compare.
  init?(_ any: Any?) {
    switch any {
    case nil, is NSNull: self = .null
    case let id as UUID: self = .id(id)
    case let id as NSUUID: self = .id(UUID(uuidString: id.uuidString) ?? UUID())
    case let day as DateComponents: self = .day(day)
    case let day as NSDateComponents:
      self = .day(
        DateComponents(calendar: day.calendar, year: day.year, month: day.month, day: day.day))
    case let source as HKSource: self = .source(source)
    case let revision as HKSourceRevision: self = .revision(revision)
    case let device as HKDevice: self = .device(device)
    case let workout as HKWorkout: self = .workout(workout)
    case let values as [Any]: self.init(list: values)
    case let values as Set<AnyHashable>: self.init(list: Array(values))
    case let values as NSArray: self.init(list: values.map { $0 })
    case let values as NSSet: self.init(list: values.map { $0 })
    case let any?:
      switch MetadataDictionary.value(of: (any as? AnyHashable)?.base ?? any) {
      case .string(let text): self = .text(text)
      case .number(let number): self = .number(number)
      case .bool(let bool): self = .bool(bool)
      case .date(let date): self = .date(date)
      case .quantity(let quantity): self = .quantity(quantity)
      case nil: return nil
      }
    }
  }

  private init?(list: [Any]) {
    let values = list.compactMap { PredicateValue(($0 as? AnyHashable)?.base ?? $0) }
    guard values.count == list.count else { return nil }
    self = .list(values)
  }
}
