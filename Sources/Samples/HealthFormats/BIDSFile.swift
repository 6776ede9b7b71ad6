package import JSONCoding

/// The names and forms of files of the Brain Imaging Data Structure (BIDS), read and written alike.
package enum BIDSFile {
  /// The file at the top of every dataset.
  package static let description = "dataset_description.json"

  /// Returns the value of an entity in a file's name: "01" of `sub` in "sub-01_ses-2_task-rest_video.mp4".
  package static func entity(_ key: String, in name: String) -> String? {
    // Bytes are compared: a mark that belongs to the letter before it may follow an underscore, too.
    for part in name.utf8.split(separator: UInt8(ascii: "_")) {
      let stem = part.prefix { $0 != UInt8(ascii: ".") }
      guard stem.starts(with: "\(key)-".utf8) else { continue }
      let value = stem.dropFirst(key.utf8.count + 1)
      return value.isEmpty ? nil : String(Substring(value))
    }
    return nil
  }

  /// Returns the part of a text that is allowed in file names: its letters and digits.
  package static func label(_ text: String) -> String {
    text.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  /// Returns the description that a dataset gives of itself.
  /// - Parameters:
  ///   - type: `raw` or `derivative`.
  ///   - version: The program's.
  ///   - details: Further facts about how it was made.
  package static func description(
    of name: String, type: String, version: String, details: String? = nil
  ) -> JSONValue {
    let program: JSONValue = [
      "Name": "Heartcam", "Version": .string(version),
      "Description": details.map(JSONValue.string),
    ]
    return [
      "Name": .string(name), "BIDSVersion": "1.9.0", "DatasetType": .string(type),
      "GeneratedBy": [program],
    ]
  }

  /// A column of a table, in words.
  package typealias Column = (name: String, meaning: String, unit: String?)

  /// Returns the companion file of a table: each column's meaning and unit.
  package static func columns(_ columns: [Column]) -> JSONValue { .object(members(of: columns)) }

  /// Returns the companion file of a continuous recording, whose table has no heading.
  package static func recording(samplesPerSecond: Int, _ columns: [Column]) -> JSONValue {
    .object(
      [
        ("SamplingFrequency", .number(Double(samplesPerSecond))), ("StartTime", .number(0)),
        ("Columns", .array(columns.map { .string($0.name) })),
      ] + members(of: columns))
  }

  private static func members(of columns: [Column]) -> [(String, JSONValue)] {
    columns.map { name, meaning, unit in
      (name, ["Description": .string(meaning), "Units": unit.map(JSONValue.string)])
    }
  }
}
