package import FoundationEssentials
package import JSONCoding
import VisibleText

/// A value of a result as the forms for programs write it: rounded, and null or empty if it is missing.
package enum ResultValue: Sendable, Equatable {
  /// The kinds of values.
  package enum Kind: Sendable, Equatable {
    case text, texts, number, count, time
  }

  /// A text.
  case text(String?)

  /// Several texts.
  case texts([String])

  /// A number with at most n decimal places.
  case number(Double?, places: Int)

  /// A number with all its digits.
  case exact(Double?)

  /// A number without a fraction.
  case count(Int?)

  /// A moment, to the millisecond.
  case time(Date?)

  /// The value in JSON.
  package var json: JSONValue {
    switch self {
    case .text(let text): .optional(text.map(VisibleText.bytes(of:)))
    case .texts(let texts): .array(texts.map { .string(VisibleText.bytes(of: $0)) })
    case .number(let number, let places): .rounded(number, places)
    case .exact(let number): number.flatMap { $0.isFinite ? .decimal($0) : nil } ?? .null
    case .count(let count): count.map(JSONValue.integer) ?? .null
    case .time(let date): .optional(date?.timestamp)
    }
  }

  /// The value in the cell of a table; empty if it is missing.
  package var cell: String {
    switch self {
    case .text(let text): VisibleText.text(of: text ?? "")
    case .texts(let texts): VisibleText.text(of: texts.joined(separator: "; "))
    case .number(let number?, let places) where number.isFinite:
      "\(number.rounded(toPlaces: places))"
    case .exact(let number?) where number.isFinite: "\(number)"
    case .number, .exact: ""
    case .count(let count): count.map { "\($0)" } ?? ""
    case .time(let date): date?.timestamp ?? ""
    }
  }
}

/// The form in which a person sees a number.
package struct ResultDisplay: Sendable {
  /// The measure's name in a table.
  package let title: String

  /// The unit after the number; empty for none.
  package let unit: String

  /// The decimal places.
  package let places: Int

  /// The factor for the value: 100 for a share in percent.
  package let scale: Double

  /// The place where it also appears below the table at a terminal; `nil` for none.
  package let note: Note?

  /// A place in the notes below the table at a terminal.
  package struct Note: Sendable {
    /// The note's heading. Fields with one heading share a line.
    package let heading: String

    /// The text before the number; empty if the heading says it.
    package let name: String

    /// The decimal places there.
    package let places: Int

    package init(_ heading: String, name: String = "", places: Int = 0) {
      (self.heading, self.name, self.places) = (heading, name, places)
    }
  }

  package init(
    _ title: String, unit: String, places: Int, scale: Double = 1, note: Note? = nil
  ) {
    (self.title, self.unit, self.places, self.scale, self.note) = (title, unit, places, scale, note)
  }

  /// Returns the number with its unit.
  package func text(_ value: Double) -> String { text(value, places) }

  /// Returns the number as it appears in a note, with its name and unit.
  package func noteText(_ value: Double, _ note: Note) -> String {
    (note.name.isEmpty ? "" : note.name + " ") + text(value, note.places)
  }

  private func text(_ value: Double, _ places: Int) -> String {
    (value * scale).fixed(places) + (unit.isEmpty || unit == "%" ? unit : " " + unit)
  }
}

