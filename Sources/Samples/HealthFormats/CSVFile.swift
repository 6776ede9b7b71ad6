/// The rows of a CSV file (RFC 4180) that holds something else than samples.
package struct CSVFile {
  private var rows: CSVRows

  /// Opens the file at a path; `-` is standard input. Throws a `FormatError`.
  package init(path: String) throws {
    rows = CSVRows(try FileSource(path: path))
  }

  /// Returns the next row that is not empty and the line on which it begins, counted from 1; `nil`
  /// at the end. An empty cell is `nil`. Throws a `FormatError`.
  package mutating func next() throws -> (line: Int, cells: [String?])? {
    guard let cells = try rows.next() else { return nil }
    guard !rows.isTruncated else {
      throw FormatError(.damaged, "it ends within quotation marks that begin on line \(rows.line)")
    }
    return (rows.line, cells)
  }
}
