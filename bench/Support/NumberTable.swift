import FoundationEssentials

/// Columns of numbers from a CSV file, chosen by the names in its first line.
struct NumberTable {
  /// A row for each line after the first, in the order of the requested names. Fields without a number are NaN.
  let rows: [[Double]]

  /// - Throws: If the file cannot be read or lacks a column.
  init(path: String, columns: [String]) throws(RecordingFolderError) {
    let text: String
    do {
      text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    } catch {
      throw RecordingFolderError(path: path, reason: "cannot be read")
    }
    var lines = text.utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }[...]
    let header = (lines.popFirst().map(Self.fields) ?? []).map { String(Substring($0)) }
    var places: [Int] = []
    for column in columns {
      guard let place = header.firstIndex(of: column) else {
        throw RecordingFolderError(
          path: path, reason: "must name the columns \(columns.joined(separator: ",")) first")
      }
      places.append(place)
    }
    rows = lines.map { line in
      let fields = Self.fields(line)
      return places.map { $0 < fields.count ? Double(Substring(fields[$0])) ?? .nan : .nan }
    }
  }

  private static func fields(_ line: Substring.UTF8View) -> [Substring.UTF8View] {
    line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
  }
}