/// A field of a result, said once: its name, meaning, unit and kind, and how to get it.
///
/// Every form of a result is made of fields: lines of JSON, CSV, Arrow, the tables of a batch, the notes
/// below the table at a terminal, the report, the schema and the documentation. A new measure is one more
/// field in a table such as `RecordingResult.fields`.
package struct ResultField<Subject>: Sendable {
  /// The key in JSON.
  package let name: String

  /// The meaning, a phrase without a period.
  package let meaning: String

  /// The unit, as BIDS writes units; `nil` for a text or a plain number.
  package private(set) var unit: String?

  /// The kind of its values.
  package let kind: ResultValue.Kind

  /// Whether it may be missing.
  package private(set) var isOptional = true

  /// The JSON object that contains it; `nil` for the result itself.
  package private(set) var group: String?

  /// The column's name in a table.
  package private(set) var column: String

  /// Whether it appears only in tables, whose columns have one level, because JSON says it otherwise.
  package private(set) var isOnlyInTables = false

  /// The form in which a person sees it; `nil` for text, and for values with special wording.
  package private(set) var display: ResultDisplay?

  /// The value of a subject.
  package let value: @Sendable (Subject) -> ResultValue

  private init(
    _ name: String, _ meaning: String, _ kind: ResultValue.Kind,
    value: @escaping @Sendable (Subject) -> ResultValue
  ) {
    (self.name, self.meaning, self.kind, self.value) = (name, meaning, kind, value)
    column = name
  }

  /// Declares a text.
  package static func text(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (Subject) -> String?
  ) -> Self {
    Self(name, meaning, .text) { .text(value($0)) }
  }

  /// Declares several texts, which are never missing.
  package static func texts(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (Subject) -> [String]
  ) -> Self {
    Self(name, meaning, .texts) { .texts(value($0)) }.required
  }

  /// Declares a number.
  /// - Parameter places: The decimal places that are kept.
  package static func number(
    _ name: String, _ meaning: String, unit: String? = nil, places: Int,
    display: ResultDisplay? = nil,
    _ value: @escaping @Sendable (Subject) -> Double?
  ) -> Self {
    var field = Self(name, meaning, .number) { .number(value($0), places: places) }
    field.unit = unit
    field.display = display
    return field
  }

  /// Declares a number with all its digits, which other programs calculate with.
  package static func exact(
    _ name: String, _ meaning: String, unit: String? = nil,
    _ value: @escaping @Sendable (Subject) -> Double?
  ) -> Self {
    var field = Self(name, meaning, .number) { .exact(value($0)) }
    field.unit = unit
    return field
  }

  /// Declares a number without a fraction.
  package static func count(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (Subject) -> Int?
  ) -> Self {
    Self(name, meaning, .count) { .count(value($0)) }
  }

  /// Declares a moment.
  package static func time(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (Subject) -> Date?
  ) -> Self {
    Self(name, meaning, .time) { .time(value($0)) }
  }

  /// The same field, never missing in JSON.
  package var required: Self {
    var field = self
    field.isOptional = false
    return field
  }

  /// Returns the same field with another name in tables.
  package func column(_ name: String) -> Self {
    var field = self
    field.column = name
    return field
  }

  /// The same field, in tables alone.
  package var onlyInTables: Self {
    var field = self
    field.isOnlyInTables = true
    return field
  }

  /// Returns the same field of something that holds the subject, or has none: it is then missing.
  /// - Parameters:
  ///   - group: The JSON object that contains the fields.
  ///   - part: Gets the subject.
  package func of<Whole>(
    group: String? = nil, _ part: @escaping @Sendable (Whole) -> Subject?
  ) -> ResultField<Whole> {
    let missing: ResultValue =
      switch kind {
      case .text: .text(nil)
      case .texts: .texts([])
      case .number: .number(nil, places: 0)
      case .count: .count(nil)
      case .time: .time(nil)
      }
    var field = ResultField<Whole>(name, meaning, kind) { [value] whole in
      part(whole).map(value) ?? missing
    }
    field.unit = unit
    field.isOptional = isOptional
    field.group = group ?? self.group
    field.column = column
    field.isOnlyInTables = isOnlyInTables
    field.display = display
    return field
  }
}

extension Array {
  /// Returns the members of a subject's JSON object. Fields of one group are in a separate object.
  package func members<Subject>(of subject: Subject) -> [(String, JSONValue)]
  where Element == ResultField<Subject> {
    var members: [(String, JSONValue)] = []
    var group: (name: String, members: [(String, JSONValue)])?
    func close() {
      if let done = group { members.append((done.name, .object(done.members))) }
      group = nil
    }
    for field in self where !field.isOnlyInTables {
      if group?.name != field.group { close() }
      let member = (field.name, field.value(subject).json)
      if let name = field.group {
        group = (name, (group?.members ?? []) + [member])
      } else {
        members.append(member)
      }
    }
    close()
    return members
  }

  /// Returns the cells of a subject's row in a table.
  package func cells<Subject>(of subject: Subject) -> [String]
  where Element == ResultField<Subject> {
    map { $0.value(subject).cell }
  }
}
