import CivilTime
import FoundationEssentials
import SampleStore

/// Which columns of a table of somebody else's are which, or what they would say if they were there:
/// `date=Datum,value=Puls,type=HeartRate`.
///
/// Times without an offset are those of this machine's zone.
public struct CSVMap: Sendable {
  /// What a column may be.
  enum Role: String, CaseIterable {
    case date, time, end, value, unit, type, source

    /// The column of samples that it fills.
    var column: CSVColumn? {
      switch self {
      case .date: .start
      case .time: nil
      default: CSVColumn(rawValue: rawValue)
      }
    }
  }

  /// What it was read from.
  package let text: String

  private let entries: [(role: Role, text: String)]

  /// The names that may be mapped.
  public static let names = Role.allCases.map(\.rawValue)

  /// Reads pairs of a name and a column or value; `nil` if a name is unknown or a needed one missing.
  public init?(_ text: String) {
    var entries: [(Role, String)] = []
    for pair in text.split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let role = Role(rawValue: parts[0]) else { return nil }
      entries.append((role, parts[1]))
    }
    self.init(entries)
  }

  private init?(_ entries: [(Role, String)]) {
    let given = entries.map(\.0)
    guard [.date, .value, .type].allSatisfy(given.contains), Set(given).count == given.count
    else { return nil }
    self.entries = entries
    text = entries.map { "\($0.rawValue)=\($1)" }.joined(separator: ",")
  }

  /// Recognizes a table by its headings: one date, and one measure that people keep tables of; `nil` for
  /// others.
  init?(recognizing headings: [String?]) {
    var entries: [(Role, String)] = []
    let names = headings.map { ($0 ?? "").lowercased().split { " _-\u{FEFF}".contains($0) } }
    for (heading, words) in zip(headings, names) {
      guard let heading else { continue }
      // "Weight (kg)" names its unit.
      let parts = words.joined().split { "()[],".contains($0) }.map(String.init)
      guard let name = parts.first else { continue }
      if let role = Self.headings[name] {
        entries.append((role, heading))
      } else if let (type, unit) = Self.measures[name] {
        let own = parts.count > 1 ? parts[1] : unit
        entries += [(.value, heading), (.type, type)]
        if let own, (try? QuantityUnit(spelled: own)) != nil { entries.append((.unit, own)) }
      }
    }
    // A time alone is a date and a time.
    if !entries.contains(where: { $0.0 == .date }),
      let index = entries.firstIndex(where: { $0.0 == .time })
    {
      entries[index].0 = .date
    }
    self.init(entries)
  }

  private static let headings: [String: Role] = [
    "date": .date, "datum": .date, "datetime": .date, "date/time": .date, "timestamp": .date,
    "when": .date, "day": .date, "tag": .date, "fecha": .date, "start": .date, "starttime": .date,
    "startdate": .date, "zeitpunkt": .date, "recordedat": .date, "measuredat": .date,
    "time": .time, "uhrzeit": .time, "zeit": .time, "hora": .time, "heure": .time,
    "end": .end, "endtime": .end, "enddate": .end,
    "unit": .unit, "units": .unit, "einheit": .unit, "source": .source, "quelle": .source,
  ]

  /// Types by the headings that people give them, and the unit that a heading says.
  private static let measures: [String: (type: String, unit: String?)] = [
    "bpm": ("HeartRate", "bpm"), "hr": ("HeartRate", nil), "heartrate": ("HeartRate", nil),
    "heartratebpm": ("HeartRate", "bpm"), "pulse": ("HeartRate", nil), "puls": ("HeartRate", nil),
    "pulserate": ("HeartRate", nil), "herzfrequenz": ("HeartRate", nil),
    "pouls": ("HeartRate", nil), "pulso": ("HeartRate", nil),
    "restingheartrate": ("RestingHeartRate", nil), "ruhepuls": ("RestingHeartRate", nil),
    "weight": ("BodyMass", nil), "weightkg": ("BodyMass", "kg"), "gewicht": ("BodyMass", nil),
    "bodymass": ("BodyMass", nil), "bodytemperature": ("BodyTemperature", nil),
    "spo2": ("OxygenSaturation", nil), "oxygensaturation": ("OxygenSaturation", nil),
    "respiratoryrate": ("RespiratoryRate", nil), "breathingrate": ("RespiratoryRate", nil),
    "atemfrequenz": ("RespiratoryRate", nil), "glucose": ("BloodGlucose", nil),
    "bloodglucose": ("BloodGlucose", nil), "blutzucker": ("BloodGlucose", nil),
  ]

  /// The roles of a table's columns with these headings. Throws `FormatError` if the date or the value has
  /// none.
  func roles(of headings: [String?]) throws -> [Role?] {
    func isHeading(_ text: String) -> Bool { headings.contains { $0?.isHeading(text) == true } }
    for (role, text) in entries where [.date, .time, .value].contains(role) && !isHeading(text) {
      throw FormatError(.malformed, "its first row names no column \(text)")
    }
    if case .failure(let unknown) = ZoneRules.local { throw FormatError(.malformed, "\(unknown)") }
    return headings.map { name in entries.first { name?.isHeading($0.text) == true }?.role }
  }

  /// The cells of a row as samples have them, with what the table does not say.
  func cells(
    of row: [String?], _ roles: [Role?], _ form: CSVForm
  ) -> [CSVColumn: String] {
    var own: [Role: String] = [:]
    for (role, cell) in zip(roles, row) {
      if let role, let cell { own[role] = cell.trimmed }
    }
    for (role, text) in entries where own[role] == nil && ![.date, .time, .value].contains(role) {
      own[role] = text
    }
    if let date = own[.date], let time = own[.time] { own[.date] = "\(date) \(time)" }
    var cells: [CSVColumn: String] = [:]
    for (role, cell) in own {
      guard let column = role.column else { continue }
      cells[column] = cell
    }
    if let zone = try? ZoneRules.local.get() {
      for column in [CSVColumn.start, .end] {
        guard let cell = cells[column] else { continue }
        // What is no date is noted as an unreadable one.
        cells[column] = form.date(cell, in: zone).flatMap(TimeText.iso) ?? ""
      }
    }
    guard let value = cells[.value] else { return cells }
    if let number = form.number(value) {
      cells[.value] = "\(number)"
    } else if let (number, unit) = (try? QuantityUnit.number(written: value)) ?? nil, let unit {
      // The unit stands in the cell.
      cells[.value] = "\(number)"
      cells[.unit] = unit.description
    }
    return cells
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = Substring(self)
    while text.first.map({ $0.isWhitespace || $0 == "\u{FEFF}" }) == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  fileprivate func isHeading(_ other: String) -> Bool {
    trimmed.lowercased() == other.trimmed.lowercased()
  }
}
