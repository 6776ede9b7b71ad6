package import FoundationEssentials

/// The order of two numbers in dates such as 03/04/2026.
public enum DateOrder: String, Sendable, Codable, CaseIterable {
  /// The day, as in most countries.
  case dayFirst = "day-first"

  /// The month, as in the United States.
  case monthFirst = "month-first"
}

/// A day, a time of day or both as people and programs write them: the one grammar of dates for options, tables
/// and other programs' files.
///
/// It reads ISO 8601 and Apple's form; digits with marks (`2026/11/26`, `26.11.2026`, `11/26/26 8:00 PM`) or without
/// (`20261126T080000Z`); names of months in English, German, French, Spanish and Italian (`5. Oktober 2026`,
/// `Oct 5, 2026 8am`, `05-Oct-2026`), with a weekday or not; `07h31`; an offset or a common zone's letters after the
/// time (`GMT+02:00`, `CEST`); and seconds since 1970, also in thousands, millions or billions (`1759649472000`).
package struct WrittenDate: Hashable, Sendable {
  /// The day as it is written.
  package enum Day: Hashable, Sendable {
    case known(CivilDate)

    /// Two numbers before the year, either of which may be the day.
    case either(Int, Int, year: Int)
  }

  /// `nil` for a time of day alone.
  package private(set) var day: Day?

  /// Seconds since midnight; `nil` for a day alone.
  package private(set) var second: Double?

  /// Seconds east of UTC; `nil` if it is not said.
  package private(set) var offset: Int?

  /// Reads a text; `nil` if it is no date and no time of day. A day that no calendar has is read: `date` says `nil`.
  package init?(_ text: some StringProtocol) {
    var reader = WrittenDateReader(text)
    guard let date = reader.date() else { return nil }
    self = date
  }

  init(day: Day?, second: Double?, offset: Int?) {
    (self.day, self.second, self.offset) = (day, second, offset)
  }

  /// Returns the same day with the time of day of another text, if that has one.
  package func at(_ time: WrittenDate) -> WrittenDate {
    WrittenDate(day: day ?? time.day, second: time.second ?? second, offset: time.offset ?? offset)
  }

  /// The first number before the year and the second where the order must be known; `nil` for any other date.
  package var doubtful: (Int, Int)? {
    guard case .either(let first, let second, _) = day, first != second else { return nil }
    return (first, second)
  }

  /// The order that the day itself shows: 13 is no month. `nil` if both may be.
  package var shownOrder: DateOrder? {
    guard let (first, second) = doubtful else { return nil }
    if first > 12, second <= 12 { return .dayFirst }
    return second > 12 && first <= 12 ? .monthFirst : nil
  }

  /// Returns the day by an order; `nil` if it is not written, or the calendar has no such day.
  package func civilDay(_ order: DateOrder?) -> CivilDate? {
    switch day {
    case .known(let date): return date.isReal ? date : nil
    case .either(let first, let second, let year):
      let isDayFirst = (shownOrder ?? order) != .monthFirst
      let date = CivilDate(
        year: year, month: isDayFirst ? second : first, day: isDayFirst ? first : second)
      return date.isReal ? date : nil
    case nil: return nil
    }
  }

  /// Returns the moment, by the clocks of a zone unless an offset is written; `nil` for a time of
  /// day alone, or if there is no such day. For a time that clocks show twice it is the first.
  package func date(_ order: DateOrder?, in zone: ZoneRules) -> Date? {
    guard let day = civilDay(order) else { return nil }
    let second = second ?? 0
    let whole = second.rounded(.down)
    let local = day.dayNumber * 86_400 + Int(whole)
    return TimeText.moment(offset.map { local - $0 } ?? zone.time(ofLocal: local), second - whole)
  }
}

