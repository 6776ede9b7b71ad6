import CivilTime
import SampleStore

/// A record: what its fields say, and where it stands.
struct Record {
  let reading: RecordReading
  let cells: [String?]
  let line: Int

  /// The content of a field; `nil` for an empty one, and for words that mean nothing.
  subscript(field: RecordReading.Field) -> String? {
    if field.place >= reading.count { return reading.constants[field.place - reading.count] }
    guard field.place < cells.count, let text = cells[field.place]?.trimmed,
      !Self.blanks.contains(text)
    else { return nil }
    return text
  }

  private static let blanks: Set<String> = [
    "", "-", "--", "---", "—", "–", "n/a", "N/A", "NA", "null", "NULL", "nan", "NaN", "None",
    "none",
  ]

  /// For messages.
  var place: ImportLog.Place { place(of: nil) }

  /// For messages about a field.
  func place(of field: RecordReading.Field?) -> ImportLog.Place {
    let fields = field.map { [$0] + reading.fields } ?? reading.fields
    let type = fields.lazy.compactMap { field -> String? in
      if field.meaning == .type { return self[field] }
      if case .sample(let type) = field.meaning { return type.identifier }
      return field.meaning == .value ? reading.type?.identifier : nil
    }.first
    let unit = reading.fields.first { $0.meaning == .unit }.flatMap { self[$0] }
    return ImportLog.Place(
      line: line, type: type, unit: unit,
      text: cells.prefix(200).map(CSVRows.cell).joined(separator: ","))
  }
}

extension ZoneRules {
  /// The zone that a text means: a name, `+02:00`, `UTC+0200`, hours up to 14, or minutes; `nil` for others.
  init?(written text: String) {
    // "+0530" is no number.
    let isNumber = text.first?.isNumber == true || text.filter(\.isNumber).count < 4
    let number = isNumber ? Double(text).flatMap { abs($0) <= 1080 ? $0 : nil } : nil
    let seconds =
      number.map { Int($0 * (abs($0) <= 14 ? 3600 : 60)) } ?? WrittenDate("00:00 \(text)")?.offset
    guard let seconds else {
      self.init(identifier: text)
      return
    }
    let sign = seconds < 0 ? "-" : "+"
    let digits = String(10_000 + abs(seconds) / 3600 * 100 + abs(seconds) / 60 % 60).dropFirst()
    self.init(identifier: "GMT\(sign)\(digits)")
  }
}
