import CivilTime
import FoundationEssentials
import SampleStore

/// How records with the same fields are read: which field says what.
struct RecordReading {
  /// A field that is used.
  struct Field {
    /// Where it stands in a record, from 0.
    let place: Int
    let name: String
    let meaning: FieldMeaning

    /// The unit that its heading or its form says.
    let unit: QuantityUnit?
  }

  /// What is used, in its order; values that all records share have places behind the record's own.
  private(set) var fields: [Field] = []

  /// What all records have beside their own fields.
  private(set) var constants: [String] = []

  /// How many fields the record itself has.
  let count: Int

  /// The fields that are of no use.
  private(set) var ignored: [String] = []

  /// The form of the records, for their zone and words.
  let form: HealthForm

  /// The type of a value without one.
  private(set) var type: SampleType?

  /// Whether a person said which column is which.
  let isMapped: Bool

  /// Reads what headings say; `nil` if they do not name a value and a time.
  /// - Parameters:
  ///   - names: Headings of a table, or paths of fields.
  ///   - map: Which columns are which, if that is given; of the others, only times are of use.
  ///   - type: The type of a value without one.
  init?(names: [String], form: HealthForm, map: ColumnMap? = nil, type: SampleType? = nil) {
    self.form = form
    self.type = type
    isMapped = map != nil
    count = names.count
    var meanings = names.map { form.heading($0) }
    if let map {
      let entries = map.entries
      // Times are found without being named.
      let found: Set<FieldMeaning> =
        entries.contains { $0.meaning == .date } ? [.end, .zone] : [.date, .time, .end, .zone]
      var mapped: [Heading?] = meanings.map { heading in
        heading.flatMap { found.contains($0.meaning) ? $0 : nil }
      }
      for (meaning, text) in entries {
        mapped = mapped.map { $0?.meaning == meaning ? nil : $0 }
        let plain = text.trimmed.lowercased()
        if let place = names.firstIndex(where: { $0.trimmed.lowercased() == plain })
          ?? Int(plain).flatMap({ names.indices.contains($0 - 1) ? $0 - 1 : nil })
        {
          mapped[place] = Heading(
            meaning, unit: meanings[place]?.unit ?? Heading.unit(in: names[place]))
        } else if meaning == .type, let type = SampleType(named: text) {
          self.type = type
        } else if [.unit, .source, .zone, .type].contains(meaning) {
          constants.append(text)
          fields.append(
            Field(place: names.count + constants.count - 1, name: text, meaning: meaning, unit: nil)
          )
        } else {
          return nil
        }
      }
      meanings = mapped
    }
    Self.settle(&meanings, names)
    let hasType = self.type != nil || meanings.contains { $0?.meaning == .type }
    var taken: Set<FieldMeaning> = []
    // What is around a record comes last: it counts where the record itself says nothing.
    for (place, name) in names.enumerated() where !name.isEmpty {
      let isOuter = name.first == HealthForm.outer
      guard let heading = meanings[place], heading.meaning != .ignored,
        heading.meaning != .value || hasType,
        !isOuter || Self.outerMeanings.contains(heading.meaning),
        heading.meaning == .interval || taken.insert(heading.meaning).inserted
      else {
        if !isOuter { ignored.append(name.trimmed) }
        continue
      }
      fields.append(Field(place: place, name: name, meaning: heading.meaning, unit: heading.unit))
    }
    let given = Set(fields.map(\.meaning))
    guard given.contains(where: \.isValue), !given.isDisjoint(with: [.date, .time, .interval])
    else { return nil }
  }

  static let outerMeanings: Set<FieldMeaning> = [.type, .unit, .source, .zone, .date]

  /// Decides what one heading alone leaves open.
  private static func settle(_ headings: inout [Heading?], _ names: [String]) {
    func places(_ meaning: FieldMeaning) -> [Int] {
      headings.indices.filter {
        headings[$0]?.meaning == meaning && names[$0].first != HealthForm.outer
      }
    }
    func replace(_ place: Int?, by new: FieldMeaning) {
      if let place { headings[place] = Heading(new, unit: headings[place]?.unit) }
    }
    let diastolic = FieldMeaning.sample(.quantity(.bloodPressureDiastolic))
    // "Día", a day.
    if places(.sample(.quantity(.bloodPressureSystolic))).isEmpty, places(.date).isEmpty {
      replace(places(diastolic).first, by: .date)
    }
    // A date, and a start time beside it.
    if places(.time).isEmpty {
      replace(
        places(.date).dropFirst().first { place in
          ["time", "start", "hora", "heure", "uhr"].contains {
            names[place].lowercased().contains($0)
          }
        }, by: .time)
    }
    // Beside an oxygen saturation, PR is the pulse rate; in an electrocardiogram it is a time.
    let rate = FieldMeaning.sample(.quantity(.heartRate))
    if !places(.sample(.quantity(.oxygenSaturation))).isEmpty, places(rate).isEmpty,
      let place = names.firstIndex(where: { $0.trimmed.prefix { $0.isLetter }.lowercased() == "pr" }
      )
    {
      headings[place] = Heading(rate, unit: nil)
    }
  }

  /// Whether only the time of day, or the time since the start, is said.
  var hasTimeAlone: Bool { !has(.date) && has(.time) }

  /// Whether some value may be a sum over a time, such as steps.
  var hasSums: Bool {
    has(.value)
      || fields.contains { field in
        guard case .sample(.quantity(let type)) = field.meaning else { return false }
        return type.aggregationStyle == .cumulative
      }
  }

  func has(_ meaning: FieldMeaning) -> Bool { fields.contains { $0.meaning == meaning } }

  /// `date=Datum,heart-rate=Puls; ignored: Notiz`.
  var description: String {
    let pairs = fields.map { "\($0.meaning.name)=\($0.name.trimmed)" }
    var text = pairs.joined(separator: ",")
    if has(.value), let type { text += ",type=\(type.shortName)" }
    let rest = ignored.filter { !$0.isEmpty }
    if !rest.isEmpty {
      text += "; ignored: " + rest.prefix(20).joined(separator: ", ")
      if rest.count > 20 { text += " and \(rest.count - 20) more" }
    }
    return text
  }
}

extension Heading {
  init(_ meaning: FieldMeaning, unit: QuantityUnit?) {
    (self.meaning, self.unit) = (meaning, unit)
  }

  /// The unit in a heading's brackets, whatever the heading says.
  static func unit(in text: String) -> QuantityUnit? {
    guard let open = text.lastIndex(where: { "([".contains($0) }),
      let close = text[open...].firstIndex(where: { ")]".contains($0) })
    else { return nil }
    return try? QuantityUnit(spelled: String(text[text.index(after: open)..<close]))
  }
}

extension String {
  /// The text in small letters without accents, which many leave out.
  var withoutAccents: String {
    String(lowercased().map { Self.bare[$0] ?? $0 })
  }

  private static let bare: [Character: Character] = {
    let rows = [
      "aáàâãäåą", "cçć", "eéèêëę", "iíìîï", "lł", "nñń", "oóòôõöø", "sś", "uúùûü", "zźż", "µμ",
      "её",
    ]
    return Dictionary(
      uniqueKeysWithValues: rows.flatMap { row in
        row.dropFirst().compactMap { letter in row.first.map { (letter, $0) } }
      })
  }()

  /// The text without blanks and byte-order marks around it.
  var trimmed: String {
    var text = Substring(self)
    while text.first.map({ $0.isWhitespace || $0 == "\u{FEFF}" }) == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
