/// A table for a person, whose columns are as wide as what is in them. A column with nothing in it is
/// left out.
package struct TextTable {
  /// A column with its heading.
  package struct Column {
    package let heading: String

    /// Whether it stands to the right.
    package let isNumber: Bool

    /// Whether it gives way where the terminal is narrow.
    package let isShortened: Bool

    package init(_ heading: String, isNumber: Bool = false, isShortened: Bool = false) {
      self.heading = heading
      self.isNumber = isNumber
      self.isShortened = isShortened
    }
  }

  private let columns: [Column]
  private var rows: [[String]] = []

  /// The least that is left of a column that gives way.
  private static let least = 8

  package init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row of a text for each column.
  package mutating func add(_ row: [String]) { rows.append(row.map(\.withVisibleControls)) }

  /// The rows with the decimal points of each column of numbers below each other.
  private var alignedRows: [[String]] {
    func decimals(_ cell: String) -> Int {
      cell.lastIndex(of: ".").map { cell[$0...].count } ?? 0
    }
    var rows = rows
    for index in columns.indices where columns[index].isNumber {
      let most = rows.reduce(0) { max($0, decimals($1[index])) }
      for row in rows.indices where !rows[row][index].isEmpty {
        rows[row][index] += String(repeating: " ", count: most - decimals(rows[row][index]))
      }
    }
    return rows
  }

  /// The heading and the rows, in lines that fit the width if a column may give way.
  package func text(width: Int) -> String {
    // Points below each other, unless the table is then too wide.
    let aligned = text(of: alignedRows, width: .max)
    return aligned.split(separator: "\n").allSatisfy { $0.count <= width }
      ? aligned : text(of: rows, width: width)
  }

  private func text(of rows: [[String]], width: Int) -> String {
    let isEmpty = columns.indices.map { index in rows.allSatisfy { $0[index].isEmpty } }
    var widths = columns.indices.map { index in
      rows.reduce(columns[index].heading.count) { max($0, $1[index].count) }
    }
    let shown = columns.indices.filter { !isEmpty[$0] || rows.isEmpty }
    let total = shown.reduce(0) { $0 + widths[$1] } + 2 * max(0, shown.count - 1)
    if total > width, let index = shown.first(where: { columns[$0].isShortened }) {
      widths[index] = max(Self.least, widths[index] - (total - width))
    }
    func line(_ cells: [String]) -> String {
      var parts: [String] = []
      for index in shown {
        var cell = cells[index]
        if cell.count > widths[index] { cell = cell.prefix(widths[index] - 1) + "~" }
        parts.append(padded(cell, widths[index], right: columns[index].isNumber))
      }
      var text = parts.joined(separator: "  ")
      while text.last == " " { text.removeLast() }
      return text + "\n"
    }
    return line(columns.map(\.heading)) + rows.map(line).joined()
  }
}

/// The text, filled up with blanks to a width.
package func padded(_ text: String, _ width: Int, right: Bool = false) -> String {
  let text = text.withVisibleControls
  let blanks = String(repeating: " ", count: max(0, width - text.count))
  return right ? blanks + text : text + blanks
}
