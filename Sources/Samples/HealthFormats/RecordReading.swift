import CivilTime
import FoundationEssentials
import SampleStore

/// The reading of records with the same fields: the meaning of each field.
struct RecordReading {
  /// A field that is used.
  struct Field {
    /// Its position in a record, from 0.
    let place: Int
    let name: String
    let meaning: FieldMeaning

    /// The unit that its heading or its form says.
    let unit: QuantityUnit?
  }

  /// The fields in use, in their order; values that all records share have positions after the record's own.
  private(set) var fields: [Field] = []

  /// The values that all records have in addition to their own fields.
  private(set) var constants: [String] = []

  /// The number of fields of the record itself.
  let count: Int

  /// The fields that are of no use.
  private(set) var ignored: [String] = []

  /// The form of the records, for their zone and words.
  let form: HealthForm

  /// The type of a value without one.
  private(set) var type: SampleType?

  /// Whether a person said which column is which.
  let isMapped: Bool

  /// Reads headings; `nil` if they do not name a value and a time.
  /// - Parameters:
  ///   - names: Headings of a table, or paths of fields.
  ///   - map: Which columns are which, if that is given; of the others, only times are of use.
  ///   - type: The type of a value without one.
  ///   - start: The moment from which the records' times count.
  ///   - examples: What some records say, in the order of the names, for headings that may mean more than one thing.
  init?(
    names: [String], form: HealthForm, map: ColumnMap? = nil, type: SampleType? = nil,
    start: String? = nil, examples: [[String?]] = []
  ) {
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
          add(meaning, text)
        } else {
          return nil
        }
      }
      meanings = mapped
    }
    settle(&meanings, names) { place in
      examples.compactMap { place < $0.count ? $0[place]?.trimmed : nil }.filter { !$0.isEmpty }
    }
    if let start { add(.date, start) }
    let hasType = self.type != nil || meanings.contains { $0?.meaning == .type }
    // Of a workout that says how long it was, averages are no samples.
    if meanings.contains(where: { $0?.meaning == .sport }),
      meanings.contains(where: { [.end, .duration].contains($0?.meaning) })
    {
      for (place, heading) in meanings.enumerated()
      where heading?.meaning.type?.quantityType.map({ $0.aggregationStyle != .cumulative }) == true
      {
        meanings[place] = nil
      }
    }
    var taken: Set<FieldMeaning> = []
    // The surroundings of a record come last: they count where the record itself says nothing.
    for (place, name) in names.enumerated() where !name.isEmpty {
      let isOuter = name.first == HealthForm.outer
      guard let heading = meanings[place], heading.meaning != .ignored,
        heading.meaning != .value || hasType,
        !isOuter || Self.outerMeanings.contains(heading.meaning),
        // A form may say that several columns are of one type.
        taken.insert(heading.meaning).inserted || heading.meaning == .interval
          || heading.meaning.type != nil && form.fields[name.trimmed] != nil
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

  private static let eaten = SampleType(named: "DietaryEnergyConsumed")
  static let outerMeanings: Set<FieldMeaning> = [.type, .unit, .source, .zone, .date]

  /// Adds what all records share.
  private mutating func add(_ meaning: FieldMeaning, _ text: String) {
    constants.append(text)
    fields.append(
      Field(place: count + constants.count - 1, name: text, meaning: meaning, unit: nil))
  }

  /// Decides what one heading alone leaves open, by the others and by what stands below.
  private func settle(
    _ headings: inout [Heading?], _ names: [String], _ values: (_ place: Int) -> [String]
  ) {
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
    // A date, and a start time beside it, or the whole moment.
    let dates = places(.date)
    if places(.time).isEmpty, let other = dates.dropFirst().first {
      let texts = zip(values(dates[0]), values(other)).map { (WrittenDate($0), WrittenDate($1)) }
      if texts.allSatisfy({ $1?.day == nil }) {
        replace(
          dates.dropFirst().first { place in
            ["time", "start", "hora", "heure", "uhr"].contains {
              names[place].lowercased().contains($0)
            }
          }, by: .time)
      } else if texts.allSatisfy({ $0?.second == nil && $0?.day != nil && $0?.day == $1?.day })
        || !places(.end).isEmpty && names[other].lowercased().contains("start")
          && !names[dates[0]].lowercased().contains("start")
      {
        headings[dates[0]] = nil
      }
    }
    func name(_ place: Int) -> String { names[place].lowercased().filter(\.isLetter) }
    func isBeside(_ words: String...) -> Bool {
      names.indices.contains { words.contains(name($0)) }
    }
    func numbers(_ place: Int) -> [Double] {
      values(place).compactMap { WrittenNumber.value(of: $0) }
    }
    func isType(_ place: Int, _ test: (QuantityType) -> Bool) -> Bool {
      headings[place]?.meaning.type?.quantityType.map(test) ?? false
    }
    let isOwn = names.indices.map {
      form.fields[names[$0].trimmed] != nil || isMapped && headings[$0]?.meaning != .zone
    }
    let isFood = names.indices.contains {
      isType($0) { $0.identifier.contains("Dietary") } && headings[$0]?.unit != nil
    }
    for place in names.indices where !isOwn[place] && headings[place] != nil {
      switch headings[place]?.meaning {
      case .zone where name(place) == "zone":
        // Zones of training, not of time.
        let isTime = values(place).allSatisfy { Double($0) == nil && ZoneRules(written: $0) != nil }
        if !isTime { headings[place] = nil }
      case .person where names[place].lowercased().split(separator: ".").last == "id":
        // What each record has of its own names the record.
        let all = values(place)
        if Set(all).count == all.count { headings[place] = nil }
      case .energy:
        // Burned in a workout, eaten in a table of food, or what the file's name says.
        let isBurned = !places(.sport).isEmpty
        let named = isBurned ? .quantity(.activeEnergyBurned) : isFood ? Self.eaten : type
        let isEnergy = named?.quantityType?.canonicalUnit.isCompatible(with: .kilocalorie) == true
        let unit = headings[place]?.unit ?? .kilocalorie
        headings[place] = isEnergy ? named.map { Heading(.sample($0), unit: unit) } : nil
      case .interval where name(place) == "rr" && !values(place).isEmpty:
        // Breaths in a minute, in tables of hospitals, or a blood pressure after Riva-Rocci.
        if values(place).allSatisfy({ $0.contains("/") }) {
          replace(place, by: .sample(.correlation(.bloodPressure)))
        } else if numbers(place).allSatisfy({ (4...60).contains($0) }) {
          let breaths = FieldMeaning.sample(.quantity(.respiratoryRate))
          headings[place] = places(breaths).isEmpty ? Heading(breaths, unit: nil) : nil
        }
      case .sample(.quantity(.heartRate)), .lowest(.quantity(.heartRate)?),
        .highest(.quantity(.heartRate)?):
        let isPower = name(place).hasPrefix("hf") || name(place).hasSuffix("hf")
        if isPower, names.contains(where: { $0.lowercased().filter(\.isLetter).contains("lf") }) {
          headings[place] = nil  // The power of high frequencies.
        } else if ["bpm", "beatsperminute"].contains(name(place)), let type,
          type.quantityType?.canonicalUnit.isCompatible(with: .countPerSecond) == true
        {
          replace(place, by: .sample(type))
        }
      case .sample(.quantity(.bodyMass)) where isBeside("reps", "sets", "setindex"):
        headings[place] = nil
      case .sample(.quantity(.bodyTemperature)):
        // That of a room.
        let isBody = numbers(place).allSatisfy {
          $0 == 0 || (32...45).contains($0) || (90...113).contains($0)
        }
        if !isBody || isBeside("humidity", "weather") { headings[place] = nil }
      case .sample(.quantity(let type)) where type.identifier.contains("Dietary"):
        // A scale's share of water, or a daily need: only a unit shows which.
        if headings[place]?.unit == nil, !name(place).contains("dietary") { headings[place] = nil }
      default: break
      }
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

  /// Whether records are of a cuff, whose pulse is of the moment.
  var isCuff: Bool {
    fields.filter(\.meaning.isValue).count < 4 && has(.sample(.quantity(.bloodPressureSystolic)))
  }

  /// Whether a row has a time and no date.
  var hasTimeAlone: Bool { !has(.date) && has(.time) }

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

  /// Returns the unit in a heading's brackets, whatever the heading says.
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

  /// The text without spaces and byte-order marks around it.
  var trimmed: String {
    var text = Substring(self)
    while text.first.map({ $0.isWhitespace || $0 == "\u{FEFF}" }) == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

extension QuantityType {
  /// Whether a value of a day is one of the whole day: rates and the like are, and weights are not.
  var isOfDays: Bool {
    canonicalUnit == .countPerSecond
      || [.heartRateVariabilitySDNN, .heartRateVariabilityRMSSD, .oxygenSaturation].contains(self)
  }
}