extension TimeText {
  /// Returns the moment of a text in the grammar of `WrittenDate`, and of seconds, milliseconds and
  /// so on since 1970; `nil` for any other text.
  package static func date(
    written text: some StringProtocol, _ order: DateOrder? = nil, in zone: ZoneRules
  ) -> Date? {
    if let date = date(sinceEpoch: text) { return date }
    // Most files have this form, and it is read in a tenth of the time.
    if let date = date(local: text, in: zone) { return date }
    if text.utf8.count > 10, let date = date(iso: text) { return date }
    if let date = WrittenDate(text)?.date(order, in: zone) { return date }
    // A zone's name as Java and JavaScript write it: `[Europe/Paris]`, `GMT+0200 (CEST)`.
    guard let last = text.last, "])".contains(last),
      let open = text.lastIndex(where: { "[(".contains($0) }), open > text.startIndex
    else { return nil }
    let name = text[text.index(after: open)...].dropLast()
    let whole = WrittenDate(text[..<open])
    return whole?.date(order, in: ZoneRules(identifier: String(name)) ?? zone)
  }

  /// Returns the moment of a number of seconds since 1970, or of their thousandth, millionth or
  /// billionth parts; `nil` for numbers before 1973 and for digits that are a date.
  package static func date(sinceEpoch text: some StringProtocol) -> Date? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard digits.count >= 9, digits.count <= 19,
      digits.endIndex == text.endIndex || text[digits.endIndex] == ".",
      let number = Double(text), !isCompact(digits)
    else { return nil }
    var seconds = number
    while seconds >= 1e11 { seconds /= 1000 }
    return seconds >= 1e8 ? Date(timeIntervalSince1970: seconds) : nil
  }

  /// Returns whether twelve or fourteen digits are a date and a time without marks.
  private static func isCompact(_ digits: some StringProtocol) -> Bool {
    guard [12, 14].contains(digits.count), let year = Int(digits.prefix(4)),
      (1970...2099).contains(year), let month = Int(digits.dropFirst(4).prefix(2)),
      let day = Int(digits.dropFirst(6).prefix(2)), let hour = Int(digits.dropFirst(8).prefix(2))
    else { return false }
    return CivilDate(year: year, month: month, day: day).isReal && hour < 24
  }
}

/// Takes a written date apart: numbers, words and the marks between them.
private struct WrittenDateReader {
  private enum Token: Equatable {
    case number(Int, digits: Int)
    case word(String)
    case mark(Character)

    var number: Int? { if case .number(let value, _) = self { value } else { nil } }
    var digits: Int { if case .number(_, let digits) = self { digits } else { 0 } }
    var word: String? { if case .word(let text) = self { text } else { nil } }
  }

  private var tokens: [Token] = []
  private var isReadable = true

  init(_ text: some StringProtocol) {
    guard text.utf8.count <= 80 else {
      isReadable = false
      return
    }
    var digits = ""
    var letters = ""
    func flush(_ tokens: inout [Token]) {
      if [12, 14].contains(digits.count) {
        // A day and a time without a mark between them.
        tokens += [
          .number(Int(digits.prefix(8)) ?? 0, digits: 8), .word("t"),
          .number(Int(digits.dropFirst(8)) ?? 0, digits: digits.count - 8),
        ]
      } else if !digits.isEmpty {
        tokens.append(.number(Int(digits) ?? 0, digits: digits.count))
      }
      if !letters.isEmpty { tokens.append(.word(letters.lowercased())) }
      (digits, letters) = ("", "")
    }
    for character in text {
      if character.isASCII, character.isNumber {
        if !letters.isEmpty { flush(&tokens) }
        digits.append(character)
      } else if character.isLetter {
        if !digits.isEmpty { flush(&tokens) }
        letters.append(character)
      } else {
        flush(&tokens)
        tokens.append(.mark(character.isWhitespace ? " " : character == "−" ? "-" : character))
      }
      if digits.count > 18 { isReadable = false }
    }
    flush(&tokens)
  }

  mutating func date() -> WrittenDate? {
    guard isReadable, tokens.contains(where: { $0.number != nil }) else { return nil }
    let time = takeTime()
    guard isReadable, let day = takeDay(), time != nil || day != nil else { return nil }
    return WrittenDate(day: day, second: time?.second, offset: time?.offset)
  }

  // MARK: The time of day

