import VisibleText

/// A cell of a table in CSV (RFC 4180): the one rule for all tables.
package enum CSVCell {
  /// Returns a text as a cell: in quotation marks if it has a comma, a quotation mark or a line end.
  ///
  /// Tables that are read back hold texts as they are. A spreadsheet takes those that begin with `=`, `+`, `-` or `@` for formulas,
  /// which may open other files and addresses.
  /// - Parameter forSpreadsheet: Whether such a text, if it is no number, gets an apostrophe in
  ///   front, and invisible characters are written out.
  package static func text(_ text: String, forSpreadsheet: Bool = false) -> String {
    let isFormula =
      forSpreadsheet && text.unicodeScalars.first.map { marks.contains($0) } == true
      && DecimalNumber.value(of: text) == nil
    let seen = forSpreadsheet ? VisibleText.text(of: text, keepsLines: true) : text
    let text = isFormula ? "'" + seen : seen
    guard text.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  /// `=`, `+`, `-`, `@`, also as wide as a Chinese character, and the characters that spreadsheets skip before them.
  private static let marks = Set("=+-@＝＋－＠\t\r\n".unicodeScalars)
}
