import VisibleText

/// A table for a person, whose columns are as wide as what is in them. A column with nothing in it is
/// left out. Nothing is cut: where a terminal is too narrow, columns of words go on in further lines.
package struct TextTable {
  /// A column with its heading.
  package struct Column {
    package let heading: String

    /// Whether it stands to the right.
    package let isNumber: Bool

    package init(_ heading: String, isNumber: Bool = false) {
      (self.heading, self.isNumber) = (heading, isNumber)
    }
  }

  private let columns: [Column]
  private var rows: [[String]] = []

  /// The least width of a column that gives way.
  private static let least = 8

  package init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row of a text for each column.
  package mutating func add(_ row: [String]) { rows.append(row.map(\.withVisibleControls)) }

  /// The heading and the rows: in lines that fit a terminal, and as wide as they are for a file or a pipe.
  package func text(in terminal: Terminal) -> String {
    text(width: terminal.isOutputTerminal ? terminal.width : nil)
  }

  package func text(width: Int?) -> String {
    let shown = columns.indices.filter { index in
      self.rows.isEmpty || self.rows.contains { !$0[index].isEmpty }
    }
    let rows = alignedRows
    var widths = columns.indices.map { index in
      rows.reduce(columns[index].heading.cells) { max($0, $1[index].cells) }
    }
    if let width {
      var surplus = shown.reduce(-2) { $0 + widths[$1] + 2 } - width
      // The widest column of words gives way first.
      while surplus > 0,
        let widest = shown.filter({ !columns[$0].isNumber && widths[$0] > Self.least }).max(by: {
          widths[$0] < widths[$1]
        })
      {
        widths[widest] -= 1
        surplus -= 1
      }
    }
    func lines(_ cells: [String]) -> String {
      let parts = shown.map { Self.folded(cells[$0], widths[$0]) }
      return (0..<(parts.map(\.count).max() ?? 0)).map { line in
        var text = zip(shown, parts).map { index, part in
          padded(line < part.count ? part[line] : "", widths[index], right: columns[index].isNumber)
        }.joined(separator: "  ")
        while text.last == " " { text.removeLast() }
        return text + "\n"
      }.joined()
    }
    return lines(columns.map(\.heading)) + rows.map(lines).joined()
  }

  /// The rows with the decimal points of each column of numbers below each other.
  private var alignedRows: [[String]] {
    func decimals(_ cell: String) -> Int { cell.lastIndex(of: ".").map { cell[$0...].count } ?? 0 }
    var rows = rows
    for index in columns.indices where columns[index].isNumber {
      let most = rows.reduce(0) { max($0, decimals($1[index])) }
      for row in rows.indices where !rows[row][index].isEmpty {
        rows[row][index] += String(repeating: " ", count: most - decimals(rows[row][index]))
      }
    }
    return rows
  }

  /// A cell in lines of a width, divided at blanks, or within a word that is longer.
  private static func folded(_ cell: String, _ width: Int) -> [String] {
    wrapped(cell, width: width, indent: 0).flatMap { line in
      var (lines, rest) = ([String](), line)
      while rest.cells > width, case let start = rest.prefix(cells: width), !start.isEmpty {
        lines.append(start)
        rest.removeFirst(start.count)
      }
      return lines + [rest]
    }
  }
}

/// The text, filled up with blanks to a width.
package func padded(_ text: String, _ width: Int, right: Bool = false) -> String {
  let text = text.withVisibleControls
  let blanks = String(repeating: " ", count: max(0, width - text.cells))
  return right ? blanks + text : text + blanks
}
