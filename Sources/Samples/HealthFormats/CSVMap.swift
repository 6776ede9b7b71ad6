import CivilTime
import FoundationEssentials

/// Which columns of a table of somebody else's are which, or what they would say if they were there:
/// `date=Datum,value=Puls,type=HeartRate`.
///
/// Times without an offset are those of this machine's zone.
public struct CSVMap: Sendable {
  /// What it was read from.
  package let text: String

  private let entries: [(column: CSVColumn, text: String)]

  /// The names that may be mapped.
  public static let names = ["date", "end", "value", "unit", "type", "source"]

  /// Reads pairs of a name and a column or value; `nil` if a name is unknown or a needed one missing.
  public init?(_ text: String) {
    var entries: [(CSVColumn, String)] = []
    for pair in text.split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, Self.names.contains(parts[0]),
        let column = CSVColumn(rawValue: parts[0] == "date" ? "start" : parts[0])
      else { return nil }
      entries.append((column, parts[1]))
    }
    let given = entries.map(\.0)
    guard [.start, .value, .type].allSatisfy(given.contains), Set(given).count == given.count
    else { return nil }
    self.entries = entries
    self.text = text
  }

  /// The columns of a table with these headings. Throws `FormatError` if the date or the value has
  /// none.
  func columns(of names: [String]) throws -> [CSVColumn?] {
    func isHeading(_ text: String) -> Bool {
      names.contains { $0.trimmed.lowercased() == text.trimmed.lowercased() }
    }
    for (column, text) in entries where [.start, .value].contains(column) && !isHeading(text) {
      throw FormatError(.malformed, "its first row names no column \(text)")
    }
    if case .failure(let unknown) = ZoneRules.local { throw FormatError(.malformed, "\(unknown)") }
    return names.map { name in
      entries.first { $0.text.trimmed.lowercased() == name.trimmed.lowercased() }?.column
    }
  }

  /// Adds what the table does not say, and the zone of times.
  func complete(_ cells: inout [CSVColumn: String]) {
    for (column, text) in entries where cells[column] == nil && ![.start, .value].contains(column) {
      cells[column] = text
    }
    guard let zone = try? ZoneRules.local.get() else { return }
    for column in [CSVColumn.start, .end] {
      guard let text = cells[column]?.trimmed, let date = TimeText.date(local: text, in: zone),
        let iso = TimeText.iso(date)
      else { continue }
      cells[column] = iso
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