  /// Takes the time of day and its offset out of the tokens; `nil` without a time.
  private mutating func takeTime() -> (second: Double, offset: Int?)? {
    for index in tokens.indices {
      guard let hour = tokens[index].number, tokens[index].digits <= 2 || isCompactTime(index)
      else { continue }
      var end = index + 1
      var second = Double(hour * 3600)
      if isCompactTime(index) {
        let isLong = tokens[index].digits == 6
        let (minutes, seconds) = isLong ? (hour / 100 % 100, hour % 100) : (hour % 100, 0)
        second = Double((isLong ? hour / 10_000 : hour / 100) * 3600 + minutes * 60 + seconds)
        guard minutes < 60, seconds < 61 else { continue }
      } else if token(end) == .mark(":") || isHourMark(end), let minute = minute(end + 1) {
        end += 2
        second += Double(minute * 60)
        if token(end) == .mark(":"), let number = token(end + 1)?.number, number < 61 {
          end += 2
          second += Double(number)
          let isPoint = [.mark("."), .mark(","), .mark(":")].contains(token(end))
          if isPoint, case .number(let part, let digits)? = token(end + 1) {
            end += 2
            second += Double(part) / (0..<digits).reduce(1.0) { power, _ in power * 10 }
          }
        }
      } else if half(end) == nil, !isHourMark(end) {
        continue
      } else if isHourMark(end) {
        end += 1
      }
      if let (isAfternoon, next) = half(end) {
        guard (1...12).contains(hour) else {
          isReadable = false
          return nil
        }
        second += Double((hour % 12 - hour) * 3600 + (isAfternoon ? 43_200 : 0))
        end = next
      }
      guard second <= 86_400 else {
        isReadable = false
        return nil
      }
      let offset = takeOffset(&end)
      let start = tokens[..<index].last == .word("t") ? index - 1 : index
      // Whatever stood on both sides stays apart.
      tokens.replaceSubrange(start..<end, with: [.mark(" ")])
      return (second, offset)
    }
    return nil
  }

  private func token(_ index: Int) -> Token? {
    tokens.indices.contains(index) ? tokens[index] : nil
  }

  /// Returns whether there are four or six digits after a `T`, or after eight digits of a day.
  private func isCompactTime(_ index: Int) -> Bool {
    guard [4, 6].contains(tokens[index].digits), index > 0 else { return false }
    return tokens[index - 1] == .word("t") && tokens.first?.digits == 8
  }

  private func isHourMark(_ index: Int) -> Bool { token(index)?.word == "h" }

  private func minute(_ index: Int) -> Int? {
    guard let token = token(index), token.digits == 2, let minute = token.number, minute < 60 else {
      return nil
    }
    return minute
  }

  /// Returns whether "pm" in any form begins at a token, and where it ends; `nil` for neither "am" nor "pm".
  private func half(_ index: Int) -> (isAfternoon: Bool, end: Int)? {
    var at = index
    while token(at) == .mark(" ") { at += 1 }
    guard let word = token(at)?.word else { return nil }
    if ["am", "pm"].contains(word) { return (word == "pm", at + 1) }
    guard ["a", "p"].contains(word) else { return nil }
    var end = at + 1
    while token(end) == .mark(".") || token(end) == .mark(" ") { end += 1 }
    guard token(end)?.word == "m" else { return nil }
    return (word == "p", token(end + 1) == .mark(".") ? end + 2 : end + 1)
  }

  private func takeOffset(_ end: inout Int) -> Int? {
    var at = end
    while token(at) == .mark(" ") || token(at) == .mark("(") { at += 1 }
    var offset: Int?
    if let word = token(at)?.word, let known = Self.zones[word] {
      (offset, at) = (known, at + 1)
      end = at
    }
    let isWest = token(at) == .mark("-")
    guard isWest || token(at) == .mark("+"), case .number(let number, let digits)? = token(at + 1),
      digits == 2 || digits == 4 || (digits == 1 && offset != nil)
    else { return offset }
    var seconds = digits == 4 ? number / 100 * 3600 + number % 100 * 60 : number * 3600
    at += 2
    if digits < 4, token(at) == .mark(":"), let minute = minute(at + 1) {
      seconds += minute * 60
      at += 2
    }
    guard seconds <= 18 * 3600 else { return offset }
    end = at
    return isWest ? -seconds : seconds
  }

  private static let zones = [
    "z": 0, "utc": 0, "gmt": 0, "cet": 3600, "cest": 7200, "mez": 3600, "mesz": 7200,
    "bst": 3600, "est": -18_000, "edt": -14_400, "cst": -21_600, "cdt": -18_000, "mst": -25_200,
    "mdt": -21_600, "pst": -28_800, "pdt": -25_200, "jst": 32_400,
  ]

