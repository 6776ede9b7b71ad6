public import CivilTime
public import FoundationEssentials
import SampleStore

/// A person's hints about a file that does not describe itself.
public struct ImportHints: Sendable, Codable {
  /// The meanings of the columns.
  public var map: ColumnMap?

  /// The order of the numbers in dates in digits; `nil` to infer it from the dates.
  public var dateOrder: DateOrder?

  /// When a recording without dates began.
  public var start: Date?

  /// Whose records are wanted in a file that is about several people; any of the names that it gives the person.
  public var person: String?

  /// The file's name, whose words name numbers without a name: `steps-2026-01-31.json`.
  package var fileName: String?

  /// The one day in the file's name; `nil` for none and several.
  var day: String? {
    let days = (fileName ?? "").matches(of: /\d{4}-\d{2}-\d{2}/)
    return days.count == 1 ? days.first.map { String($0.output) } : nil
  }

  /// The moment in the file's name.
  var moment: Date? {
    guard let fileName, let zone = try? ZoneRules.local.get() else { return nil }
    return TimeText.date(inName: fileName, in: zone)
  }

  /// Says nothing.
  public init() {}
}

/// The meanings of a table's columns, or the values that missing columns would have:
/// `date=Datum,time=Uhrzeit,systolic=SYS,diastolic=DIA,heart-rate=Puls`.
///
/// Names are `date`, `time`, `end`, `duration`, `zone`, `value`, `unit`, `type`, `source`, `interval`, every name of
/// a type and every heading that tables have for one, such as `sys`. A number is the place of a column, counted from 1, where no heading has it as its name.
public struct ColumnMap: Sendable, Codable {
  /// The text from which it was read.
  package let text: String

  /// The names that are no names of types.
  public static let names = FieldMeaning.names

  /// Reads pairs of a name and a column or value; `nil` if a name is unknown or twice there, if nothing is a value, or
  /// if the type of the value is missing.
  public init?(_ text: String) {
    self.text = text
    let entries = entries
    let given = entries.map(\.meaning)
    guard entries.count == text.split(separator: ",").count, Set(given).count == given.count,
      given.contains(where: \.isValue), given.contains(.type) || !given.contains(.value)
    else { return nil }
  }

  /// The named meanings, each with its column or with the value for all rows.
  var entries: [(meaning: FieldMeaning, text: String)] {
    text.split(separator: ",").compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      // Any heading that would be understood in a table, such as sys, is a name here.
      let heading = Heading(String(parts[0]))?.meaning
      guard
        let meaning = FieldMeaning(named: parts[0])
          ?? heading.flatMap({ $0.type == nil ? nil : $0 })
      else { return nil }
      return (meaning, String(parts[1]))
    }
  }
}