  // MARK: The day

  /// Returns the day; `.some(nil)` if there is nothing but the time, `nil` if the remainder is no day.
  private func takeDay() -> WrittenDate.Day?? {
    var parts: [(value: Int, digits: Int, isMonth: Bool)] = []
    for token in tokens {
      switch token {
      case .number(let value, let digits): parts.append((value, digits, false))
      case .word(let word):
        if let month = Self.month(word) {
          parts.append((month, 0, true))
        } else if !Self.isFiller(word) {
          return nil
        }
      case .mark(let mark): guard " ./-,'_()".contains(mark) else { return nil }
      }
    }
    if parts.isEmpty { return .some(nil) }
    if parts.count == 1, parts[0].digits == 8 {
      let value = parts[0].value
      return .known(
        CivilDate(year: value / 10_000, month: value / 100 % 100, day: value % 100))
    }
    // A weekday that begins as a month does: mardi, martes.
    if parts.count == 4, parts[0].isMonth { parts.removeFirst() }
    guard parts.count == 3 else { return nil }
    func year(_ part: (value: Int, digits: Int, isMonth: Bool)) -> Int? {
      if part.digits == 4 { return part.value }
      return part.digits == 2 ? part.value + (part.value < 70 ? 2000 : 1900) : nil
    }
    func isShort(_ index: Int) -> Bool { (1...2).contains(parts[index].digits) }
    let months = parts.map(\.isMonth)
    if parts[0].digits == 4, parts[1].isMonth || isShort(1), isShort(2) {
      return .known(CivilDate(year: parts[0].value, month: parts[1].value, day: parts[2].value))
    }
    guard let year = year(parts[2]) else { return nil }
    switch months {
    case [false, true, false] where isShort(0):
      return .known(CivilDate(year: year, month: parts[1].value, day: parts[0].value))
    case [true, false, false] where isShort(1):
      return .known(CivilDate(year: year, month: parts[0].value, day: parts[1].value))
    case [false, false, false] where isShort(0) && isShort(1):
      // Before points the day always comes first.
      return tokens.contains(.mark("/")) || tokens.contains(.mark("-"))
        ? .either(parts[0].value, parts[1].value, year: year)
        : tokens.contains(.mark("."))
          ? .known(CivilDate(year: year, month: parts[1].value, day: parts[0].value)) : nil
    default: return nil
    }
  }

  private static func month(_ word: String) -> Int? {
    guard word.count >= 3 else { return nil }
    return months.firstIndex { names in names.contains { word.hasPrefix($0) } }.map { $0 + 1 }
  }

  /// The beginnings of the names of months.
  private static let months = [
    ["jan", "jän", "ene", "gen"], ["feb", "fév", "fev"],
    ["mar", "mär", "mrz", "mae", "mrt", "maa"],
    ["apr", "avr", "abr"], ["may", "mai", "mag", "mei", "maj"], ["jun", "juin", "giu"],
    ["jul", "juil", "lug"], ["aug", "aoû", "aou", "ago"], ["sep", "set"],
    ["oct", "okt", "ott", "out"],
    ["nov"], ["dec", "dez", "déc", "dic"],
  ]

  private static func isFiller(_ word: String) -> Bool {
    if [
      "t", "at", "um", "uhr", "à", "a", "de", "del", "of", "the", "le", "el", "il", "den", "der",
      "am", "年", "月", "日",
    ]
    .contains(word) || ["st", "nd", "rd", "th", "er"].contains(word) {
      return true
    }
    return weekdays.contains { word.hasPrefix($0) }
  }

  /// The beginnings of the names of weekdays, none of which begins a month's.
  private static let weekdays = [
    "mon", "tue", "wed", "thu", "fri", "sat", "sun", "die", "mit", "don", "fre", "sam", "son", "mo",
    "di", "mi", "do", "fr", "sa", "so", "lun", "mart", "mer", "jeu", "ven", "dim", "mié", "jue",
    "vie", "sáb", "dom", "gio", "tu", "we", "th", "su",
  ]
}
